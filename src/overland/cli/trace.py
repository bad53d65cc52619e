"""``overland trace``: a whole game, step by step, as JSON lines."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from overland.bots.catalogue import bot_named, look_for_modules_here
from overland.cli.settings import (
    DEFAULT_GAME,
    DataFile,
    GameSettings,
    OptionTexts,
    Players,
    Preset,
    chosen_settings,
)
from overland.engine.errors import RecordError, SettingsError
from overland.engine.record import Array, Record, new_record
from overland.engine.trace import Decider, TraceLine, random_chooser, replay, trace


def trace_command(
    game_name: Annotated[str | None, typer.Argument(metavar="GAME", help=f"The game, e.g. {DEFAULT_GAME}.")] = None,
    players: Players = 2,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Fixes chance and the random moves.")] = 0,
    option: OptionTexts = None,
    preset: Preset = None,
    data_file: DataFile = None,
    bot: Annotated[str | None, typer.Option("--bot", metavar="NAME", help="Who plays: a level or a bot.")] = None,
    replay_file: Annotated[
        Path | None, typer.Option("--replay", metavar="FILE", help="Play the moves of this trace instead.")
    ] = None,
) -> None:
    """Play a whole game at random, or replay a trace, and print every step as a line of JSON.

    Each step lists what was legal, the move, and the scores before it; the format is described in docs/records.md.
    """
    if replay_file is not None:
        try:
            lines = replay_file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise RecordError(f"{replay_file} cannot be read: {error}.") from None
        print_lines(replay(lines, game_name))
        return
    if game_name is None:
        raise SettingsError(
            f"Name a game, or a trace to replay: overland trace {DEFAULT_GAME}, overland trace --replay FILE."
        )
    settings = chosen_settings(game_name, players, option, preset, data_file)
    decide = None if bot is None else bot_chooser(settings, bot, seed)
    choose = random_chooser(seed)
    print_lines(trace(settings.game, settings.data, settings.players, settings.options, choose, decide))


def bot_chooser(settings: GameSettings, name: str, seed: int) -> Decider:
    """Decisions by a bot in each seat, which is given nothing but its view."""
    look_for_modules_here()
    game = settings.game
    box = game.make_box(settings.data)
    bots = [bot_named(name, game, seed * game.max_players + seat) for seat in range(settings.players)]

    def decide(state: Record, actions: Array) -> int:
        seat = game.to_act(state)
        view = new_record(game.view_type)
        game.view_for(box, state, seat, view)
        return bots[seat].choose(box, view, actions)

    return decide


def print_lines(lines: Iterable[TraceLine]) -> None:
    """Each line as compact JSON, flushed at once."""
    for line in lines:
        print(json.dumps(line, ensure_ascii=False))
