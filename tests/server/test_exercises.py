"""Puzzles and exercises: what is told of them, and that it is no more than the seat knows that is asked."""

from typing import Any

import pytest
from tools.exercises import exercises_text

from overland.engine.game import CHANCE
from overland.engine.position import Position
from overland.review.exercises import load_exercises, write_exercises
from overland.review.puzzles import load_puzzles
from overland.server import exercises, messages
from overland.server.days import day_at, end_of
from overland.server.messages.views import points_now
from tests.conftest import amount
from tests.server.local_servers import LocalServer, Person

pytestmark = [pytest.mark.anyio, pytest.mark.server(bot_deadline=120)]
GAMES = ("oregon", "okanagan")
WORLDS, WEIGHED = amount(2, 1, 10), amount(2, 1, 10)

#: What the rules say that each example brings: points by seat, and influence by seat.
BRINGS: dict[str, dict[str, dict[int, int]]] = {
    "oregon": {
        "corner": {0: 6},
        "joker": {0: 6},
        "third": {0: 5},
        "pairs": {0: 5},
        "fourth": {},
        "church": {0: 4, 1: 4, 2: 8},
        "station": {0: 2, 1: 1},
        "areas": {},
        "prospecting": {},
    },
    "okanagan": {
        "closing": {},
        "influence": {0: 4, 1: 2, 2: 2},
        "tie": {},
        "gold": {},
        "lumberjacks": {},
        "acting": {},
        "beginning": {},
        "hide": {},
        "counting": {},
        "nuggets": {},
    },
}
COUNTS = {"areas": 11, "prospecting": 14}  # cells that are open


async def told(person: Person, path: str, status: int = 200) -> Any:
    answer = await person.http.get(f"/api/{path}")
    assert answer.status_code == status, answer.text
    return answer.json()


async def tried(person: Person, path: str, choice: Any, status: int = 200) -> Any:
    answer = await person.http.post(f"/api/{path}", json={"choice": choice})
    assert answer.status_code == status, answer.text
    return answer.json()


# Exercises


