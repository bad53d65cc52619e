"""The ladder: how strong every level is against the one below, measured, kept, and measured again.

Ratings are measured at fixed simulations, so that they do not depend on the machine; the results are kept in
``ladder.json`` beside this file. A check plays a small version again and complains if a level has certainly lost
ground: if the whole new interval lies below the whole old one.
"""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

from overland.arena.terms import Terms
from overland.arena.tournament import Tournament, Watcher
from overland.engine.errors import RecordError, SettingsError
from overland.engine.games import GAMES

FILE = Path(__file__).parent / "ladder.json"

#: The levels from the bottom up, those that search at the simulations they are rated with.
RUNGS = ("greenhorn", "homesteader", "trader", "drover", "scout", "guide@64", "tracker@256", "trailblazer@1024")
STRONGEST = "trailblazer@256"  # with few enough simulations to be measured often
HARDER = "trailblazer@1024"  # with as many simulations as flat Monte Carlo, which takes longer over them
ISMCTS = "overland.rl.ismcts:IsMctsBot@1000"
FULL_TIME = "trailblazer@0.5s"  # as people meet it
MIXED = " and "  # between bots that sit at the table together
CHECK_RUNGS = 6  # a check measures the pairs up to here; beyond, games take seconds


@dataclass(frozen=True)
class Pairing:
    """One bot against another, or alone against several copies of it or several others: what one row measures."""

    game: str
    players: int
    one: str
    other: str

    @property
    def lineup(self) -> tuple[str, ...]:
        if MIXED in self.other:
            return (self.one, *self.other.split(MIXED))
        return (self.one, *[self.other] * (self.players - 1))


@dataclass(frozen=True)
class Row:
    """What was measured for one pairing, as it is kept in the file."""

    game: str
    players: int
    one: str
    other: str
    deals: int
    games: int
    share: float
    low: float
    high: float
    margin: float | None
    turn_median: float | None  # seconds of a whole turn of the first bot, on the machine that measured
    turn_high: float | None  # 99th percentile
    command: str

    @property
    def pairing(self) -> Pairing:
        return Pairing(self.game, self.players, self.one, self.other)

    @property
    def par(self) -> float:
        """The share that a bot of equal strength would win."""
        return 1 / self.players

    @property
    def elo(self) -> float | None:
        """How much stronger the first is, in Elo, with two players; None if it never lost."""
        if self.players != 2 or not 0 < self.share < 1:
            return None
        return 400 * math.log10(self.share / (1 - self.share))


def pairs(players: int) -> list[tuple[str, str]]:
    """What is measured: neighbours on the ladder, and the strongest against 0.1 and well-known opponents."""
    neighbours = [(upper, lower) for lower, upper in pairwise(RUNGS)]
    anchors = [("net", "greedy"), ("net", "first-net"), (STRONGEST, "first-search@256"), (STRONGEST, "greedy")]
    others = {
        2: [
            ("greedy", "random"),
            (STRONGEST, "net"),
            (HARDER, "planner24@1024"),
            (FULL_TIME, STRONGEST),
            (STRONGEST, ISMCTS),
        ],
        3: [(STRONGEST, f"planner24@256{MIXED}greedy")],
    }
    return [*neighbours, *anchors, *others.get(players, [])]


def measure(
    pairing: Pairing, deals: int, processes: int, watcher: Watcher | None = None, dask: str | None = None
) -> Row:
    """Play one row of the ladder on the deals reserved for tests, here or on a Dask cluster."""
    terms = Terms(players=pairing.players, deals=deals, controls=False)
    tournament = Tournament(pairing.game, terms=terms, lineups=[pairing.lineup])
    report = tournament.run(processes, watcher=watcher, dask=dask)
    standing = report.standing(pairing.one)
    total, thinking = standing.total, standing.thinking
    assert total.share.low is not None and total.share.high is not None
    return Row(
        **asdict(pairing),
        deals=deals,
        games=total.games,
        share=round(total.share.value, 4),
        low=round(total.share.low, 4),
        high=round(total.share.high, 4),
        margin=None if total.margin is None else round(total.margin.value, 1),
        turn_median=None if thinking is None else round(thinking.median_turn, 3),
        turn_high=None if thinking is None else round(thinking.slow_turn, 3),
        command=report.command or "",
    )


def load(path: Path = FILE) -> list[Row]:
    try:
        return [Row(**row) for row in json.loads(path.read_text(encoding="utf-8"))] if path.exists() else []
    except (OSError, ValueError, TypeError) as error:
        raise RecordError(f"{path} is not a ladder: {error}.") from None


def keep(rows: Iterable[Row], path: Path = FILE) -> None:
    """Put rows into the file; an earlier row for the same pair is replaced."""
    found = {row.pairing: row for row in load(path)} | {row.pairing: row for row in rows}
    order = {name: number for number, name in enumerate(GAMES)}
    ordered = sorted(found.values(), key=lambda row: (order[row.game], row.players, place(row)))
    text = "[\n" + ",\n".join(json.dumps(asdict(row)) for row in ordered) + "\n]\n"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror or error}.") from None


def place(row: Row) -> tuple[int, str]:
    """Sorts a row among those of its game and number of players."""
    wanted = pairs(row.players)
    return (wanted.index((row.one, row.other)) if (row.one, row.other) in wanted else len(wanted)), row.one


def check(rows: Sequence[Row], deals: int, processes: int) -> Iterator[tuple[Row, Row, bool]]:
    """Measure the quick rows again with fewer deals; yields the old row, the new one, and whether it dropped."""
    quick = {*zip(RUNGS[1:CHECK_RUNGS], RUNGS[: CHECK_RUNGS - 1], strict=True), ("greedy", "random")}
    for row in rows:
        if (row.one, row.other) in quick:
            again = measure(row.pairing, deals, processes)
            yield row, again, has_dropped(row, again)


def has_dropped(before: Row, now: Row) -> bool:
    """Whether a level has certainly lost ground: the two intervals have nothing in common."""
    return now.high < before.low


def page(rows: Sequence[Row]) -> str:
    """The tables of ``docs/ladder.md``."""
    lines: list[str] = []
    for game in GAMES.values():
        for players in range(game.min_players, game.max_players + 1):
            found = [row for row in rows if row.game == game.name and row.players == players]
            if found:
                lines += [f"## {game.title}, {players} players", "", *markdown_table(found), ""]
    return "\n".join(lines)


def markdown_table(rows: Sequence[Row]) -> list[str]:
    """The rows of one game and number of players."""
    against = "against" if rows[0].players == 2 else f"alone against {rows[0].players - 1} x"
    lines = [
        f"| bot | {against} | wins | 95 % interval | Elo | margin | deals | turn: median, 99 % |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        elo = "" if row.elo is None else f"{row.elo:+.0f}"
        margin = "" if row.margin is None else f"{row.margin:+.1f}"
        turn = "" if row.turn_median is None else f"{row.turn_median:.2f} s, {row.turn_high:.2f} s"
        lines.append(
            f"| {row.one} | {row.other} | {row.share:.1%} | {row.low:.1%} to {row.high:.1%} | {elo} | {margin}"
            f" | {row.deals} | {turn} |"
        )
    return lines
