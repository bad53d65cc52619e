"""The terms of a tournament: everything except who plays."""

from dataclasses import dataclass
from pathlib import Path

from overland.arena.deals import RANGE_SIZE, checked_range
from overland.engine.errors import SettingsError
from overland.engine.game import Data, Game, Options
from overland.engine.games import checked_options, checked_players

MOVE_LIMIT = 60.0  # seconds a bot may think about one decision, whatever its budget


@dataclass(frozen=True, kw_only=True)
class Terms:
    """How many games are played, under which rules and with which luck."""

    players: int = 2
    deals: int = 100  # each is played from every seat
    first: int = 0  # the number of the first deal
    range_name: str | None = None  # None: test in a tournament, selection in a comparison
    options: Options | None = None  # those of the rules that are not the default
    data: Data | Path | None = None  # a map or tile set, or a file of one
    controls: bool = True  # whether a mirror match and a saturated pair are played as well
    move_limit: float = MOVE_LIMIT

    def checked_options(self, game: Game) -> dict[str, str]:
        return checked_options(game, self.options or {})

    def checked_players(self, game: Game) -> int:
        return checked_players(game, self.players)

    def loaded_data(self, game: Game) -> Data:
        """The map or tile set: the default, that of the file, or the one that was given."""
        if self.data is None or isinstance(self.data, Path):
            return game.load_data(self.data)
        return game.check_data(self.data, "the data")

    def checked_range(self, default: str) -> str:
        return str(checked_range(default if self.range_name is None else self.range_name))

    def check_deals(self) -> None:
        if self.deals < 1:
            raise SettingsError(f"A tournament has at least one deal, not {self.deals}.")
        if not 0 <= self.first <= RANGE_SIZE - self.deals:
            raise SettingsError(
                f"Deals are numbered from 0 to {RANGE_SIZE - 1}; {self.deals} cannot start at {self.first}."
            )
