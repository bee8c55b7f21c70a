"""The games for OpenSpiel. Importing this module registers `rooftop_skyliners` and the others.

>>> import pyspiel, rooftop.env.openspiel
>>> game = pyspiel.load_game("rooftop_skyliners(players=3,variant=intro)")
>>> game.num_players()
3

The deal, and every later decision that uses dice, is followed by SEED chance nodes of 256 equally likely outcomes: the
bytes of a seed. Enumerating all deals is infeasible, but this way chance stays explicit and histories are replayable.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from rooftop.core.dice import dice
from rooftop.core.extras import needs
from rooftop.core.game import Game, find_game, games, ready_game
from rooftop.core.observation import NUMBER, highest_of, size_of, split
from rooftop.core.playout import SEATS
from rooftop.core.rule import Ints
from rooftop.core.state import Records, State
from rooftop.core.step import ROLLS, advance, advance_rolling, copied, list_moves, look
from rooftop.env.rewards import POINTS, REWARDS, WIN, reward, reward_number

with needs("openspiel"):
    import pyspiel

__all__: list[str] = []  # importing it registers the games; OpenSpiel is used through `pyspiel`


def __dir__() -> list[str]:
    return __all__


SEED = 4
"""Bytes per seed."""
OUTCOMES = [(byte, 1 / 256) for byte in range(256)]
DEAL = -1
"""Pseudo-decision of the initial state, which waits for the seed of the deal."""
MAX_UTILITY = 1000.0
"""OpenSpiel requires an upper bound. No game comes near it."""


class Node:
    """An immutable node of a game's history. Copying an OpenSpiel state copies a reference only."""

    __slots__ = ("before", "chosen", "information_states", "legal", "pending", "seed", "states")

    def __init__(
        self,
        states: Records[State],
        legal: list[int],
        before: "Node | None" = None,
        chosen: int | None = None,
        pending: int | None = None,
        seed: tuple[int, ...] = (),
    ) -> None:
        self.states = states
        """The position, as an array of one record."""
        self.legal = legal
        self.before = before
        self.chosen = chosen
        """The decision that led here from `before`."""
        self.pending = pending
        """A decision that waits for its dice, or None."""
        self.seed = seed
        """The bytes of its seed that are drawn so far."""
        self.information_states: dict[int, tuple[bytes, bytes]] = {}
        """Memoized results of `information_state` by seat."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "Node":
        return self

    def __reduce__(self) -> Any:
        """Pickle the linked list as a flat list: recursion would exhaust the stack."""
        return _unpack, (self.states.dtype, [m.pack() for m in reversed(list(self.back()))])

    def pack(self) -> tuple[Any, ...]:
        return self.states.tobytes(), self.legal, self.chosen, self.pending, self.seed, self.information_states

    def wait(self, decision: int, seed: tuple[int, ...]) -> "Node":
        """The same position with a pending decision and the bytes of its seed so far."""
        node = Node(self.states, [], self.before, self.chosen, decision, seed)
        node.information_states = self.information_states
        return node

    def back(self) -> "Iterator[Node]":
        """This node and all before it, latest first."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.before

    @property
    def state(self) -> State:
        return self.states[0]

    @property
    def player(self) -> int:
        return int(self.state.player)

    def information_state(self, game: Game[Any], seat: int) -> bytes:
        """The seat's information state: a digest of all that it has seen and decided.

        It changes with each of the seat's decisions and with each change that the seat can see. Unobservable moves,
        such as the cards of another player's sealed bid, leave no trace.
        """
        digest, last = b"", b""
        new = []
        for node in self.back():
            if seat in node.information_states:
                digest, last = node.information_states[seat]
                break
            new.append(node)
        for node in reversed(new):
            seen, own = _canonical(game, node, seat), node.before is not None and node.before.player == seat
            if own or seen != last:
                decision = f"{node.chosen if own else ''}/".encode()
                digest, last = hashlib.blake2b(digest + decision + seen, digest_size=16).digest(), seen
            node.information_states[seat] = digest, last
        return digest


def _unpack(dtype: Any, packed: list[tuple[Any, ...]]) -> Node | None:
    node = None
    for data, legal, chosen, pending, seed, information_states in packed:
        node = Node(np.frombuffer(bytearray(data), dtype), legal, node, chosen, pending, seed)
        node.information_states.update(information_states)
    return node


def _canonical(game: Game[Any], node: Node, seat: int) -> bytes:
    """A canonical form of the seat's information set: `redeal` with fixed dice maps all its positions to one."""
    states = copied(node.states)
    game.rules.redeal(states[0], seat, dice(0))
    data: bytes = states.tobytes()
    return data


