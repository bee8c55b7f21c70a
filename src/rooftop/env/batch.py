"""A vectorized environment: one compiled call plays a decision in each of many games, on all cores.

A game that ends is reset in the same step (Gymnasium's `AutoresetMode.SAME_STEP`): `rewards` and `terminated` belong to
the game that ended, everything else to the next one. There is no final observation, since nobody decides on it. Every
step overwrites the arrays: copy what you keep.
"""

import os
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from rooftop.core.arguments import whole
from rooftop.core.dice import dice, next_word, roll
from rooftop.core.dispatch import apply, legal, observe, start
from rooftop.core.errors import IllegalMove, InvalidArgument, RooftopError, UnknownMove
from rooftop.core.messages import Message
from rooftop.core.observation import NUMBER, size_of
from rooftop.core.rule import MOVE, Ints, compile_once, rule
from rooftop.core.state import Records, State
from rooftop.env.names import find_environment
from rooftop.env.rewards import REWARDS, reward, reward_number

Outputs = tuple[Ints, Ints, Ints, Ints, Ints]
"""The output arrays: observations, action masks, the seat to move, its legal moves, their number."""


class Batch:
    """Many games at once, as arrays. Those that end begin anew.

    >>> batch = rooftop.env.Batch("skyliners", players=2, size=4)
    >>> observations, infos = batch.reset(seed=7)
    >>> observations.shape, infos["action_mask"].sum(axis=1).tolist()
    ((4, 739), [48, 48, 48, 48])
    >>> observations, rewards, terminated, truncated, infos = batch.step(batch.sample())
    >>> rewards.shape, terminated.any()
    ((4, 2), np.False_)
    """

    def __init__(
        self,
        game: str,
        players: int,
        size: int,
        variant: str | None = None,
        reward: str = REWARDS[0],
        observations: bool = True,
        threads: int | None = None,
    ) -> None:
        """`reward` is win, points or place. Without `observations`, that array is empty and costs no time.

        `threads` defaults to the number of cores. It affects speed only, not results.
        """
        self.game = find_environment(game)
        players, size = self.game.check_players(players), _size(size)
        self.players, self.size = players, size
        self.rewards: Ints = np.zeros((size, players), np.float32)
        """Every seat's reward, zero except for games that ended in this step."""
        self.terminated: Ints = np.zeros(size, np.bool_)
        """The games that ended in this step."""
        self.truncated: Ints = np.zeros(size, np.bool_)
        """Always False: every game reaches its end."""
        self.masks: Ints = np.zeros((size, self.game.moves), np.bool_)
        """The action mask of every game."""
        self.player: Ints = np.zeros(size, np.int8)
        """The seat to move in every game."""
        self.observations: Ints = np.zeros((size, size_of(self.game.observation.PLANES) * observations), NUMBER)
        """The observation of that seat."""
        self._table: Ints = np.array([players, self.game.variant(variant), reward_number(reward)])
        self._states = self.game.new_states(size)
        self._dice: Ints = np.zeros((size, 4), np.int64)
        self._sample_dice: Ints = np.zeros((size, 4), np.int64)
        self._legal: Ints = np.zeros((size, self.game.moves), MOVE)
        self._counts: Ints = np.zeros(size, np.int32)
        self._actions: Ints = np.zeros(size, np.int64)
        self._outputs = (self.observations, self.masks, self.player, self._legal, self._counts)
        self._share(os.cpu_count() or 1 if threads is None else threads)
        self._seeded = False
        self._compile()

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_pool": None}  # __setstate__ starts new threads

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._share(len(self._shares))

    def _share(self, threads: int) -> None:
        self._shares = list(pairwise(self.size * n // threads for n in range(threads + 1)))
        self._pool = ThreadPoolExecutor(threads - 1, "rooftop-batch") if threads > 1 else None

    def _compile(self) -> None:
        at = (0, 1)
        deals = (self._states, self._dice, self._table, self._outputs, *at)
        steps = (
            self._states,
            self._dice,
            self._table,
            self._outputs,
            self._actions,
            self.rewards,
            self.terminated,
            *at,
        )
        compile_once(
            f"{self.game.title}, batch",
            [
                (deal, deals),
                (step, steps),
                (choose, (self._legal, self._counts, self._sample_dice, self._actions, *at)),
            ],
        )

    def _each(self, function: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Run a compiled function over all games, a share in each thread, and return the results.

        A game stays with its thread, so that its cache lines do not move between cores.
        """
        jobs = [self._pool.submit(function, *arguments, *share) for share in self._shares[1:]] if self._pool else []
        own = function(*arguments, *self._shares[0])
        return [own, *(job.result() for job in jobs)]

    def reset(self, seed: int | None = None) -> tuple[Ints, dict[str, Ints]]:
        """Reset all games. Without a seed, the generators continue from their current state.

        >>> batch = rooftop.env.Batch("skyliners", players=2, size=4)
        >>> observations, infos = batch.reset(seed=7)
        >>> observations.shape
        (4, 739)
        """
        if seed is not None or not self._seeded:
            roller = dice(secrets.randbits(128) if seed is None else whole(seed, InvalidArgument, "errors.seed_type"))
            spread(roller, self._dice)
            spread(roller, self._sample_dice)
            self._seeded = True
        self.rewards[:], self.terminated[:] = 0, False
        self._each(deal, self._states, self._dice, self._table, self._outputs)
        return self.observations, self.infos

    @property
    def infos(self) -> dict[str, Ints]:
        """The action masks and the seats to move, under the names that learning libraries use.

        >>> batch = rooftop.env.Batch("skyliners", players=2, size=4)
        >>> sorted(batch.infos)
        ['action_mask', 'player']
        """
        return {"action_mask": self.masks, "player": self.player}

    def step(self, actions: Ints) -> tuple[Ints, Ints, Ints, Ints, dict[str, Ints]]:
        """Play a move in every game. If one is illegal, none is played.

        >>> batch = rooftop.env.Batch("skyliners", players=2, size=4)
        >>> observations, infos = batch.reset(seed=7)
        >>> observations, rewards, terminated, truncated, infos = batch.step(batch.sample())
        >>> rewards.tolist()
        [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]
        """
        self._actions[:] = actions
        for wrong in self._each(find_illegal, self.masks, self._actions):
            if wrong >= 0:
                raise self._refusal(wrong)
        self._each(
            step, self._states, self._dice, self._table, self._outputs, self._actions, self.rewards, self.terminated
        )
        return self.observations, self.rewards, self.terminated, self.truncated, self.infos

    def _refusal(self, number: int) -> RooftopError:
        move = int(self._actions[number])
        if not 0 <= move < self.game.moves:
            return UnknownMove("env.action", number=number, move=move, last=self.game.moves - 1)
        rule, reason = self.game.refuse(self._states[number], move)
        return IllegalMove(rule, Message("env.illegal", {"number": number, "reason": reason}))

    def sample(self) -> Ints:
        """A uniformly random legal move in every game, drawn from a separate generator.

        >>> batch = rooftop.env.Batch("skyliners", players=2, size=4)
        >>> observations, infos = batch.reset(seed=7)
        >>> infos["action_mask"][range(4), batch.sample()].all()
        np.True_
        """
        actions = np.empty(self.size, np.int64)
        self._each(choose, self._legal, self._counts, self._sample_dice, actions)
        return actions


def _size(size: int) -> int:
    """The number of games, at least one."""
    number = whole(size, InvalidArgument, "errors.batch_size")
    if number < 1:
        raise InvalidArgument("errors.batch_size", value=number, type=type(size).__name__)
    return number


@rule
def spread(dice: Ints, rows: Ints) -> None:
    """Seed a generator for every game."""
    for n in range(len(rows)):
        for i in range(4):
            rows[n, i] = next_word(dice)


@rule
def deal(states: Records[State], dice: Ints, table: Ints, outputs: Outputs, first: int, last: int) -> None:
    for n in range(first, last):
        start(states[n], table[0], table[1], -1, dice[n])
        show(states[n], n, outputs)


@rule
def step(
    states: Records[State],
    dice: Ints,
    table: Ints,
    outputs: Outputs,
    actions: Ints,
    rewards: Ints,
    terminated: Ints,
    first: int,
    last: int,
) -> None:
    for n in range(first, last):
        state = states[n]
        if terminated[n]:
            terminated[n] = False
            rewards[n, :] = 0
        apply(state, actions[n], dice[n])
        if state.player < 0:
            terminated[n] = True
            reward(state, table[2], rewards[n])
            start(state, table[0], table[1], -1, dice[n])
        show(state, n, outputs)


@rule
def show(state: State, n: int, outputs: Outputs) -> None:
    """Write the seat to move, its legal moves and its observation."""
    observations, masks, seats, moves, counts = outputs
    seats[n] = state.player
    own, mask = moves[n], masks[n]
    for i in range(len(mask)):  # compiles to memset, unlike a slice assignment
        mask[i] = False
    count = legal(state, own)
    for i in range(count):
        mask[own[i]] = True
    counts[n] = count
    if observations.shape[1] > 0:
        for i in range(observations.shape[1]):
            observations[n, i] = 0
        observe(state, int(state.player), observations[n])


@rule
def find_illegal(masks: Ints, actions: Ints, first: int, last: int) -> int:
    """The index of the first game whose move is illegal, or -1."""
    for n in range(first, last):
        if not 0 <= actions[n] < masks.shape[1] or not masks[n, actions[n]]:
            return n
    return -1


@rule
def choose(moves: Ints, counts: Ints, dice: Ints, actions: Ints, first: int, last: int) -> None:
    for n in range(first, last):
        actions[n] = moves[n, roll(dice[n], counts[n])]
