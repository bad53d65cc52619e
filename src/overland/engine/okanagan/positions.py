"""Okanagan's positions in text, both ways: one line of key=value words.

``map`` lists the tiles in the order they were laid, ``tile,rotation,x,y`` and behind a colon who built there on which
terrains (``37,1,2,-1:0fm`` is a warehouse of seat 0 between forest and mountain). A stack is its face-up tile, its top,
how many unknown tiles follow, and what was put beneath them; a tile is its number if its front is known, otherwise its
back. ``turn`` holds the fields that tell how far the turn has come. Territories, frontier and odds follow
from the rest.

The letters are those of slots (``board.py``), mostly the same as terrains. A silo on a tile that does not have three
territories is ``*``; a promo tile has an owner only. ``stalled`` and ``skipped`` are written only if they say anything.
"""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from overland.engine.okanagan.actions import MAX_LEGAL
from overland.engine.okanagan.board import BORDER_BITS
from overland.engine.okanagan.components import (
    BACK_NAMES,
    BUILDING_COUNTS,
    BUILDINGS,
    DEALT_GOALS,
    GOAL_NAMES,
    GOALS,
    GOLD,
    KEPT_GOALS,
    MAX_LAID,
    MAX_SEATS,
    MIN_SEATS,
    PARTS,
    SHAPES,
    SIDES,
    SLOTS,
    STACKS,
    TILES,
    TOKENS,
    Building,
    Effect,
    Promo,
)
from overland.engine.okanagan.frontier import find_square
from overland.engine.okanagan.laying import is_repeated, lay_tile, put_up
from overland.engine.okanagan.legal import effect_of, legal_actions
from overland.engine.okanagan.scoring import NOTHING
from overland.engine.okanagan.setup import OPTIONS, QUIET_OPTIONS, options_of, setup, stack_sizes
from overland.engine.okanagan.state import (
    DISCARDED,
    FIRST_DECISION,
    HELD,
    MAX_UNDER,
    NO_ITEM,
    SHOWN,
    Doing,
    Phase,
    count_present,
    count_tiles_in_box,
    influence_of,
    stack_size,
)
from overland.engine.okanagan.worlds import count_nameless, find_unseen
from overland.engine.positions import number_in, read_words, refuse
from overland.engine.record import ACTION, Record

TERRAIN_LETTERS = "flem"  # forest, lake, mEadow, mountain
EVERYWHERE = "*"  # a silo that does not touch three territories
#: The fields of ``turn``, with the values each can have.
TURN_FIELDS: Mapping[str, range] = {
    "round_number": range(1, 3),
    "phase": range(len(Phase)),
    "doing": range(len(Doing)),
    "to_move": range(MAX_SEATS),
    "actor": range(MAX_SEATS),
    "acting": range(MAX_SEATS),
    "stack": range(STACKS),
    "effect": range(len(BACK_NAMES)),
    "swaps": range(3),
    "first_pick": range(MAX_SEATS + 1),
    "closing": range(1 << SLOTS),
    "ranked": range(MAX_SEATS + 1),
}


def position_text(state: Record) -> str:
    """A position as one line of text, read back by ``parse_position``."""
    players = int(state.players)
    words = [f"players={players}"]
    words += [f"{name}={value}" for name, value in options_of(state).items()]
    words.append("turn=" + ",".join(str(int(state[name])) for name in TURN_FIELDS))
    words.append(f"territory={territory_text(state)}")
    words += [f"{name}={numbers(state[name])}" for name in ("order", "share", "pool")]
    words.append("map=" + ";".join(laid_text(state.laid[i]) for i in range(state.laid_count)))
    for number in range(STACKS):
        words.append(f"stack{number + 1}={stack_text(state.stacks[number])}")
    for seat in range(players):
        me = state.seats[seat]
        held, thrown = (goals_at(state, place + seat) for place in (HELD, DISCARDED))
        words.append(
            f"{seat}={int(me.tile)},{int(me.shown)}/{int(me.gold)}/{numbers(me.buildings)}/{numbers(me.tokens)}/{held}/{thrown}"
        )
    if state.stalled:
        words.append(f"stalled={state.stalled}")
    if state.skipped.any():
        words.append(f"skipped={numbers(state.skipped)}")
    return " ".join(words)


