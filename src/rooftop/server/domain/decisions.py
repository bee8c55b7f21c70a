"""What people may do at a table. Each function looks at the table and returns the next event, as kind and data,
None where it has been done already, or refuses; nothing changes until the event is stored."""

import secrets
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from rooftop.bots import find_bot
from rooftop.core.game import find_game
from rooftop.server.domain.people import Person
from rooftop.server.domain.table import Chair, Table
from rooftop.server.errors import Refused, Stale

Decision = tuple[str, dict[str, Any]]
Decide = Callable[[Table], Decision | None]

REMARKS = 1000
"""At a table, of each player and of all spectators together."""
EVENTS = 10_000
"""At a table; then it takes only what brings its game to a start and an end."""
ALWAYS_ALLOWED = ("joined", "left", "moved", "rematched", "resigned", "started", "unseated")


def check_growth(table: Table, decision: Decision) -> None:
    """A log that has become absurdly long grows no further: taking back and coming and going could go on for ever."""
    if table.number >= EVENTS and decision[0] not in ALWAYS_ALLOWED:
        raise Refused(409, "table_full")


# --- before the game -----------------------------------------------------------------------------------------


def create(
    host: Person,
    game: str,
    variant: str | None,
    seats: list[dict[str, Any]],
    listed: bool = False,
    hints: bool = False,
    address_hash: str = "",
) -> Decision:
    """`seats` say for each seat who sits there: `me`, `anyone`, or `bot` with its level; `me` may have a name."""
    found = find_game(game)
    found.check_players(len(seats))
    if not any(seat["who"] == "me" for seat in seats):
        raise Refused(422, "nobody")
    chairs: list[Chair] = []
    for seat in seats:
        chairs.append(_chair(seat, host, chairs))
    return "created", {
        "game": found.name,
        "variant": found.variants[found.variant(variant)],
        "listed": listed,
        "hints": hints,
        "invitation": secrets.token_urlsafe(16),
        "host": host.id,
        "address_hash": address_hash,
        "chairs": [asdict(chair) for chair in chairs],
    }


def _chair(seat: dict[str, Any], host: Person, others: list[Chair]) -> Chair:
    if seat["who"] == "anyone":
        return Chair()
    if seat["who"] == "me":
        return Chair(person=host.id, name=_unique_name(seat.get("name") or host.name, others))
    find_bot(seat["level"])
    return Chair(name=_unique_name("Bot", others, first=1), level=seat["level"])


def _unique_name(name: str, others: list[Chair], first: int = 2) -> str:
    """The name, with a number where it would otherwise be somebody else's too (and for bots always)."""
    taken = {chair.name for chair in others}
    numbered = [name] if first == 2 else []
    numbered += [f"{name} {number}" for number in range(first, first + len(others) + 1)]
    return next(candidate for candidate in numbered if candidate not in taken)


def join(table: Table, person: Person, seat: int | None) -> Decision | None:
    if table.seats_of(person.id) and not table.chairs.kept_for(person.id):
        return None
    name = _unique_name(person.name, list(table.chairs))
    return "joined", {"seat": _free_seat(table, seat, person), "person": person.id, "name": name}


def seat_bot(table: Table, person: Person, seat: int, level: str) -> Decision:
    """In the place of somebody who does not come."""
    _check_host(table, person)
    find_bot(level)
    name = _unique_name("Bot", list(table.chairs), first=1)
    return "joined", {"seat": _free_seat(table, seat), "level": level, "name": name}


def unseat_bot(table: Table, person: Person, seat: int) -> Decision:
    """To make room for somebody who comes after all."""
    _check_host(table, person)
    _check_waiting(table)
    if "bot" not in [chair.kind for chair in table.chairs[seat : seat + 1]]:
        raise Refused(409, "no_bot", seat=seat)
    return "unseated", {"seat": seat}


def _check_host(table: Table, person: Person) -> None:
    if person.id != table.host:
        raise Refused(403, "not_the_host")


def _check_waiting(table: Table) -> None:
    if table.status != "waiting":
        raise Refused(409, "not_waiting")


def _free_seat(table: Table, wanted: int | None, joining: Person | None = None) -> int:
    """The seat that is wanted, or the first one that is free; the host may seat a bot where somebody is waited for."""
    _check_waiting(table)
    free = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "free"]
    if joining and table.chairs.are_kept:
        free = table.chairs.kept_for(joining.id) or [seat for seat in free if not table.chairs[seat].kept_for]
        if not free:
            raise Refused(409, "seats_kept")
    if not free or (wanted is not None and wanted not in free):
        raise Refused(409, "no_free_seat" if wanted is None else "seat_taken", seat=wanted)
    return free[0] if wanted is None else wanted


def leave(table: Table, person: Person) -> Decision | None:
    if not table.seats_of(person.id):
        return None
    if table.status != "waiting":
        raise Refused(409, "leave_by_resigning")
    return "left", {"person": person.id}


