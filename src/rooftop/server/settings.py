"""Operator settings. Worker processes read them from the environment, under the names that operators use."""

import os
import sys
from dataclasses import dataclass

if sys.platform != "win32":
    import resource

CONNECTIONS_EACH = 256
MOST_CONNECTIONS = 60_000
OTHER_FILES = 64
"""File descriptors reserved for everything but connections: database, log, static files, socket passing."""

DATABASE, HOSTS = "ROOFTOP_DATABASE", "ROOFTOP_ALLOW_HOSTS"
CONNECTIONS, EACH = "ROOFTOP_CONNECTIONS", "ROOFTOP_CONNECTIONS_EACH"
PROXIES = "FORWARDED_ALLOW_IPS"


@dataclass(frozen=True)
class Settings:
    database: str
    allowed_hosts: tuple[str, ...] = ()
    """Host names to accept besides IP addresses, `localhost` and the machine's own name."""
    connections: int | None = None
    """Maximum per process. None: derived from the limit on open files."""
    connections_each: int = CONNECTIONS_EACH
    """Maximum per peer address. 0: no limit."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies that are trusted besides this machine."""

    def write(self) -> None:
        os.environ[DATABASE] = self.database
        os.environ[HOSTS] = ",".join(self.allowed_hosts)
        os.environ[CONNECTIONS] = str(self.connections or "")
        os.environ[EACH] = str(self.connections_each)
        os.environ[PROXIES] = ",".join(self.proxies)

    @classmethod
    def read(cls) -> "Settings":
        names, proxies = os.environ[HOSTS], os.environ[PROXIES]
        return cls(
            database=os.environ[DATABASE],
            allowed_hosts=tuple(names.split(",")) if names else (),
            connections=int(os.environ[CONNECTIONS]) if os.environ[CONNECTIONS] else None,
            connections_each=int(os.environ[EACH]),
            proxies=tuple(proxies.split(",")) if proxies else (),
        )


def files_for_connections() -> int:
    """Raise RLIMIT_NOFILE as far as allowed. Return how many connections fit under it."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if most > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(most, soft) - OTHER_FILES
