"""Trained value networks, and reading and writing them: one for each game, and one more for two players.

A file holds the weights in half precision and says where they come from: the rules they were trained under, the
command, the seed, and a fingerprint of the inputs. It needs nothing but NumPy. Networks of the first edition, with one
hidden layer of 64 units and one for each number of players, are widened when they are read and play as they did; they
are kept in ``first`` as opponents to measure against.
"""

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from overland.bots.games import KNOWLEDGE
from overland.bots.knowledge import GameKnowledge
from overland.bots.net import COLUMNS, DEPTH, HEADS, WIDTH, Net, on_grid
from overland.data.files import DEFAULT_NAMES
from overland.engine.errors import RecordError
from overland.engine.game import Game
from overland.engine.record import Array

#: What reading a file can raise that holds no arrays, or only half of them.
BROKEN_FILE = (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, BadZipFile, zlib.error)
FOLDER = Path(__file__).parent
FORMAT, FIRST_FORMAT = "overland-net/2", "overland-net/1"
FIRST_WIDTH = 64  # of networks of the first edition, whose last rows are the bias, the output and its offset
NET_ENDING = ".npz"


def own_net_file(game: Game, players: int) -> Path:
    """Where a network is that serves one number of players only, if there is one."""
    return FOLDER / f"{game.name}-{players}{NET_ENDING}"


def net_file(game: Game, players: int) -> Path:
    """Where the network shipped for a game and a number of players is."""
    own = own_net_file(game, players)
    return own if own.exists() else FOLDER / f"{game.name}{NET_ENDING}"


def first_net_file(game: Game, players: int) -> Path:
    """Where the first edition's network for a game and a number of players is: an opponent to measure against."""
    return FOLDER / "first" / f"{game.name}-{players}{NET_ENDING}"


#: Finds the network for a game and a number of players.
Loader = Callable[[Game, int], Net]
loaded: dict[Path, tuple[Net, dict[str, Any]]] = {}


def load_file(path: Path, game: Game) -> tuple[Net, dict[str, Any]]:
    """A network of the package and its ``about``, read once; not to be written to."""
    if path not in loaded:
        loaded[path] = read_net(path, game)
    return loaded[path]


def load_net(game: Game, players: int) -> Net:
    """The network that plays a game with so many players."""
    return load_file(net_file(game, players), game)[0]


def load_calm(game: Game, players: int) -> float:
    """How far the network's say on who wins is to be trusted: the power that its shares are raised to."""
    calm = load_file(net_file(game, players), game)[1].get("calm", {})
    return float(calm.get(str(players), 1.0))


def learned_on(about: dict[str, Any]) -> str:
    """The name of the map or tile set that a network learned on; until networks said it, it was the default one."""
    return str(about.get("data", DEFAULT_NAMES[about["game"]]))


def load_first_net(game: Game, players: int) -> Net:
    """The network that played it in the first edition."""
    return load_file(first_net_file(game, players), game)[0]


def write_net(path: Path, net: Net, about: dict[str, Any]) -> None:
    """Write a network in half precision, with ``about``, whole or not at all."""
    part = path.with_name(path.name + ".part")
    text = json.dumps({**about, "format": FORMAT}, sort_keys=True)
    halves = {"first": on_grid(net.first), "second": net.second, "last": net.last}
    with part.open("wb") as file:
        np.savez_compressed(
            file,
            **{name: weights.astype(np.float16) for name, weights in halves.items()},
            about=np.frombuffer(text.encode(), np.uint8),
        )
    part.replace(path)


def read_net(path: Path, game: Game) -> tuple[Net, dict[str, Any]]:
    """A network and its ``about``; refused if it does not fit the game as it is now."""
    knowledge = KNOWLEDGE[game.name]
    try:
        with path.open("rb") as file, np.load(file) as found:
            about = json.loads(found["about"].tobytes())
            arrays = {name: found[name].astype(np.float32) for name in found.files if name != "about"}
            is_first = isinstance(about, dict) and about.get("format") == FIRST_FORMAT
            net = widened(arrays["net"], knowledge) if is_first else completed(arrays, knowledge)
    except BROKEN_FILE as error:
        raise RecordError(f"{path} is not a network: {error}.") from None
    if not isinstance(about, dict) or about.get("format") not in (FORMAT, FIRST_FORMAT):
        raise RecordError(f"{path} is not a network of {game.title}.")
    if about.get("game") != game.name:
        raise RecordError(f"{path} is not a network of {game.title}.")
    if about.get("rules") != game.rules_version:
        raise RecordError(
            f"{path} was trained under version {about.get('rules')} of {game.title}'s rules, and this is"
            f" version {game.rules_version}: train it again."
        )
    shapes = (knowledge.input_count + 1, WIDTH), (WIDTH + 1, COLUMNS), (DEPTH, HEADS)
    if tuple(weights.shape for weights in net) != shapes:
        raise RecordError(f"{path} was trained on other inputs than {game.title} has now: train it again.")
    return net, about


def completed(arrays: dict[str, Array], knowledge: GameKnowledge) -> Net:
    """A network of a file; one that knows fewer inputs, as there were before, takes no notice of the others."""
    net = Net(*(arrays[name] for name in Net._fields))
    if len(net.first) - 1 not in knowledge.earlier_inputs:
        return net
    first = np.zeros((knowledge.input_count + 1, WIDTH), np.float32)
    first[: len(net.first) - 1] = net.first[:-1]
    first[-1] = net.first[-1]
    return net._replace(first=first)


def widened(old: Array, knowledge: GameKnowledge) -> Net:
    """A network of the first edition as one of today: its units first, nothing in the others."""
    first = np.zeros((knowledge.input_count + 1, WIDTH), np.float32)
    first[: knowledge.first_inputs, :FIRST_WIDTH] = on_grid(old[: knowledge.first_inputs])
    first[-1, :FIRST_WIDTH] = on_grid(old[-3])
    second = np.zeros((WIDTH + 1, COLUMNS), np.float32)
    second[:FIRST_WIDTH, DEPTH] = old[-2]
    second[WIDTH, DEPTH] = old[-1, 0]
    return Net(first, second, np.zeros((DEPTH, HEADS), np.float32))
