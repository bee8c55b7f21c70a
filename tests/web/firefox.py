"""A stock Firefox, driven over WebDriver BiDi (https://w3c.github.io/webdriver-bidi), which it speaks itself.

Playwright drives only a build of its own, and Selenium needs geckodriver, which few systems have.
"""

import base64
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from server.serving import wait_for
from web.visitors import DESKTOP, DRAW_NOTHING, PATIENCE

NAMES = ("firefox-esr", "firefox")
PACKAGES = (("firefox-esr", "xvfb", "libgl1-mesa-dri"),)
"""Debian's. Without a screen, Firefox has no WebGL: Xvfb is one, and Mesa draws on it without a graphics card."""
NONE = (
    "The tests of the pages in Firefox need it and Xvfb, and one is missing: install them with the system's packages "
    f"(apt-get install {' '.join(PACKAGES[0])})."
)
SCREEN = "1920x1200x24"
START_TIMEOUT = 120
"""Seconds."""
PREFERENCES: dict[str, object] = {
    "intl.accept_languages": "en-GB",
    "ui.prefersReducedMotion": 1,
    "widget.gtk.overlay-scrollbars.enabled": False,
    # WebGL without a graphics card.
    "webgl.force-enabled": True,
    # Route other hosts to a dead proxy, so that no traffic leaves loopback.
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.no_proxies_on": "127.0.0.1",
}
ABORTED = "status=2152398850"
"""NS_BINDING_ABORTED: the page was left while a font was still being loaded."""
KEYS = {"Enter": "\ue007", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}
"""Their codes in WebDriver."""
BUTTONS = {"type": "css", "value": "button"}


def find_firefox() -> str | None:
    """The program, if it can be run here."""
    return next(filter(None, map(shutil.which, NAMES)), None) if shutil.which("Xvfb") else None


def is_installed() -> bool:
    return find_firefox() is not None


class Firefox:
    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._sent = 0
        self.complaints: list[str] = []
        """What pages have written to the console, and errors that nobody caught."""
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])

    def ask(self, method: str, **parameters: Any) -> Any:
        """Send a command and wait for its result."""
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(PATIENCE / 1000))
            if message.get("method") == "log.entryAdded":
                self._note(message["params"]["text"])
            elif message.get("id") == self._sent:
                assert message["type"] == "success", message
                return message["result"]

    def _note(self, text: str) -> None:
        if not (text.startswith("downloadable font:") and ABORTED in text):
            self.complaints.append(text)

    def visit(self, address: str, size: tuple[int, int] = DESKTOP, drawn: bool = True) -> "FirefoxPage":
        """A page of somebody new. Unless it is `drawn`, draw calls do nothing, as in `Visitors`."""
        person = self.ask("browser.createUserContext")["userContext"]
        if not drawn:
            self.ask("script.addPreloadScript", functionDeclaration=f"() => {{{DRAW_NOTHING}}}", userContexts=[person])
        context = self.ask("browsingContext.create", type="tab", userContext=person)["context"]
        page = FirefoxPage(self, context)
        page.resize(size)
        page.go(address)
        return page


class FirefoxPage:
    def __init__(self, firefox: Firefox, context: str) -> None:
        self._firefox = firefox
        self._context = context

    def _ask(self, method: str, **parameters: Any) -> Any:
        return self._firefox.ask(method, context=self._context, **parameters)

    def go(self, address: str) -> None:
        self._ask("browsingContext.navigate", url=address, wait="complete")

    def resize(self, size: tuple[int, int]) -> None:
        self._ask("browsingContext.setViewport", viewport={"width": size[0], "height": size[1]})

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function with JSON arguments and return its result, awaited if it is a promise."""
        result = self._call(f"async () => JSON.stringify(await ({function})(...{json.dumps(arguments)})) ?? null")
        return json.loads(result.get("value") or "null")

    def _call(self, function: str, **more: Any) -> Any:
        asked = {"functionDeclaration": function, "target": {"context": self._context}, "awaitPromise": True, **more}
        answer = self._firefox.ask("script.callFunction", **asked)
        assert answer["type"] == "success", answer
        return answer["result"]

    def wait_for(self, function: str, *arguments: Any) -> Any:
        """Poll until the function returns a truthy value, and return it."""
        return wait_for(lambda: self.evaluate(function, *arguments), PATIENCE / 1000)

    def screenshot(self) -> bytes:
        """The window as a PNG."""
        return base64.b64decode(self._ask("browsingContext.captureScreenshot")["data"])

    def count(self, selector: str) -> int:
        return int(self.evaluate("(selector) => document.querySelectorAll(selector).length", selector))

    def press(self, key: str) -> None:
        strokes = [{"type": kind, "value": KEYS.get(key, key)} for kind in ("keyDown", "keyUp")]
        self._act("key", strokes)

    def button(self, name: str) -> dict[str, Any]:
        """The one button that a screen reader calls by this name. Firefox takes seconds to name all elements of a page,
        so only buttons are asked for theirs."""
        locator = {"type": "accessibility", "value": {"role": "button", "name": name}}
        [found] = wait_for(lambda: self._nodes(locator, startNodes=self._nodes(BUTTONS)), PATIENCE / 1000)
        button: dict[str, Any] = found
        return button

    def _nodes(self, locator: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
        nodes: list[dict[str, Any]] = self._ask("browsingContext.locateNodes", locator=locator, **more)["nodes"]
        return nodes

    def click(self, selector: str, number: int = 0) -> None:
        """Click the centre of the match with that number, by default the first."""
        self.click_on(self._nodes({"type": "css", "value": selector})[number])

    def click_on(self, node: dict[str, Any]) -> None:
        """Scroll there first, if need be."""
        element = {"sharedId": node["sharedId"]}
        self._call("(node) => node.scrollIntoView({block: 'nearest'})", arguments=[element])
        origin = {"type": "element", "element": element}
        move = {"type": "pointerMove", "x": 0, "y": 0, "origin": origin}
        self._act("pointer", [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])

    def _act(self, kind: str, actions: list[dict[str, Any]]) -> None:
        self._ask("input.performActions", actions=[{"type": kind, "id": kind, "actions": actions}])


@contextmanager
def firefox(**preferences: object) -> Iterator[Firefox]:
    """Run a Firefox with an empty profile."""
    program = find_firefox()
    assert program, NONE
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, _screen() as display:
        chosen = {**PREFERENCES, **preferences}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in chosen.items()]
        (Path(profile) / "user.js").write_text("".join(lines), "utf-8")
        process = subprocess.Popen(
            [program, "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            env={**os.environ, "DISPLAY": display},
        )
        try:
            with connect(_address(process), open_timeout=START_TIMEOUT, ping_interval=None, max_size=None) as socket:
                yield Firefox(socket)
        finally:
            process.kill()
            process.communicate()


@contextmanager
def _screen() -> Iterator[str]:
    """A virtual display. Yields the value of DISPLAY: Xvfb picks a free number and prints it."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", SCREEN]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as xvfb:
        assert xvfb.stdout
        try:
            yield f":{xvfb.stdout.readline().strip()}"
        finally:
            xvfb.terminate()


def _address(process: "subprocess.Popen[str]") -> str:
    """The URL of the BiDi WebSocket, which Firefox prints to stderr when it is ready."""
    assert process.stderr
    said = []
    for line in process.stderr:
        said.append(line)
        if "WebDriver BiDi listening on " in line:
            return f"{line.split()[-1]}/session"
    raise AssertionError("".join(said))
