"""Oregon in text, both ways: actions, chance outcomes, entries as a seat may read them, positions (rules 11)."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from overland.engine.errors import NotationError, PositionError
from overland.engine.game import Options
from overland.engine.oregon.actions import ACTIONS, NO_CARD, Kind, decode
from overland.engine.oregon.components import (
    CELLS,
    COLS,
    EMPTY,
    FARMER,
    FARMERS,
    FIRST_BUILDING,
    FIRST_BUILDING_CARD,
    HAND_SIZE,
    LOWEST_VALUE,
    PAID,
    ROWS,
    STACK_SIZE,
    Building,
    Deck,
    Mine,
    Symbol,
    Token,
)
from overland.engine.oregon.legal import deck_of, seat_owed
from overland.engine.oregon.scoring import NO_CELL, Source
from overland.engine.oregon.setup import OPTIONS, options_of, setup
from overland.engine.oregon.state import Phase
from overland.engine.oregon.view import is_open_to
from overland.engine.record import Record

COLUMN_LETTERS = "abcdefghijklmno"
SYMBOL_NAMES = tuple(symbol.name.lower() for symbol in Symbol)
BUILDING_NAMES = tuple(building.name.lower() for building in Building)
DECK_NAMES = tuple(deck.name.lower() for deck in Deck)
MINE_NAMES = tuple(mine.name.lower() for mine in Mine)
CARD_NAMES = SYMBOL_NAMES + BUILDING_NAMES
PHASE_NAMES = tuple(phase.name.lower().replace("_", "-") for phase in Phase)


# Actions


def cell_text(cell: int) -> str:
    """``h4``: column letter from the left, row number from the top."""
    return f"{COLUMN_LETTERS[cell % COLS]}{cell // COLS + 1}"


def action_text(action: int) -> str:
    """An action in notation."""
    kind, what, which, cell = decode(int(action))
    match kind:
        case Kind.START:
            return f"start {cell_text(cell)}"
        case Kind.FARMER:
            return f"farmer {cell_text(cell)}"
        case Kind.FARMER_JOKER:
            return f"farmer {cell_text(cell)} joker={SYMBOL_NAMES[which]}"
        case Kind.BUILD:
            return f"build {BUILDING_NAMES[what]} {cell_text(cell)} {SYMBOL_NAMES[which]}"
        case Kind.BUILD_JOKER:
            return f"build {BUILDING_NAMES[what]} {cell_text(cell)} joker"
        case Kind.PASS:
            return " ".join(["pass", *(CARD_NAMES[card] for card in (what, which) if card != NO_CARD)])
        case Kind.DRAW:
            return f"draw {DECK_NAMES[what]}"
        case Kind.DISCARD:
            return f"discard {BUILDING_NAMES[what]}"
        case Kind.CARD:
            return f"={CARD_NAMES[what]}"
        case Kind.START_TILE:
            return f"=start {BUILDING_NAMES[what]}"
        case Kind.MINE_TILE:
            return f"={MINE_NAMES[what]} {LOWEST_VALUE[what] + which}"
        case _:
            return Kind(kind).name.lower().replace("_", "-")  # extra, no-extra, done


def all_texts() -> Iterator[tuple[str, int]]:
    """The text of every action that can ever occur, with its number."""
    for action in range(ACTIONS):
        move = decode(action)
        if move.kind != Kind.PASS or move.what <= move.which:  # the cards of a pass are named in order
            yield action_text(action), action


TEXTS: dict[str, int] = {}


def parse_action(text: str) -> int:
    """The action that a text names; blanks may be doubled and letters capital."""
    if not TEXTS:
        TEXTS.update(all_texts())
    words = " ".join(text.lower().split())
    if words not in TEXTS:
        raise NotationError(
            f"{shortened(text)} is no move of Oregon; moves look like 'farmer h4' or 'build church h4 wagon'."
        )
    return TEXTS[words]


def shortened(text: str) -> str:
    """A quoted text, cut where it gets long."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


