"""Okanagan's box record: the tiles and every table derived from them (rules 1.2 to 1.4, 12).

The territories of a tile are its *slots*, at most four. The first territory of a terrain has the slot of that number,
so that of most tiles slot and terrain are the same; where sides of one terrain are apart, the others have the slots of
terrains that the tile does not show, in their order.
"""

from collections.abc import Sequence

import numpy as np

from overland.data.okanagan_tiles import SHAPES as SHAPE_NAMES
from overland.data.okanagan_tiles import TERRAINS as TERRAIN_NAMES
from overland.data.okanagan_tiles import Tile
from overland.engine.okanagan.components import (
    BACK_NAMES,
    BACKS,
    GOAL_NAMES,
    GOALS,
    PARTS,
    PROMO_BACKS,
    PROMOS,
    REWARD_NAMES,
    SHAPES,
    SIDES,
    SLOTS,
    TERRAINS,
    TILES,
)
from overland.engine.record import Record, new_record, record

NO_REWARD = -1
NO_SLOT = -1
NO_SLOTS = 0xFFFF  # of a promo tile
SIDE_BITS = 4  # one bit for each terrain
NAME_BITS, BORDER_BITS = 4, 8  # of the name of a territory, of two

BOX = record(
    ("okanagan_box", np.int8),  # always 0: the name tells this record's type from any other
    ("tile_count", np.int8),  # tiles of the set, the start tile included; the two after them are the promo tiles
    ("has_apart", np.int8),  # 1: some tile has two territories of one terrain
    ("sides", np.int8, (TILES, SIDES)),  # Terrain of each side, from the north, clockwise
    ("side_icons", np.int8, (TILES, SIDES, SHAPES)),  # icons on each side, by shape
    ("back", np.int8, TILES),  # back of each tile; that of the start tile means nothing
    ("slots", np.int8, TILES),  # the territories of a tile as bits; none on a promo tile
    ("slot", np.int8, (TILES, SIDES, SIDES)),  # for each rotation, the territory of each side
    ("slots_at", np.uint16, (TILES, SIDES)),  # the same in one number, four bits for each side
    ("icons", np.int8, (TILES, SLOTS, SHAPES)),  # of each territory
    ("part_of", np.int8, (TILES, SLOTS)),  # the name of each territory, or NO_SLOT
    ("slot_of", np.int8, (TILES, PARTS)),  # the territory of each name, or NO_SLOT
    ("farm_count", np.int8, TILES),
    ("farms", np.int64, TILES),  # the names of its territories, ascending from the lowest four bits
    ("border_count", np.int8, TILES),
    ("borders", np.int64, TILES),  # two names that touch, as parts of an action, from the lowest eight bits
    ("face", np.int32, (TILES, SIDES)),  # for each rotation, a bit for the terrain of each side
    ("back_count", np.int8, BACKS),  # tiles of the set with each back
    ("back_first", np.uint16, BACKS + 1),  # where the tiles with each back begin in the next list
    ("back_tiles", np.uint16, TILES),  # tiles by back, ascending, promo tiles included
    ("goal", np.int8, (GOALS, 3)),  # the rewards of each goal, or NO_REWARD
)


def make_box(tiles: Sequence[Tile]) -> Record:
    """The box of a valid tile set."""
    box = new_record(BOX)
    box.tile_count = len(tiles)
    box.slots_at[:] = NO_SLOTS
    box.part_of[:] = box.slot_of[:] = box.slot[:] = NO_SLOT
    for number, tile in enumerate(tiles):
        put_front(box, number, tile)
    backs = {number: BACK_NAMES.index(tile.back) for number, tile in enumerate(tiles) if tile.back is not None}
    box.back_count[:] = np.bincount(list(backs.values()), minlength=BACKS)
    backs |= {len(tiles) + promo: BACK_NAMES.index(PROMO_BACKS[promo]) for promo in range(PROMOS)}
    put_backs(box, backs)
    for number, name in enumerate(GOAL_NAMES):
        rewards = [REWARD_NAMES.index(reward) for reward in name.split("+")]
        box.goal[number] = (rewards + [NO_REWARD] * 3)[:3]
    return box


def put_front(box: Record, number: int, tile: Tile) -> None:
    """A tile's sides, icons and territories."""
    sides = [TERRAIN_NAMES.index(side) for side in tile.sides]
    slots = slots_of(sides, tile.territories)
    names = names_of(sides, slots)
    box.sides[number] = sides
    for side, icons in enumerate(tile.icons):
        for icon in icons:
            shape = SHAPE_NAMES.index(icon)
            box.side_icons[number, side, shape] += 1
            box.icons[number, slots[side], shape] += 1
    for rotation in range(SIDES):
        turned = [(side - rotation) % SIDES for side in range(SIDES)]
        box.slot[number, rotation] = [slots[side] for side in turned]
        box.slots_at[number, rotation] = sum(slots[turned[side]] << (SIDE_BITS * side) for side in range(SIDES))
        box.face[number, rotation] = sum(1 << (SIDE_BITS * side + sides[turned[side]]) for side in range(SIDES))
    for slot, name in names.items():
        box.slots[number] |= 1 << slot
        box.part_of[number, slot] = name
        box.slot_of[number, name] = slot
    box.has_apart |= len(names) > len(set(sides))
    box.farm_count[number] = len(names)
    box.farms[number] = sum(name << (NAME_BITS * place) for place, name in enumerate(sorted(names.values())))
    pairs = {frozenset((names[slots[side - 1]], names[slots[side]])) for side in range(SIDES)}
    borders = sorted(PARTS * min(pair) + max(pair) for pair in pairs if len(pair) == 2)
    box.border_count[number] = len(borders)
    box.borders[number] = sum(border << (BORDER_BITS * place) for place, border in enumerate(borders))


def slots_of(sides: Sequence[int], territories: Sequence[int]) -> list[int]:
    """The slot of each side: that of its terrain, for further territories of a terrain one that is free."""
    found: dict[int, int] = {}
    free = [slot for slot in range(SLOTS) if slot not in sides]
    for terrain, territory in zip(sides, territories, strict=True):
        if territory not in found:
            found[territory] = terrain if terrain not in found.values() else free.pop(0)
    return [found[territory] for territory in territories]


def names_of(sides: Sequence[int], slots: Sequence[int]) -> dict[int, int]:
    """The name of each slot: its terrain, and which territory of that terrain it is, from the north, clockwise (9)."""
    terrains = dict(zip(slots, sides, strict=True))
    before = {slot: list(terrains)[: list(terrains).index(slot)] for slot in terrains}
    return {
        slot: terrain + TERRAINS * sum(terrains[other] == terrain for other in before[slot])
        for slot, terrain in terrains.items()
    }


def put_backs(box: Record, backs: dict[int, int]) -> None:
    """The tiles with each back, listed."""
    at = 0
    for back in range(BACKS):
        box.back_first[back] = at
        for number in sorted(backs):
            if backs[number] == back:
                box.back[number] = back
                box.back_tiles[at] = number
                at += 1
    box.back_first[BACKS] = at
