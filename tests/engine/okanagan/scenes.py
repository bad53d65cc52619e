"""Positions of Okanagan to tell a rule by: a turn about to begin, or a territory that has just closed."""

from collections.abc import Mapping, Sequence

from overland import CHANCE, Match
from overland.engine.okanagan.components import BACK_NAMES, GOAL_NAMES, GOALS, REWARD_NAMES, Terrain
from overland.engine.okanagan.notation import TERRAIN_NAMES
from overland.engine.okanagan.state import DISCARDED, HELD, IN_DECK, Phase
from overland.engine.record import Record

Counts = Mapping[str, int]


def begin(players: int = 2, **options: str) -> Match:
    """A match after the set-up: seat 0 is about to lay its tile. Chance is left to the test."""
    match = Match("okanagan", players=players, seed=1, options=options)
    while match.state.phase == Phase.KEEP:
        match.play(match.legal[0])
    match.auto_chance = False
    return match


def closing(
    *influences: int,
    icons: Sequence[int] = (3, 2, 1),
    terrain: str = "forest",
    closer: int = 0,
    backs: Sequence[str] = ("gold", "gold", "gold"),
    tokens: Sequence[Counts] = (),
    supply: Counts | None = None,
    gold: int = 16,
    **options: str,
) -> Match:
    """A territory that ``closer`` has just closed by laying a tile, with so much influence of each seat.

    ``icons`` are its circles, hexagons and squares, ``backs`` the visible tops of the stacks; a reward named in
    ``supply`` is down to that many.
    """
    match = begin(len(influences), **options)
    state = match._state
    state.to_move = state.actor = closer
    state.seats[closer].tile = state.seats[0].tile
    match.play(match.legal[0])
    number = int(state.territory_count)
    state.territory_count += 1
    territory = state.territories[number]
    territory.terrain = Terrain[terrain.upper()]
    territory.icons[:] = icons
    territory.influence[: len(influences)] = influences
    elsewhere = next(t for t in Terrain if state.territory_of[t] and t != territory.terrain)
    for part in Terrain:
        if state.territory_of[part]:
            state.territories[state.territory_of[part] - 1].open = 1
    state.territory_of[territory.terrain] = number + 1
    for stack, back in zip(state.stacks, backs, strict=True):
        stack.top = -1 - BACK_NAMES.index(back)
    for seat, counts in enumerate(tokens):
        for name, count in counts.items():
            give(state, seat, name, count)
    for name, count in (supply or {}).items():
        state.supply[REWARD_NAMES.index(name)] = count
    state.gold = gold
    match.play(f"farm {TERRAIN_NAMES[elsewhere]}")
    return match


def lay(match: Match) -> Match:
    """Lay the tile so that no territory closes."""
    for action in match.legal.actions:
        twin = match.copy()
        twin.play(int(action))
        after = twin.state
        if all(
            not after.territory_of[part] or after.territories[after.territory_of[part] - 1].open for part in Terrain
        ):
            match.play(int(action))
            return match
    raise AssertionError("every square closes something")


def give(state: Record, seat: int, reward: str, count: int) -> None:
    """Put tokens from the supply in front of a seat."""
    state.seats[seat].tokens[REWARD_NAMES.index(reward)] += count
    state.supply[REWARD_NAMES.index(reward)] -= count


def hold(state: Record, seat: int, *goals: str) -> None:
    """Let a seat hold exactly these goals."""
    for goal in range(GOALS):
        if state.goals[goal] == HELD + seat:
            state.goals[goal] = IN_DECK
    for name in goals:
        state.goals[GOAL_NAMES.index(name)] = HELD + seat


def discard_all(state: Record) -> None:
    """Empty the goal deck onto the discards of seat 0."""
    state.goals[state.goals == IN_DECK] = DISCARDED


def tokens_of(match: Match, seat: int) -> dict[str, int]:
    """The tokens in front of a seat, by name."""
    counts = zip(REWARD_NAMES, match.state.seats[seat].tokens.tolist(), strict=True)
    return {name: count for name, count in counts if count}


def play_all(match: Match, *moves: str) -> Match:
    """Play the moves one after another; where chance comes between, its first outcome happens."""
    for move in moves:
        luck(match)
        match.play(move)
    return luck(match)


def luck(match: Match) -> Match:
    """Let chance take its first outcome until a seat must decide."""
    while match.to_act == CHANCE:
        match.play(match.legal[0])
    return match
