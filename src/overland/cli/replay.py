"""``overland replay``: a recorded game, told again entry by entry in the terminal."""

import time
from pathlib import Path
from typing import Annotated

import typer

from overland.engine.errors import SettingsError
from overland.engine.game import CHANCE
from overland.engine.match import Match, read_record
from overland.words import Speech
from overland.words.games import WORDS
from overland.words.message import message


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    to: Annotated[int | None, typer.Option("--to", metavar="N", help="Stop after this many entries.")] = None,
    pause: Annotated[float, typer.Option("--pause", help="Seconds between two entries.")] = 0.0,
) -> None:
    """Replay a recorded game entry by entry, with what each player gained, and show the table where it stops."""
    found = read_record(file)
    match = Match.from_record(found)
    last = len(match.entries) if to is None else to
    if not 0 <= last <= len(match.entries):
        raise SettingsError(f"The record has {len(match.entries)} entries; --to must be from 0 to that number.")
    names = seat_names(found, match.players)
    speech, words = Speech("en", lambda seat: names[seat]), WORDS[match.game.name]
    for number, entry in enumerate(match.entries[:last]):
        seat = entry.seat if entry.seat != CHANCE else words.dealt_to(match.at(number).plain, entry.text)
        actor = speech.say(message("player.chance")) if seat is None else names[seat]
        print(f"{number:>4}  {actor}: {speech.say(words.action_message(entry.text))}  ({entry.text})")
        for gain in match.gains_for(entry):
            if gain["points"] or gain["source"] not in match.game.sources[: match.game.point_sources]:
                brought = words.gain_message(gain, words.gain_context(entry.text))
                print(f"        {names[gain['seat']]}: {speech.say(brought)}")
        if pause:
            time.sleep(pause)
    print()
    print(match.at(last).draw())
    if last == len(match.entries) and match.is_over:
        points = ", ".join(f"{name} {score}" for name, score in zip(names, match.scores, strict=True))
        print(f"\nThe end: {points}. Won by {' and '.join(names[seat] for seat in match.winners)}.")


def seat_names(found: dict[str, object], players: int) -> list[str]:
    """Who sat where, if the record says."""
    notes = found.get("table")
    names = notes.get("seats") if isinstance(notes, dict) else None
    if isinstance(names, list) and len(names) == players:
        return [str(name) for name in names]
    return [f"Seat {number}" for number in range(players)]
