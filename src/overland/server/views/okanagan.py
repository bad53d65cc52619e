"""Okanagan's views as data."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Literal, NotRequired

import numpy as np
from typing_extensions import TypedDict

from overland.engine.jit import in_python
from overland.engine.okanagan.components import (
    BACK_NAMES,
    GOAL_NAMES,
    PAIR_POINTS,
    PART_NAMES,
    PROMO_NAMES,
    PROMOS,
    REWARD_NAMES,
    REWARDS,
    SHAPES,
    SIDES,
    SINGLE_POINTS,
    SLOTS,
    TERRAINS,
    TRIPLE_POINTS,
    Building,
    Shape,
)
from overland.engine.okanagan.legal import slot_named
from overland.engine.okanagan.notation import TERRAIN_NAMES
from overland.engine.okanagan.scoring import explorer_points, nugget_points
from overland.engine.okanagan.state import (
    HELD,
    LAID,
    NO_ITEM,
    NO_TERRITORY,
    STACK,
    STATE,
    TERRITORY,
    Phase,
    count_tiles_in_box,
)
from overland.engine.okanagan.view import VIEW, VIEW_SEAT
from overland.engine.record import Plain, Record, new_record
from overland.server.views.base import GameViews, UnseenGroup, chunks

SHAPE_NAMES = tuple(shape.name.lower() for shape in Shape)
BUILDING_NAMES = tuple(building.name.lower() for building in Building)
START_TILE = 0


class Face(TypedDict):
    """A tile: terrain and icons of each side, from the north, clockwise, and its back (none for the start tile)."""

    sides: list[str]  #: none on a promo tile
    icons: list[str]  #: the shapes on each side, joined by +; mostly one
    parts: NotRequired[list[str]]  #: the territory of each side by name, where sides of one terrain are apart
    back: NotRequired[str]
    promo: NotRequired[str]  #: the name of a promo tile, whose sides match any terrain


class OkanaganBox(TypedDict):
    """The tiles by number; tile 0 is the start tile, the promo tiles come last."""

    game: Literal["okanagan"]
    tiles: list[Face]


class LaidTile(TypedDict):
    """A tile on the map, with the building on it."""

    tile: int
    x: int
    y: int
    rotation: int  #: quarter turns clockwise
    owner: NotRequired[int]  #: the seat that built here
    building: NotRequired[str]
    site: list[str]  #: the territories of the tile that the building touches, by name
    territories: list[int]  #: the territory each side belongs to, from the north of the map; -1 on a promo tile


class Territory(TypedDict):
    """Connected terrain."""

    terrain: str
    open: int  #: sides that touch no tile; closed at 0
    icons: dict[str, int]  #: rewards
    influence: list[int]  #: of each seat


class StackShown(TypedDict):
    """A stack of tiles: the tile in front of it, the special action on its top, how many are left."""

    face_up: NotRequired[int]
    back: NotRequired[str]
    size: int


class Resolution(TypedDict):
    """A closed territory that is being shared out."""

    territory: int
    order: list[int]  #: seats in rank order, as far as it is settled
    share: list[int]  #: tokens each seat may still take
    pool: dict[str, int]  #: rewards left to take
    acting: NotRequired[int]  #: the seat that takes a special action now


class GoalShown(TypedDict):
    """A goal in a hand, how often it is fulfilled and what that is worth now."""

    goal: str
    each: int  #: points each time it is fulfilled
    times: int
    points: int


class OkanaganSeat(TypedDict):
    """What is known of one seat."""

    has_tile: bool
    tile: NotRequired[int]  #: in front of the seat, if the viewer may know
    tile_back: NotRequired[str]  #: its back, if only that is known
    gold: int
    known: int  #: points that everybody can count now: Explorer sets and the place by nuggets; goals come on top
    goals_held: int
    buildings: dict[str, int]  #: left in this round
    tokens: dict[str, int]
    goals: NotRequired[list[GoalShown]]  #: if the viewer may know


class OkanaganPublic(TypedDict):
    """What everybody sees of a position of Okanagan."""

    game: Literal["okanagan"]
    phase: str
    round: int
    to_move: int
    actor: int
    tiles: dict[str, LaidTile]  #: by number, in the order they were laid
    territories: dict[str, Territory]  #: by id
    stacks: list[StackShown]
    closing: NotRequired[dict[str, int]]  #: closed territories of which one is to come first, by name
    resolution: NotRequired[Resolution]
    gold: int  #: nuggets left
    supply: dict[str, int]
    goals_left: int


class OkanaganView(OkanaganPublic):
    """A position of Okanagan as a receiver sees it."""

    seats: dict[str, OkanaganSeat]  #: by number


PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
ACTING = (Phase.ACTION, Phase.BONUS, Phase.GIVE, Phase.TRADE, Phase.SWAP, Phase.DROP)
GOAL_SOURCES = ("singles", "pairs", "triples")  # by how many rewards a goal wants
#: What a goal brings each time it is fulfilled (6.3).
EACH = tuple((SINGLE_POINTS, PAIR_POINTS, TRIPLE_POINTS)[name.count("+")] for name in GOAL_NAMES)
#: The rewards that a goal wants, which its name says.
WANTED = tuple(tuple(REWARD_NAMES.index(reward) for reward in name.split("+")) for name in GOAL_NAMES)
NUMBERS = tuple(str(number) for number in range(256))  # the keys of objects are texts


def box_as_data(box: Record) -> OkanaganBox:
    """The tiles as data."""
    return {"game": "okanagan", "tiles": [face_as_data(box, tile) for tile in range(box.tile_count + PROMOS)]}


def face_as_data(box: Record, tile: int) -> Face:
    if not box.slots[tile]:
        promo = PROMO_NAMES[tile - box.tile_count]
        return {"sides": [], "icons": [], "back": BACK_NAMES[box.back[tile]], "promo": promo}
    face: Face = {
        "sides": [TERRAIN_NAMES[side] for side in box.sides[tile]],
        "icons": [
            "+".join(name for name, count in zip(SHAPE_NAMES, counts, strict=True) for _ in range(count))
            for counts in box.side_icons[tile].tolist()
        ],
    }
    if (box.part_of[tile] >= TERRAINS).any():
        face["parts"] = [PART_NAMES[box.part_of[tile, slot]] for slot in box.slot[tile, 0]]
    if tile != START_TILE:
        face["back"] = BACK_NAMES[box.back[tile]]
    return face


def names_of(box: Record) -> bytes:
    """The names of the territories of every tile, by slot; those of slots that it does not have mean nothing."""
    return bytes(box.part_of.astype("u1").tobytes())


def public(box: Record, view: Plain) -> OkanaganPublic:
    """What everybody sees."""
    players, backs = view.players, box.back.tobytes()
    laid = [laid_as_data(names_of(box), chunk) for chunk in chunks(view.laid, view.laid_count)]
    territories = chunks(view.territories, view.territory_count)
    used = sorted(set().union(*(tile["territories"] for tile in laid)) - {NO_TERRITORY})
    shown: OkanaganPublic = {
        "game": "okanagan",
        "phase": PHASE_NAMES[view.phase],
        "round": view.round_number,
        "to_move": view.to_move,
        "actor": view.actor,
        "tiles": dict(zip(NUMBERS, laid, strict=False)),
        "territories": {NUMBERS[number]: territory_as_data(players, territories[number]) for number in used},
        "stacks": [stack_as_data(backs, chunk) for chunk in chunks(view.stacks, len(view.stacks))],
        "gold": view.gold,
        "supply": dict(zip(REWARD_NAMES, view.supply.tolist(), strict=True)),
        "goals_left": view.deck_size,
    }
    if view.phase == Phase.RESOLVE:
        shown["closing"] = closing_as_data(box, view)
    if view.territory >= 0:
        shown["resolution"] = resolution_as_data(view, players)
    return shown


def numbers_of(dtype: Any, chunk: bytes) -> dict[str, Any]:
    """The fields of a part, as plain numbers and lists."""
    fields = np.frombuffer(chunk, dtype)[0].item()
    return {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in zip(dtype.names, fields, strict=True)
    }


@lru_cache(maxsize=16384)
def laid_as_data(names: bytes, chunk: bytes) -> LaidTile:
    """A tile on the map; ``names`` has the names of every tile's territories by slot."""
    fields = numbers_of(LAID, chunk)
    own = names[SLOTS * fields["tile"] : SLOTS * (1 + fields["tile"])]
    terrains = [PART_NAMES[part] for slot, part in enumerate(own) if fields["site"] >> slot & 1]
    tile: LaidTile = {
        "tile": fields["tile"],
        "x": fields["x"],
        "y": fields["y"],
        "rotation": fields["rotation"],
        "site": terrains,
        "territories": fields["sides"],
    }
    if fields["owner"]:
        tile["owner"] = fields["owner"] - 1
    if terrains:
        tile["building"] = BUILDING_NAMES[fields["kind"]]
    return tile


