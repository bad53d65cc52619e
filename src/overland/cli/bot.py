"""``overland bot``: a local bot takes seats at a server."""

import asyncio
from typing import Annotated

import typer
from rich.console import Console

from overland.bots.catalogue import bot_named, look_for_modules_here
from overland.engine.errors import SettingsError
from overland.engine.games import GAMES, game_named

console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)

Server = Annotated[
    str, typer.Option("--server", metavar="URL", help="The server, e.g. https://play.example.org.", show_default=True)
]
Token = Annotated[
    str,
    typer.Option(
        "--token",
        envvar="OVERLAND_BOT_TOKEN",
        show_envvar=True,
        help="The token of a registered bot; better in the environment than in a list of processes.",
    ),
]


def bot_command(
    token: Token,
    server: Server = "http://127.0.0.1:8000",
    bot: Annotated[
        str, typer.Option("--bot", "-b", metavar="BOT", help="A name, name@budget, FILE.npz or your own module:Class.")
    ] = "scout",
    games: Annotated[int, typer.Option("--games", "-g", min=1, max=24, help="How many games at the same time.")] = 1,
    count: Annotated[int | None, typer.Option("--count", "-n", min=1, help="Stop after so many games.")] = None,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="LEVEL,...", help="Begin a game against bots of the house at once."),
    ] = None,
    game: Annotated[str, typer.Option("--game", help="Which game to begin.")] = "oregon",
) -> None:
    """Let a local bot, with the arena's interface, take the seats it is asked to take at a server. Ctrl-C stops it."""
    from overland.remote.api import BotApi
    from overland.remote.runner import Runner

    look_for_modules_here()
    for each in GAMES.values() if against is None else [game_named(game)]:
        bot_named(bot, each, 0)  # what is wrong with it is said before anybody is kept waiting
    levels = [] if against is None else [level.strip() for level in against.split(",")]

    async def run() -> int:
        async with BotApi(server, token) as api:
            runner = Runner(api, bot, games, count, console.print)
            if levels:
                await runner.challenge(game_named(game).name, levels)
            await runner.run()
            return runner.faults

    if asyncio.run(run()):
        raise SettingsError("Not every game could be played to its end; the lines above say why.")


def mcp_command(
    token: Token,
    server: Server = "http://127.0.0.1:8000",
    language: Annotated[str, typer.Option("--language", help="en, fr, nl or de: what tables are told in.")] = "en",
) -> None:
    """Let a language-model assistant sit at tables of a server: tools by the Model Context Protocol over stdio."""
    try:
        from overland.remote.mcp_server import mcp_server
    except ImportError:
        raise SettingsError("This needs the extra mcp: pip install 'overland[mcp]'.") from None
    from overland.cli.rules import rules_text
    from overland.remote.api import BotApi
    from overland.remote.assistant import Assistant
    from overland.words import LANGUAGES

    if language not in LANGUAGES:
        raise SettingsError(f"There is no language {language!r}; there are {', '.join(LANGUAGES)}.")
    assistant = Assistant(BotApi(server, token), lambda name: rules_text(game_named(name).name), language)
    mcp_server(assistant).run("stdio")
