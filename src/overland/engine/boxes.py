"""Maps and tile sets by name: those that come with Overland, and what to call one that does not."""

import hashlib
import json
from functools import cache
from pathlib import Path

from overland.data.files import packaged, packaged_names
from overland.engine.errors import SettingsError
from overland.engine.game import Data, Game

DIGEST = 12  # hexadecimal digits of a digest: enough to tell anyone's own sets apart


def named_data(game: Game, name: str) -> Data:
    """The map or tile set of that name."""
    names = packaged_names(game.name)
    if name not in names:
        raise SettingsError(f"{game.title} has no map or tile set {name!r}; it has {', '.join(names)}.")
    return game.load_data(packaged(game.name, name))


def data_of(game: Game, text: str) -> Data:
    """The map or tile set of that name, or in that file; the default one, if the text is empty."""
    if not text:
        return game.load_data(None)
    file = Path(text)
    return named_data(game, text) if text in packaged_names(game.name) and not file.exists() else game.load_data(file)


def data_digest(data: Data) -> str:
    """A short text that differs for different maps or tile sets: of their data as a record carries them."""
    return hashlib.sha256(json.dumps(dict(data), sort_keys=True).encode()).hexdigest()[:DIGEST]


@cache
def packaged_digests(game: Game) -> dict[str, str]:
    """The names of the maps or tile sets that come with Overland, by digest."""
    return {data_digest(named_data(game, name)): name for name in packaged_names(game.name)}


def data_name(game: Game, data: Data) -> str:
    """What to call a map or tile set, which its data tell: its name, or ``own-`` and its digest."""
    digest = data_digest(data)
    return packaged_digests(game).get(digest, f"own-{digest}")
