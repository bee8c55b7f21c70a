"""Limits on what a visitor may ask, and headers that keep a browser from being turned against its user."""

import json
import time
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rooftop.core import messages
from rooftop.core.messages import LANGUAGES

COOKIE = "rooftop"
LARGEST_BODY = 16 * 1024
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
REMEMBERED = 10_000
"""Visitors whose use of a limit is remembered."""

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Limit:
    """So many at once, and so many a second after that, for each visitor."""

    def __init__(self, at_once: int, per_second: float) -> None:
        self.at_once = at_once
        self.per_second = per_second
        self._used: dict[str, tuple[float, float]] = {}

    def allows(self, visitor: str) -> bool:
        now = time.monotonic()
        left, since = self._used.pop(visitor, (float(self.at_once), now))
        left = min(self.at_once, left + (now - since) * self.per_second)
        allowed = left >= 1
        self._used[visitor] = (left - allowed, now)
        if len(self._used) > REMEMBERED:
            del self._used[next(iter(self._used))]
        return allowed


def same_origin(headers: Mapping[str, str]) -> bool:
    """A browser says which page asks: only our own may. Programs that are no browsers say nothing."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


def language_of(headers: Mapping[str, str], wanted: str | None = None) -> str:
    """The language asked for, or the first that the browser prefers and we speak."""
    if wanted in LANGUAGES:
        return wanted
    for preferred in headers.get("accept-language", "").split(","):
        if preferred.strip()[:2].lower() in LANGUAGES:
            return preferred.strip()[:2].lower()
    return "en"


class Guard:
    """Around the whole application: origins, sizes, headers. Plain ASGI, so that it costs next to nothing."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if scope["method"] not in SAFE_METHODS and not same_origin(headers):
            await _refuse(403, "foreign_origin", headers, send)
        elif (body := await _read(receive)) is None:
            await _refuse(413, "too_large", headers, send)
        else:
            await self.app(scope, _replay(body, receive), _with_headers(send, scope))


async def _read(receive: Receive) -> bytes | None:
    """The whole body, None if it is too large."""
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > LARGEST_BODY:
            return None
    return body


def _replay(body: bytes, receive: Receive) -> Receive:
    given = False

    async def give() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return give


def _with_headers(send: Send, scope: Scope) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if scope["path"].startswith("/api"):
                headers.setdefault("Cache-Control", "no-store")
            if scope["scheme"] == "https":
                headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        await send(message)

    return send_with_headers


async def _refuse(status: int, code: str, headers: Mapping[str, str], send: Send) -> None:
    said = messages.Message(f"server.{code}").say(language_of(headers))
    body = json.dumps({"error": {"code": code, "text": said}}, ensure_ascii=False).encode()
    sent = {**HEADERS, "Content-Type": "application/json", "Content-Length": str(len(body)), "Connection": "close"}
    raw = [(name.lower().encode(), value.encode()) for name, value in sent.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
