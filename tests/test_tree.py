"""What must not stand anywhere in the tree, what must, and that the README speaks the truth."""

import doctest
import os
import re
import subprocess
from pathlib import Path

import pytest
from tools.library_page import PAGE, page

import overland
import overland.engine.match
import overland.engine.position

ROOT = Path(__file__).parent.parent
# spelled in pieces, so that this file does not find itself
HOSTS = re.compile("|".join(["py" + r"pi\.org", "pythonhost" + "ed", "npm" + r"js\.", r"https?://registry\."]))
MACHINE_PATHS = re.compile("|".join(["/wo" + "rk/", "/ro" + "ot/", "/home/" + r"\w+/"]))


def tracked_files() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.fail("the tree test needs the git checkout")
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


@pytest.mark.parametrize("pattern", [HOSTS, MACHINE_PATHS], ids=["registries", "paths"])
def test_no_registry_address_and_no_path_of_a_machine_is_in_the_tree(pattern: re.Pattern[str]) -> None:
    for file in tracked_files():
        found = pattern.search(file.read_text(encoding="utf-8", errors="replace"))
        assert not found, f"{file.relative_to(ROOT)}: {found and found.group()}"


def test_everything_that_is_exported_exists() -> None:
    for name in overland.__all__:
        assert hasattr(overland, name)


def test_the_examples_in_the_readme_and_the_docs_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for file in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        result = doctest.testfile(str(file), module_relative=False, encoding="utf-8")
        assert result.failed == 0, file.name
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8").attempted >= 5
    for module in (overland.engine.match, overland.engine.position):
        assert doctest.testmod(module).failed == 0


def test_the_reference_page_says_what_the_docstrings_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "./dev run python -m tools.library_page --write"


def test_the_changelog_and_the_citation_name_this_version() -> None:
    assert f"## {overland.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\nversion: {overland.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_make_knows_every_command_of_the_script() -> None:
    commands = re.findall(r"^\./dev (\w+)", (ROOT / "dev").read_text(encoding="utf-8"), re.MULTILINE)
    targets = re.search(r"^COMMANDS = (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert targets
    assert sorted(targets[1].split()) == sorted(commands)


def test_nothing_that_is_ignored_is_tracked() -> None:
    command = ["git", "ls-files", "--cached", "--ignored", "--exclude-standard"]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout == ""


def test_every_screenshot_in_the_tree_is_shown_by_a_page() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    shown = set(re.findall(r"screenshots/([\w.-]+)", text))
    assert {file.name for file in (ROOT / "docs" / "screenshots").iterdir()} == shown


def test_the_scripts_can_be_run() -> None:
    for script in ("dev", ".ci/run"):
        assert os.access(ROOT / script, os.X_OK)
