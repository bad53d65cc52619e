"""How a map or tile set plays: figures of bot games, each with an interval (games are drawn anew, whole games)."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context

import numpy as np

from overland.arena.statistics import Estimate, Quantity, estimate
from overland.bots.catalogue import bot_named
from overland.engine.game import CHANCE, OVER, Data, Game, Options
from overland.engine.games import game_named
from overland.engine.okanagan.actions import Kind, decode
from overland.engine.okanagan.scoring import Source
from overland.engine.record import ACTION, Record, new_record

BATCH = 4  # games that a process plays at a time


@dataclass
class Tally:
    """What was counted in one game: sums by name, and of how many things each is a share or a mean."""

    sums: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, value: float, count: int = 1) -> None:
        self.sums[name] += value  # type: ignore[assignment]  # sums of points are whole, shares are not
        self.counts[name] += count


@dataclass(frozen=True)
class Figure:
    """A number about how a set plays."""

    name: str
    is_share: bool
    value: Estimate

    def __str__(self) -> str:
        scale, sign = (100, " %") if self.is_share else (1, "")
        text = f"{self.name}: {self.value.value * scale:.1f}{sign}"
        if self.value.low is None or self.value.high is None:
            return text
        return f"{text} ({self.value.low * scale:.1f} to {self.value.high * scale:.1f})"


def play_set(
    game: Game,
    data: Data,
    players: int,
    options: Options,
    bots: Sequence[str],
    games: int,
    seed: int,
    processes: int = 1,
) -> list[Figure]:
    """Play games on a map or tile set and tell how it plays. The bots move round the seats from game to game."""
    tell = partial(play_batch, game.name, data, players, dict(options), tuple(bots), seed)
    batches = [range(first, min(first + BATCH, games)) for first in range(0, games, BATCH)]
    if processes == 1:
        found = [tally for batch in batches for tally in tell(batch)]
    else:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            found = [tally for told in pool.map(tell, batches) for tally in told]
    return figures_of(found)


def play_batch(
    name: str, data: Data, players: int, options: Options, bots: Sequence[str], seed: int, numbers: range
) -> list[Tally]:
    """Some games, each with luck of its own."""
    game = game_named(name)
    box = game.make_box(data)
    start = game.setup(box, players, options)
    return [play_one(game, box, start, bots, seed, number) for number in numbers]


def play_one(game: Game, box: Record, start: Record, bots: Sequence[str], seed: int, number: int) -> Tally:
    """A game from its set-up to its end."""
    dice = random.Random(f"figures {seed} {number}")
    players = int(start.players)
    seated = [bot_named(bots[(seat + number) % len(bots)], game, dice.randrange(1 << 31)) for seat in range(players)]
    tally = Tally()
    state = start.copy()
    actions, weights = np.empty(game.max_legal, ACTION), np.empty(game.max_legal, ACTION)
    gains = np.zeros(game.max_gains, game.gain_type)
    note = NOTES.get(game.name, note_nothing)
    while (actor := int(game.to_act(state))) != OVER:
        count = int(game.legal_actions(box, state, actions))
        if actor == CHANCE:
            game.chance_weights(box, state, weights)
            action = dice.choices(actions[:count].tolist(), weights[:count].tolist())[0]
        elif count == 1:
            action = int(actions[0])
        else:
            view = new_record(game.view_type)
            game.view_for(box, state, actor, view)
            action = int(seated[actor].choose(box, view, actions[:count].copy()))
        gained = int(game.play_action(box, state, action, gains))
        note(tally, action, gains[:gained])
        note_points(game, tally, players, gains[:gained])
    note_end(game, box, state, tally)
    return tally


def note_points(game: Game, tally: Tally, players: int, gains: Record) -> None:
    """Points by what they come from."""
    for gain in gains:
        if gain["source"] < game.point_sources:
            tally.add(f"points from {game.sources[gain['source']]}, a player", gain["points"] / players, 0)


def note_end(game: Game, box: Record, state: Record, tally: Tally) -> None:
    """Who won, and with how many points."""
    players = int(state.players)
    points, won = np.zeros(game.max_players, np.int64), np.zeros(game.max_players, np.int64)
    game.scores(box, state, points)
    game.winners(box, state, won)
    tally.add("points, a player", float(points[:players].mean()))
    tally.add("points, the winner", float(points[:players].max()))
    for seat in range(players):
        tally.add(f"% wins of seat {seat}", won[seat] / won[:players].sum())
    for name in tally.sums:
        tally.counts[name] = tally.counts[name] or 1


def note_nothing(tally: Tally, action: int, gains: Record) -> None:
    """Nothing but points is counted."""


def note_okanagan(tally: Tally, action: int, gains: Record) -> None:
    """Closings by icons and by who is there, ties, special actions, tiles that fit nowhere."""
    closed: list[tuple[int, list[int]]] = []
    for gain in gains:
        if gain["source"] == Source.CLOSED:
            closed.append((int(gain["amount"]), []))
        elif gain["source"] == Source.INFLUENCE:
            closed[-1][1].append(int(gain["amount"]))
    for icons, influence in closed:
        tally.add("closings, a game", 1, 0)
        tally.add("icons, a closing", icons)
        for present in range(5):
            tally.add(f"% closings with {present} present", len(influence) == present)
        tally.add("% closings with somebody present that are contested", len(influence) > 1, bool(influence))
        tally.add("% closings with several present that have a tie", has_tie(influence), len(influence) > 1)
        for size, name in ((2, "1 or 2"), (4, "3 or 4"), (6, "5 or 6"), (1000, "7 or more")):
            tally.add(f"% closings of {name} icons", size - 2 < icons <= size or (size == 1000 and icons > 6))
    kind = decode(action).kind
    tally.add("special actions, a game", kind == Kind.ACTION, 0)
    tally.add("tiles that fit nowhere, a game", kind == Kind.RETURN, 0)
    tally.add("buildings given up, a game", kind == Kind.DISCARD, 0)


def has_tie(influence: Sequence[int]) -> bool:
    return len(influence) > 1 and len(set(influence)) < len(influence)


Note = Callable[[Tally, int, Record], None]
NOTES: dict[str, Note] = {"okanagan": note_okanagan}


def figures_of(tallies: Sequence[Tally]) -> list[Figure]:
    """Means over all games with their intervals; what is named with a per cent sign is a share."""
    names = sorted({name for tally in tallies for name in tally.sums}, key=lambda name: (name.lstrip("% "), name))
    games = np.ones(len(tallies))
    found = []
    for name in names:
        sums = np.array([float(tally.sums[name]) for tally in tallies])
        counts = np.array([float(tally.counts[name] or not name.startswith("%")) for tally in tallies])
        span = (0.0, 1.0) if name.startswith("%") else None
        value = estimate(Quantity(sums, counts, games, span))
        if value is not None:
            found.append(Figure(name.removeprefix("% "), name.startswith("%"), value))
    return found