def rewards(terrain: int, counts: Sequence[int]) -> dict[str, int]:
    """Rewards of a terrain by name, those of which there are any."""
    names = REWARD_NAMES[SHAPES * terrain : SHAPES * (terrain + 1)]
    return {name: count for name, count in zip(names, counts, strict=True) if count}


@lru_cache(maxsize=16384)
def territory_as_data(players: int, chunk: bytes) -> Territory:
    fields = numbers_of(TERRITORY, chunk)
    return {
        "terrain": TERRAIN_NAMES[fields["terrain"]],
        "open": fields["open"],
        "icons": rewards(fields["terrain"], fields["icons"]),
        "influence": fields["influence"][:players],
    }


@lru_cache(maxsize=4096)
def stack_as_data(backs: bytes, chunk: bytes) -> StackShown:
    """A stack; ``backs`` has the back of every tile."""
    fields = numbers_of(STACK, chunk)
    top = fields["top"]
    stack: StackShown = {"size": (top != NO_ITEM) + fields["unknown"] + fields["under_count"]}
    if fields["face_up"]:
        stack["face_up"] = fields["face_up"]
    if top != NO_ITEM:
        stack["back"] = BACK_NAMES[backs[top] if top > 0 else -top - 1]
    return stack


def closing_as_data(box: Record, view: Plain) -> dict[str, int]:
    """The closed territories that are still to be resolved, by the names that choices have for them (5.1, 12.4)."""
    state = new_record(STATE)
    for field in ("laid_count", "laid", "territory_of", "territories"):
        state[field] = getattr(view, field)
    find = in_python(slot_named)
    slots = {name: int(find(box, state, part)) for part, name in enumerate(PART_NAMES)}
    territories = view.territory_of.tolist()
    return {name: territories[slot] - 1 for name, slot in slots.items() if slot >= 0 and view.closing >> slot & 1}