class RooftopGame(pyspiel.Game):  # type: ignore[misc]
    """A game with a fixed number of players and variant."""

    name: str

    def __init__(self, params: dict[str, Any]) -> None:
        self.game = ready_game(self.name)
        self.players, self.reward = int(params["players"]), reward_number(params["reward"])
        self.game.check_players(self.players)
        self.variant = self.game.variant(params["variant"])
        self.moves = self.game.new_moves()
        self.start = Node(self.game.new_states(1), [], pending=DEAL)
        by_points = self.reward == POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.moves,
            max_chance_outcomes=len(OUTCOMES),
            num_players=self.players,
            min_utility=0.0,
            max_utility=MAX_UTILITY if by_points else 1.0,
            utility_sum=None if by_points else 1.0 if self.reward == WIN else self.players / 2,
            max_game_length=self.game.length,
        )
        super().__init__(_game_type(self.game, by_points), info, params)

    def new_initial_state(self) -> "RooftopState":
        return RooftopState(self)

    def max_chance_nodes_in_history(self) -> int:
        return SEED * (1 + self.game.length)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer | None":
        """An observer of public and private information together. None for either alone: they are not separable."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self.game, kind.perfect_recall) if whole else None

    def legal(self, states: Records[State], count: int | None = None) -> list[int]:
        moves: list[int] = self.moves[: list_moves(states, self.moves) if count is None else count].tolist()
        return moves


class RooftopState(pyspiel.State):  # type: ignore[misc]
    """A state of a game."""

    def __init__(self, game: RooftopGame) -> None:
        super().__init__(game)
        self.node = game.start

    def current_player(self) -> int:
        if self.node.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        player = self.node.player
        return int(pyspiel.PlayerId.TERMINAL) if player < 0 else player

    def is_terminal(self) -> bool:
        return self.node.pending is None and self.node.player < 0

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return OUTCOMES

    def _apply_action(self, action: int) -> None:
        game, node = self.get_game(), self.node
        if node.pending is not None:
            self.node = _draw(game, node, node.pending, (*node.seed, action))
            return
        states = np.empty_like(node.states)
        count = advance(node.states, states, action, game.moves)
        if count == ROLLS:
            self.node = node.wait(action, ())
        else:
            self.node = Node(states, game.legal(states, count), node, action)

    def resample_from_infostate(self, player: int, sampler: Any) -> "RooftopState":
        """Sample a state of the player's information set. The information states of the others start afresh."""
        game: RooftopGame = self.get_game()
        states = copied(self.node.states)
        game.game.rules.redeal(states[0], player, dice(int(sampler() * 2**53)))
        twin: RooftopState = self.clone()
        twin.node = Node(states, game.legal(states))
        self.node.information_state(game.game, player)
        twin.node.information_states[player] = self.node.information_states[player]
        return twin

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        text: str = self.get_game().game.words.text(self.node.state, action)
        return text

    def returns(self) -> list[float]:
        game: RooftopGame = self.get_game()
        rewards: Ints = np.zeros(SEATS, np.float32)
        if self.is_terminal():
            reward(self.node.state, game.reward, rewards)
        numbers: list[float] = rewards[: game.players].tolist()
        return numbers

    def __str__(self) -> str:
        game: Game[Any] = self.get_game().game
        node = self.node
        table = "" if node.pending == DEAL else json.dumps(game.positions.write(node.state))
        return table if node.pending is None else f"{table} waiting {node.pending} {node.seed}"


def _draw(game: RooftopGame, node: Node, decision: int, seed: tuple[int, ...]) -> Node:
    """Draw the next byte of a seed. The last one completes the pending decision."""
    if len(seed) < SEED:
        return node.wait(decision, seed)
    states, roller = np.empty_like(node.states), dice(int.from_bytes(bytes(seed)))
    if decision == DEAL:
        game.game.rules.start(states[0], game.players, game.variant, -1, roller)
        return Node(states, game.legal(states))
    count = advance_rolling(node.states, states, decision, game.moves, roller)
    return Node(states, game.legal(states, count), node, decision)


class Observer:
    """A seat's observation: a tensor scaled to [0, 1], its planes by name, and a string."""

    def __init__(self, game: Game[Any], perfect_recall: bool) -> None:
        self._game, self._perfect_recall = game, perfect_recall
        planes = game.observation.PLANES
        self._highest = highest_of(planes).astype(np.float32)
        self._numbers: Ints = np.zeros(size_of(planes), NUMBER)
        self._planes = split(self._numbers, planes)
        self.tensor: Ints = np.zeros(size_of(planes), np.float32)
        self.dict = split(self.tensor, planes)

    def set_from(self, state: RooftopState, player: int) -> None:
        self._look(state, player)
        np.divide(self._numbers, self._highest, out=self.tensor)

    def string_from(self, state: RooftopState, player: int) -> str:
        if self._perfect_recall:
            digest = b"" if state.node.pending == DEAL else state.node.information_state(self._game, player)
            return f"seat {player} {digest.hex()}"
        self._look(state, player)
        return "\n".join(f"{name}: {plane.tolist()}" for name, plane in self._planes.items() if plane.any())

    def _look(self, state: RooftopState, player: int) -> None:
        if state.node.pending == DEAL:
            self._numbers[:] = 0
        else:
            look(state.node.states, player, self._numbers)


def _game_type(game: Game[Any], by_points: bool = False) -> Any:
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"rooftop_{game.name.replace('-', '_')}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if by_points else utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, "variant": game.variants[0], "reward": REWARDS[0]},
    )


def _class_of(name: str) -> type[RooftopGame]:
    """A class per game. OpenSpiel releases its factory only after the interpreter has shut down, and among Python
    callables only a class survives that."""
    return type(f"RooftopGame_{name.replace('-', '_')}", (RooftopGame,), {"name": name, "__module__": __name__})


for _name in games():
    _class = _class_of(_name)
    globals()[_class.__name__] = _class  # pickle looks it up by name
    pyspiel.register_game(_game_type(find_game(_name)), _class)