def entry_for(box: Record, state: Record, action: int, seat: int) -> str:
    """The entry ``action``, about to be played in ``state``, as ``seat`` may read it."""
    move = decode(int(action))
    if move.kind == Kind.CARD and not is_open_to(state, int(state.to_move), seat):
        return f"=? {DECK_NAMES[deck_of(int(state.phase))]}"
    if move.kind == Kind.MINE_TILE and not is_open_to(state, seat_owed(state), seat):
        return f"={MINE_NAMES[move.what]} ?"
    return action_text(action)


def gain_data(gain: Record, seat: int | None) -> dict[str, Any]:
    """A gain in names: who gains what, from where. The value of another's mine tile is hidden (10.2)."""
    is_tile_value = bool(gain.source in (Source.COAL, Source.GOLD) and gain.points != 0)
    is_hidden = is_tile_value and seat is not None and seat != gain.seat
    return {
        "seat": int(gain.seat),
        "source": Source(gain.source).name.lower(),
        "cell": None if gain.cell == NO_CELL else cell_text(int(gain.cell)),
        "points": None if is_hidden else int(gain.points),
        "token": None if gain.token == Token.NONE else Token(gain.token).name.lower(),
        "tile": MINE_NAMES[gain.tile - 1] if gain.tile else None,
        "at_end": is_tile_value,
    }


# Positions: one line of key=value words. Cells of the board are '.' or a building's capital (P H C K G W S; K is
# a coal mine) or the number of a farmer's seat; farmers of paid groups are listed by cell. Counts of cards,
# tiles and tokens are digits in the order of the names above.

BUILDING_LETTERS = "PHCKGWS"
SEAT_WORDS = re.compile(
    r"(?P<score>\d+),j(?P<joker>[01]),e(?P<extra>[01]),f(?P<farmers>\d+),s(?P<start>[.PHCKGWS]),"
    r"h(?P<hand>\d{12}),m(?P<tiles>\d{6})"
)


def position_text(state: Record) -> str:
    """A position as one line of text, read back by ``parse_position``."""
    rows = []
    for row in range(ROWS):
        pieces = (int(piece) for piece in state.cells[row * COLS : (row + 1) * COLS])
        rows.append("".join(piece_letter(piece) for piece in pieces))
    paid = [cell_text(cell) for cell in range(CELLS) if state.cells[cell] >= FARMER + PAID]
    words = [
        f"players={state.players}",
        *(f"{name}={value}" for name, value in options_of(state).items()),
        f"phase={PHASE_NAMES[state.phase]}",
        f"seat={state.to_move}",
        f"taken={state.extra_taken}",
        f"board={'/'.join(rows)}",
        f"paid={','.join(paid)}",
        f"stacks={digits(state.stacks)}",
        f"discard={digits(state.discard)}",
        f"aside={digits(state.aside)}",
        f"owed={digits(state.owed)}",
    ]
    for seat in range(state.players):
        me = state.seats[seat]
        words.append(
            f"{seat}={me.score},j{me.joker},e{me.extra},f{me.farmers},s{piece_letter(int(me.start_tile))},"
            f"h{digits(me.hand)},m{digits(me.tiles)}"
        )
    return " ".join(words)


def digits(counts: Record) -> str:
    """Small counts, one digit each; ten is written ``:`` (the sign after 9)."""
    return "".join(chr(ord("0") + int(count)) for count in np.ravel(counts))


def piece_letter(piece: int) -> str:
    """A piece as one letter, paid or not."""
    if piece == EMPTY:
        return "."
    if piece < FARMER:
        return BUILDING_LETTERS[piece - FIRST_BUILDING]
    return str(piece & (PAID - 1))


def parse_position(box: Record, text: str) -> Record:
    """The position that a text of ``position_text`` describes; what cannot be is refused."""
    words = dict(word.split("=", 1) for word in text.split() if "=" in word)
    try:
        state = read_position(box, words)
    except KeyError as error:
        raise PositionError(f"The position lacks the word {error}.") from None
    except (ValueError, IndexError, OverflowError) as error:
        raise PositionError(f"The position does not parse: {error}.") from None
    check_position(box, state)
    return state


