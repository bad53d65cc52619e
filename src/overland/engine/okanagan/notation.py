"""Okanagan in text, both ways: actions, chance outcomes, entries as a seat may read them, positions (rules 9)."""

import re
from functools import cache
from itertools import combinations
from typing import Any

from overland.engine.errors import NotationError, shortened
from overland.engine.jit import in_python
from overland.engine.okanagan.actions import CLAIM_ACTION, FIRST, SIZES, Kind, decode, encode
from overland.engine.okanagan.components import (
    BACK_NAMES,
    GOAL_NAMES,
    PART_NAMES,
    PARTS,
    REACH,
    REWARD_NAMES,
    Building,
    Terrain,
)
from overland.engine.okanagan.scoring import NOTHING, Source
from overland.engine.okanagan.state import Doing
from overland.engine.okanagan.view import is_open_to
from overland.engine.record import Plain, Record, plain

TERRAIN_NAMES = tuple(terrain.name.lower() for terrain in Terrain)
LAY = re.compile(r"tile (-?\d{1,2}),(-?\d{1,2}) r([0-3])")


@cache
def action_text(action: int) -> str:
    """An action in notation; kept, because the same few thousand are said again and again."""
    kind, first, second, third = decode(int(action))
    match kind:
        case Kind.KEEP:
            return f"keep {GOAL_NAMES[first]} {GOAL_NAMES[second]} {GOAL_NAMES[third]}"
        case Kind.LAY:
            return f"tile {first},{second} r{third}"
        case Kind.FARM:
            return f"farm {PART_NAMES[first]}"
        case Kind.WAREHOUSE:
            return f"warehouse {PART_NAMES[first]}+{PART_NAMES[second]}"
        case Kind.DISCARD:
            return f"discard {Building(first).name.lower()}"
        case Kind.RESOLVE:
            return f"resolve {PART_NAMES[first]}"
        case Kind.RANK:
            return f"rank {first}"
        case Kind.CLAIM:
            return "claim action" if first == CLAIM_ACTION else "claim rewards"
        case Kind.RETURN:
            return f"return {first + 1}"
        case Kind.ACTION:
            return f"action {first + 1}"
        case Kind.CHOOSE:
            return f"choose {first + 1}"
        case Kind.BLIND:
            return f"choose {first + 1} blind"
        case Kind.TAKE:
            return f"take {REWARD_NAMES[first]}"
        case Kind.GIVE:
            return f"give {REWARD_NAMES[first]}"
        case Kind.TRADE:
            return f"trade {first} give={REWARD_NAMES[second]} take={REWARD_NAMES[third]}"
        case Kind.SWAP:
            return f"swap {REWARD_NAMES[first]} {REWARD_NAMES[second]}"
        case Kind.DROP:
            return f"drop {GOAL_NAMES[first]} {GOAL_NAMES[second]}"
        case Kind.TILE:
            return f"=tile {first}"
        case Kind.BACK:
            return f"=back {BACK_NAMES[first]}"
        case Kind.GOAL:
            return f"=goal {GOAL_NAMES[first]}"
        case _:
            return Kind(kind).name.lower().replace("_", "-")  # silo, no-trade, stop


#: The texts of all actions except laying a tile and keeping three goals, which are many and regular.
TEXTS: dict[str, int] = {}


def parse_action(text: str) -> int:
    """The action that a text names; extra blanks and capital letters are allowed."""
    words = " ".join(text.lower().split())
    if not TEXTS:
        few = [kind for kind in Kind if kind not in (Kind.LAY, Kind.KEEP, Kind.WAREHOUSE)]
        TEXTS.update((action_text(n), n) for kind in few for n in range(FIRST[kind], FIRST[kind] + SIZES[kind]))
        pairs = combinations(range(PARTS), 2)
        TEXTS.update((action_text(n), n) for n in (encode(Kind.WAREHOUSE.value, a, b, 0) for a, b in pairs))
        del TEXTS["=tile 0"]
    if words in TEXTS:
        return TEXTS[words]
    if found := LAY.fullmatch(words):
        x, y, rotation = (int(part) for part in found.groups())
        action = encode(Kind.LAY.value, x, y, rotation)
        if abs(x) + abs(y) <= REACH and action_text(action) == words:
            return action
    if words.startswith("keep "):
        goals = [GOAL_NAMES.index(name) for name in words.split()[1:] if name in GOAL_NAMES]
        if len(goals) == 3 and goals[0] < goals[1] < goals[2] and len(words.split()) == 4:
            return encode(Kind.KEEP.value, *goals)
    raise NotationError(
        f"{shortened(text)} is not a move of Okanagan; moves look like 'tile 1,-2 r3' or 'warehouse forest+lake'."
    )


HIDDEN_TEXTS = {Kind.GOAL.value: "=goal ?", Kind.KEEP.value: "keep ? ? ?", Kind.DROP.value: "drop ? ?"}
TILE = Kind.TILE.value
is_open = in_python(is_open_to)


@cache
def kind_of(action: int) -> int:
    """The kind of an action; kept, as its text is."""
    return int(decode(int(action)).kind)


def entry_for(box: Record, state: Record, action: int, seat: int) -> str:
    """The entry ``action``, about to be played in ``state``, as ``seat`` may read it."""
    kind = kind_of(action)
    if kind in HIDDEN_TEXTS and not is_open(now := plain(state), now.actor, seat):
        return HIDDEN_TEXTS[kind]
    if kind == TILE and not is_turned_up_for(plain(state), seat):
        return "=tile ?"
    return action_text(action)


def is_turned_up_for(state: Plain, seat: int) -> bool:
    """Whether ``seat`` sees the tile that chance is about to name: its own, or one that is laid face up."""
    if state.doing == Doing.SETUP:
        return bool(state.seats[state.actor]["tile"] != 0 or state.actor == seat)
    if state.doing in (Doing.RETURNING, Doing.BLIND):
        return bool(state.to_move == seat)
    return True


SOURCE_NAMES = tuple(source.name.lower() for source in Source)
OF_GOALS = (Source.SINGLES.value, Source.PAIRS.value, Source.TRIPLES.value)
OF_TERRITORIES = (Source.CLOSED.value, Source.INFLUENCE.value)


def gain_data(gain: Record, seat: int | None) -> dict[str, Any] | None:
    """A gain as named data: who gains what, from where; nothing about another's goals, which a last move scores."""
    if gain.source in OF_GOALS and seat is not None and seat != gain.seat:
        return None
    what: str | None = None
    if gain.what != NOTHING:
        is_terrain = gain.source in OF_TERRITORIES
        names = GOAL_NAMES if gain.source in OF_GOALS else TERRAIN_NAMES if is_terrain else REWARD_NAMES
        what = names[gain.what]
    return {
        "seat": int(gain.seat),
        "source": SOURCE_NAMES[gain.source],
        "what": what,
        "amount": int(gain.amount),
        "other": None if gain.other == NOTHING else int(gain.other),
        "points": int(gain.points),
    }
