"""Answers that are found out once a second at the most, however many ask."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class Remembered(Generic[Answer]):
    def __init__(self, find_out: Callable[[], Awaitable[Answer]], holds: float = 1.0) -> None:
        """For so many seconds."""
        self._find_out = find_out
        self._holds = holds
        self._lock = asyncio.Lock()
        self._found: tuple[float, Answer] | None = None

    async def __call__(self) -> Answer:
        async with self._lock:
            if self._found is None or time.monotonic() - self._found[0] > self._holds:
                self._found = time.monotonic(), await self._find_out()
            return self._found[1]
