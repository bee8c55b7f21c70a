from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rooftop.server.api.app import create_app
from rooftop.server.settings import Settings
from server.inside import Inside, serving_inside
from server.outages import PostgreSQL
from server.serving import Server, check_servers, serving


@pytest.fixture(autouse=True)
def leave_no_trace() -> Iterator[None]:
    yield
    check_servers()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A shared server with one worker on SQLite."""
    file = tmp_path_factory.mktemp("server") / "tables.sqlite"
    with serving(f"sqlite:///{file}") as running:
        yield running


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """An in-process server without rate limits."""
    with serving_inside(tmp_path_factory.mktemp("inside")) as running:
        running.lift_limits()
        yield running


@pytest.fixture(scope="session")
def document() -> dict[str, Any]:
    """The OpenAPI document."""
    return create_app(Settings("")).openapi()


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[PostgreSQL]:
    """A real PostgreSQL."""
    with PostgreSQL() as database:
        yield database


@pytest.fixture(scope="module")
def postgresql(postgresql_server: PostgreSQL) -> str:
    """The address of a database there for the tests of a file."""
    return postgresql_server.create_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of either kind whose content does not interfere with other tests."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    postgresql_server: PostgreSQL = request.getfixturevalue("postgresql_server")
    return postgresql_server.create_database()
