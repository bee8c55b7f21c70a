"""Limits on what a visitor may ask, and to whom a visitor's use of them is charged."""

import hashlib
import ipaddress
import time
from collections import Counter
from dataclasses import dataclass, field

from rooftop.server.errors import Refused

MAX_VISITORS = 10_000
"""Visitors whose use of a limit is remembered."""


class Limit:
    """So many at once, and so many a second after that, for each visitor."""

    def __init__(self, at_once: int, per_second: float) -> None:
        self.at_once = at_once
        self.per_second = per_second
        self._used: dict[str, tuple[float, float]] = {}

    def check(self, visitor: str) -> None:
        if not self.allows(visitor):
            raise Refused(429, "too_many")

    def allows(self, visitor: str) -> bool:
        now = time.monotonic()
        left, since = self._used.pop(visitor, (float(self.at_once), now))
        left = min(self.at_once, left + (now - since) * self.per_second)
        allowed = left >= 1
        self._used[visitor] = (left - allowed, now)
        if len(self._used) > MAX_VISITORS:
            del self._used[next(iter(self._used))]
        return allowed


class Tally(Counter[str]):
    """How many of something each has at the moment; nothing is kept of who has none."""

    def decrement(self, visitor: str) -> None:
        self[visitor] -= 1
        if not self[visitor]:
            del self[visitor]


@dataclass
class Limits:
    requests: Limit = field(default_factory=lambda: Limit(at_once=100, per_second=20))
    addresses: Limit = field(default_factory=lambda: Limit(at_once=2000, per_second=200))
    """For each, of requests and handshakes of any kind: anybody can be many guests."""
    handshakes: Limit = field(default_factory=lambda: Limit(at_once=200, per_second=20))
    """For each address, of WebSockets: before anything is looked up."""
    guests: Limit = field(default_factory=lambda: Limit(at_once=100, per_second=1))
    messages: Limit = field(default_factory=lambda: Limit(at_once=60, per_second=20))
    hints: Limit = field(default_factory=lambda: Limit(at_once=5, per_second=0.5))
    remarks: Limit = field(default_factory=lambda: Limit(at_once=10, per_second=0.5))
    remarks_of_spectators: Limit = field(default_factory=lambda: Limit(at_once=20, per_second=1))
    """For each table: players are never kept from talking by those who look on."""
    remarks_from_address: Limit = field(default_factory=lambda: Limit(at_once=5, per_second=0.1))
    """Of the spectators of a table at one address: they do not use up what there is for all."""
    seatings: Limit = field(default_factory=lambda: Limit(at_once=20, per_second=0.2))
    """For each person, to sit down and leave, and to seat bots and take them off."""
    seatings_from_address: Limit = field(default_factory=lambda: Limit(at_once=20, per_second=0.1))
    """For each table, of all who come to it from one address: they do not fill its log."""
    undos: Limit = field(default_factory=lambda: Limit(at_once=60, per_second=0.5))
    openings: Limit = field(default_factory=lambda: Limit(at_once=60, per_second=0.1))
    """Of tables."""
    sockets_each: int = 50
    open_tables: int = 10
    """Of one host, waiting for players."""
    running_games: int = 20
    """Of one host, started within the last hour and not over."""


def network_of(address: str) -> str:
    """What one visitor has: of IPv6 a whole network. A socket for both shows IPv4 as a part of IPv6."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))


def address_hash(network: str) -> str:
    """So short that millions of addresses share it: enough to share fairly by, not to find anybody."""
    return hashlib.blake2b(network.encode(), digest_size=2).hexdigest()
