"""The bot API: people register bots and ask them to play; bots listen, take seats and choose, over plain HTTP."""

import secrets
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from overland.server import forgetting, lobby, messages, new_tables, requests
from overland.server.bot_protocol import (
    BotInfo,
    BotList,
    BotMe,
    BotTables,
    BotWish,
    Choosing,
    Chosen,
    MadeToken,
    NewBot,
    NewToken,
    OwnBot,
    OwnBots,
    Saying,
    SpokenTable,
    TokenInfo,
)
from overland.server.bot_streams import TableStream, events
from overland.server.errors import Refusal
from overland.server.guard import address_of
from overland.server.live import LiveTable
from overland.server.played_protocol import Deletion
from overland.server.protocol import AskBot, IdentityId, Joining, Made, NewTable, TableId, TableInfo
from overland.server.registered_bots import Bot, Session
from overland.server.routes import (
    LIST_COST,
    REFUSALS,
    AllTables,
    Id,
    InviteQuery,
    Known,
    Seen,
    Shared,
    Visitor,
    charge,
    charge_reading,
    enter,
    spend_table,
)
from overland.server.services import Services
from overland.server.socket_protocol import Chat, Move, Resign, Return, TableMessage
from overland.words import LANGUAGES

NDJSON = "application/x-ndjson"

people = APIRouter(prefix="/api", responses=REFUSALS)
bots = APIRouter(prefix="/api/bot", responses=REFUSALS, tags=["bot"])


# People and their bots

BotId = Annotated[IdentityId, Path()]
TokenId = Annotated[IdentityId, Path()]


@people.get("/me/bots")
async def my_bots(services: Shared, identity: Visitor) -> OwnBots:
    """The bots you have registered, and their tokens."""
    found = [] if identity is None else await services.registered.owned_by(identity.id)
    return OwnBots(bots=[own_bot(services, bot) for bot in found], limit=services.settings.bots_each)


def own_bot(services: Services, bot: Bot) -> OwnBot:
    """A bot as its owner sees it."""
    return OwnBot(
        id=bot.identity.id,
        name=bot.identity.name,
        open=bot.is_open,
        created=bot.created,
        online=services.registered.is_online(bot),
        tokens=[TokenInfo(id=it.id, label=it.label, created=it.created, used=it.used) for it in bot.tokens],
    )


async def bot_of_mine(services: Shared, identity: Known, bot: BotId) -> Bot:
    """A bot of the asker; others' bots are not told from those that do not exist."""
    for found in await services.registered.owned_by(identity.id):
        if found.identity.id == bot:
            return found
    raise Refusal("error.no_bot", 404)


Mine = Annotated[Bot, Depends(bot_of_mine)]


@people.post("/me/bots", status_code=201)
async def register_bot(wish: NewBot, request: Request, services: Shared, identity: Known) -> MadeToken:
    """Register a bot; the answer has its first token, which is told only this once."""
    services.visitors.spend(address_of(request, services.settings))
    bot = await services.registered.register(wish.name, identity, wish.open)
    return await made_token(services, bot, NewToken())


async def made_token(services: Services, bot: Bot, wish: NewToken) -> MadeToken:
    """A new token, and its bot as it is then."""
    id, token = await services.registered.add_token(bot, wish.label)
    now = await services.registered.get(bot.identity.id)
    return MadeToken(bot=own_bot(services, now or bot), id=id, token=token)


@people.post("/me/bots/{bot}")
async def change_bot(wish: BotWish, found: Mine, services: Shared) -> OwnBots:
    """Change who may ask your bot to play."""
    await services.registered.set_open(found.identity.id, wish.open)
    return await all_of(services, found)


async def all_of(services: Services, bot: Bot) -> OwnBots:
    """All bots of a bot's owner, as they are now."""
    found = await services.registered.owned_by(bot.owner or "")
    return OwnBots(bots=[own_bot(services, each) for each in found], limit=services.settings.bots_each)


@people.post("/me/bots/{bot}/delete")
async def delete_bot(wish: Deletion, found: Mine, tables: AllTables) -> OwnBots:
    """Delete your bot: its tokens are dead, a bot of the house plays on for it, and nobody tells its name."""
    await forgetting.forget(tables, found.identity)
    return await all_of(tables.services, found)


@people.post("/me/bots/{bot}/tokens", status_code=201)
async def make_token(wish: NewToken, found: Mine, services: Shared) -> MadeToken:
    """Make another token for your bot; it is told only this once."""
    return await made_token(services, found, wish)


@people.delete("/me/bots/{bot}/tokens/{token_id}")
async def revoke_token(found: Mine, token_id: TokenId, services: Shared) -> OwnBots:
    """Revoke a token: from now on it is nobody's."""
    await services.registered.revoke(found.identity.id, token_id)
    services.callers.call(found.identity.id)
    return await all_of(services, found)


