"""Learn Skyliners for two by playing against oneself, until `greedy` is beaten: PPO in one file, on a CPU.

    pip install "rooftop[plots]" torch
    python examples/ppo_skyliners.py

One network plays both seats of 256 games at a time and is given the lead in points at the end. In a game for two, what
is good for one is bad for the other: the value of a position changes its sign with the seat that decides. Every few
rounds the network plays `greedy`, each deal twice with the seats exchanged. It ends with the share of wins and its 95 %
interval, and draws the learning curve.
"""

import argparse
import random
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from rooftop import Match
from rooftop.arena.intervals import interval
from rooftop.bots import find_bot
from rooftop.core.observation import highest_of, size_of
from rooftop.core.step import look
from rooftop.env import Batch

GAME, PLAYERS = "skyliners", 2


@dataclass(frozen=True)
class Settings:
    decisions: int = 3_000_000
    games: int = 256
    steps: int = 64
    """Decisions in each game between two updates."""
    epochs: int = 2
    minibatch: int = 1024
    learning_rate: float = 1e-3
    discount: float = 1.0
    smoothing: float = 0.95
    """Of the advantages: the lambda of GAE."""
    clip: float = 0.2
    curiosity: float = 0.01
    """Weight of the entropy."""
    lead: float = 10.0
    """A lead of so many points is worth about three quarters of the highest reward."""
    seed: int = 1
    deals: int = 40
    """Played against `greedy` for each point of the learning curve."""
    last_deals: int = 300
    """Played in the end."""
    every: int = 20
    """Rounds between two points of the curve."""


