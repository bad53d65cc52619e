"""Whether the tests reach enough of each package: coverage's data against the floors in pyproject.toml.

Kernels are measured only when they are interpreted, the rest in the compiled run, so the data must hold both, as it
does after ./dev test. Raise a floor when a package stays well above it.
"""

import json
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from coverage import Coverage

ROOT = Path(__file__).parents[1]
PACKAGE = "src/overland/"


class Room(NamedTuple):
    """How much of a package is reached."""

    name: str
    reached: int  # lines and branches
    of: int

    @property
    def percent(self) -> float:
        return 100 * self.reached / self.of if self.of else 100.0


def rooms_of(report: Mapping[str, Any]) -> dict[str, Room]:
    """The packages of a JSON report of coverage; what lies beside them counts as the package ``overland``."""
    rooms: dict[str, Room] = {}
    for name, file in report["files"].items():
        parts = Path(name).as_posix().partition(PACKAGE)[2].split("/")
        room = parts[0] if len(parts) > 1 else "overland"
        summary = file["summary"]
        before = rooms.get(room, Room(room, 0, 0))
        reached = summary["covered_lines"] + summary.get("covered_branches", 0)
        of = summary["num_statements"] + summary.get("num_branches", 0)
        rooms[room] = Room(room, before.reached + reached, before.of + of)
    return rooms


def problems(rooms: Mapping[str, Room], floors: Mapping[str, float]) -> list[str]:
    """A sentence for each package below its floor, without one, or with one that is not there."""
    found = [f"{name}: there is a floor, but no such package was measured" for name in sorted({*floors} - {*rooms})]
    for name, room in sorted(rooms.items()):
        if name not in floors:
            found.append(f"{name}: no floor in pyproject.toml ({room.percent:.1f} % are reached)")
        elif room.percent < floors[name]:
            found.append(f"{name}: {room.percent:.1f} % are reached, the floor is {floors[name]} %")
    return found


def worst_files(report: Mapping[str, Any], count: int = 8) -> list[str]:
    """The files with the most lines that no test reaches."""
    missing = sorted(((len(file["missing_lines"]), name) for name, file in report["files"].items()), reverse=True)
    return [f"{lines:>5} lines not reached in {name}" for lines, name in missing[:count] if lines]


def read_report() -> dict[str, Any]:
    """Coverage's data of the last run as its JSON report."""
    coverage = Coverage(config_file=str(ROOT / "pyproject.toml"))
    coverage.load()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "coverage.json"
        coverage.json_report(outfile=str(file))
        report: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return report


def main() -> None:
    """Print what is reached and refuse what is too little."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    floors = settings["tool"]["overland"]["coverage"]
    report = read_report()
    rooms = rooms_of(report)
    for name, room in sorted(rooms.items()):
        print(f"   {name:<10} {room.percent:5.1f} %   floor {floors.get(name, 'none')}")
    if found := problems(rooms, floors):
        sys.exit("\n".join([*worst_files(report), *found]))


if __name__ == "__main__":
    main()
