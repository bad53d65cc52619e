"""The steps by which a game becomes playable, and taking one: whatever it needs is compiled, or fetched from the cache.

``python -m overland.server.preparation_steps GAME`` takes all steps of a game, so that everything is in the cache, and
prints the name of each when it is done. The server runs one such process for each game, side by side.
"""

import sys

from overland.bots.catalogue import DEFAULT_LEVEL, LEVELS
from overland.bots.warm import warm_up_bots, warm_up_judge
from overland.engine import jit
from overland.engine.game import Game
from overland.engine.games import GAMES
from overland.engine.match import Match
from overland.engine.position import Position
from overland.server.log_lines import LogLine
from overland.server.messages import Receiver, Surroundings, review, review_position
from overland.server.protocol import TableSettings
from overland.server.record_lines import lines_of_record
from overland.server.table import Table

RULES, JUDGE = "rules", "judge"
#: The rules, the level that most choose, the others (those that are compiled soon come first), who judges games.
STEPS = (RULES, DEFAULT_LEVEL, *(level for level in LEVELS if level != DEFAULT_LEVEL), JUDGE)
SHOWN_EVERY = 5  # of the entries of a game that is played to prepare it


def take_step(game: Game, step: str) -> None:
    """Take one step; the next time it is a matter of loading."""
    if step == RULES:
        show_a_game(game)
    elif step == JUDGE:
        warm_up_judge(game)
    else:
        warm_up_bots(game, [step])
    jit.note_in_cache(subject(game, step))


def is_cached(game: Game, step: str) -> bool:
    """Whether the step was taken before, by this or another process."""
    return jit.is_in_cache(subject(game, step))


def subject(game: Game, step: str) -> str:
    return f"prepared {game.name} {step}"


def show_a_game(game: Game) -> None:
    """Play a whole game and show it: that needs all that a table of people needs."""
    match = Match(game, game.min_players, seed=0)
    match.explain()
    while not match.is_over:
        match.undo_obstacle()
        match.play(int(match.legal.actions[len(match.entries) % len(match.legal)]))
    table = Table(
        id="", settings=TableSettings(game=game.name, players=match.players), seed=match.seed, invite="", owner="",
        created=0.0, data=match.data,
    )  # fmt: skip
    for number, body in enumerate(lines_of_record(match, None)):
        table.apply(LogLine(n=number, at=0.0, body=body))
    review(table, Receiver(None, None), Surroundings(lambda _: False, lambda _: False, 0.0))
    for number, entry in enumerate(match.entries):
        position = match.at(number)
        position.entry_for(entry.action)
        if number % SHOWN_EVERY == 0 and position.to_act >= 0:
            review_position(table, number)
            table.words.stage(position.view())
            Position.read(game, match.box, position.sample(position.to_act, 0).text)


def main() -> None:
    game = GAMES[sys.argv[1]]
    for step in STEPS:
        take_step(game, step)
        print(step, flush=True)


if __name__ == "__main__":
    main()