def resolution_as_data(view: Plain, players: int) -> Resolution:
    """How far the sharing out has come."""
    territory = view.territory
    shown: Resolution = {
        "territory": territory,
        "order": view.order[: max(0, view.ranked)].tolist(),
        "share": view.share[:players].tolist(),
        "pool": rewards(int(view.territories[territory]["terrain"]), view.pool.tolist()),
    }
    if view.acting >= 0 and view.phase in ACTING:
        shown["acting"] = view.acting
    return shown


def seats(box: Record, view: Plain) -> dict[str, OkanaganSeat]:
    """What the owner of the view knows of every seat."""
    owner, goals, is_over = view.seat, view.goals.tobytes(), view.phase == Phase.OVER
    known = known_points(view.players, view.seats["tokens"].tobytes(), view.seats["gold"].tobytes())
    found = {}
    for number, chunk in enumerate(chunks(view.seats, view.players)):
        seat = seat_as_data(chunk, sum(known[number]))
        if number == owner or is_over:
            held = goals_as_data(chunk, goals, number)
            seat = {**seat, "goals": held}
        found[NUMBERS[number]] = seat
    return found


@lru_cache(maxsize=4096)
def known_points(players: int, tokens: bytes, gold: bytes) -> list[tuple[int, int]]:
    """What each seat would have at the end by Explorer sets and by nuggets (6.3, 6.4), from what all seats have."""
    view = np.zeros(1, VIEW)[0]
    view.players = players
    view["seats"]["tokens"] = np.frombuffer(tokens, np.int8).reshape(-1, REWARDS)
    view["seats"]["gold"] = np.frombuffer(gold, np.int8)
    return [(int(explorer_points(view, seat)), int(nugget_points(view, seat))) for seat in range(players)]


