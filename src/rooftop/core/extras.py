"""Optional dependencies, installed as extras: `pip install "rooftop[server]"`."""

from collections.abc import Iterator
from contextlib import contextmanager

from rooftop.core.errors import RooftopError


class MissingExtra(RooftopError, ImportError):
    """An optional dependency is not installed. The message names the extra that brings it.

    >>> issubclass(rooftop.env.MissingExtra, ImportError)
    True
    """


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Turn an ImportError into one that names the missing extra."""
    try:
        yield
    except MissingExtra:  # of another extra, that is named already
        raise
    except ImportError as error:
        raise MissingExtra("errors.extra", library=(error.name or "").partition(".")[0], extra=extra) from error
