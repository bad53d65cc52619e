"""A view of Oregon as inputs of a value network: which are on, and how strongly.

Seats are counted from the viewer on, so one network serves every seat. Besides the plain facts there are
*opportunities*: what the cards in hand could bring on the board as it stands, because a small network cannot work out
which cell a pair of cards opens.
"""

import numpy as np

from overland.bots.inputs import Inputs, put
from overland.bots.oregon.margin import TILE_MEAN
from overland.engine.jit import compiled
from overland.engine.oregon.components import (
    BUILDING_COPIES,
    BUILDINGS,
    CARDS,
    CELLS,
    DECKS,
    EMPTY,
    FARMER,
    FARMERS,
    FIRST_BUILDING,
    FIRST_BUILDING_CARD,
    GROUP_BONUS,
    GROUP_SIZE,
    LANDSCAPE_COPIES,
    MAX_SEATS,
    MINES,
    PAID,
    STACK_SIZE,
    SYMBOLS,
    Building,
    Terrain,
)
from overland.engine.oregon.scoring import is_farmer_of, points_of
from overland.engine.oregon.state import Phase, count_empty_stacks, fewest_farmers, is_end_triggered
from overland.engine.record import Array, Record, copy_array

TOKEN_WORTH = 1.5  # of a token that an opportunity brings

KINDS = BUILDINGS + 2 * MAX_SEATS  # on a cell: a building, a farmer of each seat, a paid farmer of each seat
HELD = 3  # this many of a card, or more
LAST_FARMERS = 4  # below this, each number of farmers left has an input of its own
BEST = 16  # points of the best opportunity, one input for each step
SEAT_NUMBERS = 6 + MINES + DECKS

# Where each block of inputs starts
AT_PIECES = 0
AT_HAND = AT_PIECES + KINDS * CELLS
AT_SEATS = AT_HAND + CARDS * HELD
AT_FARMERS = AT_SEATS + MAX_SEATS * SEAT_NUMBERS
AT_STACKS = AT_FARMERS + MAX_SEATS * LAST_FARMERS
AT_UNSEEN = AT_STACKS + BUILDINGS * (STACK_SIZE + 1)
AT_PHASE = AT_UNSEEN + CARDS
AT_ENDING = AT_PHASE + len(Phase) * MAX_SEATS
AT_FARMING = AT_ENDING + 12
AT_BUILDING = AT_FARMING + 2 * (BEST + 1)
AT_RIVALS = AT_BUILDING + BEST + 1
AT_GROUPS = AT_RIVALS + 2 * MAX_SEATS
AT_CROWDS = AT_GROUPS + 3 * MAX_SEATS
FIRST_INPUTS = AT_CROWDS + BUILDINGS * MAX_SEATS  # so many were used by networks of the first edition
AT_PLAYERS = FIRST_INPUTS
AT_SECOND = AT_PLAYERS + MAX_SEATS - 1
AT_REACH = AT_SECOND + BEST + 1
SECOND_INPUTS = AT_REACH + 6 + 2 * (BEST + 1)  # by those of the second
AT_SITES = SECOND_INPUTS  # for each seat and building: what it would bring, on average over symbols and at most
AT_PAIRS = AT_SITES + 2 * MAX_SEATS * BUILDINGS  # what a farmer would bring the viewer, by row and column symbol
AT_ROOM = AT_PAIRS + SYMBOLS * SYMBOLS  # free land beside each kind of building
AT_JOKER_SITE = AT_ROOM + BUILDINGS  # the best building that the hand and the joker allow
INPUTS = AT_JOKER_SITE + BEST + 1
MAX_ACTIVE = 400


@compiled
def write_inputs(box: Record, view: Record, inputs: Inputs) -> int:
    """Write the inputs that are on and their strengths; returns how many there are."""
    count = put_pieces(view, inputs, 0)
    count = put_cards(view, inputs, count)
    for distance in range(view.players):
        count = put_seat(view, distance, inputs, count)
    count = put_course(view, inputs, count)
    return put_opportunities(box, view, inputs, count)


@compiled
def put_pieces(view: Record, inputs: Inputs, count: int) -> int:
    """What stands where; farmers by how far their owner sits from the viewer."""
    me = int(view.seat)
    for cell in range(CELLS):
        piece = int(view.cells[cell])
        if piece == EMPTY:
            continue
        kind = piece - FIRST_BUILDING
        if piece >= FARMER:
            distance = ((piece & (PAID - 1)) - me) % int(view.players)
            kind = BUILDINGS + distance + (MAX_SEATS if piece & PAID else 0)
        count = put(inputs, count, AT_PIECES + kind * CELLS + cell, 1.0)
    return count


