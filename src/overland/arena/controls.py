"""Controls: line-ups whose result is known beforehand, played as well to show that the tournament can be trusted."""

from collections.abc import Sequence
from dataclasses import dataclass

from overland.arena.blocks import Block
from overland.arena.lineups import Lineup
from overland.arena.report import Control
from overland.arena.tally import Tally

CONTROL_LEVEL = 0.99  # of the intervals: a sound tournament rarely fails them


@dataclass(frozen=True)
class ControlPlan:
    """A control before it is played: whose share is compared with what is known."""

    name: str
    lineup: Lineup
    bot: str
    rule: str
    expects_par: bool  # else it must be above par


def control_plans(lineups: Sequence[Lineup], players: int) -> list[ControlPlan]:
    """The controls for ``players`` players; one that is among the line-ups anyway is not played twice."""
    mirror: Lineup = ("greedy",) * players
    saturated: Lineup = ("greedy", *["random"] * (players - 1))
    same = next((lineup for lineup in lineups if sorted(lineup) == sorted(saturated)), saturated)
    return [
        ControlPlan("mirror", mirror, "greedy", "the interval holds par", expects_par=True),
        ControlPlan("saturated", same, "greedy", "the interval is above par", expects_par=False),
    ]


def controls_of(plans: Sequence[ControlPlan], blocks: Sequence[Block], players: int) -> list[Control]:
    """Whether the controls that were played came out as they should."""
    found = []
    par = 1 / players
    for plan in plans:
        played = [block for block in blocks if block.lineup == plan.lineup]
        subject = ("lineup", plan.lineup, plan.bot), "share"
        share = Tally(played, players).estimates(level=CONTROL_LEVEL).get(subject)
        if share is None:
            continue
        has_passed = share.contains(par) if plan.expects_par else share.low is not None and share.low > par
        found.append(Control(plan.name, plan.lineup, len(played), plan.bot, share, par, plan.rule, has_passed))
    return found
