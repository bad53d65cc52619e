"""Position texts from strangers: whatever they say, the answer is a position that can be played or a PositionError."""

import random
import re

import numpy as np
import pytest

from overland import CHANCE, OVER, Match, Position
from overland.engine.errors import PositionError
from overland.engine.game import Game
from overland.engine.games import GAMES
from overland.engine.oregon.state import Phase
from overland.engine.playout import play_randomly
from overland.engine.record import ACTION, Array
from overland.engine.rng import new_rng
from overland.engine.step import LEGAL, play_step
from tests.conftest import amount
from tests.engine.drivers import TASTES, positions

BOXES = {name: game.make_box(game.load_data(None)) for name, game in GAMES.items()}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def play_on(game: Game, text: str) -> None:
    """Play the position to its end, as its reader allows."""
    box = BOXES[game.name]
    state = game.parse_position(box, text)
    actions, weights = np.empty(game.max_legal, ACTION), np.empty(game.max_legal, ACTION)
    if game.to_act(state) != OVER:
        assert game.legal_actions(box, state, actions) > 0
    play_randomly(box, state, new_rng(1), actions, weights)


@pytest.mark.golden
@every_game
def test_a_damaged_position_is_refused_or_can_be_played_to_the_end(game: Game) -> None:
    dice = random.Random(game.name)
    refused = played = 0
    for taste in TASTES[game.name]:
        for state, _ in list(positions(game, BOXES[game.name], dice.randint(2, 4), {}, 3, taste))[:: amount(12, 60, 3)]:
            text = game.position_text(state)
            play_on(game, text)
            for _ in range(amount(25, 4, 200)):
                try:
                    play_on(game, damaged(text, dice))
                    played += 1
                except PositionError:
                    refused += 1
    assert refused > played / 10
    assert played


def damaged(text: str, dice: random.Random) -> str:
    """The text with a number of its turn changed, or a few signs changed, dropped or doubled."""
    if "turn=" in text and dice.random() < 0.5:
        words = text.split()
        [at] = [index for index, word in enumerate(words) if word.startswith("turn=")]
        numbers = words[at][5:].split(",")
        numbers[dice.randrange(len(numbers))] = str(dice.randrange(12))
        return " ".join([*words[:at], "turn=" + ",".join(numbers), *words[at + 1 :]])
    signs = list(text)
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(signs))
        signs[at] = dice.choice(["", signs[at] * 2, *"0123456789:,./PHCKGWS-+abcflem;=", chr(175)])
    return "".join(signs)


@every_game
@pytest.mark.parametrize("text", [b"players=2", 7, None, "", "players=2", "players=x", "=", "players=2 " * 1000])
def test_what_is_no_position_is_refused(game: Game, text: object) -> None:
    with pytest.raises(PositionError):
        game.parse_position(BOXES[game.name], text)  # type: ignore[arg-type]


BASE = Match("oregon", seed=1).position.text


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("phase=opening", "phase=mine", "owed"),
        ("owed=00000000", "owed=10000000", "owed"),
        ("owed=00000000", "owed=1" + chr(175) * 7, "counts of at most"),
        ("phase=opening", "phase=deal-landscape", "what is dealt"),
        ("phase=opening", "phase=deal-building", "what is dealt"),
        ("phase=opening", "phase=drawn-building", "what is dealt"),
        ("phase=opening", "phase=draw", "what is dealt"),
        ("paid=", "paid=c5", "no farmer stands on c5"),
        ("taken=0", "taken=9", "taken cannot be 9"),
        ("aside=0000000", "aside=3333333", "cards"),
        ("seat=0", "seat=2", "seat cannot be 2"),
        ("0=0,", "0=32767,", "score cannot be"),
        ("board=...............", "board=" + "P" * 15, "building tiles"),
        ("board=...............", "board=222222222222222", "farmers"),
        (",f14", ",f13", "farmers"),
        ("stacks=4444444", "stacks=4444449", "counts of at most"),
        ("board=", "board=/", "10 rows of 15"),
        ("board=.", "board=Q", "no piece is written 'Q'"),
    ],
)
def test_oregon_names_what_cannot_be(old: str, new: str, reason: str) -> None:
    assert old in BASE
    with pytest.raises(PositionError, match=reason):
        Match("oregon", position=BASE.replace(old, new, 1))


