"""``overland trace``: a whole game, step by step, as JSON lines."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from overland.arena.workers import look_for_modules_here
from overland.bots.catalogue import bot_named
from overland.cli.settings import MapFile, OptionTexts, Players, Preset, TilesFile, chosen_data, chosen_options
from overland.engine.errors import RecordError, SettingsError
from overland.engine.game import Data, Game
from overland.engine.games import checked_players, game_named
from overland.engine.record import Array, Record, new_record
from overland.engine.trace import Decider, TraceLine, random_chooser, replay, trace


def trace_command(
    game_name: Annotated[str | None, typer.Argument(metavar="GAME", help="The game, e.g. oregon.")] = None,
    players: Players = 2,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Fixes chance and the random moves.")] = 0,
    option: OptionTexts = None,
    preset: Preset = None,
    map_file: MapFile = None,
    tiles_file: TilesFile = None,
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
        raise SettingsError("Name a game, or a trace to replay: overland trace oregon, overland trace --replay FILE.")
    game = game_named(game_name)
    options = chosen_options(game, option, preset)
    data = chosen_data(game, map_file, tiles_file)
    players = checked_players(game, players)
    decide = None if bot is None else bot_chooser(game, data, players, bot, seed)
    print_lines(trace(game, data, players, options, random_chooser(seed), decide))


def bot_chooser(game: Game, data: Data, players: int, name: str, seed: int) -> Decider:
    """Decisions by a bot in each seat, given nothing but its view."""
    look_for_modules_here()
    box = game.make_box(data)
    bots = [bot_named(name, game, seed * game.max_players + seat) for seat in range(players)]

    def decide(state: Record, actions: Array) -> int:
        seat = game.to_act(state)
        view = new_record(game.view_type)
        game.view_for(box, state, seat, view)
        return bots[seat].choose(box, view, actions)

    return decide


def print_lines(lines: Iterable[TraceLine]) -> None:
    """Each line as compact JSON, at once."""
    for line in lines:
        print(json.dumps(line, ensure_ascii=False))
