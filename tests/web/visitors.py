"""People with browsers, for the tests of the pages."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Browser, BrowserType, ConsoleMessage, Page, expect, sync_playwright

from rooftop.server.api import static
from web.chromium import launch

PATIENCE = 120_000
"""Milliseconds; never reached unless something is wrong."""
TARGETS = Path(__file__).with_name("targets.js").read_text("utf-8")
AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"

DRAW_NOTHING = """
    const gl = WebGL2RenderingContext.prototype;
    const DRAWING = ["clear", "drawArrays", "drawArraysInstanced", "drawElements", "drawElementsInstanced"];
    const SHADERS = ["shaderSource", "compileShader", "linkProgram", "useProgram"];
    const FILLING = ["bufferData", "bufferSubData", "texStorage2D", "texImage2D", "texSubImage2D", "generateMipmap"];
    for (const name of [...DRAWING, ...SHADERS, ...FILLING]) gl[name] = () => {};
    gl.getProgramParameter = (program, name) => Number(name === gl.LINK_STATUS);
    gl.getProgramInfoLog = gl.getShaderInfoLog = () => "";
    const pen = CanvasRenderingContext2D.prototype;
    for (const name of ["fill", "stroke", "fillRect", "strokeRect", "fillText", "strokeText"]) pen[name] = () => {};
    const single = { value: 1, writable: true };
    HTMLCanvasElement.prototype.getContext = ((getContext) => function (kind, options) {
        if (kind !== "2d") Object.defineProperties(this, { width: single, height: single });
        return getContext.call(this, kind, { ...options, antialias: false });
    })(HTMLCanvasElement.prototype.getContext);
"""
"""Without a GPU, drawing takes more time than all the rest of a test. So draw calls do nothing, shaders are not
compiled, buffers and textures are not filled, and the empty picture is neither smoothed nor as large as its canvas. The
scene is set up as usual."""
UNDRAWN = ("--disable-gpu-compositing",)
"""Software compositing is faster without a GPU, but drawing into the page would be slower."""
READBACK = "GPU stall due to ReadPixels"
"""Chromium's warning about its own software compositing."""

DESKTOP, TABLET, PHONE = (1440, 900), (820, 1180), (390, 844)


class Visitors:
    """Opens pages, each for somebody with cookies of their own, and notes what the browser complains about."""

    def __init__(self, browser: Browser, address: str, drawn: bool = False) -> None:
        """`drawn` as for `browsers`."""
        assert (static.FOLDER / "index.html").is_file(), "The client has not been built: run make web."
        self.browser = browser
        self.address = address
        self.drawn = drawn
        self.complaints: list[str] = []

    def __call__(self, path: str = "about:blank", size: tuple[int, int] = DESKTOP, **options: Any) -> Page:
        """A page of somebody new. `options` are Playwright's for a browser context: locale, color_scheme ..."""
        context = self.browser.new_context(
            base_url=self.address,
            viewport={"width": size[0], "height": size[1]},
            **{"locale": "en-GB", "reduced_motion": "reduce", **options},
        )
        context.set_default_timeout(PATIENCE)
        if not self.drawn:
            context.add_init_script(DRAW_NOTHING)
        context.on("console", self._note)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        page = context.new_page()
        page.goto(path)
        return page

    def _note(self, message: ConsoleMessage) -> None:
        if not self.drawn and READBACK in message.text:
            return
        self.complaints.append(f"{message.type}: {message.text} ({message.location['url']})")

    def close(self) -> None:
        if self.browser.is_connected():
            for context in self.browser.contexts:
                context.close()


class Browsers:
    """A Chromium, and after its death another."""

    def __init__(self, chromium: BrowserType, drawn: bool, scrollbars: bool) -> None:
        self._chromium = chromium
        self.drawn = drawn
        self._scrollbars = scrollbars
        self._running = self._launch()

    def _launch(self) -> Browser:
        return launch(self._chromium, *(() if self.drawn else UNDRAWN), scrollbars=self._scrollbars)

    def running(self) -> Browser:
        if not self._running.is_connected():
            self._running = self._launch()
        return self._running

    @staticmethod
    def processes() -> list[psutil.Process]:
        return [process for process in psutil.Process().children(recursive=True) if "chrom" in process.name()]

    def kill(self) -> None:
        """Whatever waits for it then fails; to ask it to close would be one more thing to wait for."""
        for process in self.processes():
            with suppress(psutil.NoSuchProcess):  # when one dies, others follow
                process.kill()


@contextmanager
def browsers(drawn: bool = False, scrollbars: bool = False) -> Iterator[Browsers]:
    """`drawn` for those who look at the scene, not only at the page; `scrollbars` as for `launch`."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        launched = Browsers(playwright.chromium, drawn, scrollbars)
        yield launched
        launched.running().close()


def barriers(page: Page) -> list[str]:
    """What axe finds that would keep somebody out, as lines to read."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    # The nodes without faults are not described: that takes most of axe's time, and more to be sent here.
    found = page.evaluate("axe.run({resultTypes: ['violations']}).then((found) => found.violations)")
    return [f"{each['id']}: {node['html']}: {node['failureSummary']}" for each in found for node in each["nodes"]]


def small_targets(page: Page) -> list[str]:
    """The controls that are too small for the pointer of this device, a mouse or a finger."""
    found: list[str] = page.evaluate(TARGETS)
    return found


def ask(page: Page, path: str) -> Any:
    """What the server's interface answers to whoever sits at this browser."""
    response = page.request.get(path)
    assert response.ok, response.text()
    return response.json()
