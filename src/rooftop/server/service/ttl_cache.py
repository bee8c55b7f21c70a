"""A TTL cache for a single value. Concurrent callers share one load."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class TtlCache(Generic[Value]):
    def __init__(self, load: Callable[[], Awaitable[Value]], ttl: float = 1.0) -> None:
        """`ttl` is in seconds."""
        self._load = load
        self._ttl = ttl
        self._lock = asyncio.Lock()
        self._cached: tuple[float, Value] | None = None

    async def __call__(self) -> Value:
        async with self._lock:
            if self._cached is None or time.monotonic() - self._cached[0] > self._ttl:
                value = await self._load()
                self._cached = time.monotonic(), value  # now, or a slow load would be stale for those who waited
            return self._cached[1]
