"""The application: wires the parts together, starts and stops them."""

import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import asdict
from importlib.metadata import version

import orjson
from fastapi import APIRouter, FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import HTMLResponse, JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from rooftop.core.errors import RooftopError
from rooftop.core.messages import Message
from rooftop.server import metrics
from rooftop.server.api import schemas, socket, static
from rooftop.server.api.connections import Connections
from rooftop.server.api.description import DescribedApp
from rooftop.server.api.routes import InvitationCode, MySeat, Service, TableId, router
from rooftop.server.api.security import Guard, Hosts, language_of
from rooftop.server.domain.events import EventBus
from rooftop.server.errors import code_of, not_understood, status_of
from rooftop.server.service.bots import BotRunner
from rooftop.server.service.live import LiveTables
from rooftop.server.service.readiness import Readiness
from rooftop.server.service.supervisor import Supervisor, report
from rooftop.server.service.table_service import TableService
from rooftop.server.service.timekeeper import Timekeeper
from rooftop.server.settings import Settings, files_for_connections
from rooftop.server.storage import notifications
from rooftop.server.storage.heartbeat import Heartbeat
from rooftop.server.storage.people import PeopleStore
from rooftop.server.storage.storage import Storage

DOCS_FILES = "/docs/files"
DOCS_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
)

log = logging.getLogger(__name__)


def create_app(settings: Settings) -> FastAPI:
    """Create the application. The database must have been migrated."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Connections]]:
        connections = Connections(settings.connections or files_for_connections(), settings.connections_each)
        async with running(settings.database) as service:
            service.supervisor.start("connections", connections.sweep)
            app.state.service = service
            yield {"connections": connections}  # becomes the ASGI state, where `Connection` finds it

    app = DescribedApp(
        title="Rooftop",
        summary="Tables for skyline-building board games",
        version=version("rooftop"),
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    app.include_router(router)
    app.include_router(pages)
    # Swagger UI from a local package instead of a CDN, so that the page works offline.
    app.mount(DOCS_FILES, StaticFiles(packages=[("fastapi_offline", "static")]))
    app.include_router(static.pages)
    app.add_middleware(Guard, hosts=Hosts(settings.allowed_hosts))
    app.add_exception_handler(RooftopError, _refused)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, _no_such_page)
    app.add_exception_handler(SQLAlchemyError, _database_down)
    return app


@contextlib.asynccontextmanager
async def running(address: str) -> AsyncIterator[TableService]:
    """Run all parts. On exit, pending writes are stored."""
    storage, bus = Storage(address), EventBus()
    readiness = Readiness()
    await readiness.load()  # what is compiled already, before the first request
    live_tables = LiveTables(storage, bus, readiness.check)
    heartbeat = Heartbeat(address)
    timekeeper = Timekeeper(storage, live_tables, heartbeat)
    service = TableService(storage, PeopleStore(storage), live_tables, BotRunner(storage, live_tables), Supervisor())
    bus.subscribe(service.bots.on_event)
    bus.subscribe(timekeeper.on_event)
    bus.subscribe(metrics.count)
    service.supervisor.start("notifications", lambda: notifications.follow(storage, live_tables))
    service.supervisor.start("games", readiness.keep_loading)
    service.supervisor.start("bots", service.bots.adopt_orphans)
    service.supervisor.start("due", timekeeper.look)
    service.supervisor.start("heartbeat", timekeeper.beat)
    log.info("serving", extra={"database": storage.engine.dialect.name})
    try:
        yield service
    finally:
        await service.supervisor.stop()
        await service.bots.close()
        storage.close()
        heartbeat.close()
        log.info("stopped")


# --- pages ---------------------------------------------------------------------------------------------------

pages = APIRouter()


@pages.get("/openapi.json", include_in_schema=False)
def description(request: Request) -> Response:
    """Return the OpenAPI document. Building it is slow, so this runs in the thread pool and caches the bytes."""
    state = request.app.state
    if not hasattr(state, "description"):
        state.description = orjson.dumps(request.app.openapi())
    return Response(state.description, media_type="application/json")


@pages.get("/docs", include_in_schema=False)
async def docs() -> HTMLResponse:
    page = get_swagger_ui_html(
        openapi_url="/openapi.json",
        title="Rooftop",
        swagger_js_url=f"{DOCS_FILES}/swagger-ui-bundle.js",
        swagger_css_url=f"{DOCS_FILES}/swagger-ui.css",
        swagger_favicon_url=f"{DOCS_FILES}/favicon.png",
    )
    page.headers["Content-Security-Policy"] = DOCS_POLICY
    return page


@pages.get(
    "/health",
    summary="Check the health of the server",
    responses={503: {"model": schemas.Health, "description": "Something is wrong"}},
)
async def health(service: Service, response: Response) -> schemas.Health:
    """Whether the server works: its database answers, and all its tasks run."""
    health = schemas.Health.model_validate(asdict(await service.health()))
    if health.status != "ok":
        response.status_code = 503
    return health


@pages.get("/metrics", include_in_schema=False)
async def figures(request: Request) -> Response:
    return metrics.answer(request)


@pages.websocket("/api/tables/{table}/live")
async def live(
    websocket: WebSocket,
    table: TableId,
    seat: MySeat = None,
    invitation: InvitationCode = None,
) -> None:
    await socket.serve(websocket, table, seat, invitation)


# --- error handlers -----------------------------------------------------------------------------------------


def _error(request: Request, status: int, code: str, message: Message) -> JSONResponse:
    text = message.say(language_of(request.headers, request.query_params.get("language")))
    return JSONResponse({"error": {"code": code, "text": text}}, status)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RooftopError)
    return _error(request, status_of(error), code_of(error), error.message)


async def _not_understood(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return await _refused(request, not_understood(422, error.errors()[0]))


async def _no_such_page(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    code = {404: "no_page", 405: "no_method"}.get(error.status_code, "bad_request")
    return _error(request, error.status_code, code, Message(f"server.{code}"))


async def _database_down(request: Request, error: Exception) -> JSONResponse:
    report("the database does not answer", error)
    return _error(request, 503, "unavailable", Message("server.unavailable"))
