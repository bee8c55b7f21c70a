"""The documentation is correct: its code runs, its commands exist, its links lead somewhere, its site builds."""

import ast
import contextlib
import doctest
import io
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import rooftop
import rooftop.arena
import rooftop.bots
import rooftop.env
from commands import run
from rooftop.cli import _parser
from test_public import PUBLIC

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for folder in (ROOT, ROOT / ".github", ROOT / "web")
    for path in sorted(folder.glob("*.md"))
} | {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in sorted(DOCS.rglob("*.md"))}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


# --- blocks of code ------------------------------------------------------------------------------------------


class Block(NamedTuple):
    page: str
    line: int
    language: str
    text: str
    output: str | None
    """What is shown to be printed by it: a block of text right below."""


FENCE = re.compile(r"^( *)```(\S*).*\n((?:.*\n)*?)\1```\n", re.MULTILINE)


def blocks(page: str) -> list[Block]:
    text, found = PAGES[page], []
    for fence in FENCE.finditer(text):
        below = FENCE.match(text, fence.end())
        output = below[3] if below and below[2] == "text" else None
        found.append(Block(page, text.count("\n", 0, fence.start()) + 1, fence[2], fence[3], output))
    return found


def test_blocks_say_what_they_are() -> None:
    """Python runs and shell commands are checked. A block of text is neither, and looks so to readers."""
    unchecked = {"", "bash", "console", "py", "pycon", "python3", "shell", "zsh"}
    wrong = [f"{block.page}:{block.line}" for page in PAGES for block in blocks(page) if block.language in unchecked]
    assert wrong == [], "call it python, sh or text"


@pytest.mark.parametrize("page", [page for page in PAGES if any(block.language == "python" for block in blocks(page))])
def test_python_runs_and_prints_what_is_shown(page: str) -> None:
    names: dict[str, Any] = {}
    for block in blocks(page):
        if block.language == "python":
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile("\n" * block.line + block.text, page, "exec"), names)
            assert printed.getvalue() == (block.output or ""), f"{page}:{block.line}"


def commands(text: str) -> Iterator[list[str]]:
    """The words of each command of a shell."""
    for line in text.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        while words and re.fullmatch(r"\w+=.*", words[0]):  # a variable for the command
            del words[0]
        if ">" in words:  # into a file
            del words[words.index(">") :]
        if words:
            yield words


@pytest.mark.parametrize("page", [page for page in PAGES if any(block.language == "sh" for block in blocks(page))])
def test_commands_exist(page: str) -> None:
    for block in blocks(page):
        if block.language == "sh":
            for words in commands(block.text):
                assert not wrong_with(words), f"{page}:{block.line}: {words}: {wrong_with(words)}"


def wrong_with(words: list[str]) -> str:
    """What is wrong with a command, if it is one of ours. The programs of others are not checked."""
    program = Path(words[0]).name
    extras = {extra for word in words for names in re.findall(r"^rooftop\[(.+)\]", word) for extra in names.split(",")}
    if unknown := extras - PROJECT["optional-dependencies"].keys():
        return f"no extra is called {unknown}"
    if program in ("pipx", "uvx") and "rooftop" in words:
        program, words = "rooftop", words[words.index("rooftop") :]
    if program == "rooftop":
        return refusal(words[1:])
    if program == "make":
        return "" if set(words[1:]) <= make_targets() else "there is no such target"
    if program == "python" and words[1] != "-m":
        return "" if (ROOT / words[1]).exists() else "there is no such file"
    return ""


def refusal(arguments: list[str]) -> str:
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            _parser("en").parse_args(arguments)
    except SystemExit:
        return said.getvalue()
    return ""


def make_targets() -> set[str]:
    return set(re.findall(r"^([\w./-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        ("rooftop play skyliners --plyers 2", "unrecognized arguments: --plyers 2"),
        ("rooftop simulate skyliners --games none", "none"),
        ("uvx rooftop sing", "sing"),
        ("make hay", "no such target"),
        ('pip install "rooftop[hay]"', "no extra is called {'hay'}"),
        ("python examples/hay.py", "no such file"),
    ],
)
def test_a_wrong_command_is_found(command: str, wrong: str) -> None:
    [words] = commands(command)
    assert wrong in wrong_with(words)


LOCAL = ("games", "play", "simulate", "hint", "replay", "arena")
"""What runs without a server. The tests of the server, of its administration and of backups run the others."""
SHORTER = {"arena": ["--games", "16", "--budget", "0.01"], "simulate": ["--games", "1000"]}
"""Options that win over those shown: what takes hours on a page does not in a test."""


def test_local_commands_run(tmp_path: Path) -> None:
    """One after the other, as a reader may try them and leave. Of the arenas, which start processes, the one that is
    kept for a replay."""
    match = rooftop.Match("skyliners", players=2, seed=7)
    match.play(match.legal[0])
    files = {name: str(tmp_path / name) for name in ("game.rooftop", "FILE", "results")}
    for name in ("game.rooftop", "FILE"):
        Path(files[name]).write_text(match.record(), "utf-8")
    shown = dict.fromkeys(
        tuple(words[words.index("rooftop") + 1 :])
        for page in PAGES
        for block in blocks(page)
        if block.language == "sh"
        for words in commands(block.text)
        if "rooftop" in words
    )
    local = [words for words in shown if words[:1] and words[0] in LOCAL and (words[0] != "arena" or "--out" in words)]
    assert {words[0] for words in local} == set(LOCAL)
    for words in local:
        arguments = [files.get(word, word) for word in words] + SHORTER.get(words[0], [])
        done = run(*arguments, typed="quit\n", XDG_DATA_HOME=str(tmp_path))
        assert done.returncode == 0, f"{words}: {done.stderr}"


