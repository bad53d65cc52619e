"""``overland perft``: how many sequences of entries follow the set-up or a position."""

import time
from typing import Annotated

import typer

from overland.cli.settings import DataFile, GameName, OptionTexts, Players, Preset, chosen_settings
from overland.engine.errors import SettingsError
from overland.engine.perft import divide
from overland.engine.position import Position

MAX_DEPTH = 60


def perft_command(
    game_name: GameName,
    depth: Annotated[int, typer.Option("--depth", "-d", help="Entries in a sequence, including chance.")] = 5,
    players: Players = 2,
    option: OptionTexts = None,
    preset: Preset = None,
    data_file: DataFile = None,
    text: Annotated[str | None, typer.Option("--position", help="Count from this position text.")] = None,
    by_move: Annotated[bool, typer.Option("--divide", help="Count below each first entry.")] = False,
) -> None:
    """Count the sequences of entries that follow the set-up or a position.

    A changed count means a changed rule; --divide shows below which entry.
    """
    if not 0 <= depth <= MAX_DEPTH:
        raise SettingsError(f"The depth can be 0 to {MAX_DEPTH}, not {depth}.")
    settings = chosen_settings(game_name, players, option, preset, data_file)
    start = settings.start() if text is None else Position.parse(settings.game, text, data=settings.data)
    began = time.perf_counter()
    total = 1 if depth == 0 else 0
    if depth > 0:
        for move, count in divide(start.game, start.box, start.state, depth):  # one by one: it can be interrupted
            total += count
            if by_move:
                print(f"{move}: {count}", flush=True)
    seconds = time.perf_counter() - began
    print(f"perft {depth}: {total} ({seconds:.2f} s)")
