"""What a position of Oregon is worth to a seat by a static heuristic."""

from overland.bots.oregon.margin import TILE_MEAN
from overland.engine.jit import compiled
from overland.engine.oregon.components import (
    BUILDINGS,
    CELLS,
    EMPTY,
    FARMERS,
    FIRST_BUILDING,
    FIRST_BUILDING_CARD,
    MINE_VALUES,
    MINES,
    Building,
    Deck,
)
from overland.engine.oregon.scoring import points_of
from overland.engine.oregon.state import OWED, Phase, count_cards, owed_mine, owed_seat
from overland.engine.record import Record

TOKEN_WORTH = 2.0  # roughly the points that a joker or an extra turn brings later
LANDSCAPE_WORTH = 0.6  # of a card in the hand: farmers want two of these
BUILDING_WORTH = 1.2  # of the first building card that can still be used
SPARE_WORTH = 0.2  # of every other one
REACH_WORTH = 0.1  # of a point that a start tile pays on a cell that the hand opens


@compiled
def heuristic(box: Record, state: Record, seat: int) -> float:
    """Own standing and hand, less the strongest rival's standing: all of it with two players, a part with more."""
    strongest = -1e9
    for other in range(state.players):
        if other != seat:
            strongest = max(strongest, standing(state, other))
    points = standing(state, seat) + hand_worth(state, seat) - strongest / (int(state.players) - 1)
    return points + opening_worth(box, state, seat)


@compiled
def standing(state: Record, seat: int) -> float:
    """Points on the table, tokens, and mine tiles at their mean worth, those still to be drawn included."""
    me = state.seats[seat]
    points = float(me.score) + TOKEN_WORTH * (int(me.joker) + int(me.extra))
    for mine in range(MINES):
        for step in range(MINE_VALUES):
            points += TILE_MEAN[mine] * int(me.tiles[mine, step])
    for i in range(OWED):
        if state.owed[i] != 0 and owed_seat(state.owed[i]) == seat:
            points += TILE_MEAN[owed_mine(state.owed[i])]
    return points


@compiled
def hand_worth(state: Record, seat: int) -> float:
    """The cards of a seat, one that is being drawn included."""
    me = state.seats[seat]
    landscapes = count_cards(me.hand, Deck.LANDSCAPE)
    buildings = 0
    for building in range(BUILDINGS):
        if state.stacks[building] > 0:
            buildings += int(me.hand[FIRST_BUILDING_CARD + building])
    if state.to_move == seat:
        landscapes += state.phase == Phase.DRAWN_LANDSCAPE
        buildings += state.phase == Phase.DRAWN_BUILDING
    value = LANDSCAPE_WORTH * landscapes
    if buildings > 0:
        value += BUILDING_WORTH + SPARE_WORTH * (buildings - 1)
    return value


@compiled
def opening_worth(box: Record, state: Record, seat: int) -> float:
    """Until the first farmer is placed: how well the hand reaches the cells around the start tiles (3.1)."""
    for other in range(state.players):
        if state.seats[other].farmers < FARMERS:
            return 0.0
    hand = state.seats[seat].hand
    value = 0.0
    for cell in range(CELLS):
        if state.cells[cell] == EMPTY:
            continue
        building = int(state.cells[cell]) - FIRST_BUILDING
        pay = float(points_of(building, 1))
        if building == Building.COAL or building == Building.GOLD:
            pay = TILE_MEAN[0 if building == Building.COAL else 1]
        for i in range(box.around_count[cell]):
            near = box.around[cell, i]
            row, column = box.row_symbol[near], box.column_symbol[near]
            if state.cells[near] == EMPTY and hand[row] > 0 and hand[column] > (1 if row == column else 0):
                value += REACH_WORTH * pay
    return value
