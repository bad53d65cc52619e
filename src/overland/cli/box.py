"""``overland box``: maps and tile sets of one's own: check, draw, play, begin a new one."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from overland.arena.figures import play_set
from overland.bots.nets import learned_on, load_file, net_file
from overland.cli.settings import OptionTexts, chosen_data, chosen_options, separated
from overland.data.files import packaged, packaged_names, read_toml
from overland.data.okanagan_tiles import NEEDED_TILES, REWARDS
from overland.data.set_files import game_of
from overland.data.templates import template
from overland.engine.boxes import data_name
from overland.engine.errors import SettingsError
from overland.engine.game import Data, Game
from overland.engine.games import GAMES, checked_players, game_named
from overland.engine.okanagan.components import BACK_NAMES, SHAPES
from overland.engine.oregon.components import Building, Symbol, Terrain
from overland.engine.record import Record
from overland.pictures.boxes import box_svg, box_text

app = typer.Typer(
    help="Maps and tile sets of your own: check, draw and play them, begin a new one.", no_args_is_help=True
)

BoxFile = Annotated[
    str, typer.Argument(metavar="FILE", help="A map or tile file, or the name of one of Overland's own.")
]


def chosen_box(text: str) -> tuple[Game, Data]:
    """A file, or a name, with the game it is for."""
    file = Path(text)
    for game in GAMES.values():
        if not file.exists() and text in packaged_names(game.name):
            return game, chosen_data(game, packaged(game.name, text))
    found = read_toml(file)
    game = GAMES[game_of(found)]
    return game, chosen_data(game, file)


@app.command()
def check(file: BoxFile) -> None:
    """Say what is wrong with a map or tile set, or what is in it."""
    game, data = chosen_box(file)
    print(f"{file} can be played: {game.title}, {data_name(game, data)}.")
    print("\n".join(tile_facts(game.make_box(data)) if game.name == "okanagan" else map_facts(game.make_box(data))))


def tile_facts(box: Record) -> list[str]:
    """What is in a tile set, counted."""
    tiles = range(1, int(box.tile_count))
    parts = Counter(int(box.slots[tile]).bit_count() for tile in tiles)
    icons = Counter[str]()
    for tile in range(int(box.tile_count)):
        for side in range(4):
            for shape in range(SHAPES):
                icons[REWARDS[SHAPES * int(box.sides[tile, side]) + shape]] += int(box.side_icons[tile, side, shape])
    backs = Counter(BACK_NAMES[box.back[tile]] for tile in tiles)
    players = [str(number) for number, needed in NEEDED_TILES.items() if needed <= len(tiles)]
    return [
        f"Tiles: {len(tiles)} and the start tile, enough for {' or '.join(players)} players.",
        f"Territories: {', '.join(f'{parts[count]} tiles with {count}' for count in sorted(parts))}.",
        f"Icons: {', '.join(f'{name} {icons[name]}' for name in REWARDS)}.",
        f"Backs: {', '.join(f'{name} {backs[name]}' for name in BACK_NAMES if backs[name])}.",
    ]


def map_facts(box: Record) -> list[str]:
    """What is on a map, counted: terrain, what pairs of cards reach, where buildings fit, cells of no use."""
    terrain = Counter(Terrain(int(ground)).name.lower() for ground in box.terrain)
    names = [symbol.name.lower() for symbol in Symbol]
    lines = [f"Cells: {', '.join(f'{name} {terrain[name]}' for name in terrain)}."]
    for row in Symbol:
        reached = [
            int(sum(box.terrain[(box.row_symbol == row) & (box.column_symbol == column)] != Terrain.WATER))
            for column in Symbol
        ]
        told = ", ".join(f"{name} {count}" for name, count in zip(names, reached, strict=True))
        lines.append(f"Land in the rows of {row.name.lower()} by column: {told}.")
    for building in Building:
        sites = ", ".join(f"{names[symbol]} {int(box.site_count[building, symbol])}" for symbol in Symbol)
        lines.append(f"Cells for a {building.name.lower()} by card: {sites}.")
    harbors = {int(cell) for cell in box.fit[Building.HARBOR][: box.fit_count[Building.HARBOR]]}
    useless = [
        cell
        for cell in range(len(box.terrain))
        if box.terrain[cell] == Terrain.WATER
        and not harbors & {int(near) for near in box.around[cell][: box.around_count[cell]]}
    ]
    lines.append(f"Cells that nobody can use, nor a harbor beside them: {len(useless)}.")
    return lines


@app.command()
def draw(
    file: BoxFile,
    svg: Annotated[Path | None, typer.Option("--svg", help="Write a picture to this file.")] = None,
) -> None:
    """Show all tiles, or the map, as text; with --svg also as a sheet to print."""
    game, data = chosen_box(file)
    print(box_text(game, data), end="")
    if svg is not None:
        try:
            svg.write_text(box_svg(game, data, f"{game.title}: {data_name(game, data)}"), encoding="utf-8")
        except OSError as error:
            raise SettingsError(f"{svg} cannot be written: {error.strerror}.") from None


@app.command()
def play(
    file: BoxFile,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=100_000, help="How many games.")] = 20,
    bots: Annotated[
        str, typer.Option("--bots", help="Bots, separated by commas; they move round the seats.")
    ] = "trader",
    players: Annotated[int, typer.Option("--players", "-p", help="Number of players.")] = 2,
    option: OptionTexts = None,
    seed: Annotated[int, typer.Option("--seed", help="Of bots and luck.")] = 1,
    processes: Annotated[int, typer.Option("--processes", min=1, max=256, help="Games at once.")] = 1,
) -> None:
    """Say how a map or tile set plays: figures of bot games, with 95 % intervals."""
    game, data = chosen_box(file)
    checked_players(game, players)
    options = chosen_options(game, option, None)
    print(f"{game.title}, {data_name(game, data)}, {players} players, {games} games of {bots}, seed {seed}:")
    at_home = learned_on(load_file(net_file(game, players), game)[1])
    if at_home != data_name(game, data):
        print(f"  The bots' network learned on {at_home}; overland train {game.name} --data FILE teaches one this set.")
    for figure in play_set(game, data, players, options, separated(bots), games, seed, processes):
        print(f"  {figure}")


@app.command()
def new(game_name: Annotated[str, typer.Argument(metavar="GAME", help="oregon or okanagan")]) -> None:
    """Print a file to start from, with comments."""
    print(template(game_named(game_name).name), end="")
