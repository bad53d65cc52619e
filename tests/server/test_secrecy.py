"""Nothing that a seat may not know leaves the server towards it, on any channel.

Two servers play in lockstep. Whatever the receiver cannot know is different in them wherever the rules allow; whatever
it can observe is the same. Then every message, answer and refusal it gets must be the same to the byte.
"""

import asyncio
import importlib
import random
from pathlib import Path
from typing import Any

import pytest

from overland.engine.game import SPECTATOR
from overland.engine.games import GAMES
from overland.engine.match import Match
from overland.server import reminder_sending
from overland.server.live import LiveTable
from overland.server.log_lines import Moved, Started, StoodIn
from overland.server.messages import entries, moment, told
from overland.server.messages.entries import event_message
from overland.server.messages.moment import Moment
from overland.server.messages.views import open_seats
from overland.server.reminder_forms import Reminder
from overland.server.table import Table
from overland.server.views import VIEWS
from overland.words.message import message
from tests.conftest import IS_INTERPRETED, amount
from tests.server.local_servers import ask, full_table, give_up, local_server
from tests.server.lockstep import CLOCK, Diverged, Game, Lockstep, twin_positions, twin_tables
from tests.server.test_own_sets import own_file

STEPS = amount(10, 4, 200)
EVENTFUL_STEPS = amount(16, 4, 100)
PAIRS = [(game, players, seat) for game in GAMES for players in (2, 3, 4) for seat in (*range(players), SPECTATOR)]
#: People, bots in the last seats, and who receives: a person, or somebody who watches.
MIXED = [
    (people, bots, seat) for people, bots in ((1, 1), (2, 1), (2, 2), (3, 1)) for seat in (*range(people), SPECTATOR)
]
ATTEMPTS = amount(20, 20, 60)  # two games part soon when what was hidden comes to light


