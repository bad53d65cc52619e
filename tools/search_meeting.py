"""The search for Okanagan's second tile set: ``python tools/search_meeting.py --bots trader --games 10``.

Every recipe is played by quick bots with two, three and four players and judged by how far it is from the aims; the
best ones are worth a longer look with ``overland box play`` and stronger bots. The same arguments find the same sets.
"""

import argparse
import itertools

from overland.arena.figures import Figure, play_set
from overland.data.make_meeting import Recipe, all_sides, make_tiles
from overland.engine.games import GAMES

#: So many of each pattern (``PATTERNS``) that there are 48 to 72 tiles.
MIXES = (
    (8, 0, 0, 0, 2, 0, 0, 0),
    (7, 0, 0, 0, 3, 0, 0, 0),
    (6, 0, 0, 0, 4, 0, 0, 0),
    (6, 0, 1, 0, 0, 0, 0, 0),
    (4, 0, 1, 0, 2, 0, 0, 0),
    (6, 0, 0, 1, 0, 0, 0, 0),
)
ICONS = ((2, 1), (3, 1), (4, 1), (3, 2))
#: The least share of contested closings with two, three and four players.
CONTESTED = {2: 0.4, 3: 0.5, 4: 0.5}
ICON_RANGE = (3.5, 5.0)
#: A player's points on the default set with the same bots may differ by this part.
POINTS_SPAN = 0.2


def values(figures: list[Figure]) -> dict[str, float]:
    return {figure.name: figure.value.value for figure in figures}


def distance(players: int, found: dict[str, float], usual: float) -> float:
    """How far a set is from the aims with so many players: 0 if all are met."""
    contested = found.get("closings with somebody present that are contested", 0.0)
    icons = found.get("icons, a closing", 0.0)
    low, high = ICON_RANGE
    points = abs(found["points, a player"] / usual - 1)
    return (
        max(0.0, CONTESTED[players] - contested)
        + max(0.0, low - icons, icons - high) / 5
        + max(0.0, points - POINTS_SPAN)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", default="trader")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--seeds", type=int, default=1)
    given = parser.parse_args()
    game = GAMES["okanagan"]
    judged = []
    usual = {}
    for players in given.players:
        found = values(play_set(game, game.load_data(None), players, {}, [given.bots], 4 * given.games, 1))
        usual[players] = found["points, a player"]
    for mix, (large, small), seed in itertools.product(MIXES, ICONS, range(1, given.seeds + 1)):
        recipe = Recipe(mix, large, small, seed)
        if not 46 <= len(all_sides(recipe)) <= 120:
            continue
        data = {"tiles": [tile.as_data() for tile in make_tiles(recipe)]}
        total, told = 0.0, []
        for players in given.players:
            found = values(play_set(game, data, players, {}, [given.bots], given.games, 1))
            total += distance(players, found, usual[players])
            told.append(
                f"{players}p {found['closings with somebody present that are contested']:.0%}"
                f" {found['icons, a closing']:.1f} icons {found['closings, a game']:.1f} closings"
                f" {found['points, a player']:.0f} points {found['tiles that fit nowhere, a game']:.2f} returned"
            )
        judged.append((total, recipe))
        print(f"{total:.3f} {len(data['tiles']) - 1} tiles {tuple(recipe)}: {'; '.join(told)}", flush=True)
    print("Best:", *sorted(judged)[:3], sep="\n  ")


if __name__ == "__main__":
    main()
