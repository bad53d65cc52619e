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
    TilesFile,
    chosen_data,
    chosen_options,
)
from overland.engine.errors import SettingsError
from overland.engine.games import checked_players, game_named
from overland.engine.jit import announce_compilation
from overland.engine.perft import divide

MAX_DEPTH = 60


def perft_command(
    game_name: GameName,
    depth: Annotated[int, typer.Option("--depth", "-d", help="Entries a sequence has; chance counts as entries.")] = 5,
    players: Players = 2,
    option: OptionTexts = None,
    preset: Preset = None,
    map_file: MapFile = None,
    tiles_file: TilesFile = None,
    position: Annotated[str | None, typer.Option("--position", help="Count from this position text.")] = None,
    by_move: Annotated[bool, typer.Option("--divide", help="Count below each first entry.")] = False,
) -> None:
    """Count the sequences of entries that follow the set-up or a position.

    A count that changes is a rule that changed; --divide shows below which entry.
    """
    game = game_named(game_name)
    if not 0 <= depth <= MAX_DEPTH:
        raise SettingsError(f"The depth can be 0 to {MAX_DEPTH}, not {depth}.")
    options = chosen_options(game, option, preset)
    box = game.make_box(chosen_data(game, map_file, tiles_file))
    announce_compilation(f"the rules of {game.title}")
    if position is None:
        state = game.setup(box, checked_players(game, players), options)
    else:
        state = game.parse_position(box, position)
    began = time.perf_counter()
    total = 1 if depth == 0 else 0
    if depth > 0:
        for move, count in divide(game, box, state, depth):  # branch by branch, so that it can be interrupted
            total += count
            if by_move:
                print(f"{move}: {count}", flush=True)
    seconds = time.perf_counter() - began
    print(f"perft {depth}: {total} ({seconds:.2f} s)")
