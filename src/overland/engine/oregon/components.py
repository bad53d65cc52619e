"""What is in Oregon's box (rules 1): names and numbers of everything."""

from enum import IntEnum

ROWS, COLS = 10, 15
CELLS = ROWS * COLS  # a cell is row * COLS + col, so ascending cells are reading order
BANDS = 5  # row bands of 2 rows, column bands of 3 columns
MAX_SEATS = 4
MIN_SEATS = 2

HAND_SIZE = 4
FARMERS = 14  # to place; the 15th marks the score (1.6)
STACK_SIZE = 4  # building tiles of a kind (1.4)
LANDSCAPE_COPIES = 10  # of each symbol (1.3)
BUILDING_COPIES = 3  # of each building (1.3)
MINE_COPIES = 7  # of each value (1.5)
DEALT_LANDSCAPES = 3  # in the first hand (2.1)
GROUP_SIZE = 3
GROUP_BONUS = 5


class Terrain(IntEnum):
    PLAINS = 0
    MOUNTAIN = 1
    RAILWAY = 2
    WATER = 3


class Symbol(IntEnum):
    """A landscape symbol: owns a row band and a column band, and is on 10 cards."""

    WAGON = 0
    BISON = 1
    SETTLERS = 2
    EAGLE = 3
    CAMPFIRE = 4


class Building(IntEnum):
    POST = 0
    HARBOR = 1
    CHURCH = 2
    COAL = 3
    GOLD = 4
    WAREHOUSE = 5
    STATION = 6


class Mine(IntEnum):
    COAL = 0
    GOLD = 1


class Deck(IntEnum):
    LANDSCAPE = 0
    BUILDING = 1


class Token(IntEnum):
    """A token that a gain turned active."""

    NONE = 0
    JOKER = 1
    EXTRA = 2


SYMBOLS = len(Symbol)
BUILDINGS = len(Building)
MINES = len(Mine)
DECKS = len(Deck)
MINE_VALUES = 3  # a pile has three values, one apart
LOWEST_VALUE = (1, 3)  # of coal, of gold (1.5)

#: A card is a number: symbols first, then buildings; hands, decks and piles count each.
CARDS = SYMBOLS + BUILDINGS
FIRST_BUILDING_CARD = SYMBOLS

#: A piece on a cell: nothing, a building, or a farmer of a seat, paid or not (6.4).
EMPTY = 0
FIRST_BUILDING = 1  # EMPTY < building pieces < FARMER
FARMER = 8  # FARMER + seat: a farmer whose group has not paid
PAID = 4  # FARMER + PAID + seat: a farmer whose group has paid
