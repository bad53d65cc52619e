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
SOURCE = "src/overland/"


class Package(NamedTuple):
    """A package, and how much of it the tests reach."""

    name: str
    reached: int  # lines and branches
    of: int

    @property
    def percent(self) -> float:
        return 100 * self.reached / self.of if self.of else 100.0


def packages_of(report: Mapping[str, Any]) -> dict[str, Package]:
    """The packages in a JSON coverage report; modules outside them count as the package ``overland``."""
    packages: dict[str, Package] = {}
    for name, file in report["files"].items():
        parts = Path(name).as_posix().partition(SOURCE)[2].split("/")
        package = parts[0] if len(parts) > 1 else "overland"
        summary = file["summary"]
        before = packages.get(package, Package(package, 0, 0))
        reached = summary["covered_lines"] + summary.get("covered_branches", 0)
        of = summary["num_statements"] + summary.get("num_branches", 0)
        packages[package] = Package(package, before.reached + reached, before.of + of)
    return packages


def problems(packages: Mapping[str, Package], floors: Mapping[str, float]) -> list[str]:
    """A sentence for each package below its floor, or without one, and for each floor without a package."""
    found = [f"{name}: there is a floor, but no such package was measured" for name in sorted({*floors} - {*packages})]
    for name, package in sorted(packages.items()):
        if name not in floors:
            found.append(f"{name}: no floor in pyproject.toml ({package.percent:.1f} % are reached)")
        elif package.percent < floors[name]:
            found.append(f"{name}: {package.percent:.1f} % are reached, the floor is {floors[name]} %")
    return found


def worst_files(report: Mapping[str, Any], count: int = 8) -> list[str]:
    """The files with the most lines that no test reaches."""
    missing = sorted(((len(file["missing_lines"]), name) for name, file in report["files"].items()), reverse=True)
    return [f"{lines:>5} lines not reached in {name}" for lines, name in missing[:count] if lines]


def read_report() -> dict[str, Any]:
    """The coverage data of the last run as a JSON report."""
    coverage = Coverage(config_file=str(ROOT / "pyproject.toml"))
    coverage.load()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "coverage.json"
        coverage.json_report(outfile=str(file))
        report: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return report


def main() -> None:
    """Print what is reached, and fail if any of it is too little."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    floors = settings["tool"]["overland"]["coverage"]
    report = read_report()
    packages = packages_of(report)
    for name, package in sorted(packages.items()):
        print(f"   {name:<10} {package.percent:5.1f} %   floor {floors.get(name, 'none')}")
    if found := problems(packages, floors):
        sys.exit("\n".join([*worst_files(report), *found]))


if __name__ == "__main__":
    main()
