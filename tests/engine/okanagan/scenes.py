"""Maps drawn as text: a picture in, a position out; and a picture of the squares where a tile may go.

A picture is what ``Match.draw`` prints. A tile is three lines; each side shows its terrain (F forest, L lake, E meadow,
M mountain) and its icon (o circle, h hexagon, s square), which together tell the tile and how it is turned. In the
middle stands the building: ``f0F`` a farm of seat 0 in the forest, ``w1FL`` a warehouse, ``s2`` a silo, ``++`` none.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from overland import CHANCE, Match
from overland.engine.games import GAMES
from overland.engine.okanagan.components import (
    BACK_NAMES,
    BUILDING_COUNTS,
    GOAL_NAMES,
    GOALS,
    MIN_SEATS,
    REWARD_NAMES,
    SIDES,
    STACKS,
    TOKENS,
    Terrain,
)
from overland.engine.okanagan.setup import OPTIONS
from overland.engine.okanagan.state import HIDDEN, SHOWN, Doing, Phase

Counts = Mapping[str, int]
Square = tuple[int, int]
BOX = GAMES["okanagan"].make_box(GAMES["okanagan"].load_data(None))
TILES = int(BOX.tile_count)


class Drawn(NamedTuple):
    """A tile in a picture."""

    tile: int
    rotation: int
    building: str  # as in the picture; empty for none


Picture = dict[Square, Drawn]

#: A tile north of the last one closes the forest: three lumberjacks, two hides, one wood.
FOREST = """\
                                                     Lh
  -1                                             Ls  ++  Mh
                                                     Fh
         Eh         Fo         Ls         Mo         Fh
   0 Lh  ++  Mo Mo  ++  Lh Lh  ++  Fs Fo  ++  Fo Fo  ++  Es
         Mo         Es         Mh         Ls         Mh
                               Ms
   1                       Ls  ++  Ms
                               Eh
         -1          0          1          2          3