def territory_text(state: Record) -> str:
    """The territory that is being resolved, by its first slot on the tile laid last."""
    if state.territory == NOTHING:
        return "-"
    return TERRAIN_LETTERS[state.territory_of.tolist().index(1 + int(state.territory))]


def numbers(values: Record) -> str:
    """Numbers separated by commas."""
    return ",".join(str(int(value)) for value in values)


def laid_text(laid: Record) -> str:
    """A tile on the map, and the building on it."""
    text = f"{laid.tile},{laid.rotation},{laid.x},{laid.y}"
    if laid.owner:
        site = "".join(letter for bit, letter in enumerate(TERRAIN_LETTERS) if laid.site >> bit & 1)
        text += f":{laid.owner - 1}{site if not site or len(site) == 1 + laid.kind else EVERYWHERE}"
    return text


def stack_text(stack: Record) -> str:
    """A stack from its face-up tile to its bottom."""
    under = "+".join(item_text(int(item)) for item in stack.under[: stack.under_count])
    return f"{stack.face_up}/{item_text(int(stack.top))}/{stack.unknown}/{under}"


def item_text(item: int) -> str:
    """A tile that lies in a stack: its number, or its back if only that is known."""
    return str(item) if item >= 0 else BACK_NAMES[-item - 1]


def goals_at(state: Record, place: int) -> str:
    return ",".join(str(goal) for goal in range(GOALS) if state.goals[goal] == place)


def parse_position(box: Record, text: str) -> Record:
    """The position that a text of ``position_text`` describes; an impossible one is refused."""
    state = read_words(text, lambda words: read_position(box, words))
    find_unseen(box, state)
    count_nameless(box, state)
    refuse({"more tiles show one back than the box holds": (state.nameless < 0).any()})
    check_position(box, state)
    return state


def read_position(box: Record, words: Mapping[str, str]) -> Record:
    """A position from its words, not yet checked."""
    players = number_in(words["players"], range(MIN_SEATS, MAX_SEATS + 1), "players")
    options = {name: words[name] for name in OPTIONS if name in words or name not in QUIET_OPTIONS}
    state = setup(box, players, options)
    for (name, allowed), value in zip(TURN_FIELDS.items(), words["turn"].split(","), strict=True):
        state[name] = number_in(value, allowed, name)
    read_map(box, state, words["map"])
    for name, allowed in (("order", range(players)), ("share", range(100)), ("pool", range(TOKENS + 1))):
        read_numbers(words[name], allowed, state[name], name)
    if words["territory"] != "-":
        state.territory = state.territory_of[TERRAIN_LETTERS.index(words["territory"])] - 1
        if state.territory < 0:
            raise ValueError("the territory is not on the tile laid last")
    for number in range(STACKS):
        read_stack(words[f"stack{number + 1}"], state.stacks[number])
    for seat in range(players):
        read_seat(words[str(seat)], state, seat)
    state.stalled = number_in(words.get("stalled", "0"), range(box.tile_count + 1), "stalled")
    if "skipped" in words:
        read_numbers(words["skipped"], range(MAX_LAID), state.skipped, "skipped")
    return state


def read_numbers(text: str, allowed: range, out: Record, name: str) -> None:
    """Read numbers separated by commas into an array of the same length."""
    values = [number_in(part, allowed, name) for part in text.split(",")]
    if len(values) != len(out):
        raise ValueError(f"{name} has {len(values)} numbers instead of {len(out)}")
    out[:] = values


def read_map(box: Record, state: Record, text: str) -> None:
    """Lay every tile where it lies and put up its building."""
    first, *rest = text.split(";")
    if first != "0,0,0,0" or len(rest) >= MAX_LAID:
        raise ValueError("the map must begin with the start tile and have no more tiles than turns")
    for part in rest:
        tile_text, _, building = part.partition(":")
        tile, rotation, x, y = (int(value) for value in tile_text.split(","))
        number_in(str(tile), range(1, count_tiles_in_box(box, state)), "tile")
        number_in(str(rotation), range(SIDES), "rotation")
        at = find_square(state, x, y, 0)
        is_beside = at < state.frontier_size and state.frontier[at].x == x and state.frontier[at].y == y
        face = int(box.face[tile, rotation])
        if not is_beside or face & int(state.frontier[at].need) != face:
            raise ValueError(f"tile {tile} does not fit at {x},{y}")
        lay_tile(box, state, tile, rotation, x, y)
        if building:
            read_building(box, state, building)
        elif part is not rest[-1]:
            raise ValueError(f"tile {tile} has no building")


