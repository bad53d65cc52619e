"""``overland puzzles``: find puzzles in games of bots, or check those that come with a game."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from overland.engine.errors import SettingsError
from overland.engine.games import game_named
from overland.review.puzzles import CANDIDATES, DEEP, Puzzle, clear_best, find_puzzles, load_puzzles, write_puzzles


def puzzles_command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="oregon or okanagan.")],
    games: Annotated[int, typer.Option("--games", help="So many games are looked through.")] = 20,
    players: Annotated[int, typer.Option("--players")] = 2,
    first: Annotated[int, typer.Option("--first", help="Seed of the first game.")] = 1,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write what is found to a file.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Weigh the game's own puzzles again, eight times as long.")] = (
        False
    ),
    seed: Annotated[int, typer.Option("--seed", help="Luck of the check.")] = 77,
) -> None:
    """Find puzzles in games of bots, or check those that come with a game; exit code 1 if one in twenty is wrong."""
    rules = game_named(game)
    if games < 1 or first < 0 or not rules.min_players <= players <= rules.max_players:
        raise SettingsError(
            f"{rules.title} is for {rules.min_players} to {rules.max_players} players; games from 1 on."
        )
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        if check:
            sys.exit(check_puzzles(load_puzzles(game), seed, progress))
        found: list[Puzzle] = []
        bar = progress.add_task("Looking", total=games)
        for puzzle in find_puzzles(game, players, first, games):
            if puzzle is None:
                progress.advance(bar)
                continue
            found.append(puzzle)
            progress.update(bar, description=f"{len(found)} found")
    command = f"overland puzzles {game} --players {players} --first {first} --games {games}"
    for puzzle in found:
        print(f"{puzzle.seed}/{puzzle.entry}  missed {puzzle.missed:.0%}  {puzzle.solution}  {puzzle.win:.2f}")
    if out is not None:
        out.write_text(write_puzzles(found, command), encoding="utf-8")


def check_puzzles(puzzles: tuple[Puzzle, ...], seed: int, progress: Progress) -> int:
    """Whether a search of eight times the budget and with other luck agrees with at least 95 % of the solutions."""
    bar = progress.add_task("Checking", total=len(puzzles))
    wrong = 0
    for puzzle in puzzles:
        is_right = solution_of(puzzle, 8 * DEEP, seed) == puzzle.solution
        wrong += not is_right
        print(f"{puzzle.seed}/{puzzle.entry}  {puzzle.solution}  {'agrees' if is_right else 'DISAGREES'}", flush=True)
        progress.advance(bar)
    print(f"{len(puzzles) - wrong} of {len(puzzles)} agree ({CANDIDATES} choices, {8 * DEEP} worlds each).")
    return int(wrong > len(puzzles) / 20)


def solution_of(puzzle: Puzzle, worlds: int, seed: int) -> str:
    """The best choice by a search of one's own."""
    position = puzzle.open()
    found = clear_best(position, worlds, -1.0, -1e9, seed)
    assert found is not None
    return position.game.action_text(found[0])
