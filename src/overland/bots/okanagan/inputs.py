"""A view of Okanagan as inputs of a value network: which are on, and how strongly.

Seats are counted from the viewer on, so one network serves every seat. The map itself is not given tile by tile but as
a bag of territories: how open each is, who leads in it, how much lies in it, and what that is worth to the viewer's
goals.
"""

import numpy as np

from overland.bots.inputs import Inputs, put
from overland.bots.okanagan.territories import (
    MAX_CLOSINGS,
    count_icons,
    hoped_tokens,
    list_closings,
    territory_beyond,
)
from overland.engine.jit import compiled
from overland.engine.okanagan.board import NO_REWARD
from overland.engine.okanagan.components import (
    BACKS,
    BUILDINGS,
    EXPLORER_POINTS,
    FIRST_PAIR,
    FIRST_TRIPLE,
    GOALS,
    INFLUENCE,
    MAX_SEATS,
    MAX_TURNS,
    PAIR_POINTS,
    REWARDS,
    SHAPES,
    SIDES,
    SINGLE_POINTS,
    SLOTS,
    STACKS,
    TERRAINS,
    TOKENS,
    TRIPLE_POINTS,
    Effect,
)
from overland.engine.okanagan.legal import effect_of
from overland.engine.okanagan.scoring import NOTHING, goal_points
from overland.engine.okanagan.state import HELD, NO_ITEM, Phase, back_of
from overland.engine.record import Array, Record

OPEN_STEPS = 6  # open sides: 1, 2, 3, 4, 5, more
LEADS = 5  # none; only others; the viewer leads; is level; is behind
ICON_STEPS = 5  # icons: none, 1, 2, 3, more
BAG = OPEN_STEPS * LEADS * ICON_STEPS
HELD_STEPS = 5  # tokens of a reward: 1, 2, 3, 4, more
KIND_STEPS = 8  # tokens of a terrain
GOLD_STEPS = 6
LEFT_STEPS = 3  # buildings of a kind left: 1, 2, more
PHASES = Phase.OVER.value + 1  # later ones are shown to a network as those that are most like them
KNOWN_TILES = 61  # of the default set; a tile of a larger set, or a promo tile, has no input of its own
EFFECTS = len(Effect)
SEAT_NUMBERS = 4
RIVAL_NUMBERS = 3
RIVAL_INPUTS = KNOWN_TILES + LEADS * ICON_STEPS + RIVAL_NUMBERS
MOST_GAP = 3  # of influence
GAPS = 2 * MOST_GAP + 1
GAP_OPEN = 3  # open sides: 1, 2, more

# Where each block of inputs starts
AT_BAG = 0
AT_PARTS = AT_BAG + BAG  # the territories of the tile laid last, once more
AT_CLOSING = AT_PARTS + BAG  # those of them that are closed and waiting to be resolved
AT_HOPES = AT_CLOSING + LEADS * ICON_STEPS  # tokens hoped for, by open sides and seat, and their worth to the viewer
AT_LYING = AT_HOPES + OPEN_STEPS * (MAX_SEATS + 1)  # icons of each reward where the viewer leads, where it does not
AT_POOL = AT_LYING + 2 * REWARDS
AT_SHARE = AT_POOL + REWARDS
AT_TOKENS = AT_SHARE + 2 * MAX_SEATS
AT_KINDS = AT_TOKENS + REWARDS * HELD_STEPS
AT_MARGINAL = AT_KINDS + TERRAINS * KIND_STEPS
AT_GOALS = AT_MARGINAL + REWARDS
AT_FILLED = AT_GOALS + GOALS
AT_GOLD = AT_FILLED + GOALS
AT_SEATS = AT_GOLD + MAX_SEATS * GOLD_STEPS
AT_BUILDINGS = AT_SEATS + MAX_SEATS * SEAT_NUMBERS
AT_OTHERS = AT_BUILDINGS + MAX_SEATS * BUILDINGS * LEFT_STEPS
AT_SUPPLY = AT_OTHERS + MAX_SEATS * REWARDS
AT_PHASE = AT_SUPPLY + REWARDS
AT_MOVER = AT_PHASE + 2 * PHASES
AT_EFFECT = AT_MOVER + 2 * MAX_SEATS
AT_TILE = AT_EFFECT + 2 * EFFECTS
AT_SHOWN = AT_TILE + KNOWN_TILES
AT_TOPS = AT_SHOWN + KNOWN_TILES
AT_ROUND = AT_TOPS + BACKS
AT_CLOSABLE = AT_ROUND + 3 + MAX_TURNS  # territories that the viewer's tile, or one face up, could close
AT_CLOSED = AT_CLOSABLE + 2 * LEADS * ICON_STEPS  # the most that such a closing would bring the viewer
FIRST_INPUTS = AT_CLOSED + 4  # so many were used by networks of the first edition
AT_PLAYERS = FIRST_INPUTS
SECOND_INPUTS = AT_PLAYERS + MAX_SEATS - 1  # by those of the second
AT_RIVALS = SECOND_INPUTS  # for each rival: its tile, what that could close, and the most it would bring
AT_GAPS = AT_RIVALS + (MAX_SEATS - 1) * RIVAL_INPUTS  # how far the viewer leads in open territories, and for how much
AT_LAST_SIDES = AT_GAPS + 2 * GAP_OPEN * GAPS  # territories with one side open, by what stands beside that square
INPUTS = AT_LAST_SIDES + SIDES * (LEADS + 2)
MAX_ACTIVE = 600


