"""A match at its edge: bad input changes nothing, undo stops at what was revealed, records come back whole."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from overland import CHANCE, OVER, Match
from overland.engine import errors
from overland.engine.errors import (
    DataError,
    IllegalMove,
    NotationError,
    NothingToUndo,
    NotYourTurn,
    RecordError,
    SettingsError,
    StaleMove,
)
from overland.engine.games import GAMES

every_game = pytest.mark.parametrize("name", GAMES)


def played(name: str, entries: int, seed: int = 3, **settings: Any) -> Match:
    match = Match(name, seed=seed, **settings)
    dice = random.Random(seed)
    while len(match.entries) < entries and not match.is_over:
        match.play(dice.choice(match.legal))
    return match


@every_game
@pytest.mark.parametrize(
    ("move", "settings", "error"),
    [
        ("no such move", {}, NotationError),
        ("", {}, NotationError),
        (-1, {}, IllegalMove),
        (10**9, {}, IllegalMove),
        (True, {}, NotationError),
        ([1, 2], {}, NotationError),
        (0.0, {}, NotationError),
        (1 + 0j, {}, NotationError),
        (range(3), {}, NotationError),
        (None, {"version": 0}, StaleMove),
        (None, {"seat": 3}, NotYourTurn),
    ],
)
def test_bad_moves_raise_the_named_error_and_change_nothing(
    name: str, move: Any, settings: dict[str, int], error: type[Exception]
) -> None:
    match = played(name, 60)
    before = match.position.state.tobytes(), match.version, len(match.entries), json.dumps(match.record())
    with pytest.raises(error):
        match.play(match.legal[0] if move is None else move, **settings)
    assert before == (match.position.state.tobytes(), match.version, len(match.entries), json.dumps(match.record()))


@every_game
def test_a_legal_move_of_another_position_is_illegal(name: str) -> None:
    match = Match(name, seed=1)
    move = match.legal[0]
    match.play(move)
    before = match.position.state.tobytes()
    with pytest.raises(IllegalMove):
        match.play(move)
    assert match.position.state.tobytes() == before


@every_game
def test_legal_moves_behave_like_a_sequence(name: str) -> None:
    legal = Match(name, seed=1).legal
    assert legal[0] in legal
    number: object = int(legal.actions[0])
    nothing: object = 3.5
    assert number in legal
    assert nothing not in legal
    assert "nonsense" not in legal
    assert len(legal) == len(list(legal)) > 1
    assert legal[:2] == list(legal)[:2]
    assert legal[0] in repr(legal)


@every_game
def test_undo_takes_back_own_steps_up_to_a_reveal(name: str) -> None:
    match = Match(name, seed=5)
    dice = random.Random(5)
    undone = refused = 0
    for _ in range(200):
        if match.is_over:
            break
        seat, before, entries = match.to_act, match.position.state.tobytes(), len(match.entries)
        new = match.play(dice.choice(match.legal), seat=seat)
        if match.to_act == OVER:
            break
        if len(new) == 1:
            with pytest.raises(NothingToUndo, match="made by seat"):
                match.undo((seat + 1) % match.players)
            version = match.version
            match.undo(seat)
            assert (match.position.state.tobytes(), len(match.entries), match.version) == (before, entries, version + 1)
            match.play(new[0].action)
            undone += 1
        else:
            assert new[-1].seat == CHANCE
            with pytest.raises(NothingToUndo, match="revealed"):
                match.undo(seat)
            refused += 1
    assert undone
    assert refused


@every_game
def test_nothing_can_be_undone_before_anything_is_played(name: str) -> None:
    match = Match(name, seed=5, auto_chance=False)
    with pytest.raises(NothingToUndo, match="Nothing"):
        match.undo()


@every_game
def test_a_copy_goes_its_own_way(name: str) -> None:
    match = played(name, 40)
    twin = match.copy()
    before = match.position.state.tobytes(), json.dumps(match.record())
    twin.play(twin.legal[0])
    twin.play(twin.legal[-1])
    assert before == (match.position.state.tobytes(), json.dumps(match.record()))
    match.play(match.legal[0])
    twin_texts = [entry.text for entry in twin.entries]
    assert [entry.text for entry in match.entries] == twin_texts[: len(match.entries)], "the same luck in both"


@every_game
def test_the_state_given_out_is_a_copy(name: str) -> None:
    match = played(name, 40)
    before = match.position.state.tobytes()
    match.position.state.players = 1
    match.position.state.seats[0].fill(0)
    assert match.position.state.tobytes() == before


@every_game
def test_a_saved_match_goes_on_with_the_same_luck(name: str, tmp_path: Path) -> None:
    match = played(name, 50, players=3)
    match.save(tmp_path / "match.json")
    again = Match.load(tmp_path / "match.json")
    assert again.position.state.tobytes() == match.position.state.tobytes()
    dice, twin_dice = random.Random(1), random.Random(1)
    while not match.is_over:
        match.play(dice.choice(match.legal))
        again.play(twin_dice.choice(again.legal))
    assert again.record() == match.record()
    assert match.record()["final"] == {"scores": match.scores, "winners": match.winners}
    assert not list(tmp_path.glob("*.part"))


@every_game
def test_a_match_can_begin_in_a_position(name: str, tmp_path: Path) -> None:
    match = played(name, 60, players=3)
    branch = Match(name, position=match.position, seed=9)
    assert branch.position.state.tobytes() == match.position.state.tobytes()
    assert branch.players == 3
    branch.play(branch.legal[0])
    branch.save(tmp_path / "branch.json")
    assert Match.load(tmp_path / "branch.json").position.state.tobytes() == branch.position.state.tobytes()


@every_game
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "other"}, "not a record"),
        ({"rules": 0}, "version 0"),
        ({"players": "two"}, "broken"),
        ({"entries": ["=nothing"]}, "Entry 0"),
        ({"entries": [7.5]}, "Entry 0"),
        ({"entries": None}, "broken"),
        ({"seed": "xyz"}, "broken"),
        ({"data": None}, "broken"),
        ({"options": []}, "broken"),
        ({"rules": True}, "broken"),
        ({"seed": "ab"}, "32 bytes"),
        ({"final": {"scores": [1, 2], "winners": [0]}}, "final"),
        ({"start": "nonsense"}, "lacks the word"),
    ],
)
def test_a_broken_record_is_refused_with_a_sentence(name: str, change: dict[str, Any], reason: str) -> None:
    record = played(name, 40).record() | change
    with pytest.raises(RecordError, match=reason):
        Match.from_record(record)


def test_a_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    (tmp_path / "noise").write_text("{")
    (tmp_path / "deep").write_text("[" * 100_000)
    for path in (tmp_path / "noise", tmp_path / "deep", tmp_path / "missing", tmp_path):
        with pytest.raises(RecordError):
            Match.load(path)
    with pytest.raises(RecordError):
        Match.from_record([1, 2])


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("chess", {}),
        ("oregon", {"players": 1}),
        ("oregon", {"players": 5}),
        ("oregon", {"preset": "house"}),
        ("oregon", {"options": {"groups": "round"}}),
        ("oregon", {"options": {"weather": "fine"}}),
    ],
)
def test_bad_settings_are_refused(game: str, settings: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        Match(game, **settings)


def test_bad_data_is_refused() -> None:
    with pytest.raises(DataError):
        Match("oregon", data={"map": []})


@every_game
def test_explanations_tell_every_choice_in_names(name: str) -> None:
    match = played(name, 70)
    told = match.explain()
    assert len(told) == len(match.legal)
    assert match.explain(match.legal[0]) == [told[0]]
    assert match.explain(int(match.legal.actions[-1])) == [told[-1]]
    with pytest.raises(IllegalMove):
        match.explain(-1)
    json.dumps(told)


@every_game
def test_what_a_move_would_bring_is_told_to_the_seat_that_may_choose_only(name: str) -> None:
    """Explanations list the choices, and the choices tell the hand: there is no other point of view to ask for."""
    match = played(name, 60)
    with pytest.raises(TypeError):
        match.explain(seat=1)  # type: ignore[call-arg]


@every_game
def test_only_seats_of_the_match_have_a_view(name: str) -> None:
    match = played(name, 40)
    for seat in (2, 300, -1, -7):
        with pytest.raises(SettingsError):
            match.view(seat)
        with pytest.raises(SettingsError):
            match.entries_for(seat)


@every_game
def test_a_save_that_fails_leaves_nothing_behind(name: str, tmp_path: Path) -> None:
    match = Match(name, seed=1)
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        match.save(tmp_path / "folder")
    with pytest.raises(OSError, match="missing"):
        match.save(tmp_path / "missing" / "file")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


@every_game
def test_entries_can_be_compared(name: str) -> None:
    one, two = Match(name, seed=1), Match(name, seed=1)
    assert one.entries == two.entries
    assert len({*one.entries, *two.entries}) == len(set(one.entries))


@every_game
def test_points_by_source_add_up_to_the_score(name: str) -> None:
    match = played(name, 10**6)
    assert match.is_over
    assert [sum(tally.values()) for tally in match.points_by_source()] == match.scores
    assert match.points_by_source(0) == match.points_by_source()
    assert match.entries_for(0) == [entry.text for entry in match.entries]
    with pytest.raises(NothingToUndo, match="everything is open"):
        match.undo()


@every_game
def test_a_match_shows_itself(name: str) -> None:
    match = played(name, 40)
    assert name in repr(match)
    assert "Seat 1" in str(match)
    assert match.draw() != match.draw(0)


def test_the_error_tree_is_what_its_docstring_draws() -> None:
    drawn = errors.__doc__ or ""
    for name in errors.__all__:
        assert name in drawn
        assert issubclass(getattr(errors, name), errors.OverlandError)
