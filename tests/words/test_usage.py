"""Every message that is asked for exists, and every one that exists is asked for."""

import re
from pathlib import Path

from overland.words import catalogue

ROOT = Path(__file__).parents[2]
SOURCES = [
    *(ROOT / "web" / "src").rglob("*.svelte"),
    *(ROOT / "web" / "src").rglob("*.ts"),
    *(ROOT / "src" / "overland").rglob("*.py"),
    ROOT / "src" / "overland" / "words" / "notation.json",
]
KEY = re.compile(
    r"""["'`]((?:ui|error|limit|undo|end|table|gain|log|player|verdict|guide|reminder|oregon|okanagan)\.[\w.?–]+)["'`]"""
)
PREFIX = re.compile(r"""[f`]?["'`]((?:ui|error|limit|undo|end|table|guide|oregon|okanagan)\.[\w.]*?)(?:\$?\{)""")
#: Words are looked up by kind and name, and a text asks for some of them by its places.
KINDS = {
    "building", "card", "deck", "mine", "token", "terrain", "shape", "reward", "goal", "game", "source", "level",
    "option", "preset", "mark", "set",
}  # fmt: skip


def sources() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in SOURCES if path.name != "schema.d.ts")


def test_no_message_is_missing() -> None:
    known = set(catalogue("en"))
    asked = {key for key in KEY.findall(sources()) if not key.endswith((".", ".py", ".json", ".svelte"))}
    missing = {key for key in asked if key not in known and not any(other.startswith(f"{key}.") for other in known)}
    assert missing == set()


def test_no_message_is_unused() -> None:
    text = sources()
    asked = set(KEY.findall(text))
    prefixes = {prefix for prefix in PREFIX.findall(text) if prefix.count(".") >= 1 and not prefix.endswith("ui.")}
    prefixes |= {f"{key}." for key in asked if key not in catalogue("en")}  # the name of a family of messages
    unused = {
        key
        for key in catalogue("en")
        if "#" not in key
        and key.partition(".")[0] not in KINDS
        and key not in asked
        and not any(key.startswith(prefix) for prefix in prefixes)
        and not is_told(key)
    }
    assert unused == set()


def is_told(key: str) -> bool:
    """What is done is told with the same name in the past tense, and what is gained in few words (table/tell.ts)."""
    known = catalogue("en")
    return (".did." in key and key.replace(".did.", ".do.") in known) or (
        "log." in key and (key.replace(".log.", ".gain.") in known or key.replace("log.", "gain.") in known)
    )
