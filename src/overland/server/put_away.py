"""What is kept in memory of tables that were put away: a summary for lists, since when players are gone, an alarm.

A table is put away when nobody is at it and nothing happens at it; it comes back when somebody asks for it. A clock
runs on meanwhile: an alarm brings the table back when a player's time is up.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import NamedTuple

from overland.server.live import LiveTable
from overland.server.summaries import Summary


class PutAway(NamedTuple):
    """What lists and visitors are told of a table that was put away."""

    summary: Summary
    gone_since: Mapping[str, float]  # by identity


class Alarm(NamedTuple):
    """Brings a table back when a player's time is up."""

    timer: asyncio.TimerHandle
    since: float  # when the clock of the player began to run


class PutAwayTables:
    """The tables that were put away; of most of them nothing is kept."""

    def __init__(self, most: int, wake: Callable[[str], None]) -> None:
        self.most = most
        self.wake = wake
        self.known: OrderedDict[str, PutAway] = OrderedDict()  # those not asked for for longest first
        self.alarms: dict[str, Alarm] = {}

    def put(self, live: LiveTable, now: float, is_driven: bool) -> None:
        """Put a table away; if this process drives it, its clock runs on."""
        live.stop()
        table = live.table
        self.keep(PutAway(Summary.of(table), dict(live.presence.gone_since)))
        seconds = None if table.to_act is None else table.clock.seconds_to_go(now)
        if seconds is not None and is_driven:
            timer = asyncio.get_running_loop().call_later(seconds, self.wake, table.id)
            self.alarms[table.id] = Alarm(timer, table.clock.since)

    def keep(self, found: PutAway) -> None:
        """Keep what lists need, of not too many tables."""
        self.known[found.summary.id] = found
        self.known.move_to_end(found.summary.id)
        if len(self.known) > self.most:
            self.known.popitem(last=False)

    def get(self, id: str) -> PutAway | None:
        """What is known of a table that is not in memory."""
        if id in self.known:
            self.known.move_to_end(id)
        return self.known.get(id)

    def take_back(self, live: LiveTable, now: float | None) -> None:
        """A table is in memory again: its clock goes on, and who was gone still is.

        After a restart nothing is known of it: what went by meanwhile is nobody's loss, unless (``now`` is none) other
        processes were there.
        """
        id = live.table.id
        found, alarm = self.known.pop(id, None), self.alarms.pop(id, None)
        if found is not None:
            live.presence.gone_since.update(found.gone_since)
        if alarm is not None:
            alarm.timer.cancel()
            live.table.clock.resumed(alarm.since)
        elif now is not None:
            live.table.clock.resumed(now)

    def drop(self, id: str) -> None:
        """Forget a table: what was known of it is no longer so."""
        self.known.pop(id, None)
        alarm = self.alarms.pop(id, None)
        if alarm is not None:
            alarm.timer.cancel()

    def stop(self) -> None:
        for alarm in self.alarms.values():
            alarm.timer.cancel()