def read_building(box: Record, state: Record, text: str) -> None:
    """A building on the tile laid last; on a promo tile there is none, but it has an owner."""
    seat = number_in(text[:1], range(state.players), "owner")
    here = state.laid[state.laid_count - 1]
    tile, slots = int(here.tile), int(box.slots[here.tile])
    if slots == 0 and len(text) == 1:
        here.owner = 1 + seat
        return
    site = 0 if text[1:] == EVERYWHERE else sum({1 << TERRAIN_LETTERS.index(letter) for letter in text[1:]})
    kind = site.bit_count() - 1
    if text[1:] == EVERYWHERE and slots.bit_count() in (2, 4):
        site, kind = slots, Building.SILO.value
    is_possible = {
        Building.FARM.value: site & slots,
        Building.WAREHOUSE.value: site in borders_of(box, tile),
        Building.SILO.value: site == slots,
    }
    if not is_possible.get(kind):
        raise ValueError(f"no building can stand on {text[1:]} of tile {tile}")
    put_up(box, state, seat, kind, site)


def borders_of(box: Record, tile: int) -> list[int]:
    """The borders of a tile, as the bits of the two slots that touch."""
    borders = [int(box.borders[tile]) >> (BORDER_BITS * place) & 0xFF for place in range(box.border_count[tile])]
    parts = [divmod(border, PARTS) for border in borders]
    return [sum(1 << int(box.slot_of[tile, part]) for part in pair) for pair in parts]


def read_stack(text: str, stack: Record) -> None:
    """A stack out of its text."""
    face_up, top, unknown, under = text.split("/")
    stack.face_up = number_in(face_up, range(TILES), "face-up tile")
    stack.top = read_item(top)
    stack.unknown = number_in(unknown, range(MAX_UNDER), "unknown tiles")
    items = [read_item(item) for item in under.split("+") if item]
    if len(items) > MAX_UNDER - 1 or 0 in items:
        raise ValueError("a stack has too many tiles, or none where one must be")
    stack.under[: len(items)] = items
    stack.under_count = len(items)


def read_item(text: str) -> int:
    return -1 - BACK_NAMES.index(text) if text in BACK_NAMES else number_in(text, range(TILES), "tile")


def read_seat(text: str, state: Record, seat: int) -> None:
    tile, gold, buildings, tokens, held, thrown = text.split("/")
    me = state.seats[seat]
    number, shown = tile.split(",")
    me.tile = number_in(number, range(TILES), "tile")
    me.shown = number_in(shown, range(SHOWN + 1), "shown")
    me.gold = number_in(gold, range(GOLD + 1), "gold")
    read_numbers(buildings, range(4), me.buildings, "buildings")
    read_numbers(tokens, range(TOKENS + 1), me.tokens, "tokens")
    for place, goals in ((HELD + seat, held), (DISCARDED + seat, thrown)):
        for goal in (number_in(value, range(GOALS), "goal") for value in goals.split(",") if value):
            if state.goals[goal]:
                raise ValueError(f"the goal {GOAL_NAMES[goal]} is in two places")
            state.goals[goal] = place
    state.supply[:] -= me.tokens
    state.gold -= me.gold


# Checks: components first, then the turn, then the question. Whether play could lead there is not checked, but the
# position can be played on.


def check_position(box: Record, state: Record) -> None:
    """Refuse what the components cannot form, or a question that does not fit the rest."""
    players = range(state.players)
    refuse(
        {
            "a seat is named that does not play": max(state.to_move, state.actor, state.acting, state.first_pick - 1)
            >= len(players),
            "there are too many tokens": (state.supply < 0).any(),
            "there is too much gold": state.gold < 0,
        }
    )
    check_tiles(box, state)
    check_turn(box, state, [built_by(state, seat) for seat in players])
    check_goals(state, [int((state.goals == HELD + seat).sum()) for seat in players])
    check_question(box, state)
    count = legal_actions(box, state, np.empty(MAX_LEGAL, ACTION))
    refuse({"there is no legal move": state.phase != Phase.OVER and count == 0})


