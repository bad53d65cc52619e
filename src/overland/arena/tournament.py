"""A tournament: bots against bots over many deals, every deal from every seat."""

import secrets
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from overland import __version__
from overland.arena.controls import control_plans
from overland.arena.entrants import Entrant, Participant, as_entrant, check_entrants
from overland.arena.executors import chosen_executor
from overland.arena.jobs import Event, Job
from overland.arena.lineups import Lineup, checked_lineups, make_lineups, names_of
from overland.arena.ratings import chosen_anchor
from overland.arena.report import Report
from overland.arena.results import ResultsFile, digest_of_code, digest_of_data
from overland.arena.summary import Played, summarise
from overland.arena.terms import MOVE_LIMIT, Terms
from overland.engine.errors import SettingsError
from overland.engine.games import game_named

CONTROL_DEALS = 100


@dataclass(frozen=True)
class Progress:
    done: int  # blocks, including those already in the file
    total: int
    played: int  # games in this run


#: Gets the progress at the start and after every block.
Watcher = Callable[[Progress], None]


class Tournament:
    """Bots against bots.

    ``bots`` are texts like ``greedy`` or ``mymodule:MyBot@0.5s``, classes, bots, or entrants. ``lineups`` are played
    instead of every combination of them. The rating of ``anchor`` is 0. With ``out``, blocks are kept in a file and a
    tournament that was stopped resumes where it left off, unless ``fresh`` starts the file over.
    """

    def __init__(
        self,
        game: str,
        bots: Sequence[Participant] = (),
        terms: Terms | None = None,
        *,
        lineups: Sequence[Sequence[str]] = (),
        anchor: str | None = None,
        out: Path | str | None = None,
        fresh: bool = False,
    ) -> None:
        self.terms = terms = terms or Terms()
        self.game = game_named(game)
        self.players = terms.checked_players(self.game)
        self.options = terms.checked_options(self.game)
        self.data = terms.loaded_data(self.game)
        self.range_name = terms.checked_range("test")
        terms.check_deals()
        self.first, self.deals = terms.first, terms.deals
        named = [as_entrant(bot) for bot in bots]
        self.named_lineups = checked_lineups(lineups, self.players)
        self.lineups = self.named_lineups or make_lineups([entrant.name for entrant in named], self.players)
        self.entrants = entrants_of(named, self.lineups)
        self.plans = control_plans(self.lineups, self.players) if terms.controls else []
        self.anchor = chosen_anchor(list(self.entrants), anchor)
        if self.anchor not in self.entrants:
            raise SettingsError(f"The anchor {self.anchor!r} is not one of the bots.")
        check_entrants(self.entrants.values(), self.game, terms.move_limit)
        self.results = ResultsFile(self.settings(), None if out is None else Path(out), fresh)
        self.abandoned: list[tuple[Lineup, int]] = []

    def run(self, processes: int = 1, *, dask: str | None = None, watcher: Watcher | None = None) -> Report:
        """Play what is still to be played, in this process, in several, or on a Dask cluster, and report on all of it.

        A script that plays in several processes must call this under ``if __name__ == "__main__":``.
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
        """Every block of the tournament, deal by deal, so that one stopped early has been fair to all line-ups."""
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
            move_limit=self.terms.move_limit,
        )

    def settings(self) -> dict[str, Any]:
        """What a results file must share with this tournament."""
        return {
            "game": self.game.name,
            "rules": self.game.rules_version,
            "players": self.players,
            "options": self.options,
            "data": digest_of_data(self.data),
            "lineups": self.lineups,
            "range": self.range_name,
            "move_limit": self.terms.move_limit,
            "overland": __version__,
            "code": digest_of_code(self.entrants),
        }

    def report(self) -> Report:
        """The report on the blocks that have been played."""
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
        played = Played(
            lineups=self.lineups,
            blocks=[block for block in blocks if block.lineup in self.lineups],
            plans=self.plans,
            control_blocks=[
                block for block in blocks if block.lineup in control_lineups and block.deal < self.first + CONTROL_DEALS
            ],
            abandoned=self.abandoned,
        )
        return summarise(facts, played, self.anchor)

    def command(self) -> str | None:
        """The command that plays this tournament, without files; None if a bot has no text."""
        if any(entrant.maker is not None for entrant in self.entrants.values()):
            return None
        words = ["overland", "arena", "--game", self.game.name, "--players", str(self.players)]
        for lineup in self.named_lineups:
            words += ["--lineup", ",".join(lineup)]
        words += [] if self.named_lineups else ["--bots", ",".join(self.entrants)]
        words += ["--deals", str(self.deals), "--range", self.range_name]
        words += ["--first", str(self.first)] if self.first else []
        for name, value in self.options.items():
            words += ["--option", f"{name}={value}"] if value != self.game.options[name][0] else []
        words += ["--data", self.terms.data.name] if isinstance(self.terms.data, Path) else []
        words += [] if self.plans else ["--no-controls"]
        words += ["--anchor", self.anchor] if self.anchor != chosen_anchor(list(self.entrants)) else []
        move_limit = self.terms.move_limit
        words += ["--move-limit", f"{move_limit:g}"] if move_limit != MOVE_LIMIT else []
        return shlex.join(words)


def entrants_of(named: Sequence[Entrant], lineups: Sequence[Lineup]) -> dict[str, Entrant]:
    """The bots of the line-ups, in the order they were named."""
    seated = names_of(lineups)
    for entrant in named:
        if entrant.name not in seated:
            raise SettingsError(f"The bot {entrant.name} is in no line-up.")
        if entrant.is_single and any(lineup.count(entrant.name) > 1 for lineup in lineups):
            raise SettingsError(
                f"There is only one bot {entrant.name}, but a line-up has several;"
                " give each a name of its own, or name a function that makes them."
            )
    return {entrant.name: entrant for entrant in named} | {
        name: Entrant(name) for name in seated if name not in {entrant.name for entrant in named}
    }
