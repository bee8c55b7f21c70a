"""What the environments need beyond Rooftop itself is installed by an extra: `pip install "rooftop[env]"`."""

from collections.abc import Iterator
from contextlib import contextmanager

from rooftop.core.errors import RooftopError


class MissingExtra(RooftopError, ImportError):
    """A library that an extra installs is not there."""


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Say which extra is missing when an import fails."""
    try:
        yield
    except ImportError as error:
        raise MissingExtra("env.missing", library=error.name, extra=extra) from error
