"""PettingZoo AEC environments with action masks."""

from typing import TYPE_CHECKING, Any

import numpy as np

from rooftop.core.errors import InvalidArgument
from rooftop.core.extras import needs
from rooftop.core.match import Match
from rooftop.core.messages import Whole
from rooftop.core.observation import NUMBER, highest_of, size_of
from rooftop.core.playout import SEATS
from rooftop.core.rule import Ints, compile_once
from rooftop.core.step import look
from rooftop.env.names import environment_name, find_environment
from rooftop.env.rewards import REWARDS, reward, reward_number

with needs("env"):
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

if TYPE_CHECKING:
    from rooftop.env.rendering import Window

RENDER_MODES = ("ansi", "rgb_array", "human")
"""What `render` gives: text, an array of pixels, or a window that every step updates."""


class Environment(AECEnv):  # type: ignore[misc]
    """A match with an agent in every seat. The same seed and moves give the same game as `rooftop.Match`."""

    def __init__(self, game: str, players: int, variant: str | None, reward: str, render_mode: str | None) -> None:
        super().__init__()
        self.game = find_environment(game)
        players = self.game.check_players(players)
        self.variant = self.game.variants[self.game.variant(variant)]
        self.render_mode = _check_render_mode(render_mode)
        self.window: Window | None = None
        self.metadata = {
            "name": environment_name(self.game.name),
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._reward = reward_number(reward)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._size = size_of(self.game.observation.PLANES)
        self._make_spaces()
        self._compile()

    def _make_spaces(self) -> None:
        highest = highest_of(self.game.observation.PLANES)
        seen: dict[str, Any] = {
            "observation": spaces.Box(np.zeros_like(highest), highest, dtype=NUMBER),
            "action_mask": spaces.Box(0, 1, (self.game.moves,), np.int8),
        }
        self._observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(self.game.moves) for agent in self.possible_agents}

    def _compile(self) -> None:
        states = self.game.new_states(1)
        arguments = (states, 0, np.zeros(self._size, NUMBER))
        compile_once(
            f"{self.game.title}, environment",
            [(look, arguments), (reward, (states[0], 0, np.zeros(SEATS, np.float32)))],
        )

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new match. Without a seed, it is random."""
        number = None if seed is None else int(seed)
        self.match = Match(self.game.name, len(self.possible_agents), self.variant, number)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()
        self._show()

    def _select(self) -> None:
        player = self.match.player
        self.agent_selection = self.agents[0] if player is None else self.possible_agents[player]

    def step(self, action: int | None) -> None:
        """Play a move for the selected agent. Raises rooftop.IllegalMove if the mask rules it out."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.match.play(-1 if action is None else int(action))
        self._select()
        if self.match.over:
            self._end()
        self._show()

    def _end(self) -> None:
        numbers: Ints = np.zeros(SEATS, np.float32)
        reward(self.match.state, self._reward, numbers)
        self.rewards = dict(zip(self.agents, numbers.tolist(), strict=False))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Ints]:
        seat = self._seats[agent]
        mask: Ints = np.zeros(self.game.moves, np.int8)
        if seat == self.match.player:
            mask[list(self.match.legal)] = 1
        return {"observation": self.match.observation(seat), "action_mask": mask}

    def render(self) -> "str | Ints | None":
        """The table as a spectator may see it, as `render_mode` says."""
        if self.render_mode is None:
            logger.warn("render() shows nothing: the environment was created without a render_mode.")
            return None
        if self.render_mode == "ansi":
            return str(self.match)
        # Pictures have dependencies of their own.
        from rooftop.env.rendering import Window, pixels

        if self.render_mode == "rgb_array":
            return pixels(self.match.svg())
        self.window = self.window or Window(self.game.title)
        self.window.show(self.match.svg())
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        if self.window is not None:
            self.window.close()


def _check_render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise InvalidArgument("env.render_mode", mode=mode, modes=Whole(", ".join(RENDER_MODES)))
    return mode


def aec(
    game: str, players: int = 2, variant: str | None = None, reward: str = REWARDS[0], render_mode: str | None = None
) -> OrderEnforcingWrapper:
    """Create an environment, named with or without version (`skyliners-v1`). `reward` is win, points or place,
    `render_mode` ansi, rgb_array or human; the last two need the extra `render`.

    >>> env = rooftop.env.aec("skyliners", players=2)
    >>> env.reset(seed=7)
    >>> env.agents
    ['player_0', 'player_1']
    >>> env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    """
    return OrderEnforcingWrapper(Environment(game, players, variant, reward, render_mode))
