"""Request and response schemas, for validation and the OpenAPI document."""

from functools import cache
from typing import Annotated, Any, Literal
from zoneinfo import available_timezones

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetPydanticSchema, StringConstraints
from typing_extensions import TypedDict

from rooftop.bots import NAMES
from rooftop.core import schema
from rooftop.core.game import Credit, SeatColour
from rooftop.core.schema import Closed
from rooftop.core.view import View


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("no control characters")
    return text


Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), AfterValidator(_printable)]
ChatText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), AfterValidator(_printable)
]
Key = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$"),
    Field(description="of my choice, another for each request: sent again with the same one, it is done only once"),
]
"""An idempotency key."""
Version = Annotated[str, StringConstraints(max_length=64)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=60)]
Seat = Annotated[int, Field(ge=0, le=9, strict=True)]
MoveId = Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)]


class RequestBody(BaseModel):
    model_config = ConfigDict(extra="forbid")


# --- requests --------------------------------------------------------------------------------------------


class GuestRequest(RequestBody):
    name: Name


class RecoveryRequest(RequestBody):
    code: Word


class SeatPlan(RequestBody):
    """Who sits in a seat. Several seats for `me` make a table for people at one screen."""

    who: Literal["me", "anyone", "bot"]
    name: Name | None = Field(None, description="of a person at my screen; without it, mine")
    level: Word | None = Field(None, description="of a bot; without it, the default one")


_time_zones = cache(available_timezones)


def _time_zone(name: str) -> str:
    if name not in _time_zones():
        raise ValueError("no time zone of the IANA database")
    return name


class LiveClock(RequestBody):
    """Time for the whole game."""

    kind: Literal["live"]
    seconds: Annotated[int, Field(ge=1, le=3 * 3600)] = Field(description="for each player")
    increment: Annotated[int, Field(ge=0, le=300)] = Field(0, description="seconds that each turn brings")


class CorrespondenceClock(RequestBody):
    """Time for each turn."""

    kind: Literal["correspondence"]
    seconds: Annotated[int, Field(ge=1, le=30 * 24 * 3600)] = Field(description="for each turn")
    nights: bool = Field(True, description="whether the time from 22 to 8 o'clock counts")
    weekends: bool = Field(True, description="whether Saturday and Sunday count")
    zone: Annotated[Word, AfterValidator(_time_zone)] = Field("UTC", description="where it is night, and weekend")


class NewTable(RequestBody):
    game: Word
    variant: Word | None = None
    seats: Annotated[list[SeatPlan], Field(min_length=1, max_length=10)]
    open: bool = Field(False, description="in the list of open tables; otherwise by invitation only")
    hints: bool = False
    first: Seat | None = Field(None, description="the seat that begins; without it, a random one")
    clock: Annotated[LiveClock | CorrespondenceClock, Field(discriminator="kind")] | None = Field(
        None, description="without it, everybody has all the time in the world"
    )
    patience: Annotated[int, Field(ge=1, le=30 * 24 * 3600)] | None = Field(
        None, description="seconds after which the others may decide what to do about a player who is away"
    )


class VoteRequest(RequestBody):
    """What to do about the player whom the table waits for: wait, have a bot play, or end the game."""

    choice: Literal["wait", "bot", "end"]
    level: Word | None = Field(None, description="of the bot; without it, the default one")


class Invitation(RequestBody):
    invitation: Word | None = None


class JoinRequest(Invitation):
    seat: Seat | None = None


class BotRequest(RequestBody):
    seat: Seat
    level: Word | None = Field(None, description="without it, the default one")


class SeatRequest(RequestBody):
    seat: Seat | None = Field(None, description="of mine; without it, the one that decides")


class MoveRequest(SeatRequest):
    id: Key
    version: Version = Field(description="of the view that the decision was made on")
    move: MoveId | Word = Field(description="its id or its text")


class UndoRequest(SeatRequest):
    id: Key
    version: Version


class TrialRequest(SeatRequest):
    version: Version = Field(description="of the view that the move is thought of in")
    move: MoveId | Word = Field(description="its id or its text")


