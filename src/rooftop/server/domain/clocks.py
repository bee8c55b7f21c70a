"""Clocks: how long everybody may think, and how much of it is left.

A clock is a value: what changes it returns another one. All moments are those of events. So whoever folds the same log
reads the same clock, and a server that is killed loses no second and gains none.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, time, timedelta
from itertools import takewhile
from typing import Any, Literal
from zoneinfo import ZoneInfo

MORNING, EVENING = time(8), time(22)
"""Between the evening and the morning it is night."""
SATURDAY = 5


@dataclass(frozen=True)
class TimeControl:
    """How long everybody may think, as it was chosen when the table was opened."""

    kind: Literal["live", "correspondence"]
    seconds: int
    """Live: for the whole game. Correspondence: for each turn."""
    increment: int = 0
    """Live: seconds that each turn brings."""
    nights: bool = True
    """Correspondence: whether the nights count."""
    weekends: bool = True
    zone: str = "UTC"
    """Where nights and weekends are, as in the IANA database."""

    def elapsed(self, start: float, end: float) -> float:
        """The seconds between two moments that count."""
        if self._counts_always:
            return max(0.0, end - start)
        begun = takewhile(lambda hours: hours[0] < end, self._hours(start))
        return sum(max(0.0, min(end, closes) - max(start, opens)) for opens, closes in begun)

    def end(self, start: float, seconds: float) -> float:
        """The moment at which that many seconds have counted."""
        if self._counts_always or seconds <= 0:
            return start + seconds
        for opens, closes in self._hours(start):
            begins = max(start, opens)
            if seconds <= closes - begins:
                return begins + seconds
            seconds -= closes - begins
        raise AssertionError("hours never end")

    @property
    def _counts_always(self) -> bool:
        return self.nights and self.weekends

    def _hours(self, start: float) -> Iterator[tuple[float, float]]:
        """From a moment on, the hours that count: when they begin and when they end. Without end."""
        zone = ZoneInfo(self.zone)
        day = datetime.fromtimestamp(start, zone).date()
        while True:
            if self.weekends or day.weekday() < SATURDAY:
                opens, closes = self._day(day, zone)
                if closes > start:
                    yield opens, closes
            day += timedelta(days=1)

    def _day(self, day: date, zone: ZoneInfo) -> tuple[float, float]:
        if self.nights:
            following = day + timedelta(days=1)
            return _moment(day, time(), zone), _moment(following, time(), zone)
        return _moment(day, MORNING, zone), _moment(day, EVENING, zone)


def _moment(day: date, hour: time, zone: ZoneInfo) -> float:
    return datetime.combine(day, hour, zone).timestamp()


@dataclass(frozen=True)
class Clock:
    """The clocks of all seats, of which one runs at most."""

    control: TimeControl
    left: tuple[float, ...]
    """The seconds that each seat had left when its clock last stood still."""
    running: int | None = None
    """The seat whose clock runs, or would if it were not paused."""
    since: float = 0.0
    """Since when it runs, or was paused."""
    is_paused: bool = False
    ran: tuple[int, float, float] | None = None
    """The seat whose clock ran before, from when until when."""
    refunded_until: float = 0.0
    """Until when the times are refunded in which no server could take a move."""

    @classmethod
    def of(cls, control: dict[str, Any], seats: int) -> "Clock":
        known = TimeControl(**control)
        return cls(known, (float(known.seconds),) * seats)

    def shown(self) -> dict[str, Any]:
        """What everybody may know."""
        return {
            "control": asdict(self.control),
            "left": [round(seconds, 3) for seconds in self.left],
            "running": None if self.is_paused else self.running,
            "since": round(self.since, 3),
            "ends": None if (ends := self.ends) is None else round(ends, 3),
            "paused": self.is_paused,
        }

    def left_at(self, seat: int, now: float) -> float:
        """The seconds that a seat has left."""
        runs = seat == self.running and not self.is_paused
        return max(0.0, self.left[seat] - self.control.elapsed(self.since, now)) if runs else self.left[seat]

    @property
    def ends(self) -> float | None:
        """The moment at which the running clock is at 0. None if none runs."""
        if self.running is None or self.is_paused:
            return None
        return self.control.end(self.since, self.left[self.running])

    def passed_to(self, seat: int | None, now: float, has_moved: bool) -> "Clock":
        """After an event: the clock of this seat runs. Whoever has moved gets the increment."""
        if seat == self.running:
            return self
        left, ran = list(self.left), self.ran
        if self.running is not None:
            left[self.running] = self.left_at(self.running, now) + has_moved * self.control.increment
            ran = None if self.is_paused else (self.running, self.since, now)
        if seat is not None and self.control.kind == "correspondence":
            left[seat] = float(self.control.seconds)
        return replace(self, left=tuple(left), running=seat, since=now, ran=ran)

    def granted(self, seat: int, seconds: float, now: float) -> "Clock":
        """The seat gets at least so many seconds from now on."""
        left = list(self.left)
        left[seat] = max(self.left_at(seat, now), seconds)
        return replace(self, left=tuple(left), since=now if seat == self.running else self.since)

    def paused(self, now: float) -> "Clock":
        if self.is_paused or self.running is None:
            return replace(self, is_paused=True)
        left = list(self.left)
        left[self.running] = self.left_at(self.running, now)
        return replace(self, left=tuple(left), since=now, is_paused=True)

    def resumed(self, now: float) -> "Clock":
        return replace(self, since=now, is_paused=False)

    def refunded(self, start: float, end: float) -> "Clock":
        """Nobody is charged for a time in which no server could take a move, nor is whoever moved first after it. Where
        turns are days, it counts: whoever decides is told a date."""
        start = max(start, self.refunded_until)
        if self.control.kind == "correspondence" or end <= start:
            return self
        left, since = list(self.left), self.since
        if self.ran:
            seat, began, ended = self.ran
            left[seat] += max(0.0, min(end, ended) - max(start, began))
        if self.running is not None and not self.is_paused:
            since += max(0.0, end - max(start, since))
        return replace(self, left=tuple(left), since=since, refunded_until=end)
