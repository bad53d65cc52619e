"""Laws that hold in every position of Oregon, whoever plays."""

import random
from collections.abc import Iterator

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from overland.engine.game import SPECTATOR
from overland.engine.games import GAMES
from overland.engine.oregon.actions import Kind, decode, encode
from overland.engine.oregon.components import FARMER, FIRST_BUILDING, PAID
from overland.engine.oregon.notation import all_texts
from overland.engine.oregon.state import Phase
from overland.engine.record import Record, copy_record, new_record
from tests.conftest import amount
from tests.engine.drivers import TASTES, positions

GAME = GAMES["oregon"]
BOX = GAME.make_box(GAME.load_data(None))

Play = tuple[int, int, str, dict[str, str]]

plays = st.builds(
    lambda players, seed, taste, values: (players, seed, taste, dict(zip(GAME.options, values, strict=True))),
    st.integers(2, 4),
    st.integers(0, 10**6),
    st.sampled_from(sorted(TASTES["oregon"])),
    st.tuples(*(st.sampled_from(values) for values in GAME.options.values())),
)


def walk(play: Play, stride: int) -> Iterator[Record]:
    players, seed, taste, options = play
    for step, (state, action) in enumerate(positions(GAME, BOX, players, options, seed, taste)):
        if step % stride == 0 or action < 0:
            yield state


@given(plays)
def test_nothing_is_ever_lost_or_made(play: Play) -> None:
    start_tiles: int | None = None
    for state in walk(play, amount(1, 5, 1)):
        seats = state.seats[: state.players]
        cards = state.deck + state.discard + sum(seat.hand for seat in seats)
        cards[5:] += state.aside
        assert cards.tolist() == [10] * 5 + [3] * 7
        assert (state.piles + sum(seat.tiles for seat in seats) == 7).all()
        for number, seat in enumerate(seats):
            placed = sum(1 for piece in state.cells.tolist() if piece >= FARMER and piece & (PAID - 1) == number)
            assert placed + seat.farmers == 14
            assert seat.joker in (0, 1)
            assert seat.extra in (0, 1)
            assert seat.hand.sum() <= 4
            assert (seat.hand >= 0).all()
        built = sum(1 for piece in state.cells.tolist() if FIRST_BUILDING <= piece < FARMER)
        starting = built - int((4 - state.stacks).sum())  # start tiles on the board
        if state.phase > Phase.OPENING:
            start_tiles = starting if start_tiles is None else start_tiles
            assert starting == state.players == start_tiles
        water = BOX.terrain == 3
        assert (state.cells[water] == 0).all()


@given(plays)
def test_turns_are_equal_at_the_end_and_hands_full_at_every_main_action(
    play: Play,
) -> None:
    turns = [0] * 4
    last: Record = None
    for state in walk(play, 1):
        if state.phase == Phase.PLACE and not state.extra_taken:
            turns[state.to_move] += 1
            assert state.seats[state.to_move].hand.sum() == 4
        last = state
    assert last.phase == Phase.OVER
    assert len(set(turns[: last.players])) == 1


@given(plays, st.integers(0, 10**6))
def test_views_are_blind_to_hidden_cards_and_tiles(play: Play, seed: int) -> None:
    dice = random.Random(seed)
    for state in walk(play, amount(17, 41, 5)):
        for seat in [*range(state.players), SPECTATOR]:
            if state.phase == Phase.OVER:
                continue
            other = swap_hidden(state, seat, dice)
            assert view_bytes(state, seat) == view_bytes(other, seat)


def swap_hidden(state: Record, seat: int, dice: random.Random) -> Record:
    """The same position with hidden cards and tiles exchanged between hands, decks and piles."""
    other = copy_record(state)
    holders = [other.seats[number].hand for number in range(other.players) if number != seat] + [other.deck]
    piles = [other.seats[number].tiles for number in range(other.players) if number != seat] + [other.piles]
    for first, last in ((0, 5), (5, 12)):
        shuffle_between([holder[first:last] for holder in holders], dice)
    for mine in range(2):
        shuffle_between([pile[mine] for pile in piles], dice)
    return other


def shuffle_between(parts: list[Record], dice: random.Random) -> None:
    """Deal everything in the parts anew; each keeps as many as it had."""
    sizes = [int(part.sum()) for part in parts]
    pool = [kind for part in parts for kind, count in enumerate(part.tolist()) for _ in range(count)]
    dice.shuffle(pool)
    for part, size in zip(parts, sizes, strict=True):
        part[:] = np.bincount(np.array([pool.pop() for _ in range(size)], int), minlength=len(part))


def view_bytes(state: Record, seat: int) -> bytes:
    view = new_record(GAME.view_type)
    GAME.view_for(BOX, state, seat, view)
    return bytes(view.tobytes())


def test_every_action_number_has_one_text_and_one_set_of_parts() -> None:
    texts = dict(all_texts())
    assert len(set(texts.values())) == len(texts)
    for text, action in texts.items():
        assert GAME.parse_action(text.upper().replace(" ", "  ")) == action
        assert encode(decode(action)) == action
    assert {decode(action).kind for action in texts.values()} == set(Kind)
