"""What people may do at a table. Each function is pure: it checks the request against the table and returns the next
event as kind and data, None if it has been done already, or raises a refusal. The caller stores the event."""

import secrets
from collections.abc import Callable, Collection
from dataclasses import asdict
from typing import Any

from rooftop.bots import find_bot
from rooftop.core.errors import UnknownSeat
from rooftop.core.game import find_game
from rooftop.lessons import BOT, LEARNER, Lesson, find_lesson, lessons
from rooftop.server.domain.clocks import TimeControl
from rooftop.server.domain.people import Person
from rooftop.server.domain.table import Chair, Table, Vote, current_rules
from rooftop.server.errors import Refused, Stale

Decision = tuple[str, dict[str, Any]]
Decide = Callable[[Table], Decision | None]

REMARKS = 1000
"""Maximum at a table, per player and for all spectators together."""
EVENTS = 10_000
"""Maximum at a table. Beyond it, only the events needed to start and finish the game are accepted."""
ALWAYS_ALLOWED = (
    "ended",
    "interrupted",
    "joined",
    "left",
    "moved",
    "overdue",
    "rematched",
    "replaced",
    "resigned",
    "resumed",
    "returned",
    "started",
    "unseated",
    "waited",
)


def check_growth(table: Table, decision: Decision) -> None:
    """Bound the length of a log. Undo, joining and leaving could otherwise repeat forever. A frozen log never grows."""
    check_not_frozen(table)
    if table.is_removed:
        raise Refused(404, "no_table")
    if table.number >= EVENTS and decision[0] not in ALWAYS_ALLOWED:
        raise Refused(409, "table_full")


def check_not_frozen(table: Table) -> None:
    if table.is_frozen:
        raise Refused(409, "frozen")


# --- before the game -----------------------------------------------------------------------------------------


def create(
    host: Person,
    game: str,
    variant: str | None,
    seats: list[dict[str, Any]],
    listed: bool = False,
    hints: bool = False,
    first: int | None = None,
    address_hash: str = "",
    lesson: bool = False,
    clock: TimeControl | None = None,
    patience: int | None = None,
) -> Decision:
    """Create a table. Each of `seats` has `who`: `me` (perhaps with a name), `anyone`, or `bot` with a level. `first`
    is the seat that begins, None a random one."""
    found = find_game(game)
    found.check_players(len(seats))
    if first is not None and first >= len(seats):
        raise UnknownSeat("errors.seat", seat=first, last=len(seats) - 1)
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
        "first": first,
        "lesson": lesson,
        "clock": asdict(clock) if clock else None,
        "patience": patience,
        "invitation": secrets.token_urlsafe(16),
        "host": host.id,
        "address_hash": address_hash,
        "chairs": [asdict(chair) for chair in chairs],
    }


def teach(host: Person, game: str, address_hash: str = "") -> Decision:
    """Create a table for a lesson: the learner, and bots."""
    if find_game(game).name not in lessons():
        raise Refused(404, "no_lesson", game=find_game(game).title)
    lesson = find_lesson(game)
    bots = [{"who": "bot", "level": BOT} for _ in range(lesson.players - 1)]
    seats: list[dict[str, Any]] = [{"who": "me"}, *bots]
    return create(host, game, lesson.variant, seats, hints=True, address_hash=address_hash, lesson=True)


def _chair(seat: dict[str, Any], host: Person, others: list[Chair]) -> Chair:
    if seat["who"] == "anyone":
        return Chair()
    if seat["who"] == "me":
        return Chair(person=host.id, name=_unique_name(seat.get("name") or host.name, others))
    find_bot(seat["level"])
    return Chair(name=_unique_name("Bot", others, first=1), level=seat["level"])


def _unique_name(name: str, others: list[Chair], first: int = 2) -> str:
    """The name, numbered if somebody else has it. Bots are always numbered."""
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
    """Seat a bot on a free chair."""
    _check_host(table, person)
    find_bot(level)
    name = _unique_name("Bot", list(table.chairs), first=1)
    return "joined", {"seat": _free_seat(table, seat), "level": level, "name": name}


def unseat_bot(table: Table, person: Person, seat: int) -> Decision:
    """Remove a bot, so that a person can join."""
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
    """The wanted seat, or the first free one. People cannot take seats kept for others; bots can."""
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
    check_not_frozen(table)
    if table.status != "waiting":
        raise Refused(409, "leave_by_resigning")
    return "left", {"person": person.id}


