"""The HTTP interface."""

import gzip
from functools import cache
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response

from rooftop.bots import DEFAULT_BOT, NAMES
from rooftop.core.game import find_game, games
from rooftop.core.raster import sheet
from rooftop.examples import find_examples
from rooftop.lessons import lessons
from rooftop.server.api import schemas
from rooftop.server.api.security import COOKIE, WorkSlot, language_of, network
from rooftop.server.domain import decisions
from rooftop.server.domain.clocks import TimeControl
from rooftop.server.domain.people import Person
from rooftop.server.errors import Refused, Stale
from rooftop.server.service.live import LiveTable
from rooftop.server.service.table_service import TableService, viewer

YEAR = 365 * 24 * 3600
PREVIEW_SIZE = 600, 315
"""Pixels: the proportions in which messengers show the picture of a link."""

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": schemas.Refusal, "description": "Not understood"},
    401: {"model": schemas.Refusal, "description": "Nobody knows you yet"},
    403: {"model": schemas.Refusal, "description": "Not yours to do"},
    404: {"model": schemas.Refusal, "description": "No such table"},
    409: {"model": schemas.StaleRefusal, "description": "Not now; for a stale move, with the current view"},
    413: {"model": schemas.Refusal, "description": "Too large"},
    422: {"model": schemas.Refusal, "description": "Makes no sense, or is against the rules"},
    429: {"model": schemas.Refusal, "description": "Too many requests"},
    503: {"model": schemas.Refusal, "description": "The database does not answer"},
}


def service_of(request: Request) -> TableService:
    service: TableService = request.app.state.service
    return service


Service = Annotated[TableService, Depends(service_of)]


async def visitor(request: Request, service: Service) -> Person | None:
    """Identify the visitor by cookie; None if unknown. Applies the rate limit for requests."""
    person = await service.find_person(request.cookies.get(COOKIE))
    service.limits.requests.check(person.id if person else network(request.scope))
    return person


Visitor = Annotated[Person | None, Depends(visitor)]


async def known_person(person: Visitor) -> Person:
    if person is None:
        raise Refused(401, "who_are_you")
    return person


Known = Annotated[Person, Depends(known_person)]


LanguageCode = Annotated[
    str | None, Query(max_length=20, description="of texts: en, de or nl; without it, the one that the browser prefers")
]


async def language(request: Request, language: LanguageCode = None) -> str:
    return language_of(request.headers, language)


Language = Annotated[str, Depends(language)]
GameName = Annotated[str, Path(max_length=60, description="its name, such as skyliners")]
TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="its id")]
BotSeat = Annotated[int, Path(ge=0, le=9, description="of the bot")]
MySeat = Annotated[int | None, Query(ge=0, le=9, description="of mine; without it, my first, or a spectator's view")]
InvitationCode = Annotated[str | None, Query(max_length=60, description="for a table that is not open")]


def network_of_request(request: Request) -> str:
    return network(request.scope)


Network = Annotated[str, Depends(network_of_request)]


router = APIRouter(prefix="/api", responses=REFUSALS)

# --- games and people ----------------------------------------------------------------------------------------


@router.get("/games", summary="List the games and bots")
async def list_games(language: Language, visitor: Visitor) -> schemas.Games:
    """The games that can be played, and the bots that play them."""
    infos = [
        schemas.GameInfo(
            name=game.name,
            title=game.title,
            players=list(game.players),
            variants=list(game.variants),
            seat_names=game.seat_names(language),
            seat_colours=list(game.colours),
            minutes=list(game.minutes),
            credits=list(game.credits),
            rules_version=game.version,
            beginners=game.beginners,
            lesson=game.name in lessons(),
            secrets=any(secret.hidden_from == "others" for secret in game.secrets),
            rematch_if_shared=game.rematch_if_shared,
        )
        for game in map(find_game, games())
    ]
    return schemas.Games(
        games=infos, bots=[schemas.BotLevel(level=name, default=name == DEFAULT_BOT) for name in NAMES]
    )


@router.get("/games/{game}/examples", response_model=schemas.Examples, summary="Show the rules of a game by examples")
def examples(game: GameName, request: Request, visitor: Visitor, service: Service, language: Language) -> Response:
    """The examples that its rules pages show, in the order of the rules."""
    # Not `async`: drawing them takes a moment, so this runs in the thread pool.
    name = find_game(game).name
    service.live_tables.check_ready(name)
    headers = {"Cache-Control": "public, max-age=3600", "Vary": "Accept-Encoding, Accept-Language"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(_examples(name, language)), media_type="application/json", headers=headers)
    headers["Content-Encoding"] = "gzip"
    return Response(_examples(name, language), media_type="application/json", headers=headers)


