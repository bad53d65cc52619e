"""Compilation, randomness, chance, perft, batches: what the games stand on."""

import ast
import collections
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from overland.engine import jit
from overland.engine.batch import advance, step
from overland.engine.chance import commitment, new_seed, pick_outcome, seed_from
from overland.engine.games import GAMES
from overland.engine.perft import divide, perft
from overland.engine.playout import play_many
from overland.engine.record import ACTION, copy_record, new_record
from overland.engine.rng import RNG, new_rng, next_bits, random_below, random_weighted
from overland.engine.warm import warm_up

KERNEL_MARKS = {"compiled", "part_of_callers", "repeated_in_callers"}


def test_the_generator_repeats_its_stream_and_reaches_everything() -> None:
    first, second = new_rng(7), new_rng(7)
    assert [next_bits(first) for _ in range(5)] == [next_bits(second) for _ in range(5)]
    assert next_bits(new_rng(8)) != next_bits(new_rng(7))
    tally = collections.Counter(random_below(first, 6) for _ in range(6000))
    assert sorted(tally) == list(range(6))
    assert all(800 < count < 1200 for count in tally.values())


def test_the_generator_gives_the_published_stream_of_xoshiro128_starstar() -> None:
    rng = new_record(RNG)
    rng.words[:] = [1, 2, 3, 4]
    assert [next_bits(rng) for _ in range(4)] == [11520, 0, 5927040, 70819200]


def test_weights_are_kept() -> None:
    rng = new_rng(1)
    weights = np.array([0, 3, 0, 1, 9], ACTION)
    tally = collections.Counter(random_weighted(rng, weights, 4) for _ in range(4000))
    assert set(tally) == {1, 3}
    assert 2800 < tally[1] < 3200


def test_chance_follows_from_the_seed_alone() -> None:
    seed = seed_from(5)
    outcomes = [pick_outcome(seed, number, [10, 1, 5]) for number in range(400)]
    assert outcomes == [pick_outcome(seed, number, [10, 1, 5]) for number in range(400)]
    assert set(outcomes) == {0, 1, 2}
    assert outcomes.count(0) > outcomes.count(2) > outcomes.count(1)
    assert new_seed() != new_seed()
    assert commitment(seed) != commitment(seed_from(6))


def test_random_play_in_bulk_and_move_by_move_agree_on_the_end() -> None:
    for game in GAMES.values():
        box = game.make_box(game.load_data(None))
        start = game.setup(box, 2, {})
        states = np.zeros(1, game.state_type)
        actions, weights = np.empty(game.max_legal, ACTION), np.empty(game.max_legal, ACTION)
        assert play_many(box, start, states, new_rng(1), actions, weights, 2) > 20
        boxes, rngs = np.zeros(1, game.box_type), np.zeros(1, RNG)
        boxes[0], rngs[0] = box, new_rng(1)
        states[0] = start
        count, moves = advance(boxes, states, 0, rngs, actions, weights), 0
        while count:
            count = step(boxes, states, 0, int(actions[moves % count]), rngs, actions, weights)
            moves += 1
        assert game.to_act(states[0]) == -2


def test_warming_up_calls_every_kernel() -> None:
    for game in GAMES.values():
        warm_up(game)


def test_perft_counts_and_divides() -> None:
    for game in GAMES.values():
        box = game.make_box(game.load_data(None))
        state = game.setup(box, 2, {})
        before = state.tobytes()
        assert perft(game, box, state, 0) == 1
        branches = dict(divide(game, box, state, 3))
        assert sum(branches.values()) == perft(game, box, state, 3)
        assert state.tobytes() == before
        assert copy_record(state).tobytes() == before


