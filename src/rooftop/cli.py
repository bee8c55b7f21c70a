"""The command `rooftop`."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import NoReturn, TypeVar

from rooftop.core.messages import LANGUAGES, shown

MAX_ERROR_LENGTH = 300
WRONG_USE = 2
"""The exit status that argparse has for it too."""

Number = TypeVar("Number", int, float)


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors quote user input safely."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USE, f"{self.prog}: {shown(message, MAX_ERROR_LENGTH)} ({self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.print_help()
        return WRONG_USE
    # Import Numba and the games only now: `--help` must be quick.
    from rooftop import commands
    from rooftop.core import progress
    from rooftop.core.errors import InvalidArgument, RooftopError

    progress.STYLE.language, progress.STYLE.bars = options.language, not getattr(options, "plain", False)
    try:
        status: int = getattr(commands, options.command)(options)
    except RooftopError as error:
        print(f"rooftop: {error.message.say(options.language)}", file=sys.stderr)
        return WRONG_USE if isinstance(error, InvalidArgument) else 1
    except KeyboardInterrupt:
        return 130
    return status


def _parser() -> Parser:
    parser = Parser(prog="rooftop", description="Skyline-building board games by their rulebooks.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"rooftop {version('rooftop')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    commands.add_parser("games", help="list the games", parents=[_language()])

    play = commands.add_parser(
        "play",
        help="play in the terminal, against bots or people at the same keyboard",
        parents=[_language(), _table()],
    )
    play.add_argument("game", help="the name of a game, or the file of a saved one")
    play.add_argument(
        "--bots", metavar="NAMES", help="a bot for each of the last seats, with commas: hard,easy; or none"
    )
    play.add_argument(
        "--first", metavar="SEAT", help="who begins: the number or the colour of a seat (default: random)"
    )
    play.add_argument("--plain", action="store_true", help="no colours and no clearing, for screen readers and pipes")

    simulate = commands.add_parser("simulate", help="play random games at full speed", parents=[_language(), _table()])
    simulate.add_argument("game", help="the name of a game")
    simulate.add_argument("--games", type=_count, default=100_000, metavar="N", help="how many (default 100000)")

    hint = commands.add_parser("hint", help="what a bot would do in a saved game", parents=[_language()])
    hint.add_argument("file", help="a saved game")
    hint.add_argument("--level", default="hard", metavar="NAME", help="of the bot asked (default hard)")

    arena = commands.add_parser(
        "arena", help="let bots play each other and rate them", parents=[_language(), _table()], allow_abbrev=False
    )
    arena.add_argument("game", help="the name of a game")
    arena.add_argument("bots", nargs="+", metavar="BOT", help="the strongest first")
    arena.add_argument("--games", type=_count, default=1000, metavar="N", help="how many at most (default 1000)")
    arena.add_argument("--budget", type=_part, default=1.0, metavar="PART", help="of every level's: 0.1 for a tenth")
    arena.add_argument("--until-sure", action="store_true", help="stop when each bot is known to differ from the next")
    arena.add_argument("--out", metavar="FOLDER", help="for games, table and plots")
    arena.add_argument("--resume", action="store_true", help="go on with what the folder holds")
    arena.add_argument("--ray", nargs="?", const="", metavar="ADDRESS", help="on a Ray cluster (default: a local one)")

    serve = commands.add_parser("serve", help="serve tables to the network", parents=[_language()])
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen on (default 127.0.0.1: this machine)")
    serve.add_argument("--port", type=_port, default=8000, metavar="N", help="(default 8000; 0: any that is free)")
    serve.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://USER@HOST/NAME (default: SQLite in your data folder)",
    )
    serve.add_argument("--workers", type=_count, default=1, metavar="N", help="processes that serve (default 1)")
    serve.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name under which the server is reached, besides its addresses and the machine's own name",
    )
    serve.add_argument(
        "--connections", type=_count, metavar="N", help="open at once for a process (default: as the system allows)"
    )
    serve.add_argument(
        "--connections-each",
        type=_whole,
        default=256,
        metavar="N",
        help="open at once from one address (default 256; 0: no limit, behind a proxy that has one)",
    )

    replay = commands.add_parser("replay", help="step through a saved game", parents=[_language()])
    replay.add_argument("file", help="a saved game, or the folder of an arena")
    replay.add_argument(
        "--game", type=_deal_and_game, default=(0, 0), metavar="DEAL/GAME", help="of the arena (default 0/0: the first)"
    )
    replay.add_argument("--check", action="store_true", help="only replay it and say whether every move is legal")
    replay.add_argument("--plain", action="store_true", help="no colours and no clearing")
    return parser


def _language() -> Parser:
    parser = Parser(add_help=False)
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=_system_language(),
        help="of what is said (default: your locale's)",
    )
    return parser


def _table() -> Parser:
    parser = Parser(add_help=False)
    parser.add_argument("--players", type=_integer, metavar="N", help="how many sit at the table (default 4)")
    parser.add_argument("--variant", metavar="NAME", help="of the game; `rooftop games` lists them")
    parser.add_argument("--seed", type=_integer, metavar="N", help="the same seed gives the same deal")
    return parser


def _system_language() -> str:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        language = os.environ.get(variable, "")[:2]
        if language:
            return language if language in LANGUAGES else "en"
    return "en"


def _read(kind: Callable[[str], Number], text: str, name: str) -> Number:
    try:
        return kind(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{name}, not {text}") from None


def _integer(text: str) -> int:
    return _read(int, text, "a whole number")


def _port(text: str) -> int:
    number = _integer(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("0 to 65535")
    return number


def _count(text: str) -> int:
    number = _integer(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def _whole(text: str) -> int:
    number = _integer(text)
    if number < 0:
        raise argparse.ArgumentTypeError("at least 0")
    return number


def _part(text: str) -> float:
    number = _read(float, text, "a number")
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError("more than 0")
    return number


def _deal_and_game(text: str) -> tuple[int, int]:
    deal, _, game = text.partition("/")
    return _whole(deal), _whole(game)


if __name__ == "__main__":
    sys.exit(main())
