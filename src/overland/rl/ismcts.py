"""An outside yardstick: OpenSpiel's information-set Monte Carlo tree search, playing our games.

The search is OpenSpiel's own Python bot, untouched; only what it asks of a game stands here. It wants a state with a
few methods and no more, so ours are plain objects and no game has to be registered with it.

* **What is known.** Every simulation starts in a world sampled from the view. A node of the tree is named by the bytes
  of the view of the seat that decides, so two worlds which that seat cannot tell apart share a node. Its choices are
  the same in both (the engine's contract), so the search need not allow for action sets that differ.
* **Chance** acts inside ``apply_action``, out of our generator. OpenSpiel's bot keeps no node for chance: it would draw
  an outcome and go on, so the tree is the same either way, and in compiled code the draw costs next to nothing.
* **Rollouts** are random games to the end, one compiled call each. What an end is worth to a seat is its lead over the
  best rival, cut at 25 points and scaled to -1 .. 1; with two players that adds up to zero. Plain wins and losses
  are coarser: against the greedy bot they won about as often in Oregon, and less in Okanagan.
"""

import importlib
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from overland.bots.bot import Question
from overland.engine.batch import advance
from overland.engine.dispatch import apply_action, sample_world, scores, to_act, view_for
from overland.engine.errors import SettingsError
from overland.engine.game import OVER, Game
from overland.engine.jit import compiled
from overland.engine.playout import play_randomly
from overland.engine.record import ACTION, Array, Record
from overland.engine.rng import RNG, next_bits, reseed

UCT_C = 2.0  # OpenSpiel's usual constant for returns from -1 to 1
SIMULATIONS = 1000  # where the budget names none
FULL_LEAD = 25  # points; about two standard deviations of what random play makes of an even position


class IsMctsBot:
    """OpenSpiel's ``ISMCTSBot`` with random rollouts, UCT and the most visited choice.

    Only the budget's simulations are honoured, 1,000 where it names none; a limit in seconds has no effect, because
    OpenSpiel's search cannot be stopped. Two simulations are the least: the first only makes the root.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.ismcts = openspiel("open_spiel.python.algorithms.ismcts")

    def choose(self, question: Question) -> int:
        """The choice that OpenSpiel's search visited most, among equals any."""
        search = Search(question)
        bot = self.ismcts.ISMCTSBot(
            game=search,
            evaluator=RandomRollouts(search),
            uct_c=UCT_C,
            max_simulations=max(2, question.budget.simulations or SIMULATIONS),
            random_state=np.random.RandomState(next_bits(question.rng)),
            final_policy_type=self.ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            child_selection_policy=self.ismcts.ChildSelectionPolicy.UCT,
        )
        bot.set_resampler(search.resample)
        return int(bot.step(search.sample()))