def is_dealing(state: Record) -> bool:
    """Whether the set-up is still going on."""
    return bool(state.doing == Doing.SETUP and state.phase in (Phase.GOAL, Phase.KEEP, Phase.TILE, Phase.BACK))


def is_between_rounds(state: Record) -> bool:
    """Whether goals are being dealt and kept after round 1."""
    return bool(state.doing == Doing.ROUND and state.phase in (Phase.GOAL, Phase.KEEP))


def has_built(state: Record) -> bool:
    """Whether the seat to move has already built in this turn."""
    is_returning = state.phase in (Phase.TILE, Phase.BACK) and state.doing == Doing.RETURNING
    return not (is_returning or state.phase in (Phase.LAY, Phase.RETURN, Phase.BUILD, Phase.DISCARD))


def check_tiles(box: Record, state: Record) -> None:
    """All tiles of the box, each in one place, and stacks that are whole except for one that is being changed."""
    items = [int(item) for stack in state.stacks for item in (stack.top, *stack.under) if item]
    known = [int(tile) for tile in state.laid["tile"][1 : state.laid_count]] + [item for item in items if item > 0]
    known += [int(stack.face_up) for stack in state.stacks if stack.face_up]
    known += [int(me.tile) for me in state.seats[: state.players] if me.tile]
    lying = sum(1 for item in items if item < 0) + int(state.stacks["unknown"].sum())
    waiting = 0
    if is_dealing(state):
        waiting = sum(1 for me in state.seats[: state.players] if not me.tile)
        waiting += sum(1 for stack in state.stacks if not stack.face_up)
    stack = state.stacks[state.stack]
    no_top = [number for number in range(STACKS) if state.stacks[number].top == NO_ITEM]
    no_front = [number for number in range(STACKS) if not state.stacks[number].face_up]
    is_turning_up = state.phase == Phase.TILE and state.doing in (Doing.CHOOSING, Doing.REFRESHING)
    this_one = [int(state.stack)]
    tiles = count_tiles_in_box(box, state) - 1
    refuse(
        {
            "a tile is not in the box": max(known, default=0) > tiles,
            "a tile is in two places": len(known) != len(set(known)),
            "tiles are missing or too many": len(known) + lying + waiting != tiles,
            "a stack is too large": any(stack_size(each) > MAX_UNDER for each in state.stacks),
            "a stack has no top": not is_dealing(state) and no_top != (this_one if state.phase == Phase.BACK else []),
            "a stack has no face-up tile": not is_dealing(state) and no_front != (this_one if is_turning_up else []),
            "no back can come up": state.phase == Phase.BACK and (stack.top != NO_ITEM or stack.unknown == 0),
            "no front can be seen": state.phase == Phase.TILE and not is_dealing(state) and stack.top >= 0,
            "the stacks have the wrong sizes for the set-up": is_dealing(state)
            and [int(each.unknown) + (each.top != NO_ITEM) + 1 for each in state.stacks]
            != stack_sizes(tiles, int(state.players)),
            "a stack has a top too early in the set-up": is_dealing(state)
            and state.phase != Phase.BACK
            and len(no_top) < STACKS,
            "there is no tile to deal": state.phase == Phase.TILE
            and is_dealing(state)
            and bool(state.seats[state.actor].tile and stack.face_up),
        }
    )


def built_by(state: Record, seat: int) -> Counter[int]:
    """How many buildings of each kind a seat has on the map."""
    laid = state.laid[: state.laid_count]
    return Counter(int(tile.kind) for tile in laid if tile.owner == seat + 1 and tile.site)


def count_lost(state: Record, seat: int) -> int:
    """How many buildings a seat has discarded: for promo tiles, and in turns without a tile."""
    laid = state.laid[: state.laid_count]
    return int(state.skipped[seat]) + sum(1 for tile in laid if tile.owner == seat + 1 and not tile.site)


