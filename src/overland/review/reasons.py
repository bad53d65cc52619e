"""Why a choice was better than the one that was played: built from what both bring at once, what is expected of them in
the end, and what the next player can make of them. All of it on what the player knew then."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np

from overland.bots.judge import likeliest
from overland.engine.game import CHANCE, OVER
from overland.engine.position import Position
from overland.engine.record import ACTION, Record
from overland.engine.rng import new_rng, random_weighted
from overland.review.decision import Judged, stream
from overland.words.games import WORDS
from overland.words.message import Message, message

WORLDS = 16  # in which replies are looked at
LEAST_POINTS = 0.75  # a smaller difference in points is not worth a sentence
LEAST_SHARE = 4  # worlds in which a reply must come up to be named
MOST_STEPS = 40  # of one's own turn and the next player's


@dataclass(frozen=True)
class Told:
    """A choice with what it brings at once."""

    choice: str
    gains: tuple[dict[str, Any], ...]  # messages
    points: int  # at once, of the player


@dataclass(frozen=True)
class Moment:
    """A costly decision, with reasons as messages."""

    entry: int
    seat: int
    played: Told
    better: Told
    reasons: tuple[dict[str, Any], ...]

    @classmethod
    def from_data(cls, found: Mapping[str, Any]) -> Self:
        """A moment that was kept."""
        played, better = (
            Told(found[name]["choice"], tuple(found[name]["gains"]), found[name]["points"])
            for name in ("played", "better")
        )
        return cls(found["entry"], found["seat"], played, better, tuple(found["reasons"]))

    def as_data(self) -> dict[str, Any]:
        """The moment ready for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Reply:
    """What the next player made of a choice: points in its turn, on average, and the choices that brought them."""

    seat: int
    points: float
    best: str  # the reply that brought most altogether, in notation
    best_points: float  # it brought, on average
    worlds: int  # in which it came up


def find_reasons(position: Position, judged: Judged, seed: int) -> Moment:
    """Why what was best was better than what was played."""
    played, better = told(position, judged.played), told(position, judged.best)
    reasons = [
        *at_once(played, better),
        *in_the_end(judged),
        *by_the_next(position, judged, seed),
    ]
    if not reasons:
        percent = round(100 * judged.loss)
        reasons = [message("verdict.why.wins", percent=percent) if percent else message("verdict.why.alike")]
    return Moment(judged.entry, judged.seat, played, better, tuple(reason.as_data() for reason in reasons))


def told(position: Position, choice: str) -> Told:
    """A choice and what it brings at once, as far as its player may know."""
    words = WORDS[position.game.name]
    gains = [gain for gain in position.explain(choice)[0] if words.is_worth_telling(gain)]
    context = words.gain_context(choice)
    mine = sum(int(gain["points"] or 0) for gain in gains if gain["seat"] == position.to_act)
    return Told(choice, tuple(gain_data(words.gain_message(gain, context), gain) for gain in gains), mine)


def gain_data(said: Message, gain: Mapping[str, Any]) -> dict[str, Any]:
    """A gain as a message, with the seat it goes to."""
    return {**said.as_data(), "seat": gain["seat"]}


def at_once(played: Told, better: Told) -> list[Message]:
    """What the choices bring at once, if that differs."""
    if played.points == better.points:
        return []
    key = "verdict.why.more_now" if better.points > played.points else "verdict.why.less_now"
    return [message(key, points=better.points, others=played.points)]


def in_the_end(judged: Judged) -> list[Message]:
    """What is expected at the end: of one's own points, and of those of the one whom it costs most."""
    better, played = judged.weight_of(judged.best), judged.weight_of(judged.played)
    more = [there - here for there, here in zip(better.points, played.points, strict=True)]
    found = []
    if more[judged.seat] >= LEAST_POINTS:
        found.append(message("verdict.why.more_later", seat=judged.seat, points=tenths(more[judged.seat])))
    other = min((seat for seat in range(len(more)) if seat != judged.seat), key=lambda seat: more[seat])
    if more[other] <= -LEAST_POINTS:
        found.append(message("verdict.why.others_later", seat=other, points=tenths(-more[other])))
    return found


def by_the_next(position: Position, judged: Judged, seed: int) -> list[Message]:
    """What the next player can do after the choice that was played, and not after the other."""
    game = position.game
    after = [
        reply_to(position, game.parse_action(choice), stream(seed, judged.entry, 3))
        for choice in (judged.played, judged.best)
    ]
    bad, good = after
    if bad is None or bad.worlds < LEAST_SHARE or bad.best_points < 2 * LEAST_POINTS:
        return []
    if good is not None and bad.points - good.points < 2 * LEAST_POINTS:
        return []
    words = WORDS[game.name]
    return [
        message(
            "verdict.why.reply",
            seat=bad.seat,
            reply=words.action_message(bad.best),
            points=tenths(bad.best_points),
        )
    ]


def reply_to(position: Position, action: int, seed: int) -> Reply | None:
    """What the next player makes of a choice, in worlds that the player who chooses thinks possible."""
    mine = position.to_act
    rng = new_rng(seed)
    gained: dict[str, float] = {}
    count: Counter[str] = Counter()
    seats: Counter[int] = Counter()
    total, reached = 0.0, 0
    for _ in range(WORLDS):
        found = next_turn(position.sample(mine, rng).play(action)[0], mine, rng)
        if found is None:
            continue
        seat, choice, points, turn_points = found
        gained[choice] = gained.get(choice, 0.0) + points
        count[choice] += 1
        seats[seat] += 1
        total += turn_points
        reached += 1
    if not reached:
        return None
    best = max(gained, key=lambda choice: (gained[choice], choice))
    return Reply(seats.most_common(1)[0][0], total / reached, best, gained[best] / count[best], count[best])


def next_turn(position: Position, mine: int, rng: Record) -> tuple[int, str, int, int] | None:
    """Play on to the end of the next player's turn: who it was, its best choice, and what that and the turn brought."""
    seat, best, best_points, total = None, "", 0, 0
    for _ in range(MOST_STEPS):
        actor = position.to_act
        if actor == OVER or (seat is not None and actor not in (seat, CHANCE)):
            break
        if actor == CHANCE:
            weights = position.weights
            action = int(position.legal.actions[random_weighted(rng, np.array(weights, ACTION), len(weights))])
        else:
            action = likeliest(position.view(actor), position.legal.actions, 1, box=position.box)[0]
        if actor not in (mine, CHANCE):
            seat = actor
            gains = position.explain(action)[0]
            points = sum(int(gain["points"] or 0) for gain in gains if gain["seat"] == actor)
            total += points
            if points > best_points or not best:
                best, best_points = position.game.action_text(action), points
        position = position.play(action)[0]
    return None if seat is None else (seat, best, best_points, total)


def tenths(points: float) -> str:
    """Points as people say them: whole ones from ten on, else with one figure after the point."""
    return f"{points:.0f}" if points >= 10 else f"{points:.1f}".removesuffix(".0")
