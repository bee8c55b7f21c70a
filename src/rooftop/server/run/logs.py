"""Structured logs: one JSON object per line. Names, tokens, addresses and moves are never logged."""

import json
import logging
import sys
from collections import Counter

STANDARD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
SECONDS_BETWEEN_WARNINGS = 1.0
"""Between two warnings of the same kind."""


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in STANDARD_FIELDS},
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def _downgrade_client_errors(record: logging.LogRecord) -> bool:
    """uvicorn logs a traceback when a client sends invalid UTF-8. That is the client's fault: log a plain warning."""
    if record.msg == "Invalid UTF-8 sequence received from client.":
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
    return True


class Throttle(logging.Filter):
    """Rate-limits warnings per kind and adds how many were suppressed. Otherwise a client could fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[tuple[str, ...], float] = {}
        self._suppressed: Counter[tuple[str, ...]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        kind = record.name, str(record.msg), repr(record.exc_info and record.exc_info[0])
        if record.levelno < logging.WARNING:
            return True
        if record.created - self._last.get(kind, 0.0) < SECONDS_BETWEEN_WARNINGS:
            self._suppressed[kind] += 1
            return False
        self._last[kind] = record.created
        if suppressed := self._suppressed.pop(kind, 0):
            record.since_the_last = suppressed
        return True


def log_as_json() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(Throttle())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for chatty in ("alembic", "uvicorn"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_downgrade_client_errors)
