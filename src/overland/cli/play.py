"""``overland play``: a game in the browser, or at the terminal against bots or with friends at one keyboard."""

import secrets
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from overland.bots.catalogue import LEVELS, look_for_modules_here
from overland.cli.seats import ME, Seats, chosen_seats, saved_seats
from overland.cli.settings import DEFAULT_GAME, DataFile, OptionTexts, Preset, chosen_data, chosen_options
from overland.cli.terminal import TerminalMatch
from overland.engine.errors import SettingsError
from overland.engine.games import GAMES, game_named
from overland.engine.match import Match, read_record

GameArgument = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help=f"The game: {' or '.join(GAMES)}; {DEFAULT_GAME} if none is named."),
]


@dataclass(frozen=True)
class NewMatch:
    """What a new match at the terminal is set up with; None, or an empty list, is the default."""

    seats: str | None
    level: str | None
    players: int | None
    seed: int | None
    option: list[str] | None
    preset: str | None
    data_file: Path | None

    def has_any(self) -> bool:
        return any(value not in (None, []) for value in astuple(self))


def play(
    game_name: GameArgument = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", "-t", help="Play in the terminal, not in the browser.")
    ] = False,
    seats: Annotated[
        str | None,
        typer.Option("--seats", metavar="WHO,WHO,...", help=f"Who sits where, from seat 0: {ME}, a level or a bot."),
    ] = None,
    level: Annotated[
        str | None, typer.Option("--level", "-l", help=f"Who you play against, from the gentlest: {', '.join(LEVELS)}.")
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="Number of players: you and as many bots as it takes.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", "-s", help="Repeat the same luck.")] = None,
    option: OptionTexts = None,
    preset: Preset = None,
    data_file: DataFile = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Continue a saved match.")] = None,
    spoken: Annotated[
        bool, typer.Option("--spoken", help="Sentences instead of a drawn board, for screen readers.")
    ] = False,
) -> None:
    """Play in the browser (a server starts on this machine, for you alone) or, with --terminal, right here.

    In the terminal you play alone against bots, or with friends at one keyboard (--seats me,me,scout). Without --seats
    and --level you are asked how strong the bots should be. Choices are made by number, by naming cards or a place, or
    in notation; ? shows how. Colours follow NO_COLOR.
    """
    new = NewMatch(seats, level, players, seed, option, preset, data_file)
    if not terminal:
        if new.has_any() or resume is not None or spoken:
            raise SettingsError("These options are for the terminal; add --terminal.")
        from overland.cli.serving import play_in_browser

        play_in_browser(None if game_name is None else game_named(game_name).name)
        return
    match, taken = start(game_name, new) if resume is None else resumed(resume, game_name, new)
    look_for_modules_here()
    TerminalMatch(match, taken, spoken, secrets.randbits(32) if seed is None else seed).run()


def start(game_name: str | None, new: NewMatch) -> tuple[Match, Seats]:
    """A new match, and who plays it."""
    game = game_named(game_name or DEFAULT_GAME)
    options = chosen_options(game, new.option, new.preset)
    data = chosen_data(game, new.data_file)
    seats = chosen_seats(game, new.seats, new.level, new.players)
    return Match(game, len(seats), options=options, seed=new.seed, data=data), seats


def resumed(file: Path, game_name: str | None, new: NewMatch) -> tuple[Match, Seats]:
    """The match in a file, and who plays it; only who sits where can be changed."""
    if replace(new, seats=None).has_any():
        raise SettingsError("A saved match has its game, luck and options; --resume allows only --seats and --spoken.")
    saved = read_record(file)
    match = Match.from_record(saved)
    if game_name not in (None, match.game.name):
        raise SettingsError(f"The match in {file} is a game of {match.game.title}.")
    seats = saved_seats(saved, new.seats, match.players)
    if len(seats) != match.players:
        raise SettingsError(f"The match in {file} has {match.players} players; name that many with --seats.")
    return match, seats
