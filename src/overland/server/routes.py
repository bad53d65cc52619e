"""The server's HTTP interface: who you are, which tables there are, records and reviews, and the socket of a table."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Body, Cookie, Depends, Path, Query, Request, Response, WebSocket
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.requests import HTTPConnection

from overland import __version__
from overland.bots.catalogue import DEFAULT_LEVEL, LEVELS
from overland.engine.games import GAMES
from overland.engine.match import Match
from overland.server import coach, daily, exercises, forgetting, lobby, messages, new_tables, own_data, own_games
from overland.server.devices import label_of
from overland.server.encoding import encoded
from overland.server.errors import Refusal
from overland.server.exercise_protocol import (
    ExerciseAttempt,
    ExerciseList,
    ExercisePosition,
    ExerciseVerdict,
    PuzzleList,
)
from overland.server.guard import address_of
from overland.server.identity import COOKIE, COOKIE_SECONDS
from overland.server.live import LiveTable
from overland.server.notices import Notice
from overland.server.played_protocol import DailyState, Deletion, FinishedGames, OwnResults
from overland.server.preparation_steps import JUDGE
from overland.server.protocol import (
    PROTOCOL,
    Catalogue,
    ErrorAnswer,
    GameInfo,
    GameName,
    Introduction,
    Invite,
    Joining,
    LevelInfo,
    Made,
    Me,
    NewTable,
    PlayOn,
    PreparationState,
    Starting,
    TableId,
    TableInfo,
    TableList,
)
from overland.server.refusals import answer_body, answer_headers, refused_message
from overland.server.requests import seat_for
from overland.server.review_protocol import Past, Review, ReviewPosition
from overland.server.services import Services
from overland.server.socket_protocol import Unseen
from overland.server.sockets import NOT_FOUND, TRY_AGAIN, Connection
from overland.server.store import Identity
from overland.server.tables import SHOWN_TABLES, Tables
from overland.server.verdict_protocol import VerdictState

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer} for status in (401, 403, 404, 405, 409, 413, 422, 429, 503)
}

#: What some requests count for: they take as much longer than others.
LIST_COST, REVIEW_COST, READING_COST = 4, 8, 10
MOST_BACK = 80  # entries of a running game that are shown again at a time

api = APIRouter(prefix="/api", responses=REFUSALS)
sockets = APIRouter(prefix="/api")


# Who asks


def tables_of(request: Request) -> Tables:
    """The tables of the running server."""
    tables: Tables = request.app.state.tables
    return tables


AllTables = Annotated[Tables, Depends(tables_of)]


def services_of(tables: AllTables) -> Services:
    """What the running server's tables share."""
    return tables.services


Shared = Annotated[Services, Depends(services_of)]
Token = Annotated[str | None, Cookie(alias=COOKIE, include_in_schema=False)]


async def visitor(services: Shared, token: Token = None) -> Identity | None:
    """Who asks, if they are known; counted by identity, as they were by address at the door."""
    identity = await services.identities.find(token)
    if identity is not None:
        services.requests.spend(identity.id)
    return identity


Visitor = Annotated[Identity | None, Depends(visitor)]


async def known_visitor(identity: Visitor) -> Identity:
    """Who asks; strangers introduce themselves first."""
    if identity is None:
        raise Refusal("error.no_identity", 401)
    return identity


Known = Annotated[Identity, Depends(known_visitor)]
Id = Annotated[TableId, Path()]
InviteQuery = Annotated[Invite | None, Query()]


async def visible_table(
    id: Id, request: Request, tables: AllTables, identity: Visitor, invite: InviteQuery = None
) -> LiveTable:
    """A table the asker may look at."""
    charge_reading(request, tables, id)
    return await tables.visible(id, identity, invite)


def charge(asked: HTTPConnection, services: Services, cost: int) -> None:
    """Count a request by what it costs, beyond the one that every request counts for."""
    services.address_requests.spend(address_of(asked, services.settings), cost - 1)


def label_in(request: Request) -> str:
    """What the asking browser is, in two words."""
    return label_of(request.headers.get("user-agent", "")[:400])


def charge_reading(asked: HTTPConnection, tables: Tables, id: str) -> None:
    """Count a table that has to be read from the store."""
    if id not in tables.live:
        charge(asked, tables.services, READING_COST)