class Agent(nn.Module):  # type: ignore[misc]
    """Two hidden layers, then a number for every move and one for the position."""

    def __init__(self, batch: Batch, width: int = 128) -> None:
        super().__init__()
        planes = batch.game.observation.PLANES
        self.register_buffer("highest", torch.from_numpy(highest_of(planes).astype(np.float32)))
        self.body = nn.Sequential(nn.Linear(size_of(planes), width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, batch.game.moves)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        hidden = self.body(observations.float() / self.highest)
        logits = self.policy(hidden).masked_fill(~masks, -1e9)
        return Categorical(logits=logits), self.value(hidden).squeeze(-1)


@dataclass
class Rollout:
    """What happened in all games, step by step."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    chances: Tensor
    """Logarithms of the probabilities of the actions."""
    values: Tensor
    rewards: Tensor
    """For the seat that decided."""
    turns: Tensor
    """What the next value means for that seat: 1 the same, -1 the opposite, 0 nothing, as the game is over."""


def play(agent: Agent, batch: Batch, settings: Settings) -> tuple[Rollout, Tensor]:
    """Play on in all games; also returns the values after the last step."""
    parts: list[tuple[Tensor, ...]] = []
    with torch.no_grad():
        for _ in range(settings.steps):
            observations, masks = torch.tensor(batch.observations), torch.tensor(batch.masks)
            choice, values = agent(observations, masks)
            actions = choice.sample()
            seats = batch.player.astype(int)
            _, points, over, _, _ = batch.step(actions.numpy())
            lead = points[range(batch.size), seats] - points[range(batch.size), 1 - seats]
            rewards = torch.tensor(np.tanh(lead / settings.lead))
            turns = torch.tensor(np.where(over, 0, np.where(batch.player == seats, 1, -1)))
            parts.append((observations, masks, actions, choice.log_prob(actions), values, rewards, turns))
        _, after = agent(torch.tensor(batch.observations), torch.tensor(batch.masks))
    return Rollout(*(torch.stack(column) for column in zip(*parts, strict=True))), after


def advantages(rollout: Rollout, after: Tensor, settings: Settings) -> Tensor:
    """How much better than expected each action turned out (GAE), over turns of both seats."""
    found = torch.zeros_like(rollout.values)
    later: Tensor = torch.zeros_like(after)
    for step in reversed(range(settings.steps)):
        onward = settings.discount * rollout.turns[step]
        surprise = rollout.rewards[step] + onward * after - rollout.values[step]
        later = surprise + settings.smoothing * onward * later
        found[step], after = later, rollout.values[step]
    return found


def learn(agent: Agent, optimizer: torch.optim.Optimizer, rollout: Rollout, better: Tensor, settings: Settings) -> None:
    fields = ("observations", "masks", "actions", "chances", "values")
    observations, masks, actions, chances, values = (getattr(rollout, name).flatten(0, 1) for name in fields)
    better = better.flatten()
    goals = better + values
    for _ in range(settings.epochs):
        for part in torch.randperm(len(actions)).split(settings.minibatch):
            choice, value = agent(observations[part], masks[part])
            ratio = (choice.log_prob(actions[part]) - chances[part]).exp()
            gain = (better[part] - better[part].mean()) / (better[part].std() + 1e-8)
            kept = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            loss = -torch.min(ratio * gain, kept * gain).mean()
            loss = loss + 0.5 * (value - goals[part]).square().mean() - settings.curiosity * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def choose(agent: Agent, match: Match) -> int:
    """The move the network likes best."""
    assert match.player is not None
    tensor = np.empty(size_of(match.game.observation.PLANES), np.uint8)
    look(match._states, match.player, tensor)
    mask = np.zeros(match.game.moves, bool)
    mask[list(match.legal)] = True
    with torch.no_grad():
        choice, _ = agent(torch.from_numpy(tensor), torch.from_numpy(mask))
    return int(choice.probs.argmax())


def against_greedy(agent: Agent, deals: int, seed: int) -> list[float]:
    """The share of wins in each deal, played twice with the seats exchanged."""
    greedy, whims, shares = find_bot("greedy"), random.Random(seed), []
    for deal in range(deals):
        won = 0.0
        for own in range(PLAYERS):
            match = Match(GAME, PLAYERS, seed=seed * 1_000_000 + deal)
            while match.player is not None:
                match.play(choose(agent, match) if match.player == own else greedy(match, whims.getrandbits(64)))
            won += (own in match.winners) / len(match.winners)
        shares.append(won / PLAYERS)
    return shares


def draw(curve: list[tuple[int, float, float, float]], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    decisions, shares, lows, highs = zip(*curve, strict=True)
    axes.fill_between([n / 1e6 for n in decisions], lows, highs, alpha=0.25)
    axes.plot([n / 1e6 for n in decisions], shares, marker="o", markersize=3)
    axes.axhline(0.5, color="grey", linestyle="--", linewidth=1)
    axes.set_xlabel("Decisions in self-play, millions")
    axes.set_ylabel("Wins against greedy, with 95 % intervals")
    axes.set_ylim(0, 1)
    axes.set_title("PPO learns Skyliners for two")
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=Settings.decisions, help="to learn from")
    parser.add_argument("--seed", type=int, default=Settings.seed)
    parser.add_argument("--picture", type=Path, default=Path("ppo_skyliners.svg"))
    options = parser.parse_args()
    settings = Settings(decisions=options.decisions, seed=options.seed)
    torch.manual_seed(settings.seed)
    batch = Batch(GAME, PLAYERS, settings.games, reward="points")
    batch.reset(seed=settings.seed)
    agent = Agent(batch)
    optimizer = torch.optim.Adam(agent.parameters(), settings.learning_rate, eps=1e-5)
    rounds = settings.decisions // (settings.games * settings.steps)
    curve: list[tuple[int, float, float, float]] = []
    began = time.perf_counter()
    for number in range(rounds + 1):
        if number % settings.every == 0 or number == rounds:
            shares = against_greedy(agent, settings.deals if number < rounds else settings.last_deals, number + 1)
            curve.append((number * settings.games * settings.steps, float(np.mean(shares)), *interval(shares)))
            decisions, share, low, high = curve[-1]
            minutes = (time.perf_counter() - began) / 60
            print(
                f"{minutes:5.1f} min  {decisions:>9,} of {settings.decisions:,} decisions"
                f"  wins against greedy {share:.0%} ({low:.0%} to {high:.0%})",
                flush=True,
            )
        if number < rounds:
            for group in optimizer.param_groups:
                group["lr"] = settings.learning_rate * (1 - number / rounds)
            rollout, after = play(agent, batch, settings)
            learn(agent, optimizer, rollout, advantages(rollout, after, settings), settings)
    draw(curve, options.picture)
    print(f"The learning curve is in {options.picture}")


if __name__ == "__main__":
    main()