@compiled
def put_cards(view: Record, inputs: Inputs, count: int) -> int:
    """The viewer's hand, the stacks of buildings, and the cards that are in decks or other hands."""
    hand = view.seats[view.seat].hand
    for card in range(CARDS):
        held = int(hand[card])
        for step in range(min(held, HELD)):
            count = put(inputs, count, AT_HAND + card * HELD + step, 1.0)
        copies = LANDSCAPE_COPIES if card < FIRST_BUILDING_CARD else BUILDING_COPIES
        unseen = copies - held - int(view.discard[card])
        count = put(inputs, count, AT_UNSEEN + card, unseen / copies)
    for building in range(BUILDINGS):
        count = put(inputs, count, AT_STACKS + building * (STACK_SIZE + 1) + int(view.stacks[building]), 1.0)
    return count


@compiled
def put_seat(view: Record, distance: int, inputs: Inputs, count: int) -> int:
    """Tokens, farmers, cards and mine tiles of the seat ``distance`` after the viewer, and how far ahead it is."""
    shown = view.seats[(int(view.seat) + distance) % int(view.players)]
    at = AT_SEATS + distance * SEAT_NUMBERS
    count = put(inputs, count, at, 1.0 if shown.joker else 0.0)
    count = put(inputs, count, at + 1, 1.0 if shown.extra else 0.0)
    count = put(inputs, count, at + 2, int(shown.farmers) / FARMERS)
    count = put(inputs, count, at + 3, (int(shown.score) - int(view.seats[view.seat].score)) / 20.0)
    count = put(inputs, count, at + 4, int(shown.score) / 50.0)
    count = put(inputs, count, at + 5, 1.0 if shown.joker and shown.extra else 0.0)
    for mine in range(MINES):
        count = put(inputs, count, at + 6 + mine, int(shown.mined[mine]) / 4.0)
    for deck in range(DECKS):
        count = put(inputs, count, at + 6 + MINES + deck, int(shown.cards[deck]) / 4.0)
    if shown.farmers < LAST_FARMERS:
        count = put(inputs, count, AT_FARMERS + distance * LAST_FARMERS + int(shown.farmers), 1.0)
    return count


@compiled
def put_course(view: Record, inputs: Inputs, count: int) -> int:
    """How many play, who is asked what, and how near the end is."""
    me, players = int(view.seat), int(view.players)
    mover = (int(view.to_move) - me) % players
    count = put(inputs, count, AT_PHASE + int(view.phase) * MAX_SEATS + mover, 1.0)
    empty = count_empty_stacks(view)
    farmers = fewest_farmers(view)
    count = put(inputs, count, AT_ENDING + min(empty, 4), 1.0)
    count = put(inputs, count, AT_ENDING + 5, farmers / FARMERS)
    if is_end_triggered(view):  # the last round goes on to the last seat
        count = put(inputs, count, AT_ENDING + 6, 1.0)
        if me > view.to_move:
            count = put(inputs, count, AT_ENDING + 7, 1.0)
        count = put(inputs, count, AT_ENDING + 8, (players - 1 - int(view.to_move)) / 3.0)
    elif empty == players - 1:
        count = put(inputs, count, AT_ENDING + 9, 1.0)
    if view.extra_taken:
        count = put(inputs, count, AT_ENDING + 10, 1.0)
    count = put(inputs, count, AT_PLAYERS + players - 2, 1.0)
    return put(inputs, count, AT_ENDING + 11, me / 3.0)


