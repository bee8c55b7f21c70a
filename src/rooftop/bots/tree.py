"""Information-set Monte Carlo tree search (ISMCTS) for any game, compiled.

Each iteration samples a determinization (`likely`), descends one tree shared by all determinizations, adds a node, runs
a rollout up to the game's horizon and backs up a reward per seat (max^n): the result if the game has ended, else the
static evaluation (`evaluate`). A node stands for the sequence of moves that leads to it. The legal children depend on
the determinization, so selection counts the visits of the legal ones only. Selection is PUCT with the game's `weigh` as
policy prior.
"""

import math

import numpy as np

from rooftop.core.dice import roll
from rooftop.core.dispatch import SearchParameters, apply, evaluate, legal, likely, rank, score, weigh
from rooftop.core.playout import SEATS
from rooftop.core.rule import Ints, rule
from rooftop.core.state import Array, Record, Records, State, f4, f4s, i4


class Node(Record):
    move: i4  # leads here from the parent
    child: i4  # index of the first child, or 0
    sibling: i4  # index of the next child of the same parent, or 0
    visits: i4
    total: Array[f4s, SEATS]  # sum of each seat's rewards
    won: f4  # wins of the searching seat; a shared win counts as a fraction


MAX_DEPTH = 512
LEAD_WEIGHT = 0.2
UNLIMITED = 1 << 60


@rule
def search(
    states: Records[State],
    nodes: Records[Node],
    used: int,
    moves: Ints,
    weights: Ints,
    iterations: int,
    parameters: SearchParameters,
    dice: Ints,
) -> int:
    """Grow the tree of states[0] by one node per iteration and return the number of nodes. states[1] is scratch."""
    seat = int(states[0].player)
    child_by_move = np.zeros(len(moves), np.int32)
    path = np.zeros(MAX_DEPTH, np.int32)
    rewards, won, points = np.zeros(SEATS, np.float32), np.zeros(SEATS, np.float32), np.zeros(SEATS, np.float32)
    for _ in range(iterations):
        states[1] = states[0]
        state = states[1]
        likely(state, seat, dice)
        depth = 0
        while state.player >= 0 and depth < MAX_DEPTH - 1:
            node = path[depth]
            n = legal(state, moves)
            weigh(state, moves, n, weights)
            arm = choose(nodes, node, child_by_move, moves, weights, n, state.player, parameters.exploration, dice)
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
        rollout(state, parameters.horizon, moves, weights, dice)
        if state.player < 0:
            count_result(state, won, points)
        else:
            estimate_result(state, parameters.temperature, won, points)
        reward(won, points, state.players, parameters.temperature, rewards)
        for level in range(depth + 1):
            node = path[level]
            nodes[node].visits += 1
            nodes[node].won += won[seat]
            for player in range(state.players):
                nodes[node].total[player] += rewards[player]
    return used


@rule
def choose(
    nodes: Records[Node],
    node: int,
    child_by_move: Ints,
    moves: Ints,
    weights: Ints,
    n: int,
    player: int,
    exploration: float,
    dice: Ints,
) -> int:
    """Select a legal move by PUCT and return its index. Ties are broken at random. First-play urgency: an unvisited
    move has the value of its parent."""
    child = nodes[node].child
    while child:
        child_by_move[nodes[child].move] = child
        child = nodes[child].sibling
    visits, weight = 0, np.float32(0)
    for arm in range(n):
        weight += weights[arm]
        visits += nodes[child_by_move[moves[arm]]].visits if child_by_move[moves[arm]] else 0
    first_play_urgency = nodes[node].total[player] / max(1, nodes[node].visits)
    factor = exploration * np.sqrt(visits + 1) / weight
    best, highest = 0, -1.0
    first = roll(dice, n)
    for i in range(n):
        arm = (first + i) % n
        value, visited = first_play_urgency, 0
        child = child_by_move[moves[arm]]
        if child:
            visited = nodes[child].visits
            value = nodes[child].total[player] / visited
        value += factor * weights[arm] / (1 + visited)
        if value > highest:
            best, highest = arm, value
    child = nodes[node].child
    while child:
        child_by_move[nodes[child].move] = 0
        child = nodes[child].sibling
    return best


@rule
def child_of(nodes: Records[Node], node: int, move: int) -> int:
    child = nodes[node].child
    while child and nodes[child].move != move:
        child = nodes[child].sibling
    return int(child)


@rule
def add_child(nodes: Records[Node], node: int, child: int, move: int) -> None:
    nodes[child].move = move
    nodes[child].child = 0
    nodes[child].sibling = nodes[node].child
    nodes[child].visits = 0
    nodes[child].total[:] = 0
    nodes[child].won = 0
    nodes[node].child = child


@rule
def rollout(state: State, horizon: int, moves: Ints, weights: Ints, dice: Ints) -> None:
    """Roll out: play `horizon` moves sampled from the policy prior, then on to the end of the turn."""
    player = state.player
    while state.player >= 0 and (horizon > 0 or state.player == player):
        horizon -= 1
        player = state.player
        n = legal(state, moves)
        arm = 0
        if n > 1:
            weigh(state, moves, n, weights)
            arm = sample(weights, n, dice)
        apply(state, int(moves[arm]), dice)


@rule
def mean_points(states: Records[State], move: int, games: int, moves: Ints, weights: Ints, dice: Ints) -> float:
    """The mean final points, after a move, of the seat to move in states[0]. states[1] is scratch."""
    seat, total = int(states[0].player), 0
    points = np.zeros(SEATS, np.int32)
    for _ in range(games):
        states[1] = states[0]
        likely(states[1], seat, dice)
        apply(states[1], move, dice)
        rollout(states[1], UNLIMITED, moves, weights, dice)
        score(states[1], points)
        total += int(points[seat])
    return total / games


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
    """Write every seat's points and share of the win in a finished game."""
    numbers = np.zeros(SEATS, np.int32)
    score(state, numbers)
    points[:] = numbers
    rank(state, numbers)
    winners = 0
    for seat in range(state.players):
        winners += numbers[seat] == 1
    for seat in range(state.players):
        won[seat] = 1 / winners if numbers[seat] == 1 else 0


@rule
def estimate_result(state: State, temperature: float, won: Ints, points: Ints) -> None:
    """The same for an unfinished game: points by static evaluation, win probabilities by softmax."""
    evaluate(state, points)
    best, total = -1e9, 0.0
    for seat in range(state.players):
        best = max(best, float(points[seat]))
    for seat in range(state.players):
        total += math.exp((float(points[seat]) - best) / temperature)
    for seat in range(state.players):
        won[seat] = math.exp((float(points[seat]) - best) / temperature) / total


@rule
def reward(won: Ints, points: Ints, players: int, temperature: float, rewards: Ints) -> None:
    """Mix each seat's share of the win with its lead over the best other seat, a denser signal."""
    for seat in range(players):
        best = -1e9
        for other in range(players):
            if other != seat:
                best = max(best, float(points[other]))
        lead = float(points[seat]) - best
        margin = 0.5 + 0.5 * lead / (abs(lead) + 2 * temperature)
        rewards[seat] = (1 - LEAD_WEIGHT) * float(won[seat]) + LEAD_WEIGHT * margin