def start(table: Table, person: Person) -> Decision | None:
    _check_host(table, person)
    if table.match:
        return None
    if any(chair.kind == "free" for chair in table.chairs):
        raise Refused(409, "seats_free")
    # A string, because many JSON parsers lose precision above 2**53.
    started = {"seed": str(secrets.randbits(128)), "dice": "chacha20", "rules": current_rules()[table.game]}
    return "started", started | ({"set_up": table.lesson.table(0)} if table.lesson else {})


# --- during the game -----------------------------------------------------------------------------------------


def own_seat(table: Table, person: Person | None, seat: int | None) -> int:
    """The seat that a person acts for: the given one, else the one that decides, else their first."""
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
    """Make a move. `is_current` tells whether the view that it was decided on is still the current view of a seat."""
    mine = own_seat(table, person, seat)
    if table.has_done(person.id, key):
        return None
    return "moved", {"seat": mine, "move": check_move(table, mine, move, is_current), "person": person.id, "key": key}


def check_move(table: Table, seat: int, move: str | int, is_current: Callable[[int], bool]) -> int:
    """Check that the seat may make this move now. Return its id."""
    _check_playing(table, seat)
    if table.chairs[seat].substitute:
        raise Refused(409, "substituted")
    if table.is_paused:
        raise Refused(409, "paused")
    if not is_current(seat):
        raise Stale
    if table.player != seat:
        raise Refused(409, "not_your_turn")
    checked = table.playing.check(move)
    if table.lesson and table.current_step and not table.current_step.accepts(checked.text):
        if not table.current_step.expects:
            raise Refused(409, "lesson_reads")
        raise Refused(409, "lesson", reason=table.lesson.message(table.step, "other"))
    return checked.id


def go_on(table: Table, person: Person, step: int) -> Decision | None:
    """Go on from a step of a lesson that is only to be read."""
    lesson = _check_lesson(table, person)
    if step != table.step:
        return None
    if lesson.steps[step].expects or table.player != LEARNER:
        raise Refused(409, "lesson_waits")
    following: dict[str, Any] = {"person": person.id, "step": step + 1}
    if step + 1 in lesson.chapters:
        following["set_up"] = lesson.table(step + 1)
    return "continued", following


def taught_move(table: Table) -> int:
    """A move that the lesson waits for."""
    accepted = table.taught_moves
    if not accepted:
        raise Refused(409, "lesson_reads")
    return accepted[0]


def leave_lesson(table: Table, person: Person) -> Decision:
    """End the lesson. The table goes on as an ordinary game."""
    return "continued", {"person": person.id, "step": len(_check_lesson(table, person).steps)}


def _check_lesson(table: Table, person: Person) -> Lesson:
    own_seat(table, person, LEARNER)
    _check_playing(table, LEARNER)
    if table.lesson is None or table.current_step is None:
        raise Refused(409, "lesson_over")
    return table.lesson


def bot_move(table: Table, moment: int, move: int) -> Decision | None:
    """Make a move of a bot. None if the position has changed meanwhile."""
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
    """The ply of the decision that the seat may take back now, if any.

    With a single person at the table, their last decision. With several, only the last decision of all, while it is
    still the player's turn, and if it involved no chance and revealed nothing to them.
    """
    if table.status != "playing" or not table.plays(seat) or seat not in table.deciders or table.current_step:
        return None
    if table.is_paused:
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
    return "resigned", {"person": person.id, "seat": mine}


def _check_playing(table: Table, seat: int) -> None:
    check_not_frozen(table)
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


# --- clocks, and who is missing ------------------------------------------------------------------------------


def fall_due(table: Table, now: float) -> Decision | None:
    """What happens by itself: nobody has come to a waiting table, somebody's time is up, or the time to vote is."""
    if table.due is None or now < table.due:
        return None
    if table.status == "waiting":
        return "ended", {}
    if table.overdue:
        return _outcome(table, next(iter(table.votes.values())))
    return "overdue", {"seat": table.player, "cause": "time"}


def be_missing(table: Table, is_away: Callable[[str], bool], now: float) -> Decision | None:
    """The player who has to decide has been away for too long."""
    seat = table.player
    if seat is None or table.overdue or table.is_paused or not table.plays(seat) or now < table.patient_until:
        return None
    return ("overdue", {"seat": seat, "cause": "absence"}) if is_away(table.chairs[seat].person or "") else None


