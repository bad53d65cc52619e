"""What is in Okanagan's box (rules 1): names and numbers of everything."""

from enum import IntEnum

from overland.data import okanagan_tiles

MAX_SEATS = 4
MIN_SEATS = 2
SIDES = 4  # north, east, south, west
STACKS = 3
TILES = 61  # tile 0 is the start tile
MAX_TURNS = 40  # 12, 11 or 10 turns for 2, 3 or 4 players (1.5)
MAX_LAID = MAX_TURNS + 1
REACH = MAX_TURNS  # no square of the map is further from the start tile than that
MAX_FRONTIER = 2 * MAX_LAID + 2  # the most empty squares beside that many connected tiles
MAX_TERRITORIES = 4 + 3 * MAX_TURNS


class Terrain(IntEnum):
    FOREST = 0
    LAKE = 1
    MEADOW = 2
    MOUNTAIN = 3


class Shape(IntEnum):
    """The shape of a reward: reward = 3 * terrain + shape."""

    CIRCLE = 0
    HEXAGON = 1
    SQUARE = 2


class Building(IntEnum):
    """A kind of building; it touches one, two or all three territories of its tile."""

    FARM = 0
    WAREHOUSE = 1
    SILO = 2


class Effect(IntEnum):
    """A special action (7)."""

    SHAPE = 0
    KIND = 1
    FIRST = 2
    GOLD = 3
    GOALS = 4
    TRIBUTE = 5
    TRADE = 6
    REFRESH = 7
    RESHAPE = 8
    RECOLOUR = 9


BACK_NAMES = okanagan_tiles.BACKS
GOAL_NAMES = okanagan_tiles.GOALS
REWARD_NAMES = okanagan_tiles.REWARDS

TERRAINS = len(Terrain)
SHAPES = len(Shape)
REWARDS = len(REWARD_NAMES)
BUILDINGS = len(Building)
BACKS = len(BACK_NAMES)
GOALS = len(GOAL_NAMES)

#: A back is a number: three shape bonuses, twelve kind bonuses, then one for each other effect.
FIRST_KIND_BACK = SHAPES
FIRST_PLAIN_BACK = SHAPES + REWARDS

TOKENS = 12  # of each reward
GOLD = 16
DEALT_GOALS = 5
KEPT_GOALS = 3
MAX_SWAPS = 2
KIND_BONUS = 2

#: Farms, warehouses and silos of each player in round 1 and round 2, for 2, 3 and 4 players (1.5).
BUILDING_COUNTS = (
    ((1, 3, 2), (2, 2, 2)),
    ((1, 3, 2), (1, 2, 2)),
    ((1, 2, 2), (1, 2, 2)),
)
#: Influence of a farm, a warehouse, a silo (5.2).
INFLUENCE = (3, 2, 1)

# Points (6.3, 6.4)
EXPLORER_POINTS = 4
SINGLE_POINTS = 3
PAIR_POINTS = 5
TRIPLE_POINTS = 7
NUGGET_POINTS = (10, 5, 2, 0)
FIRST_PAIR = 12
FIRST_TRIPLE = 24
