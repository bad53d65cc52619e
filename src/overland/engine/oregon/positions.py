"""Oregon's positions in text, both ways: one line of key=value words.

Cells of the board are '.' or a building's capital (P H C K G W S; K is a coal mine) or the number of a farmer's seat;
farmers of paid groups are listed by cell. Counts of cards, tiles and tokens are digits in the order of the names in
the rules; ten is written ':'. Decks and piles hold what is nowhere else.
"""

import re
from collections.abc import Mapping

import numpy as np

from overland.engine.game import Options
from overland.engine.oregon.actions import MAX_LEGAL
from overland.engine.oregon.components import (
    BUILDING_COPIES,
    BUILDINGS,
    CELLS,
    COLS,
    DEALT_LANDSCAPES,
    EMPTY,
    FARMER,
    FARMERS,
    FIRST_BUILDING,
    FIRST_BUILDING_CARD,
    HAND_SIZE,
    LANDSCAPE_COPIES,
    MAX_SEATS,
    MIN_SEATS,
    PAID,
    ROWS,
    STACK_SIZE,
    Deck,
)
from overland.engine.oregon.legal import legal_actions
from overland.engine.oregon.notation import BUILDING_LETTERS, COLUMN_LETTERS, cell_text
from overland.engine.oregon.setup import OPTIONS, options_of, setup
from overland.engine.oregon.state import Phase, count_cards, owed_seat
from overland.engine.positions import number_in, read_words, refuse
from overland.engine.record import ACTION, Record

PHASE_NAMES = tuple(phase.name.lower().replace("_", "-") for phase in Phase)
MAX_SCORE = 9999
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
    """The position that a text of ``position_text`` describes; an impossible one is refused."""
    state = read_words(text, lambda words: read_position(box, words))
    check_position(box, state)
    return state


def read_position(box: Record, words: Mapping[str, str]) -> Record:
    """A position from its words; every number is in its range, but they have not been checked against each other."""
    players = number_in(words["players"], range(MIN_SEATS, MAX_SEATS + 1), "players")
    options: Options = {name: words[name] for name in OPTIONS}
    state = setup(box, players, options)
    state.phase = PHASE_NAMES.index(words["phase"])
    state.to_move = number_in(words["seat"], range(players), "seat")
    state.extra_taken = number_in(words["taken"], range(2), "taken")
    read_board(words["board"], words["paid"], state)
    read_digits(words["stacks"], STACK_SIZE, state.stacks)
    read_digits(words["discard"], LANDSCAPE_COPIES, state.discard)
    read_digits(words["aside"], BUILDING_COPIES, state.aside)
    read_digits(words["owed"], 2 * players, state.owed)
    for seat in range(players):
        read_seat(words[str(seat)], state.seats[seat])
    take_from_supplies(state)
    return state


def read_board(board: str, paid: str, state: Record) -> None:
    rows = board.split("/")
    if [len(row) for row in rows] != [COLS] * ROWS:
        raise ValueError("the board is not 10 rows of 15 cells")
    state.cells[:] = [read_piece(letter) for row in rows for letter in row]
    for name in filter(None, paid.split(",")):
        cell = read_cell(name)
        if state.cells[cell] < FARMER:
            raise ValueError(f"no farmer stands on {name}")
        state.cells[cell] |= PAID


def read_seat(text: str, me: Record) -> None:
    found = SEAT_WORDS.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} does not describe a seat")
    me.score = number_in(found["score"], range(MAX_SCORE + 1), "score")
    me.joker, me.extra = int(found["joker"]), int(found["extra"])
    me.farmers = number_in(found["farmers"], range(FARMERS + 1), "farmers")
    me.start_tile = read_piece(found["start"])
    read_digits(found["hand"], HAND_SIZE, me.hand)
    read_digits(found["tiles"], 7, me.tiles.reshape(-1))


def take_from_supplies(state: Record) -> None:
    """Decks and piles hold what is nowhere else."""
    state.deck[:] -= state.discard
    state.deck[FIRST_BUILDING_CARD:] -= state.aside
    for seat in range(state.players):
        state.deck[:] -= state.seats[seat].hand
        state.piles[:] -= state.seats[seat].tiles


def read_digits(text: str, most: int, out: Record) -> None:
    """Read digits, none above ``most``, into an array of the same length."""
    counts = [ord(letter) - ord("0") for letter in text]
    if len(counts) != len(out) or not all(0 <= count <= most for count in counts):
        raise ValueError(f"{text!r} is not {len(out)} counts of at most {most}")
    out[:] = counts


