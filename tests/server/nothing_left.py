"""Whether a prepared game needs any kernel more: ``python -m tests.server.nothing_left GAME`` prints those it does."""

import asyncio
import gc
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from overland.engine.games import GAMES
from overland.server.preparation_steps import RULES, take_step
from tests.server.local_servers import Person, choose, full_table, local_server


def kernels() -> set[tuple[str, str]]:
    """Every kernel of this process with the arguments it was compiled or loaded for."""
    from numba.core.dispatcher import Dispatcher

    found: list[Any] = [each for each in gc.get_objects() if isinstance(each, Dispatcher)]
    ours = [each for each in found if str(each.py_func.__module__).startswith("overland")]
    return {(each.py_func.__qualname__, str(signature)) for each in ours for signature in each.signatures}


async def play(game: str, folder: Path) -> None:
    """A whole game of two people, with everything they can ask for except bots."""
    dice = random.Random(7)
    async with local_server(folder) as server:
        id, people = await full_table(server, game, 2)
        live = await server.tables.visible(id, people[0].identity, None)
        await people[0].sit(id)
        while live.table.to_act is not None:
            who = sitting(people, live.table.seats[live.table.to_act].person)
            legal = live.table.running().legal
            await choose(live, who.identity, f"m{live.table.version}", live.table.version, dice.randrange(len(legal)))
            live.whole(who.identity, 0)
        for path in ("", "/record", "/review", "/review/9"):
            assert (await people[0].http.get(f"/api/tables/{id}{path}")).status_code == 200
        wish = {"entry": 30, "seat": 0, "level": "trader"}
        await people[0].http.post(f"/api/tables/{id}/play-on", json=wish)


def sitting(people: list[Person], seated: Any) -> Person:
    return next(person for person in people if person.identity and person.identity.id == seated.identity)


def main() -> None:
    take_step(GAMES[sys.argv[1]], RULES)
    take_step(GAMES[sys.argv[1]], "trader")
    before = kernels()
    asyncio.run(play(sys.argv[1], Path(tempfile.mkdtemp())))
    for name, signature in sorted(kernels() - before):
        print(name, signature[:200])


if __name__ == "__main__":
    main()