class NewLesson(RequestBody):
    game: Word


class GoOnRequest(RequestBody):
    step: Annotated[int, Field(ge=0, le=999, strict=True)] = Field(description="that I have read")


class ChatRequest(Invitation):
    id: Key
    text: ChatText


# --- responses ------------------------------------------------------------------------------------------


AnyView = Annotated[View, GetPydanticSchema(lambda _, handler: handler(schema.View))]
"""The view of any game. Has that game's schema, and is not validated before it is sent."""


ViewAfterMove = Annotated[
    AnyView | None,
    Field(description="the game as my seat would see it then; null where chance or a secret has a part in it"),
]


class Error(TypedDict):
    code: str
    text: str


class Refusal(Closed):
    error: Error


class BotLevel(BaseModel):
    level: str = Field(json_schema_extra={"enum": [*NAMES]})
    default: bool


class GameInfo(BaseModel):
    name: str
    title: str
    players: list[int]
    variants: list[str]
    seat_names: list[str]
    seat_colours: list[SeatColour]
    minutes: list[int] = Field(description="that a game takes: about so many, or from and to")
    credits: list[Credit] = Field(description="who made the game")
    rules_version: int
    beginners: str | None = Field(description="the variant that the rulebook advises for a first game")
    lesson: bool = Field(description="whether there is a guided first game")
    secrets: bool = Field(description="whether the seats of people at one screen have to be kept from one another")
    rematch_if_shared: bool = Field(description="whether the rulebook advises a rematch when the win is shared")


class Games(BaseModel):
    games: list[GameInfo]
    bots: list[BotLevel]


class ExampleStep(BaseModel):
    text: str
    picture: str = Field(
        description="SVG, in the colours of the page: `var(--paper)`, `--sheet`, `--ink`, `--pencil`, `--line`"
    )


class Example(BaseModel):
    rule: str = Field(description="the number of the rule that it explains")
    title: str
    steps: list[ExampleStep]


class Examples(BaseModel):
    examples: list[Example]


class Me(BaseModel):
    id: str
    name: str


class NewCode(BaseModel):
    recovery_code: str = Field(description="shown this once; it takes my seats to another device")


class NewGuest(Me, NewCode):
    pass


class ChairInfo(Closed):
    kind: Literal["person", "bot", "free"]
    name: str | None
    level: str | None
    resigned: bool
    substitute: str | None = Field(None, description="the level of the bot that plays until the person is back")


Status = Annotated[
    Literal["waiting", "playing", "over", "closed", "frozen"],
    Field(description="closed: all left before the start; frozen: begun by other rules than this server has now"),
]


class TimeControl(Closed):
    """How long everybody may think: `seconds` for the whole game of a live one, else for each turn."""

    kind: Literal["live", "correspondence"]
    seconds: int
    increment: int
    nights: bool
    weekends: bool
    zone: str


class ClockInfo(Closed):
    control: TimeControl
    left: list[float] = Field(description="the seconds of each seat when its clock last stood still")
    running: int | None = Field(description="the seat whose clock runs")
    since: float = Field(description="when it began to run")
    ends: float | None = Field(description="when it is at 0")
    paused: bool
    pause_wanted_by: list[int] = Field(description="the seats of those who want to pause")


class Vote(Closed):
    seat: int
    choice: Literal["wait", "bot", "end"]
    level: str | None


class OverdueInfo(Closed):
    """The table waits for somebody in vain. The others decide what to do."""

    seat: int
    cause: Literal["time", "absence"]
    votes: list[Vote]


class ChairPresence(TypedDict):
    here: bool
    since: Annotated[float | None, Field(description="when a person who is away was last here")]


class Presence(TypedDict):
    """Who is at the table."""

    chairs: Annotated[list[ChairPresence | None], Field(description="null: no person sits there")]
    spectators: int
    now: Annotated[float, Field(description="the server's time, which all times are in")]


