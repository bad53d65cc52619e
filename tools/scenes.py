"""The scenes of the page /scenes: every question of both games, as the server tells it: python -m tools.scenes --write

A scene is the message ``table`` that the seat which is asked gets, out of a seeded game of one person and bots that
choose without much thought. The same scenes come out everywhere; tests/data/scenes.json keeps them.
"""

import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.engine.okanagan.scenes import BOX, play_all
from tests.engine.okanagan.scenes import scene as okanagan_scene
from tests.engine.okanagan.test_rules import FOREST_ALL_AROUND, WITHOUT_FOREST
from tests.engine.oregon.scenes import scene as oregon_scene
from tests.oracle.okanagan import any_tiles

from overland.engine.game import Data
from overland.engine.games import GAMES
from overland.engine.match import Match
from overland.engine.okanagan.components import BACK_NAMES, Promo
from overland.engine.okanagan.state import Doing, Phase
from overland.server.bot_names import with_names
from overland.server.drafts import propose_move, propose_start
from overland.server.log_lines import HouseBot, Person
from overland.server.messages import Receiver, Surroundings, ToldTable
from overland.server.protocol import TableSettings
from overland.server.table import Table

TARGET = Path(__file__).parents[1] / "tests" / "data" / "scenes.json"
PERSON = Person(identity="ada", name="Ada")
LEVEL = "trader"
GLANCES = 3  # choices a player compares
MOST_GAMES = 400  # until what is wanted must have come up
LOG_SHOWN = 32  # lines of the log that a scene tells


@dataclass(frozen=True)
class Wanted:
    """A scene: when it has come up."""

    name: str
    game: str
    players: int
    holds: Callable[["Moment"], bool]
    options: Mapping[str, str] = field(default_factory=dict)
    box: str = ""  # the set it is played with, if not the usual one

    @property
    def title(self) -> str:
        return f"{self.game}-{self.players}-{self.name}"

    @property
    def games(self) -> tuple[str, int, tuple[tuple[str, str], ...], str]:
        """Which games it comes up in."""
        return self.game, self.players, tuple(sorted(self.options.items())), self.box


@dataclass(frozen=True)
class Moment:
    """A table at which the person is asked, or whose game is over."""

    table: Table

    @property
    def texts(self) -> list[str]:
        """The choices, in notation."""
        return [] if self.is_over else list(self.table.running().legal)

    @property
    def is_over(self) -> bool:
        return self.table.status == "over"

    @property
    def state(self) -> Any:
        match = self.table.match
        assert match is not None
        return match.position.state

    @property
    def stage(self) -> str:
        """What is announced of this part of the game."""
        match = self.table.match
        assert match is not None
        said = self.table.words.stage(match.position.all_views()[-1])
        return "" if said is None else said.key

    def count(self, start: str) -> int:
        """How many choices begin so."""
        return sum(text.split()[0] == start for text in self.texts)

    def asks(self, *starts: str, least: int = 1) -> bool:
        """Whether all choices begin with one of these words, and there are so many."""
        texts = self.texts
        return len(texts) >= least and all(text.split()[0] in starts for text in texts)


# Oregon


def pieces_on(moment: Moment) -> int:
    return int((moment.state.cells > 0).sum())


def is_placing(moment: Moment) -> bool:
    return moment.asks("farmer", "build", least=30)


OREGON: dict[str, Callable[[Moment], bool]] = {
    "start": lambda moment: moment.asks("start"),
    "placing": lambda moment: is_placing(moment) and pieces_on(moment) > 14,
    "placing-late": lambda moment: is_placing(moment) and pieces_on(moment) > 26,
    "extra": lambda moment: moment.asks("extra", "no-extra") and pieces_on(moment) > 8,
    "draw": lambda moment: moment.asks("draw", least=2) and pieces_on(moment) > 10,
    "discard": lambda moment: moment.count("discard") > 0 and moment.count("done") > 0,
    "last-round": lambda moment: is_placing(moment) and moment.stage.startswith("oregon.stage"),
    "end": lambda moment: moment.is_over,
}

# Okanagan


def tiles_on(moment: Moment) -> int:
    return int(moment.state.laid_count)


def closes(moment: Moment) -> bool:
    """Whether laying the tile can close a territory."""
    position = moment.table.running().position
    return any(has_closed(position.play(int(action))[0].state) for action in position.legal.actions)


def has_closed(state: Any) -> bool:
    """Whether the tile laid last closes a territory."""
    mine = [int(number) for number in state.territory_of if number]
    return any(state.territories[number - 1].open == 0 for number in mine)


def swaps(moment: Moment, is_colour: bool) -> bool:
    """Whether what is swapped keeps its shape (another colour) or its terrain (another shape)."""
    pairs = [text.split()[1:] for text in moment.texts if text.startswith("swap")]
    effect = BACK_NAMES[int(moment.state.effect)]
    return len(pairs) > 5 and effect.startswith("recolour" if is_colour else "reshape")


def is_shared(moment: Moment, doing: Doing) -> bool:
    return moment.asks("rank") and moment.state.doing == doing


