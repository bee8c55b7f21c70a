"""Machine code is used only with the sources, the libraries, the Python and the CPU that it was made for."""

import ast
import errno
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import Timeout
from llvmlite import binding as llvm
from numba.core.caching import IndexDataCacheFile

from rooftop.core import cache, rule
from rooftop.core.errors import RooftopError

RULES = "games/skyliners/rules.py"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the package whose sources can be changed, with an empty cache."""
    copy = Path(shutil.copytree(cache.PACKAGE, tmp_path / "rooftop", ignore=shutil.ignore_patterns("web")))
    monkeypatch.setattr(cache, "PACKAGE", copy)
    monkeypatch.setattr(cache, "SHIPPED", copy / "compiled")
    monkeypatch.setenv(cache.CACHE, str(tmp_path / "cache"))
    monkeypatch.delenv(cache.CPU, raising=False)
    forget()
    yield copy
    os.environ.pop(cache.CPU, None)  # `prefer_shipped` may have set it
    forget()


def forget() -> None:
    for function in (cache._digest, cache._own_cpu, cache.cache_folder, cache.prefer_shipped):
        function.cache_clear()


def ship(package: Path) -> Path:
    """Machine code for any CPU in the package, as a platform wheel has it; what it contains does not matter here."""
    folder = package / "compiled" / cache._folder(cache.GENERIC).name
    folder.mkdir(parents=True)
    (folder / cache.COMPLETE).touch()
    return folder


def change_a_rule(package: Path, patch: pytest.MonkeyPatch) -> None:
    with (package / RULES).open("a") as source:
        source.write("# another rule\n")


def change_dispatch(package: Path, patch: pytest.MonkeyPatch) -> None:
    with (package / "core/dispatch.py").open("a") as source:
        source.write("# another way to find the rules\n")


def change_numba(package: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cache, "version", lambda library: "0.0" if library == "numba" else "1.0")


def change_python(package: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cache, "EXTENSION_SUFFIXES", [".cpython-399-other.so"])


@pytest.mark.parametrize("change", [change_a_rule, change_dispatch, change_numba, change_python])
def test_shipped_machine_code_is_used_with_nothing_else(
    package: Path, monkeypatch: pytest.MonkeyPatch, change: Any
) -> None:
    ship(package)
    own = cache.cache_folder()
    with monkeypatch.context() as patch:
        assert cache.prefer_shipped()
        patch.delenv(cache.CPU)
        forget()
        change(package, patch)
        assert not cache.prefer_shipped()
        assert cache.cache_folder() != own


def test_what_one_cpu_has_compiled_is_not_ready_for_another(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = cache.cache_folder()
    assert own
    monkeypatch.setattr(llvm, "get_host_cpu_name", lambda: "another")
    forget()
    assert cache.cache_folder() not in (own, None)


def test_everything_that_compiled_functions_use_is_in_the_digest() -> None:
    """Else machine code would outlive a change of it."""
    missing = set()
    compiled = cache.compiled_sources()
    for source in compiled.values():
        tree = ast.parse(source)
        imported = {
            alias.asname or alias.name: str(node.module)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        used = {name.id for function in compiled_functions(tree) for part in function.body for name in names(part)}
        modules = [imported[name] for name in used & imported.keys() if imported[name].startswith("rooftop.")]
        files = {cache.PACKAGE.parent / (module.replace(".", "/") + ".py") for module in modules}
        missing |= {file for file in files - compiled.keys() if file.exists()}
    assert missing == set()


def compiled_functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and {"rule", "quick_rule"} & {ast.unparse(d) for d in node.decorator_list}:
            yield node


def names(part: ast.AST) -> Iterator[ast.Name]:
    return (node for node in ast.walk(part) if isinstance(node, ast.Name))


def test_unused_machine_code_is_removed_but_not_that_of_a_running_server(package: Path, tmp_path: Path) -> None:
    used = cache.cache_folder()
    assert used
    unused = used.with_name("unused")
    unused.mkdir()
    for folder in (used, unused):
        os.utime(folder, (0, 0))
    cache.keep_folder()
    cache._drop_unused(used.parent)
    assert list(used.parent.iterdir()) == [used]


# --- where nothing can be written ----------------------------------------------------------------------------


def test_shipped_machine_code_is_used_where_nothing_can_be_written(
    package: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shipped = ship(package)
    (tmp_path / "cache").write_text("not a folder")
    monkeypatch.setenv(cache.CPU, cache.GENERIC)
    used = cache.cache_folder()
    assert used
    assert used != shipped
    assert (used.name, list(used.iterdir())) == (shipped.name, [used / cache.COMPLETE])
    (shipped / cache.COMPLETE).unlink()
    cache.cache_folder.cache_clear()
    assert cache.cache_folder() is None


@pytest.mark.parametrize("is_installed", [True, False])
def test_a_copy_of_what_is_read_only_can_be_written_to(
    package: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_installed: bool
) -> None:
    ship(package).chmod(stat.S_IRUSR | stat.S_IXUSR)
    if not is_installed:
        (tmp_path / "cache").write_text("not a folder")
    monkeypatch.setenv(cache.CPU, cache.GENERIC)
    used = cache.cache_folder()
    assert used
    assert used.is_relative_to(tmp_path / "cache") == is_installed
    assert used.stat().st_mode & stat.S_IWUSR


READ_ONLY = """
import pathlib
def touch(*_, **__): raise PermissionError
pathlib.Path.touch = touch
import rooftop
from rooftop.core.cache import cache_folder
from rooftop.core.rule import rule
from rooftop.games.skyliners.rules import score
assert rooftop.Match("skyliners", seed=7).scores == [0, 0, 0, 0]
print(len(score.stats.cache_hits), len(score.stats.cache_misses), cache_folder())
"""
"""For root, too, who may write everywhere."""


@pytest.mark.skipif(not rule.JIT, reason="nothing is compiled")
def test_a_complete_cache_is_used_though_nothing_can_be_written_to_it(tmp_path: Path) -> None:
    found = cache.cache_folder()
    assert found
    folder = Path(shutil.copytree(found, tmp_path / "compiled" / found.name))
    (folder / cache.COMPLETE).touch()
    before = sorted(folder.rglob("*"))
    environment = {**os.environ, "ROOFTOP_CACHE": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", READ_ONLY], env=environment, capture_output=True, text=True, check=True)
    hits, misses, used = run.stdout.split()
    assert (hits, misses, run.stderr) == ("1", "0", "")
    assert not Path(used).parent.exists()  # it was a copy for that process alone
    assert sorted(folder.rglob("*")) == before


@pytest.mark.skipif(not rule.JIT, reason="nothing is compiled")
def test_an_administrator_is_told_that_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    environment = {**os.environ, "ROOFTOP_CACHE": str(tmp_path / "file"), "LC_ALL": "C.UTF-8"}
    warm = [sys.executable, "-m", "rooftop.cli", "warm"]
    run = subprocess.run(warm, env=environment, capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stderr.startswith(f"rooftop: Machine code cannot be kept in {tmp_path / 'file'}")


# --- saving --------------------------------------------------------------------------------------------------


def doubled(number: Any) -> Any:
    return 2 * number


@pytest.fixture
def function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A function that is not compiled yet, with an empty cache."""
    if not rule.JIT:
        pytest.skip("nothing is compiled")
    monkeypatch.setenv(cache.CACHE, str(tmp_path))
    forget()
    yield rule.rule(doubled)
    forget()


def is_locked() -> bool:
    """For other processes."""
    try:
        with cache.save_lock().acquire(timeout=0):
            return False
    except Timeout:
        return True


def test_one_process_at_a_time_adds_machine_code(function: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba gives the machine code of two games the same file otherwise."""
    locked, save = [], IndexDataCacheFile.save

    def watched(*arguments: Any) -> None:
        locked.append(is_locked())
        save(*arguments)

    monkeypatch.setattr(IndexDataCacheFile, "save", watched)
    for number in (1, 1.5):
        rule.machine_code(function, (number,))
        assert not is_locked()
    assert locked == [True, True]
    assert len(list(Path(cache.save_lock().lock_file).parent.rglob("*.nbc"))) == 2


def test_a_full_disk_is_named(function: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def save(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(IndexDataCacheFile, "save", save)
    with pytest.raises(RooftopError, match="the disk is full"):
        rule.machine_code(function, (1,))
    assert not is_locked()