@cache
def _examples(game: str, language: str) -> bytes:
    """Compressed: pictures repeat themselves, so that takes nine tenths off."""
    told = [
        schemas.Example(
            rule=example.rule,
            title=example.message("title").say(language),
            steps=[
                schemas.ExampleStep(text=example.message(number).say(language), picture=picture)
                for number, picture in enumerate(example.pictures(language), 1)
            ],
        )
        for example in find_examples(game)
    ]
    return gzip.compress(schemas.Examples(examples=told).model_dump_json().encode(), mtime=0)


@router.post("/people", status_code=201, summary="Register a guest")
async def welcome(
    guest: schemas.GuestRequest, request: Request, response: Response, service: Service, network: Network
) -> schemas.NewGuest:
    """Register a guest. The token is set as a cookie; the recovery code is returned only here."""
    person, token, code = await service.welcome(guest.name, network)
    _give_token(request, response, token)
    return schemas.NewGuest(id=person.id, name=person.name, recovery_code=code)


@router.post("/people/recover", summary="Log in with a recovery code")
async def recover(
    code: schemas.RecoveryRequest, request: Request, response: Response, service: Service, network: Network
) -> schemas.Me:
    """Log in on this device with a recovery code."""
    person, token = await service.recover(code.code, network)
    _give_token(request, response, token)
    return schemas.Me(id=person.id, name=person.name)


def _give_token(request: Request, response: Response, token: str) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, secure=secure, samesite="lax")


@router.get("/me", summary="See who I am")
async def me(person: Visitor) -> schemas.Me | None:
    """Who I am; null if unknown."""
    return schemas.Me(id=person.id, name=person.name) if person else None


@router.post("/me/name", summary="Change my name")
async def rename(guest: schemas.GuestRequest, person: Known, service: Service) -> schemas.Me:
    """Change my name, for tables that I join from now on."""
    await service.rename(person, guest.name)
    return schemas.Me(id=person.id, name=guest.name)


@router.post("/me/recovery-code", summary="Get a new recovery code")
async def new_recovery_code(person: Known, service: Service) -> schemas.NewCode:
    """Create a new recovery code. It invalidates the old one."""
    return schemas.NewCode(recovery_code=await service.new_code(person))


# --- tables --------------------------------------------------------------------------------------------------


@router.get("/tables", summary="List the open tables")
async def open_tables(visitor: Visitor, service: Service) -> schemas.Tables:
    """The open tables, newest first: those that wait for players, and those to watch."""
    return schemas.Tables.model_validate({"tables": await service.listed_tables()})


@router.get("/me/tables", summary="List my tables")
async def my_tables(person: Known, service: Service) -> schemas.MyTables:
    """My tables, newest first, and whose turn it is."""
    return schemas.MyTables.model_validate({"tables": await service.tables_of(person)})


@router.post("/tables", status_code=201, response_model=schemas.TableUpdate, summary="Open a table")
async def create(
    new: schemas.NewTable, person: Known, service: Service, language: Language, network: Network
) -> Response:
    """Decide who sits where. Whoever opens a table is its host."""
    seats = [{**seat.model_dump(), "level": seat.level or DEFAULT_BOT} for seat in new.seats]
    clock = TimeControl(**new.clock.model_dump()) if new.clock else None
    live = await service.create(
        person, new.game, new.variant, seats, new.open, new.hints, new.first, clock, new.patience, network
    )
    return _update(live, person, None, language, status=201)


@router.post("/lessons", status_code=201, response_model=schemas.TableUpdate, summary="Begin a lesson")
async def teach(
    asked: schemas.NewLesson, person: Known, service: Service, language: Language, network: Network
) -> Response:
    """Open the table of a game's lesson, which begins at once."""
    return _update(await service.teach(person, asked.game, network), person, None, language, status=201)


@router.get("/tables/{table}", response_model=schemas.TableUpdate, summary="See a table")
async def look(
    table: TableId,
    visitor: Visitor,
    service: Service,
    language: Language,
    seat: MySeat = None,
    invitation: InvitationCode = None,
) -> Response:
    """The table as I may see it, from a seat of mine or as a spectator."""
    return _update(await service.find(table, visitor, invitation), visitor, seat, language)


