"""The bots of a tournament in one process: made when they are first needed, and kept from game to game."""

from collections.abc import Mapping
from dataclasses import dataclass

from overland.arena.entrants import Entrant
from overland.arena.lineups import Lineup
from overland.bots.catalogue import SUBSTITUTES, SeatedBot, bot_named
from overland.engine.errors import SettingsError
from overland.engine.game import Game
from overland.engine.record import Record, copy_record
from overland.engine.rng import reseed


@dataclass
class Chair:
    """A copy of a bot, with a box of its own, so that nothing it writes there can harm the game."""

    bot: SeatedBot | None
    box: Record
    trouble: str = ""  # why there is no bot
    is_substitute: bool = False


class Chairs:
    """Every copy of every bot, by its name and the number of the copy."""

    def __init__(self, game: Game, box: Record, entrants: Mapping[str, Entrant]) -> None:
        self.game = game
        self.box = box
        self.entrants = entrants
        self.kept: dict[tuple[str, int], Chair] = {}
        self.substitutes: dict[int, Chair] = {}  # by seat

    def chair(self, name: str, copy: int) -> Chair:
        """A copy of a bot; one that cannot be made leaves its chair empty."""
        if (name, copy) not in self.kept:
            try:
                bot, trouble = self.entrants[name].make(self.game, 0), ""
            except SettingsError as error:
                bot, trouble = None, str(error)
            self.kept[name, copy] = Chair(bot, copy_record(self.box), trouble)
        return self.kept[name, copy]

    def chair_of_entry(self, lineup: Lineup, entry: int) -> Chair:
        """The chair of one entry of a line-up; equal names are copies, numbered from the left."""
        return self.chair(*copy_in(lineup, entry))

    def substitute(self, seat: int, seed: int) -> Chair:
        """The bot that plays on for a seat after a fault."""
        if seat not in self.substitutes:
            self.substitutes[seat] = Chair(bot_named(SUBSTITUTES[0], self.game, 0), self.box, is_substitute=True)
        chair = self.substitutes[seat]
        assert chair.bot is not None
        reseed(chair.bot.rng, seed)
        return chair

    def remove(self, chair: Chair) -> None:
        """Discard a copy of a bot: after a fault its state is unknown, so a new copy is made for the next game."""
        self.kept = {place: kept for place, kept in self.kept.items() if kept is not chair}


def copy_in(lineup: Lineup, entry: int) -> tuple[str, int]:
    """The name of an entry of a line-up, and which copy of that bot it is."""
    return lineup[entry], lineup[:entry].count(lineup[entry])
