"""What is in Okanagan's box (rules 1): names and numbers of everything."""

from enum import IntEnum

from overland.data import okanagan_tiles

MAX_SEATS = 4
MIN_SEATS = 2
SIDES = 4  # north, east, south, west
STACKS = 3
SLOTS = 4  # a tile has two to four territories (1.2)
MAX_TILES = okanagan_tiles.MAX_TILES + 1  # of a set; tile 0 is the start tile
TILES = MAX_TILES + 2  # and the two promo tiles, whose numbers follow those of the set
MAX_TURNS = 40  # 12, 11 or 10 turns for 2, 3 or 4 players (1.5)
MAX_LAID = MAX_TURNS + 1
MAX_ICONS = 42  # of one shape in one territory; there are 12 tokens of each, so that more make no difference
REACH = MAX_TURNS  # no square of the map is further from the start tile than that
MAX_FRONTIER = 2 * MAX_LAID + 2  # the most empty squares beside that many connected tiles
#: A tile brings at most three new ones, as it touches one that is there; four beside a promo tile, which brings none.
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
    """A kind of building; it touches one, two or all territories of its tile."""

    FARM = 0
    WAREHOUSE = 1
    SILO = 2


class Promo(IntEnum):
    """A promo tile (12); its number is that of the set's last tile and 1 more than this."""

    VOLCANO = 0
    DAM = 1


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
PROMOS = len(Promo)
BACKS = len(BACK_NAMES)
GOALS = len(GOAL_NAMES)

#: The territories of a tile by name: a terrain, or the second, third, fourth of that terrain on its tile (9).
PART_NAMES = tuple(
    terrain.name.lower() + (str(1 + number) if number else "") for number in range(SLOTS) for terrain in Terrain
)
PARTS = len(PART_NAMES)
PROMO_NAMES = ("volcano", "dam")
#: What the backs of the promo tiles show (12).
PROMO_BACKS = ("gold", "trade")

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