def read_piece(letter: str) -> int:
    """A piece from its letter; farmers are read as unpaid."""
    if letter == ".":
        return EMPTY
    if letter in BUILDING_LETTERS:
        return FIRST_BUILDING + BUILDING_LETTERS.index(letter)
    if letter not in "0123":
        raise ValueError(f"no piece is written {letter!r}")
    return FARMER + "0123".index(letter)


def read_cell(name: str) -> int:
    """The cell that a name like ``h4`` means."""
    column, row = COLUMN_LETTERS.index(name[:1]), int(name[1:])
    if not 1 <= row <= ROWS:
        raise ValueError(f"there is no cell {name!r}")
    return (row - 1) * COLS + column


def is_dealt_right(state: Record, seat: int) -> bool:
    """Whether a seat has exactly what it has been dealt by now, as far as that is certain (2.1, 3.1)."""
    phase, turn = Phase(state.phase), int(state.to_move)
    me = state.seats[seat]
    has_start_tile = bool(me.start_tile != EMPTY)
    if phase == Phase.OPENING:
        return has_start_tile == (seat >= turn)
    if phase > Phase.DEAL_START:
        return not has_start_tile
    landscapes, buildings = (int(count_cards(me.hand, deck)) for deck in (Deck.LANDSCAPE.value, Deck.BUILDING.value))
    dealt = (landscapes, buildings, has_start_tile)
    if seat < turn:
        return dealt == (DEALT_LANDSCAPES, 1, True)
    if seat > turn:
        return dealt == (0, 0, False)
    if phase == Phase.DEAL_LANDSCAPE:
        return landscapes < DEALT_LANDSCAPES and dealt[1:] == (0, False)
    return dealt == (DEALT_LANDSCAPES, int(phase == Phase.DEAL_START), False)


def check_position(box: Record, state: Record) -> None:
    """Refuse what the components cannot form or leaves no legal move; whether play can lead there is not checked."""
    players = int(state.players)
    phase = Phase(state.phase)
    pieces = [int(piece) for piece in state.cells]
    farmers = [sum(1 for piece in pieces if piece >= FARMER and piece & (PAID - 1) == seat) for seat in range(4)]
    built = [pieces.count(FIRST_BUILDING + kind) for kind in range(BUILDINGS)]
    kinds = [int(me.start_tile) - FIRST_BUILDING for me in state.seats[:players] if me.start_tile != EMPTY]
    # besides the stacks there is one start tile of each kind, on the board or in front of a seat
    extra_tiles = [built[kind] + kinds.count(kind) + int(state.stacks[kind]) - STACK_SIZE for kind in range(BUILDINGS)]
    hand = state.seats[state.to_move].hand
    owed = [int(code) for code in state.owed if code]
    refuse(
        {
            "the farmers do not add up": any(
                farmers[seat] + (int(state.seats[seat].farmers) if seat < players else 0) != FARMERS * (seat < players)
                for seat in range(MAX_SEATS)
            ),
            "there are too many building tiles of one kind": any(extra > 1 for extra in extra_tiles),
            "the cards do not add up": bool((state.deck < 0).any())
            or any(int(state.seats[seat].hand.sum()) > HAND_SIZE for seat in range(players)),
            "the mine tiles do not add up": bool((state.piles < 0).any()),
            "the mine tiles owed are wrong": bool(owed) != (phase == Phase.MINE)
            or owed != [int(code) for code in state.owed[: len(owed)]]
            or any(owed_seat(code) >= players for code in owed)
            or any(
                sum(1 for code in owed if (code - 1) % 2 == mine) > int(state.piles[mine].sum()) for mine in range(2)
            ),
            "what is dealt does not fit the phase": any(not is_dealt_right(state, seat) for seat in range(players)),
            "a card is drawn into a full hand": phase in (Phase.DRAWN_LANDSCAPE, Phase.DRAWN_BUILDING)
            and int(hand.sum()) >= HAND_SIZE,
            "the hand is full in the middle of a turn": phase == Phase.EXTRA and int(hand.sum()) >= HAND_SIZE,
        }
    )
    count = legal_actions(box, state, np.empty(MAX_LEGAL, ACTION))
    refuse({"there is no legal move": phase != Phase.OVER and count == 0})