Seen = Annotated[LiveTable, Depends(visible_table)]


# Who you are, what there is


@api.get("/me")
async def who_am_i(request: Request, services: Shared, identity: Visitor, token: Token = None) -> Me:
    """Who you are to the server; nobody yet, if you have not introduced yourself."""
    if identity is not None and token is not None:
        await services.devices.note_seen(token, label_in(request))
    return Me(id=identity.id, name=identity.name) if identity else Me(id=None, name=None)


@api.post("/me")
async def introduce(
    wish: Introduction, request: Request, response: Response, tables: AllTables, identity: Visitor, token: Token = None
) -> Me:
    """Introduce yourself, or change your name; a cookie makes you known from then on."""
    services = tables.services
    if identity is not None and token is not None:
        if wish.name is not None and wish.name != identity.name:
            services.renames.spend(identity.id)
            identity = await services.identities.rename(token, wish.name)
            await lobby.rename(tables, identity)
        return Me(id=identity.id, name=identity.name)
    services.visitors.spend(address_of(request, services.settings))
    identity, token = await services.identities.make(wish.name, services.now())
    response.set_cookie(
        COOKIE, token, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=services.settings.is_secure
    )
    return Me(id=identity.id, name=identity.name)


@api.get("/me/games")
async def my_games(
    request: Request, services: Shared, identity: Visitor, after: Annotated[TableId | None, Query()] = None
) -> FinishedGames:
    """Your finished games, the newest first; ``after`` is the last table you were told."""
    charge(request, services, LIST_COST)
    return await own_games.finished_games(services.store, identity, after, services.now())


@api.get("/me/results")
async def my_results(request: Request, services: Shared, identity: Visitor) -> OwnResults:
    """What your games come to, by level and by source."""
    charge(request, services, REVIEW_COST)
    return await own_games.own_results(services.store, identity, services.now())


@api.get("/me/data", response_class=StreamingResponse)
async def my_data(request: Request, tables: AllTables, identity: Known) -> StreamingResponse:
    """All that is kept about you, as a file."""
    tables.services.own_data.spend(address_of(request, tables.services.settings))
    return StreamingResponse(
        own_data.own_data(tables, identity),
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="overland-my-data.json"', "cache-control": "no-store"},
    )


@api.post("/me/delete")
async def forget_me(wish: Deletion, request: Request, response: Response, tables: AllTables, identity: Known) -> Me:
    """Be forgotten: your name and your games are deleted, and in games with others nobody tells who you were."""
    services = tables.services
    services.own_data.spend(address_of(request, services.settings))
    await forgetting.forget(tables, identity)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=services.settings.is_secure)
    return Me(id=None, name=None)


@api.get("/daily")
async def deals_of_the_day(request: Request, tables: AllTables, identity: Visitor) -> DailyState:
    """The deals of today and yesterday: who did how well, and what is committed to."""
    charge(request, tables.services, LIST_COST)
    return await daily.state(tables, identity)


@api.post("/daily/{game}", status_code=201)
async def play_daily(game: Annotated[GameName, Path()], request: Request, tables: AllTables, identity: Known) -> Made:
    """Play today's deal; whoever has begun it already gets the same table again."""
    tables.services.preparation.check(game)
    begun = await daily.again(tables, game, identity)
    if begun is not None:
        return begun
    spend_table(tables.services, request, identity)
    return await daily.play(tables, game, identity)


@api.get("/games")
async def games(identity: Visitor) -> Catalogue:
    """What can be played, with which options, and against which bots."""
    return Catalogue(
        version=__version__,
        protocol=PROTOCOL,
        games=[
            GameInfo(
                name=game.name,
                rules=game.rules_version,
                min_players=game.min_players,
                max_players=game.max_players,
                options={name: list(values) for name, values in game.options.items()},
                presets={name: dict(options) for name, options in game.presets.items()},
                data=new_tables.data_names(game.name),
            )
            for game in GAMES.values()
        ],
        levels=[LevelInfo(name=name) for name in LEVELS],
        default_level=DEFAULT_LEVEL,
    )


