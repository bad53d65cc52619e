"""Okanagan's views as data."""

from typing import Literal

from overland.engine.okanagan.components import (
    BACK_NAMES,
    GOAL_NAMES,
    PAIR_POINTS,
    REWARD_NAMES,
    SHAPES,
    SIDES,
    SINGLE_POINTS,
    TILES,
    TRIPLE_POINTS,
    Building,
    Shape,
    Terrain,
)
from overland.engine.okanagan.notation import TERRAIN_NAMES
from overland.engine.okanagan.scoring import goal_points
from overland.engine.okanagan.state import HELD, NO_ITEM, Phase, back_of, stack_size
from overland.engine.record import Record
from overland.server.views.base import GameViews, Shown

SHAPE_NAMES = tuple(shape.name.lower() for shape in Shape)
BUILDING_NAMES = tuple(building.name.lower() for building in Building)
START_TILE = 0


class Face(Shown):
    """A tile: terrain and shape of each side, from the north, clockwise, and its back (none for the start tile)."""

    sides: list[str]
    icons: list[str]
    back: str | None


class OkanaganBox(Shown):
    """The tiles by number; tile 0 is the start tile."""

    game: Literal["okanagan"] = "okanagan"
    tiles: list[Face]


class LaidTile(Shown):
    """A tile on the map, with the building on it."""

    tile: int
    x: int
    y: int
    rotation: int  #: quarter turns clockwise
    owner: int | None  #: the seat that built here
    building: str | None
    site: list[str]  #: the terrains the building touches
    territories: list[int]  #: the territory each side belongs to, from the north of the map


class Territory(Shown):
    """Connected terrain."""

    id: int
    terrain: str
    open: int  #: sides that touch no tile; closed at 0
    icons: dict[str, int]  #: rewards
    influence: list[int]  #: of each seat


class StackShown(Shown):
    """A stack of tiles: the tile in front of it, the special action on its top, how many are left."""

    face_up: int | None
    back: str | None
    size: int


class Resolution(Shown):
    """A closed territory that is being shared out."""

    territory: int
    order: list[int]  #: seats in rank order, as far as it is settled
    share: list[int]  #: tokens each seat may still take
    pool: dict[str, int]  #: rewards left to take
    acting: int | None  #: the seat that takes a special action now


class GoalShown(Shown):
    """A goal in a hand, how often it is fulfilled and what that is worth now."""

    goal: str
    each: int  #: points each time it is fulfilled
    times: int
    points: int


class OkanaganSeat(Shown):
    """What is known of one seat."""

    has_tile: bool
    tile: int | None  #: in front of the seat, if the viewer may know
    tile_back: str | None  #: its back, if only that is known
    gold: int
    goals_held: int
    buildings: dict[str, int]  #: left in this round
    tokens: dict[str, int]
    goals: list[GoalShown] | None  #: if the viewer may know


class OkanaganView(Shown):
    """A position of Okanagan as a receiver sees it."""

    game: Literal["okanagan"] = "okanagan"
    phase: str
    round: int
    to_move: int
    actor: int
    tiles: list[LaidTile]
    territories: list[Territory]
    stacks: list[StackShown]
    resolution: Resolution | None
    gold: int  #: nuggets left
    supply: dict[str, int]
    goals_left: int
    seats: list[OkanaganSeat]


def box_as_data(box: Record) -> OkanaganBox:
    """The tiles as data."""
    return OkanaganBox(
        tiles=[
            Face(
                sides=[TERRAIN_NAMES[side] for side in box.sides[tile]],
                icons=[SHAPE_NAMES[icon] for icon in box.icons[tile]],
                back=None if tile == START_TILE else BACK_NAMES[box.back[tile]],
            )
            for tile in range(TILES)
        ]
    )


