"""Generates docs/environments.md, the specification of every environment: `make spec`.

Declared facts (moves, planes) come from the games. Measured ones (length, branching factor, hidden information) come
from random games with a fixed seed, so the page is reproducible.
"""

from pathlib import Path
from typing import Any

import numpy as np
from hidden import HIDDEN

from rooftop.core.dice import dice, roll
from rooftop.core.game import Game, games, ready_game
from rooftop.core.observation import size_of
from rooftop.env.names import environment_name

PAGE = Path(__file__).parents[1] / "docs" / "environments.md"
GAMES = 100
"""Random games per row of measurements."""
LOOKED_AT = 20
"""How many of them sample the hidden information, every few decisions."""

HEAD = """# The environments

Written by `make spec` from the games themselves. [research.md](research.md) says how to use them.

Length and branching factor are means over {games} random games (in brackets the longest game, the most moves ever
legal at once). Hidden: how many bits the seat that decides lacks to know the whole table, on average, counted from the
rules: the Shannon entropy of all that it cannot know, the order of face-down stacks included, with every plan and bid
of another seat as likely as any.
"""


def measured(game: Game[Any], variant: str, players: int) -> str:
    """A row of measurements."""
    states, moves, roller = game.new_states(1), game.new_moves(), dice(1)
    state, rules = states[0], game.rules
    lengths, choices, hidden = [], [], []
    for number in range(GAMES):
        rules.start(state, players, game.variant(variant), -1, roller)
        length = 0
        while state.player >= 0:
            n = rules.legal(state, moves)
            choices.append(n)
            if number < LOOKED_AT and length % 7 == 0:
                hidden.append(lacks(game, states, length))
            rules.apply(state, int(moves[roll(roller, n)]), roller)
            length += 1
        lengths.append(length)
    return (
        f"| {variant} | {players} | {np.mean(lengths):.0f} ({max(lengths)}) "
        f"| {np.mean(choices):.1f} ({max(choices)}) | {np.mean(hidden):.1f} |"
    )


def lacks(game: Game[Any], states: Any, deal: int) -> float:
    """The bits hidden from the seat to move, for one sample of its information set."""
    twin, seat = states.copy(), int(states[0].player)
    game.rules.redeal(twin[0], seat, dice(deal))
    return HIDDEN[game.name](twin[0], seat)


def declared(game: Game[Any]) -> str:
    """The declared part of an environment's description."""
    planes = game.observation.PLANES
    lines = [
        f"## {environment_name(game.name)}",
        "",
        f"{game.title}: {min(game.players)} to {max(game.players)} players; variants {', '.join(game.variants)}. "
        f"{game.moves} moves, never more than {game.length:,} decisions, {size_of(planes):,} numbers observed.",
        "",
        "| from | plane | shape | highest | meaning |",
        "|---|---|---|---|---|",
    ]
    first = 0
    for plane in planes:
        shape = " x ".join(str(n) for n in plane.shape)
        lines.append(f"| {first} | {plane.name} | {shape} | {plane.highest} | {plane.meaning} |")
        first += plane.size
    return "\n".join(lines)


def main() -> None:
    parts = [HEAD.format(games=GAMES)]
    for name in games():
        game = ready_game(name)
        lines = ["| variant | players | length | branching factor | hidden |", "|---|---|---|---|---|"]
        lines += [measured(game, variant, players) for variant in game.variants for players in game.players]
        parts.append(declared(game) + "\n\n" + "\n".join(lines) + "\n")
    PAGE.write_text("\n".join(parts), "utf-8")


if __name__ == "__main__":
    main()
