"""Games of bots as data: one row for every decision, in Parquet files that are written one by one.

What a file holds depends on the plan and on its number only, so a run that was stopped goes on where it was, and the
number of processes does not matter.
"""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from overland import __version__
from overland.bots.catalogue import bot_named
from overland.bots.games import KNOWLEDGE
from overland.bots.inputs import Inputs
from overland.engine.errors import SettingsError
from overland.engine.games import checked_options, checked_players, game_named
from overland.engine.match import Match
from overland.rl.data_card import card
from overland.rl.extras import missing

PLAN = "dataset.json"
CARD = "README.md"
MANY = 1_000_000  # games have seeds of their own below this, counted from the plan's


@dataclass(frozen=True)
class Plan:
    """Which games are played, and how they are put into files."""

    game: str
    bots: tuple[str, ...]  # one for all seats, or one for each; they move on by one seat from game to game
    players: int = 2
    games: int = 1000
    shard_games: int = 200  # games in a file
    seed: int = 1
    options: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rules = game_named(self.game)
        checked_players(rules, self.players)
        checked_options(rules, self.options)
        if len(self.bots) not in (1, self.players):
            raise SettingsError(f"There must be one bot, or one for each of the {self.players} seats.")
        for name in self.bots:
            bot_named(name, rules, 0)
        if not 1 <= self.games <= MANY or self.shard_games < 1:
            raise SettingsError(f"There can be 1 to {MANY:,} games, and at least one in a file.")

    @property
    def shards(self) -> int:
        """How many files there are."""
        return -(-self.games // self.shard_games)

    def name_of(self, shard: int) -> str:
        """The name of a file, in a folder that holds nothing else."""
        return f"data/{self.game}-{shard:05}-of-{self.shards:05}.parquet"

    def games_of(self, shard: int) -> range:
        """The numbers of the games in a file."""
        return range(shard * self.shard_games, min(self.games, (shard + 1) * self.shard_games))

    def as_data(self) -> dict[str, Any]:
        """The plan as it is kept beside the files."""
        return {**asdict(self), "bots": list(self.bots), "overland": __version__, "rules": self.rules_version}

    @property
    def rules_version(self) -> int:
        return game_named(self.game).rules_version


def parquet() -> Any:
    """PyArrow with its Parquet part, which comes with an extra."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise missing("PyArrow", "data") from error
    return pyarrow


def write_dataset(
    plan: Plan, folder: Path, processes: int = 1, told: Callable[[int], None] = lambda games: None
) -> int:
    """Write the files that are not there yet, and the data card; returns how many games were played for that.

    ``told`` is called with the number of games whenever some are finished. A folder that holds another plan's files is
    refused.
    """
    parquet()
    (folder / "data").mkdir(parents=True, exist_ok=True)
    kept = folder / PLAN
    wanted = plan.as_data()
    if kept.exists() and json.loads(kept.read_text(encoding="utf-8")) != wanted:
        raise SettingsError(f"{folder} holds another data set; name another folder, or remove it.")
    kept.write_text(json.dumps(wanted, indent=1) + "\n", encoding="utf-8")
    left = [shard for shard in range(plan.shards) if not (folder / plan.name_of(shard)).exists()]
    told(plan.games - sum(len(plan.games_of(shard)) for shard in left))
    played = 0
    for games in shards_written(plan, folder, left, processes, told):
        played += games
    (folder / CARD).write_text(card(plan.as_data(), rows_in(folder)), encoding="utf-8")
    return played


def shards_written(
    plan: Plan, folder: Path, left: list[int], processes: int, told: Callable[[int], None]
) -> Iterator[int]:
    """Write files, in processes of their own if there are several; gives the number of games of each when done."""
    if processes == 1 or len(left) <= 1:
        for shard in left:
            yield write_shard(plan, folder, shard, told)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(write_shard, plan, folder, shard) for shard in left]):
            told(done.result())
            yield done.result()


def write_shard(plan: Plan, folder: Path, shard: int, told: Callable[[int], None] | None = None) -> int:
    """Play the games of a file and write it, whole or not at all; returns how many games it has."""
    arrow = parquet()
    rows: list[dict[str, Any]] = []
    for number in plan.games_of(shard):
        rows += play(plan, number)
        if told is not None:
            told(1)
    notes = {"overland": json.dumps(plan.as_data())}
    table = arrow.Table.from_pylist(rows, schema=schema().with_metadata(notes))
    file = folder / plan.name_of(shard)
    part = file.with_suffix(".part")
    arrow.parquet.write_table(table, part, compression="zstd")
    part.replace(file)
    return len(plan.games_of(shard))


def play(plan: Plan, number: int) -> list[dict[str, Any]]:
    """Play a game; a row for every decision."""
    rules = game_named(plan.game)
    match = Match(rules, players=plan.players, options=plan.options, seed=plan.seed * MANY + number)
    names = [plan.bots[(seat + number) % len(plan.bots)] for seat in range(plan.players)]
    bots = [
        bot_named(name, rules, (plan.seed * MANY + number) * plan.players + seat) for seat, name in enumerate(names)
    ]
    knowledge = KNOWLEDGE[rules.name]
    inputs = Inputs(np.zeros(knowledge.max_active, np.int64), np.zeros(knowledge.max_active, np.float32))
    rows: list[dict[str, Any]] = []
    while not match.is_over:
        seat, legal, view = match.to_act, match.legal.actions, match.view(match.to_act)
        active = knowledge.write_inputs(match.box, view, inputs)
        choice = int(bots[seat].choose(match.box, view, legal))
        rows.append(
            {
                "game": number,
                "decision": len(rows),
                "seat": seat,
                "bot": names[seat],
                "position": match.position.text,
                "view": view.tobytes(),
                "inputs": inputs.indices[:active].tolist(),
                "strengths": inputs.values[:active].tolist(),
                "legal": legal.tolist(),
                "choice": choice,
                "move": rules.action_text(choice),
            }
        )
        match.play(choice, seat=seat)
    for row in rows:
        row["points"] = match.scores
        row["won"] = (row["seat"] in match.winners) / len(match.winners)
    return rows


def schema() -> Any:
    """The columns."""
    arrow = parquet()
    return arrow.schema(
        [
            ("game", arrow.int32()),
            ("decision", arrow.int16()),
            ("seat", arrow.int8()),
            ("bot", arrow.string()),
            ("position", arrow.string()),
            ("view", arrow.binary()),
            ("inputs", arrow.list_(arrow.int16())),
            ("strengths", arrow.list_(arrow.float32())),
            ("legal", arrow.list_(arrow.int32())),
            ("choice", arrow.int32()),
            ("move", arrow.string()),
            ("points", arrow.list_(arrow.int16())),
            ("won", arrow.float32()),
        ]
    )


def rows_in(folder: Path) -> int:
    """How many rows all files of a folder have."""
    arrow = parquet()
    return sum(int(arrow.parquet.ParquetFile(file).metadata.num_rows) for file in sorted(folder.glob("data/*.parquet")))