def check_turn(box: Record, state: Record, built: list[Counter[int]]) -> None:
    """Buildings add up, every seat has had its turns, and seats with turns left have a tile."""
    players = int(state.players)
    counts = BUILDING_COUNTS[players - MIN_SEATS]
    left = [state.seats[seat].buildings.tolist() for seat in range(players)]
    lost = [count_lost(state, seat) for seat in range(players)]
    missing = [
        [
            sum(counts[number][kind] for number in range(state.round_number)) - built[seat][kind] - left[seat][kind]
            for kind in range(BUILDINGS)
        ]
        for seat in range(players)
    ]
    wrong_buildings = any(
        sum(missing[seat]) != lost[seat]
        or min(missing[seat]) < 0
        or any(left[seat][kind] > counts[state.round_number - 1][kind] for kind in range(BUILDINGS))
        for seat in range(players)
    )
    is_in_turn = not (is_dealing(state) or is_between_rounds(state) or state.phase == Phase.OVER)
    turns = [counter.total() + lost[seat] for seat, counter in enumerate(built)]
    had = int(state.to_move) + has_built(state) if is_in_turn else 0
    done = [turns[-1] + (seat < had) for seat in range(players)] if had < players else [turns[-1]] * players
    without_tile = any(
        bool(state.seats[seat].tile) != (state.round_number == 1 or sum(left[seat]) > 0)
        for seat in range(players)
        if is_in_turn and seat != state.to_move and not (state.skipped[seat] and state.seats[seat].tile)
    )
    last = state.laid[state.laid_count - 1]
    is_promo = not box.slots[last.tile]
    has_tile = bool(state.seats[state.to_move].tile)
    is_exchanging = state.phase in (Phase.RETURN, Phase.DISCARD) or state.doing == Doing.RETURNING
    refuse(
        {
            "the buildings do not add up": wrong_buildings,
            "it cannot be this seat's turn": turns != done,
            "a turn has begun before its time": not is_in_turn and state.to_move != 0,
            "the game cannot be over yet": state.phase == Phase.OVER
            and (state.round_number == 1 or sum(map(sum, left)) > 0),
            "a seat has no tile, or one too many": without_tile
            or (is_between_rounds(state) and not all(state.seats["tile"][:players])),
            "the seat to move has no tile": state.phase in (Phase.LAY, Phase.RETURN)
            and not state.seats[state.to_move].tile,
            "the seat to move has nothing to build": is_in_turn
            and not has_built(state)
            and sum(left[state.to_move]) == 0,
            "the building on the last tile does not fit the phase": bool(not last.owner)
            != (state.laid_count == 1 or state.phase == Phase.BUILD or (state.phase == Phase.DISCARD and not has_tile)),
            "nothing can be built on the last tile": state.phase == Phase.BUILD and is_promo,
            "there is nothing to discard a building for": state.phase == Phase.DISCARD
            and not (state.stalled == box.tile_count if has_tile else is_promo),
            "tiles were exchanged in vain in no such turn": state.stalled and not is_exchanging,
            "a seat skipped turns that does not play": state.skipped[players:].any(),
        }
    )


def check_goals(state: Record, held: list[int]) -> None:
    """Every seat holds three goals, except those that are being dealt some or have not chosen yet."""
    actor = int(state.actor)
    expected = [KEPT_GOALS] * len(held)
    if state.phase == Phase.GOAL and state.doing != Doing.ACTING:
        before = 0 if state.doing == Doing.SETUP else KEPT_GOALS
        expected = [DEALT_GOALS if seat < actor else before for seat in range(len(held))]
    elif state.phase == Phase.KEEP:
        expected = [KEPT_GOALS if seat < actor else DEALT_GOALS for seat in range(len(held))]
    elif state.phase == Phase.DROP:
        expected[actor] = DEALT_GOALS
    if state.phase == Phase.GOAL and expected[actor] <= held[actor] < DEALT_GOALS:
        expected[actor] = held[actor]
    refuse({"a seat holds the wrong number of goals": held != expected})


