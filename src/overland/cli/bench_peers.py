"""Other people's engines, for comparison: random play driven from Python, legal moves listed at every decision."""

import importlib.util
import random
from collections.abc import Callable
from typing import Any, NamedTuple


class Peer(NamedTuple):
    title: str
    package: str
    play: Callable[[int], int]  # plays that many games, returns the seat decisions in them


def play_openspiel(name: str) -> Callable[[int], int]:
    """Random games of OpenSpiel."""

    def play(games: int) -> int:
        import pyspiel

        game: Any = pyspiel.load_game(name)
        dice = random.Random(1)
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(dice.choices(outcomes, weights)[0])
                else:
                    state.apply_action(dice.choice(state.legal_actions()))
                    decisions += 1
        return decisions

    return play


def play_catanatron(games: int) -> int:
    """Random four-player games of Catanatron."""
    from catanatron import Color, Game, RandomPlayer

    decisions = 0
    for _ in range(games):
        game: Any = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        decisions += len(game.state.actions)
    return decisions


PEERS = (
    Peer("OpenSpiel backgammon", "pyspiel", play_openspiel("backgammon")),
    Peer("OpenSpiel gin rummy", "pyspiel", play_openspiel("gin_rummy")),
    Peer("Catanatron", "catanatron", play_catanatron),
)


def installed() -> list[Peer]:
    """The engines that can be measured here."""
    return [peer for peer in PEERS if importlib.util.find_spec(peer.package)]


def missing() -> list[str]:
    """The engines that cannot."""
    return [peer.title for peer in PEERS if not importlib.util.find_spec(peer.package)]
