"""Every paragraph that code, tests and the rules for players cite is a paragraph of the specification.

A citation is a number like 4.8, or a section like 7: alone in parentheses, ``(4.1, 4.3)``; behind a word that says so,
``rules 5.6, 6.3 to 6.5``, ``oregon 4.3`` or a section sign; at the beginning of a comment, ``# 4.9``; in the name of a
test of the rules, ``test_4_8_...``; or in a table called PARAGRAPHS. A file belongs to the game that its path names; in
any other file a citation says which game it means, unless it is part of a quoted message.
"""

import ast
import functools
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from overland.engine.games import GAMES

ROOT = Path(__file__).parent.parent
SPEC = ROOT / "docs" / "spec"

NUMBER = r"[1-9]\d?(?:\.\d{1,2})?"
LIST = rf"{NUMBER}(?:(?:, and |, | and | to |–){NUMBER})*"
PARENTHESIS = re.compile(rf"(?<!\w)\((?P<list>{LIST})(?:\)|:)")
BEHIND_A_WORD = re.compile(rf"(?:\b(?P<word>rules?|{'|'.join(GAMES)}) |§ ?)(?P<list>{LIST})(?![\d.]*\d)", re.IGNORECASE)
BEGINNING = re.compile(rf'(?:#:? |""")(?P<list>{LIST})(?=:|;|$|"""|(?<=\.\d) )')
TEST_NAME = re.compile(r"def test_(?P<section>\d{1,2})_(?:(?P<paragraph>\d{1,2})_)?")


class Citation(NamedTuple):
    """Where a paragraph of which game is cited."""

    line: int
    game: str  # of the specification that is meant, EITHER, or empty where a game should have been named
    paragraph: str


def spec_paragraphs(text: str) -> set[str]:
    """The numbers of the sections and paragraphs of a specification."""
    sections = re.findall(r"^## (\d+) ", text, re.MULTILINE)
    paragraphs = re.findall(r"^\n(\d+\.\d+) ", text, re.MULTILINE)
    return {*sections, *paragraphs}


PARAGRAPHS = {game: spec_paragraphs((SPEC / f"{game}.md").read_text(encoding="utf-8")) for game in GAMES}
EITHER = "either"
PARAGRAPHS[EITHER] = set.union(*PARAGRAPHS.values())


def game_of(path: Path) -> str:
    """The game whose name is in the path, or none."""
    return next((game for game in GAMES if game in path.as_posix()), "")


def citations_in(path: Path, text: str) -> Iterator[Citation]:
    """All citations of a file: in Python in comments, strings and names of tests, elsewhere anywhere."""
    if path.suffix != ".py":
        yield from citations_in_text(text, 1, game_of(path), is_prose=path.suffix == ".md")
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            is_prose = token.type == tokenize.COMMENT or '"""' in token.string
            yield from citations_in_text(token.string, token.start[0], game_of(path), is_prose=is_prose)
    if path.name in ("test_rules.py", "test_examples.py"):
        for number, line in enumerate(text.splitlines(), 1):
            if found := TEST_NAME.match(line):
                yield Citation(number, game_of(path), ".".join(part for part in found.groups() if part))
    yield from citations_in_tables(path, text)


def citations_in_text(text: str, first_line: int, game: str, *, is_prose: bool) -> Iterator[Citation]:
    """Citations in a text; a bare number in parentheses is one only in prose about a game."""
    for found in PARENTHESIS.finditer(text):
        if game and (is_prose or "." in found["list"]):
            yield from numbers_of(found, text, first_line, game)
    if game and (begins := BEGINNING.match(text)):
        yield from numbers_of(begins, text, first_line, game)
    for found in BEHIND_A_WORD.finditer(text):
        word = (found["word"] or "").lower()
        meant = word if word in GAMES else game if game or is_prose else EITHER
        yield from numbers_of(found, text, first_line, meant)


def numbers_of(found: re.Match[str], text: str, first_line: int, game: str) -> Iterator[Citation]:
    line = first_line + text.count("\n", 0, found.start())
    for number in re.findall(NUMBER, found["list"]):
        yield Citation(line, game, number)


def citations_in_tables(path: Path, text: str) -> Iterator[Citation]:
    """The paragraphs in dictionaries called PARAGRAPHS: what is asked, and where the rules speak about it."""
    for node in ast.parse(text).body:
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Dict)
            and [target.id for target in node.targets if isinstance(target, ast.Name)] == ["PARAGRAPHS"]
        ):
            for value in node.value.values:
                if isinstance(value, ast.Constant):
                    yield Citation(value.lineno, game_of(path), str(value.value))


def problems_in(path: Path, text: str) -> list[str]:
    return problems_among(path, citations_in(path, text))


