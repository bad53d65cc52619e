"""Both games for OpenSpiel: ``import overland.rl.openspiel``, then ``pyspiel.load_game("python_overland_oregon")``.

Chance is explicit, as in the engine: at a chance node the outcomes and their odds are OpenSpiel's ``chance_outcomes``.
Actions of seats and outcomes of chance are the engine's numbers.

* An **information state** is everything a seat has read: all entries from the start, as the seat may read them. Its
  string is those texts; its tensor has two numbers for each entry: who acted, and what was read.
* An **observation** is what a seat knows now: the view. Its tensor is the inputs of a network; its string is the bytes
  of the view, in hexadecimal (``state.position.draw(seat)`` draws it for people).
* **Returns** are the lead over the best rival at the end, in points; with two players they add up to zero.
"""

import zlib
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from overland.bots.games import KNOWLEDGE
from overland.bots.inputs import Inputs
from overland.engine.errors import SettingsError
from overland.engine.game import CHANCE, OVER, Game
from overland.engine.games import GAMES, checked_options, checked_players
from overland.engine.position import Position
from overland.engine.record import Array
from overland.rl.extras import missing

try:
    import pyspiel
except ImportError as error:
    raise missing("OpenSpiel", "openspiel") from error

MOST_ENTRIES = 2048  # of a game, far more than any has; the tensor of an information state has room for so many
MOST_POINTS = 300.0  # no lead is larger
UNREAD = 1 << 20  # what a seat could read only in part is a number above this, made from the text


class Reading(NamedTuple):
    """What a seat read of an entry."""

    text: str
    actor: int
    code: int  # the text as a number


class Moment:
    """A position and what every seat has read on the way; it never changes, so copies of states share it."""

    def __init__(self, position: Position, before: "Moment | None", readings: list[list[Reading]]) -> None:
        self.position = position
        self.before = before  # None where a course begins
        self.readings = readings  # by seat: what came with this moment

    def __deepcopy__(self, _: object) -> "Moment":
        return self

    @cached_property
    def text(self) -> str:
        """The position as text, which OpenSpiel asks for again and again."""
        return self.position.text

    def course(self, seat: int) -> list[Reading]:
        """All that a seat has read, from the first entry to the last."""
        found: list[list[Reading]] = []
        moment: Moment | None = self
        while moment is not None:
            found.append(moment.readings[seat])
            moment = moment.before
        return [reading for readings in reversed(found) for reading in readings]


class OverlandGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One of our games in OpenSpiel's terms; ``players`` and the game's options are its parameters."""

    def __init__(self, game: Game, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        players = checked_players(game, int(given.pop("players", game.min_players)))
        self.start = Position.start(game, players, options=checked_options(game, given))
        information = pyspiel.GameInfo(
            num_distinct_actions=game.decision_count,
            max_chance_outcomes=game.action_count,
            num_players=players,
            min_utility=-MOST_POINTS,
            max_utility=MOST_POINTS,
            utility_sum=None,
            max_game_length=MOST_ENTRIES,
        )
        super().__init__(game_type(game), information, params or {})

    def new_initial_state(self) -> "OverlandState":
        """The position before anything is dealt."""
        return OverlandState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What observes a state for a seat."""
        if params:
            raise SettingsError(f"An observation has no parameters; given were {params}.")
        return Observer(self.start, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class OverlandState(pyspiel.State):  # type: ignore[misc]  # likewise
    """A position, and what every seat has read of the entries that led to it."""

    def __init__(self, game: OverlandGame) -> None:
        super().__init__(game)
        self.moment = Moment(game.start, None, [[] for _ in range(game.start.players)])

    @property
    def position(self) -> Position:
        """The position, nothing hidden."""
        return self.moment.position

    def current_player(self) -> int:
        """The seat that must decide, OpenSpiel's chance, or its end."""
        actor = self.position.to_act
        if actor == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if actor == OVER else actor

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = self.position.legal.actions.tolist()
        return actions if player == self.position.to_act else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance event and their probabilities."""
        outcomes, weights = self.position.legal.actions.tolist(), self.position.weights
        return [(outcome, weight / sum(weights)) for outcome, weight in zip(outcomes, weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        position = self.position
        plain, actor = position.game.action_text(action), position.to_act
        texts = [position.entry_for(action, seat) for seat in range(position.players)]
        readings = [[Reading(text, actor, action if text == plain else code_of(text))] for text in texts]
        self.moment = Moment(position.play(action)[0], self.moment, readings)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.action_text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Each seat's lead over its best rival at the end; nothing before."""
        points = self.position.scores
        if not self.position.is_over:
            return [0.0] * len(points)
        return [float(mine - max(points[:seat] + points[seat + 1 :])) for seat, mine in enumerate(points)]

    def resample_from_infostate(self, player: int, sampler: Any) -> "OverlandState":
        """A state that a seat cannot tell from this one: what it does not know is dealt anew."""
        position = self.position.sample(player, int(sampler() * (1 << 48)))
        views = [position.view(seat).tobytes().hex() for seat in range(position.players)]
        readings = [
            [Reading(view, OVER, code_of(view))] for view in views
        ]  # what others read in that world is not known
        readings[player] = self.moment.course(player)
        twin: OverlandState = self.clone()
        twin.moment = Moment(position, None, readings)
        return twin

    def __str__(self) -> str:
        return self.moment.text


def code_of(text: str) -> int:
    """A number for what is no plain action, made from its text."""
    return UNREAD + (zlib.crc32(text.encode()) & (UNREAD - 1))


class Observer:
    """Writes what a seat knows into a tensor, or says it as a text."""

    def __init__(self, start: Position, kind: Any) -> None:
        self.is_history = kind.perfect_recall
        knowledge = KNOWLEDGE[start.game.name]
        self.inputs = Inputs(np.zeros(knowledge.max_active, np.int64), np.zeros(knowledge.max_active, np.float32))
        self.write = knowledge.write_inputs
        shape = (MOST_ENTRIES, 2) if self.is_history else (knowledge.input_count,)
        self.tensor: Array = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"entries" if self.is_history else "inputs": self.tensor.reshape(shape)}

    def set_from(self, state: OverlandState, player: int) -> None:
        """Write what a seat has read, or knows now."""
        self.tensor.fill(0)
        if self.is_history:
            course = state.moment.course(player)[-MOST_ENTRIES:]
            if course:
                self.dict["entries"][: len(course)] = [(actor + 2, code + 1) for _, actor, code in course]
            return
        position = state.position
        count = self.write(position.box, position.view(player), self.inputs)
        np.add.at(self.tensor, self.inputs.indices[:count], self.inputs.values[:count])

    def string_from(self, state: OverlandState, player: int) -> str:
        """The same as a text."""
        if self.is_history:
            return "; ".join(reading.text for reading in state.moment.course(player))
        return str(state.position.view(player).tobytes().hex())


def game_type(game: Game) -> Any:
    """What OpenSpiel is told of a game."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"python_overland_{game.name}",
        long_name=f"Overland: {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.min_players,
            **{name: values[0] for name, values in game.options.items()},
        },
    )


class Oregon(OverlandGame):
    """``python_overland_oregon``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(GAMES["oregon"], params)


class Okanagan(OverlandGame):
    """``python_overland_okanagan``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(GAMES["okanagan"], params)


pyspiel.register_game(game_type(GAMES["oregon"]), Oregon)
pyspiel.register_game(game_type(GAMES["okanagan"]), Okanagan)
