"""Players who seek what random play hardly ever meets, for any test that needs whole games."""

import random
from collections.abc import Callable, Iterator

import numpy as np

from overland.engine.game import CHANCE, OVER, Game, Options
from overland.engine.record import ACTION, Record, copy_record

#: Picks a move out of the legal texts.
Taste = Callable[[random.Random, list[str]], str]


def prefer(*starts: str) -> Taste:
    """Random, but among moves that begin so (the first beginning that any has) nine times out of ten."""

    def pick(dice: random.Random, texts: list[str]) -> str:
        if dice.random() < 0.9:
            for start in starts:
                if liked := [text for text in texts if text.startswith(start)]:
                    return dice.choice(liked)
        return dice.choice(texts)

    return pick


def any_move(dice: random.Random, texts: list[str]) -> str:
    """Uniformly random."""
    return dice.choice(texts)


TASTES: dict[str, dict[str, Taste]] = {
    "oregon": {
        "any": any_move,
        "farmers": prefer("farmer", "extra", "draw landscape"),
        "mines": prefer("build gold", "build coal", "farmer", "extra", "draw landscape"),
        "builders": prefer("build", "extra", "draw building"),
        "hoarders": prefer("draw building", "build station", "build harbor", "no-extra", "done"),
    },
    "okanagan": {
        "any": any_move,
        "farms": prefer("farm", "claim rewards", "choose 1"),
        "silos": prefer("silo", "claim action", "choose 2"),
        "one stack": prefer("action 1", "choose 1 blind", "choose 1", "swap", "trade"),
        "compact": prefer("tile 0,", "tile 1,", "tile -1,", "claim action", "action 3"),
    },
}


def positions(
    game: Game, box: Record, players: int, options: Options, seed: int, taste: str
) -> Iterator[tuple[Record, int]]:
    """A whole game: each position with the action that is about to be played in it, and the last one with -1."""
    dice = random.Random(f"{seed} {taste}")
    state = game.setup(box, players, options)
    actions, weights = np.empty(game.max_legal, ACTION), np.empty(game.max_legal, ACTION)
    while (actor := game.to_act(state)) != OVER:
        count = game.legal_actions(box, state, actions)
        if actor == CHANCE:
            game.chance_weights(box, state, weights)
            action = dice.choices(actions[:count].tolist(), weights[:count].tolist())[0]
        else:
            by_text = {game.action_text(action): action for action in actions[:count].tolist()}
            action = by_text[TASTES[game.name][taste](dice, list(by_text))]
        yield copy_record(state), action
        game.apply_action(box, state, action)
    yield copy_record(state), -1
