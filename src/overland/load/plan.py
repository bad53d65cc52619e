"""What a run measures: which games, how many tables, how long."""

from dataclasses import dataclass, replace

from overland.engine.games import GAMES
from overland.load.rounds import WHOLE_GAME


@dataclass(frozen=True)
class Plan:
    """The sizes of a run."""

    games: tuple[str, ...] = tuple(GAMES)
    tables: tuple[int, ...] = (10, 50, 200)
    moves: int = WHOLE_GAME  # of a table that plays as fast as it can
    portion: int = 40  # moves that a table plays before it is the other server's turn
    games_at_least: int = 40  # so many games for a figure: few tables play several, one after the other
    paced_seconds: float = 20.0
    moves_before_pace: int = 20  # the first moves of a game are not like the others
    floor_moves: int = 20_000  # that a floor is measured with
    idle_tables: int = 500  # being played when the server is started again
    idle_moves: int = 20  # that have been played at each of them

    def rounds(self, tables: int) -> int:
        """How often a game is played at so many tables."""
        return max(1, self.games_at_least // tables)

    def steps(self, servers: int) -> int:
        """How many steps a run has with so many servers: warming up, play and floors, and each server idle."""
        return len(self.games) * (1 + 3 * len(self.tables) + servers)

    @property
    def whole_games(self) -> int:
        """How many games are played to their end on a server; none if only beginnings are."""
        return sum(count * self.rounds(count) for count in self.tables) if self.moves == WHOLE_GAME else 0


def quick(plan: Plan) -> Plan:
    """About a minute: the beginnings of games, at fewer tables."""
    return replace(
        plan, tables=tuple(count for count in plan.tables if count <= 50) or plan.tables[:1], moves=20, portion=10,
        games_at_least=1, paced_seconds=4.0, moves_before_pace=4, floor_moves=4_000, idle_tables=40, idle_moves=5,
    )  # fmt: skip
