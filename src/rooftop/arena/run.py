"""Run an arena, from setup to report."""

import argparse
import secrets
import sys
from contextlib import ExitStack, closing
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

from rooftop.arena import log
from rooftop.arena.cluster import play_on_ray
from rooftop.arena.play import Setup, ready_bots, tasks
from rooftop.arena.processes import play_here
from rooftop.arena.report import Report
from rooftop.arena.summary import Deals, summarize
from rooftop.core.errors import InvalidArgument, RooftopError
from rooftop.core.game import find_game
from rooftop.core.messages import Message

INTERRUPTED = 130


def run(options: argparse.Namespace) -> int:
    """Play, report, and return the exit status."""
    path = Path(options.out) / log.NAME if options.out else None
    setup = _setup(options, path)
    # Round up to whole deals.
    most = -(-options.games // setup.games_per_deal)
    deals = Deals(setup, [game for game in log.read_games(path) if game.deal < most] if path else [])
    try:
        _play(options, deals, most, path)
        status = 0
    except KeyboardInterrupt:
        status = INTERRUPTED
    _report(options, deals, path)
    if status and path:
        print(Message("arena.go_on").say(options.language))
    return status


def _setup(options: argparse.Namespace, path: Path | None) -> Setup:
    if options.resume and not path:
        raise InvalidArgument("arena.resume_where")
    if len(options.bots) < 2 or len(set(options.bots)) < len(options.bots):
        raise InvalidArgument("arena.bots")
    game = find_game(options.game)
    players = game.check_players(options.players)
    variant = game.variants[game.variant(options.variant)]
    before = log.read_setup(path) if path else None
    seed = options.seed
    if seed is None:
        seed = before.seed if before else secrets.randbits(32)
    setup = Setup(game.name, game.version, variant, players, tuple(options.bots), options.budget, seed)
    if before and not options.resume:
        raise RooftopError("arena.exists", folder=options.out)
    if before and before != setup:
        differences = [name for name, value in asdict(before).items() if value != getattr(setup, name)]
        raise RooftopError("arena.other_setup", folder=options.out, differences=", ".join(differences))
    # Validate the bots' names, and compile once, with a progress bar, before the workers start.
    ready_bots(setup)
    return setup


def _play(options: argparse.Namespace, deals: Deals, most: int, path: Path | None) -> None:
    """Play the remaining deals, or stop early when the ranking is decided."""
    if _enough(options, deals):
        return
    left = tasks(deals.setup, most, set(deals.played))
    local = options.ray is None
    games = play_here(deals.setup, left) if local else play_on_ray(deals.setup, left, options.ray or None)
    with ExitStack() as stack:
        stack.enter_context(closing(games))
        file = stack.enter_context(log.appending(path, deals.setup)) if path else None
        progress = stack.enter_context(_bar())
        bar = progress.add_task("", total=most * deals.setup.games_per_deal, completed=len(deals.played))
        for game in games:
            if file:
                log.add(file, game)
            progress.advance(bar)
            deals.add(game)
            if _enough(options, deals):
                break


def _enough(options: argparse.Namespace, deals: Deals) -> bool:
    """Count complete deals. With `until_sure`, stop at the first that decides the ranking and return True.

    Later deals that other workers have already finished do not count, so the result does not depend on the number of
    cores.
    """
    while deals.advance():
        if options.until_sure and deals.sure():
            return True
    return False


def _bar() -> Progress:
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(file=sys.stderr), disable=not sys.stderr.isatty(), transient=True)


def _report(options: argparse.Namespace, deals: Deals, path: Path | None) -> None:
    if not deals.complete:
        print(Message("arena.nothing").say(options.language))
        return
    report = Report(summarize(deals), options.language)
    report.print()
    if path:
        report.save(path.parent, deals.games())