def is_lay(moment: Moment) -> bool:
    return moment.asks("tile", least=6)


OKANAGAN: dict[str, Callable[[Moment], bool]] = {
    "keep": lambda moment: moment.asks("keep") and moment.state.round_number == 1,
    "lay": lambda moment: is_lay(moment) and tiles_on(moment) == 9,
    "lay-closing": lambda moment: is_lay(moment) and tiles_on(moment) > 12 and closes(moment),
    "lay-late": lambda moment: is_lay(moment) and tiles_on(moment) > 9 * moment.table.settings.players,
    "build": lambda moment: moment.asks("farm", "warehouse", "silo", least=6) and tiles_on(moment) > 6,
    "resolve": lambda moment: moment.asks("resolve", least=2),
    "rank": lambda moment: moment.asks("rank") and tiles_on(moment) > 6,
    "claim": lambda moment: moment.asks("claim", least=2),
    "action": lambda moment: moment.asks("action", least=3),
    "take": lambda moment: moment.asks("take", least=2) and moment.state.phase == Phase.TAKE,
    "bonus": lambda moment: moment.asks("take", least=4) and moment.state.phase == Phase.BONUS,
    "give": lambda moment: moment.asks("give", least=3),
    "trade": lambda moment: moment.asks("trade", "no-trade", least=5 * moment.table.settings.players**2),
    "reshape": lambda moment: swaps(moment, is_colour=False),
    "recolour": lambda moment: swaps(moment, is_colour=True),
    "drop": lambda moment: moment.asks("drop"),
    "choose": lambda moment: moment.asks("choose", least=3) and tiles_on(moment) > 8,
    "round-2": lambda moment: moment.asks("keep") and moment.state.round_number == 2,
    "end": lambda moment: moment.is_over,
}
SHARED: dict[str, Callable[[Moment], bool]] = {
    "shared-name": lambda moment: is_shared(moment, Doing.NAMING),
    "shared-begin": lambda moment: is_shared(moment, Doing.BEGINNING),
}
BLIND: dict[str, Callable[[Moment], bool]] = {
    "blind": lambda moment: moment.asks("choose", least=6) and tiles_on(moment) > 8,
}


def last_tile(moment: Moment) -> int:
    """The tile laid last, counted from the first promo tile."""
    return int(moment.state.laid[tiles_on(moment) - 1].tile) - int(BOX.tile_count)


def holds_promo(moment: Moment) -> bool:
    return is_lay(moment) and int(moment.state.seats[moment.state.to_move].tile) >= BOX.tile_count


#: Promo tiles: laid, paid for with a building, their effects, and what a neighbour then sees.
PROMO: dict[str, Callable[[Moment], bool]] = {
    "promo-lay": lambda moment: holds_promo(moment) and tiles_on(moment) > 5,
    "promo-discard": lambda moment: moment.asks("discard", least=2) and last_tile(moment) >= 0,
    "volcano": lambda moment: moment.asks("action") and last_tile(moment) == Promo.VOLCANO,
    "dam": lambda moment: moment.state.phase == Phase.GIFT,
}
#: A set with sides of one terrain that are apart, with several icons and with none.
ODD: dict[str, Callable[[Moment], bool]] = {
    "odd-lay": lambda moment: is_lay(moment) and tiles_on(moment) > 8,
    "odd-build": lambda moment: any("2" in text for text in moment.texts if text.startswith("warehouse")),
    "odd-resolve": lambda moment: moment.asks("resolve", least=2),
}
ODD_SET = "odd"
BOXES: dict[str, Callable[[], Data]] = {ODD_SET: lambda: any_tiles(0)}


#: What hardly ever comes up, as a position to begin with: the name, the game and what leads to it.
SET_UP: dict[str, Callable[[], Match]] = {
    "oregon-2-pass": lambda: oregon_scene(BOARD, "", "wagon church church harbor", seat=1, stacks="4004444"),
    "oregon-4-pass": lambda: oregon_scene(
        BOARD.replace("0", "2"), "", "wagon church church harbor", seat=1, stacks="4004444", players=4
    ),
    "okanagan-2-return": lambda: play_all(
        okanagan_scene(FOREST_ALL_AROUND, phase=Phase.CHOOSE, hands={0: WITHOUT_FOREST}), "choose 1"
    ),
    "okanagan-2-discard": lambda: without_a_tile(SET_UP["okanagan-2-return"]()),
}
BOARD = """
2  ... .H. ... ... ...
3  ... 01. .0. ... ...
5  ... ... .G. 1.. ...
6  ... ... 0C. 1.. ...
9  .01 ... ... ..H ...
"""


def without_a_tile(match: Match) -> Match:
    """A position in which a tile is to be exchanged, after all tiles were exchanged in vain."""
    words = match.position.text.replace(f" turn=1,{Phase.RETURN:d},", f" turn=1,{Phase.DISCARD:d},", 1)
    return Match("okanagan", position=f"{words} stalled={BOX.tile_count}")


