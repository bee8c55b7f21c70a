"""The allowed imports between packages, as CONTRIBUTING describes them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src"

SERVER = "rooftop.server"
SHARED = [f"{SERVER}.errors", f"{SERVER}.metrics", f"{SERVER}.settings"]
ALLOWED = {
    "rooftop.core": ["rooftop.core", "rooftop.bots"],  # `Match.hint` calls a bot
    "rooftop.bots": ["rooftop.core", "rooftop.bots"],
    "rooftop.arena": ["rooftop.core", "rooftop.bots", "rooftop.arena"],
    "rooftop.env": ["rooftop.core", "rooftop.env"],
    "rooftop.lessons": ["rooftop.core"],
    "rooftop.examples": ["rooftop.core"],
    "rooftop.warmup": ["rooftop.core", "rooftop.bots", "rooftop.examples"],
    f"{SERVER}.domain": ["rooftop.core", "rooftop.bots", "rooftop.lessons", f"{SERVER}.domain", f"{SERVER}.errors"],
    f"{SERVER}.storage": ["rooftop.core", f"{SERVER}.storage", f"{SERVER}.domain", *SHARED],
    f"{SERVER}.service": [
        "rooftop.core",
        "rooftop.bots",
        "rooftop.warmup",
        *(f"{SERVER}.{layer}" for layer in ("service", "storage", "domain")),
        *SHARED,
    ],
    f"{SERVER}.api": [
        "rooftop.core",
        "rooftop.bots",
        "rooftop.examples",
        "rooftop.lessons",
        *(f"{SERVER}.{layer}" for layer in ("api", "service", "storage", "domain")),
        *SHARED,
    ],
    f"{SERVER}.run": ["rooftop.core", "rooftop.warmup", SERVER],
    f"{SERVER}.errors": ["rooftop.core"],
    f"{SERVER}.metrics": [f"{SERVER}.domain", f"{SERVER}.errors"],
    f"{SERVER}.settings": [],
    f"{SERVER}.__init__": [],
    "rooftop.games.__init__": [],
}
"""What each package may import from Rooftop. Outside the server, only the command line imports the server."""


def modules(package: str) -> Iterator[Path]:
    path = SOURCES / package.replace(".", "/")
    yield from path.rglob("*.py") if path.is_dir() else [path.with_suffix(".py")]


def imported(file: Path) -> set[str]:
    """The modules of Rooftop that a file imports anywhere, including type-checking imports."""
    return {name for name in all_imported(file) if name.split(".")[0] == "rooftop"}


def all_imported(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            # `from rooftop.server import errors` imports a module, `from rooftop.core.match import Match` does not.
            found |= {
                f"{node.module}.{alias.name}" if is_package(str(node.module)) else str(node.module)
                for alias in node.names
            }
    return found


def is_package(module: str) -> bool:
    return (SOURCES / module.replace(".", "/")).is_dir()


def is_within(module: str, packages: list[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def test_every_module_is_covered() -> None:
    """By a row above, or as part of a game or of the command line."""
    package = SOURCES / "rooftop"
    covered = {file for name in ALLOWED for file in modules(name)}
    covered |= {*package.glob("*.py"), *package.glob("games/*/**/*.py")}
    assert {str(file.relative_to(SOURCES)) for file in set(modules("rooftop")) - covered} == set()


@pytest.mark.parametrize("package", ALLOWED)
def test_a_package_imports_only_what_is_below_it(package: str) -> None:
    for file in modules(package):
        wrong = {name for name in imported(file) if not is_within(name, ALLOWED[package])}
        assert not wrong, f"{file.relative_to(SOURCES)} imports {wrong}"


@pytest.mark.parametrize("package", ALLOWED)
def test_what_a_package_may_import_it_does(package: str) -> None:
    used = {name for file in modules(package) for name in imported(file)}
    idle = {name for name in {*ALLOWED[package]} - {package, *SHARED} if not any(is_within(u, [name]) for u in used)}
    assert not idle, f"{package} does not import {idle}"


def test_no_game_imports_another() -> None:
    for folder in (SOURCES / "rooftop/games").iterdir():
        for file in folder.rglob("*.py"):
            allowed = ["rooftop.core", f"rooftop.games.{folder.name}"]
            wrong = {name for name in imported(file) if not is_within(name, allowed)}
            assert not wrong, f"{file.relative_to(SOURCES)} imports {wrong}"


def test_nothing_imports_the_server_but_the_command_line() -> None:
    outside = [file for file in modules("rooftop") if "server" not in file.relative_to(SOURCES).parts]
    users = {file.name for file in outside if any(is_within(name, [SERVER]) for name in imported(file))}
    assert users == {"commands.py"}


@pytest.mark.parametrize("package", [package for package in ALLOWED if (SOURCES / package.replace(".", "/")).is_dir()])
def test_contributing_lists_these_imports(package: str) -> None:
    """Errors, metrics and settings, which every layer may import, have a row of their own."""
    table = (SOURCES.parent / "CONTRIBUTING.md").read_text("utf-8")
    [row] = re.findall(rf"^\| `src/{package.replace('.', '/')}` \|.*\| (.*) \|$", table, re.MULTILINE)
    allowed = {name.rpartition(".")[2] for name in ALLOWED[package] if name not in (package, *SHARED)}
    assert set(re.findall(r"`(\w+)`", row)) == allowed


INTERNAL = {
    "numba.core.caching": "rooftop/core/rule.py",
    "numba.core.event": "rooftop/core/rule.py",
    "uvicorn.protocols.http.httptools_impl": "rooftop/server/api/connections.py",
    "uvicorn.server": "rooftop/server/api/connections.py",
}
"""What dependencies do not export, and the file that CONTRIBUTING names for each."""


def is_internal(module: str) -> bool:
    return module.startswith(("numba.core", "uvicorn.")) or re.search(r"\._|^_(?!_future__)", module) is not None


def test_internals_of_dependencies_are_imported_only_where_contributing_says() -> None:
    uses = [(name, file) for file in modules("rooftop") for name in all_imported(file) if is_internal(name)]
    assert sorted((name, file.relative_to(SOURCES).as_posix()) for name, file in uses) == sorted(INTERNAL.items())


UNDERSCORED = {"_exit", "_replace", "_accumulate_rewards", "_was_dead_step"}
"""Public all the same: of `os`, of named tuples, and what PettingZoo has environments call."""


def test_what_is_private_is_used_only_where_it_is_defined() -> None:
    """So nothing private of a dependency is used, nor of another module of ours."""
    for file in modules("rooftop"):
        used, defined = private_names(ast.parse(file.read_text("utf-8")))
        assert not used - defined - UNDERSCORED, f"{file.relative_to(SOURCES)} uses {used - defined - UNDERSCORED}"


def private_names(tree: ast.Module) -> tuple[set[str], set[str]]:
    """The private attributes that a module uses, and those that it defines."""
    used, defined = set[str](), set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            (used if isinstance(node.ctx, ast.Load) else defined).add(node.attr)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            defined.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            defined.add(node.target.id)
    return {name for name in used if re.match("_(?!_)", name)}, defined
