"""Tiles are dealt, turned up and put beneath; stacks get new tops and are refilled (rules 2.2, 4.1, 4.4, 9)."""

from overland.engine.jit import compiled
from overland.engine.okanagan.components import (
    STACKS,
)
from overland.engine.okanagan.state import (
    BACK_SHOWN,
    NO_ITEM,
    SHOWN,
    Doing,
    Phase,
    stack_size,
)
from overland.engine.okanagan.steps import Step
from overland.engine.record import Record


@compiled
def deal_tiles(state: Record) -> Step:
    """A tile to each seat, then one in front of each stack, then the tops; then the first turn begins (2.2)."""
    for seat in range(state.players):
        if state.seats[seat].tile == 0:
            state.actor = seat
            state.phase = Phase.TILE
            return Step.ASK
    for stack in range(STACKS):
        if state.stacks[stack].face_up == 0:
            state.stack = stack
            state.phase = Phase.TILE
            return Step.ASK
    for stack in range(STACKS):
        if state.stacks[stack].top == NO_ITEM:
            state.stack = stack
            return Step.NEW_TOP
    state.actor = 0
    return Step.LAY


@compiled
def receive_tile(box: Record, state: Record, tile: int) -> Step:
    """Chance has said which front a tile has."""
    state.unseen[tile] = 0
    if state.doing != Doing.SETUP:
        place_top(state, tile, BACK_SHOWN)
        return Step.NEW_TOP
    state.nameless[box.back[tile]] -= 1
    if state.seats[state.actor].tile == 0:
        state.seats[state.actor].tile = tile
    else:
        state.stacks[state.stack].face_up = tile
    return Step.DEAL


@compiled
def move_top(state: Record) -> Step:
    """The top of the stack is turned up or taken: at once if its front is known, else chance says which it is."""
    top = int(state.stacks[state.stack].top)
    if top > 0:
        state.stalled += state.doing == Doing.RETURNING
        place_top(state, top, SHOWN)
        return Step.NEW_TOP
    state.phase = Phase.TILE
    return Step.ASK


@compiled
def place_top(state: Record, tile: int, shown: int) -> None:
    """The top of the stack goes in front of the seat to move, or in front of the stack."""
    stack = state.stacks[state.stack]
    stack.top = NO_ITEM
    if state.doing == Doing.RETURNING or state.doing == Doing.BLIND:
        state.seats[state.to_move].tile = tile
        state.seats[state.to_move].shown = shown
    else:
        stack.face_up = tile


@compiled
def put_beneath(state: Record, item: int) -> None:
    """An item goes beneath the stack."""
    stack = state.stacks[state.stack]
    stack.under[stack.under_count] = item
    stack.under_count += 1


@compiled
def bring_up_top(state: Record) -> Step:
    """The stack gets a new top: an unknown tile, else the first one put beneath; an empty stack is refilled (4.4)."""
    stack = state.stacks[state.stack]
    if stack_size(stack) == 0:
        refill(state)
    if stack.unknown > 0:
        state.phase = Phase.BACK
        return Step.ASK
    if stack.under_count > 0:
        stack.top = stack.under[0]
        for i in range(stack.under_count - 1):
            stack.under[i] = stack.under[i + 1]
        stack.under_count -= 1
        stack.under[stack.under_count] = NO_ITEM
    return Step.STACKED


@compiled
def refill(state: Record) -> None:
    """The bottom half of the largest other stack moves to the empty one and keeps its order (4.4)."""
    largest = 0
    for number in range(STACKS):
        if stack_size(state.stacks[number]) > stack_size(state.stacks[largest]):
            largest = number
    source = state.stacks[largest]
    stack = state.stacks[state.stack]
    half = stack_size(source) // 2
    items = min(half, int(source.under_count))
    for i in range(items):
        at = int(source.under_count) - items + i
        stack.under[i] = source.under[at]
        source.under[at] = NO_ITEM
    source.under_count -= items
    stack.under_count = items
    source.unknown -= half - items
    stack.unknown = half - items


@compiled
def after_stack(state: Record) -> Step:
    """The stack is in order again: go on with what it was for."""
    match state.doing:
        case Doing.SETUP:
            return Step.DEAL
        case Doing.RETURNING:
            return Step.LAY
        case Doing.ACTING:
            return Step.EFFECT
        case Doing.REFRESHING:
            if state.stack + 1 < STACKS:
                return refresh_stack(state, int(state.stack) + 1)
            return Step.ACTED
        case _:  # Doing.CHOOSING, Doing.BLIND
            return Step.END_TURN


@compiled
def refresh_stack(state: Record, number: int) -> Step:
    """The face-up tile goes beneath its stack and the top is turned up in its place (7)."""
    state.doing = Doing.REFRESHING
    state.stack = number
    put_beneath(state, int(state.stacks[number].face_up))
    state.stacks[number].face_up = 0
    return Step.TOP
