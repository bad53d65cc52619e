"""Maps and tile sets that visitors bring: read, checked and refused with the sentences of ``overland box check``.

Nothing is kept of what is only checked. A table keeps the data it is played with, as it keeps those of any other set,
and so do its records; nobody else is told of them who may not see the table.
"""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from overland.data.errors import DataError
from overland.data.files import packaged_names, toml_of
from overland.data.set_files import data_in, file_of, game_of
from overland.engine.boxes import data_name, named_data
from overland.engine.errors import SettingsError
from overland.engine.game import Data
from overland.engine.games import GAMES
from overland.engine.position import Position
from overland.server.errors import Refusal
from overland.server.names import visible
from overland.server.protocol import Said
from overland.server.services import Services
from overland.server.set_protocol import MAX_TITLE, SetReport, SetWish
from overland.words.message import Value, message

SHIPPED = 16  # reports that are kept
FILE, DATA = "the file", "the set"
#: Where a sentence says that something is wrong: a cell of a map, or the number of a tile.
PLACE = re.compile(r", (?:cell|tile) (\w+)")


@dataclass(frozen=True)
class OwnSet:
    """A map or tile set that can be played."""

    game: str
    data: Data
    title: str

    @property
    def name(self) -> str:
        return data_name(GAMES[self.game], self.data)

    @property
    def players(self) -> list[int]:
        """The numbers of players that it is enough for."""
        game = GAMES[self.game]
        return [number for number in range(game.min_players, game.max_players + 1) if self.is_enough(number)]

    def is_enough(self, players: int) -> bool:
        try:
            Position.start(self.game, players, data=self.data)
        except SettingsError:
            return False
        return True


async def check(services: Services, wish: SetWish) -> SetReport:
    """What is wrong with a set, or what it is; one at a time, and in a thread, since others have to think too."""
    async with services.reading:
        return await asyncio.to_thread(report_on, services, wish)


async def brought(services: Services, game: str, text: str) -> OwnSet:
    """The set in a file that a table is to be played with."""
    async with services.reading:
        return await asyncio.to_thread(wanted, game, text)


def report_on(services: Services, wish: SetWish) -> SetReport:
    contents: Mapping[str, Any] = wish.data or {}
    game = game_of(contents)
    try:
        if wish.file is not None:
            contents = contents_of(wish.file)
            game = game_of(contents)
            found = read(game, contents)
        else:
            found = OwnSet(game, GAMES[game].check_data(contents, DATA), wish.title)
    except DataError as error:
        place = PLACE.search(error.place)
        at = place and place[1]
        return SetReport(game=game, problem=str(error), said=said_of(error, at), at=at)
    services.preparation.check(game)
    return report_of(found)


def said_of(error: DataError, at: str | None) -> Said | None:
    """What is wrong as a message, if there are words for it in every language."""
    if not error.kind:
        return None
    args: dict[str, Value] = {**error.args_by_name, "at": at}
    if at is not None and at.isdecimal():  # a tile
        args["at"] = message("ui.editor.start_tile") if at == "0" else message("ui.editor.tile", number=at)
    found: Any = message(f"error.set.{error.kind}", **args).as_data()
    said: Said = found
    return said


def report_of(found: OwnSet) -> SetReport:
    """All about a set that can be played."""
    return SetReport(
        game=found.game,
        name=found.name,
        title=found.title,
        data=dict(found.data),
        players=tuple(found.players),
        file=file_of(found.game, found.data, found.title),
    )


@lru_cache(maxsize=SHIPPED)
def shipped(game: str, name: str) -> SetReport:
    """A set that comes with Overland, to begin with."""
    if name not in packaged_names(game):
        raise Refusal("error.not_found", 404)
    return report_of(OwnSet(game, named_data(GAMES[game], name), ""))


def wanted(game: str, text: str) -> OwnSet:
    """The set in a file for a game; anything else is refused."""
    try:
        contents = contents_of(text)
        if game_of(contents) != game:
            raise DataError("file", FILE, f"is for {GAMES[game_of(contents)].title}")
        return read(game, contents)
    except DataError as error:
        raise Refusal("error.set", 422, detail=str(error)) from None


def contents_of(text: str) -> dict[str, Any]:
    try:
        return toml_of(text.encode(), FILE)
    except UnicodeError:  # half of a character
        raise DataError("file", FILE, "is not proper text") from None


def read(game: str, contents: Mapping[str, Any]) -> OwnSet:
    """The set in the contents of a file."""
    title = contents.get("name")
    data = GAMES[game].check_data(data_in(game, contents, FILE), FILE)
    return OwnSet(game, data, visible(title)[:MAX_TITLE] if isinstance(title, str) else "")
