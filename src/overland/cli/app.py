"""The command ``overland`` and its commands; bad input ends in one clear line and exit code 2."""

import os
import sys
from typing import Annotated

import typer
from typer.exceptions import TyperException

from overland import __version__
from overland.cli import (
    arena,
    bench,
    bot,
    box,
    calibrate,
    database,
    dataset,
    exploit,
    ladder,
    levels,
    perft,
    play,
    puzzles,
    replay,
    review,
    rules,
    serve,
    token,
    trace,
    train,
    verify,
)
from overland.engine.errors import MoveError, OverlandError
from overland.engine.games import GAMES

TITLES = " and ".join(game.title for game in GAMES.values())

app = typer.Typer(
    name="overland",
    help=f"The board games {TITLES}: play them, study them, build on them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("bot")(bot.bot_command)
app.command("mcp")(bot.mcp_command)
app.command("verify")(verify.verify)
app.command("replay")(replay.replay)
app.command("puzzles")(puzzles.puzzles_command)
app.command("review")(review.review_command)
app.command("rules")(rules.rules)
app.command("trace")(trace.trace_command)
app.command("perft")(perft.perft_command)
app.command("arena")(arena.arena_command)
app.command("ladder")(ladder.ladder_command)
app.command("calibrate")(calibrate.calibrate_command)
app.command("exploit")(exploit.exploit_command)
app.command("levels")(levels.levels_command)
app.command("dataset")(dataset.dataset_command)
app.command("train")(train.train_command)
app.add_typer(box.app, name="box")
app.add_typer(bench.app, name="bench")
app.add_typer(database.app, name="database")
app.add_typer(token.app, name="token")


def show_version(wanted: bool) -> None:
    if wanted:
        print(f"overland {__version__}")
        raise typer.Exit


@app.callback()
def overland(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Options that stand before any command."""


def main() -> None:
    """Run the command; our own errors become a line on standard error."""
    try:
        sys.exit(app(standalone_mode=False))
    except TyperException as error:  # an unknown flag, something that is not a number
        fail(error.format_message(), 2)
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except MoveError as error:  # a move that was given to us, e.g. in a trace
        fail(str(error), 1)
    except OverlandError as error:
        fail(str(error), 2)
    except BrokenPipeError:  # the reader of our output has stopped reading
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def fail(message: str, code: int) -> None:
    print(f"overland: {message}", file=sys.stderr)
    sys.exit(code)
