"""The built client, as served and as packaged in the wheel."""

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from rooftop.server.api import static
from server.inside import serving_inside
from server.serving import Server

ROOT = Path(__file__).parents[2]
SCRIPT = re.compile(r'src="(/assets/[^"]+\.js)"')


@pytest.fixture
def browser(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, headers={"Accept-Encoding": "identity"}) as opened:
        yield opened


@pytest.mark.parametrize("path", ["/", "/table/some-table", "/rules/skyliners", "/about"])
def test_every_address_of_the_client_is_the_one_page(browser: httpx.Client, path: str) -> None:
    page = browser.get(path)
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert SCRIPT.search(page.text)
    assert "style=" not in page.text, "the policy forbids it"


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_scripts_are_compressed_and_cached(browser: httpx.Client, encoding: str) -> None:
    found = SCRIPT.search(browser.get("/").text)
    assert found
    plain = browser.get(found[1])
    with browser.stream("GET", found[1], headers={"Accept-Encoding": encoding}) as answer:
        compressed = b"".join(answer.iter_raw())
    assert plain.headers["content-type"] == answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["content-encoding"] == encoding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert "immutable" in answer.headers["cache-control"]
    assert len(compressed) < len(plain.content) / 2


def test_the_licences_of_all_packages_in_the_client_are_served(browser: httpx.Client) -> None:
    answer = browser.get("/licences.txt")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    listed = dict(re.findall(r"^## (\S+) - .* \((.+)\)$", answer.text, re.MULTILINE))
    chosen = json.loads((ROOT / "web/package.json").read_text("utf-8"))["dependencies"]
    assert chosen.keys() < listed.keys(), "those, and what they need in turn"
    assert set(listed.values()) <= {"MIT", "OFL-1.1"}, "others need a look at what they ask for"
    assert "SIL OPEN FONT LICENSE" in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/assets/no.js",
        "/assets/%2e%2e",
        "/assets/..%2findex.html",
        "/assets/index.html",
        f"/assets/{'x' * 300}.js",
        f"/assets/{'ü' * 200}.js",
    ],
)
def test_nothing_else_is_served(browser: httpx.Client, path: str) -> None:
    assert browser.get(path).status_code in (404, 422)


def test_a_client_that_was_not_built_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(static, "FOLDER", tmp_path)
    with serving_inside(tmp_path) as inside:
        page = httpx.get(f"{inside.address}/", headers={"Accept-Language": "nl"})
    assert page.status_code == 503
    assert "dat doet make web" in page.text


def test_the_wheel_carries_the_client(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    wheel = zipfile.ZipFile(next(tmp_path.glob("*.whl")))
    names = set(wheel.namelist())
    assert "rooftop/server/web/index.html" in names
    assert "rooftop/server/web/licences.txt" in names
    assert any(name.startswith("rooftop/server/web/assets/") and name.endswith(".js.br") for name in names)


def test_the_generated_types_are_up_to_date(document: dict[str, Any], tmp_path: Path) -> None:
    """`make types` writes them; the client is type-checked against them."""
    description = tmp_path / "openapi.json"
    description.write_text(json.dumps(document), "utf-8")
    generated = tmp_path / "api.gen.ts"
    node, tool = Path(sys.executable).with_name("node"), ROOT / "web/node_modules/openapi-typescript/bin/cli.js"
    command = list(map(str, [node, tool, description, "--output", generated, "--alphabetize", "--array-length"]))
    subprocess.run(command, check=True, capture_output=True)
    assert generated.read_text("utf-8") == (ROOT / "web/src/shared/api.gen.ts").read_text("utf-8"), "run make types"
