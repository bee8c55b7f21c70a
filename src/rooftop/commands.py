"""The implementation of the commands."""

import argparse
import os
import secrets
import signal
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import Progress

from rooftop.bots import DEFAULT_BOT, Bot, check_level, find_bot
from rooftop.core.dice import dice
from rooftop.core.errors import InvalidArgument, RecordError, RooftopError, UnknownGame, UnknownSeat, reason_of
from rooftop.core.extras import needs
from rooftop.core.game import Game, find_game, ready_game
from rooftop.core.game import games as names_of_games
from rooftop.core.match import Match
from rooftop.core.messages import Message, Number, Whole
from rooftop.core.playout import SEATS, WIN
from rooftop.core.playout import simulate as play_random_games
from rooftop.terminal import Replay, Screen, Table
from rooftop.warmup import warm_up

BEST = 5
"""The number of moves that a hint lists."""
LONGEST_RECORD = 1_000_000
"""Characters; a game has some thousands."""
TERMINATED = 143
"""The exit status of a shell for SIGTERM."""


def games(options: argparse.Namespace) -> int:
    for name in names_of_games():
        game = find_game(name)
        print(f"{name:<16}{game.title:<24}{game.said_players:<6}{', '.join(game.variants)}")
    return 0


def play(options: argparse.Namespace) -> int:
    known = options.game.casefold() in names_of_games()
    match = _new_match(options, options.game.casefold()) if known else _game_or_file(options.game)
    bots = _bots(options.bots, match.players)
    return Table(match, bots, Screen(options.language, options.plain), options.bots).play()


def _new_match(options: argparse.Namespace, game: str) -> Match:
    players = find_game(game).check_players(options.players)
    first = _first(options.first, find_game(game), players, options.language)
    return Match(game, players, options.variant, options.seed, first)


def _first(name: str | None, game: Game[Any], players: int, language: str) -> int | None:
    """The seat that begins, by its number or its colour in the chosen language or English. None: a random one."""
    if name in (None, "random"):
        return None
    names = [[*map(str, range(players))], game.seat_names("en")[:players], game.seat_names(language)[:players]]
    for known in names:
        for seat, seat_name in enumerate(known):
            if seat_name.casefold() == name.casefold():
                return seat
    raise UnknownSeat("errors.who", who=name, seats=Whole(", ".join(names[0] + names[2])))


def _game_or_file(name: str) -> Match:
    if not os.path.exists(name):
        raise UnknownGame("errors.no_game_or_file", name=name, games=Whole(", ".join(names_of_games())))
    return _saved_match(name)


def _saved_match(file: str) -> Match:
    try:
        with open(file, encoding="utf-8") as saved:  # not by Path, for which no name is a folder
            text = saved.read(LONGEST_RECORD + 1)
    except FileNotFoundError as error:
        raise InvalidArgument("errors.no_file", file=file) from error
    except (OSError, ValueError) as error:
        raise RooftopError("errors.file", file=file, reason=reason_of(error)) from error
    if len(text) > LONGEST_RECORD:
        raise RooftopError("errors.long_file", file=file)
    try:
        return Match.from_record(text)
    except RecordError as error:
        raise RooftopError("errors.file", file=file, reason=error.message) from error


def _bots(names: str | None, players: int) -> dict[int, Bot]:
    """The bots by seat. They take the last seats."""
    if names == "none":
        return {}
    chosen = [DEFAULT_BOT] * (players - 1) if names is None else [name.strip() for name in names.split(",")]
    if not all(chosen):
        raise InvalidArgument("errors.no_bots")
    if len(chosen) >= players:
        raise InvalidArgument("errors.no_chair", n=len(chosen), players=players)
    return {players - len(chosen) + n: find_bot(name) for n, name in enumerate(chosen)}


def simulate(options: argparse.Namespace) -> int:
    game = ready_game(options.game)
    players = game.check_players(options.players)
    variant = game.variant(options.variant)
    called = game.said_variant(game.variants[variant], options.language)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    state, moves, roller = game.new_states(1)[0], game.new_moves(), dice(seed)
    points, wins = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    decisions, began = 0, time.perf_counter()
    with Progress(disable=not sys.stderr.isatty(), transient=True) as progress:
        bar = progress.add_task(f"{game.title}, {called}", total=options.games)
        done = 0
        while done < options.games:
            chunk = min(1000, options.games - done)
            decisions += play_random_games(state, moves, players, variant, chunk, roller, points, wins)
            done += chunk
            progress.update(bar, completed=done)
    seconds = time.perf_counter() - began

    def say(key: str, **parts: object) -> str:
        return Message(f"simulate.{key}", parts).say(options.language)

    print(say("title", game=game.title, variant=called, players=players, seed=seed))
    print(
        say("speed", games=Number(f"{done:,}"), seconds=Number(f"{seconds:.2f}"), rate=Number(f"{done / seconds:,.0f}"))
    )
    print(say("decisions", mean=Number(f"{decisions / done:.1f}"), rate=Number(f"{decisions / seconds:,.0f}")))
    for seat, name in enumerate(game.seat_names(options.language)[:players]):
        mean, share = Number(f"{points[seat] / done:.2f}"), Number(f"{100 * wins[seat] / (WIN * done):.1f}")
        print(say("seat", player=name, points=mean, share=share))
    return 0


def hint(options: argparse.Namespace) -> int:
    check_level(options.level)
    match = _saved_match(options.file)
    if match.player is None:
        raise RooftopError("errors.hint_over", file=options.file)
    names, screen = match.seat_names(options.language), Screen(options.language, plain=True)
    best = match.hint(options.level)[:BEST]
    screen.say(Message("hint.title", {"player": names[match.player]}))
    for found in best:
        screen.print(found.said(options.language))
    return 0


def arena(options: argparse.Namespace) -> int:
    # SciPy is slow to import, and most commands do not need it.
    from rooftop.arena.run import run

    return run(options)


def warm(options: argparse.Namespace) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))  # exit ends the processes that compile, too
    warm_up()
    return 0


def serve(options: argparse.Namespace) -> int:
    with needs("server"):
        from rooftop.server.run.serve import serve
        from rooftop.server.settings import Settings

    hosts, proxies = tuple(options.allow_host), tuple(options.proxies)
    settings = Settings(_database(options), hosts, options.connections, options.connections_each, proxies)
    return serve(options.host, options.port, settings, options.workers, options.language)


def admin(options: argparse.Namespace) -> int:
    with needs("server"):
        from rooftop.server.run.admin import admin

    return admin(_database(options), options)


def backup(options: argparse.Namespace) -> int:
    with needs("server"):
        from rooftop.server.run.backup import backup

    return backup(_database(options), Path(options.file), options.language)


def restore(options: argparse.Namespace) -> int:
    with needs("server"):
        from rooftop.server.run.backup import restore

    return restore(_database(options), Path(options.file), options.language)


def _database(options: argparse.Namespace) -> str:
    from rooftop.server.storage.database import default_database

    return options.database or default_database()


def replay(options: argparse.Namespace) -> int:
    if os.path.isdir(options.file):
        from rooftop.arena.log import read_match  # SciPy is slow to import

        deal, number = options.game or (0, 0)
        match = read_match(Path(options.file), deal, number, options.language)
    elif options.game:
        raise InvalidArgument("errors.no_arena", file=options.file)
    else:
        match = _saved_match(options.file)
    screen = Screen(options.language, options.plain)
    if options.check:
        key = "terminal.checked_over" if match.over else "terminal.checked"
        screen.say(Message(key, {"file": options.file, "game": match.game.title, "n": match.ply}))
        return 0
    return Replay(match, screen, options.open).play()
