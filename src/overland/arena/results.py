"""The file of a tournament: JSON lines, first its settings, then one block per line, written as each is finished.

A tournament that was stopped resumes where it left off: blocks in the file are not played again. A last line that was
only half written is dropped. A file with other settings, or of bots whose code has changed since, is refused.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

import overland
from overland.arena.blocks import Block
from overland.arena.lineups import Lineup
from overland.bots.nets import NET_ENDING
from overland.engine.errors import RecordError, SettingsError

FORMAT = "overland-arena/1"
SETTINGS = {  # what the first line holds, and what it is called in a sentence
    "game": "game",
    "rules": "version of the rules",
    "players": "number of players",
    "options": "options",
    "data": "map or tile set",
    "lineups": "line-ups",
    "range": "range of deals",
    "move_limit": "limit for a move",
    "overland": "version of Overland",
    "code": "code of the bots or the rules",
}


class ResultsFile:
    """The blocks of a tournament, kept in a file, or in memory if there is no file."""

    def __init__(self, settings: Mapping[str, Any], path: Path | None = None, fresh: bool = False) -> None:
        self.settings = {"format": FORMAT, **settings}
        self.path = path
        self.blocks: dict[tuple[Lineup, int], Block] = {}
        self.file: Any = None
        if path is not None:
            self.prepare(path, fresh)

    def prepare(self, path: Path, fresh: bool) -> None:
        """Read what is there, and leave the file ready for lines to be added."""
        try:
            found = b"" if fresh or not path.exists() else path.read_bytes()
            whole = found[: found.rfind(b"\n") + 1]
            if whole:
                self.read(path.name, whole)
                with path.open("r+b") as file:
                    file.truncate(len(whole))
            else:
                path.write_text(as_line(self.settings), encoding="utf-8")
        except OSError as error:
            raise SettingsError(f"{path} cannot be used: {error.strerror or error}.") from None

    def read(self, name: str, whole: bytes) -> None:
        first, *others = whole.splitlines()
        self.check_settings(name, first)
        for number, line in enumerate(others, 2):
            try:
                block = Block.from_json(json.loads(line))
            except (ValueError, TypeError, KeyError, AttributeError):
                raise RecordError(f"Line {number} of {name} is not a block of a tournament.") from None
            self.blocks.setdefault((block.lineup, block.deal), block)

    def check_settings(self, name: str, line: bytes) -> None:
        """Refuse a file of another tournament."""
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise SettingsError(f"{name} is not the file of a tournament ({FORMAT}); name another with --out.")
        expected = json.loads(as_line(self.settings))
        different = [title for key, title in SETTINGS.items() if found.get(key) != expected.get(key)]
        if different:
            raise SettingsError(
                f"{name} holds a tournament with other settings ({', '.join(different)});"
                " name another file with --out, or start over with --fresh."
            )

    def __enter__(self) -> Self:
        if self.path is not None:
            self.file = self.path.open("a", encoding="utf-8")
        return self

    def __exit__(self, *_: object) -> None:
        if self.file is not None:
            self.file.close()

    def add(self, block: Block) -> None:
        """Keep a block, in the file too."""
        self.blocks[block.lineup, block.deal] = block
        if self.file is not None:
            self.file.write(as_line(block.to_json()))
            self.file.flush()


def as_line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False) + "\n"


def digest_of_data(data: Any) -> str:
    """A short name for a map or a tile set."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


def digest_of_code(bots: Collection[str]) -> str:
    """A short name for the state of the code: results of a bot before and after an edit must not be mixed.

    It covers every file of the rules and of our bots, including their trained networks, the modules that contain users'
    own bots (not what those import), and the network files that were named.
    """
    digest = hashlib.sha256()
    package = Path(overland.__file__).resolve().parent
    files = [
        file for package_name in ("data", "engine", "bots") for file in sorted((package / package_name).rglob("*"))
    ]
    for file in files:
        if file.is_file() and file.suffix != ".pyc":
            digest.update(file.relative_to(package).as_posix().encode() + file.read_bytes())
    for module in sorted({bot.partition(":")[0] for bot in bots if ":" in bot}):
        spec = find_spec(module)
        if spec is not None and spec.origin is not None and Path(spec.origin).is_file():
            digest.update(module.encode() + Path(spec.origin).read_bytes())
    for name in sorted({bot.rpartition("@")[0] if "@" in bot else bot for bot in bots}):
        if name.endswith(NET_ENDING) and Path(name).is_file():
            digest.update(Path(name).read_bytes())
    return digest.hexdigest()[:16]


def default_name(game: str, players: int, bots: Iterable[str]) -> str:
    """The name of a tournament's file, made from who plays what."""
    names = "-".join(bots)
    readable = "".join(sign if sign.isalnum() or sign in "-_." else "_" for sign in names)
    if len(readable) > 80 or readable != names:  # other names could end up the same
        readable = f"{readable[:80]}-{hashlib.sha256(names.encode()).hexdigest()[:6]}"
    return f"arena-{game}-{players}-{readable}.jsonl"
