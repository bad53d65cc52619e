"""What a tournament found, as one value: to be read in Python, shown as text, or written as JSON or as a page."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from overland.arena.lineups import Lineup
from overland.arena.statistics import Estimate
from overland.arena.tally import Measures
from overland.engine.errors import SettingsError

FORMAT = "overland-arena-report/1"
DIGITS = 6  # of numbers in the JSON file


@dataclass(frozen=True)
class Thinking:
    """How long a bot thinks, in seconds; a turn is all its decisions until another seat acts."""

    decisions: int
    mean_decision: float
    median_turn: float
    slow_turn: float  # 99 of 100 turns are faster
    longest_turn: float


@dataclass(frozen=True)
class Standing:
    """How one bot did in all its games."""

    bot: str
    rating: Estimate
    total: Measures
    seats: list[Measures]  # by seat
    thinking: Thinking | None  # None if it never had a choice
    faults: int  # games lost by a fault
    margins: list[int]  # how many games had a margin in each bin

    @property
    def share(self) -> Estimate:
        return self.total.share


@dataclass(frozen=True)
class LineupResult:
    """How the bots of one line-up did against each other; of a bot against itself, the first entry."""

    lineup: Lineup
    blocks: int
    bots: dict[str, Measures]


@dataclass(frozen=True)
class Duel:
    """How often a bot finished ahead of another at the same table; equal ranks are half."""

    bot: str
    other: str
    ahead: Estimate


@dataclass(frozen=True)
class Control:
    """A line-up whose result is known beforehand: if it comes out wrong, nothing else can be trusted."""

    name: str
    lineup: Lineup
    blocks: int
    bot: str
    share: Estimate  # of the bot; against itself, of the first entry
    par: float
    rule: str  # when it passes
    has_passed: bool


@dataclass(frozen=True)
class FaultGroup:
    """Faults of one bot that are alike, with the first as an example."""

    bot: str
    kind: str
    count: int
    reason: str
    lineup: Lineup
    deal: int
    rotation: int
    entry: int


@dataclass(frozen=True)
class Report:
    game: str
    title: str
    rules: int
    players: int
    options: dict[str, str]
    range_name: str
    first: int
    deals: int
    blocks: int  # of the line-ups, without controls
    games: int
    par: float  # the share of a bot that is as good as the others
    anchor: str  # the bot whose rating is 0
    standings: list[Standing]  # the best rating first
    lineups: list[LineupResult]
    duels: list[Duel]
    bins: list[int]  # the edges of the bins of margins
    controls: list[Control]
    faults: list[FaultGroup]
    abandoned: list[tuple[Lineup, int]]  # blocks that killed the process they were played in; not counted
    command: str | None  # plays the same tournament again; None if its bots cannot be named in a command
    overland: str
    format: str = FORMAT

    def standing(self, bot: str) -> Standing:
        for standing in self.standings:
            if standing.bot == bot:
                return standing
        raise SettingsError(f"There is no bot {bot!r} in this tournament.")

    def ahead(self, bot: str, other: str) -> Estimate:
        """How often a bot finished ahead of another: between two players, its win share."""
        for duel in self.duels:
            if (duel.bot, duel.other) == (bot, other):
                return duel.ahead
        raise SettingsError(f"{bot!r} and {other!r} have not met in this tournament.")

    def to_json(self) -> str:
        return json.dumps(rounded(asdict(self)), indent=1, ensure_ascii=False) + "\n"


def rounded(value: Any) -> Any:
    """The same value, with every number rounded for the file."""
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    return value