@lru_cache(maxsize=4096)
def seat_as_data(chunk: bytes, known: int) -> OkanaganSeat:
    """What everybody knows of a seat, and its tile, if the viewer may know."""
    fields = numbers_of(VIEW_SEAT, chunk)
    seat: OkanaganSeat = {
        "has_tile": bool(fields["has_tile"]),
        "gold": fields["gold"],
        "known": known,
        "goals_held": fields["held"],
        "buildings": dict(zip(BUILDING_NAMES, fields["buildings"], strict=True)),
        "tokens": {name: count for name, count in zip(REWARD_NAMES, fields["tokens"], strict=True) if count},
    }
    if fields["tile"]:
        seat["tile"] = fields["tile"]
    if fields["tile_back"]:
        seat["tile_back"] = BACK_NAMES[fields["tile_back"] - 1]
    return seat


@lru_cache(maxsize=4096)
def goals_as_data(chunk: bytes, places_of_goals: bytes, number: int) -> list[GoalShown]:
    """The goals in a hand with their progress (6.3)."""
    tokens = numbers_of(VIEW_SEAT, chunk)["tokens"]
    shown: list[GoalShown] = []
    for goal, place in enumerate(places_of_goals):
        if place == HELD + number:
            times = min(tokens[reward] for reward in WANTED[goal])
            shown.append({"goal": GOAL_NAMES[goal], "each": EACH[goal], "times": times, "points": EACH[goal] * times})
    return shown


def count(view: Plain, shown: Mapping[str, OkanaganSeat]) -> list[dict[str, int]]:
    """What each seat would have if the game ended now, by source; goals that are not shown are not counted."""
    known = known_points(view.players, view.seats["tokens"].tobytes(), view.seats["gold"].tobytes())
    found = []
    for (explorer, nuggets), seat in zip(known, shown.values(), strict=True):
        goals = dict.fromkeys(GOAL_SOURCES, 0)
        for goal in seat.get("goals", ()):
            goals[GOAL_SOURCES[goal["goal"].count("+")]] += goal["points"]
        found.append({"explorer": explorer, **goals, "nuggets": nuggets})
    return found


def unseen(box: Record, view: Plain) -> list[UnseenGroup]:
    """The tiles whose fronts the owner of the view has not seen, by the rewards on them; and goals."""
    seen = {START_TILE, *(int(tile["tile"]) for tile in view.laid[: view.laid_count])}
    for stack in view.stacks:
        seen |= {int(stack["face_up"]), int(stack["top"]), *(int(item) for item in stack["under"])}
    seen |= {int(seat["tile"]) for seat in view.seats[: view.players]}
    left = [tile for tile in range(count_tiles_in_box(box, view)) if tile not in seen]
    counts = np.zeros(REWARDS, int)
    for tile, side in product(left, range(SIDES)):
        at = SHAPES * int(box.sides[tile, side])
        counts[at : at + SHAPES] += box.side_icons[tile, side]
    goals = int((view.goals == 0).sum())
    return [
        {
            "name": "tiles",
            "kind": "reward",
            "total": len(left),
            "counts": dict(zip(REWARD_NAMES, counts.tolist(), strict=True)),
        },
        {"name": "goals", "kind": "goal", "total": goals, "counts": {}},
    ]


VIEWS = GameViews(OkanaganView, OkanaganBox, public, seats, box_as_data, unseen, count)
