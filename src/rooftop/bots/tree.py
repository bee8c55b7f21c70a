"""Information-set Monte Carlo tree search over any game, compiled.

Every iteration deals anew what the seat cannot know (`redeal`), walks down one tree of moves that all these deals
share, adds one node, plays the game out and counts for every seat what that brought (max^n). A node stands for the
moves that lead to it; which of its children are legal depends on the deal, so each is compared with the visits of
those that are. Where to walk is decided by PUCT, with the game's own `weigh` as the first opinion on a move.
"""

import numpy as np

from rooftop.core.dice import roll
from rooftop.core.dispatch import apply, legal, rank, redeal, score, weigh
from rooftop.core.playout import SEATS
from rooftop.core.rule import Ints, State, record, rule

NODE = record(
    ("move", "i4"),  # that leads here from the parent
    ("child", "i4"),  # the first one, 0 if there is none
    ("sibling", "i4"),  # the next child of the same parent, 0 if there is none
    ("visits", "i4"),
    ("total", "f4", SEATS),  # of the rewards of every seat
    ("won", "f4"),  # how often the seat that searches wins, a shared win in parts
    ("points", "f4"),  # of that seat, added up
)
DEEPEST = 512
MARGIN_SHARE = 0.2
MARGIN_SCALE = 10.0


@rule
def search(
    states: State, nodes: Ints, used: int, moves: Ints, weights: Ints, iterations: int, explore: float, dice: Ints
) -> int:
    """Grow the tree of states[0] by a node an iteration and return how many are used now; states[1] is scratch."""
    seat = int(states[0].player)
    slot = np.zeros(len(moves), np.int32)
    path = np.zeros(DEEPEST, np.int32)
    rewards, won, points = np.zeros(SEATS, np.float32), np.zeros(SEATS, np.float32), np.zeros(SEATS, np.int32)
    for _ in range(iterations):
        states[1] = states[0]
        state = states[1]
        redeal(state, seat, dice)
        depth = 0
        while state.player >= 0 and depth < DEEPEST - 1:
            node = path[depth]
            n = legal(state, moves)
            weigh(state, moves, n, weights)
            arm = choose(nodes, node, slot, moves, weights, n, state.player, explore)
            child = child_of(nodes, node, moves[arm])
            apply(state, int(moves[arm]), dice)
            depth += 1
            if child == 0:
                child = used
                add_child(nodes, node, child, moves[arm])
                used += 1
                path[depth] = child
                break
            path[depth] = child
        play_on(state, moves, weights, dice)
        count_result(state, won, points)
        reward(won, points, state.players, rewards)
        for level in range(depth + 1):
            node = path[level]
            nodes[node].visits += 1
            nodes[node].won += won[seat]
            nodes[node].points += points[seat]
            for player in range(state.players):
                nodes[node].total[player] += rewards[player]
    return used


@rule
def choose(nodes: Ints, node: int, slot: Ints, moves: Ints, weights: Ints, n: int, player: int, explore: float) -> int:
    """The index of the legal move to follow (PUCT). An untried move is expected to be worth what its parent is."""
    child = nodes[node].child
    while child:
        slot[nodes[child].move] = child
        child = nodes[child].sibling
    visits, weight = 0, np.float32(0)
    for arm in range(n):
        weight += weights[arm]
        visits += nodes[slot[moves[arm]]].visits if slot[moves[arm]] else 0
    unknown = nodes[node].total[player] / max(1, nodes[node].visits)
    factor = explore * np.sqrt(visits + 1) / weight
    best, highest = 0, -1.0
    for arm in range(n):
        value, tried = unknown, 0
        child = slot[moves[arm]]
        if child:
            tried = nodes[child].visits
            value = nodes[child].total[player] / tried
        value += factor * weights[arm] / (1 + tried)
        if value > highest:
            best, highest = arm, value
    child = nodes[node].child
    while child:
        slot[nodes[child].move] = 0
        child = nodes[child].sibling
    return best


@rule
def child_of(nodes: Ints, node: int, move: int) -> int:
    child = nodes[node].child
    while child and nodes[child].move != move:
        child = nodes[child].sibling
    return int(child)


@rule
def add_child(nodes: Ints, node: int, child: int, move: int) -> None:
    nodes[child].move = move
    nodes[child].child = 0
    nodes[child].sibling = nodes[node].child
    nodes[child].visits = 0
    nodes[child].total[:] = 0
    nodes[child].won, nodes[child].points = 0, 0
    nodes[node].child = child


@rule
def play_on(state: State, moves: Ints, weights: Ints, dice: Ints) -> None:
    """Play to the end, each move as likely as the game's `weigh` says."""
    while state.player >= 0:
        n = legal(state, moves)
        arm = 0
        if n > 1:
            weigh(state, moves, n, weights)
            arm = sample(weights, n, dice)
        apply(state, int(moves[arm]), dice)


@rule
def sample(weights: Ints, n: int, dice: Ints) -> int:
    total = np.float32(0)
    for arm in range(n):
        total += weights[arm]
    left = total * (roll(dice, 1 << 24) / (1 << 24))
    for arm in range(n - 1):
        left -= weights[arm]
        if left < 0:
            return arm
    return n - 1


@rule
def count_result(state: State, won: Ints, points: Ints) -> None:
    """The points of every seat, and its share of the win."""
    score(state, points)
    places = np.zeros(SEATS, np.int32)
    rank(state, places)
    winners = 0
    for seat in range(state.players):
        winners += places[seat] == 1
    for seat in range(state.players):
        won[seat] = 1 / winners if places[seat] == 1 else 0


@rule
def reward(won: Ints, points: Ints, players: int, rewards: Ints) -> None:
    """Mostly the share of the win; a little the lead over the best other seat, which is felt long before."""
    for seat in range(players):
        best = -1_000_000
        for other in range(players):
            if other != seat:
                best = max(best, int(points[other]))
        lead = points[seat] - best
        margin = 0.5 + 0.5 * lead / (abs(lead) + MARGIN_SCALE)
        rewards[seat] = (1 - MARGIN_SHARE) * won[seat] + MARGIN_SHARE * margin
