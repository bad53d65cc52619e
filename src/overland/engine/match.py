"""A match: a position, the entries that led to it, and a source of chance. For Python users: checked at the edge.

A match is its settings and an append-only log; positions, views and records are all computed from it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from overland.engine import chance
from overland.engine.errors import (
    NothingToUndo,
    NotYourTurn,
    OverlandError,
    RecordError,
    SettingsError,
    StaleMove,
)
from overland.engine.explain import gains_as_data
from overland.engine.game import CHANCE, OVER, SPECTATOR, Data, Game
from overland.engine.games import checked_options, checked_players, game_named
from overland.engine.position import LegalMoves, Position, open_box, rules_of
from overland.engine.record import Array, Record

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
        position: Position | str | None = None,
        auto_chance: bool = True,
    ) -> None:
        """Set up a match.

        ``seed`` fixes every outcome of chance: a number for repeatable matches, 32 bytes, or nothing for a secret
        one. ``data`` is a map or tile set, as data or as a file. ``position`` starts from a position or its text, whose
        players and options then hold. Without ``auto_chance`` the caller also plays the outcomes.
        """
        self.game: Game = rules_of(game)
        self.data, self.box = open_box(self.game, data)
        if isinstance(position, Position):
            if position.game is not self.game or not position.has_box(self.box):
                raise SettingsError("The position belongs to another game, map or tile set than the match.")
            position = position.text
        self.start = position  #: the text of the position it began with, if it did not begin with the set-up
        if self.start is None:
            chosen = checked_options(self.game, options or {}, preset)
            first = Position(
                self.game, self.box, self.game.setup(self.box, checked_players(self.game, players), chosen)
            )
        else:
            first = Position.read(self.game, self.box, self.start)
        self.seed = seed if isinstance(seed, bytes) else chance.new_seed() if seed is None else chance.seed_from(seed)
        if len(self.seed) != chance.SEED_BYTES:
            raise SettingsError(f"A seed has {chance.SEED_BYTES} bytes, not {len(self.seed)}.")
        self.auto_chance = auto_chance
        self.entries: list[Entry] = []
        self.version = 0  #: counts everything that happened, undos included
        self._positions = [first]  # before each entry, and after the last
        self._chances = 0  # outcomes of chance so far
        self.players = self.position.players
        self.options = self.position.options
        if auto_chance:
            self._resolve_chance()

    # Positions

    @property
    def position(self) -> Position:
        """The position as it is now."""
        return self._positions[-1]

    def at(self, number: int) -> Position:
        """The position after ``number`` entries: ``at(0)`` is the first, ``at(len(match.entries))`` the current one."""
        if not 0 <= number < len(self._positions):
            raise SettingsError(f"The match has {len(self.entries)} entries; there is no position after {number}.")
        return self._positions[number]

    @property
    def to_act(self) -> int:
        """The seat that must decide, or CHANCE, or OVER."""
        return self.position.to_act

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.is_over

    @property
    def legal(self) -> LegalMoves:
        """What may be played now."""
        return self.position.legal

    @property
    def weights(self) -> list[int]:
        """At a chance event, the weight of each outcome in ``legal``."""
        return self.position.weights

    @property
    def scores(self) -> list[int]:
        """The points on the table; when the game is over, the final points."""
        return self.position.scores

    @property
    def winners(self) -> list[int]:
        """The winning seats, ascending; none before the end."""
        return self.position.winners

    # What is done

    def play(self, move: str | int, *, seat: int | None = None, version: int | None = None) -> list[Entry]:
        """Play a move in notation or as a number, then let chance answer; returns the new entries.

        ``seat`` and ``version``, if given, must be the seat to act and the version the mover saw. Anything
        that is refused raises a ``MoveError`` and leaves the match as it was.
        """
        if version is not None and version != self.version:
            raise StaleMove(f"The match has moved on to version {self.version}; this move was for {version}.")
        if seat is not None and seat != self.to_act and not self.is_over:
            raise NotYourTurn(f"It is not the turn of seat {seat}.")
        action = self.position.checked(move)
        before = len(self.entries)
        self._append(action)
        if self.auto_chance:
            self._resolve_chance()
        return self.entries[before:]

    def play_known(self, action: int) -> Entry:
        """Play an action that is known to be legal, and nothing else; trusts its caller."""
        self._append(action)
        return self.entries[-1]

    def undo(self, seat: int | None = None) -> Entry:
        """Take back the last entry, if it is the seat's own (by default any seat's) and revealed nothing."""
        if reason := self.why_not_undo(seat):
            raise NothingToUndo(reason)
        self._positions.pop()
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

    def undo_obstacle(self, seat: int | None = None, after: int | None = None) -> str | None:
        """The same as a word: ``nothing`` to undo, ``over``, something was ``revealed``, an ``other`` moved last.

        With ``after``, the answer is for when only that many entries stood.
        """
        standing = len(self.entries) if after is None else after
        if standing == 0:
            return "nothing"
        position = self._positions[standing]
        if position.is_over:
            return "over"
        last = self.entries[standing - 1]
        if last.seat == CHANCE or self._positions[standing - 1].reveals(position, last.seat):
            return "revealed"
        if seat is not None and last.seat != seat:
            return "other"
        return None

    def copy(self) -> Self:
        """An independent copy: playing on one does not change the other."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.entries = list(self.entries)
        twin._positions = list(self._positions)
        return twin

    def _append(self, action: int) -> None:
        seat = self.to_act
        position, gains = self.position.play(action)
        self.position.forget()  # a match keeps all its positions
        self._positions.append(position)
        self.entries.append(Entry(seat, action, self.game.action_text(action), gains))
        self.version += 1
        self._chances += seat == CHANCE

    def _resolve_chance(self) -> None:
        while self.to_act == CHANCE:
            self._append(self.next_outcome())

    def next_outcome(self) -> int:
        """At a chance event, the outcome that the seed determines."""
        position = self.position
        return int(position.legal.actions[chance.pick_outcome(self.seed, self._chances, position.weights)])

    # What is shown

    def view(self, seat: int = SPECTATOR) -> Record:
        """What a seat, or a spectator, knows of the position."""
        return self.position.view(seat)

    def entries_for(self, seat: int = SPECTATOR) -> list[str]:
        """The entries as a seat, or a spectator, may read them; after the end everything is open."""
        self.position.check_seat(seat)
        if self.is_over:
            return [entry.text for entry in self.entries]
        return [
            before.entry_for(entry.action, seat)
            for before, entry in zip(self._positions[:-1], self.entries, strict=True)
        ]

    def explain(self, move: str | int | None = None) -> list[list[dict[str, Any]]]:
        """What each legal move, or only ``move``, would gain now, as named data that the seat to act may know."""
        return self.position.explain(move)

    def gains_for(self, entry: Entry, seat: int | None = None) -> list[dict[str, Any]]:
        """What an entry gained, as named data that ``seat`` may know; everything without a seat, or after the end."""
        return gains_as_data(self.game, entry.gains, None if self.is_over else seat)

    def points_by_source(self, seat: int | None = None) -> list[dict[str, int]]:
        """For each seat, the points it has gained so far from each source, as far as ``seat`` may know.

        Without a seat, or after the end, everything is counted; after the end they add up to the final scores.
        """
        paying = self.game.sources[: self.game.point_sources]
        tallies = [dict.fromkeys(paying, 0) for _ in range(self.players)]
        for entry in self.entries:
            for gain in self.gains_for(entry, seat):
                if gain["points"]:
                    tallies[gain["seat"]][gain["source"]] += gain["points"]
        return tallies

    def draw(self, seat: int = SPECTATOR) -> str:
        """The table as plain text: as a seat sees it, or as a spectator does."""
        return self.position.draw(seat)

    def __str__(self) -> str:
        return str(self.position)

    def __repr__(self) -> str:
        doing = {OVER: "over", CHANCE: "chance to act"}.get(self.to_act, f"seat {self.to_act} to act")
        return f"<Match {self.game.name}, {self.players} players, {len(self.entries)} entries, {doing}>"

    # Records

    def record(self) -> dict[str, Any]:
        """The match as a JSON-ready record: settings, data and the entries that stand. It contains the seed."""
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
        """Write the record to a file, whole or not at all; ``notes`` go with it and mean nothing to the match."""
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
        """The match in a record file, ready to be continued or reviewed."""
        return cls.from_record(read_record(path))

    @classmethod
    def from_record(cls, found: Any) -> Self:
        """The match that a record describes; every entry is checked."""
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise RecordError(f"This is not a record of the format {FORMAT}.")
        for key, kind in RECORD_PARTS.items():
            if not isinstance(found.get(key), kind) or isinstance(found[key], bool):
                raise RecordError(f"The record is broken: its {key!r} is missing or of the wrong type.")
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
            if match.players != found["players"] or match.options != checked_options(match.game, found["options"]):
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
        raise RecordError(f"{path} is not a record: {error}.") from None