def vote(table: Table, person: Person, choice: str, level: str, now: float) -> Decision | None:
    """Say what to do about the player whom the table waits for. What all others want is done. Whoever says nothing for
    a while leaves it to them."""
    own = own_seat(table, person, None)
    find_bot(level)
    overdue = table.overdue
    if overdue is None or not any(map(table.plays, table.seats_of(person.id))):
        raise Refused(409, "nobody_missing")
    missing = table.chairs[overdue.seat].person
    if missing == person.id:
        raise Refused(409, "you_are_missing", seat=own)
    wanted: Vote = (choice, level if choice == "bot" else None)
    voters = {chair.person for seat, chair in enumerate(table.chairs) if table.plays(seat)} - {missing, person.id}
    if now > overdue.since + table.grace:
        voters &= table.votes.keys()
    if all(table.votes.get(voter or "") == wanted for voter in voters):
        return _outcome(table, wanted)
    if table.votes.get(person.id) == wanted:
        return None
    return "voted", {"person": person.id, "choice": choice, "level": wanted[1]}


def _outcome(table: Table, wanted: Vote) -> Decision:
    assert table.overdue
    choice, level = wanted
    if choice == "bot":
        return "replaced", {"seat": table.overdue.seat, "level": level}
    return ("waited", {"seconds": table.grace}) if choice == "wait" else ("ended", {})


def come_back(table: Table, person: Person) -> Decision | None:
    """Take one's seat back from a bot, or be here again. For one seat; there may be more."""
    if table.status != "playing":
        return None
    for seat in table.seats_of(person.id):
        chair = table.chairs[seat]
        is_missed = table.overdue is not None and table.overdue.seat == seat and table.overdue.cause == "absence"
        if not chair.resigned and (chair.substitute or is_missed):
            has_time = is_missed or table.graced == table.since
            return "returned", {"person": person.id, "seat": seat, "seconds": 0 if has_time else table.grace}
    return None


def pause(table: Table, person: Person) -> Decision | None:
    """Ask for a pause. When all people at the table have, the clocks stand still."""
    _check_playing(table, _own_playing_seat(table, person))
    if table.clock is None:
        raise Refused(409, "no_clock")
    if table.is_paused or person.id in table.pause_wanted_by:
        return None
    people = {table.chairs[seat].person for seat in range(len(table.chairs)) if table.plays(seat)}
    return "paused" if people <= table.pause_wanted_by | {person.id} else "wanted_pause", {"person": person.id}


def resume(table: Table, person: Person) -> Decision | None:
    """End the pause. Anybody at the table can."""
    _check_playing(table, _own_playing_seat(table, person))
    return ("resumed", {"person": person.id}) if table.is_paused else None


def _own_playing_seat(table: Table, person: Person) -> int:
    """A seat in which the person plays, if there is one."""
    return next(filter(table.plays, table.seats_of(person.id)), own_seat(table, person, None))


def refund(table: Table, start: float, end: float) -> Decision | None:
    """Give the time back in which no server could take a move."""
    if table.clock is None or table.clock.refunded(start, end) == table.clock:
        return None
    return "interrupted", {"from": start, "until": end}


def hand_on(table: Table, present: Collection[str]) -> Decision | None:
    """While the host of a waiting table is away, somebody who is present becomes the host."""
    people = [chair.person for chair in table.chairs if chair.person in present]
    if table.status != "waiting" or table.host in present or not people:
        return None
    return "handed_on", {"host": people[0]}


# --- after the game ------------------------------------------------------------------------------------------


def check_rematch(table: Table, person: Person) -> None:
    own_seat(table, person, None)
    check_not_frozen(table)
    if table.status != "over":
        raise Refused(409, "not_over")


def same_again(table: Table, host: Person, address_hash: str) -> Decision:
    """Create a table for the rematch. The host and the bots are seated; the other chairs are kept for their people."""
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
        "first": table.first,
        "clock": asdict(table.clock.control) if table.clock else None,
        "patience": table.patience,
        "invitation": table.invitation,
        "host": host.id,
        "address_hash": address_hash,
        "chairs": [asdict(chair) for chair in chairs],
    }


def end(table: Table) -> Decision | None:
    """End a table as its operator: a game without winners, or the waiting for players."""
    check_not_frozen(table)
    return None if table.status in ("over", "closed") else ("ended", {})


def vacate(table: Table, person: Person) -> Decision | None:
    """Free a seat of a person who is deleted: by leaving before the start, by resigning during the game."""
    staying = [seat for seat in table.seats_of(person.id) if not table.chairs[seat].resigned]
    if not staying or table.status not in ("waiting", "playing"):
        return None
    if table.status == "waiting":
        return "left", {"person": person.id}
    return "resigned", {"person": person.id, "seat": staying[0]}


def announce_rematch(table: Table, new: str) -> Decision | None:
    return None if table.rematch == new else ("rematched", {"table": new})