def test_kernels_know_no_other_mode(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import overland"],
        env={**os.environ, "OVERLAND_KERNELS": "turbo"},
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert "turbo" in done.stderr


def test_the_cache_folder_changes_with_any_kernel_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = jit.source_digest("engine")
    assert first == jit.source_digest("engine")
    package = tmp_path / "overland"
    for room in jit.KERNEL_PACKAGES:
        (package / room).mkdir(parents=True)
    (package / "engine" / "callee.py").write_text("ANSWER = 1\n")
    monkeypatch.setattr(jit, "__file__", str(package / "engine" / "jit.py"))
    digest, bots = jit.source_digest("engine"), jit.source_digest("bots")
    (package / "engine" / "callee.py").write_text("ANSWER = 2\n")
    assert jit.source_digest("engine") != digest != first
    assert jit.source_digest("bots") != bots, "the bots' kernels call the rules'"
    digest, bots = jit.source_digest("engine"), jit.source_digest("bots")
    (package / "bots" / "bot.py").write_text("")
    assert jit.source_digest("engine") == digest
    assert jit.source_digest("bots") != bots


def test_every_kernel_has_a_package() -> None:
    assert jit.package_of("overland.engine.oregon.legal") == "engine"
    assert jit.package_of("overland.rl.ismcts") == "rl"
    assert jit.package_of("overland.bots.net") == jit.package_of("mybot") == "bots"


@pytest.mark.parametrize("package", jit.WITHOUT_COUNTING)
def test_where_references_are_not_counted_no_kernel_returns_an_array(package: str) -> None:
    found = 0
    for file in sorted((Path(jit.__file__).parent.parent / package).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and KERNEL_MARKS & {ast.unparse(mark) for mark in node.decorator_list}:
                found += 1
                assert node.returns is not None and "Array" not in ast.unparse(node.returns), f"{file}: {node.name}"
    assert found > 10


def test_a_kernel_is_recompiled_when_its_callee_changes(tmp_path: Path) -> None:
    """The trap that the digest is for: with Numba's own cache alone the second run would print 1 again."""
    script = (
        "import sys; from pathlib import Path\n"
        "import overland.engine.jit as jit\n"
        "jit.__file__ = str(Path('overland/engine/jit.py').resolve())\n"
        "jit.MODE = 'compiled'\n"
        "jit.CACHE = {room: jit.open_cache(room) for room in jit.KERNEL_PACKAGES}\n"
        "sys.path.insert(0, 'overland/engine')\n"
        "import caller; print(caller.ask())\n"
    )
    room = tmp_path / "overland" / "engine"
    room.mkdir(parents=True)
    for other in ("bots", "rl"):
        (tmp_path / "overland" / other).mkdir()
    (room / "caller.py").write_text(
        "from overland.engine.jit import compiled\n"
        "from callee import answer\n\n"
        "@compiled\n"
        "def ask():\n"
        "    return answer()\n"
    )
    printed = []
    for value in (1, 2, 2):
        (room / "callee.py").write_text(
            f"from overland.engine.jit import compiled\n\n@compiled\ndef answer():\n    return {value}\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=tmp_path,
            env={
                **os.environ,
                "OVERLAND_KERNELS": "compiled",
                "OVERLAND_CACHE": str(tmp_path / "cache"),
                "PYTHONDONTWRITEBYTECODE": "1",  # the callee changes faster than a .pyc would notice
            },
            capture_output=True,
            text=True,
            check=True,
        )
        printed.append(int(done.stdout))
    assert printed == [1, 2, 2]
    assert len(list((tmp_path / "cache").glob("*-compiled"))) >= 2


def test_old_cache_folders_are_forgotten(tmp_path: Path) -> None:
    for number in range(jit.KEEP_CACHES + 3):
        folder = tmp_path / f"{number}-compiled"
        folder.mkdir()
        os.utime(folder, (number, number))
    (tmp_path / "0-checked").mkdir()
    jit.forget_old_caches(tmp_path)
    newest = [f"{number}-compiled" for number in range(3, 3 + jit.KEEP_CACHES)]
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["0-checked", *newest]


def test_the_cache_can_be_put_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERLAND_CACHE", str(tmp_path / "here"))
    assert jit.cache_home() == tmp_path / "here"
    assert jit.open_cache("engine").parent == tmp_path / "here"
    monkeypatch.delenv("OVERLAND_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "there"))
    assert tmp_path / "there" in jit.cache_home().parents
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("OVERLAND_CACHE", str(tmp_path / "file" / "inside"))
    assert jit.open_cache("engine").exists(), "where none can be made, the temporary folder serves"


def test_the_first_compilation_is_announced_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(jit, "CACHE", {"engine": tmp_path})
    jit.announce_compilation("Oregon")
    jit.announce_compilation("Oregon")
    assert [record.message for record in caplog.records if "Compiling" in record.message] == [caplog.records[0].message]
    monkeypatch.setattr(jit, "CACHE", {})
    jit.announce_compilation("Okanagan")
    assert len(caplog.records) == 1


def test_numba_disable_jit_means_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERLAND_KERNELS", "compiled")
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert jit.chosen_mode() == "interpreted"
    monkeypatch.delenv("NUMBA_DISABLE_JIT")
    assert jit.chosen_mode() == "compiled"


def run_kernels(script: str, cache: Path) -> str:
    """What a script prints in a process of its own, compiled, with a cache of its own."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "OVERLAND_KERNELS": "compiled", "OVERLAND_CACHE": str(cache), "PYTHONPATH": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout + done.stderr


WIDTHS = """
import numpy as np
from overland.engine.jit import compiled

@compiled
def twice(number):
    return number + number

@compiled
def all_widths(small, middle):
    return twice(small[0]) + twice(middle[0]) + twice(5) + twice(len(small))
"""


def test_a_kernel_is_compiled_once_for_integers_of_all_widths(tmp_path: Path) -> None:
    (tmp_path / "widths.py").write_text(WIDTHS)
    script = (
        "import numpy as np; from widths import all_widths, twice\n"
        "print(all_widths(np.full(1, 100, np.int8), np.full(1, 30000, np.int16)), len(twice.signatures))"
    )
    assert run_kernels(script, tmp_path) == "60212 1\n"


def test_the_kernels_that_took_longest_to_compile_are_named(tmp_path: Path) -> None:
    (tmp_path / "widths.py").write_text(WIDTHS)
    script = (
        "import numpy as np; from overland.engine.compile_times import slowest, watch_compilation\n"
        "found = watch_compilation(); from widths import all_widths\n"
        "all_widths(np.ones(1, np.int8), np.ones(1, np.int16)); print(*slowest(found, 9), sep='\\n')"
    )
    lines = run_kernels(script, tmp_path).splitlines()
    assert sorted(line.partition(" s  ")[2] for line in lines) == ["1 x  widths.all_widths", "1 x  widths.twice"]
    assert run_kernels(script, tmp_path).strip() == "", "from the cache"


def test_a_cache_that_cannot_be_written_to_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "widths.py").write_text(WIDTHS)
    script = (
        "import numpy as np; from widths import twice\n"
        "import numba.core.caching as caching\n"
        "def full(*_): raise OSError(28, 'No space left on device')\n"
        "caching.IndexDataCacheFile.save = full\n"
        "print(twice(4), twice(4.5))"
    )
    printed = run_kernels(script, tmp_path)
    assert "8 9.0\n" in printed and printed.count("No space left on device") == 1


def test_kernels_are_written_to_the_cache_by_one_process_at_a_time(tmp_path: Path) -> None:
    written: list[str] = []
    with (tmp_path / "writing.lock").open("a") as other:
        jit.take_lock(other)
        writer = threading.Thread(target=jit.save_alone, args=(tmp_path, lambda: written.append("kernel")))
        writer.start()
        writer.join(0.2)
        assert written == [], "another process is writing"
    writer.join(5)
    assert written == ["kernel"]