@api.get("/preparation")
async def preparation(identity: Visitor, services: Shared) -> PreparationState:
    """How far each game is compiled, and about how long it still takes."""
    return services.preparation.told()


# Puzzles and exercises


Game = Annotated[GameName, Path()]
PuzzleNumber = Annotated[int, Path(ge=1, le=10_000)]
SetName = Annotated[str, Path(pattern=r"^[a-z]{1,30}$")]
ExerciseName = Annotated[str, Path(pattern=r"^[a-z_]{1,30}$")]


@api.get("/puzzles")
async def puzzles(identity: Visitor, services: Shared) -> PuzzleList:
    """The puzzles of each game, and which are today's."""
    return exercises.puzzle_list(services.now())


@api.get("/puzzles/{game}/{number}", response_model_exclude_none=True)
async def puzzle(
    game: Game, number: PuzzleNumber, request: Request, services: Shared, identity: Visitor
) -> ExercisePosition:
    """The position of a puzzle, as the seat sees it that is asked."""
    found = exercises.find_puzzle(game, number)
    services.preparation.check(game)
    charge(request, services, LIST_COST)
    return messages.exercise_position(exercises.opened(found))


@api.post("/puzzles/{game}/{number}", response_model_exclude_none=True)
async def solve_puzzle(
    game: Game, number: PuzzleNumber, wish: ExerciseAttempt, request: Request, services: Shared, identity: Visitor
) -> ExerciseVerdict:
    """Whether a choice solves a puzzle, what it costs if not, and why. Nothing is kept of it."""
    exercises.find_puzzle(game, number)
    services.preparation.check(game)
    services.answers.spend(address_of(request, services.settings))
    return await exercises.check_puzzle(services, game, number, wish.choice)


@api.get("/exercises")
async def all_exercises(identity: Visitor) -> ExerciseList:
    """The worked examples of the rules that can be tried out."""
    return exercises.exercise_list()


@api.get("/exercises/{game}/{name}", response_model_exclude_none=True)
async def exercise(
    game: Game, name: ExerciseName, request: Request, services: Shared, identity: Visitor
) -> ExercisePosition:
    """The position of an example, as the seat sees it that is asked."""
    found = exercises.find_exercise(game, name)
    services.preparation.check(game)
    charge(request, services, LIST_COST)
    return messages.exercise_position(exercises.opened(found))


@api.get("/sets/{game}/{name}/picture", response_class=Response)
async def set_picture(game: Game, name: SetName, request: Request, services: Shared, identity: Visitor) -> Response:
    """A map, or all tiles of a set, as an SVG."""
    services.preparation.check(game)
    charge(request, services, LIST_COST)
    drawn = new_tables.data_picture(game, name)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})


@api.get("/exercises/{game}/{name}/picture", response_class=Response)
async def exercise_picture(
    game: Game, name: ExerciseName, request: Request, services: Shared, identity: Visitor
) -> Response:
    """The board of an example as an SVG, as the seat sees it that is asked."""
    found = exercises.find_exercise(game, name)
    services.preparation.check(game)
    charge(request, services, LIST_COST)
    return Response(exercises.picture(found), media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})


@api.post("/exercises/{game}/{name}", response_model_exclude_none=True)
async def try_exercise(
    game: Game, name: ExerciseName, wish: ExerciseAttempt, request: Request, services: Shared, identity: Visitor
) -> ExerciseVerdict:
    """Whether a choice is what the example says."""
    found = exercises.find_exercise(game, name)
    services.preparation.check(game)
    charge(request, services, LIST_COST)
    return exercises.check_exercise(found, wish.choice)


# Tables


@api.get("/tables")
async def list_tables(request: Request, tables: AllTables, identity: Visitor) -> TableList:
    """Your tables, your turn first, and those that anybody may watch or join."""
    charge(request, tables.services, LIST_COST)
    mine = [] if identity is None else await tables.services.store.ids_of(identity.id, SHOWN_TABLES)
    listed = [id for id in await tables.services.store.listed_ids(SHOWN_TABLES) if id not in mine]
    return TableList(mine=await tables.infos(mine, identity), listed=await tables.infos(listed, identity))