def wanted() -> list[Wanted]:
    """All scenes: every question with two and with four players."""
    found: list[Wanted] = []
    for players in (2, 4):
        found += [Wanted(name, "oregon", players, holds) for name, holds in OREGON.items()]
        found += [Wanted(name, "okanagan", players, holds) for name, holds in OKANAGAN.items()]
        if players > 2:
            found += [Wanted(name, "okanagan", players, holds, {"ties": "shared"}) for name, holds in SHARED.items()]
        found += [Wanted(name, "okanagan", players, holds, {"blind": "on"}) for name, holds in BLIND.items()]
        if players == 2:
            found += [Wanted(name, "okanagan", players, holds, {"promo": "on"}) for name, holds in PROMO.items()]
            found += [Wanted(name, "okanagan", players, holds, {}, ODD_SET) for name, holds in ODD.items()]
    return found


# Playing until they come up


def begun(
    game: str, players: int, options: Mapping[str, str], number: int, start: str | None = None, box: str = ""
) -> Table:
    """A table whose game has just begun: one person among bots."""
    data = BOXES[box]() if box else GAMES[game].load_data(None)
    settings = TableSettings(game=game, players=players, options=dict(options), shuffled=False)
    id = f"scene{number:07d}"
    table = Table(
        id=id,
        settings=settings,
        seed=random.Random(f"{game} {players} {number}").randbytes(32),
        invite="invite",
        owner=PERSON.identity,
        created=0.0,
        data=data,
        start=start,
    )
    sitters = [PERSON if seat == number % players else HouseBot(level=LEVEL) for seat in range(players)]
    return propose_start(table, with_names(id, sitters), 0.0).table


def chosen(table: Table, dice: random.Random) -> int:
    """A choice that is the best of a few at first sight."""
    match = table.running()
    texts = list(match.legal)
    few = [dice.randrange(len(texts)) for _ in range(GLANCES if table.settings.game == "oregon" else 1)]
    if len(few) == 1:
        return few[0]
    return max(few, key=lambda place: sum(gain["points"] or 0 for gain in match.explain(texts[place])[0]))


def moments(game: str, players: int, options: Mapping[str, str], number: int, box: str) -> Iterator[Moment]:
    """What the person is asked in a game, and its end."""
    table, dice = begun(game, players, options, number, box=box), random.Random(f"dice {game} {players} {number}")
    while (seat := table.to_act) is not None:
        if table.seats[seat].level is None:
            yield Moment(table)
        table = propose_move(table, seat, chosen(table, dice), None, 0.0).table
    yield Moment(table)


def message_at(table: Table) -> dict[str, Any]:
    """What the person is told."""
    receiver = Receiver(PERSON.identity, table.seat_of(PERSON.identity))
    around = Surroundings(connected=lambda identity: True)
    told: dict[str, Any] = json.loads(ToldTable().whole(table, receiver, around, [], max(0, table.version - LOG_SHOWN)))
    return told


def scene_of(title: str, table: Table, box: str = "") -> dict[str, Any]:
    return {
        "name": title,
        "game": table.settings.game,
        "box": box or table.settings.game,
        "players": table.settings.players,
        "message": message_at(table),
    }


def set_up(title: str) -> dict[str, Any]:
    """A scene that begins with a position."""
    match = SET_UP[title]()
    table = begun(match.game.name, match.players, match.options, match.to_act, match.position.text)
    return scene_of(title, table)


def scenes() -> list[dict[str, Any]]:
    """All scenes, in the order of their names."""
    missing, found = wanted(), {title: set_up(title) for title in SET_UP}
    for number in range(MOST_GAMES):
        for kind in dict.fromkeys(scene.games for scene in missing):
            for moment in moments(kind[0], kind[1], dict(kind[2]), number, kind[3]):
                for scene in [scene for scene in missing if scene.games == kind and scene.holds(moment)]:
                    missing.remove(scene)
                    found[scene.title] = scene_of(scene.title, moment.table, scene.box)
    if missing:
        raise LookupError(f"never came up: {', '.join(scene.title for scene in missing)}")
    return [found[title] for title in sorted(found)]


def text_of(found: list[dict[str, Any]]) -> str:
    """Scenes as the file keeps them: each box once, then one scene in a line, without it."""
    boxes = {scene["box"]: scene["message"]["box"] for scene in found}
    lines = []
    for scene in found:
        assert scene["message"]["box"] == boxes[scene["box"]]
        message = {name: value for name, value in scene["message"].items() if name != "box"}
        lines.append(compact({**scene, "message": message}))
    return '{"boxes":' + compact(boxes) + ',\n"scenes":[\n' + ",\n".join(lines) + "\n]}\n"


def compact(found: Any) -> str:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def kept() -> list[dict[str, Any]]:
    """The scenes of the file, whole again."""
    file = json.loads(TARGET.read_text(encoding="utf-8"))
    return [{**scene, "message": {**scene["message"], "box": file["boxes"][scene["box"]]}} for scene in file["scenes"]]


if __name__ == "__main__":
    text = text_of(scenes())
    if "--write" in sys.argv:
        TARGET.write_text(text, encoding="utf-8")
    print(f"{len(text) / 1000:.0f} kB", "written" if "--write" in sys.argv else "made")
