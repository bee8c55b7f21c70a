"""Reports: tables for the terminal, and files for programs."""

import csv
import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from rooftop.arena import plots
from rooftop.arena.play import Played
from rooftop.arena.summary import Row, Summary
from rooftop.core.game import find_game
from rooftop.core.messages import Message, Number, printable

PIPE_WIDTH = 140
"""Console width when output is not a terminal, so that no line wraps."""


class Report:
    def __init__(self, summary: Summary, language: str) -> None:
        self.summary = summary
        self.language = language
        self.console = Console(highlight=False, emoji=False)
        if not self.console.is_terminal:
            self.console.width = PIPE_WIDTH

    def say(self, key: str, **parts: object) -> str:
        return Message(f"arena.{key}", parts).say(self.language)

    def print(self) -> None:
        setup = self.summary.setup
        game = find_game(setup.game)
        variant = game.said_variant(setup.variant, self.language)
        self.console.print(
            self.say("title", game=game.title, variant=variant, players=setup.players, seed=setup.seed),
            self.say("played", games=Number(f"{self.summary.games:,}"), deals=Number(f"{self.summary.deals:,}")),
            self.say("budget", percent=Number(f"{100 * setup.budget:g}")),
            sep="\n",
        )
        self.console.print(self._bots())
        equal = 100 / min(len(setup.bots), setup.players)
        self.console.print(self.say("equal", share=Number(f"{equal:.1f}")))
        if not self.summary.distances_known:
            self.console.print(self.say("distances_unknown"))
        self.console.print(self._steps())

    def _bots(self) -> Table:
        columns = ("games", "wins", "points", "place", "rating", "mean_time", "p95_time", "speed")
        table = self._table("bot", *columns)
        for row in sorted(self.summary.rows, key=lambda row: -row.rating):
            table.add_row(row.bot, *(Number(cell).said(self.language) for cell in _cells(row)))
        return table

    def _steps(self) -> Table:
        table = self._table("step", "ahead", "verdict")
        for step in self.summary.steps:
            better = step.upper if step.share > 0.5 else step.lower
            verdict = self.say("decided", bot=better) if step.decided else self.say("open")
            share = Number(f"{100 * step.share:.1f} ({_percent(step.interval)})").said(self.language)
            table.add_row(self.say("against", upper=step.upper, lower=step.lower), share, verdict)
        return table

    def _table(self, first: str, *others: str) -> Table:
        table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(self.say(f"columns.{first}"))
        for name in others:
            table.add_column(self.say(f"columns.{name}"), justify="right")
        return table

    def save(self, folder: Path, games: Iterable[Played]) -> None:
        """Save all games as CSV, the summary as JSON, and the plots."""
        _write_csv(folder / "games.csv", games)
        (folder / "ratings.json").write_text(json.dumps(asdict(self.summary), indent=1) + "\n", "utf-8")
        try:
            plots.draw(self.summary, folder, self.language)
            saved = "saved"
        except ImportError:
            saved = "saved_without_plots"
        self.console.print(self.say(saved, folder=printable(str(folder))), markup=False, soft_wrap=True)


def _cells(row: Row) -> list[str]:
    rating = f"{row.rating:.0f}"
    if row.rating_interval:
        rating += f" ({row.rating_interval[0]:.0f}-{row.rating_interval[1]:.0f})"
    return [
        f"{row.games:,}",
        f"{100 * row.win_share:.1f} ({_percent(row.win_interval)})",
        f"{row.points:.1f}",
        f"{row.place:.2f}",
        rating,
        f"{1000 * row.seconds:.2f}",
        f"{1000 * row.seconds_p95:.2f}",
        f"{row.decisions_per_second:,.0f}" if row.decisions_per_second >= 10 else f"{row.decisions_per_second:.1f}",
    ]


def _percent(interval: tuple[float, float]) -> str:
    return f"{100 * interval[0]:.1f}-{100 * interval[1]:.1f}"


def _write_csv(path: Path, games: Iterable[Played]) -> None:
    """Write one row per seat and game."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["deal", "game", "seed", "seat", "bot", "points", "place", "decisions", "seconds"])
        for game in games:
            for seat, bot in enumerate(game.seats):
                times = game.seconds[seat]
                result = [bot, game.scores[seat], game.places[seat], len(times), f"{sum(times):.6f}"]
                table.writerow([game.deal, game.number, game.seed, seat, *result])