def as_data(box: Record, view: Record) -> OkanaganView:
    """A view as data."""
    used = {int(number) for laid in view.laid[: view.laid_count] for number in laid.sides}
    return OkanaganView(
        phase=Phase(view.phase).name.lower(),
        round=int(view.round_number),
        to_move=int(view.to_move),
        actor=int(view.actor),
        tiles=[laid_as_data(laid) for laid in view.laid[: view.laid_count]],
        territories=[territory_as_data(view, number) for number in sorted(used)],
        stacks=[stack_as_data(box, stack) for stack in view.stacks],
        resolution=None if view.territory < 0 else resolution_as_data(view),
        gold=int(view.gold),
        supply=dict(zip(REWARD_NAMES, view.supply.tolist(), strict=True)),
        goals_left=int(view.deck_size),
        seats=[seat_as_data(box, view, seat) for seat in range(view.players)],
    )


def laid_as_data(laid: Record) -> LaidTile:
    """A tile on the map."""
    site = [TERRAIN_NAMES[terrain] for terrain in Terrain if laid.site >> terrain & 1]
    return LaidTile(
        tile=int(laid.tile),
        x=int(laid.x),
        y=int(laid.y),
        rotation=int(laid.rotation),
        owner=int(laid.owner) - 1 if laid.owner else None,
        building=BUILDING_NAMES[len(site) - 1] if site else None,
        site=site,
        territories=[int(laid.sides[side]) for side in range(SIDES)],
    )


def rewards(terrain: int, counts: Record) -> dict[str, int]:
    """Rewards of a terrain by name, those of which there are any."""
    names = REWARD_NAMES[SHAPES * terrain : SHAPES * (terrain + 1)]
    return {name: int(count) for name, count in zip(names, counts, strict=True) if count}


def territory_as_data(view: Record, number: int) -> Territory:
    """A territory."""
    territory = view.territories[number]
    return Territory(
        id=number,
        terrain=TERRAIN_NAMES[territory.terrain],
        open=int(territory.open),
        icons=rewards(int(territory.terrain), territory.icons),
        influence=territory.influence[: view.players].tolist(),
    )


def stack_as_data(box: Record, stack: Record) -> StackShown:
    """A stack."""
    return StackShown(
        face_up=int(stack.face_up) or None,
        back=None if stack.top == NO_ITEM else BACK_NAMES[back_of(box, int(stack.top))],
        size=int(stack_size(stack)),
    )


def resolution_as_data(view: Record) -> Resolution:
    """How far the sharing out has come."""
    terrain = int(view.territories[view.territory].terrain)
    return Resolution(
        territory=int(view.territory),
        order=view.order[: max(0, int(view.ranked))].tolist(),
        share=view.share[: view.players].tolist(),
        pool=rewards(terrain, view.pool),
        acting=int(view.acting) if view.acting >= 0 and view.phase in ACTING else None,
    )


ACTING = (Phase.ACTION, Phase.BONUS, Phase.GIVE, Phase.TRADE, Phase.SWAP, Phase.DROP)


def seat_as_data(box: Record, view: Record, number: int) -> OkanaganSeat:
    """What is known of a seat."""
    seat = view.seats[number]
    goals = [goal for goal, place in enumerate(view.goals) if place == HELD + number]
    is_open = view.seat == number or view.phase == Phase.OVER
    return OkanaganSeat(
        has_tile=bool(seat.has_tile),
        tile=int(seat.tile) or None,
        tile_back=BACK_NAMES[seat.tile_back - 1] if seat.tile_back else None,
        gold=int(seat.gold),
        goals_held=int(seat.held),
        buildings=dict(zip(BUILDING_NAMES, seat.buildings.tolist(), strict=True)),
        tokens={name: count for name, count in zip(REWARD_NAMES, seat.tokens.tolist(), strict=True) if count},
        goals=[goal_as_data(box, view, number, goal) for goal in goals] if is_open else None,
    )


def goal_as_data(box: Record, view: Record, seat: int, goal: int) -> GoalShown:
    """A goal with its progress (6.3)."""
    tokens = view.seats[seat].tokens
    times = min(int(tokens[reward]) for reward in box.goal[goal] if reward >= 0)
    each = (SINGLE_POINTS, PAIR_POINTS, TRIPLE_POINTS)[GOAL_NAMES[goal].count("+")]
    return GoalShown(goal=GOAL_NAMES[goal], each=each, times=times, points=int(goal_points(box, view, seat, goal)))


VIEWS = GameViews(OkanaganView, OkanaganBox, as_data, box_as_data)
