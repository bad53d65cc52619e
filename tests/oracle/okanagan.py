"""Okanagan, read a second time: a slow reference implementation for tests ("oracle").

Written from the numbered rules (rules/okanagan.md, cited as `# 5.6`) and the trace format (rules/trace.md)
alone, with no look at the engine, so that the two can be compared entry by entry. The game is one long
generator that asks a question (who decides, which texts with which weights) and is sent the answer; nothing
is cached, every territory is flood-filled anew. A test may set any public attribute and `run` a part of the
game, such as `turn(0)` or `settle(...)`.

    python -m tests.oracle.okanagan --players 3 --seed 1 --option ties=shared --seek closers
    python -m tests.oracle.okanagan --replay FILE
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, TypeVar

Square = tuple[int, int]
Place = tuple[Square, int]  # a side of a tile on the map: 0 north, 1 east, 2 south, 3 west

CHANCE = -1
OVER = -2

TERRAINS = ("forest", "lake", "meadow", "mountain")  # 1.1
SHAPES = ("circle", "hexagon", "square")
NAMES = {  # 1.1: the row of each terrain, in the order of SHAPES
    "forest": ("lumberjack", "hide", "wood"),
    "lake": ("fisher", "whitefish", "salmon"),
    "meadow": ("farmer", "wheat", "apple"),
    "mountain": ("miner", "ore", "crystal"),
}
REWARDS = tuple(name for terrain in TERRAINS for name in NAMES[terrain])  # row by row
TERRAIN_OF = {name: terrain for terrain in TERRAINS for name in NAMES[terrain]}
SHAPE_OF = {name: shape for terrain in TERRAINS for shape, name in zip(SHAPES, NAMES[terrain], strict=True)}
REWARD = {(TERRAIN_OF[name], SHAPE_OF[name]): name for name in REWARDS}
TOKENS = 12  # 1.1: of each reward
GOLD_CARDS = 16  # 1.4
GOLD_POINTS = (10, 5, 2, 0)  # 6.4

BACKS: dict[str, int] = {  # 1.3
    **{f"shape:{shape}": 3 for shape in SHAPES},
    **{f"kind:{name}": 1 for name in REWARDS},
    "gold": 9, "goals": 5, "recolour": 5, "reshape": 5, "first": 4, "tribute": 4, "trade": 4, "refresh": 3,
}  # fmt: skip

FARM, WAREHOUSE, SILO = "farm", "warehouse", "silo"
BUILDINGS = {  # 1.5: players -> (round 1, round 2), each farms, warehouses, silos
    2: ((1, 3, 2), (2, 2, 2)),
    3: ((1, 3, 2), (1, 2, 2)),
    4: ((1, 2, 2), (1, 2, 2)),
}
OPTIONS = {"ties": ("ranked", "shared"), "blind": ("off", "on"), "promo": ("off", "on")}  # 10: defaults first
VOLCANO, DAM = "volcano", "dam"
PROMOS = {VOLCANO: "gold", DAM: "trade"}  # 12: their backs; they follow the tiles of the set

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # 9: north, east, south, west; y runs down


def all_goals() -> list[str]:
    """The 36 goals, singles before pairs before triples, each class in the order of the table (1.4, 9)."""
    # combinations() of a list in the order of the table come in the order of the table
    pairs = [pair for pair in combinations(REWARDS, 2) if len({TERRAIN_OF[name] for name in pair}) == 1]
    triples = [three for three in combinations(REWARDS, 3) if len({SHAPE_OF[name] for name in three}) == 1]
    return [*REWARDS, *map("+".join, pairs), *map("+".join, triples)]


GOALS = all_goals()


@dataclass(frozen=True)
class Tile:
    """A tile as the data file has it, unturned (1.2, 1.3), or a promo tile (12)."""

    sides: tuple[str, ...]
    icons: tuple[tuple[str, ...], ...]
    parts: tuple[str, ...]  # 9: the name of the territory of each side
    back: str | None
    promo: str = ""

    def turned(self, rotation: int) -> tuple[str, ...]:
        """The terrains north, east, south, west after so many quarter turns clockwise (9)."""
        return () if self.promo else tuple(self.sides[(i - rotation) % 4] for i in range(4))

    def territories(self) -> list[str]:
        """The names of its territories, in the order of 9."""
        return sorted(set(self.parts), key=name_order)

    def borders(self) -> list[tuple[str, str]]:
        """The pairs of territories of this tile that touch: those on neighbouring sides (4.2)."""
        touching = {frozenset((self.parts[i], self.parts[(i + 1) % 4])) for i in range(4)}
        return [pair for pair in combinations(self.territories(), 2) if frozenset(pair) in touching]


def name_order(name: str) -> tuple[str, int]:
    """9: the first territory of each terrain in the order of 1.1, then the second ones, ..."""
    return name[-1:] if name[-1:].isdigit() else "1", TERRAINS.index(name.rstrip("234"))


def in_slots(tile: Tile) -> list[str]:
    """9: of a territory that is on the tile twice the first part gives the name.

    First in the order of 1.1, where a further territory of a terrain stands in the place of a terrain that the tile
    does not show.
    """
    later = iter([part for part in dict.fromkeys(tile.parts) if part not in TERRAINS])
    return [part for part in ((terrain if terrain in tile.sides else next(later, "")) for terrain in TERRAINS) if part]


def read_tile(found: dict[str, Any]) -> Tile:
    """1.2: by default sides of one terrain are one territory; 9: the second of a terrain is called forest2."""
    sides = found["sides"]
    numbers = found.get("territories", sides)
    names: dict[Any, str] = {}
    for number, terrain in zip(numbers, sides, strict=True):
        if number not in names:
            before = sum(name.rstrip("234") == terrain for name in names.values())
            names[number] = terrain + (str(before + 1) if before else "")
    icons = tuple((shown,) if isinstance(shown, str) else tuple(shown) for shown in found["icons"])
    return Tile(tuple(sides), icons, tuple(names[number] for number in numbers), found["back"])


@dataclass(frozen=True)
class Placed:
    """A tile on the map."""

    tile: int
    rotation: int


@dataclass(frozen=True)
class Building:
    """A farm (in one territory of its tile), a warehouse (two) or a silo (all)."""

    seat: int
    kind: str
    parts: tuple[str, ...]


@dataclass(frozen=True)
class Item:
    """A tile in a stack of which something is known: its back, perhaps its front (9)."""

    back: str
    front: int | None


@dataclass
class Stack:
    """The visible top, so many unknown tiles, then the tiles put beneath, the deepest last (9)."""

    top: Item | None
    unknown: int
    beneath: list[Item] = field(default_factory=list)

    def size(self) -> int:
        return (self.top is not None) + self.unknown + len(self.beneath)


@dataclass(frozen=True)
class Ask:
    """A question: the seat that decides (or chance) and each possible answer with its weight."""

    seat: int
    legal: dict[str, int]


Answer = TypeVar("Answer")
Flow = Generator[Ask, str, Answer]


def choice(seat: int, texts: Iterable[str]) -> Ask:
    return Ask(seat, dict.fromkeys(texts, 1))


class Okanagan:
    """One game. Every attribute without an underscore may be set by a test before it calls `run`."""

    def __init__(self, players: int, options: dict[str, str], data: dict[str, Any]) -> None:
        if players not in BUILDINGS:
            raise ValueError(f"players: {players}")
        for name, value in options.items():
            if name not in OPTIONS or value not in OPTIONS[name]:
                raise ValueError(f"option {name}={value}")
        self.players = players
        self.options = {name: options.get(name, values[0]) for name, values in OPTIONS.items()}
        self.data = data
        self.tiles = [read_tile(tile) for tile in data["tiles"]]
        self.limit = len(self.tiles)  # 4.1
        if self.options["promo"] == "on":  # 12
            self.tiles += [Tile((), (), (), back, promo) for promo, back in PROMOS.items()]
        self.board: dict[Square, Placed] = {(0, 0): Placed(0, 0)}  # 2.3
        self.buildings: dict[Square, Building] = {}
        self.left: list[Counter[str]] = [Counter() for _ in self.seats()]
        self.round = 1
        self.supply = Counter(dict.fromkeys(REWARDS, TOKENS))
        self.tokens: list[Counter[str]] = [Counter() for _ in self.seats()]
        self.gold_left = GOLD_CARDS
        self.gold = [0] * players
        self.deck = set(GOALS)
        self.discards: set[str] = set()
        self.goals: list[list[str]] = [[] for _ in self.seats()]
        self.unseen = set(range(1, len(self.tiles)))  # tiles whose front nobody has ever seen
        self.hand: list[int | None] = [None] * players
        self.stacks = [Stack(None, 0) for _ in range(3)]
        self.face_up: list[int | None] = [None] * 3
        self.over = False
        self.rare: Counter[str] = Counter()  # how often the rare branches were taken, for the tests
        self.run(self.whole_game())

    # Talking to the game

    def run(self, flow: Flow[Any]) -> None:
        """Play this part of the game from the position as it stands, in place of what was going on."""
        self._flow = flow
        self._ask: Ask | None = next(flow, None)

    def to_act(self) -> int:
        return OVER if self._ask is None else self._ask.seat

    def legal(self) -> dict[str, int]:
        return {} if self._ask is None else dict(self._ask.legal)

    def play(self, text: str) -> None:
        if self._ask is None or text not in self._ask.legal:
            raise ValueError(f"illegal: {text!r}; legal: {sorted(self.legal())}")
        try:
            self._ask = self._flow.send(text)
        except StopIteration:
            self._ask = None

    def scores(self) -> list[int]:
        return self.points() if self.over else [0] * self.players

    def winners(self) -> list[int]:
        """6.5"""
        if not self.over:
            return []
        points = self.points()
        standing = [(points[seat], self.tokens[seat].total()) for seat in self.seats()]
        return [seat for seat in self.seats() if standing[seat] == max(standing)]

    def seats(self) -> range:
        return range(self.players)

    # The course of the game

    def whole_game(self) -> Flow[None]:
        yield from self.set_up()
        yield from self.play_on(0)  # 2.3

    def set_up(self) -> Flow[None]:
        for seat in self.seats():  # 2.1, in the order of 9
            for _ in range(5):
                yield from self.draw_goal(seat)
        for seat in self.seats():
            yield from self.keep_three(seat)
        for seat in self.seats():  # 2.2
            self.hand[seat] = yield from self.deal_tile()
        rest = len(self.tiles) - 1 - self.players
        for s, stack in enumerate(self.stacks):
            stack.unknown = rest // 3 + (s < rest % 3)
        for s, stack in enumerate(self.stacks):
            self.face_up[s] = yield from self.deal_tile()
            stack.unknown -= 1
        for s in range(3):
            yield from self.new_top(s)
        self.give_buildings(1)

    def give_buildings(self, number: int) -> None:
        """1.5, 6.1"""
        self.round = number
        for seat in self.seats():
            kinds = zip((FARM, WAREHOUSE, SILO), BUILDINGS[self.players][number - 1], strict=True)
            self.left[seat] = Counter(dict(kinds))

    def play_on(self, seat: int) -> Flow[None]:
        """From the beginning of this seat's turn to the end of the game."""
        while True:
            while self.left[seat].total():
                yield from self.turn(seat)
                seat = (seat + 1) % self.players
            if self.round == 2:
                break
            yield from self.second_round()
        self.over = True  # 6.2

    def second_round(self) -> Flow[None]:
        """6.1, in the order of 9"""
        self.give_buildings(2)
        for seat in self.seats():
            for _ in range(2):
                yield from self.draw_goal(seat)
        for seat in self.seats():
            yield from self.keep_three(seat)

    def turn(self, seat: int) -> Flow[None]:
        """3"""
        square = yield from self.lay(seat)
        if square is None:  # 4.1: no tile fits; the turn is over
            yield from self.lose_building(seat)
            return
        promo = self.tiles[self.board[square].tile].promo
        if promo:  # 12.2, in the order of 12.5
            yield from self.lose_building(seat)
            yield from self.promo_effect(seat, promo)
        else:
            yield from self.build(seat, square)
        yield from self.resolve(seat, square)
        if self.round == 1 or self.left[seat].total():  # 4.4: without a turn left, no tile
            yield from self.new_tile(seat)

    # Goals

    def draw_goal(self, seat: int) -> Flow[None]:
        if not self.deck:  # 7, last sentence
            self.rare["goal deck renewed"] += 1
            self.deck, self.discards = self.discards, set()
        text = yield Ask(CHANCE, {f"=goal {goal}": 1 for goal in self.deck})
        goal = text.removeprefix("=goal ")
        self.deck.remove(goal)
        self.goals[seat].append(goal)

    def sets_of_goals(self, seat: int, number: int) -> list[str]:
        """Each set of so many of the seat's goals as one text, its cards in the order of 9."""
        held = sorted(self.goals[seat], key=GOALS.index)
        return [" ".join(cards) for cards in combinations(held, number)]

    def discard(self, seat: int, cards: set[str]) -> None:
        self.goals[seat] = [goal for goal in self.goals[seat] if goal not in cards]
        self.discards |= cards

    def keep_three(self, seat: int) -> Flow[None]:
        text = yield choice(seat, [f"keep {cards}" for cards in self.sets_of_goals(seat, 3)])
        self.discard(seat, set(self.goals[seat]) - set(text.split()[1:]))

    def drop_two(self, seat: int) -> Flow[None]:
        text = yield choice(seat, [f"drop {cards}" for cards in self.sets_of_goals(seat, 2)])
        self.discard(seat, set(text.split()[1:]))

    # Stacks (9: the position holds no future)

    def back_of(self, tile: int) -> str:
        back = self.tiles[tile].back
        assert back is not None, "the start tile is in no stack"
        return back

    def deal_tile(self) -> Flow[int]:
        """At set-up: any tile not dealt yet."""
        text = yield Ask(CHANCE, {f"=tile {tile}": 1 for tile in self.unseen})
        tile = int(text.removeprefix("=tile "))
        self.unseen.remove(tile)
        return tile

    def odds_of_backs(self) -> dict[str, int]:
        """The never seen tiles with each back, less those lying somewhere with that back visible or known."""
        odds = Counter(self.back_of(tile) for tile in self.unseen)
        for stack in self.stacks:
            for item in [*([stack.top] if stack.top else []), *stack.beneath]:
                if item.front is None:
                    odds[item.back] -= 1
        return {back: number for back, number in odds.items() if number}

    def new_top(self, s: int) -> Flow[None]:
        """Make the next tile of a stack its visible top (9); refill the stack if there is none (4.4)."""
        stack = self.stacks[s]
        assert stack.top is None
        if not stack.size():
            self.refill(s)
        if stack.unknown:
            odds = self.odds_of_backs()
            text = yield Ask(CHANCE, {f"=back {back}": odds[back] for back in odds})
            stack.unknown -= 1
            stack.top = Item(text.removeprefix("=back "), None)
        else:  # no chance event and no entry
            stack.top = stack.beneath.pop(0)
            self.rare["known front on top" if stack.top.front is not None else "known back on top"] += 1

    def refill(self, s: int) -> None:
        """4.4: the bottom half, rounded down, of the largest other stack, in its order."""
        one, two = [self.stacks[i] for i in range(3) if i != s]
        source = one if one.size() >= two.size() else two
        self.rare["halved: equal stacks"] += one.size() == two.size()
        moving = source.size() // 2
        known = min(moving, len(source.beneath))
        unknown = moving - known
        cut = len(source.beneath) - known
        self.stacks[s].unknown, self.stacks[s].beneath = unknown, source.beneath[cut:]
        source.unknown, source.beneath = source.unknown - unknown, source.beneath[:cut]
        self.rare["stack halved"] += 1
        self.rare["halved: put-back tiles moved"] += known > 0
        self.rare["halved: put-back tiles only"] += not unknown

    def take_top(self, s: int) -> Flow[int]:
        """Take the top of a stack and see its front: `=tile` unless that is known (9)."""
        item = self.stacks[s].top
        assert item is not None
        tile = item.front
        if tile is None:
            fronts = [tile for tile in self.unseen if self.back_of(tile) == item.back]
            text = yield Ask(CHANCE, {f"=tile {tile}": 1 for tile in fronts})
            tile = int(text.removeprefix("=tile "))
            self.unseen.remove(tile)
        else:
            self.rare["known front taken or turned up"] += 1
        self.stacks[s].top = None
        return tile

    def put_beneath(self, s: int, tile: int) -> None:
        """A tile whose front has been seen goes beneath a stack."""
        self.stacks[s].beneath.append(Item(self.back_of(tile), tile))

    # Tile and building (4)

    def sides_at(self, square: Square) -> tuple[str, ...]:
        placed = self.board[square]
        return self.tiles[placed.tile].turned(placed.rotation)

    def open_squares(self) -> list[Square]:
        """The empty squares that share a side with a tile (4.1)."""
        around = {(x + dx, y + dy) for x, y in self.board for dx, dy in STEPS}
        return sorted(around - set(self.board))

    def demands(self, square: Square) -> dict[int, str]:
        """The terrain that the tiles around an empty square show on each of its sides."""
        x, y = square
        around = {i: (x + dx, y + dy) for i, (dx, dy) in enumerate(STEPS)}
        return {
            i: self.sides_at(other)[(i + 2) % 4]
            for i, other in around.items()
            if other in self.board and not self.is_promo(other)  # 12: its sides match any terrain
        }

    def is_promo(self, square: Square) -> bool:
        return bool(self.tiles[self.board[square].tile].promo)

    def places(self, tile: int) -> dict[str, tuple[Square, int]]:
        """Where a tile may go (4.1), by notation."""
        found = {}
        for square in self.open_squares():
            demands = self.demands(square)
            for rotation in range(4):
                sides = self.tiles[tile].turned(rotation)
                if not sides or all(sides[i] == terrain for i, terrain in demands.items()):
                    found[f"tile {square[0]},{square[1]} r{rotation}"] = (square, rotation)
        return found

    def lay(self, seat: int) -> Flow[Square | None]:
        """4.1"""
        again = 0
        in_vain = 0
        while True:
            tile = self.hand[seat]
            assert tile is not None
            places = self.places(tile)
            if places:
                break
            if in_vain == self.limit:
                self.rare["turn without a tile"] += 1
                return None
            text = yield choice(seat, [f"return {s + 1}" for s in range(3)])
            s = int(text.removeprefix("return ")) - 1
            self.hand[seat] = None
            self.put_beneath(s, tile)
            top = self.stacks[s].top
            in_vain += top is not None and top.front is not None
            self.hand[seat] = yield from self.take_top(s)
            yield from self.new_top(s)
            again += 1
            self.rare["tile returned"] += 1
            self.rare["tile returned again in one turn"] += again > 1
        text = yield choice(seat, places)
        square, rotation = places[text]
        self.board[square] = Placed(tile, rotation)
        self.hand[seat] = None
        return square

    def build(self, seat: int, square: Square) -> Flow[None]:
        """4.2"""
        tile = self.tiles[self.board[square].tile]
        sites: dict[str, tuple[str, tuple[str, ...]]] = {}
        if self.left[seat][FARM]:
            sites |= {f"farm {part}": (FARM, (part,)) for part in tile.territories()}
        if self.left[seat][WAREHOUSE]:
            sites |= {f"warehouse {a}+{b}": (WAREHOUSE, (a, b)) for a, b in tile.borders()}
        if self.left[seat][SILO]:
            sites["silo"] = (SILO, tuple(tile.territories()))
        text = yield choice(seat, sites)
        kind, parts = sites[text]
        self.left[seat][kind] -= 1
        self.buildings[square] = Building(seat, kind, parts)

    def lose_building(self, seat: int) -> Flow[None]:
        """4.1, 12: one of the buildings left is discarded"""
        text = yield choice(seat, [f"discard {kind}" for kind in (FARM, WAREHOUSE, SILO) if self.left[seat][kind]])
        self.left[seat][text.removeprefix("discard ")] -= 1

    def promo_effect(self, seat: int, promo: str) -> Flow[None]:
        """12.3"""
        self.rare[promo] += 1
        if promo == VOLCANO:
            yield from self.special_action(seat)
        elif names := [name for name in REWARDS if self.supply[name]]:
            yield from self.take(seat, names)

    def new_tile(self, seat: int) -> Flow[None]:
        """4.4"""
        texts = [f"choose {s + 1}" for s in range(3)]
        if self.options["blind"] == "on":  # 10
            texts += [f"choose {s + 1} blind" for s in range(3)]
        words = (yield choice(seat, texts)).split()
        s = int(words[1]) - 1
        if len(words) > 2:
            self.hand[seat] = yield from self.take_top(s)
            self.rare["blind tile"] += 1
        else:
            self.hand[seat], self.face_up[s] = self.face_up[s], None
            self.face_up[s] = yield from self.take_top(s)
        yield from self.new_top(s)

    # Territories (4.3)

    def part_at(self, place: Place) -> str:
        """The name of the territory of its tile that a side of the map belongs to."""
        square, i = place
        placed = self.board[square]
        return self.tiles[placed.tile].parts[(i - placed.rotation) % 4]

    def places_of(self, square: Square, part: str) -> set[Place]:
        """The sides of a tile that belong to one of its territories."""
        return {(square, i) for i in range(4) if self.part_at((square, i)) == part}

    def territory(self, start: set[Place]) -> set[Place]:
        """All sides connected with these: by their tiles, or by touching (4.3)."""
        found: set[Place] = set()
        todo = set(start)
        while todo:
            square, i = place = todo.pop()
            found.add(place)
            near = self.places_of(square, self.part_at(place))
            other = (square[0] + STEPS[i][0], square[1] + STEPS[i][1])
            if other in self.board and not self.is_promo(other):  # 12: a promo tile has no territories
                near.add((other, (i + 2) % 4))
            todo |= near - found
        return found

    def is_closed(self, places: set[Place]) -> bool:
        """4.3: each of its sides touches another tile"""
        return all((x + STEPS[i][0], y + STEPS[i][1]) in self.board for (x, y), i in places)

    def closed_by(self, square: Square) -> dict[str, set[Place]]:
        """The territories closed by the tile laid here, each once, by the name of its first part there (9)."""
        found: dict[str, set[Place]] = {}
        for name, start in self.touched_by(square).items():
            places = self.territory(start)
            if self.is_closed(places) and places not in found.values():
                found[name] = places
        return found

    def touched_by(self, square: Square) -> dict[str, set[Place]]:
        """The territories of the tile laid here by name; for a promo tile those it touches (12)."""
        if not self.is_promo(square):
            # the first part of a territory is the first by slot: terrains the tile shows, then the others fill the gaps
            tile = self.tiles[self.board[square].tile]
            return {part: self.places_of(square, part) for part in in_slots(tile)}
        names: dict[str, set[Place]] = {}
        for i, (dx, dy) in enumerate(STEPS):
            other = (square[0] + dx, square[1] + dy)
            if other not in self.board or self.is_promo(other):
                continue
            places = self.territory({(other, (i + 2) % 4)})
            if places in names.values():
                continue
            terrain = self.terrain_of(places)
            before = sum(name.rstrip("234") == terrain for name in names)
            names[terrain + (str(before + 1) if before else "")] = places
        return names

    def terrain_of(self, places: set[Place]) -> str:
        square, i = next(iter(places))
        return self.sides_at(square)[i]

    def icons(self, places: set[Place]) -> Counter[str]:
        """The rewards shown in a territory (1.2)."""
        shown: Counter[str] = Counter()
        terrain = self.terrain_of(places)
        for square, i in places:
            placed = self.board[square]
            icons = self.tiles[placed.tile].icons[(i - placed.rotation) % 4]
            shown.update(REWARD[terrain, shape] for shape in icons)
        return shown

    def influence(self, places: set[Place]) -> dict[int, int]:
        """5.2: the players present and how much they count; a building counts once, however it touches"""
        found: Counter[int] = Counter()
        for square in {square for square, _ in places}:
            building = self.buildings.get(square)
            parts = {self.part_at(place) for place in places if place[0] == square}
            if building and parts & set(building.parts):
                found[building.seat] += {FARM: 3, WAREHOUSE: 2, SILO: 1}[building.kind]
        return dict(found)

    # A closed territory (5)

    def resolve(self, closer: int, square: Square) -> Flow[None]:
        """5.1; `resolve` is not asked when one is left (9)"""
        closed = self.closed_by(square)
        self.rare[f"closed at once: {len(closed)}"] += 1
        while closed:
            part = next(iter(closed))
            if len(closed) > 1:
                text = yield choice(closer, [f"resolve {part}" for part in closed])
                part = text.removeprefix("resolve ")
            yield from self.settle(closer, closed.pop(part))

    def settle(self, closer: int, places: set[Place]) -> Flow[None]:
        """5.3 to 5.6 for one closed territory"""
        influence = self.influence(places)
        icons = self.icons(places)
        self.rare[f"present: {len(influence)}"] += 1
        if len(influence) == 1:
            yield from self.settle_alone(next(iter(influence)), influence, icons)
        elif len(influence) > 1:
            levels = sorted(set(influence.values()), reverse=True)
            groups = [[seat for seat in sorted(influence) if influence[seat] == level] for level in levels]
            self.rare["several ties at once"] += sum(len(group) > 1 for group in groups) > 1
            tie = len(groups) < len(influence)
            self.rare["closer not present, tie"] += tie and closer not in influence
            if self.options["ties"] == "ranked":
                yield from self.settle_ranked(closer, groups, influence, icons)
            else:
                yield from self.settle_shared(closer, groups, influence, icons)

    def settle_alone(self, seat: int, influence: dict[int, int], icons: Counter[str]) -> Flow[None]:
        """5.3"""
        text = yield choice(seat, ["claim action", "claim rewards"])
        self.rare[text] += 1
        if text == "claim action":
            first = yield from self.special_action(seat)
            self.rare["first pick alone"] += first
        else:
            yield from self.take_in_turn([seat], influence[seat], self.make_pool(icons))

    def settle_ranked(
        self, closer: int, groups: list[list[int]], influence: dict[int, int], icons: Counter[str]
    ) -> Flow[None]:
        """5.4 to 5.6 with `ties=ranked`"""
        order: list[int] = []
        for group in groups:
            tied = list(group)
            while len(tied) > 1:  # the last of a tie is implied (9)
                self.rare["ranked tie"] += 1
                chosen = yield from self.rank(closer, tied)
                order.append(chosen)
                tied.remove(chosen)
            order += tied
        actor = order[-1]
        if (yield from self.special_action(actor)):  # 5.5
            self.rare["first pick among several"] += 1
            order.remove(actor)
            order.insert(0, actor)
        pool = self.make_pool(icons)
        for seat in order:
            yield from self.take_in_turn([seat], influence[seat], pool)

    def settle_shared(
        self, closer: int, groups: list[list[int]], influence: dict[int, int], icons: Counter[str]
    ) -> Flow[None]:
        """5.4 to 5.6 with `ties=shared` (9, 10)"""
        lowest = groups[-1]
        actor = lowest[0]
        if len(lowest) > 1:
            actor = yield from self.rank(closer, lowest)
            self.rare["shared: actor named"] += 1
        first = yield from self.special_action(actor)
        pool = self.make_pool(icons)
        if first:
            self.rare["first pick among several"] += 1
            self.rare[f"shared: first pick out of a group of {len(lowest)}"] += 1
            yield from self.take_in_turn([actor], influence[actor], pool)
        for group in groups:
            members = [seat for seat in group if not (first and seat == actor)]
            if len(members) > 1 and pool.total():
                begins = yield from self.rank(closer, members)
                self.rare[f"shared: who of {len(members)} begins"] += 1
                turns = members[members.index(begins) :] + members[: members.index(begins)]
                yield from self.take_in_turn(turns, influence[begins], pool)
            else:
                self.rare["shared: tied group finds no token"] += len(members) > 1
                for seat in members:
                    yield from self.take_in_turn([seat], influence[seat], pool)

    def rank(self, closer: int, tied: list[int]) -> Flow[int]:
        text = yield choice(closer, [f"rank {seat}" for seat in tied])
        return int(text.removeprefix("rank "))

    def make_pool(self, icons: Counter[str]) -> Counter[str]:
        """5.6: one token for each icon, as far as the supply goes"""
        self.rare["pool cut by the supply"] += any(icons[name] > self.supply[name] for name in icons)
        self.rare["pool emptied by the supply"] += not any(self.supply[name] for name in icons)
        return Counter({name: min(number, self.supply[name]) for name, number in icons.items()})

    def take_in_turn(self, seats: list[int], share: int, pool: Counter[str]) -> Flow[None]:
        """So many times round, one token each, as long as there are any (5.6)."""
        for _ in range(share):
            for seat in seats:
                if pool.total():
                    pool[(yield from self.take(seat, [name for name in pool if pool[name]]))] -= 1

    def take(self, seat: int, names: Iterable[str]) -> Flow[str]:
        name = (yield choice(seat, [f"take {name}" for name in names])).removeprefix("take ")
        self.gain(seat, name)
        return name

    def gain(self, seat: int, name: str) -> None:
        """A token from the supply."""
        assert self.supply[name] > 0
        self.supply[name] -= 1
        self.tokens[seat][name] += 1

    def held(self, seat: int) -> list[str]:
        """The rewards of which a player has at least one."""
        return [name for name in REWARDS if self.tokens[seat][name]]

    # Special actions (7)

    def special_action(self, seat: int) -> Flow[bool]:
        """One of the three visible backs; true when it was a first pick."""
        text = yield choice(seat, [f"action {s + 1}" for s in range(3)])
        s = int(text.removeprefix("action ")) - 1
        stack = self.stacks[s]
        item = stack.top
        assert item is not None
        self.rare["action with a known front"] += item.front is not None
        self.rare["action on a stack of one"] += stack.size() == 1
        stack.top = None
        stack.beneath.append(item)
        yield from self.new_top(s)
        name, _, shown = item.back.partition(":")
        self.rare[f"action {name}"] += 1
        yield from self.effects()[name](seat, shown)
        return name == "first"

    def effects(self) -> dict[str, Callable[[int, str], Flow[None]]]:
        return {
            "shape": self.shape_bonus,
            "kind": self.kind_bonus,
            "first": self.first_pick,
            "gold": self.take_gold,
            "goals": self.new_goals,
            "tribute": self.tribute,
            "trade": self.trade,
            "refresh": self.refresh,
            "reshape": self.reshape,
            "recolour": self.recolour,
        }

    def shape_bonus(self, seat: int, shown: str) -> Flow[None]:
        names = [name for name in REWARDS if SHAPE_OF[name] == shown and self.supply[name]]
        self.rare["shape bonus cut by the supply"] += len(names) < len(TERRAINS)
        if names:
            yield from self.take(seat, names)

    def kind_bonus(self, seat: int, shown: str) -> Flow[None]:
        self.rare["kind bonus cut by the supply"] += self.supply[shown] < 2
        for _ in range(min(2, self.supply[shown])):
            self.gain(seat, shown)
        yield from ()

    def first_pick(self, seat: int, shown: str) -> Flow[None]:
        """The order of taking is changed by whoever settles the territory."""
        yield from ()

    def take_gold(self, seat: int, shown: str) -> Flow[None]:
        self.rare["no gold left"] += not self.gold_left
        if self.gold_left:
            self.gold_left -= 1
            self.gold[seat] += 1
        yield from ()

    def new_goals(self, seat: int, shown: str) -> Flow[None]:
        for _ in range(2):
            yield from self.draw_goal(seat)
        yield from self.drop_two(seat)

    def tribute(self, seat: int, shown: str) -> Flow[None]:
        for giver in self.seats():
            names = self.held(giver)
            if giver != seat and names:
                text = yield choice(giver, [f"give {name}" for name in names])
                self.hand_over(giver, seat, text.removeprefix("give "))
                self.rare["tribute given"] += 1
            elif giver != seat:
                self.rare["tribute: nothing to give"] += 1

    def hand_over(self, giver: int, taker: int, name: str) -> None:
        self.tokens[giver][name] -= 1
        self.tokens[taker][name] += 1

    def trade(self, seat: int, shown: str) -> Flow[None]:
        trades = {
            f"trade {other} give={mine} take={theirs}": (other, mine, theirs)
            for other in self.seats()
            if other != seat
            for mine in self.held(seat)
            for theirs in self.held(other)
        }
        if not trades:
            self.rare["no trade possible"] += 1
            return
        text = yield choice(seat, [*trades, "no-trade"])
        self.rare[text.split()[0]] += 1
        if text != "no-trade":
            other, mine, theirs = trades[text]
            self.rare["trade of equals"] += mine == theirs
            self.hand_over(seat, other, mine)
            self.hand_over(other, seat, theirs)

    def refresh(self, seat: int, shown: str) -> Flow[None]:
        for s in range(3):
            tile = self.face_up[s]
            assert tile is not None
            self.face_up[s] = None
            self.put_beneath(s, tile)
            self.face_up[s] = yield from self.take_top(s)
            yield from self.new_top(s)

    def reshape(self, seat: int, shown: str) -> Flow[None]:
        yield from self.swaps(seat, TERRAIN_OF)

    def recolour(self, seat: int, shown: str) -> Flow[None]:
        yield from self.swaps(seat, SHAPE_OF)

    def swaps(self, seat: int, same: dict[str, str]) -> Flow[None]:
        """Up to twice give one to the supply for another one that has the same terrain (or shape)."""
        for number in ("first", "second"):
            texts = [
                f"swap {mine} {other}"
                for mine in self.held(seat)
                for other in REWARDS
                if mine != other and same[mine] == same[other] and self.supply[other]
            ]
            if not texts:
                self.rare["no swap possible"] += 1
                return
            text = yield choice(seat, [*texts, "stop"])
            if text == "stop":
                self.rare[f"stop instead of the {number} swap"] += 1
                return
            self.rare[f"{number} swap"] += 1
            _, mine, other = text.split()
            self.tokens[seat][mine] -= 1
            self.supply[mine] += 1
            self.gain(seat, other)

    # The end (6)

    def goal_points(self, seat: int, goal: str) -> int:
        """6.3"""
        names = goal.split("+")
        return (3, 5, 7)[len(names) - 1] * min(self.tokens[seat][name] for name in names)

    def explorer_points(self, seat: int) -> int:
        """6.3"""
        return 4 * min(sum(self.tokens[seat][name] for name in NAMES[terrain]) for terrain in TERRAINS)

    def gold_points(self, seat: int) -> int:
        """6.4"""
        if not self.gold[seat]:
            return 0
        return GOLD_POINTS[sum(other > self.gold[seat] for other in self.gold)]

    def points(self) -> list[int]:
        """What everybody would have if the game ended now."""
        return [
            sum(self.goal_points(seat, goal) for goal in self.goals[seat])
            + self.explorer_points(seat)
            + self.gold_points(seat)
            for seat in self.seats()
        ]


