"""Plots: ratings with confidence intervals, and points by seat."""

from pathlib import Path
from typing import TYPE_CHECKING

from rooftop.arena.summary import Summary
from rooftop.core.game import find_game
from rooftop.core.messages import Message

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw(summary: Summary, folder: Path, language: str) -> None:
    """Write the plots into a folder. Raises ImportError without matplotlib."""
    plots = {"ratings.svg": _ratings(summary, language), "seats.svg": _seats(summary, language)}
    for name, figure in plots.items():
        figure.savefig(folder / name, metadata={"Date": None})


def _ratings(summary: Summary, language: str) -> "Figure":
    from matplotlib.figure import Figure

    rows = sorted(summary.rows, key=lambda row: row.rating)
    figure = Figure(figsize=(7, 1.2 + 0.45 * len(rows)), layout="constrained")
    axes = figure.subplots()
    ends = [row.rating_interval or (row.rating, row.rating) for row in rows]
    # A bootstrap percentile interval need not contain the estimate: clamp the error bars at 0.
    bars = [[max(0, row.rating - low) for row, (low, _) in zip(rows, ends, strict=True)]]
    bars += [[max(0, high - row.rating) for row, (_, high) in zip(rows, ends, strict=True)]]
    axes.errorbar([row.rating for row in rows], [row.bot for row in rows], xerr=bars, fmt="o", capsize=4)
    axes.set_xlabel(Message("arena.rating_axis").say(language))
    axes.set_title(_title(summary, language))
    axes.grid(axis="x", alpha=0.3)
    return figure


def _seats(summary: Summary, language: str) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    width = 0.8 / len(summary.rows)
    for n, row in enumerate(summary.rows):
        middles = [seat + (n - (len(summary.rows) - 1) / 2) * width for seat in range(summary.setup.players)]
        axes.bar(middles, row.points_by_seat, width, yerr=row.points_by_seat_margin, capsize=2, label=row.bot)
    axes.set_xticks(range(summary.setup.players))
    axes.set_xlabel(Message("arena.seat_axis").say(language))
    axes.set_ylabel(Message("arena.points_axis").say(language))
    axes.set_title(_title(summary, language))
    figure.legend(loc="outside lower center", ncols=len(summary.rows))
    return figure


def _title(summary: Summary, language: str) -> str:
    setup, game = summary.setup, find_game(summary.setup.game)
    parts = {
        "game": game.title,
        "variant": game.said_variant(setup.variant, language),
        "players": setup.players,
        "games": summary.games,
    }
    return Message("arena.plot_title", parts).say(language)
