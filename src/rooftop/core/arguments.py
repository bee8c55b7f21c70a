"""Checks of what users of the library pass."""

from contextlib import suppress
from operator import index

from rooftop.core.errors import RooftopError
from rooftop.core.messages import Given


def whole(value: object, error: type[RooftopError], key: str) -> int:
    """The value as an int. NumPy's integers are whole numbers too; booleans are not."""
    if not isinstance(value, bool):
        with suppress(TypeError):
            return index(value)  # type: ignore[arg-type]
    raise error(key, value=Given(value), type=type(value).__name__)
