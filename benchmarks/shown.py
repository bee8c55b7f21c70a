"""How much of the other hands a spectator and a seat are shown in Skyline 3000, by round: the share of the cards whose
kind is shown, and whose kind and number are. A seat has its own hand, which does not count. Means over random games
with a fixed seed, of a seat over all seats."""

import random
from collections import defaultdict
from collections.abc import Iterator

from rooftop.core.game import find_game
from rooftop.core.match import Match

GAMES = 10


def shares(match: Match, seat: int | None) -> tuple[float, float] | None:
    """The two shares as a seat or a spectator (None) is shown them, or None if nobody else has cards."""
    hands = [hand for other, hand in enumerate(match.view(seat)["table"]["hands"]) if other != seat]
    size = sum(hand["size"] for hand in hands)
    kinds = sum(sum((hand["kinds"] or {}).values()) for hand in hands)
    numbers = sum(len(hand["cards"] or hand["known"] or ()) for hand in hands)
    return (kinds / size, numbers / size) if size else None


def measured(variant: str, players: int) -> Iterator[str]:
    """A row for the spectator and one for the seats, for each round."""
    found = defaultdict(list)
    for seed in range(GAMES):
        match, chance = Match("skyline3000", players, variant, seed), random.Random(seed)
        while not match.over:
            number = match.open_view()["table"]["round"]
            for viewer in (None, *range(players)):
                if share := shares(match, viewer):
                    found[number, "spectator" if viewer is None else "seat"].append(share)
            match.play(chance.choice(match.moves()).id)
    for (number, viewer), all_ in sorted(found.items()):
        means = (sum(part) / len(part) for part in zip(*all_, strict=True))
        yield f"{variant:10} {players:7} {number:5} {viewer:9} " + " ".join(f"{mean:7.1%}" for mean in means)


def main() -> None:
    print("variant    players round viewer      kinds numbers")
    game = find_game("skyline3000")
    for variant in game.variants:
        for players in game.players:
            print("\n".join(measured(variant, players)))


if __name__ == "__main__":
    main()
