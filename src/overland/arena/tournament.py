"""A tournament: bots against bots over many deals, every deal from every seat."""

import secrets
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from overland import __version__
from overland.arena.blocks import Block
from overland.arena.clock import Alarm
from overland.arena.deals import RANGE_SIZE, checked_range, deal_seed
from overland.arena.entrants import Entrant, Participant, as_entrant, check_entrants
from overland.arena.lineups import Lineup, checked_tables, make_lineups, names_of
from overland.arena.ratings import chosen_anchor
from overland.arena.report import ControlPlan, Report, summarise
from overland.arena.results import ResultsFile, digest_of_code, digest_of_data
from overland.arena.statistics import Estimate
from overland.arena.table import Table
from overland.arena.workers import Event, Job, chosen_executor
from overland.engine.errors import SettingsError
from overland.engine.game import Data, Game, Options
from overland.engine.games import checked_options, checked_players, game_named

CONTROL_DEALS = 100
MOVE_LIMIT = 60.0  # seconds a bot may think about one decision, whatever its budget


@dataclass(frozen=True)
class Progress:
    """How far a tournament is."""

    done: int  # blocks, those that were in the file already included
    total: int
    played: int  # games in this run


#: Is told how far it is: at the start, and after every block.
Watcher = Callable[[Progress], None]


class Tournament:
    """Bots against bots.

    ``bots`` are texts like ``greedy`` or ``mymodule:MyBot@0.5s``, classes, bots, or entrants. ``tables`` are line-ups
    to play instead of every combination. With ``out``, blocks are kept in a file and a tournament that was stopped
    goes on where it was.
    """

    def __init__(
        self,
        game: str,
        bots: Sequence[Participant] = (),
        *,
        players: int = 2,
        deals: int = 100,
        tables: Sequence[Sequence[str]] = (),
        options: Options | None = None,
        data: Data | Path | None = None,
        range_name: str = "test",
        first: int = 0,
        controls: bool = True,
        anchor: str | None = None,
        move_limit: float = MOVE_LIMIT,
        out: Path | str | None = None,
        fresh: bool = False,
    ) -> None:
        self.game = game_named(game)
        self.players = checked_players(self.game, players)
        self.options = checked_options(self.game, options or {})
        self.data_file = data.name if isinstance(data, Path) else None
        self.data = loaded(self.game, data)
        self.range_name = str(checked_range(range_name))
        self.first, self.deals = checked_deals(first, deals)
        self.move_limit = move_limit
        named = [as_entrant(bot) for bot in bots]
        self.tables = checked_tables(tables, players)
        self.lineups = self.tables or make_lineups([entrant.name for entrant in named], players)
        self.entrants = entrants_of(named, self.lineups)
        self.plans = control_plans(self.lineups, players) if controls else []
        self.anchor = chosen_anchor(list(self.entrants), anchor)
        if self.anchor not in self.entrants:
            raise SettingsError(f"The anchor {self.anchor!r} is not one of the bots.")
        check_entrants(self.entrants.values(), self.game, move_limit)
        self.results = ResultsFile(self.settings(), None if out is None else Path(out), fresh)
        self.abandoned: list[tuple[Lineup, int]] = []

    def run(self, processes: int = 1, *, dask: str | None = None, watcher: Watcher | None = None) -> Report:
        """Play what is not there yet, in this process, in several, or on a Dask cluster, and report on all of it.

        In several processes, a script stands under ``if __name__ == "__main__":``.
        """
        executor = chosen_executor(processes, dask)
        jobs = [job for job in self.jobs() if (job.lineup, job.deal) not in self.results.blocks]
        done, played = len(list(self.jobs())) - len(jobs), 0
        total = done + len(jobs)
        watcher = watcher or (lambda progress: None)
        watcher(Progress(done, total, played))
        self.abandoned = []
        with self.results:
            for job, block in executor.run(self.event(), jobs) if jobs else ():
                if block is not None:
                    self.results.add(block)
                    played += len(block.games)
                elif job.deal is not None:
                    self.abandoned.append((job.lineup, job.deal))
                done += 1
                watcher(Progress(done, total, played))
        return self.report()

    def jobs(self) -> Iterator[Job]:
        """Every block of the tournament, deal by deal, so that one that is stopped has been fair to all line-ups."""
        for deal in range(self.first, self.first + self.deals):
            for lineup in self.lineups:
                yield Job(lineup, deal)
            if deal - self.first < CONTROL_DEALS:
                for plan in self.plans:
                    if plan.lineup not in self.lineups:
                        yield Job(plan.lineup, deal)

    def event(self) -> Event:
        """What workers must know."""
        controls = {name: Entrant(name) for name in names_of([plan.lineup for plan in self.plans])}
        return Event(
            token=secrets.token_hex(8),
            game=self.game.name,
            players=self.players,
            options=self.options,
            data=self.data,
            entrants={**controls, **self.entrants},
            range_name=self.range_name,
            move_limit=self.move_limit,
        )

    def settings(self) -> dict[str, Any]:
        """What a results file must have in common with this tournament."""
        return {
            "game": self.game.name,
            "rules": self.game.rules_version,
            "players": self.players,
            "options": self.options,
            "data": digest_of_data(self.data),
            "lineups": self.lineups,
            "range": self.range_name,
            "move_limit": self.move_limit,
            "overland": __version__,
            "code": digest_of_code(self.entrants),
        }

    def report(self) -> Report:
        """What the blocks that are there tell."""
        wanted = [self.results.blocks.get((job.lineup, job.deal or 0)) for job in self.jobs()]
        blocks = [block for block in wanted if block is not None]
        control_lineups = [plan.lineup for plan in self.plans]
        facts = {
            "game": self.game.name,
            "title": self.game.title,
            "rules": self.game.rules_version,
            "options": dict(self.options),
            "range_name": self.range_name,
            "first": self.first,
            "deals": self.deals,
            "command": self.command(),
            "overland": __version__,
        }
        return summarise(
            facts,
            self.lineups,
            self.anchor,
            [block for block in blocks if block.lineup in self.lineups],
            self.plans,
            [block for block in blocks if block.lineup in control_lineups and block.deal < self.first + CONTROL_DEALS],
            self.abandoned,
        )

    def command(self) -> str | None:
        """The command that plays this tournament, without files; none if a bot has no text."""
        if any(entrant.maker is not None for entrant in self.entrants.values()):
            return None
        words = ["overland", "arena", "--game", self.game.name, "--players", str(self.players)]
        if self.tables:
            for table in self.tables:
                words += ["--tables", ",".join(table)]
        else:
            words += ["--bots", ",".join(self.entrants)]
        words += ["--deals", str(self.deals), "--range", self.range_name]
        words += ["--first", str(self.first)] if self.first else []
        for name, value in self.options.items():
            words += ["--option", f"{name}={value}"] if value != self.game.options[name][0] else []
        if self.data_file is not None:
            words += ["--map" if self.game.name == "oregon" else "--tiles", self.data_file]
        words += [] if self.plans else ["--no-controls"]
        words += ["--anchor", self.anchor] if self.anchor != chosen_anchor(list(self.entrants)) else []
        words += ["--move-limit", f"{self.move_limit:g}"] if self.move_limit != MOVE_LIMIT else []
        return shlex.join(words)