@router.get(
    "/tables/{table}/picture",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "A drawing"}},
    summary="See a table as a picture",
)
async def picture(
    table: TableId,
    visitor: Visitor,
    service: Service,
    language: Language,
    network: Network,
    seat: MySeat = None,
    dark: Annotated[bool, Query(description="in the colours of the night")] = False,
    invitation: InvitationCode = None,
) -> Response:
    """The table as I may see it, as SVG. The ground of each place has its name as `data-ground`."""
    live = await service.find(table, visitor, invitation)
    drawn = service.picture(live, viewer(live.table, visitor, seat, language), dark, network)
    return Response(drawn, media_type="image/svg+xml")


@router.get(
    "/tables/{table}/preview",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}, "description": "A drawing"}},
    summary="See what a link to a table shows",
)
async def preview(
    table: TableId, service: Service, language: Language, network: Network, invitation: InvitationCode = None
) -> Response:
    """The table as everybody may see it, as PNG, whoever asks. Before the game, a table at which it begins."""
    live = await service.find(table, None, invitation)
    drawn = sheet(service.preview(live, language, network), *PREVIEW_SIZE)
    return Response(drawn, media_type="image/png")


@router.post("/tables/{table}/join", response_model=schemas.TableUpdate, summary="Join a table")
async def join(
    table: TableId, asked: schemas.JoinRequest, person: Known, service: Service, language: Language, network: Network
) -> Response:
    """Take a free chair. A table that is not open needs its invitation."""
    live = await service.find(table, person, asked.invitation)
    await service.join(live, person, asked.seat, network)
    return _update(live, person, None, language)


@router.post("/tables/{table}/bots", response_model=schemas.TableUpdate, summary="Seat a bot")
async def seat_bot(
    table: TableId, new: schemas.BotRequest, person: Known, service: Service, language: Language
) -> Response:
    """Seat a bot on a free chair. Host only."""
    live = await service.find(table, person, None)
    await service.seat_bot(live, person, new.seat, new.level or DEFAULT_BOT)
    return _update(live, person, None, language)


@router.delete("/tables/{table}/bots/{seat}", response_model=schemas.TableUpdate, summary="Remove a bot")
async def unseat_bot(table: TableId, seat: BotSeat, person: Known, service: Service, language: Language) -> Response:
    """Remove a bot before the start. Host only."""
    live = await service.find(table, person, None)
    await service.unseat_bot(live, person, seat)
    return _update(live, person, None, language)


@router.post("/tables/{table}/leave", summary="Leave a table")
async def leave(table: TableId, person: Known, service: Service) -> schemas.Done:
    """Leave the table before the start. Afterwards, resign."""
    live = await service.find(table, person, None)
    return _done(await service.leave(live, person))


@router.post("/tables/{table}/start", response_model=schemas.TableUpdate, summary="Start the game")
async def start(table: TableId, person: Known, service: Service, language: Language) -> Response:
    """Start the game when every chair is taken. Host only."""
    live = await service.find(table, person, None)
    await service.start(live, person)
    return _update(live, person, None, language)


@router.post("/tables/{table}/rematch", response_model=schemas.TableUpdate, summary="Play again")
async def rematch(table: TableId, person: Known, service: Service, language: Language, network: Network) -> Response:
    """Play again at a new table. The first to ask becomes its host, the others join it."""
    live = await service.rematch(await service.find(table, person, None), person, network)
    return _update(live, person, None, language)


# --- play ----------------------------------------------------------------------------------------------------


@router.post("/tables/{table}/moves", response_model=schemas.Done, summary="Make a move")
async def move(table: TableId, made: schemas.MoveRequest, person: Known, service: Service, language: Language) -> Any:
    """Make a move. It is durable when the response arrives. Repeating the same id is safe."""
    live = await service.find(table, person, None)
    try:
        return _done(await service.move(live, person, made.seat, made.move, made.id, made.version))
    except Stale as stale:
        return _stale(stale, live, person, made.seat, language)


@router.post("/tables/{table}/try", response_model=schemas.Trial, summary="Preview a move")
async def try_out(
    table: TableId, tried: schemas.TrialRequest, person: Known, service: Service, language: Language, network: Network
) -> Any:
    """The view that there would be after a move. Nothing changes."""
    live = await service.find(table, person, None)
    try:
        move, view = service.try_out(live, person, tried.seat, tried.move, tried.version, network)
    except Stale as stale:
        return _stale(stale, live, person, tried.seat, language)
    return _json(orjson.dumps(schemas.Trial(move=move, view=view)))


@router.post("/tables/{table}/undo", response_model=schemas.Done, summary="Take back a decision")
async def undo(table: TableId, asked: schemas.UndoRequest, person: Known, service: Service, language: Language) -> Any:
    """Take back my last decision, if it revealed nothing and it is still my turn. Against bots only, always."""
    live = await service.find(table, person, None)
    try:
        return _done(await service.take_back(live, person, asked.seat, asked.id, asked.version))
    except Stale as stale:
        return _stale(stale, live, person, asked.seat, language)


