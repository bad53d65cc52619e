"""A position: one moment of a game, for Python users. It never changes; ``after(move)`` gives the next one.

This is the smallest of the three sizes of state. A match is a position with the entries that led to it and a source of
chance; a table is a match with people, bots and clocks. The record that kernels work on is inside a position.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Self, overload

import numpy as np

from overland.engine.errors import (
    IllegalMove,
    NotationError,
    OverlandError,
    PositionError,
    SettingsError,
    shortened,
)
from overland.engine.explain import explain_actions, gains_as_data
from overland.engine.game import CHANCE, OVER, SPECTATOR, Data, Game
from overland.engine.games import checked_options, checked_players, game_named
from overland.engine.jit import announce_compilation, confirm_compilation
from overland.engine.record import ACTION, Array, Plain, Record, array_of, copy_record, new_record, plain_rows
from overland.engine.rng import new_rng, random_below
from overland.engine.step import COUNTS, all_views_step, play_step, view_step

TRIED_LINES, TRIED_ENTRIES = 3, 40  # before a position from outside is believed to be playable


class LegalMoves(Sequence[str]):
    """The legal moves of a position, as texts; at a chance event its possible outcomes."""

    def __init__(self, game: Game, actions: Array) -> None:
        self._game = game
        self.actions = actions  #: the same moves as ascending numbers

    def __len__(self) -> int:
        return len(self.actions)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self._game.action_text(int(action)) for action in self.actions[index]]
        return self._game.action_text(int(self.actions[index]))

    def __iter__(self) -> Iterator[str]:
        return (self._game.action_text(int(action)) for action in self.actions)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                move = self._game.parse_action(move)
            except OverlandError:
                return False
        return bool((self.actions == move).any()) if isinstance(move, int | np.integer) else False

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(self)}>"


class Position:
    """A position of a game.

    >>> position = Position.start("oregon", players=2)
    >>> position.to_act == CHANCE, position.legal[:2], position.weights[:2]
    (True, ['=wagon', '=bison'], [10, 10])
    >>> position.after("=wagon").after("=wagon").weights[:2]
    [8, 10]
    >>> Position.parse("oregon", position.text) == position
    True
    """

    __slots__ = ("_boxes", "_legal", "_states", "_to_act", "_weights", "box", "game", "players")

    def __init__(self, game: Game, box: Record, state: Record) -> None:
        """A position with a copy of a record; usually ``start`` or ``parse`` makes the position."""
        self.game = game
        self.box = box  #: what is in the box, as kernels take it
        self.players = int(state["players"])  #: how many play
        self._boxes = array_of(box)  # box and record, in arrays of their own: kernels take them fastest
        self._states = array_of(state)
        self._to_act: int | None = None  # asked often, so kept
        self._legal: LegalMoves | None = None  # likewise, until it is over with this position
        self._weights: list[int] | None = None

    @classmethod
    def start(
        cls,
        game: str | Game,
        players: int = 2,
        *,
        options: Mapping[str, str] | None = None,
        preset: str | None = None,
        data: Data | Path | str | None = None,
    ) -> Self:
        """The position before the first card or tile is dealt; ``data`` is a map or tile set, or a file of one."""
        rules = rules_of(game)
        box = open_box(rules, data)[1]
        chosen = checked_options(rules, options or {}, preset)
        return cls(rules, box, rules.setup(box, checked_players(rules, players), chosen))

    @classmethod
    def parse(cls, game: str | Game, text: str, *, data: Data | Path | str | None = None) -> Self:
        """The position that a text describes, on the default map or tile set or on ``data``.

        A text that does not parse, or describes an impossible position, raises a ``PositionError``.
        """
        rules = rules_of(game)
        return cls.read(rules, open_box(rules, data)[1], text)

    @classmethod
    def read(cls, game: Game, box: Record, text: str) -> Self:
        """The same for a box that is open already."""
        position = cls(game, box, game.parse_position(box, text))
        position.check_playable()
        return position

    def check_playable(self) -> None:
        """Refuse a position from which some line leads to one without a legal move: a few lines are tried."""
        for seed in range(TRIED_LINES):
            position, dice = self, new_rng(seed)
            for _ in range(TRIED_ENTRIES):
                if position.is_over:
                    break
                legal = position.legal.actions
                if len(legal) == 0:
                    raise PositionError("The position is impossible: play from it leads to where nothing is legal.")
                position = position.play(int(legal[random_below(dice, len(legal))]))[0]

    # What is asked

    @property
    def _state(self) -> Record:
        return self._states[0]

    @property
    def options(self) -> Mapping[str, str]:
        """Every option with its value."""
        return self.game.options_of(self._state)

    @property
    def to_act(self) -> int:
        """The seat that must decide, or CHANCE, or OVER."""
        if self._to_act is None:
            self._to_act = int(self.game.to_act(self._state))
        return self._to_act

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.to_act == OVER

    @property
    def legal(self) -> LegalMoves:
        """What may be played now; at a chance event, what may come up."""
        if self._legal is None:
            actions = np.empty(self.game.max_legal, ACTION)
            count = self.game.legal_actions(self.box, self._state, actions)
            confirm_compilation(f"the rules of {self.game.title}")
            self._legal = LegalMoves(self.game, actions[:count].copy())
        return self._legal

    def forget(self) -> None:
        """Give back the memory of what was asked; it is found again when it is asked again."""
        self._legal = self._weights = None

    @property
    def weights(self) -> list[int]:
        """At a chance event, the weight of each outcome in ``legal``."""
        if self.to_act != CHANCE:
            return []
        if self._weights is None:
            weights = np.empty(self.game.max_legal, ACTION)
            count = self.game.chance_weights(self.box, self._state, weights)
            self._weights = weights[:count].tolist()
        return self._weights

    @property
    def scores(self) -> list[int]:
        """The points on the table; when the game is over, the final points."""
        points = np.zeros(self.game.max_players, np.int64)
        self.game.scores(self.box, self._state, points)
        return [int(point) for point in points[: self.players]]

    @property
    def winners(self) -> list[int]:
        """The winning seats, ascending; none before the end."""
        if not self.is_over:
            return []
        flags = np.zeros(self.game.max_players, np.int64)
        self.game.winners(self.box, self._state, flags)
        return [seat for seat in range(self.players) if flags[seat]]

    # What comes next

    def after(self, move: str | int) -> Self:
        """The position after a legal move, or after an outcome of chance, in notation or as a number."""
        return self.play(self.checked(move))[0]

    def play(self, action: int) -> tuple[Self, Array]:
        """The position after a legal action, and what the action gained, as records; trusts its caller."""
        game, following = self.game, object.__new__(type(self))
        following.game, following.players = game, self.players
        following.box, following._boxes = self.box, self._boxes
        following._states = np.empty(1, game.state_type)
        gains = np.zeros(game.max_gains, game.gain_type)
        legal, weights = np.empty(game.max_legal, ACTION), np.empty(game.max_legal, ACTION)
        counts = np.empty(COUNTS, ACTION)
        play_step(self._boxes, self._states, action, following._states, gains, legal, weights, counts)
        gained, following._to_act, count = counts.tolist()
        following._legal = LegalMoves(game, legal[:count].copy())
        following._weights = weights[:count].tolist() if following._to_act == CHANCE else []
        return following, gains[:gained].copy()

    def checked(self, move: str | int) -> int:
        """The number of a move in notation or as a number; a ``MoveError`` says why it cannot be played."""
        if self.is_over:
            raise IllegalMove("The game is over.")
        action: Any = self.game.parse_action(move) if isinstance(move, str) else move
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise NotationError(f"A move is a text or a number, not {type(move).__name__}.")
        if action not in self.legal.actions:
            raise IllegalMove(f"{shortened(str(move))} is not legal now.")
        return int(action)

    def explain(self, move: str | int | None = None) -> list[list[dict[str, Any]]]:
        """What each legal move, or only ``move``, would gain now, as named data that the seat to act may know."""
        actions = self.legal.actions if move is None else np.array([self.checked(move)], ACTION)
        return [gains_as_data(self.game, gains, self.to_act) for gains in self.gains_of(actions)]

    def gains_of(self, actions: Array) -> list[Array]:
        """What each of ``actions``, which must be legal, would gain, as records; nothing is hidden."""
        gains, ends = self.gains_together(actions)
        return [gains[end - count : end] for end, count in zip(ends, np.diff(ends, prepend=0), strict=True)]

    def gains_together(self, actions: Array) -> tuple[Array, Array]:
        """The same in one array, and where the gains of each action end in it."""
        return explain_actions(self.game, self._boxes, self._states, actions)

    # What a seat knows

    def view(self, seat: int = SPECTATOR) -> Record:
        """What a seat, or a spectator, knows: a record of the game's ``view_type``."""
        self.check_seat(seat)
        views = np.zeros(1, self.game.view_type)
        view_step(self._boxes, self._states, seat, views)
        return views[0]

    def all_views(self) -> list[Plain]:
        """What each seat knows, and last a spectator, as plain numbers: the same as ``view`` in a form to be read."""
        views = np.zeros(self.players + 1, self.game.view_type)
        all_views_step(self._boxes, self._states, views)
        return plain_rows(views)

    def check_seat(self, seat: int) -> None:
        """Raise a ``SettingsError`` if there is no such seat."""
        if seat != SPECTATOR and not 0 <= seat < self.players:
            raise SettingsError(f"There is no seat {seat}.")

    def sample(self, seat: int, rng: Record | int) -> Self:
        """A position that looks the same to a seat: what it cannot know is dealt anew.

        ``rng`` is a generator of ``overland.engine.rng``, or a number to seed one with.
        """
        world = new_record(self.game.state_type)
        dice = new_rng(rng) if isinstance(rng, int) else rng
        if not self.game.sample_world(self.box, self.view(seat), dice, world):
            raise ValueError("No position is consistent with what this seat knows.")
        return type(self)(self.game, self.box, world)

    def entry_for(self, action: int, seat: int = SPECTATOR) -> str:
        """A legal action in notation, as a seat may read it when it is played here."""
        return self.game.entry_for(self.box, self._state, action, seat)

    def reveals(self, after: "Position", seat: int) -> bool:
        """Whether a seat's own decision, which led from here to ``after``, told it a secret."""
        return self.game.reveals(self._state, after._state, seat)

    def draw(self, seat: int = SPECTATOR) -> str:
        """The table as plain text, as a seat or a spectator sees it."""
        return self.game.picture(self.box, self.view(seat))

    # As text and as data

    @property
    def text(self) -> str:
        """The whole position as one line of text; ``parse`` reads it."""
        return self.game.position_text(self._state)

    @property
    def state(self) -> Record:
        """A copy of the record that kernels work on."""
        return copy_record(self._state)

    @property
    def plain(self) -> Plain:
        """That record as plain numbers, to be read."""
        return plain_rows(self._states)[0]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self.game is not other.game or self._states.tobytes() != other._states.tobytes():
            return False
        return self.has_box(other.box)

    def has_box(self, box: Record) -> bool:
        """Whether the position belongs to a map or tile set."""
        return self.box is box or bool(self.box.tobytes() == box.tobytes())

    def __hash__(self) -> int:
        return hash((self.game.name, self._states.tobytes()))

    def __str__(self) -> str:
        return self.draw(self.to_act if self.to_act >= 0 else SPECTATOR)

    def __repr__(self) -> str:
        if self.is_over:
            return f"<Position {self.game.name}: over, {' to '.join(map(str, self.scores))}>"
        actor = "chance" if self.to_act == CHANCE else f"seat {self.to_act} of {self.players}"
        return f"<Position {self.game.name}: {actor} to act, {len(self.legal)} possible, {self.text}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (self.game.name, self.box, self._state)


def restore(game: str, box: Record, state: Record) -> Position:
    """Rebuild a pickled position."""
    return Position(game_named(game), box, state)


def rules_of(game: str | Game) -> Game:
    """A game by its name, announced if its rules have to be compiled first."""
    rules = game_named(game) if isinstance(game, str) else game
    announce_compilation(f"the rules of {rules.title}")
    return rules


def open_box(game: Game, data: Data | Path | str | None) -> tuple[Data, Record]:
    """A map or tile set, checked, and the box made from it; the default one, that of a file, or one given as data."""
    if not isinstance(data, Mapping):
        data = game.load_data(None if data is None else Path(data))
    return opened_box(game, json.dumps(dict(data)))


@lru_cache(maxsize=64)
def opened_box(game: Game, data: str) -> tuple[Data, Record]:
    """The same, made once and shared by all positions, since nothing writes to it."""
    found = game.check_data(json.loads(data), "the data")
    return found, game.make_box(found)