# Tiles for the oracle's own runs


def random_tiles(seed: int) -> dict[str, Any]:
    """A set of tiles such as 1.2 and 1.3 ask for, fronts, icons and backs at random."""
    rng = random.Random(seed)
    fronts = []
    for two in TERRAINS:
        for a, b in combinations([terrain for terrain in TERRAINS if terrain != two], 2):
            fronts += [(two, two, a, b)] * 2 + [(two, two, b, a)] * 2 + [(two, a, two, b)]
    while True:
        shapes = {terrain: list(SHAPES) * 20 for terrain in TERRAINS}
        for column in shapes.values():
            rng.shuffle(column)
        icons = [tuple(shapes[terrain].pop() for terrain in front) for front in fronts]
        faces = [tuple(zip(front, shown, strict=True)) for front, shown in zip(fronts, icons, strict=True)]
        if len({min(face[i:] + face[:i] for i in range(4)) for face in faces}) == len(faces):
            break
    backs = list(Counter(BACKS).elements())
    rng.shuffle(backs)
    start = {"sides": list(TERRAINS), "icons": ["circle", "hexagon", "square", "circle"], "back": None}
    tiles = [
        {"sides": list(front), "icons": list(shown), "back": back}
        for front, shown, back in zip(fronts, icons, backs, strict=True)
    ]
    return {"tiles": [start, *tiles]}