def problems_among(path: Path, citations: Iterable[Citation]) -> list[str]:
    """A sentence for each citation that does not resolve."""
    name = path.relative_to(ROOT).as_posix()
    return [
        f"{name}:{line}: {paragraph} is cited, but " + (f"not in docs/spec/{game}.md" if game else "of which game?")
        for line, game, paragraph in citations
        if paragraph not in PARAGRAPHS.get(game, ())
    ]


def citing_files() -> list[Path]:
    """Every file that may cite, this one excluded: its examples are meant to be wrong."""
    folders = ("src", "tests", "docs/rules")
    files = [file for folder in folders for file in sorted((ROOT / folder).rglob("*.*"))]
    return [file for file in files if file.suffix in (".py", ".md", ".toml") and file != Path(__file__)]


@functools.cache
def all_citations() -> dict[Path, list[Citation]]:
    return {file: list(citations_in(file, file.read_text(encoding="utf-8"))) for file in citing_files()}


def test_every_citation_is_a_paragraph_of_the_specification() -> None:
    problems = [line for file, found in all_citations().items() for line in problems_among(file, found)]
    assert not problems, "\n" + "\n".join(problems)


@pytest.mark.parametrize("game", GAMES)
def test_the_specification_is_cited_all_over(game: str) -> None:
    """The finder finds: every numbered paragraph of a game is cited somewhere, and most in its rules for players."""
    cited = {one.paragraph for found in all_citations().values() for one in found if one.game == game}
    assert {number for number in PARAGRAPHS[game] if "." in number} <= cited


@pytest.mark.parametrize("game", GAMES)
def test_the_paragraphs_of_the_specification_are_numbered_in_order(game: str) -> None:
    text = (SPEC / f"{game}.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^(?:## |\n)(\d+(?:\.\d+)?) ", text, re.MULTILINE)
    keys = [tuple(int(part) for part in number.split(".")) for number in numbers]
    assert keys == sorted(set(keys))


@pytest.mark.parametrize(
    ("path", "text", "wrong"),
    [
        ("src/overland/engine/oregon/legal.py", "# the extra action (4.8)\n", []),
        ("src/overland/engine/oregon/legal.py", "\n# the extra action (4.18)\n", ["2: 4.18"]),
        ("src/overland/engine/oregon/legal.py", '"""One\n\nthing (4.1, 4.33)."""\n', ["3: 4.33"]),
        ("src/overland/engine/oregon/legal.py", "# (rules 5.2, 6.3 to 6.5, 13)\n", ["1: 6.5", "1: 13"]),
        ("src/overland/engine/okanagan/legal.py", "# rules 7: as §5 says, and §13\n", ["1: 13"]),
        ("src/overland/engine/okanagan/legal.py", "# (9: no future) and (99: neither)\n", ["1: 99"]),
        ("src/overland/engine/okanagan/legal.py", "x = f(4.9, (4.9), 99)  # about 4.9 of them\n", []),
        ("src/overland/engine/okanagan/legal.py", 'x = "a (99) b"  # a bare number in a text\n', []),
        ("src/overland/engine/match.py", "# okanagan 5.3, but oregon 5.3\n", ["1: 5.3"]),
        ("src/overland/engine/match.py", "# takes a while (1.5)\n", []),
        ("src/overland/engine/match.py", "# rules 4.1\n", ["1: 4.1"]),
        ("tests/cli/test_commands.py", 'assert "no such cell (rule 1.2)" in x\n', []),
        ("tests/cli/test_commands.py", 'assert "no such cell (rule 1.12)" in x\n', ["1: 1.12"]),
        ("tests/oracle/oregon.py", "HAND = 4  # 4.9\nFARMERS = 14  # 1.66\n", ["2: 1.66"]),
        ("tests/oracle/oregon.py", "A = 1  # 13: defaults first\nB = 2  # 13 of them\n", ["1: 13"]),
        ("tests/oracle/okanagan.py", '''"""5.4 to 5.9 with ties"""\n''', ["1: 5.9"]),
        ("src/overland/words/oregon.py", 'PARAGRAPHS = {1: "4.8",\n 2: "4.12"}\n', ["2: 4.12"]),
        ("tests/engine/oregon/test_rules.py", "def test_4_12_a_rule() -> None: ...\n", ["1: 4.12"]),
        ("tests/engine/okanagan/test_rules.py", "def test_7_a_rule() -> None: ...\n", []),
        ("docs/rules/oregon.md", "Draw (4.9), or not (4.12).\n", ["1: 4.12"]),
        ("docs/rules/okanagan.de.md", "Siehe (7) und (13).\n", ["1: 13"]),
        ("src/overland/data/oregon/frontier.toml", "# the map (rule 1.9)\n", ["1: 1.9"]),
    ],
)
def test_a_wrong_citation_is_named_with_its_line(path: str, text: str, wrong: list[str]) -> None:
    found = problems_in(ROOT / path, text)
    assert [sentence.removeprefix(f"{path}:").split(" is cited")[0] for sentence in found] == wrong
