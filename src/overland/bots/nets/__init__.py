"""Trained value networks, one for each game and number of players, and reading and writing them.

A file holds the weights in half precision and says where they come from: the rules they were trained under, the
command, the seed, and a fingerprint of the inputs. It needs nothing but NumPy.
"""

import json
import zlib
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from overland.bots.games import KNOWLEDGE
from overland.bots.net import EXTRA_ROWS, HIDDEN
from overland.engine.errors import RecordError
from overland.engine.game import Game
from overland.engine.record import Array

#: What reading a file can raise that holds no arrays, or only half of them.
BROKEN_FILE = (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, BadZipFile, zlib.error)
FOLDER = Path(__file__).parent
FORMAT = "overland-net/1"
NET_ENDING = ".npz"


def net_file(game: Game, players: int) -> Path:
    """Where the network shipped for a game and a number of players is."""
    return FOLDER / f"{game.name}-{players}{NET_ENDING}"


loaded: dict[Path, Array] = {}


def load_net(game: Game, players: int) -> Array:
    """The network shipped for a game and a number of players; not to be written to."""
    path = net_file(game, players)
    if path not in loaded:
        loaded[path] = read_net(path, game)[0]
    return loaded[path]


def write_net(path: Path, net: Array, about: dict[str, Any]) -> None:
    """Write a network in half precision, with ``about``, whole or not at all."""
    part = path.with_name(path.name + ".part")
    text = json.dumps({"format": FORMAT, **about}, sort_keys=True)
    with part.open("wb") as file:
        np.savez_compressed(file, net=net.astype(np.float16), about=np.frombuffer(text.encode(), np.uint8))
    part.replace(path)


def read_net(path: Path, game: Game) -> tuple[Array, dict[str, Any]]:
    """A network and its ``about``; refused if it does not fit the game as it is now."""
    try:
        with path.open("rb") as file, np.load(file) as found:
            net = found["net"].astype(np.float32)
            about = json.loads(found["about"].tobytes())
    except BROKEN_FILE as error:
        raise RecordError(f"{path} is not a network: {error}.") from None
    if not isinstance(about, dict) or about.get("format") != FORMAT or about.get("game") != game.name:
        raise RecordError(f"{path} is not a network of {game.title}.")
    if about.get("rules") != game.rules_version:
        raise RecordError(
            f"{path} was trained under version {about.get('rules')} of {game.title}'s rules, and this is"
            f" version {game.rules_version}: train it again."
        )
    if net.shape != (KNOWLEDGE[game.name].input_count + EXTRA_ROWS, HIDDEN):
        raise RecordError(f"{path} was trained on other inputs than {game.title} has now: train it again.")
    return net, about
