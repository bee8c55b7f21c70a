"""Perft from fixed positions, against an independent implementation of the rulebook."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from games.skyline3000.setting import table
from perft import perft
from rooftop.core.match import Match
from tables import random_play

START = {2: [18, 214, 2711, 33701], 3: [18, 214, 2720, 34111], 4: [18, 214, 2720, 34120]}


class Plain:
    """Building and bidding with lists and strings, implemented from the rulebook alone."""

    def __init__(self, match: Match) -> None:
        position: Any = match.position()
        self.table = position
        self.seat = position["player"]
        self.asked = position["asked"]
        self.card = position["card"]
        self.passed = set(position["passed"])
        self.points = position["points"]
        self.hands = [Counter(hand) for hand in position["hands"]]
        self.bids = position["bids"] or [[] for _ in self.hands]
        self.auction = position["auction"]
        self.factories = position["factories"]
        self.billboards = position["billboards"]
        self.blocks = position["blocks"]
        self.colours = ["orange", "purple", "green", "white"][: len(self.hands)]

    def moves(self) -> Iterator[str]:
        colour, own = self.colours[self.seat], self.factories[self.seat]
        if self.asked == "action":
            yield from (f"play {card}" for card in self.hands[self.seat])
            if self.billboards[self.seat] and self.points[self.seat]:
                yield from (f"billboard {name}" for name in self.blocks if self.empty(name))
            yield "pass"
        elif self.asked == "bid":
            laid = Counter(self.bids[self.seat])
            for card in self.hands[self.seat] - laid:
                if all(self.order(card) >= self.order(other) for other in laid):
                    yield f"lay {card}"
            yield "stop"
        elif self.asked == "amenity":
            small = self.auction < 3
            yield from (f"place {n}" for n, b in self.blocks.items() if (self.empty(n) if small else not b["large"]))
        elif self.asked != "second floor":
            yield "let go"
        if self.asked.endswith("floor") and self.floors():
            yield "new building"
            yield from (f"raise {height}" for height in set(own["unfinished"]))
        if self.asked == "roof":
            for shape in ("barrel", "gable"):
                if self.roofs(shape):
                    yield from (f"{shape} roof on {height}" for height in set(own["unfinished"]))
        if self.asked == "contract":
            yield from self.anchorings(colour)

    def anchorings(self, colour: str) -> Iterator[str]:
        district = [name for name in self.blocks if name[0].lower() == self.card[0]]
        for name in district:
            block = self.blocks[name]
            highest = max((int(building.split()[1]) for building in block["buildings"]), default=0)
            for shape in ("barrel", "gable"):
                others = {self.blocks[other]["shape"] for other in district if other != name}
                if block["shape"] not in (None, shape) or others == {shape}:
                    continue
                for height in set(self.factories[self.seat][shape]) & {highest or 1, highest + 1}:
                    if self.empty(name):
                        yield f"anchor {shape} {height} {name}"
                    if colour in block["billboards"] and self.points[self.seat]:
                        yield f"anchor {shape} {height} {name} billboard"

    def order(self, card: str) -> tuple[int, str]:
        return ["floor", "roof", "red", "yellow", "blue"].index(card.split()[0]), card

    def empty(self, name: str) -> bool:
        size = {"R1": 8, "R2": 7, "R3": 7, "Y1": 8, "Y2": 8, "Y3": 7, "B1": 8, "B2": 7, "B3": 7}[name]
        block = self.blocks[name]
        return len(block["buildings"]) + len(block["billboards"]) + block["green"] < size

    def floors(self) -> int:
        used = sum(sum(heights) for factory in self.factories for heights in factory.values())
        return 90 - used - sum(int(b.split()[1]) for block in self.blocks.values() for b in block["buildings"])

    def roofs(self, shape: str) -> int:
        colour = self.colours[self.seat]
        city = sum(b.startswith(colour) for x in self.blocks.values() if x["shape"] == shape for b in x["buildings"])
        return 5 - city - len(self.factories[self.seat][shape])

    def play(self, move: str) -> None:
        verb, *rest = move.split()
        own = self.factories[self.seat]
        if verb == "play":
            self.card = " ".join(rest)
            self.hands[self.seat] -= Counter([self.card])
            self.asked = {"floor": "first floor", "roof": "roof"}.get(rest[0], "contract")
        elif verb in ("new", "raise"):
            height = int(rest[0]) if verb == "raise" else 0
            if height:
                own["unfinished"].remove(height)
            own["unfinished"].append(height + 1)
            self.asked = "second floor" if self.asked == "first floor" else self.turn()
        elif verb == "lay":
            self.bids[self.seat].append(" ".join(rest))
        elif verb == "stop":
            self.stop()
        elif verb == "place":
            self.place(rest[0])
        else:
            self.build(verb, rest, own)
            self.asked = self.turn()

    def build(self, verb: str, rest: list[str], own: Any) -> None:
        if verb == "pass":
            self.passed.add(self.seat)
        elif verb == "billboard":
            self.billboards[self.seat] -= 1
            self.points[self.seat] -= 1
            self.blocks[rest[0]]["billboards"].append(self.colours[self.seat])
        elif verb in ("barrel", "gable"):
            own["unfinished"].remove(int(rest[-1]))
            own[verb].append(int(rest[-1]))
        elif verb == "anchor":
            shape, height, name = rest[:3]
            own[shape].remove(int(height))
            self.blocks[name]["shape"] = shape
            self.blocks[name]["buildings"].append(f"{self.colours[self.seat]} {height}")
            if len(rest) == 4:
                self.blocks[name]["billboards"].remove(self.colours[self.seat])
                self.points[self.seat] -= 1

    def turn(self) -> str:
        """The next player and the pending question."""
        for step in range(1, len(self.hands) + 1):
            seat = (self.seat + step) % len(self.hands)
            if seat not in self.passed:
                self.seat = seat
                return "action"
        self.seat, self.auction, self.passed = self.table["key"], 1, set()
        return "bid"

    def stop(self) -> None:
        self.seat = (self.seat + 1) % len(self.hands)
        if self.seat != self.table["key"]:
            return
        sums = [(sum(self.number(card) for card in bid), max(map(self.number, bid), default=0)) for bid in self.bids]
        if max(sums) == (0, 0):
            self.next_auction()
            return
        while sums[self.seat] != max(sums):
            self.seat = (self.seat + 1) % len(self.hands)
        self.hands[self.seat] -= Counter(self.bids[self.seat])
        self.asked = "amenity"
        if not list(self.moves()):
            self.next_auction()

    def number(self, card: str) -> int:
        return int(card.split()[1])

    def place(self, name: str) -> None:
        if self.auction < 3:
            self.blocks[name]["green"] += 1
        else:
            self.blocks[name]["large"] = "taken"
        self.next_auction()

    def next_auction(self) -> None:
        self.seat, self.asked, self.bids = self.table["key"], "bid", [[] for _ in self.hands]
        self.auction += 1

    def count(self, depth: int) -> int:
        moves = list(self.moves())
        assert len(set(moves)) == len(moves)
        if depth == 1:
            return len(moves)
        leaves = 0
        for move in moves:
            after = deepcopy(self)
            after.play(move)
            leaves += after.count(depth - 1)
        return leaves


@pytest.mark.parametrize("players", START)
def test_trees_from_the_start(players: int) -> None:
    match = Match("skyline3000", players, seed=1, first=0)
    assert [perft(match, depth) for depth in (1, 2, 3, 4)] == START[players]
    assert [Plain(match).count(depth) for depth in (1, 2, 3)] == START[players][:3]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_plain_reading_finds_the_same_moves_and_trees(players: int) -> None:
    for match in random_play("skyline3000", "standard", players, 11):
        if match.over or match.view(None)["table"]["asked"] == "draw":
            continue
        plain = Plain(match)
        assert sorted(plain.moves()) == sorted(move.text for move in match.moves())
        if match.ply % 10 == 0 and plain.auction != 3:
            assert plain.count(2) == perft(match, 2)


def test_a_tree_of_bids() -> None:
    """A bid of each player, a place for the winner's green space, and the first card of the next bid."""
    match = table(asked="bid", auction=1, hands=[["floor 3", "red 5"], ["roof 5"]])
    counts = [perft(match, depth) for depth in range(1, 8)]
    assert counts == [Plain(match).count(depth) for depth in range(1, 8)]
    assert counts == [3, 5, 9, 36, 100, 189, 334]