@pytest.mark.parametrize("game", GAMES)
def test_the_exercises_are_what_the_examples_of_the_rules_give(game: str) -> None:
    assert write_exercises(load_exercises(game)) == exercises_text(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_exercise_can_be_played_and_brings_what_the_example_says(game: str) -> None:
    found = load_exercises(game)
    assert {exercise.name for exercise in found} == set(BRINGS[game])
    for exercise in found:
        position = exercise.open()
        assert position.to_act == exercise.seat
        assert len(exercise.wanted) == COUNTS.get(exercise.name, len(exercise.wanted))
        for choice in exercise.wanted:
            assert choice in position.legal
            brought: dict[int, int] = {}
            for gain in position.explain(choice)[0]:
                counted = gain["points"] or (gain["amount"] if gain["source"] == "influence" else 0)
                if counted:
                    brought[gain["seat"]] = brought.get(gain["seat"], 0) + counted
            assert brought == BRINGS[game][exercise.name], (exercise.name, choice)


@pytest.mark.parametrize(("name", "expected"), [("counting", [59, 5]), ("nuggets", [10, 2, 10])])
def test_examples_of_the_end_come_to_what_the_rules_say(name: str, expected: list[int]) -> None:
    exercise = next(one for one in load_exercises("okanagan") if one.name == name)
    after = exercise.open().after(exercise.wanted[0])
    while after.to_act == CHANCE:
        after = after.after(after.legal[0])
    counted = points_now(after)
    assert counted is not None
    assert [sum(seat.values()) for seat in counted] == expected


def test_a_wrong_choice_brings_less_where_an_example_is_about_points() -> None:
    by_name = {exercise.name: exercise for exercise in load_exercises("oregon")}
    for name in ("joker", "church"):
        exercise = by_name[name]
        sums = {
            choice: sum(gain["points"] or 0 for gain in gains)
            for choice, gains in zip(exercise.open().legal, exercise.open().explain(), strict=True)
        }
        best = max(sums.values())
        assert {choice for choice, points in sums.items() if points == best} == set(exercise.wanted)


async def test_an_exercise_is_told_and_checked_without_an_identity(server: LocalServer) -> None:
    stranger = Person(server, "stranger")
    names = {
        one["game"]: [each["name"] for each in one["exercises"]] for one in (await told(stranger, "exercises"))["games"]
    }
    assert names == {game: [exercise.name for exercise in load_exercises(game)] for game in GAMES}
    for game in GAMES:
        for exercise in load_exercises(game):
            path = f"exercises/{game}/{exercise.name}"
            position = await told(stranger, path)
            assert position["seat"] == exercise.seat
            texts = [choice["text"] for choice in position["choices"]]
            wanted = [texts.index(choice) for choice in exercise.wanted]
            picture = await stranger.http.get(f"/api/{path}/picture")
            assert picture.headers["content-type"] == "image/svg+xml" and picture.text.startswith("<svg")
            right = await tried(stranger, path, wanted[0])
            assert right["right"] and right["wanted"] == sorted(wanted)
            other = next(number for number in range(len(texts)) if number not in wanted)
            assert not (await tried(stranger, path, other))["right"]
    assert stranger.http.cookies.get("overland") is None
    assert await server.store_rows("identities") == 0


# Puzzles


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_can_be_played(game: str) -> None:
    puzzles = load_puzzles(game)
    assert len(puzzles) >= 12
    assert len({puzzle.key for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        position = puzzle.open()
        assert position.to_act == puzzle.seat
        assert puzzle.solution in position.legal
        assert all(other in position.legal and win < puzzle.win for other, win in puzzle.others.items())


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_is_that_of_a_day_before_one_comes_again(game: str) -> None:
    count = len(load_puzzles(game))
    now = 1_800_000_000.0
    seen = []
    for _ in range(3 * count):
        listed = {one.game: one.today for one in exercises.puzzle_list(now).games}
        seen.append(listed[game])
        now = end_of(day_at(now)) + 1
    assert set(seen) == set(range(1, count + 1))
    assert max(seen.count(number) for number in seen) <= 4
    assert seen[:count] != sorted(seen[:count])


async def test_the_list_tells_how_hard_puzzles_are_and_not_their_solutions(server: LocalServer) -> None:
    stranger = Person(server, "stranger")
    found = await told(stranger, "puzzles")
    assert found["day"] == day_at(server.clock())
    for one in found["games"]:
        puzzles = load_puzzles(one["game"])
        assert [set(each) for each in one["puzzles"]] == [{"key", "missed"}] * len(puzzles)
        assert [each["missed"] for each in one["puzzles"]] == sorted(puzzle.missed for puzzle in puzzles)
        assert 1 <= one["today"] <= len(puzzles)


@pytest.mark.parametrize("game", GAMES)
async def test_a_puzzle_is_solved_or_costs_something_for_reasons(game: str, server: LocalServer) -> None:
    stranger = Person(server, "stranger")
    for number in (1, 2):
        puzzle, path = load_puzzles(game)[number - 1], f"puzzles/{game}/{number}"
        position = await told(stranger, path)
        assert set(position) <= {"settings", "seat", "box", "view", "question", "stage", "paragraph", "choices"}
        texts = [choice["text"] for choice in position["choices"]]
        solution = texts.index(puzzle.solution)
        right = await tried(stranger, path, solution)
        assert right["right"] and right["wanted"] == [solution]
        assert "loss" not in right and right["why"] == []
        other, win = next(iter(puzzle.others.items()))
        wrong = await tried(stranger, path, texts.index(other))
        assert not wrong["right"] and wrong["wanted"] == [solution]
        assert wrong["loss"] == pytest.approx(puzzle.win - win, abs=1e-3)
        assert wrong["why"] and all(said["key"].startswith("verdict.why.") for said in wrong["why"])
        assert wrong == await tried(stranger, path, texts.index(other)), "the same again"
        unknown = [text for text in texts if text not in puzzle.others and text != puzzle.solution]
        if unknown:
            assert (await tried(stranger, path, texts.index(unknown[0])))["loss"] >= 0


async def test_what_does_not_exist_is_refused(server: LocalServer) -> None:
    stranger = Person(server, "stranger")
    count = len(load_puzzles("oregon"))
    for path, key in (
        (f"puzzles/oregon/{count + 1}", "error.no_puzzle"),
        ("exercises/oregon/nothing", "error.no_exercise"),
    ):
        assert (await told(stranger, path, 404))["error"]["key"] == key
        assert (await tried(stranger, path, 0, 404))["error"]["key"] == key
    for path in ("puzzles/chess/1", "puzzles/oregon/0", "puzzles/oregon/x", "exercises/oregon/A"):
        await told(stranger, path, 422)
    for path in ("puzzles/oregon/1", "exercises/oregon/corner"):
        assert (await tried(stranger, path, 99_999, 422))["error"]["key"] == "error.no_such_choice"
        for choice in (-1, "a", None, 10**9):
            await tried(stranger, path, choice, 422)
        answer = await stranger.http.post(f"/api/{path}", json={"choice": 0, "more": 1})
        assert answer.status_code == 422


@pytest.mark.server(check_burst=1, checks_per_minute=1, bot_deadline=120)
async def test_answers_are_limited_by_address(server: LocalServer) -> None:
    stranger = Person(server, "stranger")
    puzzle = load_puzzles("oregon")[0]
    choice = list(puzzle.open().legal).index(puzzle.solution)
    for _ in range(5):
        await tried(stranger, "puzzles/oregon/1", choice)
    assert (await tried(stranger, "puzzles/oregon/1", choice, 429))["error"]["key"] == "limit.answers"


@pytest.mark.parametrize("game", GAMES)
async def test_a_puzzle_tells_the_same_whatever_the_seat_cannot_know(
    game: str, server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = Person(server, "stranger")
    puzzles, different = load_puzzles(game), 0
    for number, puzzle in enumerate(puzzles, start=1):
        path = f"puzzles/{game}/{number}"
        position = puzzle.open()
        choices = [list(position.legal).index(puzzle.solution)]
        if number <= WEIGHED:
            choices.append(choices[0] - 1 if choices[0] else 1)
        worlds = [position] + [position.sample(puzzle.seat, world) for world in range(WORLDS)]
        different += len({world.text for world in worlds}) > 1
        said = []
        for world in worlds:
            exercises.costs.cache_clear()
            monkeypatch.setattr(exercises, "read_position", lambda game, text, world=world: world)
            server.services.answers.buckets.clear()
            server.services.address_requests.buckets.clear()
            texts = [(await stranger.http.get(f"/api/{path}")).text]
            texts += [(await stranger.http.post(f"/api/{path}", json={"choice": one})).text for one in choices]
            said.append(texts)
        assert all(texts == said[0] for texts in said), number
        assert all('"error"' not in text for text in said[0])
    assert different == len(puzzles), "there is something to be hidden"


@pytest.mark.parametrize("game", GAMES)
def test_positions_show_nothing_of_others_hands(game: str) -> None:
    for puzzle in load_puzzles(game):
        told_position = messages.exercise_position(Position.parse(game, puzzle.position))
        seats: Any = told_position.view["seats"]
        for seat, shown in seats.items():
            if int(seat) != puzzle.seat:
                assert not set(shown) & {"hand", "tiles", "goals"}
