"""Short ways to play: two bots compared, or a few blocks to look at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from overland.arena.alarm import Alarm
from overland.arena.blocks import Block
from overland.arena.entrants import Participant, as_entrant, check_entrants
from overland.arena.jobs import Event
from overland.arena.report import Report
from overland.arena.seating import Seating
from overland.arena.statistics import Estimate
from overland.arena.terms import MOVE_LIMIT, Terms
from overland.arena.tournament import Tournament, entrants_of
from overland.engine.errors import SettingsError
from overland.engine.game import Data, Options
from overland.engine.games import game_named

USUAL_RANGE = "selection"  # not the deals that published results are measured on


@dataclass(frozen=True)
class Comparison:
    """How the first bot did against the second: its share of the wins, with a 95 % interval."""

    share: float
    low: float
    high: float
    is_saturated: bool
    par: float
    margin: Estimate | None
    games: int
    report: Report


def compare(game: str, bots: Sequence[Participant], terms: Terms | None = None, *, processes: int = 1) -> Comparison:
    """Play one bot against another; with more than two players, against a copy of the other in every other seat."""
    if len(bots) != 2:
        raise SettingsError(f"Only two bots can be compared, not {len(bots)}.")
    one, other = (as_entrant(bot) for bot in bots)
    terms = terms or Terms()
    terms = replace(terms, range_name=terms.range_name or USUAL_RANGE, controls=False)
    lineup = (one.name, *[other.name] * (terms.players - 1))
    report = Tournament(game, [one, other], terms, lineups=[lineup]).run(processes)
    found = report.standing(one.name).total
    share = found.share
    assert share.low is not None and share.high is not None
    return Comparison(
        share.value, share.low, share.high, share.is_saturated, report.par, found.margin, found.games, report
    )  # fmt: skip


def play_blocks(
    game: str,
    bots: Sequence[Participant],
    deals: Iterable[int],
    *,
    range_name: str = USUAL_RANGE,
    options: Options | None = None,
    data: Data | Path | None = None,
    move_limit: float = MOVE_LIMIT,
) -> list[Block]:
    """Play some deals with one line-up, one bot per seat, in this process; returns what happened in each game."""
    rules = game_named(game)
    entrants = [as_entrant(bot) for bot in bots]
    lineup = tuple(entrant.name for entrant in entrants)
    checked = entrants_of(entrants, [lineup])
    check_entrants(checked.values(), rules, move_limit)
    terms = Terms(players=len(lineup), range_name=range_name, options=options, data=data, move_limit=move_limit)
    event = Event(
        token="",
        game=rules.name,
        players=terms.checked_players(rules),
        options=terms.checked_options(rules),
        data=terms.loaded_data(rules),
        entrants=checked,
        range_name=terms.checked_range(USUAL_RANGE),
        move_limit=move_limit,
    )
    seating = Seating(event, Alarm())
    return [seating.play_block(lineup, deal) for deal in deals]