"""
IN_THE_FOREST = ((1, 0), (2, 0), (3, 0))
ELSEWHERE = ((-1, 0), (1, 1))
CLOSES_THE_FOREST = (3, -1)


# Positions


def begin(
    players: int = 2, *, tiles: Sequence[int] = (), faces: Sequence[int] = (), backs: Sequence[str] = (), **options: str
) -> Match:
    """A match after the set-up: seat 0 is about to lay its tile. Chance is left to the test.

    ``tiles`` are dealt to the seats, ``faces`` turned up before the stacks, ``backs`` come up on them.
    """
    match = Match("okanagan", players=players, seed=1, options=options)
    if not tiles:
        while match.position.state.phase == Phase.KEEP:
            match.play(match.legal[0])
        match.auto_chance = False
        return match
    match.auto_chance = False
    outcomes = [f"=tile {tile}" for tile in (*tiles, *faces)] + [f"=back {back}" for back in backs]
    while match.position.state.phase < Phase.LAY:
        move = match.legal[0]
        if match.position.state.phase in (Phase.TILE, Phase.BACK):
            assert outcomes, "a tile for every seat and stack, and a back for every stack"
            move = outcomes.pop(0)
        match.play(move)
    return match


def scene(
    drawing: str | Picture,
    *,
    players: int = 2,
    phase: Phase = Phase.LAY,
    last: Square | None = None,
    hands: Mapping[int, int] | None = None,
    hidden: Sequence[int] = (),
    backs: Sequence[str] = ("gold", "gold", "gold"),
    stacks: Mapping[int, str] | None = None,
    tokens: Sequence[Counts] = (),
    supply: Counts | None = None,
    gold: Sequence[int] = (),
    thrown: Sequence[str] = (),
    **options: str,
) -> Match:
    """A match in a drawn position of round 1; chance is left to the test. Whose turn it is, the buildings tell.

    ``last`` is the tile laid last, ``hands`` the tiles in front of seats (those of the seats in
    ``hidden`` have not been seen by others), ``backs`` the visible tops of the stacks; in
    ``stacks`` whole stacks can be named, as in a position text, but for the tile before them. Of a reward in ``supply``
    only so many are left there, as seat 0 has the rest. ``thrown`` are goals that seat 0 has discarded.
    """
    picture = read_picture(drawing) if isinstance(drawing, str) else drawing
    built = Counter(built_by(drawn) for drawn in picture.values() if drawn.building)
    mover = seat_to_move(built, players, has_built=phase == Phase.CHOOSE)
    laid = laying_order(picture, last)
    known = {int(tile) for text in (stacks or {}).values() for tile in re.findall(r"(?<![\w:])\d+(?=[/+]|$)", text)}
    wanted = {BACK_NAMES.index(back) for back in backs}
    used = {drawn.tile for drawn in picture.values()} | set((hands or {}).values()) | known
    spare = [tile for tile in range(1, TILES) if tile not in used and BOX.back[tile] not in wanted]
    waiting = [seat for seat in range(players) if phase == Phase.LAY or seat != mover]
    hand = {seat: (hands or {}).get(seat) or spare.pop() for seat in waiting}
    faces = [spare.pop() for _ in range(STACKS)]
    named = dict(stacks or {})
    left = TILES - len(laid) - len(waiting) - STACKS - sum(size_of(text) for text in named.values())
    plain = [number for number in range(1, STACKS + 1) if number not in named]
    for index, number in enumerate(plain):
        size = left // len(plain) + (index < left % len(plain))
        named[number] = f"{backs[number - 1]}/{size - 1}/"
    turn = [1, phase, Doing.SETUP, mover, mover, *[0] * 7]
    words = [f"players={players}"]
    words += [f"{name}={options.get(name, values[0])}" for name, values in OPTIONS.items()]
    words += ["turn=" + ",".join(str(int(value)) for value in turn), "territory=-"]
    words += ["order=0,0,0,0", "share=0,0,0,0", "pool=0,0,0", "map=" + ";".join(laid)]
    words += [f"stack{number}={faces[number - 1]}/{named[number]}" for number in range(1, STACKS + 1)]
    for seat in range(players):
        kinds = zip(BUILDING_COUNTS[players - MIN_SEATS][0], "fws", strict=True)
        buildings = ",".join(str(count - built_of(picture, seat)[kind]) for count, kind in kinds)
        held = ",".join(str(3 * seat + n) for n in range(3))
        words.append(
            f"{seat}={hand.get(seat, 0)},{SHOWN if seat in hand and built[seat] and seat not in hidden else HIDDEN}"
            f"/{gold[seat] if seat < len(gold) else 0}/{buildings}/{token_counts(tokens, supply or {}, seat)}"
            f"/{held}/{goal_numbers(thrown) if seat == 0 else ''}"
        )
    return Match("okanagan", position=" ".join(words), auto_chance=False)


def closing(*buildings: str, build: str = "warehouse lake+mountain", **settings: Any) -> Match:
    """The forest of ``FOREST``, which the seat to move has just closed and is resolved now.

    The first three ``buildings`` stand in its tiles from west to east, more of them elsewhere on the map; ``build`` is
    what the closer builds on the tile that closes it, by default beside the forest.
    """
    picture = read_picture(FOREST)
    squares = [*IN_THE_FOREST, *ELSEWHERE][: len(buildings)]
    kept = {square: picture[square]._replace(building=text) for square, text in zip(squares, buildings, strict=True)}
    kept = {(0, 0): picture[0, 0], **kept, CLOSES_THE_FOREST: picture[CLOSES_THE_FOREST]}
    match = scene(kept, phase=Phase.BUILD, last=CLOSES_THE_FOREST, **settings)
    match.play(build)
    return match


@cache
def text_of_an_end(players: int) -> str:
    """The position at the end of some game."""
    match = Match("okanagan", players=players, seed=1)
    while not match.is_over:
        match.play(match.legal[0])
    return match.position.text


def ended(*seats: str) -> Match:
    """A game that is over: of each seat its tokens, nuggets and three goals, as in ``wood:2 gold:3 / ore hide fisher``.

    Where goals are left out, they are such that bring nothing.
    """
    words = words_of(text_of_an_end(len(seats)))
    tokens, goals = zip(*(seat.split("/") if "/" in seat else (seat, "") for seat in seats), strict=True)
    counts = [{name: int(count) for name, count in (word.split(":") for word in seat.split())} for seat in tokens]
    taken = {goal for seat in goals for goal in seat.split()}
    for seat, mine in enumerate(counts):
        idle = [goal for goal in GOAL_NAMES if goal not in taken and not set(goal.split("+")) & set(mine)]
        held = goals[seat].split() or idle[:3]
        taken |= set(held)
        tile, _, buildings, *_ = words[str(seat)].split("/")
        numbers = ",".join(str(mine.get(name, 0)) for name in REWARD_NAMES)
        words[str(seat)] = f"{tile}/{mine.get('gold', 0)}/{buildings}/{numbers}/{goal_numbers(held)}/"
    return Match("okanagan", position=text_of(words))


def words_of(text: str) -> dict[str, str]:
    """The words of a position text."""
    return dict(word.split("=", 1) for word in text.split())


def text_of(words: Mapping[str, str]) -> str:
    """A position text of its words."""
    return " ".join(f"{name}={value}" for name, value in words.items())


def late(*stacks: str) -> Match:
    """A game of four whose stacks have become small: seat 0 lays its seventh tile.

    The stacks are as named, 29 tiles in all, like ``top/13/`` or ``known/0/a+back+b``: ``top`` is the back that is
    visible there, ``back`` another one, and ``known``, ``a``, ``b`` and ``c`` are tiles whose fronts have been seen.
    """
    match = Match("okanagan", players=4, seed=1)
    while match.position.state.laid_count < 25 or match.position.state.phase != Phase.LAY:
        match.play(match.legal[0])
    words = words_of(match.position.text)
    seen = [int(part.split(",")[0]) for part in words["map"].split(";")]
    seen += [int(words[str(seat)].split(",")[0]) for seat in range(4)]
    seen += [int(words[f"stack{number}"].split("/")[0]) for number in (1, 2, 3)]
    tops = [words[f"stack{number}"].split("/")[1] for number in (1, 2, 3)]
    unseen = [tile for tile in range(1, TILES) if tile not in seen and BACK_NAMES[BOX.back[tile]] not in tops]
    *tiles, other = unseen[-5:]
    names = dict(zip(("known", "a", "b", "c"), map(str, tiles), strict=True)) | {"back": BACK_NAMES[BOX.back[other]]}
    for number, stack in enumerate(stacks, 1):
        face, back, *_ = words[f"stack{number}"].split("/")
        for name, text in {**names, "top": back}.items():
            stack = re.sub(rf"\b{name}\b", text, stack)
        words[f"stack{number}"] = f"{face}/{stack}"
    return Match("okanagan", position=text_of(words), auto_chance=False)


def at_the_last_turn_of(seat: int) -> Match:
    """A game of two in which the seat is about to lay its last tile, where nothing closes."""
    for seed in range(1, 30):
        match = Match("okanagan", players=2, seed=seed)
        while not match.is_over:
            state = match.position.state
            is_last = state.round_number == 2 and state.seats[seat].buildings.sum() == 1
            if is_last and state.phase == Phase.LAY and state.to_move == seat and find_open_square(match) is not None:
                match.auto_chance = False
                return match
            match.play(match.legal[0])
    raise AssertionError("no such game")


# Pictures


def read_picture(text: str) -> Picture:
    """The tiles of a picture by their squares."""
    lines = [line for line in text.splitlines() if line.strip()]
    columns = [int(number) for number in lines[-1].split()]
    picture = {}
    for at in range(0, len(lines) - 1, 3):
        label = re.match(r" *(-?\d+) ", lines[at + 1])
        assert label, lines[at + 1]
        top, middle, bottom = (line[label.end() :].ljust(11 * len(columns)) for line in lines[at : at + 3])
        for index, x in enumerate(columns):
            cell = slice(11 * index, 11 * (index + 1))
            if middle[cell].strip():
                sides = [top[cell][4:6], middle[cell][8:10], bottom[cell][4:6], middle[cell][:2]]
                tile, rotation = tile_of(sides)
                picture[x, int(label[1])] = Drawn(tile, rotation, middle[cell][2:8].strip(" +"))
    return picture


@cache
def all_faces() -> dict[tuple[str, ...], tuple[int, int]]:
    """Every tile in every rotation by the sides it then shows, from the north, clockwise."""
    faces = {}
    for tile in range(TILES):
        icons = ["ohs"[counts.index(1)] for counts in BOX.side_icons[tile].tolist()]
        printed = ["FLEM"[BOX.sides[tile, side]] + icons[side] for side in range(SIDES)]
        for rotation in reversed(range(SIDES)):
            faces[tuple(printed[(side - rotation) % SIDES] for side in range(SIDES))] = (tile, rotation)
    return faces


def tile_of(sides: Sequence[str]) -> tuple[int, int]:
    """The tile that shows these sides, and how it is turned."""
    assert tuple(sides) in all_faces(), f"there is no tile {' '.join(sides)}"
    return all_faces()[tuple(sides)]


def tile_with(terrains: str) -> int:
    """The first tile that is printed with these terrains, from the north, clockwise."""
    return next(tile for tile in range(1, TILES) if terrains == "".join("FLEM"[side] for side in BOX.sides[tile]))


def laying_order(picture: Picture, last: Square | None) -> list[str]:
    """The tiles as a position text lists them: each beside one before it, the tile laid last at the end."""
    todo = [square for square in picture if square not in ((0, 0), last)]
    order: list[Square] = [(0, 0)]
    while todo:
        beside = [(x, y) for x, y in todo if any(abs(x - u) + abs(y - v) == 1 for u, v in order)]
        assert beside, f"{todo} are cut off"
        order.append(beside[0])
        todo.remove(beside[0])
    if last is not None:
        order.append(last)
    return [laid_text(square, picture[square]) for square in order]


def laid_text(square: Square, drawn: Drawn) -> str:
    """A tile in the ``map`` of a position text."""
    text = f"{drawn.tile},{drawn.rotation},{square[0]},{square[1]}"
    if not drawn.building:
        return text
    letters = drawn.building[2:].lower()
    if drawn.building[0] == "s":
        letters = "".join("flem"[terrain] for terrain in Terrain if terrain in BOX.sides[drawn.tile])
    return f"{text}:{built_by(drawn)}{letters}"


def built_by(drawn: Drawn) -> int:
    return int(drawn.building[1])


def built_of(picture: Picture, seat: int) -> Counter[str]:
    """How many farms, warehouses and silos a seat has on the map, by their letters."""
    return Counter(drawn.building[0] for drawn in picture.values() if drawn.building[1:2] == str(seat))


def seat_to_move(built: Counter[int], players: int, *, has_built: bool) -> int:
    """Whose turn it is when turns go by ascending seat."""
    turns = [built[seat] for seat in range(players)]
    next_seat = next((seat for seat in range(players) if turns[seat] < turns[0]), 0)
    assert turns == [turns[0]] * next_seat + [turns[-1]] * (players - next_seat), f"turns {turns}"
    return (next_seat - 1) % players if has_built else next_seat


def size_of(stack: str) -> int:
    """How many tiles a stack's text has, the one before it not counted."""
    _, unknown, under = stack.split("/")
    return 1 + int(unknown) + len([item for item in under.split("+") if item])


