"""What bots know of each game, and the same for any game in compiled code: the game is found by the record."""

from overland.bots import okanagan, oregon
from overland.bots.inputs import Inputs
from overland.bots.knowledge import GameKnowledge
from overland.engine.dispatch import game_of, register
from overland.engine.record import Record

#: What bots know, by the name of the game. Another game adds itself here.
KNOWLEDGE: dict[str, GameKnowledge] = {"oregon": oregon.KNOWLEDGE, "okanagan": okanagan.KNOWLEDGE}


def heuristic(box: Record, state: Record, seat: int) -> float:
    """What ``state`` is worth to ``seat`` by the game's static heuristic."""
    return KNOWLEDGE[game_of(state).name].heuristic(box, state, seat)


def write_inputs(box: Record, view: Record, inputs: Inputs) -> int:
    """Write a view as inputs of a value network; returns how many are on."""
    return KNOWLEDGE[game_of(view).name].write_inputs(box, view, inputs)


def known_margin(box: Record, view: Record) -> float:
    """By how many points the viewer leads, as far as it knows."""
    return KNOWLEDGE[game_of(view).name].known_margin(box, view)


def known_points(box: Record, view: Record, seat: int) -> float:
    """The points of a seat, as far as the viewer knows."""
    return KNOWLEDGE[game_of(view).name].known_points(box, view, seat)


register(heuristic, 1, lambda game: KNOWLEDGE[game.name].heuristic)
register(write_inputs, 1, lambda game: KNOWLEDGE[game.name].write_inputs)
register(known_margin, 1, lambda game: KNOWLEDGE[game.name].known_margin)
register(known_points, 1, lambda game: KNOWLEDGE[game.name].known_points)
