"""``overland perft``: how many sequences of entries follow the set-up or a position."""

import time
from typing import Annotated

import typer

from overland.cli.settings import (
    GameName,
    MapFile,
    OptionTexts,
    Players,
    Preset,
    checked_players,
    chosen_data,
    chosen_options,
)
from overland.engine.errors import SettingsError
from overland.engine.games import game_named
from overland.engine.jit import announce_compilation
from overland.engine.perft import divide, perft


def perft_command(
    game_name: GameName,
    depth: Annotated[int, typer.Option("--depth", "-d", help="Entries a sequence has; chance counts as entries.")] = 5,
    players: Players = 2,
    option: OptionTexts = None,
    preset: Preset = None,
    map_file: MapFile = None,
    position: Annotated[str | None, typer.Option("--position", help="Count from this position text.")] = None,
    by_move: Annotated[bool, typer.Option("--divide", help="Count below each first entry.")] = False,
) -> None:
    """Count the sequences of entries that follow the set-up or a position.

    A count that changes is a rule that changed; --divide shows below which entry.
    """
    game = game_named(game_name)
    if depth < 0:
        raise SettingsError("The depth cannot be negative.")
    options = chosen_options(game, option, preset)
    box = game.make_box(chosen_data(game, map_file))
    announce_compilation(game.title)
    if position is None:
        state = game.setup(box, checked_players(game, players), options)
    else:
        state = game.parse_position(box, position)
    if by_move and depth > 0:
        for move, count in divide(game, box, state, depth).items():
            print(f"{move}: {count}")
    began = time.perf_counter()
    total = perft(game, box, state, depth)
    seconds = time.perf_counter() - began
    print(f"perft {depth}: {total} ({seconds:.2f} s)")