# --- docstrings ----------------------------------------------------------------------------------------------


def docstrings() -> Iterator[tuple[str, str, str]]:
    """Place, name and text of every docstring with an example, those below variables included."""
    sources = {path: path.read_text("utf-8") for path in sorted((ROOT / "src/rooftop").rglob("*.py"))}
    for path, source in sources.items():
        for node in ast.walk(ast.parse(source)) if ">>>" in source else ():
            before, body = getattr(node, "name", ""), getattr(node, "body", [])
            for part in body if isinstance(body, list) else []:
                value = part.value if isinstance(part, ast.Expr) else None
                if isinstance(value, ast.Constant) and ">>>" in str(value.value):
                    yield f"{path.relative_to(ROOT).as_posix()}:{part.lineno}", before, str(value.value)
                target = part.targets[0] if isinstance(part, ast.Assign) else getattr(part, "target", None)
                before = target.id if isinstance(target, ast.Name) else ""


EXAMPLES = {place: text for place, _, text in docstrings()}


@pytest.mark.parametrize("place", EXAMPLES)
def test_the_examples_of_docstrings_run(place: str) -> None:
    example = doctest.DocTestParser().get_doctest(EXAMPLES[place], {"rooftop": rooftop}, place, place, 0)
    said = io.StringIO()
    failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=said.write).failed
    assert not failed, said.getvalue()


def test_every_public_thing_has_an_example() -> None:
    shown = {name for _, name, text in docstrings()}
    public = {name: getattr(module, name) for module in map(import_module, PUBLIC) for name in module.__all__}
    assert public.keys() - shown == set()
    classes = [thing for thing in public.values() if isinstance(thing, type)]
    members = [member for kind in classes for name, member in vars(kind).items() if not name.startswith("_")]
    methods = [member for member in members if callable(member) or isinstance(member, property | classmethod)]
    assert [member.__doc__ for member in methods if ">>>" not in str(member.__doc__)] == []


# --- notebooks -----------------------------------------------------------------------------------------------

NOTEBOOKS = sorted(DOCS.glob("notebooks/*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_stored_without_results(path: Path) -> None:
    """They run whenever the site is built, so that stored results can neither be outdated nor differ by machine."""
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        assert cell.get("outputs", []) == []
        assert cell.get("execution_count") is None


# --- links and the site --------------------------------------------------------------------------------------


def test_links_lead_somewhere() -> None:
    """Also those of pages outside docs/, which the site does not check."""
    for page, text in PAGES.items():
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", FENCE.sub("", text)):
            assert (ROOT / page).parent.joinpath(target).exists(), f"{page}: {target}"


def build(source: Path, site: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", str(source), str(site)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8")


def test_links_to_nowhere_end_the_build(tmp_path: Path) -> None:
    source = tmp_path / "docs"
    for name in ("docs/conf.py", "docs/site.css", "web/public/icon.svg"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (source / "other.md").write_text("# Other\n", "utf-8")
    page = "# Page\n\n{}\n\n```{{toctree}}\nother\n```\n"
    (source / "index.md").write_text(page.format("[Somewhere](other.md#other)"), "utf-8")
    assert build(source, tmp_path / "site").stderr == ""
    nowhere = ["nowhere.md", "#nowhere", "other.md#no-part", "nowhere.png"]
    (source / "index.md").write_text(page.format("\n\n".join(f"[Nowhere]({link})" for link in nowhere)), "utf-8")
    broken = build(source, tmp_path / "site")
    assert broken.returncode != 0
    warnings = re.findall(r"index\.md:(\d+): WARNING: ", broken.stderr)
    assert sorted(map(int, warnings)) == [3, 5, 7, 9], broken.stderr


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, built as `make docs` does, its notebooks run."""
    folder = tmp_path_factory.mktemp("site")
    built = build(DOCS, folder)
    assert built.returncode == 0, built.stderr
    assert "WARNING" not in built.stderr, "of the notebooks, too"
    return folder


@pytest.mark.xdist_group("site")
def test_the_site_fetches_nothing_from_elsewhere(site: Path) -> None:
    fetched = re.compile(r'<(?:script|img|iframe|link)\b[^>]*?(?:src|href)="(?:https?:)?//|@import|url\("?http')
    for path in [*site.rglob("*.html"), *site.rglob("*.css")]:
        assert fetched.findall(path.read_text("utf-8")) == [], path.name


@pytest.mark.xdist_group("site")
def test_the_reference_has_every_public_thing(site: Path) -> None:
    reference = "".join(path.read_text("utf-8") for path in site.glob("api/*.html"))
    for module in PUBLIC:
        for name in import_module(module).__all__:
            assert re.search(rf'id="{module}(\.\w+)*\.{name}"', reference), f"{module}.{name}"


@pytest.mark.xdist_group("site")
def test_the_notebooks_ran(site: Path) -> None:
    looked_at, trained = ((site / "notebooks" / f"{path.stem}.html").read_text("utf-8") for path in NOTEBOOKS)
    assert "SL-1" in looked_at
    [(before, after)] = re.findall(r"Wins against random moves: before (\d+)%, after (\d+)%\.", trained)
    assert 40 <= int(before) <= 60
    assert int(after) >= 75
    assert re.search(r'<img alt="[^"]*" src="\.\./_images/[^"]+\.png"', trained), "the learning curve"
