"""``overland verify``: whether the luck of a recorded game really came from its seed."""

from pathlib import Path
from typing import Annotated

import typer

from overland.engine import chance
from overland.engine.errors import OverlandError, RecordError
from overland.engine.game import CHANCE
from overland.engine.match import Match, read_record


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record of a finished game.")],
    commitment: Annotated[
        str | None, typer.Option("--commitment", metavar="HASH", help="The hash that was shown before the start.")
    ] = None,
) -> None:
    """Check a record: every move is legal, every outcome of chance follows from the seed, the result is right.

    The seed's hash was shown at the table before the first card was dealt; it must be the one printed here.
    """
    found = read_record(file)
    match = Match.from_record(found)
    check_chance(match)
    shown = chance.commitment(match.seed)
    noted = found.get("table", {}).get("commitment") if isinstance(found.get("table"), dict) else None
    for claimed in (commitment, noted):
        if claimed is not None and claimed != shown:
            raise RecordError(f"The seed's hash is {shown}, not {claimed}: this is not the seed that was committed to.")
    outcomes = sum(entry.seat == CHANCE for entry in match.entries)
    print(f"{match.game.title}, {match.players} players, {len(match.entries)} entries: all legal.")
    print(f"{outcomes} outcomes of chance: all follow from the seed.")
    print(f"The seed's hash, as shown before the start: {shown}")
    if match.is_over:
        print(f"Final points: {', '.join(str(points) for points in match.scores)}.")


def check_chance(match: Match) -> None:
    """Replay a match and compare every outcome of chance with the one that follows from the seed."""
    again = Match(
        match.game,
        match.players,
        options=match.options,
        data=match.data,
        seed=match.seed,
        position=match.start,
        auto_chance=False,
    )
    for number, entry in enumerate(match.entries):
        if entry.seat == CHANCE and (due := again.next_outcome()) != entry.action:
            raise RecordError(
                f"Entry {number} is {entry.text}, but the seed gives {match.game.action_text(due)}:"
                " the luck of this game did not come from its seed."
            )
        try:
            again.play(entry.action)
        except OverlandError as error:
            raise RecordError(f"Entry {number} cannot be played: {error}") from None
