"""The coverage of each package is held against its floor."""

from typing import Any

from tools.coverage_floors import Package, packages_of, problems, worst_files


def file(lines: int, of: int, branches: int = 0, of_branches: int = 0) -> dict[str, Any]:
    summary = {
        "covered_lines": lines,
        "num_statements": of,
        "covered_branches": branches,
        "num_branches": of_branches,
    }
    return {"summary": summary, "missing_lines": list(range(of - lines))}


REPORT = {
    "files": {
        "src/overland/__init__.py": file(4, 4),
        "src/overland/engine/match.py": file(90, 100, 40, 50),
        "src/overland/engine/oregon/legal.py": file(50, 50),
        "src/overland/words/speech.py": file(1, 10),
    }
}


def test_a_package_is_all_of_its_files_with_lines_and_branches() -> None:
    packages = packages_of(REPORT)
    assert packages["engine"] == Package("engine", 90 + 40 + 50, 200)
    assert packages["engine"].percent == 90
    assert packages["overland"] == Package("overland", 4, 4)


def test_what_is_below_its_floor_is_named() -> None:
    floors = {"overland": 100, "engine": 90, "words": 10}
    assert problems(packages_of(REPORT), floors) == []
    assert problems(packages_of(REPORT), {**floors, "engine": 90.5}) == [
        "engine: 90.0 % are reached, the floor is 90.5 %"
    ]


def test_a_package_without_a_floor_and_a_floor_without_a_package_are_named() -> None:
    floors = {"overland": 100, "engine": 90, "server": 50}
    assert problems(packages_of(REPORT), floors) == [
        "server: there is a floor, but no such package was measured",
        "words: no floor in pyproject.toml (10.0 % are reached)",
    ]


def test_the_files_with_the_most_to_reach_come_first() -> None:
    assert worst_files(REPORT) == [
        "   10 lines not reached in src/overland/engine/match.py",
        "    9 lines not reached in src/overland/words/speech.py",
    ]
