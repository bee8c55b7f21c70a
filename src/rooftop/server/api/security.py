"""Host and origin checks, body limits, security headers and fair concurrency, as ASGI middleware."""

import asyncio
import ipaddress
import json
import re
import socket
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rooftop.core import messages
from rooftop.core.messages import LANGUAGES
from rooftop.server.api.connections import Connection
from rooftop.server.service.limits import network_of

COOKIE = "rooftop"
LARGEST_BODY = 16 * 1024
MAX_CONCURRENT = 16
"""Concurrent requests per address."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

HOST = re.compile(r"(\[(?P<address>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9._-]+))(:[0-9]*)?")

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def network(scope: Scope) -> str:
    """The rate-limit key of the client's address."""
    return network_of(scope["client"][0]) if scope["client"] else ""


def same_origin(headers: Mapping[str, str]) -> bool:
    """Whether the Origin header, if any, matches Host. Browsers send it; other programs need not."""
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False


def language_of(headers: Mapping[str, str], wanted: str | None = None) -> str:
    """The language asked for, or the first supported one in Accept-Language."""
    if wanted in LANGUAGES:
        return wanted
    for preferred in headers.get("accept-language", "").split(","):
        if preferred.strip()[:2].lower() in LANGUAGES:
            return preferred.strip()[:2].lower()
    return "en"


class Hosts:
    """Allowed Host headers. Protects against DNS rebinding, where a foreign name resolves to this server to get around
    the same-origin policy. IP addresses cannot be rebound and are always allowed."""

    def __init__(self, allowed: Iterable[str]) -> None:
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own}.local", *(name.lower() for name in allowed)}

    def allow(self, host: str) -> bool:
        found = HOST.fullmatch(host)
        name = (found["address"] or found["name"]).lower() if found else ""
        return name.rstrip(".") in self._names or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class WorkSlot:
    """One of the concurrent requests that an address may have. Further requests of the address wait for a slot, so
    they do not delay those of other addresses."""

    def __init__(self, semaphore: asyncio.Semaphore) -> None:
        self._semaphore = semaphore
        self._is_held = False

    @staticmethod
    def of(scope: Scope) -> "WorkSlot":
        slot: WorkSlot = scope["state"]["work_slot"]
        return slot

    async def __aenter__(self) -> "WorkSlot":
        await self._semaphore.acquire()
        self._is_held = True
        return self

    async def __aexit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Free the slot. Called early when only sending is left, or a wait in another queue."""
        if self._is_held:
            self._is_held = False
            self._semaphore.release()


class Guard:
    """Middleware around the whole application: hosts, origins, sizes, headers, work slots. Plain ASGI, which is cheaper
    than Starlette's BaseHTTPMiddleware."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app = app
        self.hosts = hosts
        self._semaphores: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            Connection.of(scope).socket_accepted()
            await self._check(scope, receive, send)
        elif scope["type"] == "http":
            await self._check(scope, receive, _marking_answered(Connection.of(scope), send))
        else:
            await self.app(scope, receive, send)

    async def _check(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if not scope["app"].state.service.limits.addresses.allows(network(scope)):
            await _refuse(429, "too_many", headers, send, scope["type"])
        elif len(hosts) > 1 or not all(map(self.hosts.allow, hosts)):
            await _refuse(421, "wrong_host", headers, send, scope["type"])
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        elif scope["method"] not in SAFE_METHODS and not same_origin(headers):
            await _refuse(403, "foreign_origin", headers, send)
        else:
            await self._answer(scope, receive, send, headers)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, headers: Headers) -> None:
        try:
            body = await _read(receive)
        except Disconnected:
            return
        except TooLarge:
            await _refuse(413, "too_large", headers, send)
            return
        semaphore = self._semaphores.setdefault(network(scope), asyncio.Semaphore(MAX_CONCURRENT))
        async with WorkSlot(semaphore) as slot:
            scope["state"]["work_slot"] = slot
            await self.app(scope, _replay(body, receive), _with_headers(send, scope))


class Disconnected(Exception):
    pass


class TooLarge(Exception):
    pass


async def _read(receive: Receive) -> bytes:
    """Read the whole body."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > LARGEST_BODY:
            raise TooLarge
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


def _marking_answered(connection: Connection, send: Send) -> Send:
    """Mark the request as answered before the last chunk is sent, so that the next request cannot arrive first."""

    async def mark_and_send(message: Message) -> None:
        if message["type"] == "http.response.body" and not message.get("more_body", False):
            connection.request_answered()
        await send(message)

    return mark_and_send


def _with_headers(send: Send, scope: Scope) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            WorkSlot.of(scope).release()
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if scope["path"].startswith("/api"):
                headers.setdefault("Cache-Control", "no-store")
            if scope["scheme"] == "https":
                headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        await send(message)

    return send_with_headers


async def _refuse(status: int, code: str, headers: Mapping[str, str], send: Send, kind: str = "http") -> None:
    if kind == "websocket":
        await send({"type": "websocket.close"})  # before accept: becomes status 403
        return
    said = messages.Message(f"server.{code}").say(language_of(headers))
    body = json.dumps({"error": {"code": code, "text": said}}, ensure_ascii=False).encode()
    sent = {**HEADERS, "Content-Type": "application/json", "Content-Length": str(len(body)), "Connection": "close"}
    raw = [(name.lower().encode(), value.encode()) for name, value in sent.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