def check_question(box: Record, state: Record) -> None:
    """Refuse a question that does not fit what it is about."""
    phase, doing = Phase(state.phase), Doing(state.doing)
    is_acting = phase < FIRST_DECISION and doing in (Doing.ACTING, Doing.REFRESHING)
    is_resolving = is_acting or Phase.RANK <= phase <= Phase.DROP
    has_territory = state.territory != NOTHING
    closed = sum(
        1 << slot
        for slot in range(SLOTS)
        if state.territory_of[slot]
        and not state.territories[state.territory_of[slot] - 1].open
        and not is_repeated(state, 0xF, slot)
    )
    promo = int(state.laid[state.laid_count - 1].tile) - int(box.tile_count)
    is_volcano = promo == Promo.VOLCANO and not has_territory and phase not in (Phase.RANK, Phase.CLAIM, Phase.TAKE)
    is_gift = phase == Phase.GIFT
    terrain = int(state.territories[state.territory].terrain) if has_territory else 0
    pool = [int(state.pool[shape]) > int(state.supply[SHAPES * terrain + shape]) for shape in range(SHAPES)]
    effect = effect_of(int(state.effect))
    effects = {
        Phase.BONUS: (Effect.SHAPE,),
        Phase.TRADE: (Effect.TRADE,),
        Phase.GIVE: (Effect.TRIBUTE,),
        Phase.SWAP: (Effect.RESHAPE, Effect.RECOLOUR),
    }
    dealing = (Doing.SETUP, Doing.ROUND, Doing.ACTING)
    laying = (Phase.LAY, Phase.RETURN, Phase.BUILD, Phase.DISCARD, Phase.GIFT)
    movers = (*laying, Phase.RESOLVE, Phase.RANK, Phase.CHOOSE)
    actors = (Phase.ACTION, Phase.BONUS, Phase.TRADE, Phase.SWAP, Phase.DROP)
    influence = influence_of(state, int(state.actor)) if has_territory else 0
    refuse(
        {
            "the territory to resolve does not fit the phase": is_resolving != has_territory
            and not (is_resolving and is_volcano),
            "no Beaver Dam was laid": is_gift and promo != Promo.DAM,
            "a territory to resolve is not closed": state.closing & ~closed
            or (has_territory and state.territories[state.territory].open),
            "nobody is in the territory": has_territory and not count_present(state),
            "the wrong seat is asked": (phase in movers and state.actor != state.to_move)
            or ((phase in actors or is_acting) and state.actor != state.acting)
            or (phase == Phase.GIVE and state.actor == state.acting)
            or (phase in (Phase.CLAIM, Phase.ACTION) and influence == 0 and not is_volcano)
            or (is_resolving and is_volcano and state.acting != state.to_move)
            or (phase == Phase.CLAIM and count_present(state) != 1),
            "the shares of the rewards are wrong": phase == Phase.TAKE
            and (
                state.share[state.actor] == 0
                or any(state.share[seat] > influence_of(state, seat) for seat in range(state.players))
            ),
            "the pool holds more than the supply": any(pool),
            "there is no tie to settle": phase == Phase.RANK and doing < Doing.ORDERING,
            "the order has too many seats": state.ranked > (count_present(state) if has_territory else 0),
            "the order of the seats is wrong": has_territory and not is_order_right(state),
            "the special action does not fit the phase": phase in effects and effect not in effects[phase],
            "what is dealt does not fit the phase": (phase in (Phase.GOAL, Phase.KEEP) and doing not in dealing)
            or (phase == Phase.KEEP and doing == Doing.ACTING)
            or (phase in (Phase.TILE, Phase.BACK) and (doing == Doing.ROUND or doing >= Doing.ORDERING))
            or (phase == Phase.TILE and doing == Doing.ACTING),
        }
    )


def is_order_right(state: Record) -> bool:
    """Whether the ranked seats are present, each once and above all others; two are left where a tie is asked about."""
    settled = state.order[: state.ranked].tolist()
    others = [seat for seat in range(state.players) if seat not in settled and influence_of(state, seat) > 0]
    if len(set(settled)) != len(settled) or any(seat >= state.players for seat in settled):
        return False
    if state.phase == Phase.RANK and state.doing == Doing.ORDERING and len(others) < 2:
        return False
    lowest = min((influence_of(state, seat) for seat in settled), default=1)
    return lowest > 0 and all(influence_of(state, other) <= lowest or not settled for other in others)
