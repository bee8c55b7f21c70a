"""Rate limits and quotas, and the key that a visitor is charged under."""

import hashlib
import ipaddress
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass, field

from rooftop.server.errors import Refused

MAX_VISITORS = 10_000
"""Token buckets kept per limit. The least recently used is evicted."""


class Limit:
    """A token bucket per visitor: `at_once` is the burst, `per_second` the refill rate."""

    def __init__(self, at_once: int, per_second: float) -> None:
        self.at_once = at_once
        self.per_second = per_second
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """Tokens left at the last use and its time, least recently used first."""

    def check(self, visitor: str) -> None:
        if not self.allows(visitor):
            raise Refused(429, "too_many")

    def allows(self, visitor: str) -> bool:
        now = time.monotonic()
        left, since = self._used.pop(visitor, (float(self.at_once), now))
        self._evict(now)
        left = min(self.at_once, left + (now - since) * self.per_second)
        allowed = left >= 1
        self._used[visitor] = (left - allowed, now)
        return allowed

    def _evict(self, now: float) -> None:
        """Remove buckets that have had the time to refill, as a full one is the same as none, and those over the
        maximum."""
        while self._used:
            _, used_at = next(iter(self._used.values()))
            if (now - used_at) * self.per_second < self.at_once and len(self._used) < MAX_VISITORS:
                return
            self._used.popitem(last=False)


class Tally(Counter[str]):
    """A counter per visitor. Entries that reach zero are removed."""

    def decrement(self, visitor: str) -> None:
        self[visitor] -= 1
        if not self[visitor]:
            del self[visitor]


@dataclass
class Limits:
    requests: Limit = field(default_factory=lambda: Limit(at_once=100, per_second=20))
    addresses: Limit = field(default_factory=lambda: Limit(at_once=2000, per_second=200))
    """Per address, all requests and handshakes. One person can be many guests, so a limit per guest is not enough."""
    handshakes: Limit = field(default_factory=lambda: Limit(at_once=200, per_second=20))
    """Per address, WebSocket handshakes. Checked before any database access."""
    guests: Limit = field(default_factory=lambda: Limit(at_once=100, per_second=1))
    messages: Limit = field(default_factory=lambda: Limit(at_once=60, per_second=20))
    messages_from_address: Limit = field(default_factory=lambda: Limit(at_once=500, per_second=200))
    trials: Limit = field(default_factory=lambda: Limit(at_once=100, per_second=20))
    """Per address. A trial takes the event loop for milliseconds."""
    pictures: Limit = field(default_factory=lambda: Limit(at_once=100, per_second=20))
    """Per address. A picture takes the event loop for milliseconds, too."""
    previews: Limit = field(default_factory=lambda: Limit(at_once=5, per_second=0.5))
    """Per address. The preview of a link takes the event loop for 25 to 50 milliseconds."""
    hints: Limit = field(default_factory=lambda: Limit(at_once=10, per_second=1.0))
    remarks: Limit = field(default_factory=lambda: Limit(at_once=10, per_second=0.5))
    remarks_of_spectators: Limit = field(default_factory=lambda: Limit(at_once=20, per_second=1))
    """Per table. Spectators cannot use up the players' allowance."""
    remarks_from_address: Limit = field(default_factory=lambda: Limit(at_once=5, per_second=0.1))
    """Per table and address. One address cannot use up the allowance of all spectators."""
    seatings: Limit = field(default_factory=lambda: Limit(at_once=20, per_second=0.2))
    """Per person: joining, leaving, seating and unseating bots."""
    seatings_from_address: Limit = field(default_factory=lambda: Limit(at_once=20, per_second=0.1))
    """Per table and address. One address cannot fill the log of a table."""
    undos: Limit = field(default_factory=lambda: Limit(at_once=60, per_second=0.5))
    votes: Limit = field(default_factory=lambda: Limit(at_once=20, per_second=0.2))
    """Per person, what to do about a missing player, and wishes for a pause."""
    openings: Limit = field(default_factory=lambda: Limit(at_once=60, per_second=0.1))
    """Per person, new tables."""
    sockets_each: int = 50
    open_tables: int = 10
    """Per host, listed and waiting for players."""
    running_games: int = 20
    """Per host, started within the last hour and not over."""


def network_of(address: str) -> str:
    """The rate-limit key of an address: IPv4 as it is, IPv6 as its /64 network, IPv4-mapped IPv6 as IPv4."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))


def address_hash(network: str) -> str:
    """A 16-bit hash. Enough for fair shares, too short to identify anybody: many addresses collide."""
    return hashlib.blake2b(network.encode(), digest_size=2).hexdigest()
