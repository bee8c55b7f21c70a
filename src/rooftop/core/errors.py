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
    """Any error a user of the library can cause. `str()` is English; `message.say(language)` translates it.

    >>> try:
    ...     rooftop.Match("chess")
    ... except rooftop.RooftopError as error:
    ...     print(error.message.say("de"))
    Ein Spiel namens „chess“ gibt es nicht. ...
    """

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
    """An argument that makes no sense, such as a seed that is no number. Subclasses are for names that nothing has.

    >>> rooftop.Match("skyliners", seed="x")
    Traceback (most recent call last):
    rooftop.core.errors.InvalidArgument: A seed is a whole number, not 'x' (str).
    """


class UnknownGame(InvalidArgument):
    """No game has that name.

    >>> rooftop.Match("chess")
    Traceback (most recent call last):
    rooftop.core.errors.UnknownGame: There is no game called “chess”. Choose from ...
    """


class UnknownVariant(InvalidArgument):
    """The game has no variant of that name.

    >>> rooftop.Match("skyliners", variant="long")
    Traceback (most recent call last):
    rooftop.core.errors.UnknownVariant: Skyliners has no variant called “long”. Choose from full, intro.
    """


class UnknownSeat(InvalidArgument):
    """The table has no such seat.

    >>> rooftop.Match("skyliners", players=2).view(5)
    Traceback (most recent call last):
    rooftop.core.errors.UnknownSeat: There is no seat 5; the seats are 0 to 1.
    """


class UnknownBot(InvalidArgument):
    """No bot, or no level of bots, has that name.

    >>> rooftop.Match("skyliners").hint("genius")
    Traceback (most recent call last):
    rooftop.core.errors.UnknownBot: There is no bot called “genius”. Choose from easy, medium, hard, expert.
    """


class UnknownDice(InvalidArgument):
    """No random number generator has that name.

    >>> rooftop.Match("skyliners", dice="d6")
    Traceback (most recent call last):
    rooftop.core.errors.UnknownDice: There are no dice called “d6”. Choose from xoshiro128++, chacha20.
    """


class UnknownLanguage(InvalidArgument):
    """Nothing is translated into that language.

    >>> rooftop.Match("skyliners").log(0, "fr")
    Traceback (most recent call last):
    rooftop.core.errors.UnknownLanguage: There is no language called “fr”. Choose from en, de, nl.
    """


class UnknownMove(RooftopError):
    """The text or number is no move of this game at all.

    >>> rooftop.Match("skyliners").play("tower")
    Traceback (most recent call last):
    rooftop.core.errors.UnknownMove: “tower” is not a move in this game.
    """


class AmbiguousMove(RooftopError):
    """The text fits several legal moves.

    >>> rooftop.Match("skyliners").play("floor")
    Traceback (most recent call last):
    rooftop.core.errors.AmbiguousMove: “floor” can mean several moves: ...
    """


class IllegalMove(RooftopError):
    """A move of this game that the rules do not allow now; `rule` is the number of the rule against it.

    >>> rooftop.Match("skyliners").play("roof c3")
    Traceback (most recent call last):
    rooftop.core.errors.IllegalMove: Not there: the park in the middle stays (SL-1).
    """

    def __init__(self, rule: str, message: Message) -> None:
        super().__init__("errors.illegal", reason=message, rule=rule)
        self.rule = rule


class PositionError(RooftopError):
    """A position that no table can show.

    >>> rooftop.Match.from_position({"game": "skyliners", "players": 7})
    Traceback (most recent call last):
    rooftop.core.errors.PositionError: position.players: this must be a whole number from 0 to 4, not 7.
    """

    def __init__(self, where: str, key: str, **parts: object) -> None:
        super().__init__("errors.position", where=where, reason=Message(key, parts))
        self.where = where


class RecordError(RooftopError):
    """A record that cannot be read or replayed; `line` is where.

    >>> rooftop.Match.from_record("[Game chess]")
    Traceback (most recent call last):
    rooftop.core.errors.RecordError: Line 1: “[Game chess]” is not a tag. ...
    """

    def __init__(self, line: int, key: str, **parts: object) -> None:
        super().__init__("errors.record", line=line, reason=Message(key, parts))
        self.line = line


class CannotUndo(RooftopError):
    """There is no decision to take back.

    >>> rooftop.Match("skyliners").undo()
    Traceback (most recent call last):
    rooftop.core.errors.CannotUndo: There is nothing to take back.
    """
