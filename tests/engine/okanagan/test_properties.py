"""Laws that hold in every position of Okanagan, whoever plays."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from overland.engine.games import GAMES
from overland.engine.okanagan.actions import ACTIONS, FIRST, Kind, decode, encode
from overland.engine.okanagan.components import BUILDING_COUNTS, INFLUENCE, SIDES
from overland.engine.okanagan.state import Phase
from overland.engine.record import Record
from tests.conftest import amount
from tests.engine.drivers import TASTES, positions

GAME = GAMES["okanagan"]
BOX = GAME.make_box(GAME.load_data(None))
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))

Play = tuple[int, int, str, dict[str, str]]

plays = st.builds(
    lambda players, seed, taste, values: (players, seed, taste, dict(zip(GAME.options, values, strict=True))),
    st.integers(2, 4),
    st.integers(0, 10**6),
    st.sampled_from(sorted(TASTES["okanagan"])),
    st.tuples(*(st.sampled_from(values) for values in GAME.options.values())),
)


@given(plays)
def test_nothing_is_ever_lost_or_made(play: Play) -> None:
    players, seed, taste, options = play
    for step, (state, _) in enumerate(positions(GAME, BOX, players, options, seed, taste)):
        if step % amount(2, 9, 1):
            continue
        seats = state.seats[:players]
        assert (state.supply + sum(seat.tokens for seat in seats) == 12).all()
        assert state.gold + sum(int(seat.gold) for seat in seats) == 16
        assert (state.supply >= 0).all()
        is_dealt = bool(state.stacks["top"].all() and state.stacks["face_up"].all()) or state.laid_count > 1
        if is_dealt:
            check_tiles(state)
        check_buildings(state)
        held = Counter(state.goals.tolist())
        assert sum(held.values()) == 36
        if state.phase in (Phase.LAY, Phase.BUILD, Phase.CHOOSE):
            assert all(held[1 + seat] == 3 for seat in range(players))


def check_tiles(state: Record) -> None:
    """All tiles, each in one place; those whose front nobody has seen are as many as lie unseen."""
    items = [int(item) for stack in state.stacks for item in (stack.top, *stack.under[: stack.under_count]) if item]
    known = [int(tile) for tile in state.laid["tile"][1 : state.laid_count]]
    known += [int(stack.face_up) for stack in state.stacks if stack.face_up]
    known += [item for item in items if item > 0]
    known += [int(seat.tile) for seat in state.seats[: state.players] if seat.tile]
    unknown = int(state.stacks["unknown"].sum())
    assert len(known) == len(set(known))
    assert len(known) + sum(1 for item in items if item < 0) + unknown == 60 + 2 * state.promo
    assert state.unseen.sum() == 60 + 2 * state.promo - len(known)
    assert state.nameless.sum() == unknown
    assert all(not state.unseen[tile] for tile in known)
    assert (state.nameless >= 0).all()


def check_buildings(state: Record) -> None:
    """Every building that was handed out so far is on the map or still to be built."""
    handed_out = BUILDING_COUNTS[state.players - 2][: state.round_number]
    laid = [tile for tile in state.laid[: state.laid_count] if tile.owner]
    for seat in range(state.players):
        built = Counter(int(tile.kind) for tile in laid if tile.owner == seat + 1 and tile.site)
        lost = sum(1 for tile in laid if tile.owner == seat + 1 and not tile.site)
        assert lost <= 2 * state.promo
        for kind in range(3):
            left = int(state.seats[seat].buildings[kind])
            missing = sum(counts[kind] for counts in handed_out) - built[kind] - left
            assert missing >= 0
            lost -= missing
        assert lost == 0


@given(plays)
def test_territories_kept_step_by_step_are_what_a_flood_fill_finds(play: Play) -> None:
    players, seed, taste, options = play
    for state, action in positions(GAME, BOX, players, options, seed, taste):
        if decode(action).kind == Kind.CHOOSE if action >= 0 else True:
            assert kept_territories(state) == flooded_territories(state)
            assert kept_frontier(state) == flooded_frontier(state)


Territory = tuple[int, int, tuple[int, ...], tuple[int, ...]]


def sides_of(state: Record) -> dict[tuple[int, int, int], tuple[int, int, Record]]:
    """Every side on the map: terrain, icon, and the tile it is on."""
    found = {}
    for laid in state.laid[: state.laid_count]:
        for side in range(SIDES):
            printed = (side - int(laid.rotation)) % SIDES
            terrain, icons = int(BOX.sides[laid.tile, printed]), BOX.side_icons[laid.tile, printed].tolist()
            if BOX.slots[laid.tile]:
                found[int(laid.x), int(laid.y), side] = (terrain, icons.index(1), laid)
    return found


def kept_territories(state: Record) -> Counter[Territory]:
    numbers = {int(number) for laid in state.laid[: state.laid_count] for number in laid.sides if number >= 0}
    kept = [state.territories[number] for number in numbers]
    return Counter((int(t.terrain), int(t.open), tuple(t.icons.tolist()), tuple(t.influence.tolist())) for t in kept)


def flooded_territories(state: Record) -> Counter[Territory]:
    sides = sides_of(state)
    left = set(sides)
    found: Counter[Territory] = Counter()
    while left:
        group, frontier = set(), [left.pop()]
        while frontier:
            x, y, side = here = frontier.pop()
            group.add(here)
            across = (x + STEPS[side][0], y + STEPS[side][1], (side + 2) % SIDES)
            same_tile = [(x, y, other) for other in range(SIDES) if sides[x, y, other][0] == sides[here][0]]
            for near in [across, *same_tile]:
                if near in left:
                    left.discard(near)
                    frontier.append(near)
        found[describe(state, sides, group)] += 1
    return found


def describe(
    state: Record, sides: dict[tuple[int, int, int], tuple[int, int, Record]], group: set[tuple[int, int, int]]
) -> Territory:
    terrain = sides[next(iter(group))][0]
    icons, influence = [0, 0, 0], [0, 0, 0, 0]
    tiles = {(int(laid.x), int(laid.y)) for laid in state.laid[: state.laid_count]}
    free = sum((x + STEPS[s][0], y + STEPS[s][1]) not in tiles for x, y, s in group)
    for place in group:
        icons[sides[place][1]] += 1
    for laid in {(x, y): sides[x, y, side][2] for x, y, side in group}.values():
        if laid.owner and laid.site >> terrain & 1:
            influence[laid.owner - 1] += INFLUENCE[laid.kind]
    return terrain, free, tuple(icons), tuple(influence)


def kept_frontier(state: Record) -> list[tuple[int, int, int]]:
    return [(int(square.y), int(square.x), int(square.need)) for square in state.frontier[: state.frontier_size]]


def flooded_frontier(state: Record) -> list[tuple[int, int, int]]:
    sides = sides_of(state)
    tiles = {(int(laid.x), int(laid.y)) for laid in state.laid[: state.laid_count]}
    beside = {(x + dx, y + dy) for x, y in tiles for dx, dy in STEPS} - tiles
    found = []
    for x, y in beside:
        need = 0
        for side, (dx, dy) in enumerate(STEPS):
            near = (x + dx, y + dy, (side + 2) % SIDES)
            need |= (1 << sides[near][0] if near in sides else 0xF) << (4 * side)
        found.append((y, x, need))
    return sorted(found)


def test_every_action_number_has_one_text_and_one_set_of_parts() -> None:
    for action in range(0, ACTIONS, amount(1, 7, 1)):
        move = decode(action)
        assert encode(move.kind, move.first, move.second, move.third) == action
        is_border = move.kind != Kind.WAREHOUSE or move.first < move.second
        is_near = move.kind != Kind.LAY or abs(move.first) + abs(move.second) <= 40
        is_tile = action != FIRST[Kind.TILE]
        if is_border and is_near and is_tile:
            assert GAME.parse_action(GAME.action_text(action).upper()) == action
