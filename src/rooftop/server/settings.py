"""What an operator can set. The processes that serve find it in the environment."""

import os
import sys
from dataclasses import dataclass

if sys.platform != "win32":
    import resource

CONNECTIONS_EACH = 256
MOST_CONNECTIONS = 60_000
OTHER_FILES = 64
"""Open files that a process needs besides connections: database, log, pages, passing connections on."""

DATABASE, HOSTS = "ROOFTOP_DATABASE", "ROOFTOP_ALLOW_HOSTS"
CONNECTIONS, EACH = "ROOFTOP_CONNECTIONS", "ROOFTOP_CONNECTIONS_EACH"


@dataclass(frozen=True)
class Settings:
    database: str
    allowed_hosts: tuple[str, ...] = ()
    """Names under which the server is reached, besides its addresses and the machine's own name."""
    connections: int | None = None
    """In all, for each process; None: as many as it may have files open."""
    connections_each: int = CONNECTIONS_EACH
    """For one address; 0: no limit."""

    def write(self) -> None:
        os.environ[DATABASE] = self.database
        os.environ[HOSTS] = ",".join(self.allowed_hosts)
        os.environ[CONNECTIONS] = str(self.connections or "")
        os.environ[EACH] = str(self.connections_each)

    @classmethod
    def read(cls) -> "Settings":
        names = os.environ[HOSTS]
        return cls(
            database=os.environ[DATABASE],
            allowed_hosts=tuple(names.split(",")) if names else (),
            connections=int(os.environ[CONNECTIONS]) if os.environ[CONNECTIONS] else None,
            connections_each=int(os.environ[EACH]),
        )


def files_for_connections() -> int:
    """How many connections this process can have open, after asking for as many as it may."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if most > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(most, soft) - OTHER_FILES