def read_position(box: Record, words: dict[str, str]) -> Record:
    """A position out of its words, not yet checked."""
    players = int(words["players"])
    if players not in (2, 3, 4):
        raise ValueError(f"{players} players")
    options: Options = {name: words[name] for name in OPTIONS}
    state = setup(box, players, options)
    state.phase = PHASE_NAMES.index(words["phase"])
    state.to_move = int(words["seat"])
    state.extra_taken = int(words["taken"])
    board = words["board"].split("/")
    if [len(row) for row in board] != [COLS] * ROWS:
        raise ValueError("the board is not 10 rows of 15 cells")
    state.cells[:] = [read_piece(letter) for row in board for letter in row]
    for name in filter(None, words["paid"].split(",")):
        state.cells[read_cell(name)] |= PAID
    for name in ("stacks", "discard", "aside", "owed"):
        read_digits(words[name], state[name])
    for seat in range(players):
        found = SEAT_WORDS.fullmatch(words[str(seat)])
        if found is None:
            raise ValueError(f"seat {seat} reads {words[str(seat)]!r}")
        me = state.seats[seat]
        me.score = int(found["score"])
        me.joker, me.extra, me.farmers = int(found["joker"]), int(found["extra"]), int(found["farmers"])
        me.start_tile = read_piece(found["start"])
        read_digits(found["hand"], me.hand)
        read_digits(found["tiles"], me.tiles.reshape(-1))
    take_from_supplies(state)
    return state


def take_from_supplies(state: Record) -> None:
    """Decks and piles hold what is nowhere else."""
    state.deck[:] -= state.discard
    state.deck[FIRST_BUILDING_CARD:] -= state.aside
    for seat in range(state.players):
        state.deck[:] -= state.seats[seat].hand
        state.piles[:] -= state.seats[seat].tiles


def read_digits(text: str, out: Record) -> None:
    """Counts out of digits, into an array of as many."""
    if len(text) != len(out):
        raise ValueError(f"{text!r} has {len(text)} counts instead of {len(out)}")
    out[:] = [ord(letter) - ord("0") for letter in text]


def read_piece(letter: str) -> int:
    """A piece out of its letter; farmers come out unpaid."""
    if letter == ".":
        return EMPTY
    if letter in BUILDING_LETTERS:
        return FIRST_BUILDING + BUILDING_LETTERS.index(letter)
    return FARMER + "0123".index(letter)


def read_cell(name: str) -> int:
    """The cell that a name like ``h4`` means."""
    column, row = COLUMN_LETTERS.index(name[:1]), int(name[1:])
    if not 1 <= row <= ROWS:
        raise ValueError(f"no cell {name!r}")
    return (row - 1) * COLS + column


def check_position(box: Record, state: Record) -> None:
    """Refuse what the components cannot make up; whether play could lead there is not asked."""
    players = int(state.players)
    farmers = [[int(p) & (PAID - 1) for p in state.cells if p >= FARMER].count(seat) for seat in range(players)]
    hands = [int(state.seats[seat].hand.sum()) for seat in range(players)]
    problems = {
        "seat": not 0 <= state.to_move < players,
        "board, a farmer of a seat that does not play": any(
            int(p) & (PAID - 1) >= players for p in state.cells if p >= FARMER
        ),
        "paid, a cell without a farmer": any(EMPTY < p < FARMER and p & ~7 for p in state.cells),
        "farmers": any(count + state.seats[seat].farmers != FARMERS for seat, count in enumerate(farmers)),
        "stacks": any(not 0 <= count <= STACK_SIZE for count in state.stacks),
        "cards": bool((state.deck < 0).any() or (state.discard < 0).any() or max(hands) > HAND_SIZE),
        "mine tiles": bool((state.piles < 0).any()),
        "owed": state.phase == Phase.MINE and not 0 < state.owed[0] <= 2 * players,
    }
    for name, is_wrong in problems.items():
        if is_wrong:
            raise PositionError(f"The position cannot be: {name}.")
