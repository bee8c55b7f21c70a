"""How much of a hand everybody is shown in Skyline 3000, by round: the share of the cards in hands whose kind is shown,
and whose kind and number are. Means over random games with a fixed seed."""

import random
from collections import defaultdict

from rooftop.core.game import find_game
from rooftop.core.match import Match

GAMES = 10


def shares(match: Match) -> tuple[float, float] | None:
    """The two shares as a spectator is shown them, or None if there are no cards in hands."""
    hands = match.view(None)["table"]["hands"]
    size = sum(hand["size"] for hand in hands)
    kinds = sum(sum((hand["kinds"] or {}).values()) for hand in hands)
    return (kinds / size, sum(len(hand["known"] or ()) for hand in hands) / size) if size else None


def measured(variant: str, players: int) -> list[str]:
    """A row for each round."""
    found = defaultdict(list)
    for seed in range(GAMES):
        match, chance = Match("skyline3000", players, variant, seed), random.Random(seed)
        while not match.over:
            if share := shares(match):
                found[match.view(None)["table"]["round"]].append(share)
            match.play(chance.choice(match.moves()).id)
    return [
        f"{variant:10} {players:7} {number:5} "
        + " ".join(f"{sum(part) / len(part):7.1%}" for part in zip(*all_, strict=True))
        for number, all_ in sorted(found.items())
    ]


def main() -> None:
    print("variant    players round   kinds numbers")
    game = find_game("skyline3000")
    for variant in game.variants:
        for players in game.players:
            print("\n".join(measured(variant, players)))


if __name__ == "__main__":
    main()