def openspiel(module: str) -> Any:
    """A module of OpenSpiel, which comes with an extra."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise SettingsError("This bot needs OpenSpiel: pip install 'overland[bench]'.") from error


class TreeScratch(NamedTuple):
    """The arrays that the kernels of one search read and write; kernels are called faster with arrays than records."""

    boxes: Array  # the box, alone
    known: Array  # the view that all worlds come from, alone
    rngs: Array  # a generator, alone
    actions: Array
    weights: Array
    views: Array  # what the seat to decide knows, and zeros to begin a view from
    ends: Array  # where rollouts are played
    points: Array
    values: Array


class Search:
    """What all states of one search share. To OpenSpiel it is the game."""

    def __init__(self, question: Question) -> None:
        game = question.game
        self.players = question.players
        self.scratch = TreeScratch(
            boxes=array_of(question.box),
            known=array_of(question.view),
            rngs=np.zeros(1, RNG),
            actions=np.empty(game.max_legal, ACTION),
            weights=np.empty(game.max_legal, ACTION),
            views=np.zeros(2, game.view_type),
            ends=np.zeros(1, game.state_type),
            points=np.zeros(game.max_players, np.int64),
            values=np.zeros(game.max_players),
        )
        reseed(self.scratch.rngs[0], next_bits(question.rng))

    def get_type(self) -> SimpleNamespace:
        """The kind of game, for OpenSpiel to check that it can search it."""
        kinds = openspiel("pyspiel").GameType
        return SimpleNamespace(dynamics=kinds.Dynamics.SEQUENTIAL, information=kinds.Information.IMPERFECT_INFORMATION)

    def sample(self) -> "State":
        """A world that the view could come from."""
        worlds = np.zeros(1, self.scratch.ends.dtype)
        seat, count = begin(self.scratch, worlds)
        if count == 0:
            raise ValueError("no position shows this view")
        return State(self, worlds, seat, self.scratch.actions[:count].copy(), self.scratch.views[0].tobytes())

    def resample(self, state: "State", seat: int) -> "State":
        """Another such world; OpenSpiel asks for one before each simulation, and only ever at the root."""
        return self.sample()

    def values_of(self, worlds: Array) -> list[float]:
        """What the end of a game, reached at random from ``worlds[0]``, is worth to each seat, from -1 to 1."""
        finish(self.scratch, worlds)
        values: list[float] = self.scratch.values[: self.players].tolist()
        return values


class State:
    """A position in OpenSpiel's terms. Chance has always acted: a seat is to decide, or the game is over."""

    __slots__ = ("actions", "key", "search", "seat", "worlds")

    def __init__(self, search: Search, worlds: Array, seat: int, actions: Array, key: bytes) -> None:
        self.search = search
        self.worlds = worlds  # an array of this one position
        self.seat = seat  # the seat to decide, or OVER
        self.actions = actions  # an array: OpenSpiel copies and shuffles it, which takes far longer with a list
        self.key = key  # what that seat knows

    def get_game(self) -> Search:
        return self.search

    def clone(self) -> "State":
        return State(self.search, self.worlds.copy(), self.seat, self.actions, self.key)

    def is_terminal(self) -> bool:
        return self.seat == OVER

    def is_chance_node(self) -> bool:
        """Never: chance has acted."""
        return False

    def current_player(self) -> int:
        return self.seat

    def information_state_string(self) -> bytes:
        """What the seat to decide knows; bytes do as well as a string."""
        return self.key

    def legal_actions(self) -> Array:
        return self.actions

    def apply_action(self, action: int) -> None:
        """Play a legal action, then let chance act."""
        scratch = self.search.scratch
        self.seat, count = follow(scratch, self.worlds, int(action))
        self.actions = scratch.actions[:count].copy()
        self.key = scratch.views[0].tobytes()

    def returns(self) -> list[float]:
        """What the game, which is over, is worth to each seat."""
        return self.search.values_of(self.worlds)


class RandomRollouts:
    """OpenSpiel's idea of an evaluator: one random game from a state on, and no preference among its choices."""

    def __init__(self, search: Search) -> None:
        self.search = search

    def evaluate(self, state: State) -> list[float]:
        """What one random game brings each seat; the state stays as it is."""
        return self.search.values_of(state.worlds)

    def prior(self, state: State) -> list[tuple[int, float]]:
        """Every choice with the same probability."""
        probability = 1 / len(state.actions)
        return [(action, probability) for action in state.actions]


def array_of(record: Record) -> Array:
    """An array that holds a copy of one record."""
    array = np.zeros(1, record.dtype)
    array[0] = record
    return array


@compiled
def begin(scratch: TreeScratch, worlds: Array) -> tuple[int, int]:
    """Write a world that ``known`` could come from, then ``look``; no choices if there is none."""
    if not sample_world(scratch.boxes[0], scratch.known[0], scratch.rngs[0], worlds[0]):
        return OVER, 0
    return look(scratch, worlds)


@compiled
def follow(scratch: TreeScratch, worlds: Array, action: int) -> tuple[int, int]:
    """Play a seat's action, then ``look``."""
    apply_action(scratch.boxes[0], worlds[0], action)
    return look(scratch, worlds)


@compiled
def look(scratch: TreeScratch, worlds: Array) -> tuple[int, int]:
    """Let chance act, then write the choices of the seat to decide and what it knows; returns it and their number."""
    count = advance(scratch.boxes, worlds, 0, scratch.rngs, scratch.actions, scratch.weights)
    seat = to_act(worlds[0])
    scratch.views[0] = scratch.views[1]
    if seat != OVER:
        view_for(scratch.boxes[0], worlds[0], seat, scratch.views[0])
    return seat, count


@compiled
def finish(scratch: TreeScratch, worlds: Array) -> None:
    """Play a copy of ``worlds[0]`` to its end at random and write what that is worth to each seat."""
    ends = scratch.ends
    ends[0] = worlds[0]
    play_randomly(scratch.boxes[0], ends[0], scratch.rngs[0], scratch.actions, scratch.weights)
    scores(scratch.boxes[0], ends[0], scratch.points)
    lead_values(int(ends[0].players), scratch.points, scratch.values)


@compiled
def lead_values(players: int, points: Array, values: Array) -> None:
    """Write how far each seat leads its best rival: 1 at ``FULL_LEAD`` points and above, as far behind -1."""
    for seat in range(players):
        rival = 0
        for other in range(players):
            if other != seat:
                rival = max(rival, int(points[other]))
        lead = min(max(int(points[seat]) - rival, -FULL_LEAD), FULL_LEAD)
        values[seat] = lead / FULL_LEAD
