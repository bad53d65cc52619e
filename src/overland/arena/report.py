"""What a tournament found, as one value: to be read from Python, shown as text, written as JSON or as a page."""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from overland.arena.blocks import Block, Fault, GameResult
from overland.arena.lineups import Lineup, names_of
from overland.arena.ratings import Stages, ratings
from overland.arena.statistics import Estimate
from overland.arena.tally import Measures, Subject, Tally, counted_seats, margins_of
from overland.engine.errors import SettingsError

FORMAT = "overland-arena-report/1"
MOST_BINS = 30
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
    thinking: Thinking | None  # nothing if it never had a choice
    faults: int  # games lost by a fault
    margins: list[int]  # how many games had a margin in each bin

    @property
    def share(self) -> Estimate:
        """Of the win."""
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
    """What a tournament found."""

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
    command: str | None  # plays the same tournament again; nothing if its bots cannot be named in a command
    overland: str
    format: str = FORMAT

    def standing(self, bot: str) -> Standing:
        """How a bot did."""
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
        """Everything, as JSON."""
        return json.dumps(rounded(asdict(self)), indent=1, ensure_ascii=False) + "\n"


@dataclass(frozen=True)
class ControlPlan:
    """A control that is played along: a bot's share is compared with what is known."""

    name: str
    lineup: Lineup
    bot: str
    rule: str
    expects_par: bool  # else it must be above par


def summarise(
    facts: Mapping[str, Any],
    lineups: Sequence[Lineup],
    anchor: str,
    blocks: Sequence[Block],
    plans: Sequence[ControlPlan] = (),
    control_blocks: Sequence[Block] = (),
    abandoned: Sequence[tuple[Lineup, int]] = (),
) -> Report:
    """The report on the blocks of some line-ups; ``facts`` are those of its fields that tell what was played."""
    players = len(lineups[0])
    tally = Tally(blocks, players)
    found = tally.estimates()
    bots = [bot for bot in names_of(lineups) if (("bot", bot), "share") in found]
    if not bots:
        raise SettingsError("No block could be played, so there is nothing to report.")
    bins = margin_bins(tally)
    standings = standings_of(bots, tally, found, chosen(anchor, bots), bins)
    return Report(
        **facts,
        players=players,
        blocks=len(blocks),
        games=sum(len(block.games) for block in blocks),
        par=1 / players,
        anchor=chosen(anchor, bots),
        standings=sorted(standings, key=lambda standing: -standing.rating.value),
        lineups=[result for lineup in lineups if (result := lineup_result(lineup, tally, found))],
        duels=[
            Duel(bot, other, found[("ahead", bot, other), "share"])
            for bot in bots
            for other in bots
            if (("ahead", bot, other), "share") in found
        ],
        bins=bins,
        controls=controls_of(plans, control_blocks, players),
        faults=fault_groups(blocks),
        abandoned=list(abandoned),
    )


def chosen(anchor: str, bots: Sequence[str]) -> str:
    """The anchor, unless all its blocks were abandoned."""
    return anchor if anchor in bots else bots[0]


class Notes:
    """What the games tell about each bot beside its results."""

    def __init__(self, bots: Sequence[str], tally: Tally) -> None:
        self.stages = Stages(bots, len(tally.deals))
        self.turns: dict[str, list[int]] = defaultdict(list)  # microseconds
        self.decisions: Counter[str] = Counter()
        self.seconds: dict[str, float] = defaultdict(float)
        self.faults: Counter[str] = Counter()
        self.margins: dict[str, list[int]] = defaultdict(list)
        for block in tally.blocks:
            for game in block.games:
                self.stages.add(tally.deals[block.deal], game.seats, game.ranks)
                self.add(game)

    def add(self, game: GameResult) -> None:
        """Take in one game."""
        for seat, bot in enumerate(game.seats):
            self.turns[bot].extend(game.turns[seat])
            self.decisions[bot] += game.decisions[seat]
            self.seconds[bot] += game.seconds[seat]
        self.faults.update(fault.bot for fault in game.faults)
        if not game.faults:
            margins = margins_of(game)
            for seat in counted_seats(game):
                self.margins[game.seats[seat]].append(margins[seat])

    def thinking(self, bot: str) -> Thinking | None:
        """How long a bot thinks."""
        if not self.turns[bot]:
            return None
        turns = np.array(self.turns[bot]) / 1e6
        return Thinking(
            decisions=self.decisions[bot],
            mean_decision=self.seconds[bot] / self.decisions[bot],
            median_turn=float(np.median(turns)),
            slow_turn=float(np.percentile(turns, 99)),
            longest_turn=float(turns.max()),
        )