def loaded(game: Game, data: Data | Path | None) -> Data:
    """The map or tile set of a game: the default, that of a file, or one that is given."""
    return game.load_data(data) if data is None or isinstance(data, Path) else game.check_data(data, "the data")


def checked_deals(first: int, deals: int) -> tuple[int, int]:
    """The number of the first deal and how many there are."""
    if deals < 1:
        raise SettingsError(f"A tournament has at least one deal, not {deals}.")
    if not 0 <= first <= RANGE_SIZE - deals:
        raise SettingsError(f"Deals are numbered from 0 to {RANGE_SIZE - 1}; {deals} cannot start at {first}.")
    return first, deals


def entrants_of(named: Sequence[Entrant], lineups: Sequence[Lineup]) -> dict[str, Entrant]:
    """Everybody who sits at a table, in the order they were named."""
    seated = names_of(lineups)
    for entrant in named:
        if entrant.name not in seated:
            raise SettingsError(f"The bot {entrant.name} sits at no table.")
        if entrant.is_single and any(lineup.count(entrant.name) > 1 for lineup in lineups):
            raise SettingsError(
                f"There is one bot {entrant.name}, but a line-up has several;"
                " give each a name of its own, or name a function that makes them."
            )
    return {entrant.name: entrant for entrant in named} | {
        name: Entrant(name) for name in seated if name not in {entrant.name for entrant in named}
    }


def control_plans(lineups: Sequence[Lineup], players: int) -> list[ControlPlan]:
    """The controls for so many players; one that is played anyway is not played twice."""
    mirror: Lineup = ("greedy",) * players
    saturated: Lineup = ("greedy", *["random"] * (players - 1))
    same = next((lineup for lineup in lineups if sorted(lineup) == sorted(saturated)), saturated)
    return [
        ControlPlan("mirror", mirror, "greedy", "the interval holds par", expects_par=True),
        ControlPlan("saturated", same, "greedy", "the interval is above par", expects_par=False),
    ]


@dataclass(frozen=True)
class Comparison:
    """How the first bot did against the second: its share of the wins, with an interval of 95 %."""

    share: float
    low: float
    high: float
    is_saturated: bool
    par: float
    margin: Estimate | None
    games: int
    report: Report


def compare(
    game: str,
    bots: Sequence[Participant],
    players: int = 2,
    deals: int = 100,
    range_name: str = "selection",
    processes: int = 1,
    *,
    first: int = 0,
    options: Options | None = None,
    data: Data | Path | None = None,
    move_limit: float = MOVE_LIMIT,
) -> Comparison:
    """Play one bot against another, or alone against as many copies of it as there are other seats."""
    if len(bots) != 2:
        raise SettingsError(f"Two bots can be compared, not {len(bots)}.")
    one, other = (as_entrant(bot) for bot in bots)
    tournament = Tournament(
        game, [one, other], players=players, deals=deals, tables=[(one.name, *[other.name] * (players - 1))],
        options=options, data=data, range_name=range_name, first=first, controls=False, move_limit=move_limit,
    )  # fmt: skip
    report = tournament.run(processes)
    found = report.standing(one.name).total
    share = found.share
    assert share.low is not None and share.high is not None
    return Comparison(
        share.value, share.low, share.high, share.is_saturated, report.par, found.margin, found.games, report
    )  # fmt: skip


def play_blocks(
    game: str,
    bots: Sequence[Participant],
    deals: Iterable[int],
    *,
    range_name: str = "selection",
    options: Options | None = None,
    data: Data | Path | None = None,
    move_limit: float = MOVE_LIMIT,
) -> list[Block]:
    """Play some deals with one line-up, a bot a seat, in this process, and return what happened in each game."""
    rules = game_named(game)
    entrants = [as_entrant(bot) for bot in bots]
    lineup = tuple(entrant.name for entrant in entrants)
    checked = entrants_of(entrants, [lineup])
    check_entrants(checked.values(), rules, move_limit)
    chosen = checked_options(rules, options or {})
    players = checked_players(rules, len(lineup))
    table = Table(rules, players, chosen, loaded(rules, data), checked, move_limit, Alarm())
    return [table.play_block(lineup, deal, deal_seed(range_name, deal)) for deal in deals]