@api.post("/tables", status_code=201)
async def make_table(wish: NewTable, request: Request, tables: AllTables, identity: Known) -> Made:
    """Set a table up. It begins at once if every seat is taken, else when the last one is."""
    tables.services.preparation.check(wish.game)
    spend_table(tables.services, request, identity)
    if wish.file is not None:
        tables.services.set_checks.spend(address_of(request, tables.services.settings))
    return await new_tables.make(tables, wish, identity)


def spend_table(services: Services, request: Request, identity: Identity) -> None:
    """Count a new table."""
    services.address_made.spend(address_of(request, services.settings))
    services.made.spend(identity.id)


@api.get("/tables/{id}")
async def table(live: Seen, identity: Visitor) -> TableInfo:
    """A table, in short; its socket tells everything."""
    return live.info(identity)


@api.post("/tables/{id}/join")
async def join(id: Id, wish: Joining, request: Request, tables: AllTables, identity: Known) -> TableInfo:
    """Take a free seat, with the invitation if the table is private."""
    charge_reading(request, tables, id)
    live = await tables.visible(id, identity, wish.invite)
    await lobby.join(live, identity, wish.invite, wish.seat)
    return live.info(identity)


@api.post("/tables/{id}/leave")
async def leave(live: Seen, identity: Known) -> TableInfo:
    """Get up before the game begins."""
    await lobby.leave(live, identity)
    return live.info(identity)


@api.post("/tables/{id}/start")
async def start(live: Seen, wish: Starting, identity: Known) -> TableInfo:
    """Begin now; bots take the open seats, if a level is named. Only for the owner."""
    await lobby.start(live, identity, wish.fill)
    return live.info(identity)


@api.post("/tables/{id}/rematch", status_code=201)
async def rematch(live: Seen, request: Request, tables: AllTables, identity: Known) -> Made:
    """The same again: a new table whose seats are kept for the players of this one."""
    spend_table(tables.services, request, identity)
    return await new_tables.rematch(tables, live, identity)


@api.post("/tables/{id}/play-on", status_code=201)
async def play_on(live: Seen, wish: PlayOn, request: Request, tables: AllTables, identity: Known) -> Made:
    """A new table from a position of a finished game; what your seat could not know is dealt anew."""
    spend_table(tables.services, request, identity)
    return await new_tables.play_on(tables, live, identity, wish)


@api.get("/tables/{id}/unseen")
async def unseen(live: Seen, identity: Known) -> Unseen:
    """What you have not seen yet: cards, tiles and goals as counts. Only where the table allows aids."""
    return coach.unseen(live, identity)


@api.get("/tables/{id}/past/{back}", response_model_exclude_none=True)
async def past(live: Seen, request: Request, identity: Known, back: Annotated[int, Path(ge=1, le=MOST_BACK)]) -> Past:
    """What you saw before each of the last entries of a running game: to see again what the others did."""
    charge(request, live.services, REVIEW_COST)
    return messages.past(live.table, seat_for(live, identity), back)


# Records and reviews


@api.get("/tables/{id}/record")
async def record(live: Seen, identity: Visitor) -> dict[str, Any]:
    """The game as a record: all of it when it is over; while it runs, what you know of it."""
    return messages.record(live.table, live.receiver(identity), live.services.now())


@api.post("/records", status_code=201)
async def bring_record(
    found: Annotated[dict[str, Any], Body()], request: Request, tables: AllTables, identity: Known
) -> Made:
    """Bring a record along to review it here."""
    tables.services.preparation.check(str(found.get("game")))
    spend_table(tables.services, request, identity)
    return await new_tables.bring(tables, found, identity)


def finished(live: LiveTable, eyes: int | None = None) -> Match:
    """A finished game, which a seat that sat there looks at; anything else is refused."""
    match = new_tables.check_open(live)
    if eyes is not None and eyes >= match.players:
        raise Refusal("error.no_such_seat", 404, number=eyes + 1)
    return match


Eyes = Annotated[int | None, Query(ge=0, le=3)]


@api.get("/tables/{id}/review", response_model_exclude_none=True)
async def review(live: Seen, request: Request, identity: Visitor, seat: Eyes = None) -> Review:
    """A finished game, entry by entry, with what everybody gained and had: as a seat read it, or everything open."""
    finished(live, seat)
    charge(request, live.services, REVIEW_COST)
    return messages.review(live.table, live.receiver(identity), live.surroundings(), seat)


