"""A match: one game from its set-up to its end, for Python users. Checked at the edge, chance resolved by itself.

A match is its settings and an append-only log; positions, views and records are all computed from it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Self, overload

import numpy as np

from overland.engine import chance
from overland.engine.errors import (
    IllegalMove,
    NotationError,
    NothingToUndo,
    NotYourTurn,
    OverlandError,
    RecordError,
    SettingsError,
    StaleMove,
    shortened,
)
from overland.engine.explain import explain_actions
from overland.engine.game import CHANCE, OVER, SPECTATOR, Data, Game
from overland.engine.games import GAMES, checked_options, checked_players, game_named
from overland.engine.jit import announce_compilation, confirm_compilation
from overland.engine.record import ACTION, Array, Record, copy_record, new_record

FORMAT = "overland-record/1"
RECORD_PARTS = {
    "game": str,
    "rules": int,
    "players": int,
    "options": dict,
    "data": dict,
    "start": str | None,
    "seed": str,
    "entries": list,
}


@dataclass(frozen=True)
class Entry:
    """One line of a match: a decision of a seat or an outcome of chance."""

    seat: int  # who decided, or CHANCE
    action: int
    text: str
    gains: Array = field(compare=False, repr=False)  # what it brought, as records of the game's gain type


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


@lru_cache(maxsize=64)
def opened_box(game: str, data: str) -> tuple[Data, Record]:
    """A map or tile set, checked, and the box made from it: once for all matches, since nobody writes into it."""
    found = GAMES[game].check_data(json.loads(data), "the data")
    return found, GAMES[game].make_box(found)


class Match:
    """A match of a game.

    >>> match = Match("oregon", players=2, seed=7)
    >>> match.to_act, len(match.legal)
    (0, 81)
    >>> [entry.text for entry in match.play(match.legal[0])]
    ['start a1']
    """

    def __init__(
        self,
        game: str | Game,
        players: int = 2,
        *,
        options: Mapping[str, str] | None = None,
        preset: str | None = None,
        seed: int | bytes | None = None,
        data: Data | Path | str | None = None,
        position: str | None = None,
        auto_chance: bool = True,
    ) -> None:
        """Set up a match.

        ``seed`` fixes every outcome of chance: a number for repeatable matches, 32 bytes, or nothing for a secret
        one. ``data`` is a map or tile set, as data or as a file. ``position`` starts from a position text, whose
        players and options then hold. Without ``auto_chance`` the caller plays the outcomes, too.
        """
        self.game: Game = game_named(game) if isinstance(game, str) else game
        announce_compilation(f"the rules of {self.game.title}")
        if not isinstance(data, Mapping):
            data = self.game.load_data(None if data is None else Path(data))
        self.data, self.box = opened_box(self.game.name, json.dumps(dict(data)))
        self.start = position
        if position is None:
            chosen = checked_options(self.game, options or {}, preset)
            self._state = self.game.setup(self.box, checked_players(self.game, players), chosen)
        else:
            self._state = self.game.parse_position(self.box, position)
        self.players = int(self._state.players)
        self.options: Mapping[str, str] = self.game.options_of(self._state)
        self.seed = seed if isinstance(seed, bytes) else chance.new_seed() if seed is None else chance.seed_from(seed)
        if len(self.seed) != chance.SEED_BYTES:
            raise SettingsError(f"A seed has {chance.SEED_BYTES} bytes, not {len(self.seed)}.")
        self.auto_chance = auto_chance
        self.entries: list[Entry] = []
        self.version = 0  #: counts everything that happened, undos included
        self._before: list[Record] = []  # the position before each entry
        self._chances = 0  # outcomes of chance so far
        if auto_chance:
            self._resolve_chance()
            confirm_compilation(f"the rules of {self.game.title}")

    # What is asked

    @property
    def state(self) -> Record:
        """A copy of the position, as a record."""
        return copy_record(self._state)

    @property
    def to_act(self) -> int:
        """The seat that must decide, or CHANCE, or OVER."""
        return int(self.game.to_act(self._state))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.to_act == OVER

    @property
    def legal(self) -> LegalMoves:
        """What may be played now."""
        actions = np.empty(self.game.max_legal, ACTION)
        count = self.game.legal_actions(self.box, self._state, actions)
        return LegalMoves(self.game, actions[:count].copy())

    @property
    def weights(self) -> list[int]:
        """At a chance event, the weight of each outcome in ``legal``."""
        if self.to_act != CHANCE:
            return []
        weights = np.empty(self.game.max_legal, ACTION)
        count = self.game.chance_weights(self.box, self._state, weights)
        return [int(weight) for weight in weights[:count]]

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

    # What is done

    def play(self, move: str | int, *, seat: int | None = None, version: int | None = None) -> list[Entry]:
        """Play a move in notation or as a number, then let chance answer; returns the new entries.

        ``seat`` and ``version``, if given, must be the seat to act and the version the mover saw. Anything
        that is refused raises a ``MoveError`` and leaves the match as it was.
        """
        if version is not None and version != self.version:
            raise StaleMove(f"The match has moved on to version {self.version}; this move was for {version}.")
        if self.is_over:
            raise IllegalMove("The game is over.")
        if seat is not None and seat != self.to_act:
            raise NotYourTurn(f"It is not the turn of seat {seat}.")
        action = self._legal_action(move)
        before = len(self.entries)
        self._append(action)
        if self.auto_chance:
            self._resolve_chance()
        return self.entries[before:]

    def _legal_action(self, move: str | int) -> int:
        """The number of a move in notation or as a number, if it is legal now."""
        action: Any = self.game.parse_action(move) if isinstance(move, str) else move
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise NotationError(f"A move is a text or a number, not {type(move).__name__}.")
        if action not in self.legal.actions:
            raise IllegalMove(f"{shortened(str(move))} is not legal now.")
        return int(action)

    def undo(self, seat: int | None = None) -> Entry:
        """Take back the last entry, if it is a seat's own (by default whoever's) and revealed nothing."""
        if reason := self.why_not_undo(seat):
            raise NothingToUndo(reason)
        self._state = self._before.pop()
        self.version += 1
        return self.entries.pop()

    def why_not_undo(self, seat: int | None = None) -> str:
        """What stands in the way of an undo, as a sentence; empty when it is possible."""
        match self.undo_obstacle(seat):
            case None:
                return ""
            case "nothing":
                return "Nothing has been played yet."
            case "over":
                return "The game is over and everything is open."
            case "revealed":
                return "The last entry revealed something."
            case _:
                return f"The last move was made by seat {self.entries[-1].seat}."

    def undo_obstacle(self, seat: int | None = None) -> str | None:
        """The same as a word: ``nothing`` to undo, ``over``, something was ``revealed``, an ``other`` moved last."""
        if not self.entries:
            return "nothing"
        if self.is_over:
            return "over"
        last = self.entries[-1]
        if last.seat == CHANCE or self.game.reveals(self._before[-1], self._state, last.seat):
            return "revealed"
        if seat is not None and last.seat != seat:
            return "other"
        return None

    def copy(self) -> Self:
        """An independent copy: whatever happens to one does not touch the other."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._state = copy_record(self._state)
        twin.entries = list(self.entries)
        twin._before = list(self._before)
        return twin

    def _append(self, action: int) -> None:
        seat = self.to_act
        self._before.append(copy_record(self._state))
        gains = np.zeros(self.game.max_gains, self.game.gain_type)
        count = self.game.play_action(self.box, self._state, action, gains)
        self.entries.append(Entry(seat, action, self.game.action_text(action), gains[:count].copy()))
        self.version += 1
        self._chances += seat == CHANCE

    def _resolve_chance(self) -> None:
        while self.to_act == CHANCE:
            self._append(self.next_outcome())

    def next_outcome(self) -> int:
        """At a chance event, the outcome that the seed has in store."""
        return int(self.legal.actions[chance.pick_outcome(self.seed, self._chances, self.weights)])

    # What is shown

    def view(self, seat: int = SPECTATOR) -> Record:
        """What a seat, or a spectator, knows of the position."""
        self._check_seat(seat)
        view = new_record(self.game.view_type)
        self.game.view_for(self.box, self._state, seat, view)
        return view

    def _check_seat(self, seat: int) -> None:
        if seat != SPECTATOR and not 0 <= seat < self.players:
            raise SettingsError(f"There is no seat {seat}.")

    def before(self, index: int) -> Record:
        """The position before an entry; the present one behind the last."""
        return copy_record(self._before[index]) if index < len(self._before) else self.state

    def entries_for(self, seat: int = SPECTATOR) -> list[str]:
        """The entries as a seat, or a spectator, may read them; after the end everything is open."""
        self._check_seat(seat)
        if self.is_over:
            return [entry.text for entry in self.entries]
        return [
            self.game.entry_for(self.box, before, entry.action, seat)
            for before, entry in zip(self._before, self.entries, strict=True)
        ]

    def explain(self, move: str | int | None = None) -> list[list[dict[str, Any]]]:
        """The gains that each legal move, or one of them, would bring now, in names: for the seat that may choose."""
        actions = self.legal.actions
        if move is not None:
            actions = np.array([self._legal_action(move)], ACTION)
        point_of_view = self.to_act
        found = explain_actions(self.game, self.box, self._state, actions)
        return [self._told(gains, point_of_view) for gains in found]

    def _told(self, gains: Array, seat: int | None) -> list[dict[str, Any]]:
        """Gains in names, without those that a seat may not know of."""
        told = (self.game.gain_data(gain, seat) for gain in gains)
        return [gain for gain in told if gain is not None]

    def gains_for(self, entry: Entry, seat: int | None = None) -> list[dict[str, Any]]:
        """What an entry brought, in names, as ``seat`` may know it; all of it without a seat, or after the end."""
        return self._told(entry.gains, None if self.is_over else seat)

    def points_by_source(self, seat: int | None = None) -> list[dict[str, int]]:
        """For each seat, the points it has gained so far from each source, as far as ``seat`` may know.

        Without a seat, or after the end, everything is counted: then they add up to the final scores.
        """
        paying = self.game.sources[: self.game.point_sources]
        tallies = [dict.fromkeys(paying, 0) for _ in range(self.players)]
        for entry in self.entries:
            for gain in self.gains_for(entry, seat):
                if gain["points"]:
                    tallies[gain["seat"]][gain["source"]] += gain["points"]
        return tallies

    @property
    def position(self) -> str:
        """The whole position as one line of text; ``Match(game, position=...)`` reads it."""
        return self.game.position_text(self._state)

    def draw(self, seat: int | None = None) -> str:
        """The table as plain text: as a seat sees it, or as a spectator does."""
        view = self.view(SPECTATOR if seat is None else seat)
        return self.game.draw(self.box, view)

    def __str__(self) -> str:
        return self.draw(self.to_act if self.to_act >= 0 else None)

    def __repr__(self) -> str:
        doing = {OVER: "over", CHANCE: "chance to act"}.get(self.to_act, f"seat {self.to_act} to act")
        return f"<Match {self.game.name}, {self.players} players, {len(self.entries)} entries, {doing}>"

    # Records

    def record(self) -> dict[str, Any]:
        """The match as a JSON-ready record: settings, data and the entries that stand. It names the seed."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.rules_version,
            "players": self.players,
            "options": dict(self.options),
            "data": dict(self.data),
            "start": self.start,
            "seed": self.seed.hex(),
            "entries": [entry.text for entry in self.entries],
            "final": {"scores": self.scores, "winners": self.winners} if self.is_over else None,
        }

    def save(self, path: Path | str, **notes: str) -> None:
        """Write the record to a file, whole or not at all; notes are kept with it and mean nothing to the match."""
        target = Path(path)
        if target.is_dir():
            raise IsADirectoryError(f"{target} is a folder")
        part = target.with_name(target.name + ".part")
        try:
            part.write_text(json.dumps({**notes, **self.record()}, indent=1) + "\n", encoding="utf-8")
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """The match in a record file, ready to go on or to look at."""
        return cls.from_record(read_record(path))

    @classmethod
    def from_record(cls, found: Any) -> Self:
        """The match that a record tells, every entry checked."""
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise RecordError(f"This is no record of the format {FORMAT}.")
        for key, kind in RECORD_PARTS.items():
            if not isinstance(found.get(key), kind) or isinstance(found[key], bool):
                raise RecordError(f"The record is broken: its {key!r} is missing or of the wrong kind.")
        try:
            game = game_named(found["game"])
            if found["rules"] != game.rules_version:
                raise RecordError(
                    f"it was made under version {found['rules']} of {game.title}'s rules,"
                    f" and this is version {game.rules_version}."
                )
            match = cls(
                game,
                found["players"],
                options=found["options"],
                seed=bytes.fromhex(found["seed"]),
                data=found["data"],
                position=found["start"],
                auto_chance=False,
            )
            if match.players != found["players"] or match.options != found["options"]:
                raise RecordError("its players and options are not those of its start.")
        except OverlandError as error:
            raise RecordError(f"The record cannot be set up: {error}") from None
        except ValueError as error:
            raise RecordError(f"The record is broken: {error}.") from None
        for number, text in enumerate(found["entries"]):
            try:
                match.play(str(text))
            except OverlandError as error:
                raise RecordError(f"Entry {number} of the record cannot be played: {error}") from None
        match.auto_chance = True
        match._resolve_chance()
        if found.get("final") not in (None, match.record()["final"]):
            raise RecordError("The record's final result is not what its entries lead to.")
        return match


def read_record(path: Path | str) -> Any:
    """The JSON object in a record file, not yet checked."""
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}.") from None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path} is no record: {error}.") from None