def start(table: Table, person: Person) -> Decision | None:
    _check_host(table, person)
    if table.match:
        return None
    if any(chair.kind == "free" for chair in table.chairs):
        raise Refused(409, "seats_free")
    # As a text: a number of this size is not safe in every JSON reader.
    return "started", {"seed": str(secrets.randbits(128)), "dice": "chacha20"}


# --- during the game -----------------------------------------------------------------------------------------


def own_seat(table: Table, person: Person | None, seat: int | None) -> int:
    """The seat somebody speaks for: the one named, or of several the one that decides."""
    own = table.seats_of(person.id if person else None)
    if not own:
        raise Refused(403, "not_at_the_table")
    if seat is None:
        return table.player if table.player in own else own[0]
    if seat not in own:
        raise Refused(403, "not_your_seat", seat=seat)
    return seat


def move(
    table: Table, person: Person, seat: int | None, move: str | int, key: str, is_current: Callable[[int], bool]
) -> Decision | None:
    """`is_current` tells whether the view that the decision was made on is the present one of a seat."""
    mine = own_seat(table, person, seat)
    if table.has_done(person.id, key):
        return None
    return "moved", {"seat": mine, "move": check_move(table, mine, move, is_current), "person": person.id, "key": key}


def check_move(table: Table, seat: int, move: str | int, is_current: Callable[[int], bool]) -> int:
    """The id of a move that the seat may make now."""
    _check_playing(table, seat)
    if not is_current(seat):
        raise Stale
    if table.player != seat:
        raise Refused(409, "not_your_turn")
    return table.playing.check(move).id


def bot_move(table: Table, moment: int, move: int) -> Decision | None:
    """None where the bot has thought about a position that is not there any more."""
    if table.moment != moment or not table.bot_decides:
        return None
    return "moved", {"seat": table.player, "move": table.playing.check(move).id}


def take_back(
    table: Table, person: Person, seat: int | None, key: str, is_current: Callable[[int], bool]
) -> Decision | None:
    mine = own_seat(table, person, seat)
    if table.has_done(person.id, key):
        return None
    _check_playing(table, mine)
    if not is_current(mine):
        raise Stale
    ply = last_to_take_back(table, mine)
    if ply is None:
        raise Refused(409, "cannot_undo")
    return "took_back", {"seat": mine, "ply": ply, "person": person.id, "key": key}


def last_to_take_back(table: Table, seat: int) -> int | None:
    """The number of the decision that the seat may take back now.

    Against bots only, the last one. Among people, the last one too, but only until the turn has passed, chance
    has had a part in it, or it has shown the player something.
    """
    if table.status != "playing" or table.chairs[seat].resigned or seat not in table.deciders:
        return None
    if table.chairs.persons == 1:
        return len(table.deciders) - 1 - table.deciders[::-1].index(seat)
    own_turn = table.player == seat == table.deciders[-1]
    return len(table.deciders) - 1 if own_turn and table.playing.showed_nothing() else None


def resign(table: Table, person: Person, seat: int | None) -> Decision | None:
    mine = own_seat(table, person, seat)
    if table.chairs[mine].resigned:
        return None
    _check_playing(table, mine)
    return "resigned", {"seat": mine}


def _check_playing(table: Table, seat: int) -> None:
    if table.status in ("waiting", "closed"):
        raise Refused(409, "not_started")
    if table.status == "over":
        raise Refused(409, "over")
    if table.chairs[seat].resigned:
        raise Refused(409, "resigned")


def say(table: Table, person: Person, text: str, key: str) -> Decision | None:
    if table.has_done(person.id, key):
        return None
    if not text.strip():
        raise Refused(422, "nothing_said")
    if table.remarks_of(person.id) >= REMARKS:
        raise Refused(409, "chat_full")
    seats = table.seats_of(person.id)
    name = table.chairs[seats[0]].name if seats else person.name
    seat = seats[0] if seats else None
    return "said", {"person": person.id, "name": name, "seat": seat, "text": text.strip(), "key": key}


# --- after the game ------------------------------------------------------------------------------------------


def check_rematch(table: Table, person: Person) -> None:
    own_seat(table, person, None)
    if table.status != "over":
        raise Refused(409, "not_over")


def same_again(table: Table, host: Person, address_hash: str) -> Decision:
    """A new table for the same game: the one who asks and the bots sit down, the others' chairs are kept for them."""
    chairs = [
        Chair(chair.person, chair.name, chair.level)
        if chair.level or chair.person == host.id
        else Chair(kept_for=chair.person)
        for chair in table.chairs
    ]
    return "created", {
        "game": table.game,
        "variant": table.variant,
        "listed": table.listed,
        "hints": table.hints,
        "invitation": table.invitation,
        "host": host.id,
        "address_hash": address_hash,
        "chairs": [asdict(chair) for chair in chairs],
    }


def announce_rematch(table: Table, new: str) -> Decision | None:
    return None if table.rematch == new else ("rematched", {"table": new})
