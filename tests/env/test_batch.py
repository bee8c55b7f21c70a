"""Batches play exactly the games of the rules, with any number of threads."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rooftop.core.dice import dice
from rooftop.core.errors import IllegalMove, InvalidArgument, UnknownGame, UnknownMove
from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.core.observation import NUMBER, size_of
from rooftop.core.playout import SEATS
from rooftop.core.rule import Ints
from rooftop.env import Batch
from rooftop.env.batch import spread
from tables import every_table, some

SIZE = 5


class Single:
    """A reference implementation: one game of a batch, played by the rules alone."""

    def __init__(self, batch: Batch, number: int) -> None:
        self.game, self.players, self.variant = batch.game, batch.players, int(batch._table[1])
        self.states, self.moves = self.game.new_states(1), self.game.new_moves()
        self.dice = batch._dice[number].copy()
        self.start()

    def start(self) -> None:
        self.game.rules.start(self.states[0], self.players, self.variant, -1, self.dice)

    @property
    def player(self) -> int:
        return int(self.states[0].player)

    def legal(self) -> list[int]:
        moves: list[int] = self.moves[: self.game.rules.legal(self.states[0], self.moves)].tolist()
        return moves

    def observation(self) -> Ints:
        tensor = np.zeros(size_of(self.game.observation.PLANES), NUMBER)
        self.game.observation.observe(self.states[0], self.player, tensor)
        return tensor

    def play(self, move: int) -> list[float] | None:
        """Play a move. Returns the rewards if the game has ended and the next one has begun."""
        self.game.rules.apply(self.states[0], move, self.dice)
        if self.player >= 0:
            return None
        places = np.zeros(SEATS, np.int32)
        self.game.rules.rank(self.states[0], places)
        self.start()
        won = (places[: self.players] == 1).astype(float)
        return list(won / won.sum())


def seeded(game: str, variant: str, players: int, threads: int) -> tuple[Batch, list[Single]]:
    """A batch after its reset, and the reference games with the same dice."""
    batch = Batch(game, players, SIZE, variant, threads=threads)
    spread(dice(3), batch._dice)
    singles = [Single(batch, number) for number in range(SIZE)]
    batch.reset(seed=3)
    return batch, singles


@every_table
def test_a_batch_plays_single_games_step_by_step(game: str, variant: str, players: int) -> None:
    batch, singles = seeded(game, variant, players, threads=2)
    ended = steps = 0
    while ended < 2 or steps < 50:
        assert batch.player.tolist() == [single.player for single in singles]
        for number, single in enumerate(singles):
            assert np.flatnonzero(batch.masks[number]).tolist() == single.legal()
            if steps % 7 == 0:
                assert batch.observations[number].tobytes() == single.observation().tobytes()
        actions = batch.sample()
        assert batch.masks[range(SIZE), actions].all()
        results = [single.play(int(action)) for single, action in zip(singles, actions, strict=True)]
        _, rewards, terminated, truncated, _ = batch.step(actions)
        assert terminated.tolist() == [result is not None for result in results]
        assert not truncated.any()
        for number, result in enumerate(results):
            assert rewards[number].tolist() == pytest.approx(result or [0.0] * players)
        ended, steps = ended + int(terminated.sum()), steps + 1


@pytest.mark.parametrize("game", games())
def test_a_batch_is_masked_like_a_match(game: str) -> None:
    batch = Batch(game, some(game), SIZE)
    batch.reset(seed=4)
    for _ in range(40):
        batch.step(batch.sample())
    for number in range(SIZE):
        table = {"game": game, "players": batch.players, **batch.game.positions.write(batch._states[number])}
        match = Match.from_position(table)
        assert match.player == batch.player[number]
        assert list(match.legal) == np.flatnonzero(batch.masks[number]).tolist()


def trajectory(game: str, threads: int, seed: int = 5, steps: int = 300) -> str:
    batch, digest = Batch(game, 2, 33, threads=threads), hashlib.sha256()
    batch.reset(seed=seed)
    for _ in range(steps):
        actions = batch.sample()
        for part in (actions, *batch.step(actions)[:3], batch.masks, batch.player):
            digest.update(np.ascontiguousarray(part).tobytes())
    return digest.hexdigest()


@pytest.mark.parametrize("game", games())
def test_threads_change_nothing(game: str) -> None:
    assert len({trajectory(game, threads) for threads in (1, 2, 5)}) == 1


@pytest.mark.parametrize("game", games())
def test_a_fresh_process_plays_the_same(game: str) -> None:
    code = f"from env.test_batch import trajectory; print(trajectory({game!r}, 3))"
    here = os.path.dirname(os.path.dirname(__file__))
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": here, "PYTHONHASHSEED": "3"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == trajectory(game, 1)


def test_seeds() -> None:
    assert trajectory("skyliners", 1, seed=1) != trajectory("skyliners", 1, seed=2)
    batch = Batch("skyliners", 2, 4, observations=False)
    first = [np.array(batch.reset()[1]["action_mask"]).tobytes() for _ in range(3)]
    assert len(set(first)) == 3
    assert batch.observations.shape == (4, 0)


@pytest.mark.parametrize(("reward", "total"), [("win", lambda players: 1), ("place", lambda players: players / 2)])
@pytest.mark.parametrize("game", games())
def test_rewards_add_up(game: str, reward: str, total: Callable[[int], float]) -> None:
    most = max(find_game(game).players)
    batch = Batch(game, most, 8, reward=reward, observations=False)
    batch.reset(seed=6)
    ended = 0
    while ended < 8:
        _, rewards, terminated, _, _ = batch.step(batch.sample())
        assert rewards.sum(axis=1).tolist() == pytest.approx((terminated * total(most)).tolist())
        assert (rewards >= 0).all()
        assert (rewards <= 1).all()
        ended += int(terminated.sum())


@pytest.mark.parametrize("game", games())
def test_points_are_the_score(game: str) -> None:
    batch = Batch(game, 2, 1, reward="points")
    batch.reset(seed=7)
    while not batch.terminated[0]:
        last = batch._states.copy()
        action = batch.sample()
        roller = batch._dice[0].copy()
        batch.step(action)
    batch.game.rules.apply(last[0], int(action[0]), roller)
    points = np.zeros(SEATS, np.int32)
    batch.game.rules.score(last[0], points)
    assert batch.rewards[0].tolist() == points[:2].tolist()


def test_illegal_moves_change_nothing() -> None:
    batch = Batch("skyliners", 2, 3)
    batch.reset(seed=8)
    before, actions = batch._states.tobytes(), batch.sample()
    for move, error, told in (
        (74, IllegalMove, "Game 1 of the batch.*SL-"),
        (96, UnknownMove, "Game 1"),
        (-1, UnknownMove, "-1"),
    ):
        wrong = actions.copy()
        wrong[1] = move if move != 74 else np.flatnonzero(~batch.masks[1])[0]
        with pytest.raises(error, match=told):
            batch.step(wrong)
        assert batch._states.tobytes() == before
    batch.step(actions)


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(UnknownGame, match="skyliners-v1"):
        Batch("skyliners-v99", 2, 1)
    with pytest.raises(InvalidArgument, match="win, points, place"):
        Batch("skyliners", 2, 1, reward="money")
    with pytest.raises(InvalidArgument, match="2-4"):
        Batch("skyliners-v1", 5, 1)


@pytest.mark.parametrize("size", ["x", -1, 0, 1.5, True])
def test_a_size_is_a_whole_number_of_games(size: Any) -> None:
    with pytest.raises(InvalidArgument, match=f"not {size!r}"):
        Batch("skyliners", players=2, size=size)


def test_a_seed_is_a_whole_number() -> None:
    with pytest.raises(InvalidArgument, match="A seed is a whole number, not 'x'"):
        Batch("skyliners", players=2, size=1).reset(seed="x")  # type: ignore[arg-type]
