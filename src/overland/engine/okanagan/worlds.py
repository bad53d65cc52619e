"""Full positions that a view could come from, sampled; search plays in them.

Everything but goals and secret tiles is public. A tile of which nothing is known may be in a stack or in front of a
player; one whose back is known is any with that back. A seat that is asked where to lay its tile has one that fits
somewhere; worlds in which it does not are discarded.
"""

from overland.engine.jit import compiled
from overland.engine.okanagan.components import BACKS, GOALS, MAX_SEATS, STACKS
from overland.engine.okanagan.frontier import fits_anywhere
from overland.engine.okanagan.state import BACK_SHOWN, DISCARDED, HELD, HIDDEN, IN_DECK, Phase, count_tiles_in_box
from overland.engine.okanagan.view import copy_public
from overland.engine.record import Array, Record, copy_array
from overland.engine.rng import random_below, random_weighted

TRIES = 100_000  # deals before a view is called impossible


@compiled
def sample_world(box: Record, view: Record, rng: Record, state: Record) -> bool:
    """Write into ``state`` a position that shows ``view`` and asks its question; False if none was found."""
    for _ in range(TRIES):
        state.okanagan = 0
        copy_public(view, state)
        for seat in range(MAX_SEATS):
            copy_seat(view, state, seat)
        if not deal_goals(view, rng, state) or not deal_tiles(box, view, rng, state):
            return False
        if state.phase != Phase.LAY or fits_anywhere(box, state, int(state.seats[state.to_move].tile)):
            return True
    return False


@compiled
def copy_seat(view: Record, state: Record, seat: int) -> None:
    """What is known of a seat."""
    shown = view.seats[seat]
    whole = state.seats[seat]
    whole.tile = shown.tile
    whole.shown = shown.shown
    whole.gold = shown.gold
    copy_array(shown.buildings, whole.buildings)
    copy_array(shown.tokens, whole.tokens)


@compiled
def deal_goals(view: Record, rng: Record, state: Record) -> bool:
    """Goals that are not in sight are held or discarded by another seat, or in the deck."""
    copy_array(view.goals, state.goals)
    for seat in range(state.players):
        for place, wanted in ((HELD + seat, view.seats[seat].held), (DISCARDED + seat, view.seats[seat].discarded)):
            missing = int(wanted)
            for goal in range(GOALS):
                missing -= view.goals[goal] == place
            for _ in range(missing):
                goal = pick_equal(rng, state.goals, GOALS, IN_DECK)
                if goal < 0:
                    return False
                state.goals[goal] = place
    left = 0
    for goal in range(GOALS):
        left += state.goals[goal] == IN_DECK
    return bool(left == view.deck_size)


@compiled
def pick_equal(rng: Record, values: Array, size: int, value: int) -> int:
    """The index of a random one of the first ``size`` values that equal ``value``; -1 if none does."""
    count = 0
    for i in range(size):
        count += values[i] == value
    if count == 0:
        return -1
    pick = random_below(rng, count)
    for i in range(size):
        if values[i] == value:
            if pick == 0:
                return i
            pick -= 1
    return -1


@compiled
def deal_tiles(box: Record, view: Record, rng: Record, state: Record) -> bool:
    """Secret tiles are drawn from those never seen, so that enough are left for all the backs in sight."""
    find_unseen(box, state)
    count_nameless(box, state)
    for seat in range(state.players):  # those whose back is known first: they leave fewer for the rest
        shown = view.seats[seat]
        if shown.has_tile and shown.tile == 0 and shown.shown == BACK_SHOWN:
            state.nameless[shown.tile_back - 1] -= 1
    for back in range(BACKS):
        if state.nameless[back] < 0:
            return False
    for seat in range(state.players):
        shown = view.seats[seat]
        if not shown.has_tile or shown.tile != 0:
            continue
        back = int(shown.tile_back) - 1
        if shown.shown == HIDDEN:
            back = random_weighted(rng, state.nameless, BACKS)
            if back < 0:
                return False
            state.nameless[back] -= 1
        tile = pick_tile(box, rng, state, back)
        if tile < 0:
            return False
        state.unseen[tile] = 0
        state.seats[seat].tile = tile
    return True


@compiled
def find_unseen(box: Record, state: Record) -> None:
    """A tile whose front is not known anywhere has not been seen."""
    state.unseen[:] = 0
    for tile in range(1, count_tiles_in_box(box, state)):
        state.unseen[tile] = 1
    for i in range(state.laid_count):
        state.unseen[state.laid[i].tile] = 0
    for number in range(STACKS):
        stack = state.stacks[number]
        state.unseen[stack.face_up] = 0
        if stack.top > 0:
            state.unseen[stack.top] = 0
        for i in range(stack.under_count):
            if stack.under[i] > 0:
                state.unseen[stack.under[i]] = 0
    for seat in range(state.players):
        state.unseen[state.seats[seat].tile] = 0


@compiled
def count_nameless(box: Record, state: Record) -> None:
    """Of each back: the tiles never seen, less those that lie somewhere with that back known (9)."""
    state.nameless[:] = 0
    for tile in range(1, count_tiles_in_box(box, state)):
        state.nameless[box.back[tile]] += state.unseen[tile]
    for number in range(STACKS):
        stack = state.stacks[number]
        if stack.top < 0:
            state.nameless[-stack.top - 1] -= 1
        for i in range(stack.under_count):
            if stack.under[i] < 0:
                state.nameless[-stack.under[i] - 1] -= 1


@compiled
def pick_tile(box: Record, rng: Record, state: Record, back: int) -> int:
    """A random tile with this back that nobody has seen; -1 if there is none."""
    count = 0
    for i in range(box.back_first[back], box.back_first[back + 1]):
        count += int(state.unseen[box.back_tiles[i]])
    if count == 0:
        return -1
    pick = random_below(rng, count)
    for i in range(box.back_first[back], box.back_first[back + 1]):
        tile = int(box.back_tiles[i])
        if state.unseen[tile]:
            if pick == 0:
                return tile
            pick -= 1
    return -1
