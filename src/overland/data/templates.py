"""A map or tile file to start from, with comments that say what everything means."""

from overland.data.files import packaged
from overland.data.make_okanagan import as_toml
from overland.data.okanagan_tiles import BACKS, MAX_SIDE_ICONS, MAX_TILES, NEEDED_TILES, SHAPES, TERRAINS, load_tiles

OKANAGAN = f"""\
# A tile set for Okanagan. `overland box check FILE` says what is wrong with it, `overland box draw FILE` shows it,
# `overland play okanagan --data FILE` plays it. These are the tiles of Overland's own set: type yours over them.
#
# [[tile]]  one for each tile; the first is the start tile, which has no back. A game needs {NEEDED_TILES[2]} others
#           with two players, {NEEDED_TILES[3]} with three, {NEEDED_TILES[4]} with four; there may be {MAX_TILES}.
#           Tiles may be alike.
# sides     the terrain of each side, from the north, clockwise: {", ".join(TERRAINS)}.
# icons     the reward icons on each side, in the same order: {", ".join(SHAPES)}; a list where there are several
#           (up to {MAX_SIDE_ICONS}) or none, as in ["circle", ["square", "square"], [], "hexagon"]. They belong to the
#           territory of their side.
# territories  only where sides of one terrain are apart: which territory each side belongs to, as in [1, 2, 1, 3].
#           Without it, sides of one terrain are one territory. A tile has two to four.
# back      the special action: {", ".join(BACKS[:4])} …
#           {", ".join(BACKS[15:])}.

name = "mine"
"""

OREGON = """\
# A map for Oregon. `overland box check FILE` says what is wrong with it, `overland box draw FILE` shows it,
# `overland play oregon --data FILE` plays it. This is Overland's own map: paint yours over it.
#
# Each of the 25 areas (3 columns by 2 rows) has at least three cells of land, the railway is one piece, and every
# building has a place in every row and column of symbols where it is needed.

"""


MAP_TEXT = """\
{named}

# 10 rows of 15 cells: G plains, M mountain, R railway, W water. Blanks only help the eye.
terrain = \"\"\"
{rows}
\"\"\"

# Each symbol owns 3 columns along the top, left to right, and 2 rows along the left edge, top to bottom.
columns = {columns}
rows = {lines}
"""


def template(game: str) -> str:
    """The text of a file that can be played as it is and says how to change it."""
    if game == "okanagan":
        return as_toml(load_tiles(None), OKANAGAN)
    text = packaged("oregon", "frontier").read_text(encoding="utf-8")
    return OREGON + text[text.index("name = ") :].replace('name = "frontier"', 'name = "mine"')