def test_okanagan_names_what_cannot_be() -> None:
    match = Match("okanagan", seed=1)
    while match.position.state.laid_count < 4 or match.to_act == CHANCE:
        match.play(match.legal[0])
    text = match.position.text
    words = dict(word.split("=", 1) for word in text.split())
    tiles = words["map"].split(";")
    tile, rotation, *rest = tiles[1].split(",")
    fronts = [words[f"stack{number}"].split("/")[0] for number in (1, 2)]
    unknown = words["stack1"].split("/")[2]
    cases = {
        "does not fit": text.replace(tiles[1], ",".join([tile, str((int(rotation) + 1) % 4), *rest])),
        "rotation cannot be 9": text.replace(tiles[1], ",".join([tile, "9", *rest])),
        "two places": text.replace(f"stack1={fronts[0]}", f"stack1={fronts[1]}"),
        "missing or too many": text.replace(f"/{unknown}/", "/3/", 1),
        "must begin with the start tile": text.replace("map=0,0,0,0", "map=1,0,0,0"),
        "does not parse": text.replace("turn=", "turn=1,"),
        "order cannot be 7": text.replace("order=0", "order=7"),
        "gold cannot be 99": re.sub(r" 0=(\d+,\d)/0/", r" 0=\1/99/", text),
    }
    for reason, changed in cases.items():
        assert changed != text, reason
        with pytest.raises(PositionError, match=reason):
            Match("okanagan", position=changed)


def test_a_position_from_which_play_gets_stuck_is_refused() -> None:
    match = Match("oregon", seed=1)
    while match.position.state.phase != Phase.PLACE:
        match.play(match.legal[0])
    text = match.position.text
    with pytest.raises(PositionError, match="in the middle of a turn"):
        Position.parse("oregon", text.replace("phase=place", "phase=extra"))


def test_lines_are_tried_before_a_position_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a game's own checks overlook: a position whose next ones have nothing legal is refused."""
    position = Match("oregon", seed=1).position
    position.check_playable()

    def nothing_later(boxes: Array, before: Array, action: int, after: Array, *rest: Array) -> None:
        play_step(boxes, before, action, after, *rest)
        if after[0].to_move != position.to_act:
            rest[-1][LEGAL] = 0

    monkeypatch.setattr("overland.engine.position.play_step", nothing_later)
    with pytest.raises(PositionError, match="nothing is legal"):
        position.check_playable()


@pytest.mark.golden
def test_an_order_that_names_a_seat_twice_is_refused() -> None:
    """Ranking went on beyond the end of the order, and beyond the record, when it began like this."""
    text = (
        "players=3 ties=ranked blind=off turn=1,8,7,1,1,2,2,18,0,0,0,0 territory=f order=0,0,0,0 share=0,0,0,0"
        " pool=0,0,0 map=0,0,0,0;25,2,-1,0:0m;49,0,-1,-1:1fm;53,2,-1,-2:2e;34,0,0,-2:0fle;50,0,-2,0:1flm;7,2,-1,1:2flm;"
        "30,3,1,0:0lm;42,2,-1,-3:1m;29,0,-3,0:2le;22,3,2,0:0fm;38,2,-3,1:1fm;11,0,0,-3:2em;10,2,0,-4:0fl;16,1,3,0:1fe"
        " stack1=36/gold/10/shape:square+goals+shape:circle stack2=13/reshape/13/ stack3=23/reshape/11/tribute"
        " 0=47,2/0/0,0,1/0,0,0,0,0,0,0,0,0,2,0,0/2,24,25/12,17 1=0,0/0/0,0,1/1,0,0,0,0,0,0,0,0,1,1,0/4,20,34/1,7"
        " 2=45,2/0/0,1,1/1,0,0,0,0,0,0,0,1,0,0,0/3,8,26/15,28,32,35"
    )
    play_on(GAMES["okanagan"], text)
    with pytest.raises(PositionError, match="order of the seats"):
        play_on(GAMES["okanagan"], text.replace("18,0,0,0,0", "18,0,0,0,2"))
