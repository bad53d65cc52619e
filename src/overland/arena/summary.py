"""From the blocks of a tournament to its report."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from overland.arena.blocks import Block, Fault, GameResult
from overland.arena.controls import ControlPlan, controls_of
from overland.arena.lineups import Lineup, names_of
from overland.arena.ratings import Stages, ratings
from overland.arena.report import Duel, FaultGroup, LineupResult, Report, Standing, Thinking
from overland.arena.statistics import Estimate
from overland.arena.tally import Measures, Subject, Tally, counted_seats, margins_of
from overland.engine.errors import SettingsError

MOST_BINS = 30


@dataclass(frozen=True)
class Played:
    """What there is to report on."""

    lineups: Sequence[Lineup]
    blocks: Sequence[Block]  # of these line-ups
    plans: Sequence[ControlPlan] = ()
    control_blocks: Sequence[Block] = ()
    abandoned: Sequence[tuple[Lineup, int]] = ()


def summarise(facts: Mapping[str, Any], played: Played, anchor: str) -> Report:
    """The report on what was played; ``facts`` are the fields of the report that state the settings."""
    players = len(played.lineups[0])
    tally = Tally(played.blocks, players)
    found = tally.estimates()
    bots = [bot for bot in names_of(played.lineups) if (("bot", bot), "share") in found]
    if not bots:
        raise SettingsError("No block could be played, so there is nothing to report.")
    anchor = anchor if anchor in bots else bots[0]  # all blocks of the anchor may have been abandoned
    bins = margin_bins(tally)
    standings = standings_of(bots, tally, found, anchor, bins)
    return Report(
        **facts,
        players=players,
        blocks=len(played.blocks),
        games=sum(len(block.games) for block in played.blocks),
        par=1 / players,
        anchor=anchor,
        standings=sorted(standings, key=lambda standing: -standing.rating.value),
        lineups=[result for lineup in played.lineups if (result := lineup_result(lineup, tally, found))],
        duels=[
            Duel(bot, other, found[("ahead", bot, other), "share"])
            for bot in bots
            for other in bots
            if (("ahead", bot, other), "share") in found
        ],
        bins=bins,
        controls=controls_of(played.plans, played.control_blocks, players),
        faults=fault_groups(played.blocks),
        abandoned=list(played.abandoned),
    )


class BotNotes:
    """What the games show about each bot besides its results."""

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
    notes = BotNotes(bots, tally)
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
    return Measures(
        games=tally.games(subject),
        share=found[subject, "share"],
        rank=found[subject, "rank"],
        margin=found.get((subject, "margin")),
    )


def lineup_result(lineup: Lineup, tally: Tally, found: Mapping[tuple[Subject, str], Estimate]) -> LineupResult | None:
    """How the bots of a line-up did; None if it was not played."""
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


def fault_groups(blocks: Sequence[Block]) -> list[FaultGroup]:
    """The faults, grouped with those like them, the most frequent first."""
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
