"""A game at the terminal, typed as a person would."""

import random
from pathlib import Path

import pytest

from overland import Match
from overland.cli.seats import Seats, asked_level
from overland.cli.terminal import TerminalMatch
from overland.cli.terminal_games import TERMINAL_GAMES, TerminalGame
from overland.engine.games import GAMES
from tests.cli.commands import overland
from tests.engine.oregon.scenes import scene


def test_every_game_can_be_played_at_the_terminal() -> None:
    offered = {name for name in vars(TerminalGame) if not name.startswith("_")} | set(TerminalGame.__annotations__)
    assert offered >= {"HELP", "COLOURS", "keywords", "picture", "spoken"}
    assert list(TERMINAL_GAMES) == list(GAMES)
    for module in TERMINAL_GAMES.values():
        assert offered <= set(dir(module))


def typed(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def test_cards_and_cells_show_what_they_open_and_points_explain_themselves(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    done = overland(
        "play", "-t", "oregon", "--seed", "4",
        text=typed(
            "?", "list", "1", "nonsense", "wagon eagle", "99", "station", "undo", "log", "board", "",
            f"save {save}", "save", "rules", "quit",
        ),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Where does your start tile go, a coal mine?" in done.stdout
    assert "You (seat 0): start f1" in done.stdout
    assert "No legal move matches 'nonsense'" in done.stdout
    assert "farmer a7" in done.stdout
    assert "*m" in done.stdout
    assert "There is no choice 99 in the last list." in done.stdout
    assert "build station" in done.stdout
    assert "The last move was made by seat 1." in done.stdout
    assert "Chance: =? landscape" in done.stdout
    assert "Saved. To continue" in done.stdout
    assert "Name a file" in done.stdout
    assert Match.load(save).to_act == 0
    again = overland("play", "--terminal", "--resume", str(save), text=typed("quit"))
    assert "What do you place? Your hand: wagon, eagle, eagle, station, [joker], [extra turn]." in again.stdout


def test_undo_takes_back_a_placement(tmp_path: Path) -> None:
    done = overland("play", "--terminal", "oregon", "--seed", "4", text=typed("start f1", "farmer a7", "undo", "quit"))
    assert "Taken back: farmer a7." in done.stdout
    assert done.stdout.count("148 choices") == 2


def test_resuming_knows_who_sat_where(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    overland("play", "--terminal", "--seats", "random,me,me", "--seed", "1", text=typed("", f"save {save}", "quit"))
    again = overland("play", "--terminal", "--resume", str(save), text=typed("", "log", "quit"))
    assert "Random (seat 0): start" in again.stdout
    assert "Seat 1, it is your turn." in again.stdout
    assert "has 3 players" in overland("play", "--terminal", "--resume", str(save), "--seats", "me,me").stderr
    assert "--resume allows only" in overland("play", "--terminal", "--preset", "manual", "--resume", str(save)).stderr
    assert "is a game of Oregon" in overland("play", "--terminal", "okanagan", "--resume", str(save)).stderr


def test_a_forced_step_waits_while_an_undo_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    match = scene("", "church wagon wagon wagon", "wagon", jokers="1000")
    terminal = TerminalMatch(match, Seats(["me", "random"]), spoken=False, seed=1)
    match.play("build church h4 joker")  # three landscape cards: only a building card can be drawn
    monkeypatch.setattr(terminal.screen.console, "input", lambda prompt: "undo")
    terminal.ask(0)
    assert not match.entries


def test_the_last_round_is_announced_with_its_reason() -> None:
    match = scene("", "bison post", "bison settlers", stacks="1044444")
    terminal = TerminalMatch(match, Seats(["random", "random"]), spoken=False, seed=1)
    with terminal.screen.console.capture() as shown:
        terminal.play(0, "build post h4 bison")
    assert "This is the last round: no tiles are left of post office, harbor." in shown.get()


def test_a_save_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    done = overland(
        "play", "--terminal", "oregon", "--seed", "1", text=typed(f"save {tmp_path}/no/such/folder", "quit")
    )
    assert "Not saved" in done.stdout
    assert done.returncode == 0


def test_colour_is_left_out_where_it_is_not_wanted() -> None:
    words, terminal = ("play", "-t", "oregon", "--seed", "4"), "xterm-256color"
    coloured = overland(*words, text="quit\n", FORCE_COLOR="1", TERM=terminal)
    plain = overland(*words, text="quit\n", NO_COLOR="1", FORCE_COLOR="1", TERM=terminal)
    assert "\x1b[32m" in coloured.stdout
    assert "\x1b[32m" not in plain.stdout
    assert "\x1b" not in overland("play", "--terminal", "oregon", "--seed", "4", text="quit\n").stdout


def test_a_screen_reader_gets_sentences() -> None:
    done = overland("play", "--terminal", "oregon", "--seed", "4", "--spoken", text=typed("start f1", "quit"))
    assert "Coal mine: f1." in done.stdout
    assert "Farmers of seat 0: none." in done.stdout
    assert " g  g  g " not in done.stdout


def test_two_people_at_one_keyboard_do_not_see_each_others_hands() -> None:
    match = Match("oregon", seed=4)
    first = match.copy().legal[0]
    done = overland(
        "play", "--terminal", "oregon", "--seed", "4", "--seats", "me,me", text=typed("", first, "", "quit")
    )
    before, after = done.stdout.split("Seat 1, it is your turn.")
    assert "Seat 0, it is your turn." in before
    assert "hand: wagon, eagle x2, station" in before
    assert "hand: wagon, eagle x2, station" not in after


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("spoken", [False, True])
def test_a_whole_game_can_be_played_by_typing(
    name: str, spoken: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match(name, players=3, seed=6)
    terminal = TerminalMatch(match, Seats(["me", "greedy", "random"]), spoken, seed=1)
    dice = random.Random(3)

    def answer(prompt: str = "") -> str:
        return dice.choice(list(match.legal)) if dice.random() < 0.8 else "list"

    monkeypatch.setattr(terminal.screen.console, "input", answer)
    terminal.run()
    shown = capsys.readouterr().out
    assert match.is_over
    assert ("The end" in shown) != spoken
    assert "won." in shown or "share the win" in shown
    assert all(str(score) in shown for score in match.scores)


def test_a_level_can_be_chosen_for_any_number_of_players() -> None:
    done = overland(
        "play", "-t", "oregon", "--level", "scout", "--players", "3", "--seed", "1", text=typed("start f1", "quit")
    )
    assert done.returncode == 0, done.stderr
    assert "Oregon, 3 players." in done.stdout
    for words, reason in [
        (("--level", "wizard"), "There is no level 'wizard'; there are greenhorn"),
        (("--level", "scout", "--seats", "me,scout"), "--seats cannot be combined"),
        (("--players", "7"), "7"),
    ]:
        refused = overland("play", "--terminal", "oregon", *words)
        assert refused.returncode == 2
        assert reason in refused.stderr


def test_a_person_at_a_terminal_is_asked_for_a_level(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for typed_words, level in ((["9", "2"], "homesteader"), ([""], "homesteader"), (["no", "Scout"], "scout")):
        answers = iter(typed_words)
        monkeypatch.setattr("builtins.input", lambda prompt, answers=answers: next(answers))
        assert asked_level() == level
    assert "trailblazer" in capsys.readouterr().out