def any_tiles(seed: int) -> dict[str, Any]:
    """A set of tiles such as 1.2 and 1.3 allow: any number, any sides, any territories, icons and backs."""
    rng = random.Random(f"any tiles {seed}")
    shown_terrains = rng.sample(TERRAINS, rng.choice((3, 4, 4)))
    odds = [rng.random() + 0.05 for _ in BACKS]
    apart = rng.choice((0.0, 0.2, 0.8))
    most = rng.choice((1, 2, 3, 9))
    tiles = []
    for number in range(1 + rng.choice((46, 60, 75, 120))):
        tile: dict[str, Any] = {}
        while len(set(tile.get("territories", tile.get("sides", "x")))) < 2:
            tile = {"sides": rng.choices(shown_terrains, k=4)}
            tile["icons"] = [rng.choices(SHAPES, k=rng.randint(0, most)) for _ in range(4)]
            tile["icons"] = [icons[0] if len(icons) == 1 else sorted(icons) for icons in tile["icons"]]
            if rng.random() < apart:
                labels = [f"{side}{rng.randint(1, 2)}" for side in tile["sides"]]
                tile["territories"] = [1 + list(dict.fromkeys(labels)).index(label) for label in labels]
                joined = [1 + list(dict.fromkeys(tile["sides"])).index(side) for side in tile["sides"]]
                if tile["territories"] == joined:
                    del tile["territories"]
        tiles.append({**tile, "back": rng.choices(list(BACKS), odds)[0] if number else None})
    return {"tiles": tiles}


