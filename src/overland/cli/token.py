"""``overland token``: the operator registers bots, and makes, lists and revokes their tokens."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.console import Console

from overland.engine.errors import SettingsError

if TYPE_CHECKING:
    from overland.server.registered_bots import Bot, RegisteredBots

app = typer.Typer(help="Register bots and keep their tokens, on the operator's side.", no_args_is_help=True)
console = Console(highlight=False, markup=False)

Answer = TypeVar("Answer")
Place = Annotated[
    str | None,
    typer.Option("--database", metavar="FILE|URL", help="The database; by default the one that overland serve uses."),
]


@app.callback()
def token() -> None:
    """Register bots and keep their tokens."""


@app.command()
def make(
    name: Annotated[str, typer.Argument(help="The bot's name; it is registered if there is none of that name.")],
    label: Annotated[str, typer.Option("--label", help="To tell the token from others later.")] = "operator",
    private: Annotated[bool, typer.Option("--private", help="A new bot that only takes seats by itself.")] = False,
    place: Place = None,
) -> None:
    """Make a token for a bot and print it: this is the only time it is told."""
    from pydantic import TypeAdapter, ValidationError

    from overland.server.bot_protocol import NewToken
    from overland.server.protocol import Name

    try:
        checked: str = TypeAdapter(Name).validate_python(name)
        wish = NewToken(label=label)
    except ValidationError as error:
        raise SettingsError(str(error.errors()[0]["msg"])) from None

    async def work(registered: "RegisteredBots") -> str:
        bot = await found(registered, checked) or await registered.register(checked, None, not private)
        return (await registered.add_token(bot, wish.label))[1]

    print(done(work, place))


@app.command("list")
def show(place: Place = None) -> None:
    """List the registered bots and their tokens."""

    async def work(registered: "RegisteredBots") -> list["Bot"]:
        return await registered.all()

    for bot in done(work, place):
        owner = "the operator's" if bot.owner is None else "a visitor's"
        console.print(f"{bot.identity.id}  {bot.identity.name}  ({owner}, {'open' if bot.is_open else 'private'})")
        for each in bot.tokens:
            used = "never used" if each.used is None else f"used {day(each.used)}"
            console.print(f"  {each.id}  {each.label}, made {day(each.created)}, {used}")


@app.command()
def revoke(id: Annotated[str, typer.Argument(help="The token's id, as it is listed.")], place: Place = None) -> None:
    """Revoke a token: a server notices within seconds."""

    async def work(registered: "RegisteredBots") -> bool:
        for bot in await registered.all():
            if any(each.id == id for each in bot.tokens):
                await registered.revoke(bot.identity.id, id)
                return True
        return False

    if not done(work, place):
        raise SettingsError(f"There is no token {id!r}; overland token list shows them.")
    console.print(f"{id} is revoked.")


async def found(registered: "RegisteredBots", name: str) -> "Bot | None":
    """The bot of a name."""
    return next((bot for bot in await registered.all() if bot.identity.name.casefold() == name.casefold()), None)


def day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


def done(work: "Callable[[RegisteredBots], Awaitable[Answer]]", place: str | None) -> Answer:
    """Do something with the registered bots of a database; what is refused is an error with a sentence."""
    from overland.cli.serving import checked_settings
    from overland.server.errors import Refusal
    from overland.server.registered_bots import RegisteredBots
    from overland.server.store import Store
    from overland.words import Speech

    settings = checked_settings({} if place is None else {"database": place})

    async def run() -> Answer:
        store = Store(settings.open_database())
        await store.open()
        try:
            return await work(RegisteredBots(store, time.time, settings.bots_each))
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except Refusal as refusal:
        raise SettingsError(Speech("en").say(refusal.message)) from None
