"""The library's exceptions. Each carries a message that names the cause. Raising one leaves everything unchanged."""

from errno import errorcode
from typing import Any

from rooftop.core.messages import Message, lookup


def reason_of(error: OSError | ValueError) -> "Message | str":
    """Why a file or a port cannot be used, without its name: in our words, since the system's are in its language."""
    number = (error.errno or 0) if isinstance(error, OSError) else 0
    for name in (errorcode.get(number, ""), *(kind.__name__ for kind in type(error).__mro__)):
        if lookup("en", f"errors.system.{name}"):
            return Message(f"errors.system.{name}")
    return getattr(error, "strerror", None) or str(error)


class RooftopError(Exception):
    """Any error a user of the library can cause. `str()` is English; `message.say(language)` translates it."""

    def __init__(self, key: str, **parts: object) -> None:
        self.message = Message(key, parts).harmless()
        super().__init__(self.message.say())

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle, by which errors travel between processes. By default it would call the class with `args`."""
        return _restored, (type(self), self.args, vars(self))


def _restored(kind: type[RooftopError], args: tuple[Any, ...], attributes: dict[str, Any]) -> RooftopError:
    error = kind.__new__(kind, *args)
    vars(error).update(attributes)
    return error


class InvalidArgument(RooftopError):
    """An argument that makes no sense, such as a seed that is no number. Subclasses are for names that nothing has."""


class UnknownGame(InvalidArgument):
    """No game has that name."""


class UnknownVariant(InvalidArgument):
    """The game has no variant of that name."""


class UnknownSeat(InvalidArgument):
    """The table has no such seat."""


class UnknownBot(InvalidArgument):
    """No bot, or no level of bots, has that name."""


class UnknownDice(InvalidArgument):
    """No random number generator has that name."""


class UnknownLanguage(InvalidArgument):
    """Nothing is translated into that language."""


class UnknownMove(RooftopError):
    """The text or number is no move of this game at all."""


class AmbiguousMove(RooftopError):
    """The text fits several legal moves."""


class IllegalMove(RooftopError):
    """A move of this game that the rules do not allow now; `rule` is the number of the rule against it."""

    def __init__(self, rule: str, message: Message) -> None:
        super().__init__("errors.illegal", reason=message, rule=rule)
        self.rule = rule


class PositionError(RooftopError):
    """A position that no table can show."""

    def __init__(self, where: str, key: str, **parts: object) -> None:
        super().__init__("errors.position", where=where, reason=Message(key, parts))
        self.where = where


class RecordError(RooftopError):
    """A record that cannot be read or replayed; `line` is where."""

    def __init__(self, line: int, key: str, **parts: object) -> None:
        super().__init__("errors.record", line=line, reason=Message(key, parts))
        self.line = line


class CannotUndo(RooftopError):
    """There is no decision to take back."""