@pytest.mark.parametrize(("game", "players", "seat"), PAIRS)
@pytest.mark.parametrize("begin", ["from the start", "from the middle"])
def test_two_tables_that_look_the_same_say_the_same(
    game: str, players: int, seat: int, begin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0
    for attempt in range(ATTEMPTS):
        dice = random.Random(f"{game} {players} {seat} {begin} {attempt}")
        folder, in_the_middle = tmp_path / str(attempt), begin == "from the middle"
        steps, _ = asyncio.run(compare(game, players, 0, seat, in_the_middle, False, dice, folder, monkeypatch))
        compared += steps
        if compared >= STEPS:
            break
    assert compared > STEPS / 4


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_tables_with_a_set_of_ones_own_say_the_same(
    game: str, seat: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0
    for attempt in range(ATTEMPTS):
        dice = random.Random(f"{game} own {seat} {attempt}")
        folder, file = tmp_path / str(attempt), own_file(game)
        steps, _ = asyncio.run(compare(game, 2, 0, seat, False, False, dice, folder, monkeypatch, file=file))
        compared += steps
        if compared >= STEPS:
            break
    assert compared > STEPS / 4


@pytest.mark.parametrize("game", GAMES)
def test_tables_with_bots_stand_ins_clocks_resignations_and_timeouts_say_the_same(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened: set[str] = set()
    for people, bots, seat in MIXED:
        compared = 0
        for attempt in range(ATTEMPTS):
            dice = random.Random(f"{game} {people} {bots} {seat} {attempt}")
            folder, in_the_middle = tmp_path / f"{people}-{bots}-{seat}-{attempt}", attempt % 2 == 1
            with monkeypatch.context() as patch:
                steps, found = asyncio.run(compare(game, people, bots, seat, in_the_middle, True, dice, folder, patch))
            compared += steps
            happened |= found
            if compared >= EVENTFUL_STEPS:
                break
        assert compared > EVENTFUL_STEPS / 4, (people, bots, seat)
    expected = {"move", "bot", "undo", "resign", "timeout", "stand_in", "return", "bot_failed"}
    assert happened >= expected or IS_INTERPRETED, expected - happened


@pytest.mark.parametrize("game", GAMES)
def test_deals_of_the_day_that_look_the_same_say_the_same(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seat in (0, SPECTATOR):
        compared = 0
        for attempt in range(ATTEMPTS):
            dice = random.Random(f"{game} daily {seat} {attempt}")
            folder = tmp_path / f"{seat}-{attempt}"
            with monkeypatch.context() as patch:
                steps, _ = asyncio.run(compare(game, 1, 2, seat, False, True, dice, folder, patch, is_daily=True))
            compared += steps
            if compared >= EVENTFUL_STEPS:
                break
        assert compared > EVENTFUL_STEPS / 4, seat


@pytest.mark.parametrize("game", GAMES)
def test_tables_that_look_the_same_to_a_registered_bot_say_the_same_by_its_stream_and_to_an_assistant(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0
    for attempt in range(ATTEMPTS):
        dice = random.Random(f"{game} registered {attempt}")
        folder, in_the_middle = tmp_path / str(attempt), attempt % 2 == 1
        with monkeypatch.context() as patch:
            steps, _ = asyncio.run(compare(game, 2, 1, 1, in_the_middle, True, dice, folder, patch, is_registered=True))
        compared += steps
        if compared >= EVENTFUL_STEPS:
            break
    assert compared > EVENTFUL_STEPS / 4


async def compare(
    game: str,
    people: int,
    bots: int,
    seat: int,
    in_the_middle: bool,
    is_eventful: bool,
    dice: random.Random,
    folder: Path,
    patch: pytest.MonkeyPatch,
    is_daily: bool = False,
    is_registered: bool = False,
    file: str | None = None,
) -> tuple[int, set[str]]:
    """Play two games in lockstep; tells how many moves were compared, and what else happened."""
    positions = twin_positions(game, people + bots, seat, dice) if in_the_middle else (None, None)
    clock = CLOCK if is_eventful else {"kind": "none"}
    registered = seat if is_registered else None
    async with twin_tables(folder, game, people, bots, clock, patch, registered, file) as twins:
        for twin in twins if is_daily else ():
            await twin.make_daily()
        played = Game(twins, seat, Lockstep(seat, dice), dice)
        try:
            await played.begin(positions)
        except Diverged:
            return 0, set()
        steps = 0
        for step in range(EVENTFUL_STEPS if is_eventful else STEPS):
            if played.is_over:  # everything is open
                break
            await played.same_on_every_channel(is_thorough=step % 8 == 0)
            try:
                if is_eventful:
                    await played.something()
                if played.is_over or not await played.move():
                    break
            except Diverged:
                break
            steps += 1
        assert played.lockstep.differences > 0 or in_the_middle
    return steps, played.happened


def open_hands(position: Any, view: Any) -> Any:
    """Everybody's hand, to everybody."""
    return open_seats(position)


def news_with_more(self: Moment, before: Moment) -> dict[str, Any]:
    """A patch that says more than the whole table does."""
    assert self.position is not None
    return {"leak": self.position.text}


def stand_in_with_more(body: object) -> Any:
    """A line of the log that says too much, only when somebody is replaced."""
    found = event_message(body)
    return message("table.stand_in", level=str(random.random())) if isinstance(body, StoodIn) else found


def record_with_more(moment: Moment, seat: int) -> Any:
    """The view of another seat, for a local bot."""
    assert moment.position is not None
    return {"view": moment.position.view((seat + 1) % moment.position.players).tobytes().hex()}


def words_with_more(table: Table, speech: Any) -> str:
    """Words that say too much, only to assistants."""
    return table.running().position.text


def reminder_with_more(live: LiveTable, id: str) -> Reminder:
    """Something that is sent outside, and says too much."""
    return Reminder(id, 0.0, "oregon", None, live.table.running().position.text)


spoken_messages = importlib.import_module("overland.server.messages.spoken")  # the package has a function so named
#: Leaks that only a registered bot would notice.
BOT_LEAKS = {
    "in records": (told, "view_record", record_with_more),
    "in words": (spoken_messages, "said_result", words_with_more),
}
LEAKS = {
    "in views": (moment, "seats_of_view", open_hands),
    "in patches only": (Moment, "news_since", news_with_more),
    "in reminders": (reminder_sending, "reminder_of", reminder_with_more),
    "about a stand-in": (entries, "event_message", stand_in_with_more),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_the_comparison_notices_a_leak(leak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests above can fail: with something that leaks they do."""
    monkeypatch.setattr(*LEAKS[leak])
    with pytest.raises(AssertionError, match="not the same"):
        for attempt in range(ATTEMPTS):
            dice, folder = random.Random(attempt), tmp_path / str(attempt)
            asyncio.run(compare("oregon", 3, 1, SPECTATOR, True, True, dice, folder, monkeypatch))


@pytest.mark.parametrize("leak", BOT_LEAKS)
def test_the_comparison_notices_a_leak_to_a_registered_bot(
    leak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*BOT_LEAKS[leak])
    with pytest.raises(AssertionError, match="not the same"):
        for attempt in range(ATTEMPTS):
            dice, folder = random.Random(attempt), tmp_path / str(attempt)
            asyncio.run(compare("oregon", 2, 1, 1, True, True, dice, folder, monkeypatch, is_registered=True))


@pytest.mark.parametrize("game", GAMES)
def test_but_for_its_seats_a_view_is_the_same_for_everybody(game: str) -> None:
    match, dice = Match(game, 3, seed=4), random.Random(4)
    while not match.is_over:
        views = [VIEWS[game].public(match.box, view) for view in match.position.all_views()]
        assert all(view == views[0] for view in views)
        match.play(dice.choice(match.legal))


def test_a_finished_game_is_open(tmp_path: Path) -> None:
    async def test() -> None:
        async with local_server(tmp_path) as server:
            id, people = await full_table(server, "oregon", 2)
            live = server.tables.live[id]
            ear = await people[1].sit(id)
            await give_up(live, people[0].identity, "enough")
            whole = await ask(ear, type="hello")
            assert whole["now"]["result"]["seed"] == live.table.seed.hex()
            assert all(found["hand"] is not None for found in whole["now"]["view"]["seats"].values())
            assert all("?" not in (item.get("text") or "") for item in whole["log"])

    asyncio.run(test())


def test_the_log_of_a_running_game_hides_what_it_must(tmp_path: Path) -> None:
    async def test() -> None:
        async with local_server(tmp_path) as server:
            id, people = await full_table(server, "oregon", 2)
            live = server.tables.live[id]
            hidden = await ask(await people[1].sit(id), type="hello")
            texts = [item["text"] for item in hidden["log"] if item["kind"] == "chance"]
            assert texts.count("=? landscape") == 3
            kinds = {type(line.body) for line in (applied.line for applied in live.table.log)}
            assert Started in kinds and Moved not in kinds

    asyncio.run(test())