# Players in search of rare situations

SEEKS = ("random", "closers", "tangled", "actions", "one-stack")


class Seeker:
    """Chooses moves in one style, mostly: one in ten is random all the same. Sees all that is settled."""

    def __init__(self, game: Okanagan, seed: int, seek: str) -> None:
        if seek not in SEEKS:
            raise ValueError(f"seek: {seek}")
        self.game = game
        self.rng = random.Random(f"{seek} {seed}")
        self.seek = seek
        self.patient = self.rng.random() < 0.5  # closers: let a territory grow until several are there
        self.shape = self.rng.choice(("wall", "wall", "few", "many"))  # tangled: what is to be built
        self.terrain = self.rng.choice(TERRAINS)  # the terrain of the wall
        self.back = self.rng.choice(("first", "goals", "tribute", "trade", "refresh", "gold", "reshape"))
        self.reward = self.rng.choice(REWARDS)  # the one to be hoarded
        self.stack = self.rng.randint(1, 3)
        self.sought = self.rng.choice(("refresh", "gold"))

    def pick(self) -> str:
        legal = self.game.legal()
        texts = sorted(legal)
        if self.game.to_act() == CHANCE:
            return self.rng.choices(texts, [legal[text] for text in texts])[0]
        if self.seek == "tangled" and self.shape == "wall" and texts[0].startswith("tile "):
            return self.plan(self.next_tiles())[1]
        if self.seek == "random" or self.rng.random() < 0.1:
            return self.rng.choice(texts)
        values = {text: self.value(text) for text in texts}
        return self.rng.choice([text for text in texts if values[text] == max(values.values())])

    def value(self, text: str) -> int:
        if text.startswith("tile "):
            return self.value_of_place(text)
        if text.startswith("choose ") and self.seek == "tangled" and self.shape == "wall":
            blind = text.endswith(" blind")
            return -10_000 if blind else -self.plan(self.next_tiles(self.game.face_up[int(text.split()[1]) - 1]))[0]
        if self.seek == "actions":
            return self.acting(text)
        if self.seek == "one-stack":
            return self.stacking(text)
        if self.seek == "closers" and text.startswith((FARM, WAREHOUSE, SILO)):
            return self.value_of_site(text)
        return 0

    def value_of_place(self, text: str) -> int:
        """Many territories closed at once with many players in them; tangled: many or few tiles touched."""
        tile = self.game.hand[self.game.to_act()]
        assert tile is not None
        square, rotation = self.game.places(tile)[text]
        if self.seek == "tangled":
            return len(self.game.demands(square)) * (1 if self.shape == "many" else -1)
        self.game.board[square] = Placed(tile, rotation)
        present = [len(self.game.influence(places)) for places in self.game.closed_by(square).values()]
        del self.game.board[square]
        if self.seek == "closers" and self.patient:
            return sum(number**2 - 2 for number in present)
        return sum(number + 1 for number in present)

    def value_of_site(self, text: str) -> int:
        """Where others are, for the ties; silos count for all territories of the tile."""
        square = list(self.game.board)[-1]
        names = text.partition(" ")[2].split("+")
        sites = [part for name, part in self.game.touched_by(square).items() if text == SILO or name in names]
        return sum(len(self.game.influence(self.game.territory(part))) for part in sites)

    def next_tiles(self, chosen: int | None = None) -> list[int]:
        """The tiles to be laid next as far as can be told: hands, then the best for the wall."""
        seat = self.game.to_act()
        hands = [self.game.hand[(seat + i) % self.game.players] for i in self.game.seats()]
        known = [tile for tile in [*hands, chosen] if tile is not None]
        others = [tile for tile in self.game.face_up if tile is not None and tile not in known]
        others.sort(key=lambda tile: -self.game.tiles[tile].sides.count(self.terrain))
        return [*known, *others[:2]][:6]

    def plan(self, tiles: list[int]) -> tuple[int, str]:
        """Surround the map with one terrain so that one of these tiles fits nowhere: a small beam search.

        How far from it the map will be, -1 for success, and the first move.
        """
        home = self.game.board
        value = 0
        boards = [("", home)]
        for tile in tiles:
            trials: list[tuple[int, int, str, dict[Square, Placed]]] = []
            for first, board in boards:
                self.game.board = board
                places = self.game.places(tile)
                if not places:
                    self.game.board = home
                    return -1, first
                for text, (square, rotation) in places.items():
                    self.game.board = {**board, square: Placed(tile, rotation)}
                    trials.append((self.loose(), len(trials), first or text, self.game.board))
            trials.sort()
            value = trials[0][0]
            boards = [(first, board) for _, _, first, board in trials[:6]]
        self.game.board = home
        return value, boards[0][0]

    def loose(self) -> int:
        """The open squares where a tile without the terrain of the wall might fit, then all of them."""
        demands = [self.game.demands(square) for square in self.game.open_squares()]
        return 100 * sum(self.terrain not in sides.values() for sides in demands) + len(demands)

    def back_on(self, text: str) -> str:
        """What the top of the stack shows that this move names."""
        top = self.game.stacks[int(text.split()[1]) - 1].top
        return top.back if top else ""

    def acting(self, text: str) -> int:
        """Special actions, one kind of them above all, and one reward hoarded until it runs out."""
        if text.startswith("action "):
            return {self.back: 2, f"kind:{self.reward}": 1}.get(self.back_on(text), 0)
        hoards = text.startswith(("take ", "swap ")) and text.endswith(f" {self.reward}")
        return text == "claim action" or hoards

    def stacking(self, text: str) -> int:
        """Everything on one stack, which runs empty; refreshes, or a last tile that gives gold for ever."""
        if not text.startswith(("choose ", "action ", "return ")):
            return text == "claim action"
        s = int(text.split()[1])
        shown = self.back_on(text)
        if self.sought == "gold" and text.startswith("choose ") and s == self.stack:
            return 1 if self.game.stacks[s - 1].size() > 1 or shown != "gold" else -1
        if self.sought == "gold" and text.startswith("action ") and shown != "gold":
            return -(s == self.stack)
        return (s == self.stack) + 2 * (text.startswith("action ") and shown == self.sought)


