"""What a server tells about a turn, as the question that a local bot is asked."""

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from overland.data.files import packaged, packaged_names
from overland.engine.errors import OverlandError, SettingsError
from overland.engine.game import Game
from overland.engine.games import GAMES
from overland.engine.layouts import layout_name
from overland.engine.position import open_box
from overland.engine.record import ACTION, Array, Record

DEFAULT_DATA = "default"


@dataclass(frozen=True)
class Turn:
    """A question that has to be answered, and the version it was asked at."""

    version: int
    view: Record
    actions: Array  # in the order of the choices

    def number_of(self, action: int) -> int:
        """The number of the choice that an action is."""
        return int(np.flatnonzero(self.actions == action)[0])


def game_at(settings: dict[str, Any]) -> tuple[Game, Record]:
    """The game that is played at a table, and its box."""
    game = GAMES.get(settings["game"])
    if game is None:
        raise SettingsError(f"This version of Overland does not know the game {settings['game']!r}.")
    data = settings["data"]
    if data != DEFAULT_DATA and data not in packaged_names(game.name):
        raise SettingsError(f"This version of Overland does not know the map or tile set {data!r}.")
    return game, open_box(game, None if data == DEFAULT_DATA else packaged(game.name, data))[1]


def turn_of(game: Game, state: dict[str, Any]) -> Turn | None:
    """The question in a ``state`` line, if the bot is asked one."""
    now, record = state["now"], state.get("record")
    if not now.get("choices") or record is None:
        return None
    if record["rules"] != game.rules_version or record["layout"] != layout_name(game.view_type):
        raise SettingsError(
            f"The server plays {game.title} by rules {record['rules']}, this Overland by {game.rules_version};"
            " both have to be the same version."
        )
    return Turn(int(now["version"]), view_of(game, record["view"]), actions_of(game, now["choices"]))


def view_of(game: Game, text: str) -> Record:
    """A view from the bytes that a server sent."""
    try:
        found = base64.b64decode(text, validate=True)
        return np.frombuffer(found, game.view_type, count=1).copy()[0]
    except (ValueError, binascii.Error):
        raise SettingsError("The server sent a view that cannot be read.") from None


def actions_of(game: Game, choices: Sequence[dict[str, Any]]) -> Array:
    """Choices as the numbers that bots know them by."""
    try:
        return np.array([game.parse_action(choice["text"]) for choice in choices], ACTION)
    except OverlandError as error:
        raise SettingsError(f"The server offers a choice that this version does not know: {error}") from None
