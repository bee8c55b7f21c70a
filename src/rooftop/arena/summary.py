"""Statistics of an arena: a row per bot, and a test for each pair of neighbours in the ranking."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from rooftop.arena.intervals import CONFIDENCE, Floats, decided, interval
from rooftop.arena.play import Played, Setup
from rooftop.arena.ratings import distances_known, rating_intervals, ratings
from rooftop.core.extras import needs

with needs("arena"):
    from scipy import stats


class Deals:
    """The games so far, grouped by deal.

    A deal counts once all its games, and those of all earlier deals, have been played. Otherwise stopping an arena
    would bias the sample against long games.
    """

    def __init__(self, setup: Setup, games: Iterable[Played] = ()) -> None:
        self.setup = setup
        self._size = setup.games_per_deal
        self.complete: list[list[Played]] = []
        self.wins: list[Floats] = []
        """For each complete deal, how often each bot (row) placed before each other one (column)."""
        self.played: dict[tuple[int, int], Played] = {}
        """Every game, of complete and incomplete deals, by deal and number."""
        for game in games:
            self.add(game)

    def add(self, game: Played) -> None:
        self.played[game.deal, game.number] = game

    def advance(self) -> bool:
        """Count the next deal if all its games have been played. Returns whether they have."""
        deal = self._next_deal()
        if deal:
            self.complete.append(deal)
            self.wins.append(count_wins(self.setup.bots, deal))
        return bool(deal)

    def _next_deal(self) -> list[Played]:
        """The games of the first deal that does not count yet, empty while one is missing."""
        keys = [(len(self.complete), number) for number in range(self._size)]
        return [self.played[key] for key in keys] if all(key in self.played for key in keys) else []

    def games(self) -> list[Played]:
        return [game for deal in self.complete for game in deal]

    def results_of_step(self, step: int) -> Floats:
        """For each deal, the share of comparisons that a bot won against the next one in the given order."""
        wins = np.array(self.wins).reshape(-1, len(self.setup.bots), len(self.setup.bots))
        upper, lower = wins[:, step, step + 1], wins[:, step + 1, step]
        return np.asarray(upper / (upper + lower))

    def sure(self) -> bool:
        """Whether every pair of neighbours is decided."""
        return all(decided(self.results_of_step(step)) for step in range(len(self.setup.bots) - 1))


def count_wins(bots: tuple[str, ...], games: list[Played]) -> Floats:
    """How often each bot (row) placed before each other one (column). A shared place is half a win for each."""
    wins = np.zeros((len(bots), len(bots)))
    for game in games:
        for one, other in combinations(range(len(game.seats)), 2):
            a, b = bots.index(game.seats[one]), bots.index(game.seats[other])
            if a != b:
                lead = np.sign(game.places[other] - game.places[one])
                wins[a, b] += (1 + lead) / 2
                wins[b, a] += (1 - lead) / 2
    return wins


@dataclass(frozen=True)
class Row:
    bot: str
    games: int
    win_share: float
    win_interval: tuple[float, float]
    points: float
    place: float
    rating: float
    rating_interval: tuple[float, float] | None
    """None with a single deal."""
    seconds: float
    """Mean time of a decision."""
    seconds_p95: float
    decisions_per_second: float
    points_by_seat: tuple[float, ...]
    points_by_seat_margin: tuple[float, ...]
    """Half the width of the 95 % confidence interval."""


@dataclass(frozen=True)
class Step:
    """The comparison of two neighbours in the given order."""

    upper: str
    lower: str
    share: float
    """The share of their comparisons that the upper one won."""
    interval: tuple[float, float]
    decided: bool


@dataclass(frozen=True)
class Summary:
    setup: Setup
    deals: int
    games: int
    rows: tuple[Row, ...]
    steps: tuple[Step, ...]
    distances_known: bool
    """False if a group of bots has won every game against the others: their rating gap is only a lower bound."""


def summarize(deals: Deals) -> Summary:
    """Summarize at least one complete deal."""
    wins = np.array(deals.wins)
    rated = ratings(wins.sum(axis=0))
    low, high = rating_intervals(wins, deals.setup.seed)
    rows = tuple(
        _row(deals, bot, rated[n], None if np.isnan(low[n]) else (low[n], high[n]))
        for n, bot in enumerate(deals.setup.bots)
    )
    steps = tuple(_step(deals, n, *pair) for n, pair in enumerate(pairwise(deals.setup.bots)))
    known = distances_known(wins.sum(axis=0))
    return Summary(deals.setup, len(deals.complete), len(deals.games()), rows, steps, known)


def _row(deals: Deals, bot: str, rating: float, rating_interval: tuple[float, float] | None) -> Row:
    own = [[game for game in deal if bot in game.seats] for deal in deals.complete]
    win_shares = [float(np.mean([share_of_win(game, bot) for game in games])) for games in own]
    seats = [
        (game, seat) for games in own for game in games for seat in range(len(game.seats)) if game.seats[seat] == bot
    ]
    seconds = np.array([second for game, seat in seats for second in game.seconds[seat]])
    by_seat, margins = zip(*[_points_at(own, bot, seat) for seat in range(deals.setup.players)], strict=True)
    return Row(
        bot=bot,
        games=sum(len(games) for games in own),
        win_share=float(np.mean(win_shares)),
        win_interval=interval(win_shares),
        points=float(np.mean([game.scores[seat] for game, seat in seats])),
        place=float(np.mean([game.places[seat] for game, seat in seats])),
        rating=float(rating),
        rating_interval=rating_interval and (float(rating_interval[0]), float(rating_interval[1])),
        seconds=float(seconds.mean()),
        seconds_p95=float(np.quantile(seconds, 0.95)),
        decisions_per_second=float(len(seconds) / seconds.sum()),
        points_by_seat=by_seat,
        points_by_seat_margin=margins,
    )


def share_of_win(game: Played, bot: str) -> float:
    """The bot's share of the win: winners split it equally."""
    winners = [name for name, place in zip(game.seats, game.places, strict=True) if place == 1]
    return winners.count(bot) / len(winners)


def _points_at(own: list[list[Played]], bot: str, seat: int) -> tuple[float, float]:
    """Mean points of a bot in a seat, and half the width of the 95 % confidence interval. Deals are the independent
    samples."""
    points = [np.mean([game.scores[seat] for game in games if game.seats[seat] == bot]) for games in own]
    margin = stats.sem(points) * stats.t.ppf((1 + CONFIDENCE) / 2, len(points) - 1) if len(points) > 1 else 0.0
    return float(np.mean(points)), float(margin)


def _step(deals: Deals, number: int, upper: str, lower: str) -> Step:
    results = deals.results_of_step(number)
    return Step(upper, lower, float(results.mean()), interval(results), decided(results))
