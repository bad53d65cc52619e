"""The coach: what a player who asks is told about the choices, from what that player knows and nothing else.

Only where the table allows aids: against bots, unless it was switched off; against people only if whoever set the table
up said so, which everybody is told before sitting down.
"""

import logging
from collections.abc import Callable

from overland.engine.position import Position
from overland.review.decision import Judged, advise, check_choice
from overland.review.reasons import Moment, find_reasons
from overland.server import messages
from overland.server.bot_seats import BotFailure
from overland.server.errors import Refusal
from overland.server.live import LiveTable
from overland.server.preparation_steps import JUDGE
from overland.server.protocol import Said
from overland.server.requests import seat_for
from overland.server.socket_protocol import Check, CheckedMessage, Hint, HintMessage, Unseen
from overland.server.store import Identity

log = logging.getLogger("overland.server")

HINT_SIMULATIONS = 192
CHECK_SIMULATIONS = 128
FOR_YOU = {"verdict.why.more_later": "verdict.why.more_later_you"}
SEED = 0  # the same question has the same answer


async def hint(live: LiveTable, identity: Identity | None, request: Hint) -> HintMessage:
    """The best choice and why, and the runner-up."""
    position = asked_position(live, identity)
    version, entry = live.table.version, len(live.table.running().entries)
    if len(position.legal) == 1:
        return HintMessage(id=request.id, version=version, choice=0)
    judged, moment = await think(live, lambda: with_reasons(position, best_of(live, position, version, entry)))
    return HintMessage(
        id=request.id,
        version=version,
        choice=number_of(position, judged.best),
        other=number_of(position, judged.played),
        loss=judged.loss,
        lead=judged.lead,
        why=told(moment),
    )


async def check(live: LiveTable, identity: Identity | None, request: Check) -> CheckedMessage:
    """What a choice would cost, before it is made."""
    position = asked_position(live, identity)
    version, entry = live.table.version, len(live.table.running().entries)
    if request.version != version:
        raise Refusal("error.stale", 409)
    if request.choice >= len(position.legal):
        raise Refusal("error.no_such_choice", 409)
    action = int(position.legal.actions[request.choice])
    if len(position.legal) == 1:
        return CheckedMessage(
            id=request.id, version=version, choice=request.choice, name="best", loss=0.0, error=0.0, better=0
        )

    def weigh() -> tuple[Judged, Moment]:
        best = position.game.parse_action(best_of(live, position, version, entry).best)
        return with_reasons(position, check_choice(position, entry, action, best, CHECK_SIMULATIONS, SEED))

    judged, moment = await think(live, weigh)
    return CheckedMessage(
        id=request.id,
        version=version,
        choice=request.choice,
        name=judged.name,
        loss=judged.loss,
        error=judged.loss_error,
        lead=judged.lead,
        better=number_of(position, judged.best),
        why=[] if judged.is_best else told(moment),
    )


def best_of(live: LiveTable, position: Position, version: int, entry: int) -> Judged:
    """The coach's opinion of a position, the same for a hint and for a warning: it is formed once."""
    known = live.advice
    if known is None or known[0] != version:
        known = live.advice = version, advise(position, entry, HINT_SIMULATIONS, SEED)
    return known[1]


def unseen(live: LiveTable, identity: Identity | None) -> Unseen:
    """What a player has not seen yet."""
    seat = aided_seat(live, identity)
    return Unseen(version=live.table.version, groups=messages.unseen_by(live.table.running().position, seat))


def aided_seat(live: LiveTable, identity: Identity | None) -> int:
    """Where the visitor sits, if the table allows aids."""
    seat = seat_for(live, identity)
    if not live.table.settings.aids:
        raise Refusal("error.hints_off")
    return seat


def asked_position(live: LiveTable, identity: Identity | None) -> Position:
    """The position in which the visitor is asked, if the coach may speak there."""
    seat = aided_seat(live, identity)
    position = live.table.running().position
    if position.to_act != seat:
        raise Refusal("error.not_your_turn")
    live.services.preparation.check(position.game.name, JUDGE)
    return position


def told(moment: Moment) -> list[Said]:
    """The reasons as they go over the wire; who asks is called by "you"."""
    return [Said(key=FOR_YOU.get(reason["key"], reason["key"]), args=reason["args"]) for reason in moment.reasons]


def with_reasons(position: Position, judged: Judged) -> tuple[Judged, Moment]:
    return judged, find_reasons(position, judged, SEED)


async def think(live: LiveTable, work: Callable[[], tuple[Judged, Moment]]) -> tuple[Judged, Moment]:
    """Think where bots do."""
    try:
        return await live.services.bots.think(work)
    except BotFailure as error:
        log.warning("table %s: no advice: %s", live.table.id, error)
        raise Refusal("error.no_hint", 503) from None


def number_of(position: Position, choice: str) -> int:
    """The number of a choice in notation."""
    return list(position.legal.actions).index(position.game.parse_action(choice))