@compiled
def put_opportunities(box: Record, view: Record, inputs: Inputs, count: int) -> int:
    """What could be gained at once: by the viewer's cards, and by the others, whose cards are not known."""
    players = int(view.players)
    crowd = np.zeros((MAX_SEATS, CELLS), np.int8)  # how many farmers of a seat stand around a cell, by distance
    gains = np.zeros(CELLS, np.float32)  # what a farmer would bring on a cell, excluding groups
    found = np.empty(CELLS, np.int16)  # cells with farmers on them
    farmers = count_neighbours(box, view, crowd, gains, found)
    count = put_crowds(view, crowd, inputs, count)
    sites = np.zeros((MAX_SEATS, BUILDINGS, SYMBOLS), np.float32)  # what a building would bring a seat, by symbol
    find_sites(box, view, crowd, sites)
    count = put_sites(players, sites, inputs, count)
    count = put_room(box, view, inputs, count)
    common = np.zeros((SYMBOLS, SYMBOLS), np.float32)  # the best cell by row symbol and column symbol
    for cell in range(CELLS):
        if gains[cell] > 0.0 and is_free_land(box, view, cell):
            raise_best(box, common, cell, gains[cell])
    best = np.empty((SYMBOLS, SYMBOLS), np.float32)
    for distance in range(players):
        for symbol in range(SYMBOLS):
            copy_array(common[symbol], best[symbol])
        count = put_groups(box, view, distance, found[:farmers], gains, best, inputs, count)
        if distance == 0:
            count = put_plans(view, sites[0], best, inputs, count)
        else:
            count = put(inputs, count, AT_RIVALS + 2 * distance, best.sum() / (SYMBOLS * SYMBOLS) / 5.0)
            count = put(inputs, count, AT_RIVALS + 2 * distance + 1, best.max() / 10.0)
    return count


@compiled
def is_free_land(box: Record, view: Record, cell: int) -> bool:
    """Whether a farmer could stand there."""
    return bool(view.cells[cell] == EMPTY and box.terrain[cell] != Terrain.WATER)


@compiled
def raise_best(box: Record, best: Array, cell: int, points: float) -> None:
    """A cell would bring ``points``: perhaps the most of all cells that its two symbols open."""
    row, column = box.row_symbol[cell], box.column_symbol[cell]
    if points > best[row, column]:
        best[row, column] = points


@compiled
def count_neighbours(box: Record, view: Record, crowd: Array, gains: Array, found: Array) -> int:
    """Spread every farmer and every building's pay to the cells around it; returns how many farmers were found."""
    me, players = int(view.seat), int(view.players)
    buildings = np.empty(CELLS, np.int16)
    built = 0
    farmers = 0
    for cell in range(CELLS):
        piece = int(view.cells[cell])
        if piece >= FARMER:
            found[farmers] = cell
            farmers += 1
            distance = ((piece & (PAID - 1)) - me) % players
            for i in range(box.around_count[cell]):
                crowd[distance, box.around[cell, i]] += 1
        elif piece != EMPTY:
            buildings[built] = cell
            built += 1
    for number in range(built):
        cell = int(buildings[number])
        pay = pay_of(int(view.cells[cell]) - FIRST_BUILDING, 1 + farmers_around(crowd, players, cell))
        for i in range(box.around_count[cell]):
            gains[box.around[cell, i]] += pay
    return farmers


@compiled
def farmers_around(crowd: Array, players: int, cell: int) -> int:
    """How many farmers of any seat stand around a cell."""
    count = 0
    for distance in range(players):
        count += int(crowd[distance, cell])
    return count


@compiled
def pay_of(building: int, crowd: int) -> float:
    """What a building pays for one farmer, tiles and tokens at their mean worth."""
    points = float(points_of(building, crowd))
    if building == Building.COAL:
        return TILE_MEAN[0]
    if building == Building.GOLD:
        return TILE_MEAN[1]
    if building == Building.WAREHOUSE or building == Building.STATION:
        return points + TOKEN_WORTH
    return points


@compiled
def put_crowds(view: Record, crowd: Array, inputs: Inputs, count: int) -> int:
    """For each kind of building and seat: its farmers beside such buildings."""
    players = int(view.players)
    beside = np.zeros((BUILDINGS, MAX_SEATS), np.float32)
    for cell in range(CELLS):
        piece = int(view.cells[cell])
        if EMPTY < piece < FARMER:
            for distance in range(players):
                beside[piece - FIRST_BUILDING, distance] += crowd[distance, cell]
    for building in range(BUILDINGS):
        for distance in range(players):
            if beside[building, distance] > 0:
                at = AT_CROWDS + building * MAX_SEATS + distance
                count = put(inputs, count, at, beside[building, distance] / 4.0)
    return count