@people.get("/bots")
async def bots_to_ask(services: Shared, identity: Visitor, request: Request) -> BotList:
    """The registered bots that you may ask to play, those that listen just now first."""
    charge(request, services, LIST_COST)
    return await bot_list(services, None if identity is None else identity.id)


async def bot_list(services: Services, asker: str | None) -> BotList:
    return BotList(
        bots=[
            BotInfo(
                id=bot.identity.id,
                name=bot.identity.name,
                online=services.registered.is_online(bot),
                yours=asker is not None and bot.owner == asker,
            )
            for bot in await services.registered.open_to(asker)
        ]
    )


@people.post("/tables/{id}/ask")
async def ask_bot(live: Seen, wish: AskBot, services: Shared, identity: Known) -> TableInfo:
    """Keep a free seat for a registered bot, which is asked to play, or for nobody any more. Only for the owner."""
    await ask(live, wish, services, identity)
    return live.info(identity)


async def ask(live: LiveTable, wish: AskBot, services: Services, identity: Known) -> None:
    bot = None
    if wish.bot is not None:
        services.asked_bots.spend(identity.id)
        bot = (await services.registered.asked_by(wish.bot, identity)).identity
    await lobby.ask_bot(live, identity, wish.seat, bot)


# Bots

bearer = HTTPBearer(auto_error=False, description="A token of a registered bot.")
Shown = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]


async def bot_session(request: Request, services: Shared, shown: Shown) -> Session:
    """Which bot asks; counted by identity, as it was by address at the door. Wrong tokens count apart."""
    session = None if shown is None else await services.registered.find(shown.credentials)
    if session is None:
        services.wrong_tokens.spend(address_of(request, services.settings))
        raise Refusal("error.token", 401)
    services.requests.spend(session.identity.id)
    return session


Asking = Annotated[Session, Depends(bot_session)]


async def table_of_bot(
    id: Id, request: Request, tables: AllTables, session: Asking, invite: InviteQuery = None
) -> LiveTable:
    """A table that a bot may look at."""
    charge_reading(request, tables, id)
    return await tables.visible(id, session.identity, invite)


BotTable = Annotated[LiveTable, Depends(table_of_bot)]


@bots.get("/me")
async def which_bot(session: Asking, services: Shared) -> BotMe:
    """Which bot your token belongs to, and the limits by their names."""
    settings = services.settings
    limits = {
        "requests": settings.requests_per_second,
        "tables": settings.tables_per_minute / 60,
        "chat": settings.chat_per_minute / 60,
        "connections": float(settings.connections),
        "open_tables": float(settings.open_tables),
    }
    return BotMe(id=session.identity.id, name=session.identity.name, open=session.bot.is_open, limits=limits)


def streamed(model: str) -> dict[int | str, dict[str, Any]]:
    """How a stream is described: each of its lines."""
    schema = {"$ref": f"#/components/schemas/{model}"}
    return {200: {"description": "One JSON object a line.", "content": {NDJSON: {"schema": schema}}}}


@bots.get("/events", response_class=StreamingResponse, responses=streamed("BotEvent"))
async def event_stream(request: Request, tables: AllTables, session: Asking) -> StreamingResponse:
    """Listen: what you are asked to, and which games of yours begin and end. While you listen you are online."""
    return stream(request, tables, session, events(tables, session))


@bots.get("/tables/{id}/stream", response_class=StreamingResponse, responses=streamed("BotLine"))
async def table_stream(
    live: BotTable, request: Request, tables: AllTables, session: Asking, records: Annotated[bool, Query()] = False
) -> StreamingResponse:
    """Follow a table until its game is over: first all of it, then how it stands after everything that happens.

    With ``records`` your view comes as the record that bots of this package are asked with, too.
    """
    return stream(request, tables, session, TableStream(tables, live, session, records).lines())


def stream(request: Request, tables: AllTables, session: Session, lines: AsyncIterator[str]) -> StreamingResponse:
    """An answer that goes on; refused where there are too many already."""
    services, address = tables.services, address_of(request, tables.services.settings)

    async def all_lines() -> AsyncIterator[str]:
        leave = enter(services, session.identity, address)
        if leave is None:
            return
        try:
            async for line in lines:
                yield line
        finally:
            leave()

    if not services.has_room_for(session.identity, address):
        raise Refusal("limit.connections", 429, wait=10)
    return StreamingResponse(all_lines(), media_type=NDJSON, headers={"cache-control": "no-store"})


