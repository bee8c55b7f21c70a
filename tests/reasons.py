"""Cross-check of `legal` and `against` over all moves, in every position of random games."""

import numpy as np

from rooftop.core.dice import dice, roll
from rooftop.core.dispatch import against, apply, legal, start
from rooftop.core.game import Game
from rooftop.core.rule import Ints, rule
from rooftop.core.state import S, State


def given_reasons(game: Game[S], count: int) -> Ints:
    """How often each reason is given against a move, in that many random games of each of the game's tables."""
    state, moves, given = game.new_states(1)[0], game.new_moves(), np.zeros(len(game.rules.REASONS), np.int64)
    for variant in range(len(game.variants)):
        for players in game.players:
            disputed = ask_in_random_games(state, players, variant, count, moves, given, dice(1, players))
            assert disputed < 0, game.words.text(state, disputed)
    return given


@rule
def ask_in_random_games(
    state: State, players: int, variant: int, count: int, moves: Ints, given: Ints, dice: Ints
) -> int:
    """The first move on which `legal` and `against` disagree, or -1. Counts the reasons given."""
    for _ in range(count):
        start(state, players, variant, -1, dice)
        while state.player >= 0:
            n = legal(state, moves)
            disputed = ask(state, moves, n, given)
            if disputed >= 0:
                return disputed
            apply(state, int(moves[roll(dice, n)]), dice)
        disputed = ask(state, moves, 0, given)
        if disputed >= 0:
            return disputed
    return -1


@rule
def ask(state: State, moves: Ints, n: int, given: Ints) -> int:
    """The same for one position, whose legal moves are the first `n` of `moves`."""
    listed = 0
    for move in range(len(moves)):
        reason = against(state, move)
        is_listed = listed < n and moves[listed] == move
        if is_listed != (reason == 0):
            return move
        listed += is_listed
        given[reason] += 1
    return -1
