"""A tour of the house with the race as the third game, in a process of its own: ``python -m tests.toy.tour rules``
drives its kernels, ``everywhere`` all the rest. What goes wrong raises.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from overland import CHANCE, SPECTATOR, Match, Position
from overland.bots.games import KNOWLEDGE
from overland.engine.games import GAMES
from overland.engine.perft import perft
from overland.server.views import VIEWS
from overland.words.games import WORDS
from tests.toy import elsewhere, terminal
from tests.toy.race import RACE

GAMES["race"] = RACE
KNOWLEDGE["race"] = elsewhere.KNOWLEDGE
WORDS["race"] = elsewhere
VIEWS["race"] = elsewhere.VIEWS


def tour_rules() -> None:
    """Positions, a match with its record, perft, and a bot whose kernels find the game by its records."""
    from overland.bots.catalogue import bot_named

    start = Position.start("race", 3)
    assert start.to_act == CHANCE and start.legal[:] == ["=secret 1", "=secret 2", "=secret 3"]
    assert perft(RACE, start.box, start.state, 4) == 3**3 * 2
    match = Match("race", 2, seed=3)
    bot = bot_named("greedy", RACE, 1)
    while not match.is_over:
        position = match.position
        assert Position.parse("race", position.text) == position
        assert position.sample(0, 1).view(0).tobytes() == position.view(0).tobytes()
        assert len(position.explain()) == 2
        match.play(bot.choose(match.box, match.view(match.to_act), match.legal.actions))
    assert sum(match.points_by_source()[0].values()) == match.scores[0]
    assert match.entries_for(SPECTATOR) == [entry.text for entry in match.entries]
    assert Match.from_record(match.record()).position == match.position


def tour_everywhere() -> None:
    """The arena, a search without a network, the terminal, and a table on a server."""
    from overland.arena import Terms, compare
    from overland.cli.terminal_games import TERMINAL_GAMES

    TERMINAL_GAMES["race"] = terminal
    found = compare("race", ["planner@4", "random"], Terms(deals=4))
    assert found.games == 8
    play_at_the_terminal()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play_on_a_server(Path(folder)))


def play_at_the_terminal() -> None:
    from typer.testing import CliRunner

    from overland.cli.app import app

    done = CliRunner().invoke(
        app, ["play", "--terminal", "race", "--seats", "me,random", "--seed", "1"], input="walk\n" * 20
    )
    assert done.exit_code == 0, done.output
    assert "The end" in done.output or "wins" in done.output.lower(), done.output


async def play_on_a_server(folder: Path) -> None:
    from tests.server.local_servers import ask, full_table, local_server

    async with local_server(folder) as server:
        id, people = await full_table(server, "race", 2)
        ears = [await person.sit(id) for person in people]
        live = server.tables.live[id]
        while (seat := live.table.to_act) is not None:
            now = (await ask(ears[seat], type="hello"))["now"]
            assert now["view"]["game"] == "race" and "secret" not in now["view"]["seats"][str(1 - seat)]
            answer = await ask(ears[seat], type="move", id=f"m{now['version']}", version=now["version"], choice=0)
            assert answer["type"] == "ack", answer
        assert (await ask(ears[0], type="hello"))["now"]["result"]["winners"]


if __name__ == "__main__":
    {"rules": tour_rules, "everywhere": tour_everywhere}[sys.argv[1]]()
