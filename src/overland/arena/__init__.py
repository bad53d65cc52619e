"""The arena: bots against bots in bulk, with honest error bars.

    from overland.arena import Terms, Tournament

    tournament = Tournament("oregon", ["planner", "greedy"], Terms(deals=100))
    report = tournament.run()
    for standing in report.standings:
        share = standing.share
        print(f"{standing.bot}: {share.value:.1%}, from {share.low:.1%} to {share.high:.1%}")
    print(report.standing("planner").rating)

Every deal is played once from every seat; intervals come from the spread of the deals; bots that misbehave lose.
``compare`` is the short way to ask whether one bot beats another, ``play_blocks`` gives the games themselves.
"""

from overland.arena.blocks import Block, Fault, GameResult
from overland.arena.comparison import Comparison, compare, play_blocks
from overland.arena.deals import DealRange, deal_seed
from overland.arena.entrants import Entrant
from overland.arena.report import Report
from overland.arena.statistics import Estimate
from overland.arena.terms import Terms
from overland.arena.tournament import Progress, Tournament

__all__ = [
    "Block",
    "Comparison",
    "DealRange",
    "Entrant",
    "Estimate",
    "Fault",
    "GameResult",
    "Progress",
    "Report",
    "Terms",
    "Tournament",
    "compare",
    "deal_seed",
    "play_blocks",
]
