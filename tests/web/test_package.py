"""Wheel and sdist: what is in them, and that one can play with nothing else, in the terminal and in the page."""

import os
import random
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rooftop.core.cache import cache_folder
from rooftop.core.game import games
from web.playing import decide_by_keys, wait_for_turn
from web.visitors import Visitors

ROOT = Path(__file__).parents[2]
BUILT = "b3 1r"
"""Red has built a floor on b3, as the terminal shows it."""
BIN = "Scripts" if sys.platform == "win32" else "bin"


def build(source: Path, out: Path, *targets: str, **environment: str) -> list[Path]:
    """Build with the project's own hatchling. The files, in the order of the targets."""
    options = [option for target in targets for option in ("--target", target)]
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(out), *options]
    run = subprocess.run(command, cwd=source, env={**os.environ, **environment}, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    ends = {"wheel": "*.whl", "sdist": "*.tar.gz"}
    return [next(out.glob(ends[target])) for target in targets]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return dict(zip(("wheel", "sdist"), build(ROOT, tmp_path_factory.mktemp("dist"), "wheel", "sdist"), strict=True))


@pytest.fixture(scope="module")
def unpacked(built: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(built["sdist"]) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.iterdir())


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("environment")


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_wheel_has_the_client_the_rules_and_the_words(built: dict[str, Path]) -> None:
    files = contents(built["wheel"])
    assert b'<div id="root">' in files["rooftop/server/web/index.html"]
    for game in games():
        assert all(f"rooftop/rules/{folder}{game}.md" in files for folder in ("", "de/", "nl/"))
    assert {"rooftop/locale/de.json", "rooftop/py.typed"} <= files.keys()


def test_an_sdist_has_nothing_that_a_build_does_not_need(built: dict[str, Path]) -> None:
    with tarfile.open(built["sdist"]) as archive:
        folders = {name.split("/")[1] for name in archive.getnames()}
    expected = {"src", "web", "docs", "hatch_build.py", "pyproject.toml", "README.md", "LICENSE"}
    assert folders == {*expected, "PKG-INFO", ".gitignore"}


def test_an_sdist_builds_the_same_wheel(built: dict[str, Path], unpacked: Path, tmp_path: Path) -> None:
    """Without npm, also where the sources of the client look newer than it: uv does not keep the times of files."""
    (unpacked / "web/index.html").touch()
    [wheel] = build(unpacked, tmp_path, "wheel", PATH="")
    assert contents(wheel) == contents(built["wheel"])


def test_there_is_no_wheel_without_the_client(unpacked: Path, tmp_path: Path) -> None:
    client = unpacked / "src/rooftop/server/web/index.html"
    away = client.rename(tmp_path / "index.html")
    try:
        with pytest.raises(AssertionError, match="there is no npm to build it with"):
            build(unpacked, tmp_path, "wheel", PATH="")
    finally:
        away.rename(client)
    assert not list(tmp_path.glob("*.whl"))


# --- installed -----------------------------------------------------------------------------------------------


def install(folder: Path, file: Path, extra: str = "") -> Path:
    """Install into an environment, empty if it is new, in the versions that we lock; its folder of programs."""
    uv = [sys.executable, "-m", "uv"]
    subprocess.run([*uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, str(folder)], check=True)
    into = ["--python", str(folder / BIN / "python"), "--constraints", str(ROOT / "requirements.lock")]
    into += ["--reinstall-package", "rooftop"]
    subprocess.run([*uv, "pip", "install", "--quiet", *into, f"{file}{extra}"], check=True)
    return folder / BIN


def play(programs: Path, data: Path, *typed: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`data` is where unfinished games are saved."""
    command = [
        str(programs / "rooftop"),
        "play",
        "skyliners",
        "--players",
        "2",
        "--seed",
        "7",
        "--first",
        "0",
        "--plain",
    ]
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": str(data), **environment}
    return subprocess.run(command, input="\n".join(typed), env=environment, capture_output=True, text=True, check=True)


@contextmanager
def served(programs: Path, database: Path) -> Iterator[str]:
    """The address of the server of an installed package."""
    command = [str(programs / "rooftop"), "serve", "--port", "0", "--database", f"sqlite:///{database}"]
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as server:
        assert server.stdout
        try:
            yield server.stdout.readline().split()[3]
        finally:
            server.terminate()


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_one_plays_with_an_installed_package(
    built: dict[str, Path], environment: Path, kind: str, visit: Visitors, tmp_path: Path
) -> None:
    """The two are the same package, so the second finds what it needs where the first was installed."""
    programs = install(environment, built[kind], "[server]")
    said = play(programs, tmp_path, "floor b3", "rules", "q").stdout
    assert BUILT in said
    assert "SL-24" in said
    with served(programs, tmp_path / "tables.sqlite") as visit.address:
        page = visit("/")
        page.get_by_role("button", name="Play now: Skyliners").click()
        chance = random.Random(7)
        for _ in range(2):  # the bots answer in between
            assert wait_for_turn(page)
            decide_by_keys(page, chance)
        page.context.close()


def test_a_platform_wheel_starts_at_once(tmp_path: Path) -> None:
    """Its machine code is used until that for the CPU is complete. Only Skyliners is compiled here, to save time."""
    cache = tmp_path / "cache"
    generic = {"ROOFTOP_CACHE": str(cache), "NUMBA_CPU_NAME": "generic"}
    code = "from rooftop.warmup import compile_game; compile_game('skyliners')"
    subprocess.run([sys.executable, "-c", code], env={**os.environ, **generic}, capture_output=True, check=True)
    [compiled] = (cache / "compiled").iterdir()
    for game in games():
        (compiled / f"{game}.warm").touch()
    [wheel] = build(ROOT, tmp_path, "wheel", ROOFTOP_MACHINE_CODE="1", **generic)
    assert "none-any" not in wheel.name
    programs = install(tmp_path / "venv", wheel)
    run = play(programs, tmp_path, "floor b3", "q", ROOFTOP_CACHE=str(tmp_path / "new"))
    assert BUILT in run.stdout
    assert "Compiling" not in run.stderr
    assert [folder.name for folder in (tmp_path / "new/compiled").iterdir()] == [compiled.name]
    assert cpu_of(programs, tmp_path / "new") == "generic"
    native = cache_folder()
    assert native
    (tmp_path / "new/compiled" / native.name).mkdir()
    (tmp_path / "new/compiled" / native.name / "complete").touch()
    assert cpu_of(programs, tmp_path / "new") == "None"


def cpu_of(programs: Path, cache: Path) -> str:
    """The CPU whose machine code a command of an installed package would use."""
    code = "import numba; print(numba.config.CPU_NAME)"
    command = [str(programs / "python"), "-c", f"from rooftop.core.cache import prefer_shipped as p; p(); {code}"]
    environment = {**os.environ, "ROOFTOP_CACHE": str(cache)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()