@compiled
def write_inputs(box: Record, view: Record, inputs: Inputs) -> int:
    """Write the inputs that are on and their strengths; returns how many there are."""
    marginal = np.zeros(REWARDS, np.float32)
    count = put_goals(box, view, marginal, inputs, 0)
    count = put_tokens(view, marginal, inputs, count)
    count = put_territories(view, marginal, inputs, count)
    count = put_parts(view, marginal, inputs, count)
    count = put_sharing(view, marginal, inputs, count)
    for distance in range(view.players):
        count = put_seat(view, distance, inputs, count)
    count = put_tiles(box, view, inputs, count)
    count = put_closable(box, view, marginal, inputs, count)
    for distance in range(1, view.players):
        count = put_rival_tile(box, view, distance, marginal, inputs, count)
    count = put_gaps(view, inputs, count)
    count = put_last_sides(view, marginal, inputs, count)
    return put_course(view, inputs, count)


@compiled
def put_goals(box: Record, view: Record, marginal: Array, inputs: Inputs, count: int) -> int:
    """The viewer's goals and their progress; ``marginal`` gets what one more token of each reward would bring."""
    me = view.seats[view.seat]
    for goal in range(GOALS):
        if view.goals[goal] != HELD + view.seat:
            continue
        count = put(inputs, count, AT_GOALS + goal, 1.0)
        count = put(inputs, count, AT_FILLED + goal, goal_points(box, view, int(view.seat), goal) / 10.0)
        points = SINGLE_POINTS if goal < FIRST_PAIR else PAIR_POINTS if goal < FIRST_TRIPLE else TRIPLE_POINTS
        add_marginal(box, me, goal, float(points), marginal)
    kinds = np.zeros(TERRAINS, np.int64)
    for reward in range(REWARDS):
        kinds[reward // SHAPES] += int(me.tokens[reward])
    fewest = kinds.min()
    scarce = 0
    for terrain in range(TERRAINS):
        scarce += kinds[terrain] == fewest
    for reward in range(REWARDS):  # a share of the next set of four, where one is missing
        if kinds[reward // SHAPES] == fewest:
            marginal[reward] += EXPLORER_POINTS / scarce
    return count


@compiled
def add_marginal(box: Record, me: Record, goal: int, points: float, marginal: Array) -> None:
    """Divide what the next completion of a goal pays among the tokens it lacks."""
    complete = 1000
    for i in range(3):
        reward = int(box.goal[goal, i])
        if reward != NO_REWARD:
            complete = min(complete, int(me.tokens[reward]))
    lacking = 0
    for i in range(3):
        reward = int(box.goal[goal, i])
        if reward != NO_REWARD and me.tokens[reward] == complete:
            lacking += 1
    for i in range(3):
        reward = int(box.goal[goal, i])
        if reward != NO_REWARD and me.tokens[reward] == complete:
            marginal[reward] += points / lacking


@compiled
def put_tokens(view: Record, marginal: Array, inputs: Inputs, count: int) -> int:
    """The viewer's tokens by reward and terrain, what one more is worth, and what is left to take."""
    me = view.seats[view.seat]
    for terrain in range(TERRAINS):
        tokens = 0
        for shape in range(SHAPES):
            tokens += int(me.tokens[SHAPES * terrain + shape])
        for step in range(min(tokens, KIND_STEPS)):
            count = put(inputs, count, AT_KINDS + terrain * KIND_STEPS + step, 1.0)
    for reward in range(REWARDS):
        for step in range(min(int(me.tokens[reward]), HELD_STEPS)):
            count = put(inputs, count, AT_TOKENS + reward * HELD_STEPS + step, 1.0)
        count = put(inputs, count, AT_MARGINAL + reward, marginal[reward] / 5.0)
        count = put(inputs, count, AT_SUPPLY + reward, int(view.supply[reward]) / TOKENS)
    return count


@compiled
def put_territories(view: Record, marginal: Array, inputs: Inputs, count: int) -> int:
    """The bag of open territories, what each seat can hope for in them, and the rewards that lie there."""
    bag = np.zeros(BAG, np.float32)
    hopes = np.zeros((OPEN_STEPS, MAX_SEATS + 1), np.float32)
    lying = np.zeros((2, REWARDS), np.float32)
    me, players = int(view.seat), int(view.players)
    for number in range(view.territory_count):
        territory = view.territories[number]
        if territory.open <= 0:
            continue
        lead = lead_of(view, number)
        bag[bag_index(view, number, lead)] += 1.0
        step = min(int(territory.open), OPEN_STEPS) - 1
        leads = 0 if lead == 2 or lead == 3 else 1
        for shape in range(SHAPES):
            lying[leads, SHAPES * int(territory.terrain) + shape] += territory.icons[shape]
        for distance in range(players):
            seat = (me + distance) % players
            if territory.influence[seat] > 0:
                hoped = hoped_tokens(view, number, seat)
                hopes[step, distance] += hoped
                if distance == 0:
                    hopes[step, MAX_SEATS] += hoped_worth(view, number, hoped, marginal)
    for index in range(BAG):
        if bag[index] > 0:
            count = put(inputs, count, AT_BAG + index, bag[index] / (bag[index] + 2.0))
    for step in range(OPEN_STEPS):
        for column in range(MAX_SEATS + 1):
            if hopes[step, column] > 0:
                scale = 0.05 if column == MAX_SEATS else 0.15
                at = AT_HOPES + step * (MAX_SEATS + 1) + column
                count = put(inputs, count, at, min(2.0, hopes[step, column] * scale))
    for leads in range(2):
        for reward in range(REWARDS):
            if lying[leads, reward] > 0:
                count = put(inputs, count, AT_LYING + leads * REWARDS + reward, min(2.0, lying[leads, reward] / 6.0))
    return count


@compiled
def lead_of(view: Record, number: int) -> int:
    """How the viewer stands in a territory: 0 empty, 1 only others, 2 ahead, 3 level, 4 behind."""
    territory = view.territories[number]
    mine = int(territory.influence[view.seat])
    most = 0
    for seat in range(view.players):
        if seat != view.seat:
            most = max(most, int(territory.influence[seat]))
    if mine == 0:
        return 0 if most == 0 else 1
    if mine > most:
        return 2
    return 3 if mine == most else 4


@compiled
def bag_index(view: Record, number: int, lead: int) -> int:
    """The kind of an open territory."""
    step = max(0, min(int(view.territories[number].open), OPEN_STEPS) - 1)
    icons = min(count_icons(view, number), ICON_STEPS - 1)
    return (step * LEADS + lead) * ICON_STEPS + icons


@compiled
def hoped_worth(view: Record, number: int, hoped: int, marginal: Array) -> float:
    """What ``hoped`` tokens of a territory are worth to the viewer, the best first."""
    territory = view.territories[number]
    left = np.zeros(SHAPES, np.int64)
    for shape in range(SHAPES):
        left[shape] = territory.icons[shape]
    return best_worth(left, int(territory.terrain), hoped, marginal)


@compiled
def best_worth(left: Array, terrain: int, taken: int, marginal: Array) -> float:
    """Take the best of what is left ``taken`` times; a second token of a kind counts half. ``left`` is used up."""
    worth = 0.0
    tried = np.ones(SHAPES, np.float32)
    for _ in range(taken):
        best = -1
        most = -1.0
        for shape in range(SHAPES):
            here = marginal[SHAPES * terrain + shape] * tried[shape]
            if left[shape] > 0 and here > most:
                best = shape
                most = here
        if best < 0:
            return worth
        worth += most
        left[best] -= 1
        tried[best] *= 0.5
    return worth


@compiled
def put_parts(view: Record, marginal: Array, inputs: Inputs, count: int) -> int:
    """The territories of the tile laid last: while it can be built on, and while closed ones wait."""
    for slot in range(SLOTS):
        number = int(view.territory_of[slot]) - 1
        if number < 0:
            continue
        lead = lead_of(view, number)
        if view.territories[number].open > 0:
            if view.phase == Phase.BUILD:
                count = put(inputs, count, AT_PARTS + bag_index(view, number, lead), 1.0)
        elif view.phase == Phase.BUILD or view.closing >> slot & 1:
            icons = min(count_icons(view, number), ICON_STEPS - 1)
            count = put(inputs, count, AT_CLOSING + lead * ICON_STEPS + icons, 1.0)
            hoped = hoped_tokens(view, number, int(view.seat))
            count = put(inputs, count, AT_HOPES, hoped * 0.15)
            count = put(inputs, count, AT_HOPES + MAX_SEATS, hoped_worth(view, number, hoped, marginal) * 0.05)
    return count


@compiled
def put_sharing(view: Record, marginal: Array, inputs: Inputs, count: int) -> int:
    """The territory that is being resolved: what is in its pool, and what each seat may still take."""
    if view.territory == NOTHING:
        return count
    me, players = int(view.seat), int(view.players)
    terrain = int(view.territories[view.territory].terrain)
    left = np.zeros(SHAPES, np.int64)
    for shape in range(SHAPES):
        left[shape] = view.pool[shape] if view.phase == Phase.TAKE else view.territories[view.territory].icons[shape]
        count = put(inputs, count, AT_POOL + SHAPES * terrain + shape, left[shape] / 2.0)
    mine = int(view.share[me]) if view.phase == Phase.TAKE else hoped_tokens(view, int(view.territory), me)
    for distance in range(players):
        seat = (me + distance) % players
        share = int(view.share[seat]) if view.phase == Phase.TAKE else hoped_tokens(view, int(view.territory), seat)
        count = put(inputs, count, AT_SHARE + distance, share / 3.0)
        if view.territories[view.territory].influence[seat] > 0:
            count = put(inputs, count, AT_SHARE + MAX_SEATS + distance, 1.0)
    return put(inputs, count, AT_HOPES + MAX_SEATS, best_worth(left, terrain, mine, marginal) * 0.05)


@compiled
def put_seat(view: Record, distance: int, inputs: Inputs, count: int) -> int:
    """Gold, buildings and tokens of the seat ``distance`` after the viewer."""
    seat = (int(view.seat) + distance) % int(view.players)
    shown = view.seats[seat]
    for step in range(min(int(shown.gold), GOLD_STEPS)):
        count = put(inputs, count, AT_GOLD + distance * GOLD_STEPS + step, 1.0)
    tokens = 0
    for reward in range(REWARDS):
        held = int(shown.tokens[reward])
        tokens += held
        if held > 0 and distance > 0:
            count = put(inputs, count, AT_OTHERS + distance * REWARDS + reward, held / 3.0)
    at = AT_SEATS + distance * SEAT_NUMBERS
    count = put(inputs, count, at, tokens / 10.0)
    count = put(inputs, count, at + 1, int(shown.held) / 6.0)
    count = put(inputs, count, at + 2, int(shown.has_tile))
    count = put(inputs, count, at + 3, (int(shown.gold) - int(view.seats[view.seat].gold)) / 4.0)
    for building in range(BUILDINGS):
        for step in range(min(int(shown.buildings[building]), LEFT_STEPS)):
            index = AT_BUILDINGS + (distance * BUILDINGS + building) * LEFT_STEPS + step
            count = put(inputs, count, index, 1.0)
    return count


@compiled
def put_tiles(box: Record, view: Record, inputs: Inputs, count: int) -> int:
    """The viewer's tile, the tiles face up, and the backs on top of the stacks."""
    if 0 < view.seats[view.seat].tile < KNOWN_TILES:
        count = put(inputs, count, AT_TILE + int(view.seats[view.seat].tile), 1.0)
    for number in range(STACKS):
        stack = view.stacks[number]
        if 0 < stack.face_up < KNOWN_TILES:
            count = put(inputs, count, AT_SHOWN + int(stack.face_up), 1.0)
        if stack.top != NO_ITEM:
            count = put(inputs, count, AT_TOPS + back_of(box, int(stack.top)), 1.0)
    return count


@compiled
def put_closable(box: Record, view: Record, marginal: Array, inputs: Inputs, count: int) -> int:
    """Which territories could be closed by the viewer's tile, and by a tile face up, and what that would bring."""
    kinds = np.zeros((2, LEADS * ICON_STEPS), np.int64)
    most = np.zeros((2, 2))  # by whose tile: of what one would get without building, and with a farm in it
    if view.seats[view.seat].tile > 0:
        find_closable(box, view, int(view.seats[view.seat].tile), marginal, kinds[0], most[0])
    for number in range(STACKS):
        if view.stacks[number].face_up > 0:
            find_closable(box, view, int(view.stacks[number].face_up), marginal, kinds[1], most[1])
    for whose in range(2):
        for kind in range(LEADS * ICON_STEPS):
            if kinds[whose, kind] > 0:
                at = AT_CLOSABLE + whose * LEADS * ICON_STEPS + kind
                count = put(inputs, count, at, min(1.0, kinds[whose, kind] * 0.5))
        count = put(inputs, count, AT_CLOSED + 2 * whose, min(2.0, most[whose, 0] * 0.1))
        count = put(inputs, count, AT_CLOSED + 2 * whose + 1, min(2.0, most[whose, 1] * 0.1))
    return count


@compiled
def find_closable(box: Record, view: Record, tile: int, marginal: Array, kinds: Array, most: Array) -> None:
    """Count the territories that a tile would close, by kind, and keep the best gain."""
    closed = np.empty(MAX_CLOSINGS, np.int64)
    for i in range(list_closings(box, view, tile, closed)):
        number = closed[i]
        icons = count_icons(view, number)
        hoped = hoped_tokens(view, number, int(view.seat))
        kinds[lead_of(view, number) * ICON_STEPS + min(icons, ICON_STEPS - 1)] += 1
        most[0] = max(most[0], hoped_worth(view, number, hoped, marginal))
        most[1] = max(most[1], hoped_worth(view, number, min(icons, max(hoped, INFLUENCE[0])), marginal))


@compiled
def put_rival_tile(box: Record, view: Record, distance: int, marginal: Array, inputs: Inputs, count: int) -> int:
    """The tile of the seat ``distance`` after the viewer, if it is known: what it could close, and for whom."""
    seat = (int(view.seat) + distance) % int(view.players)
    tile = int(view.seats[seat].tile)
    if tile == 0:
        return count
    at = AT_RIVALS + (distance - 1) * RIVAL_INPUTS
    if tile < KNOWN_TILES:
        count = put(inputs, count, at + tile, 1.0)
    kinds = np.zeros(LEADS * ICON_STEPS, np.int64)
    mine = np.zeros(2)
    find_closable(box, view, tile, marginal, kinds, mine)
    at += KNOWN_TILES
    for kind in range(LEADS * ICON_STEPS):
        if kinds[kind] > 0:
            count = put(inputs, count, at + kind, min(1.0, kinds[kind] * 0.5))
    at += LEADS * ICON_STEPS
    closed = np.empty(MAX_CLOSINGS, np.int64)
    standing = 0
    farming = 0
    for i in range(list_closings(box, view, tile, closed)):
        hoped = hoped_tokens(view, closed[i], seat)
        standing = max(standing, hoped)
        farming = max(farming, min(count_icons(view, closed[i]), max(hoped, INFLUENCE[0])))
    count = put(inputs, count, at, min(2.0, mine[0] * 0.1))
    count = put(inputs, count, at + 1, standing * 0.25)
    return put(inputs, count, at + 2, farming * 0.25)


@compiled
def put_gaps(view: Record, inputs: Inputs, count: int) -> int:
    """By how much influence the viewer leads or is behind in open territories, and how much lies there."""
    found = np.zeros((2, GAP_OPEN * GAPS), np.float32)
    for number in range(view.territory_count):
        territory = view.territories[number]
        if territory.open <= 0:
            continue
        mine = int(territory.influence[view.seat])
        most = 0
        for seat in range(view.players):
            if seat != view.seat:
                most = max(most, int(territory.influence[seat]))
        if mine + most > 0:
            gap = max(-MOST_GAP, min(MOST_GAP, mine - most)) + MOST_GAP
            kind = (min(int(territory.open), GAP_OPEN) - 1) * GAPS + gap
            found[0, kind] += np.float32(0.5)
            found[1, kind] += np.float32(0.15 * count_icons(view, number))
    for kind in range(GAP_OPEN * GAPS):
        if found[0, kind] > 0.0:
            count = put(inputs, count, AT_GAPS + 2 * kind, min(2.0, found[0, kind]))
            count = put(inputs, count, AT_GAPS + 2 * kind + 1, min(2.0, found[1, kind]))
    return count


@compiled
def put_last_sides(view: Record, marginal: Array, inputs: Inputs, count: int) -> int:
    """Territories with one side open: the more tiles stand beside that square, the fewer tiles fit there."""
    kinds = np.zeros((SIDES, LEADS + 2), np.float32)
    for index in range(view.frontier_size):
        square = view.frontier[index]
        crowded = -1
        for side in range(SIDES):
            crowded += square.beside[side] > 0
        for side in range(SIDES):
            if square.beside[side] == 0:
                continue
            number = territory_beyond(view, square, side)
            if number < 0 or view.territories[number].open != 1:
                continue
            lead = lead_of(view, number)
            kinds[crowded, lead] += np.float32(0.5)
            hoped = hoped_tokens(view, number, int(view.seat))
            kinds[crowded, LEADS] += np.float32(0.05 * hoped_worth(view, number, hoped, marginal))
            most = 0
            for seat in range(view.players):
                if seat != view.seat:
                    most = max(most, hoped_tokens(view, number, seat))
            kinds[crowded, LEADS + 1] += np.float32(0.15 * most)
    for crowded in range(SIDES):
        for kind in range(LEADS + 2):
            if kinds[crowded, kind] > 0.0:
                at = AT_LAST_SIDES + crowded * (LEADS + 2) + kind
                count = put(inputs, count, at, min(2.0, kinds[crowded, kind]))
    return count


@compiled
def familiar_phase(view: Record) -> int:
    """What is asked, as the first networks know it: to discard is like building, a gift like a bonus."""
    if view.phase == Phase.DISCARD:
        return Phase.BUILD.value
    return Phase.BONUS.value if view.phase == Phase.GIFT else int(view.phase)


@compiled
def put_course(view: Record, inputs: Inputs, count: int) -> int:
    """How many play, who is asked what, and how far the game has gone."""
    me, players = int(view.seat), int(view.players)
    asked = 0 if view.actor == me else 1
    count = put(inputs, count, AT_PLAYERS + players - 2, 1.0)
    count = put(inputs, count, AT_PHASE + asked * PHASES + familiar_phase(view), 1.0)
    count = put(inputs, count, AT_MOVER + (int(view.to_move) - me) % players, 1.0)
    if view.first_pick > 0:
        count = put(inputs, count, AT_MOVER + MAX_SEATS + (int(view.first_pick) - 1 - me) % players, 1.0)
    if Phase.BONUS <= view.phase <= Phase.DROP:
        acting = 0 if view.acting == me else 1
        count = put(inputs, count, AT_EFFECT + acting * EFFECTS + effect_of(int(view.effect)), 1.0)
    count = put(inputs, count, AT_ROUND + (1 if view.round_number > 1 else 0), 1.0)
    laid = int(view.laid_count)
    count = put(inputs, count, AT_ROUND + 2, laid / MAX_TURNS)
    for step in range(min(laid, MAX_TURNS)):
        count = put(inputs, count, AT_ROUND + 3 + step, 0.2)
    return count
