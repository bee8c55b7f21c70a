"""Structured logs: one JSON object a line. No names, tokens, addresses or moves are ever logged."""

import json
import logging
import sys

STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in STANDARD},
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def _without_clients_faults(record: logging.LogRecord) -> bool:
    """uvicorn tells with a traceback that a client's text was not UTF-8, which is nothing of ours to mend."""
    if record.msg == "Invalid UTF-8 sequence received from client.":
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
    return True


def log_as_json() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for chatty in ("alembic", "uvicorn"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_without_clients_faults)
