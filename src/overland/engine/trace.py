"""A game step by step, as JSON-ready lines: the format in which two implementations of the rules are compared."""

import json
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from overland.engine.chance import pick_outcome, seed_from
from overland.engine.errors import IllegalMove, RecordError, SettingsError, shortened
from overland.engine.game import CHANCE, OVER, Data, Game, Options
from overland.engine.games import checked_options, checked_players, game_named
from overland.engine.jit import announce_compilation, confirm_compilation
from overland.engine.record import ACTION, Array, Record

FORMAT = "overland-trace/1"

TraceLine = dict[str, Any]
#: Says which of the legal texts is played, given their weights at a chance event or none at a decision.
Chooser = Callable[[list[str], list[int]], str]
#: Says which action is played at a decision, given the position and the legal actions.
Decider = Callable[[Record, Array], int]


def random_chooser(seed: int) -> Chooser:
    """Decisions at random, chance from the seed as in a match."""
    dice = random.Random(f"overland trace {seed}")
    chances = 0

    def choose(texts: list[str], weights: list[int]) -> str:
        nonlocal chances
        if not weights:
            return dice.choice(texts)
        chances += 1
        return texts[pick_outcome(seed_from(seed), chances - 1, weights)]

    return choose


def trace(
    game: Game, data: Data, players: int, options: Options, choose: Chooser, decide: Decider | None = None
) -> Iterator[TraceLine]:
    """Play a whole game and yield its trace: a header, one line per entry, the result.

    ``choose`` picks moves and outcomes by their texts; ``decide``, if given, makes the decisions instead.
    """
    announce_compilation(f"the rules of {game.title}")
    yield {"format": FORMAT, "game": game.name, "players": players, "options": dict(options), "data": dict(data)}
    box = game.make_box(data)
    state = game.setup(box, players, options)
    actions, weights = np.empty(game.max_legal, ACTION), np.empty(game.max_legal, ACTION)
    points = np.zeros(game.max_players, np.int64)
    step = 0
    while (actor := int(game.to_act(state))) != OVER:
        count = game.legal_actions(box, state, actions)
        by_text = {game.action_text(int(action)): int(action) for action in actions[:count]}
        texts = sorted(by_text)
        game.scores(box, state, points)
        line: TraceLine = {"step": step, "seat": actor, "legal": texts}
        odds: list[int] = []
        if actor == CHANCE:
            game.chance_weights(box, state, weights)
            weight_of = dict(zip(by_text, weights[:count], strict=True))
            odds = [int(weight_of[text]) for text in texts]
        if decide is None or actor == CHANCE:
            move = choose(texts, odds)
        else:
            move = game.action_text(decide(state, actions[:count].copy()))
        if move not in by_text:
            raise IllegalMove(f"Step {step}: {move!r} is not legal. Legal: {', '.join(texts)}.")
        line["move"] = move
        line["scores"] = [int(point) for point in points[:players]]
        if actor == CHANCE:
            line["weights"] = odds
        yield line
        game.apply_action(box, state, by_text[move])
        step += 1
    confirm_compilation(f"the rules of {game.title}")
    game.scores(box, state, points)
    flags = np.zeros(game.max_players, np.int64)
    game.winners(box, state, flags)
    yield {
        "final": {
            "scores": [int(point) for point in points[:players]],
            "winners": [seat for seat in range(players) if flags[seat]],
        }
    }


def replay(lines: Iterable[str], expected: str | None = None) -> Iterator[TraceLine]:
    """Play the moves of a trace, with the options and data of its header, and yield our own trace of it."""
    told = parsed(lines)
    header = next(told, None)
    if header is None or header.get("format") != FORMAT:
        raise RecordError(f"This is not a trace: its first line must be a header with the format {FORMAT}.")
    try:
        game = game_named(header["game"])
        if expected not in (None, game.name):
            raise SettingsError(f"The trace is of {game.name}, not of {expected}.")
        if not isinstance(header["players"], int):
            raise TypeError("the number of players is not a whole number")
        players = checked_players(game, header["players"])
        options = checked_options(game, header["options"])
        data = game.check_data(header["data"], "the header's data")
    except (KeyError, TypeError, AttributeError) as error:
        raise RecordError(f"The trace's header is broken: {type(error).__name__} {error}.") from None

    def follow(texts: list[str], weights: list[int]) -> str:
        line = next(told, None)
        if line is None or "final" in line:
            raise RecordError(f"The trace ends before the game does; legal now: {', '.join(texts)}.")
        if not isinstance(line.get("move"), str):
            raise RecordError(f"A line of the trace has no move: {shortened(json.dumps(line))}.")
        return str(line["move"])

    yield from trace(game, data, players, options, follow)
    if any("move" in line for line in told):
        raise RecordError("The trace goes on after the end of the game.")


def parsed(lines: Iterable[str]) -> Iterator[TraceLine]:
    """The JSON object of each line that is not blank."""
    for number, text in enumerate(lines, 1):
        if text.strip():
            try:
                line = json.loads(text)
            except (ValueError, RecursionError) as error:
                raise RecordError(f"Line {number} of the trace is not JSON: {error}.") from None
            if not isinstance(line, dict):
                raise RecordError(f"Line {number} of the trace is not a JSON object.")
            yield line
