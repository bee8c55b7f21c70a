"""The command `rooftop`."""

import argparse
import ipaddress
import os
import re
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from itertools import pairwise
from typing import NoReturn, TypeVar

from rooftop.catalogue import translated
from rooftop.core.cache import prefer_shipped
from rooftop.core.messages import LANGUAGES, Message, lookup, shown

MAX_ERROR_LENGTH = 300
WRONG_USE, INTERRUPTED, BROKEN_PIPE = 2, 130, 141
"""Exit statuses: argparse's for wrong use, those of a shell for SIGINT and SIGPIPE."""

AT_ONCE = ("play", "hint", "replay", "serve")
"""Commands that people wait for: they start with shipped machine code. The others are long enough to compile first."""
HYPHENATED_ID = re.compile(r"-\w[\w-]{8,}")
"""An id that begins with a hyphen. No option matches."""
HOST_NAME = re.compile(r"[A-Za-z0-9._-]+")
MOST_DAYS = 36_500
STATUSES = ("waiting", "playing", "over", "closed", "frozen")

Number = TypeVar("Number", int, float)


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors quote user input safely."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USE, f"{self.prog}: {shown(message, MAX_ERROR_LENGTH)} ({self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    typed = _with_ids_kept(sys.argv[1:] if arguments is None else arguments)
    language = _language_of(typed)
    with translated(lookup(language, "command.argparse"), language):
        parser = _parser(language)
        options = parser.parse_args(typed)
        if options.command is None:
            parser.print_help()
            return WRONG_USE
    if options.command in AT_ONCE:
        prefer_shipped()
    _read_environment(parser, options)
    from rooftop.core import progress
    from rooftop.core.errors import InvalidArgument, RooftopError

    progress.STYLE.language, progress.STYLE.bars = options.language, not getattr(options, "plain", False)
    try:
        # Import Numba and the games only now: `--help` must be quick.
        from rooftop import commands

        status: int = getattr(commands, options.command)(options)
    except RooftopError as error:
        print(f"rooftop: {error.message.say(options.language)}", file=sys.stderr)
        return WRONG_USE if isinstance(error, InvalidArgument) else 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read the output, such as `head`, has enough of it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return status


def _with_ids_kept(arguments: Sequence[str]) -> Sequence[str]:
    """Ids of tables and people can begin with a hyphen. Joined to their option, or behind `--`, they are not taken for
    options."""
    if "admin" not in arguments or "--" in arguments:
        return arguments
    others: list[str] = []
    ids: list[str] = []
    for argument in arguments:
        if not HYPHENATED_ID.fullmatch(argument):
            others.append(argument)
        elif others[-1:] == ["--person"]:
            others[-1] += f"={argument}"
        else:
            ids.append(argument)
    return [*others, "--", *ids] if ids else others


def _language_of(arguments: Sequence[str]) -> str:
    """The language that is asked for, found before the arguments are parsed: help and mistakes are told in it."""
    asked = [after for option, after in pairwise(arguments) if option == "--language"]
    asked += [each.removeprefix("--language=") for each in arguments if each.startswith("--language=")]
    return next((language for language in asked if language in LANGUAGES), _system_language())


def _system_language() -> str:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        language = os.environ.get(variable, "")[:2]
        if language:
            return language if language in LANGUAGES else "en"
    return "en"


def _parser(language: str) -> Parser:
    does, names, helps = (lookup(language, f"command.{section}") for section in ("does", "names", "help"))
    read, shared, table = Reader(language), _language(language, argparse.SUPPRESS), _table(language)
    parser = Parser(
        prog="rooftop",
        description=lookup(language, "command.about"),
        parents=[_language(language, language)],
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"rooftop {version('rooftop')}", help=helps["version"])
    commands = parser.add_subparsers(dest="command", metavar=names["command"])

    commands.add_parser("games", help=does["games"], parents=[shared])

    play = commands.add_parser("play", help=does["play"], parents=[shared, table])
    play.add_argument("game", metavar=names["game"], help=helps["game_or_file"])
    play.add_argument("--bots", type=str.casefold, metavar=names["bots"], help=helps["bots"])
    play.add_argument("--first", metavar=names["seat"], help=helps["first"])
    play.add_argument("--plain", action="store_true", help=helps["plain"])

    simulate = commands.add_parser("simulate", help=does["simulate"], parents=[shared, table])
    simulate.add_argument("game", type=str.casefold, metavar=names["game"], help=helps["game"])
    simulate.add_argument("--games", type=read.count, default=100_000, metavar=names["number"], help=helps["simulated"])

    hint = commands.add_parser("hint", help=does["hint"], parents=[shared])
    hint.add_argument("file", metavar=names["file"], help=helps["file"])
    hint.add_argument("--level", type=str.casefold, default="hard", metavar=names["name"], help=helps["level"])

    arena = commands.add_parser("arena", help=does["arena"], parents=[shared, table], allow_abbrev=False)
    arena.add_argument("game", type=str.casefold, metavar=names["game"], help=helps["game"])
    arena.add_argument("bots", type=str.casefold, nargs="+", metavar=names["bot"], help=helps["arena_bots"])
    arena.add_argument("--games", type=read.count, default=1000, metavar=names["number"], help=helps["arena_games"])
    arena.add_argument("--budget", type=read.part, default=1.0, metavar=names["part"], help=helps["budget"])
    arena.add_argument("--until-sure", action="store_true", help=helps["until_sure"])
    arena.add_argument("--out", metavar=names["folder"], help=helps["out"])
    arena.add_argument("--resume", action="store_true", help=helps["resume"])
    arena.add_argument("--ray", nargs="?", const="", metavar=names["address"], help=helps["ray"])

    commands.add_parser("warm", help=does["warm"], parents=[shared])

    serve = commands.add_parser("serve", help=does["serve"], parents=[shared, _database(language)])
    serve.add_argument("--host", metavar=names["address"], help=helps["host"])
    serve.add_argument("--port", type=read.port, metavar=names["number"], help=helps["port"])
    serve.add_argument("--workers", type=read.count, metavar=names["number"], help=helps["workers"])
    serve.add_argument("--allow-host", action="append", type=read.host, metavar=names["name"], help=helps["allow_host"])
    serve.add_argument("--connections", type=read.count, metavar=names["number"], help=helps["connections"])
    serve.add_argument("--connections-each", type=read.whole, metavar=names["number"], help=helps["connections_each"])
    serve.set_defaults(proxies=None)  # has no option

    admin = commands.add_parser("admin", help=does["admin"], parents=[shared])
    _add_admin_actions(admin, language, [shared, _database(language)])

    for copying in ("backup", "restore"):
        copies = commands.add_parser(copying, help=does[copying], parents=[shared, _database(language)])
        copies.add_argument("file", metavar=names["file"], help=helps["backup"])

    replay = commands.add_parser("replay", help=does["replay"], parents=[shared])
    replay.add_argument("file", metavar=names["file"], help=helps["file_or_folder"])
    replay.add_argument("--game", type=read.deal_and_game, metavar="DEAL/GAME", help=helps["replay_game"])
    replay.add_argument("--check", action="store_true", help=helps["check"])
    replay.add_argument("--open", action="store_true", help=helps["open"])
    replay.add_argument("--plain", action="store_true", help=helps["plain"])
    return parser


def _add_admin_actions(admin: Parser, language: str, parents: list[Parser]) -> None:
    does, names, helps = (lookup(language, f"command.{section}") for section in ("admin", "names", "help"))
    read = Reader(language)
    actions = admin.add_subparsers(dest="action", metavar=names["command"], required=True)

    def add(action: str) -> argparse.ArgumentParser:
        return actions.add_parser(action, help=does[action], parents=parents)

    tables = add("tables")
    tables.add_argument("--status", choices=STATUSES, help=helps["status"])
    tables.add_argument("--game", type=str.casefold, metavar=names["name"], help=helps["game"])
    tables.add_argument("--person", metavar=names["person"], help=helps["person"])
    tables.add_argument("--older-than", type=read.days, metavar=names["days"], help=helps["older_than"])
    add("end").add_argument("table", metavar=names["table"], help=helps["table"])
    add("people").add_argument("name", metavar=names["name"], help=helps["person_name"])
    add("export").add_argument("person", metavar=names["person"], help=helps["person"])
    delete = add("delete")
    delete.add_argument("person", metavar=names["person"], help=helps["person"])
    prune = add("prune")
    prune.add_argument("--older-than", type=read.days, required=True, metavar=names["days"], help=helps["older_than"])
    for sweeping in (delete, prune):
        sweeping.add_argument("--yes", action="store_true", help=helps["yes"])
    add("vacuum")


def _read_environment(parser: Parser, options: argparse.Namespace) -> None:
    """Fill in what was not given as an option: from the environment, else by default."""
    read = Reader(options.language)
    settings: dict[str, tuple[str, Callable[[str], object], object]] = {
        "host": ("ROOFTOP_HOST", str, "127.0.0.1"),
        "port": ("ROOFTOP_PORT", read.port, 8000),
        "database": ("ROOFTOP_DATABASE", str, None),
        "workers": ("ROOFTOP_WORKERS", read.count, 1),
        "allow_host": ("ROOFTOP_ALLOW_HOSTS", read.hosts, []),
        "connections": ("ROOFTOP_CONNECTIONS", read.count, None),
        "connections_each": ("ROOFTOP_CONNECTIONS_EACH", read.whole, 256),
        "proxies": ("FORWARDED_ALLOW_IPS", read.proxies, []),
    }
    for option, (variable, kind, default) in settings.items():
        if option not in options or getattr(options, option) is not None:
            continue
        text = os.environ.get(variable, "").strip()
        try:
            setattr(options, option, kind(text) if text else default)
        except argparse.ArgumentTypeError as error:
            parser.exit(WRONG_USE, f"{parser.prog}: {variable}: {shown(str(error), MAX_ERROR_LENGTH)}\n")


def _language(language: str, default: str) -> Parser:
    """The option for the language, before or after the command: the last one counts."""
    parser = Parser(add_help=False)
    parser.add_argument(
        "--language", choices=LANGUAGES, default=default, help=lookup(language, "command.help.language")
    )
    return parser


def _database(language: str) -> Parser:
    parser = Parser(add_help=False)
    parser.add_argument("--database", metavar="URL", help=lookup(language, "command.help.database"))
    return parser


def _table(language: str) -> Parser:
    names, helps, read = lookup(language, "command.names"), lookup(language, "command.help"), Reader(language)
    parser = Parser(add_help=False)
    parser.add_argument("--players", type=read.integer, metavar=names["number"], help=helps["players"])
    parser.add_argument("--variant", type=str.casefold, metavar=names["name"], help=helps["variant"])
    parser.add_argument("--seed", type=read.integer, metavar=names["number"], help=helps["seed"])
    return parser


class Reader:
    """Reads numbers and names among the arguments, and says in a language what is wrong with them."""

    def __init__(self, language: str) -> None:
        self.language = language

    def _wrong(self, key: str, **parts: object) -> argparse.ArgumentTypeError:
        return argparse.ArgumentTypeError(Message(f"command.wrong.{key}", parts).say(self.language))

    def _read(self, kind: Callable[[str], Number], text: str, wanted: str) -> Number:
        try:
            return kind(text)
        except ValueError:
            raise self._wrong(wanted, text=text) from None

    def _least(self, least: int, text: str) -> int:
        number = self.integer(text)
        if number < least:
            raise self._wrong("least", least=least)
        return number

    def integer(self, text: str) -> int:
        return self._read(int, text, "whole")

    def whole(self, text: str) -> int:
        return self._least(0, text)

    def days(self, text: str) -> int:
        number = self.whole(text)
        if number > MOST_DAYS:
            raise self._wrong("most", most=MOST_DAYS)
        return number

    def count(self, text: str) -> int:
        return self._least(1, text)

    def port(self, text: str) -> int:
        number = self.integer(text)
        if not 0 <= number <= 65535:
            raise self._wrong("port")
        return number

    def host(self, text: str) -> str:
        if not HOST_NAME.fullmatch(text):
            raise self._wrong("host", text=text)
        return text

    def hosts(self, text: str) -> list[str]:
        return [self.host(name) for name in _names(text)]

    def proxies(self, text: str) -> list[str]:
        return [self._network(name) for name in _names(text)]

    def _network(self, text: str) -> str:
        try:
            return str(ipaddress.ip_network(text))
        except ValueError:
            raise self._wrong("network", text=text) from None

    def part(self, text: str) -> float:
        number = self._read(float, text, "number")
        if not 0 < number < float("inf"):
            raise self._wrong("positive")
        return number

    def deal_and_game(self, text: str) -> tuple[int, int]:
        numbers = text.split("/")
        if len(numbers) != 2 or not all(number.isdecimal() and len(number) < 10 for number in numbers):
            raise self._wrong("deal_and_game", text=text)
        return int(numbers[0]), int(numbers[1])


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


if __name__ == "__main__":
    sys.exit(main())