@compiled
def put_groups(
    box: Record, view: Record, distance: int, found: Array, gains: Array, best: Array, inputs: Inputs, count: int
) -> int:
    """Farmers of the seat ``distance`` after the viewer whose group has not paid, alone or in pairs, and the cells that
    would make a group pay.
    """
    seat = (int(view.seat) + distance) % int(view.players)
    joined = np.zeros(CELLS, np.int16)  # the size of the groups beside a cell that have not paid; below 0: one has
    singles = 0
    paired = 0
    for number in range(len(found)):
        cell = int(found[number])
        if not is_farmer_of(int(view.cells[cell]), seat):
            continue
        size = -CELLS
        if view.cells[cell] == FARMER + seat:
            size = 2 if has_friend(box, view, seat, cell) else 1
            singles += size == 1
            paired += size == 2
        for i in range(count_near(box, view, cell)):
            joined[near_cell(box, view, cell, i)] += size
    paying = 0
    if singles + paired > 1:
        paying = raise_paying(box, view, seat, found, joined, gains, best)
    at = AT_GROUPS + 3 * distance
    count = put(inputs, count, at, singles / 4.0)
    count = put(inputs, count, at + 1, paired / 4.0)
    return put(inputs, count, at + 2, paying / 8.0)


@compiled
def count_near(box: Record, view: Record, cell: int) -> int:
    """How many cells can be in one group with a cell (option groups)."""
    return int(box.around_count[cell] if view.groups == 1 else box.beside_count[cell])


@compiled
def near_cell(box: Record, view: Record, cell: int, number: int) -> int:
    """One of the cells that ``count_near`` counts."""
    return int(box.around[cell, number] if view.groups == 1 else box.beside[cell, number])


@compiled
def has_friend(box: Record, view: Record, seat: int, cell: int) -> bool:
    """Whether a farmer of the same seat stands beside it: such a pair has not paid, three would have."""
    for i in range(count_near(box, view, cell)):
        if view.cells[near_cell(box, view, cell, i)] == FARMER + seat:
            return True
    return False


@compiled
def raise_paying(box: Record, view: Record, seat: int, found: Array, joined: Array, gains: Array, best: Array) -> int:
    """Cells that would complete a group also bring its bonus; returns how many there are. ``joined`` is used up."""
    paying = 0
    for number in range(len(found)):
        cell = int(found[number])
        if view.cells[cell] != FARMER + seat:
            continue
        for i in range(count_near(box, view, cell)):
            near = near_cell(box, view, cell, i)
            if joined[near] >= GROUP_SIZE - 1 and is_free_land(box, view, near):
                joined[near] = 0
                paying += 1
                raise_best(box, best, near, gains[near] + GROUP_BONUS)
    return paying


@compiled
def put_plans(view: Record, worth: Array, best: Array, inputs: Inputs, count: int) -> int:
    """What the hand could bring: at once, with what it leaves after that, and each card with another that may come.

    ``worth`` is what buildings would bring, ``best`` what farmers would.
    """
    me = view.seats[view.seat]
    for building in range(BUILDINGS):
        if me.hand[FIRST_BUILDING_CARD + building] == 0:
            worth[building] = np.float32(0.0)
    hand = np.empty(CARDS, np.int8)
    copy_array(me.hand, hand)
    if me.farmers == 0:
        best[:] = np.float32(0.0)
    for row in range(SYMBOLS):
        for column in range(SYMBOLS):
            count = put(inputs, count, AT_PAIRS + row * SYMBOLS + column, best[row, column] / 8.0)
    if me.joker:
        count = put_steps(inputs, count, AT_JOKER_SITE, worth.max())
    row, column, paid, joker = best_farming(hand, best)
    count = put_steps(inputs, count, AT_FARMING, paid)
    count = put_steps(inputs, count, AT_FARMING + BEST + 1, joker if me.joker else 0.0)
    building, symbol, built = best_building(hand, worth)
    count = put_steps(inputs, count, AT_BUILDING, built)
    if paid >= built and paid > 0.0:
        hand[row] -= 1
        hand[column] -= 1
    elif built > 0.0:
        hand[FIRST_BUILDING_CARD + building] -= 1
        hand[symbol] -= 1
    second = max(best_farming(hand, best)[2], best_building(hand, worth)[2])
    count = put_steps(inputs, count, AT_SECOND, second)
    return put_reach(me.hand, best, worth, inputs, count)


@compiled
def best_farming(hand: Array, best: Array) -> tuple[int, int, float, float]:
    """The two cards with which a farmer brings most, what it brings, and the most with one card and a joker."""
    first = 0
    second = 0
    paid = 0.0
    joker = 0.0
    for row in range(SYMBOLS):
        for column in range(SYMBOLS):
            here = float(best[row, column])
            if hand[row] > 0 or hand[column] > 0:
                joker = max(joker, here)
            if here > paid and hand[row] > 0 and hand[column] > (1 if row == column else 0):
                first = row
                second = column
                paid = here
    return first, second, paid, joker