class Summary(BaseModel):
    id: str
    game: str
    variant: str
    status: Status
    player: int | None = Field(description="the seat that decides")
    chairs: list[ChairInfo]
    clock: TimeControl | None = None


class MySummary(Summary):
    own_seats: list[int]


class Tables(BaseModel):
    tables: list[Summary]


class MyTables(BaseModel):
    tables: list[MySummary]


class LessonStep(Closed):
    """The step of a lesson that I am at."""

    step: int
    steps: int = Field(description="of the lesson")
    text: str
    places: list[str] = Field(description="what it talks about")
    moves: list[int] = Field(description="those that it waits for")
    reads: bool = Field(description="whether it is only to be read; otherwise it waits for a move")


class TableInfo(Closed):
    id: str
    game: str
    variant: str
    status: Status
    open: bool
    hints: bool
    first: int | None = Field(description="the seat that was chosen to begin; null: a random one")
    clock: ClockInfo | None = Field(description="null: there is none")
    patience: int | None = Field(description="seconds that the others wait for a player who is away; null: for ever")
    overdue: OverdueInfo | None
    invitation: str | None = Field(description="for those at the table, to pass on")
    chairs: list[ChairInfo]
    own_seats: list[int]
    host: bool
    lesson: LessonStep | None = Field(description="null where nothing is taught, or no longer")
    winners: list[int]
    seed_hash: str | None = Field(description="SHA-256 of the seed's digits, from the start on")
    seed: str | None = Field(description="once the game is over")
    rematch: str | None = Field(description="the table where it goes on")


class LogLine(Closed):
    text: str
    kind: str = Field(description="the key of the sentence: floor, bid, ...")
    seat: int | None = Field(description="whom it is about")
    places: list[str] = Field(description="the sites, squares or blocks that it names")
    cards: list[str] = Field(description="the cards of a bid or a hand that it turns up")


class LogLines(Closed):
    from_: int = Field(alias="from", description="replaces the log from this line on")
    lines: list[LogLine]
    since: int = Field(description="the first line since my last decision")


class ChatLine(Closed):
    name: str
    seat: int | None
    text: str
    at: float


class ChatLines(Closed):
    from_: int = Field(alias="from", description="replaces the chat from this line on")
    lines: list[ChatLine]


class TableUpdate(Closed):
    """A table as I may see it. Also pushed over the WebSocket when it changes."""

    tell: Literal["table"]
    table: TableInfo
    seat: int | None = Field(description="whose view it is; null: a spectator's")
    version: str = Field(description="of the view: to be sent with a move")
    undo: bool = Field(description="whether this seat may take its last decision back now")
    log: LogLines
    chat: ChatLines
    view: AnyView | None = Field(description="the game as this seat sees it, with its legal moves; null: not begun")


class Done(BaseModel):
    repeated: bool = Field(description="it had been done before, by a request with the same id")


class StaleRefusal(Refusal):
    current: TableUpdate | None = None


class Trial(TypedDict):
    """The preview of a move. Nothing has changed."""

    move: int
    view: ViewAfterMove


class Suggestion(TypedDict):
    """A move that a bot advises, or the lesson."""

    move: int
    text: str
    chance: Annotated[float | None, Field(description="of winning, as the bot sees it; null in a lesson")]
    view: ViewAfterMove


class WeakMove(TypedDict):
    """A move that is much worse than the best."""

    move: int
    chance: Annotated[float, Field(description="of winning, as the bot sees it")]


class Hint(TypedDict):
    """What a bot advises. Nothing has changed."""

    version: Annotated[str, Field(description="of the view that this is about")]
    best: Annotated[list[Suggestion], Field(description="three moves at most, best first")]
    weak: list[WeakMove]


class Result(BaseModel):
    """The whole game with nothing hidden, once it is over."""

    record: str
    seed: str
    seed_hash: str
    scores: list[int]
    winners: list[int]
    breakdown: list[dict[str, Any]]


class Health(BaseModel):
    status: Literal["ok", "failing"]
    database: Literal["ok", "failing"]
    tasks: dict[str, Literal["running", "down"]] = Field(description="what runs beside the requests")