@bots.get("/tables")
async def tables_of_bot(request: Request, tables: AllTables, session: Asking) -> BotTables:
    """Where you are asked to play, and where you sit."""
    charge(request, tables.services, LIST_COST)
    registered, bot = tables.services.registered, session.identity
    asked = await tables.infos(await registered.invitations_of(bot.id), bot)
    return BotTables(invitations=asked, tables=await tables.infos(list(await registered.tables_of(bot.id)), bot))


@bots.post("/tables", status_code=201)
async def make_table(wish: NewTable, request: Request, tables: AllTables, session: Asking) -> Made:
    """Set a table up, against bots of the house for instance. It begins when every seat is taken."""
    tables.services.preparation.check(wish.game)
    spend_table(tables.services, request, session.identity)
    return await new_tables.make(tables, wish, session.identity)


@bots.get("/bots")
async def bots_for_bot(request: Request, services: Shared, session: Asking) -> BotList:
    """The registered bots that you may ask to play."""
    charge(request, services, LIST_COST)
    return await bot_list(services, session.identity.id)


@bots.get("/tables/{id}", response_model=TableMessage)
async def table(live: BotTable, session: Asking) -> Response:
    """A table as it stands now, as your seat may know it."""
    return Response(live.whole(session.identity, 0), media_type="application/json")


@bots.get("/tables/{id}/text")
async def table_in_words(
    live: BotTable, session: Asking, language: Annotated[str, Query(pattern=f"^({'|'.join(LANGUAGES)})$")] = "en"
) -> SpokenTable:
    """The same in words, with a picture in letters."""
    return messages.spoken(live.table, live.receiver(session.identity), live.surroundings(), language)


@bots.post("/tables/{id}/accept")
async def accept(live: BotTable, session: Asking) -> TableInfo:
    """Take the seat that you are asked to take; the game begins when the last one is taken."""
    if session.identity.id not in live.table.asked and live.table.seat_of(session.identity.id) is None:
        raise Refusal("error.not_asked", 409)
    await lobby.join(live, session.identity, None, None)
    return live.info(session.identity)


@bots.post("/tables/{id}/decline")
async def decline(live: BotTable, session: Asking) -> dict[str, bool]:
    """Say that you do not want to play: the seat is for anybody again."""
    await lobby.decline(live, session.identity)
    return {"declined": True}


@bots.post("/tables/{id}/join")
async def join(
    id: Annotated[TableId, Path()], wish: Joining, request: Request, tables: AllTables, session: Asking
) -> TableInfo:
    """Take a free seat at a table that everybody may join, or with the secret part of its link."""
    charge_reading(request, tables, id)
    live = await tables.visible(id, session.identity, wish.invite)
    await lobby.join(live, session.identity, wish.invite, wish.seat)
    return live.info(session.identity)


@bots.post("/tables/{id}/leave")
async def leave(live: BotTable, session: Asking) -> dict[str, bool]:
    """Get up before the game begins."""
    await lobby.leave(live, session.identity)
    return {"left": True}


@bots.post("/tables/{id}/choose")
async def choose(live: BotTable, wish: Choosing, session: Asking) -> Chosen:
    """Choose. The same choice at the same version, sent again, does not count again."""
    id = wish.id or f"choice-{wish.version}-{wish.choice}"
    acks: list[int] = []
    move = Move(type="move", id=id, version=wish.version, choice=wish.choice)
    await requests.move(live, session.identity, move, lambda ack: acks.append(ack["version"]))
    return Chosen(version=acks[0])


@bots.post("/tables/{id}/resign")
async def resign(live: BotTable, session: Asking) -> Chosen:
    """Give up."""
    acks: list[int] = []
    wish = Resign(type="resign", id="resign")
    await requests.resign(live, session.identity, wish, lambda ack: acks.append(ack["version"]))
    return Chosen(version=acks[0])


@bots.post("/tables/{id}/return")
async def come_back(live: BotTable, session: Asking) -> Chosen:
    """Take your seat back from the bot that the others let play on while you were away."""
    acks: list[int] = []
    wish = Return(type="return", id=f"return-{live.table.version}")
    await requests.come_back(live, session.identity, wish, lambda ack: acks.append(ack["version"]))
    return Chosen(version=acks[0])


@bots.post("/tables/{id}/chat")
async def chat(live: BotTable, wish: Saying, services: Shared, session: Asking) -> dict[str, bool]:
    """Say something to everybody at the table."""
    limit = services.settings.chat_length
    if len(wish.text) > limit:
        raise Refusal("limit.chat_length", 422, limit=limit)
    services.chats.spend(session.identity.id)
    said = Chat(type="chat", id=wish.id or secrets.token_hex(8), text=wish.text)
    await requests.chat(live, session.identity, said)
    return {"said": True}
