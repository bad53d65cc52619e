"""Oregon, read a second time: a slow, plain reference implementation ("oracle") of docs/spec/oregon.md.

It shares no code with the engine and exists to be compared with it in tests. Paragraph numbers in comments
are those of the rules. A game is a table of public attributes plus a `phase`; `legal()` lists what may happen
next and `play()` makes it happen. A test may set the attributes by hand (see `Oregon.blank`).

    python -m tests.oracle.oregon --players 3 --seed 7 --option church=flat --preset manual --seek mines
    python -m tests.oracle.oregon --replay FILE
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

SYMBOLS = ["wagon", "bison", "settlers", "eagle", "campfire"]  # 1.1, 11
BUILDINGS = ["post", "harbor", "church", "coal", "gold", "warehouse", "station"]  # 1.4, 11
KINDS = ["landscape", "building"]  # the two decks
HAND = 4  # 4.9
FARMERS = 14  # 1.6
MINE_VALUES = {"coal": [1, 2, 3], "gold": [3, 4, 5]}  # 1.5
CHANCE, OVER = -1, -2

DEFAULT_DATA: dict[str, Any] = {  # 1.2
    "map": [
        "GGGGGMMMGGMMGGG",
        "GMMGGMMGGGGMRRR",
        "RRRRGMGGGGRRRGG",
        "GGGRRGGGGRRGGGM",
        "MGGGRRGGRRGGGMM",
        "MMGGGRRRRGWWGGM",
        "MGGWWGGRGGGWWGG",
        "MGWWGGGRGMGWWGG",
        "GGWWGMGRMMGGGMG",
        "GGGGMMMRGMGGMMG",
    ],
    "columns": list(SYMBOLS),
    "rows": list(SYMBOLS),
}

OPTIONS: dict[str, list[str]] = {  # 9: the default comes first
    "groups": ["orthogonal", "diagonal"],
    "mines": ["farmers", "placer"],
    "church": ["product", "flat"],
}
PRESETS: dict[str, dict[str, str]] = {  # 9
    "rulebook": {},
    "manual": {"groups": "diagonal", "mines": "placer"},
}

COLUMN_LETTERS = "abcdefghijklmno"
CELLS = [f"{letter}{row}" for row in range(1, 11) for letter in COLUMN_LETTERS]  # 11, in reading order


def place_of(cell: str) -> tuple[int, int]:
    """Column and row of a cell, both from 0."""
    return COLUMN_LETTERS.index(cell[0]), int(cell[1:]) - 1


def _around(cell: str, orthogonal_only: bool) -> list[str]:
    column, row = place_of(cell)
    near = []
    for other in CELLS:  # reading order
        across, down = abs(place_of(other)[0] - column), abs(place_of(other)[1] - row)
        if max(across, down) == 1 and not (orthogonal_only and across + down == 2):
            near.append(other)
    return near


NEIGHBOURS = {cell: _around(cell, orthogonal_only=False) for cell in CELLS}  # all 8, in reading order
ORTHOGONAL = {cell: _around(cell, orthogonal_only=True) for cell in CELLS}


def kind_of(card: str) -> str:
    """The deck a card belongs to."""
    return "landscape" if card in SYMBOLS else "building"


def take(heap: Counter[str], name: str) -> None:
    """Remove one thing from a heap that holds it."""
    assert heap[name] > 0, name
    heap[name] -= 1
    if heap[name] == 0:
        del heap[name]


class Oregon:
    """One game in progress."""

    def __init__(self, players: int, options: dict[str, str], data: dict[str, Any]) -> None:
        if players not in (2, 3, 4):  # 1.7
            raise ValueError(f"2, 3 or 4 players, not {players}")
        for name, value in options.items():
            if name not in OPTIONS or value not in OPTIONS[name]:
                raise ValueError(f"no such option: {name}={value}")
        self.players = players
        self.options = {name: options.get(name, values[0]) for name, values in OPTIONS.items()}
        self.data = data
        self.terrain: dict[str, str] = {}
        self.column_symbol: dict[str, str] = {}
        self.row_symbol: dict[str, str] = {}
        for cell in CELLS:  # 1.1: 3 columns, 2 rows to a symbol
            column, row = place_of(cell)
            self.terrain[cell] = data["map"][row][column]
            self.column_symbol[cell] = data["columns"][column // 3]
            self.row_symbol[cell] = data["rows"][row // 2]

        # on the board
        self.buildings: dict[str, str] = {}  # cell -> building, start tiles included
        self.farmers: dict[str, int] = {}  # cell -> seat
        self.paid: set[str] = set()  # cells of farmers whose group counts as paid (6.4)
        # beside the board
        self.deck: dict[str, Counter[str]] = {  # 1.3
            "landscape": Counter(dict.fromkeys(SYMBOLS, 10)),
            "building": Counter(dict.fromkeys(BUILDINGS, 3)),
        }
        self.discards: dict[str, Counter[str]] = {"landscape": Counter(), "building": Counter()}
        self.set_aside: Counter[str] = Counter()  # 4.10
        self.stacks: Counter[str] = Counter(dict.fromkeys(BUILDINGS, 4))  # 1.4
        self.start_tiles: Counter[str] = Counter(BUILDINGS)  # 1.4, those not dealt
        self.mine_pile: dict[str, Counter[str]] = {  # 1.5
            mine: Counter({str(value): 7 for value in values}) for mine, values in MINE_VALUES.items()
        }
        # in front of the players; 1.6, 2.1
        self.hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self.start_tile: list[str] = [""] * players
        self.points: list[int] = [0] * players  # on the table, without coal and gold
        self.farmers_left: list[int] = [FARMERS] * players
        self.joker: list[bool] = [True] * players
        self.extra: list[bool] = [True] * players
        self.mine_tiles: list[dict[str, list[int]]] = [{"coal": [], "gold": []} for _ in range(players)]
        # whose turn, and what is being waited for:
        # deal, card, mine (chance); start, place, ask, draw (the seat's decision); over
        self.phase = "deal"
        self.seat = 0
        self.to_deal: list[tuple[int, str]] = [  # 11: seat by seat
            (seat, what)
            for seat in range(players)
            for what in ("landscape", "landscape", "landscape", "building", "start")
        ]
        self.mines_due: list[tuple[int, str]] = []  # (seat, coal or gold), in order
        self.card_due = ""  # the deck a card is being drawn from
        self.extra_done = False  # this turn's extra action was taken (4.8)

    @classmethod
    def blank(cls, players: int, options: dict[str, str], data: dict[str, Any]) -> Oregon:
        """For tests: empty board, nothing dealt, seat 0 about to take the main action."""
        game = cls(players, options, data)
        game.to_deal = []
        game.phase = "place"
        return game

    # ---- asking ----

    def to_act(self) -> int:
        if self.phase == "over":
            return OVER
        return CHANCE if self.phase in ("deal", "card", "mine") else self.seat

    def legal(self) -> dict[str, int]:
        """Every text that may come next, with the number of cards or tiles behind it (1 for decisions)."""
        if self.phase == "deal":
            what = self.to_deal[0][1]
            if what == "start":
                return {f"=start {tile}": count for tile, count in self.start_tiles.items()}
            return {f"={card}": count for card, count in self.deck[what].items()}
        if self.phase == "card":
            return {f"={card}": count for card, count in self.deck[self.card_due].items()}
        if self.phase == "mine":
            mine = self.mines_due[0][1]
            return {f"={mine} {value}": count for value, count in self.mine_pile[mine].items()}
        return dict.fromkeys(self.decisions(), 1)

    def decisions(self) -> set[str]:
        if self.phase == "start":
            return {f"start {cell}" for cell in self.open_for(self.start_tile[self.seat])}  # 3.1
        if self.phase == "place":
            return self.placements() or self.passes()  # 4.2, 4.7
        if self.phase == "ask":
            return {"extra", "no-extra"}  # 4.8
        if self.phase == "draw":
            return self.draw_step()
        return set()

    def scores(self) -> list[int]:
        """Points on the table; coal and gold are added when the game is over (8.3)."""
        if self.phase != "over":
            return list(self.points)
        return [
            points + sum(tiles["coal"]) + sum(tiles["gold"])
            for points, tiles in zip(self.points, self.mine_tiles, strict=True)
        ]

    def winners(self) -> list[int]:  # 8.3; nobody before the end
        if self.phase != "over":
            return []
        merit = [(total, self.farmers_on_board(seat)) for seat, total in enumerate(self.scores())]
        return [seat for seat in range(self.players) if merit[seat] == max(merit)]

    # ---- where pieces go ----

    def farmers_on_board(self, seat: int) -> int:
        return sum(1 for owner in self.farmers.values() if owner == seat)

    def is_empty(self, cell: str) -> bool:  # 5.1
        return cell not in self.buildings and cell not in self.farmers

    def fits(self, building: str, cell: str) -> bool:  # 5.2
        ground = self.terrain[cell]
        if building in ("coal", "gold"):
            return ground == "M"
        if building == "station":
            return ground == "R"
        if building == "harbor":
            return ground == "G" and any(self.terrain[near] == "W" for near in NEIGHBOURS[cell])
        return ground == "G"

    def open_for(self, building: str) -> list[str]:
        return [cell for cell in CELLS if self.is_empty(cell) and self.fits(building, cell)]

    # ---- placements ----

    def placements(self) -> set[str]:  # 4.2
        return self.farmer_placements() | self.building_placements()

    def farmer_placements(self) -> set[str]:  # 4.3, 4.5
        hand = self.hands[self.seat]
        texts: set[str] = set()
        if self.farmers_left[self.seat] == 0:  # 4.7
            return texts
        for cell in CELLS:
            if not self.is_empty(cell) or self.terrain[cell] == "W":  # 5.1
                continue
            row, column = self.row_symbol[cell], self.column_symbol[cell]
            needed = Counter([row, column])
            if all(hand[symbol] >= count for symbol, count in needed.items()):
                texts.add(f"farmer {cell}")
            if self.joker[self.seat]:
                if hand[column] > 0:
                    texts.add(f"farmer {cell} joker={row}")
                if hand[row] > 0:
                    texts.add(f"farmer {cell} joker={column}")
        return texts

    def building_placements(self) -> set[str]:  # 4.4, 4.5
        hand = self.hands[self.seat]
        texts: set[str] = set()
        for building in BUILDINGS:
            if hand[building] == 0 or self.stacks[building] == 0:
                continue
            for cell in self.open_for(building):
                for symbol in {self.row_symbol[cell], self.column_symbol[cell]}:
                    if hand[symbol] > 0:
                        texts.add(f"build {building} {cell} {symbol}")
                if self.joker[self.seat]:
                    texts.add(f"build {building} {cell} joker")
        return texts

    def passes(self) -> set[str]:  # 4.7; landscape before building, each in the order of the names (11)
        hand = self.hands[self.seat]
        cards = [card for card in SYMBOLS + BUILDINGS for _ in range(hand[card])]
        return {" ".join(["pass", *chosen]) for chosen in combinations(cards, min(2, len(cards)))}

    # ---- the draw step ----

    def draw_step(self) -> set[str]:  # 4.9, 4.10
        texts = {f"discard {card}" for card in self.useless_cards()}
        if self.hands[self.seat].total() == HAND:
            return texts | {"done"}
        return texts | {f"draw {kind}" for kind in KINDS if self.may_draw(kind)}

    def useless_cards(self) -> list[str]:  # 4.10
        return [card for card in BUILDINGS if self.hands[self.seat][card] > 0 and self.stacks[card] == 0]

    def may_draw(self, kind: str) -> bool:  # 4.9
        if self.deck[kind].total() + self.discards[kind].total() == 0:
            return False
        held = {kind_of(card) for card, count in self.hands[self.seat].items() if count > 0}
        free_afterwards = HAND - self.hands[self.seat].total() - 1
        missing_afterwards = len(set(KINDS) - held - {kind})
        return free_afterwards >= missing_afterwards

    # ---- playing ----

    def play(self, text: str) -> None:
        legal = self.legal()
        if text not in legal:
            raise ValueError(f"illegal: {text!r}; legal: {sorted(legal)}")
        words = text.split()
        if self.phase == "deal":
            self.deal(words[-1].removeprefix("="))
        elif self.phase == "card":
            self.receive_card(words[0].removeprefix("="))
        elif self.phase == "mine":
            self.receive_mine_tile(words[1])
        elif words[0] == "start":
            self.put_start_tile(words[1])
        elif words[0] == "farmer":
            self.put_farmer(words[1], words[2].removeprefix("joker=") if len(words) == 3 else "")
        elif words[0] == "build":
            self.put_building(words[1], words[2], words[3])
        elif words[0] == "pass":
            self.pass_turn(words[1:])
        elif words[0] == "extra":
            self.take_extra()
        elif words[0] == "no-extra":
            self.begin_draw()
        elif words[0] == "draw":
            self.draw_from(words[1])
        elif words[0] == "discard":
            self.throw_away_useless(words[1])
        else:
            assert words == ["done"]
            self.end_turn()

    def deal(self, name: str) -> None:  # 2.1
        seat, what = self.to_deal.pop(0)
        if what == "start":
            take(self.start_tiles, name)
            self.start_tile[seat] = name
        else:
            take(self.deck[what], name)
            self.hands[seat][name] += 1
        if not self.to_deal:
            self.phase = "start"

    def put_start_tile(self, cell: str) -> None:  # 3.1
        self.buildings[cell] = self.start_tile[self.seat]
        self.seat = (self.seat + 1) % self.players
        if self.seat == 0:
            self.phase = "place"

    def spend_card(self, card: str) -> None:  # 4.6
        take(self.hands[self.seat], card)
        self.discards[kind_of(card)][card] += 1

    def put_farmer(self, cell: str, joker_for: str) -> None:  # 4.3
        cost = [self.row_symbol[cell], self.column_symbol[cell]]
        if joker_for:  # 4.5
            cost.remove(joker_for)
            self.joker[self.seat] = False
        for card in cost:
            self.spend_card(card)
        self.farmers[cell] = self.seat
        self.farmers_left[self.seat] -= 1
        self.score_farmer(cell)
        self.draw_mine_tiles()

    def put_building(self, building: str, cell: str, paid_with: str) -> None:  # 4.4
        self.spend_card(building)
        if paid_with == "joker":  # 4.5
            self.joker[self.seat] = False
        else:
            self.spend_card(paid_with)
        take(self.stacks, building)
        self.buildings[cell] = building
        self.score_building(building, cell)
        self.draw_mine_tiles()

    def pass_turn(self, cards: list[str]) -> None:  # 4.7
        for card in cards:
            self.spend_card(card)
        self.begin_draw()

    # ---- scoring ----

    def farmers_around(self, cell: str) -> list[int]:
        """The owners of the farmers among the 8 neighbours."""
        return [self.farmers[near] for near in NEIGHBOURS[cell] if near in self.farmers]

    def score_farmer(self, cell: str) -> None:  # 6.0, 6.1
        seat = self.seat
        for near in NEIGHBOURS[cell]:  # reading order, so the mine tiles come in the order of 11
            building = self.buildings.get(near)
            if building == "post":
                self.points[seat] += 3
            elif building == "harbor":
                self.points[seat] += 4
            elif building == "church":
                self.points[seat] += len(self.farmers_around(near))
            elif building in ("coal", "gold"):
                self.mines_due.append((seat, building))
            elif building == "warehouse":
                self.points[seat] += 1
                self.joker[seat] = True  # 6.2
            elif building == "station":
                self.points[seat] += 1
                self.extra[seat] = True  # 6.2
        self.score_group(cell)

    def group_of(self, cell: str) -> set[str]:  # 6.4
        touching = NEIGHBOURS if self.options["groups"] == "diagonal" else ORTHOGONAL  # 9
        owner = self.farmers[cell]
        group, frontier = {cell}, [cell]
        while frontier:
            for near in touching[frontier.pop()]:
                if near not in group and self.farmers.get(near) == owner:
                    group.add(near)
                    frontier.append(near)
        return group

    def score_group(self, cell: str) -> None:  # 6.4
        group = self.group_of(cell)
        if group & self.paid:
            self.paid |= group
        elif len(group) >= 3:
            self.points[self.seat] += 5
            self.paid |= group

    def score_building(self, building: str, cell: str) -> None:  # 7.1-7.3
        around = self.farmers_around(cell)
        for turn in range(self.players):
            seat = (self.seat + turn) % self.players  # 7.3
            own = around.count(seat)
            if building == "post":
                self.points[seat] += 3 * own
            elif building == "harbor":
                self.points[seat] += 4 * own
            elif building == "church":
                self.points[seat] += own * (1 if self.options["church"] == "flat" else len(around))  # 9
            elif building in ("coal", "gold"):
                if self.options["mines"] == "placer":  # 9
                    own = 1 if seat == self.seat else 0
                self.mines_due.extend([(seat, building)] * own)
            else:
                self.points[seat] += own
            if own > 0 and building == "warehouse":  # 7.2
                self.joker[seat] = True
            if own > 0 and building == "station":  # 7.2
                self.extra[seat] = True

    def draw_mine_tiles(self) -> None:  # 6.0: after all points and flips
        while self.mines_due and self.mine_pile[self.mines_due[0][1]].total() == 0:
            self.mines_due.pop(0)  # 6.3: nothing to draw
        if self.mines_due:
            self.phase = "mine"
        else:
            self.offer_extra()

    def receive_mine_tile(self, value: str) -> None:  # 6.3
        seat, mine = self.mines_due.pop(0)
        take(self.mine_pile[mine], value)
        self.mine_tiles[seat][mine].append(int(value))
        self.draw_mine_tiles()

    # ---- the rest of the turn ----

    def offer_extra(self) -> None:  # 4.8
        if not self.extra_done and self.extra[self.seat] and self.placements():
            self.phase = "ask"
        else:
            self.begin_draw()

    def take_extra(self) -> None:  # 4.8
        self.extra[self.seat] = False
        self.extra_done = True
        self.phase = "place"

    def begin_draw(self) -> None:
        if self.end_triggered():  # 4.11: the round is the last one, so nobody in it has a further turn
            self.end_turn()
        else:
            self.go_on_drawing()

    def go_on_drawing(self) -> None:  # 4.9, 4.10
        if self.hands[self.seat].total() == HAND and not self.useless_cards():
            self.end_turn()
        else:
            self.phase = "draw"

    def draw_from(self, kind: str) -> None:  # 4.9
        if self.deck[kind].total() == 0:
            self.deck[kind], self.discards[kind] = self.discards[kind], Counter()
        self.card_due = kind
        self.phase = "card"

    def receive_card(self, card: str) -> None:
        take(self.deck[self.card_due], card)
        self.hands[self.seat][card] += 1
        self.card_due = ""
        self.go_on_drawing()

    def throw_away_useless(self, card: str) -> None:  # 4.10
        take(self.hands[self.seat], card)
        self.set_aside[card] += 1
        self.go_on_drawing()

    def end_triggered(self) -> bool:  # 8.1
        empty_stacks = [building for building in BUILDINGS if self.stacks[building] == 0]
        return 0 in self.farmers_left or len(empty_stacks) >= self.players

    def end_turn(self) -> None:
        self.discards["building"] += self.set_aside  # 4.10
        self.set_aside = Counter()
        self.extra_done = False
        if self.seat == self.players - 1 and self.end_triggered():  # 8.2
            self.phase = "over"
        else:
            self.seat = (self.seat + 1) % self.players
            self.phase = "place"


# ---- styles of play: how attractive a move is ----

STYLES = ["random", "farmers", "mines", "builders", "hoard"]
WHIM = 0.05  # how often a player with a style moves at random all the same


def _empty_stacks(game: Oregon) -> int:
    return sum(1 for building in BUILDINGS if game.stacks[building] == 0)


def _likes_farmers(game: Oregon, words: list[str]) -> float:
    return {"farmer": 3, "extra": 2, "build": 1}.get(words[0], 1 if words[-1] == "landscape" else 0)


def _likes_mines(game: Oregon, words: list[str]) -> float:
    """Farmers beside mines, gold above all; mines where there is room around them; no other farmers."""
    worth = {"gold": 3, "coal": 1}
    if words[0] == "farmer":
        return sum(worth.get(game.buildings.get(near, ""), 0) for near in NEIGHBOURS[words[1]]) or -1
    if words[0] == "build":
        room = sum(game.terrain[near] != "W" for near in NEIGHBOURS[words[2]])
        return worth[words[1]] * room + 9 * len(game.farmers_around(words[2])) if words[1] in worth else 0
    wanted = "building" if game.stacks["gold"] > 1 else "landscape"
    return 1 if words[-1] in ("extra", wanted) else 0


def _likes_building(game: Oregon, words: list[str]) -> float:
    if words[0] == "build":
        return 9 - game.stacks[words[1]]
    return {"discard": 2, "extra": 1}.get(words[0], 1 if words[-1] == "building" else 0)


def _likes_hoarding(game: Oregon, words: list[str]) -> float:
    """Empties stacks without ending the game, holds useless cards, keeps the joker inactive."""
    if words[0] == "farmer":
        return -9 if any(game.buildings.get(near) == "warehouse" for near in NEIGHBOURS[words[1]]) else 0
    if words[0] == "build":
        stack, to_go = game.stacks[words[1]], game.players - 1 - _empty_stacks(game)
        burns_joker = 9 if words[-1] == "joker" else 0
        return burns_joker + ((5 - stack) if to_go > 0 else (stack if stack > 1 else -20))
    return {"no-extra": 1, "done": 1, "discard": -1}.get(words[0], 1 if words[-1] == "building" else 0)


LIKES = {
    "farmers": _likes_farmers,
    "mines": _likes_mines,
    "builders": _likes_building,
    "hoard": _likes_hoarding,
}


def choose(game: Oregon, rng: random.Random, seek: str) -> str:
    """One of the legal texts: chance by its weights, decisions by the style."""
    legal = game.legal()
    texts = sorted(legal)
    if game.to_act() == CHANCE:
        return rng.choices(texts, [legal[text] for text in texts])[0]
    if seek == "random" or rng.random() < WHIM:
        return rng.choice(texts)
    appeal = {text: LIKES[seek](game, text.split()) for text in texts}
    return rng.choice([text for text in texts if appeal[text] == max(appeal.values())])


# ---- traces (trace.md) ----


def header(game: Oregon) -> dict[str, Any]:
    return {
        "format": "overland-trace/1",
        "game": "oregon",
        "players": game.players,
        "options": dict(game.options),
        "data": game.data,
    }


def entry(game: Oregon, step: int, move: str) -> dict[str, Any]:
    legal = game.legal()
    texts = sorted(legal)
    line: dict[str, Any] = {"step": step, "seat": game.to_act(), "legal": texts}
    if game.to_act() == CHANCE:
        line["weights"] = [legal[text] for text in texts]
    return line | {"move": move, "scores": game.scores()}


def final(game: Oregon) -> dict[str, Any]:
    return {"final": {"scores": game.scores(), "winners": game.winners()}}


def trace(game: Oregon, seed: int, seek: str) -> Iterator[dict[str, Any]]:
    """Play a fresh game to its end in a style, telling it line by line."""
    rng = random.Random(seed)
    yield header(game)
    step = 0
    while game.to_act() != OVER:
        move = choose(game, rng, seek)
        yield entry(game, step, move)
        game.play(move)
        step += 1
    yield final(game)


def replay(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Play the moves of a trace, telling the game in our own words."""
    told = [json.loads(line) for line in lines if line.strip()]
    if not told or told[0].get("format") != "overland-trace/1" or told[0].get("game") != "oregon":
        raise ValueError("not a trace of Oregon")
    game = Oregon(told[0]["players"], told[0]["options"], told[0]["data"])
    yield header(game)
    moves = [line["move"] for line in told[1:] if "move" in line]
    for step, move in enumerate(moves):
        if move not in game.legal():
            raise ValueError(f"step {step}: {move!r} is illegal; legal: {sorted(game.legal())}")
        yield entry(game, step, move)
        game.play(move)
    if game.to_act() != OVER:
        raise ValueError(f"step {len(moves)}: no move, but the game goes on; legal: {sorted(game.legal())}")
    yield final(game)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle.oregon", description="Trace Oregon.")
    parser.add_argument("--players", type=int, choices=[2, 3, 4], default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--preset", choices=sorted(PRESETS), default="rulebook")
    parser.add_argument("--seek", choices=STYLES, default="random")
    parser.add_argument("--replay", metavar="FILE")
    given = parser.parse_args(arguments)
    try:
        if given.replay:
            with Path(given.replay).open(encoding="utf-8") as file:
                for line in replay(file):
                    print(json.dumps(line))
            return 0
        options = PRESETS[given.preset] | dict(choice.split("=", 1) for choice in given.option)
        for line in trace(Oregon(given.players, options, DEFAULT_DATA), given.seed, given.seek):
            print(json.dumps(line))
    except ValueError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