# Traces


def header(game: Okanagan) -> dict[str, Any]:
    return {
        "format": "overland-trace/1",
        "game": "okanagan",
        "players": game.players,
        "options": {name: value for name, value in game.options.items() if (name, value) != ("promo", "off")},
        "data": game.data,
    }


def entry(game: Okanagan, step: int, move: str) -> dict[str, Any]:
    """One line for the move about to be played."""
    legal = game.legal()
    texts = sorted(legal)
    line: dict[str, Any] = {"step": step, "seat": game.to_act(), "legal": texts}
    if game.to_act() == CHANCE:
        line["weights"] = [legal[text] for text in texts]
    return line | {"move": move, "scores": game.scores()}


def final(game: Okanagan) -> dict[str, Any]:
    return {"final": {"scores": game.scores(), "winners": game.winners()}}


def trace(game: Okanagan, seed: int, seek: str = "random") -> Iterator[dict[str, Any]]:
    """Play a game to its end and tell it."""
    seeker = Seeker(game, seed, seek)
    yield header(game)
    step = 0
    while game.to_act() != OVER:
        move = seeker.pick()
        line = entry(game, step, move)
        game.play(move)
        yield line
        step += 1
    yield final(game)


def replay(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Play the moves of a trace and tell them anew; no final line when the moves end before the game."""
    told = (json.loads(line) for line in lines if line.strip())
    head: dict[str, Any] = next(told, {})
    if head.get("format") != "overland-trace/1" or head.get("game") != "okanagan":
        raise ValueError("not a trace of Okanagan")
    game = Okanagan(head["players"], head["options"], head["data"])
    yield header(game)
    moves = (line["move"] for line in told if "move" in line)
    for step, move in enumerate(moves):
        if move not in game.legal():
            raise ValueError(f"step {step}: illegal move {move!r}; legal: {sorted(game.legal())}")
        line = entry(game, step, move)
        game.play(move)
        yield line
    if game.to_act() == OVER:
        yield final(game)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle.okanagan")
    parser.add_argument("--players", type=int, default=2, choices=sorted(BUILDINGS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--tiles", type=Path, help="the JSON of `data`; random tiles without it")
    parser.add_argument("--seek", default="random", choices=SEEKS)
    parser.add_argument("--replay", type=Path, metavar="FILE", help="play the moves of this trace")
    args = parser.parse_args(arguments)
    try:
        if args.replay:
            told = replay(args.replay.read_text("utf-8").splitlines())
        else:
            data = json.loads(args.tiles.read_text("utf-8")) if args.tiles else random_tiles(args.seed)
            options = dict(option.partition("=")[::2] for option in args.option)
            told = trace(Okanagan(args.players, options, data), args.seed, args.seek)
        for line in told:
            print(json.dumps(line, ensure_ascii=False))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
