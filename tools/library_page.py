"""The reference page of the public library, made from the docstrings: ``python -m tools.library_page [--write]``.

Without ``--write`` it only checks that docs/library.md matches the docstrings.
"""

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import overland
from overland.arena import Comparison, Terms, Tournament, compare, play_blocks
from overland.bots.bot import Bot, Budget, Question
from overland.bots.catalogue import bot_named
from overland.engine import errors
from overland.rl import VectorEnv

PAGE = Path(__file__).parents[1] / "docs" / "library.md"
INTRODUCTION = """\
# The library

The public names of Overland, made from their docstrings (`./dev run python -m tools.library_page --write`; a test
compares). [engine.md](engine.md) is about the kernels underneath, [write-a-bot.md](write-a-bot.md) about bots,
and [architecture.md](architecture.md) about how it all fits together.

There are three sizes of state. A *position* is one moment of a game and never changes. A *match* is a position, the
entries that led to it, and a source of chance. A *table*, on the server, is a match with people, bots and clocks.

```python
>>> from overland import CHANCE, Match, Position

```
"""
POSITIONS = "Positions and matches: `from overland import ...`"
SECTIONS: dict[str, list[Any]] = {
    POSITIONS: [
        overland.Position,
        overland.Match,
        overland.Entry,
        overland.LegalMoves,
    ],
    "Bots: `from overland.bots.bot import ...`": [Question, Budget, Bot],
    "Bots by name: `from overland.bots.catalogue import ...`": [bot_named],
    "Many games at once: `from overland.rl import ...`": [VectorEnv],
    "Bots against bots: `from overland.arena import ...`": [compare, play_blocks, Tournament, Terms, Comparison],
}
CONSTANTS = {
    "CHANCE": "the actor at a chance event: its outcomes are in `legal`, their odds in `weights`",
    "OVER": "the actor when the game has ended",
    "SPECTATOR": "the point of view of a watcher without a seat",
}


def page() -> str:
    blocks = [INTRODUCTION]
    for title, things in SECTIONS.items():
        blocks.append(f"## {title}\n")
        blocks += [described(thing) for thing in things]
        if title == POSITIONS:
            rows = [f"| `{name}` | {meaning} |" for name, meaning in CONSTANTS.items()]
            blocks.append("\n".join(["| constant | |", "|---|---|", *rows]) + "\n")
    tree = inspect.getdoc(errors) or ""
    blocks.append(f"## Errors: `from overland.engine.errors import ...`\n\n{tree}\n")
    return "\n".join(blocks)


def described(thing: Any) -> str:
    """A class with its members, or a function."""
    lines = [f"### `{signature(thing)}`", "", text_of(thing)]
    if inspect.isclass(thing):
        init = vars(thing).get("__init__")
        if init is not None and init.__doc__ and "See help(type(self))" not in init.__doc__:
            lines += ["", plain(inspect.cleandoc(init.__doc__))]
        members = list(members_of(thing))
        if members:
            lines += ["", "| member | |", "|---|---|", *members]
    return "\n".join(lines) + "\n"


def signature(thing: Any) -> str:
    """How it is called, without the types."""
    if inspect.isclass(thing) and getattr(thing, "_is_protocol", False):
        return str(thing.__name__)
    return f"{thing.__name__}{without_types(thing)}"


def without_types(thing: Any) -> str:
    found = inspect.signature(thing)
    parameters = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in found.parameters.values()
        if parameter.name not in ("self", "cls")
    ]
    text = str(found.replace(parameters=parameters, return_annotation=inspect.Signature.empty))
    text = text.replace(f"={overland.SPECTATOR}", "=SPECTATOR")
    return re.sub(r"<factory>|<overland[^>]*>", "...", text)


def members_of(thing: type) -> Iterator[str]:
    """A table row for each public member that has a docstring or a comment."""
    comments = attribute_comments(thing)
    must_speak = thing in SECTIONS[POSITIONS]
    for name, member in vars(thing).items():
        if name.startswith("_") or not (must_speak or getattr(member, "__doc__", None)):
            continue
        function = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if isinstance(member, property):
            yield row(name, member.__doc__)
        elif isinstance(function, FunctionType):
            yield row(name + without_types(function), function.__doc__)
    for name, comment in comments.items():
        yield row(name, comment)


def attribute_comments(thing: type) -> dict[str, str]:
    """Attributes explained by a comment: fields of a dataclass, and those that ``__init__`` sets with ``#:``."""
    source = inspect.getsource(thing)
    fields = getattr(thing, "__dataclass_fields__", {})
    found = {}
    for name, comment in re.findall(r"^    (\w+): [^#\n]*  # ([^\n]*)$", source, re.MULTILINE):
        if name in fields:
            found[name] = comment
    found.update(dict(re.findall(r"^        self\.(\w+)[ :][^#\n]*  #: ([^\n]*)$", source, re.MULTILINE)))
    return found


def row(name: str, text: str | None) -> str:
    words = " ".join(plain(inspect.cleandoc(text or "")).split())
    if not words:
        raise SystemExit(f"{name} has no docstring, and the reference page needs one.")
    return f"| `{name}` | {words.replace('|', chr(92) + '|')} |"


def text_of(thing: Any) -> str:
    """The docstring as Markdown; examples become code."""
    text = plain(inspect.getdoc(thing) or "")
    prose, sign, example = text.partition(">>> ")
    return f"{prose.rstrip()}\n\n```python\n>>> {example}\n\n```" if sign else prose


def plain(text: str) -> str:
    return text.replace("``", "`")


def main() -> None:
    """Write the page, or say whether it is up to date."""
    if "--write" in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != page():
        sys.exit("docs/library.md is out of date: ./dev run python -m tools.library_page --write")


if __name__ == "__main__":
    main()