@compiled
def best_building(hand: Array, worth: Array) -> tuple[int, int, float]:
    """The building and the symbol of a hand that together bring most, and what they bring."""
    chosen = 0
    beside = 0
    most = 0.0
    for building in range(BUILDINGS):
        if hand[FIRST_BUILDING_CARD + building] > 0:
            for symbol in range(SYMBOLS):
                if hand[symbol] > 0 and worth[building, symbol] > most:
                    chosen = building
                    beside = symbol
                    most = float(worth[building, symbol])
    return chosen, beside, most


@compiled
def put_reach(hand: Array, best: Array, worth: Array, inputs: Inputs, count: int) -> int:
    """What each card in hand would bring on average with a landscape card that is still to come."""
    most = 0.0
    total = 0.0
    for symbol in range(SYMBOLS):
        if hand[symbol] > 0:
            reach = 0.0
            for other in range(SYMBOLS):
                reach += max(best[symbol, other], best[other, symbol])
            reach /= SYMBOLS
            most = max(most, reach)
            total += hand[symbol] * reach
    built = 0.0
    buildings = 0.0
    for building in range(BUILDINGS):
        if hand[FIRST_BUILDING_CARD + building] > 0:
            reach = worth[building].sum() / SYMBOLS
            built = max(built, reach)
            buildings += hand[FIRST_BUILDING_CARD + building] * reach
    count = put(inputs, count, AT_REACH, most / 4.0)
    count = put(inputs, count, AT_REACH + 1, total / 8.0)
    count = put(inputs, count, AT_REACH + 2, built / 4.0)
    count = put(inputs, count, AT_REACH + 3, buildings / 8.0)
    count = put(inputs, count, AT_REACH + 4, best.sum() / (SYMBOLS * SYMBOLS) / 5.0)
    count = put(inputs, count, AT_REACH + 5, best.max() / 10.0)
    count = put_steps(inputs, count, AT_REACH + 6, 2.0 * most)
    return put_steps(inputs, count, AT_REACH + 6 + BEST + 1, 2.0 * built)


@compiled
def put_steps(inputs: Inputs, count: int, at: int, points: float) -> int:
    """A number of points: one input for its size, and one for every whole point it reaches."""
    count = put(inputs, count, at, points / 8.0)
    for step in range(min(BEST, int(points))):
        count = put(inputs, count, at + 1 + step, 1.0)
    return count


@compiled
def find_sites(box: Record, view: Record, crowd: Array, sites: Array) -> None:
    """The most that each building on a cell of each symbol could bring a seat, less half of what it brings the others;
    seats by distance, and 0 where it would bring nothing or none is left.
    """
    players = int(view.players)
    for building in range(BUILDINGS):
        if view.stacks[building] == 0:
            continue
        for i in range(box.fit_count[building]):
            cell = int(box.fit[building, i])
            everybody = farmers_around(crowd, players, cell)
            if everybody == 0 or view.cells[cell] != EMPTY:
                continue
            pay = pay_of(building, everybody)
            row, column = box.row_symbol[cell], box.column_symbol[cell]
            for distance in range(players):
                gain = np.float32(pay * (1.5 * crowd[distance, cell] - 0.5 * everybody))
                sites[distance, building, row] = max(sites[distance, building, row], gain)
                sites[distance, building, column] = max(sites[distance, building, column], gain)


@compiled
def put_sites(players: int, sites: Array, inputs: Inputs, count: int) -> int:
    """What each building could bring each seat: with any one card, and with the best one."""
    for distance in range(players):
        for building in range(BUILDINGS):
            most = sites[distance, building].max()
            if most > 0.0:
                at = AT_SITES + 2 * (distance * BUILDINGS + building)
                count = put(inputs, count, at, sites[distance, building].sum() / SYMBOLS / 8.0)
                count = put(inputs, count, at + 1, most / 8.0)
    return count


@compiled
def put_room(box: Record, view: Record, inputs: Inputs, count: int) -> int:
    """How many farmers could still stand beside the buildings of each kind."""
    room = np.zeros(BUILDINGS, np.int64)
    for cell in range(CELLS):
        piece = int(view.cells[cell])
        if EMPTY < piece < FARMER:
            for i in range(box.around_count[cell]):
                room[piece - FIRST_BUILDING] += is_free_land(box, view, int(box.around[cell, i]))
    for building in range(BUILDINGS):
        count = put(inputs, count, AT_ROOM + building, room[building] / 8.0)
    return count