@api.get("/tables/{id}/review/{entry}", response_model_exclude_none=True)
async def review_position(
    live: Seen, entry: Annotated[int, Path(ge=0, le=100_000)], seat: Eyes = None
) -> ReviewPosition:
    """The position before an entry of a finished game: as a seat saw it, or everything open."""
    if entry > len(finished(live, seat).entries):
        raise Refusal("error.no_entry", 404, entry=entry)
    return messages.review_position(live.table, entry, seat)


@api.get("/tables/{id}/verdict", response_model_exclude_none=True)
async def verdict(live: Seen) -> VerdictState:
    """The verdict on a finished game, or how far it is."""
    finished(live)
    return await live.services.verdicts.state(live.table.id)


@api.post("/tables/{id}/verdict", status_code=202, response_model_exclude_none=True)
async def ask_for_verdict(live: Seen, identity: Known) -> VerdictState:
    """Have every decision of a finished game judged, in the background; the answer says how far that is."""
    match = finished(live)
    live.services.preparation.check(match.game.name, JUDGE)
    live.services.asked_verdicts.spend(identity.id)
    return await live.services.verdicts.ask(live.table.id, match, identity.id)


@api.delete("/tables/{id}/verdict", response_model_exclude_none=True)
async def stop_verdict(live: Seen, identity: Known) -> VerdictState:
    """Stop judging; a verdict that is ready stays. Only for those who sat there and who asked for it."""
    finished(live)
    is_player = live.table.seat_of(identity.id) is not None
    live.services.verdicts.stop(live.table.id, identity.id, is_player)
    if is_player and live.services.store.is_shared:  # another process may be making one
        await live.services.sharing.tell(Notice("verdict", live.table.id))
    return await live.services.verdicts.state(live.table.id)


@api.api_route("/{path:path}", methods=["GET", "POST", "PUT", "PATCH", "DELETE"], include_in_schema=False)
async def nothing(path: str) -> Response:
    """Whatever else is asked for below /api."""
    raise Refusal("error.not_found", 404)


# The socket


@sockets.websocket("/tables/{id}/socket")
async def socket(
    websocket: WebSocket, id: str, invite: str | None = None, token: Annotated[str | None, Cookie(alias=COOKIE)] = None
) -> None:
    """The socket of a table."""
    tables: Tables = websocket.app.state.tables
    services = tables.services
    address = address_of(websocket, services.settings)
    identity: Identity | None = None
    try:
        services.address_requests.spend(address)
        charge_reading(websocket, tables, id)
        identity = await services.identities.find(token)
        live = await tables.visible(id, identity, invite)
    except Refusal as refusal:
        await websocket.accept()
        await turn_away(websocket, refusal)
        return
    leave = enter(services, identity, address)
    if leave is None:
        await websocket.accept()
        await turn_away(websocket, Refusal("limit.connections", 429))
        return
    is_its_own = False
    try:
        await websocket.accept()
        connection = Connection(websocket, services, live, identity, address)
        is_its_own = connection.begin(leave)
        if not is_its_own:
            await connection.run()
    finally:
        if not is_its_own:
            leave()


async def turn_away(websocket: WebSocket, refusal: Refusal) -> None:
    """Say why a socket cannot be had, and close it."""
    await websocket.send_text(encoded(refused_message(refusal)))
    await websocket.close(NOT_FOUND if refusal.status == 404 else TRY_AGAIN)


def enter(services: Services, identity: Identity | None, address: str) -> Callable[[], None] | None:
    """Count an open socket by identity and address; how to count it off again, or none if there are too many."""
    if not services.has_room_for(identity, address):
        return None
    keys = tuple(services.connection_limits(identity, address))
    services.connections.update(keys)

    def leave() -> None:
        services.connections.subtract(keys)
        for key in keys:
            if services.connections[key] <= 0:
                del services.connections[key]

    return leave


def refused(refusal: Refusal) -> JSONResponse:
    """A refusal as an answer."""
    return JSONResponse(answer_body(refusal), refusal.status, answer_headers(refusal))
