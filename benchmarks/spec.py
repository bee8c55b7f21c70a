"""The page of facts about every environment, docs/environments.md: `make spec` writes it anew.

What is declared (moves, planes) is read from the games, what is measured (length, branching factor, hidden information)
comes from random games with a fixed seed, so that the same rules give the same page.
"""

import math
from pathlib import Path

import numpy as np

from rooftop.core.dice import dice, roll
from rooftop.core.game import Game, games, ready_game
from rooftop.core.observation import size_of
from rooftop.env.names import environment_name

PAGE = Path(__file__).parents[1] / "docs" / "environments.md"
GAMES = 100
"""Random games for each line of a table of measurements."""
DEALS = 64
"""Of the unknown, to see how many different ones there are in the middle of a game."""

HEAD = """# The environments

Written by `make spec` from the games themselves. [research.md](research.md) says how to use them.

Length and branching factor are means over {games} random games (in brackets the longest game, the most moves ever
legal at once). Hidden: how many bits the seat that decides lacks to know the whole table, on average, at least: the
logarithm of how many different tables {deals} redeals of what it cannot know gave, so 6.0 means 64 or more.
"""


def measured(game: Game, variant: str, players: int) -> str:
    """A line of the table of measurements."""
    states, moves, roller = game.new_states(1), game.new_moves(), dice(1)
    state, rules = states[0], game.rules
    lengths, choices, hidden = [], [], []
    for number in range(GAMES):
        rules.start(state, players, game.variant(variant), -1, roller)
        length = 0
        while state.player >= 0:
            n = rules.legal(state, moves)
            choices.append(n)
            if number < 20 and length % 7 == 0:
                hidden.append(math.log2(len({redealt(game, states, deal) for deal in range(DEALS)})))
            rules.apply(state, int(moves[roll(roller, n)]), roller)
            length += 1
        lengths.append(length)
    return (
        f"| {variant} | {players} | {np.mean(lengths):.0f} ({max(lengths)}) "
        f"| {np.mean(choices):.1f} ({max(choices)}) | {np.mean(hidden):.1f} |"
    )


def redealt(game: Game, states: np.ndarray[tuple[int, ...], np.dtype[np.void]], deal: int) -> bytes:
    twin = states.copy()
    game.rules.redeal(twin[0], int(twin[0].player), dice(deal))
    return twin.tobytes()


def declared(game: Game) -> str:
    """The description of an environment as far as it is not measured."""
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
    parts = [HEAD.format(games=GAMES, deals=DEALS)]
    for name in games():
        game = ready_game(name)
        lines = ["| variant | players | length | branching factor | hidden |", "|---|---|---|---|---|"]
        lines += [measured(game, variant, players) for variant in game.variants for players in game.players]
        parts.append(declared(game) + "\n\n" + "\n".join(lines) + "\n")
    PAGE.write_text("\n".join(parts), "utf-8")


if __name__ == "__main__":
    main()