def token_counts(tokens: Sequence[Counts], supply: Counts, seat: int) -> str:
    """The tokens in front of a seat; seat 0 has what is missing in the supply."""
    mine = dict(tokens[seat]) if seat < len(tokens) else {}
    if seat == 0:
        for name, left in supply.items():
            mine[name] = TOKENS - left - sum(other.get(name, 0) for other in tokens[1:])
    return ",".join(str(mine.get(name, 0)) for name in REWARD_NAMES)


def goal_numbers(names: Sequence[str]) -> str:
    return ",".join(str(number) for number in range(GOALS) if GOAL_NAMES[number] in names)


def draw_legal(match: Match) -> str:
    """The map in short: # a tile, x a square where the tile of the seat to move may go, + the start tile."""
    places = [move.split()[1].split(",") for move in match.legal if move.startswith("tile ")]
    squares = {(int(x), int(y)) for x, y in places}
    laid = {(int(tile.x), int(tile.y)) for tile in match.position.state.laid[: match.position.state.laid_count]}
    columns, rows = ([square[axis] for square in (*laid, *squares)] for axis in (0, 1))
    signs = {**dict.fromkeys(squares, "x"), **dict.fromkeys(laid, "#"), (0, 0): "+"}
    return "\n".join(
        "".join(signs.get((x, y), ".") for x in range(min(columns), max(columns) + 1))
        for y in range(min(rows), max(rows) + 1)
    )


# Playing


def find_open_square(match: Match) -> int | None:
    """A way to lay the tile so that no territory closes."""
    for action in match.legal.actions:
        after = match.position.after(int(action)).state
        touched = [after.territories[number - 1] for number in after.territory_of if number]
        if all(territory.open for territory in touched):
            return int(action)
    return None


def lay(match: Match) -> Match:
    """Lay the tile so that no territory closes."""
    action = find_open_square(match)
    assert action is not None, "every square closes something"
    match.play(action)
    return match


def play_all(match: Match, *moves: str) -> Match:
    """Play the moves one after another; where chance comes between, its first outcome happens."""
    for move in moves:
        luck(match)
        match.play(move)
    return luck(match)


def luck(match: Match) -> Match:
    """Let chance take its first outcome until a seat must decide."""
    while match.to_act == CHANCE:
        match.play(match.legal[0])
    return match


def tokens_of(match: Match, seat: int) -> dict[str, int]:
    """The tokens in front of a seat, by name."""
    counts = zip(REWARD_NAMES, match.position.state.seats[seat].tokens.tolist(), strict=True)
    return {name: count for name, count in counts if count}