@router.post("/tables/{table}/lesson/go-on", summary="Go on in a lesson")
async def go_on(table: TableId, read: schemas.GoOnRequest, person: Known, service: Service) -> schemas.Done:
    """Go on from a step that is only to be read. Repeating it is safe."""
    live = await service.find(table, person, None)
    return _done(await service.go_on(live, person, read.step))


@router.post("/tables/{table}/lesson/leave", summary="Leave a lesson")
async def leave_lesson(table: TableId, person: Known, service: Service) -> schemas.Done:
    """End the lesson. The table goes on as an ordinary game."""
    live = await service.find(table, person, None)
    return _done(await service.leave_lesson(live, person))


@router.post("/tables/{table}/resign", summary="Resign a game")
async def resign(table: TableId, asked: schemas.SeatRequest, person: Known, service: Service) -> schemas.Done:
    """Resign. A bot plays on for me while somebody is left to play against."""
    live = await service.find(table, person, None)
    return _done(await service.resign(live, person, asked.seat))


@router.post("/tables/{table}/vote", summary="Decide about a missing player")
async def vote(table: TableId, asked: schemas.VoteRequest, person: Known, service: Service) -> schemas.Done:
    """Say what to do about the player whom the table waits for. What all others who are present want is done."""
    live = await service.find(table, person, None)
    return _done(await service.vote(live, person, asked.choice, asked.level))


@router.post("/tables/{table}/come-back", summary="Take a seat back from a bot")
async def come_back(table: TableId, person: Known, service: Service) -> schemas.Done:
    """Play on myself, where a bot played for me. Opening the table does the same."""
    live = await service.find(table, person, None)
    return _done(await service.come_back(live, person))


@router.post("/tables/{table}/pause", summary="Ask for a pause")
async def pause(table: TableId, person: Known, service: Service) -> schemas.Done:
    """When all people at the table have asked for it, the clocks stand still."""
    live = await service.find(table, person, None)
    return _done(await service.pause(live, person))


@router.post("/tables/{table}/resume", summary="End the pause")
async def resume(table: TableId, person: Known, service: Service) -> schemas.Done:
    """Have the clock run again. Anybody at the table can."""
    live = await service.find(table, person, None)
    return _done(await service.resume(live, person))


@router.post("/tables/{table}/hint", summary="Ask for a hint")
async def hint(
    table: TableId, asked: schemas.SeatRequest, person: Known, service: Service, request: Request, network: Network
) -> schemas.Hint:
    """The best moves as a strong bot sees them, and the weak ones, if the table allows hints."""
    live = await service.find(table, person, None)
    WorkSlot.of(request.scope).release()  # thinking takes long and has its own fair queue
    return await service.hint(live, person, asked.seat, network)


@router.post("/tables/{table}/chat", summary="Say something at a table")
async def say(
    table: TableId, said: schemas.ChatRequest, person: Known, service: Service, network: Network
) -> schemas.Done:
    """Add a line to the chat. Spectators may, too."""
    live = await service.find(table, person, said.invitation)
    return _done(await service.say(live, person, said.text, said.id, network))


@router.get("/tables/{table}/result", summary="Get the result and the record")
async def result(
    table: TableId, visitor: Visitor, service: Service, invitation: InvitationCode = None
) -> schemas.Result:
    """The whole game, when it is over: record, seed, points and where they come from."""
    over = await service.find_finished(table, visitor, invitation)
    match = over.playing
    return schemas.Result(
        record=match.record(),
        seed=str(over.seed),
        seed_hash=str(over.seed_hash),
        scores=match.scores,
        winners=over.winners,
        breakdown=match.breakdown(),
    )


def _done(happened: bool) -> schemas.Done:
    return schemas.Done(repeated=not happened)


def _update(live: LiveTable, person: Person | None, seat: int | None, language: str, status: int = 200) -> Response:
    update = live.update(viewer(live.table, person, seat, language))
    return _json(update.as_json(), status)


def _stale(stale: Stale, live: LiveTable, person: Person, seat: int | None, language: str) -> Response:
    """The refusal, with the current view."""
    mine = decisions.own_seat(live.table, person, seat)
    error = schemas.Error(code=stale.code, text=stale.message.say(language))
    current = live.update(viewer(live.table, person, mine, language)).as_json()
    return _json(b'{"error":%b,"current":%b}' % (orjson.dumps(error), current), stale.status)


def _json(content: bytes, status: int = 200) -> Response:
    return Response(content, status, media_type="application/json")