def standings_of(
    bots: Sequence[str], tally: Tally, found: Mapping[tuple[Subject, str], Estimate], anchor: str, bins: list[int]
) -> list[Standing]:
    """How each bot did in all its games."""
    notes = Notes(bots, tally)
    rated = ratings(notes.stages, anchor)
    return [
        Standing(
            bot=bot,
            rating=rated[bot],
            total=measures(("bot", bot), tally, found),
            seats=[measures(("seat", bot, seat), tally, found) for seat in range(tally.players)],
            thinking=notes.thinking(bot),
            faults=notes.faults[bot],
            margins=[int(count) for count in np.histogram(notes.margins[bot], bins)[0]],
        )
        for bot in bots
    ]


def measures(subject: Subject, tally: Tally, found: Mapping[tuple[Subject, str], Estimate]) -> Measures:
    """How a subject did."""
    return Measures(
        games=tally.games(subject),
        share=found[subject, "share"],
        rank=found[subject, "rank"],
        margin=found.get((subject, "margin")),
    )


def lineup_result(lineup: Lineup, tally: Tally, found: Mapping[tuple[Subject, str], Estimate]) -> LineupResult | None:
    """How the bots of a line-up did; nothing if it was not played."""
    played = [block for block in tally.blocks if block.lineup == lineup]
    if not played:
        return None
    names = dict.fromkeys(lineup)
    return LineupResult(lineup, len(played), {bot: measures(("lineup", lineup, bot), tally, found) for bot in names})


def margin_bins(tally: Tally) -> list[int]:
    """Edges of bins, of a round width, that hold every margin and have zero as one of them."""
    margins = [
        margin for block in tally.blocks for game in block.games if not game.faults for margin in margins_of(game)
    ]
    furthest = max((abs(margin) for margin in margins), default=0) + 1
    widths = (step * 10**power for power in range(9) for step in (1, 2, 5))
    width = next(width for width in widths if 2 * furthest / width <= MOST_BINS)
    sides = -(-furthest // width)
    return [width * step for step in range(-sides, sides + 1)]


def controls_of(plans: Sequence[ControlPlan], blocks: Sequence[Block], players: int) -> list[Control]:
    """Whether the controls came out as they must, by intervals of 99 %: a sound harness rarely fails those."""
    found = []
    par = 1 / players
    for plan in plans:
        played = [block for block in blocks if block.lineup == plan.lineup]
        subject = ("lineup", plan.lineup, plan.bot), "share"
        share = Tally(played, players).estimates(level=0.99).get(subject)
        if share is None:
            continue
        has_passed = share.contains(par) if plan.expects_par else share.low is not None and share.low > par
        found.append(Control(plan.name, plan.lineup, len(played), plan.bot, share, par, plan.rule, has_passed))
    return found


def fault_groups(blocks: Sequence[Block]) -> list[FaultGroup]:
    """The faults, those that are alike together, the most frequent first."""
    groups: dict[tuple[str, str], list[tuple[Block, GameResult, Fault]]] = defaultdict(list)
    for block in sorted(blocks, key=lambda block: block.deal):
        for game in block.games:
            for fault in game.faults:
                groups[fault.bot, fault.kind].append((block, game, fault))
    found = []
    for (bot, kind), cases in groups.items():
        block, game, fault = cases[0]
        found.append(
            FaultGroup(bot, kind, len(cases), fault.reason, block.lineup, block.deal, game.rotation, fault.entry)
        )  # fmt: skip
    return sorted(found, key=lambda group: -group.count)


def rounded(value: Any) -> Any:
    """The same with numbers of a sensible length."""
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    return value
