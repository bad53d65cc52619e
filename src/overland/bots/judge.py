"""The judge: what a seat may expect of a position, from what it knows and nothing else.

    from overland import Match
    from overland.bots import evaluate

    match = Match("oregon", players=3, seed=1)
    opinion = evaluate(match.view(0))
    print(opinion.points, opinion.wins)

Without a budget it is the value network's opinion; if the viewer is asked, of the position after its best choice. With
a budget, games are played on in worlds that the viewer thinks possible, by the network in every seat, and the opinions
of where they lead are averaged; then it also says how far off chance may have taken it.

``weigh`` does the same after each of several choices, in the same worlds and with the same luck for all of them: what
one choice brings more than another is known better than what either brings.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from overland.bots.bot import Budget
from overland.bots.games import known_points, write_inputs
from overland.bots.knowledge import Rollout
from overland.bots.net import POINTS, SCALE, SEATS, Net, best_index, forget_base, respond, write_win_shares
from overland.bots.nets import load_calm, load_net
from overland.bots.search import BudgetShares, SearchScratch, new_search_scratch, rank_choices, roll_out
from overland.engine.dispatch import (
    apply_action,
    game_of,
    legal_actions,
    sample_world,
    scores,
    to_act,
    view_for,
    winners,
)
from overland.engine.errors import SettingsError
from overland.engine.game import OVER, SPECTATOR, Game
from overland.engine.jit import compiled
from overland.engine.record import ACTION, Array, Record
from overland.engine.rng import new_rng

AHEAD = Rollout(depth=12, slip=0, net_depth=12)  # how far a game is played on before the network is asked
BEST = -1  # stands for the choice that the network likes best
THE_BEST = np.array([BEST], ACTION)


@dataclass(frozen=True)
class Opinion:
    """What is expected at the end, by seat. The shares of the win add up to one; a shared win is divided."""

    points: tuple[float, ...]
    wins: tuple[float, ...]
    point_errors: tuple[float, ...] | None = None  # standard errors, where games were played on
    win_errors: tuple[float, ...] | None = None
    simulations: int = 0


def evaluate(view: Record, budget: Budget | int | None = None, *, box: Record | None = None, seed: int = 0) -> Opinion:
    """What the seat that sees ``view`` may expect; the same view, budget of simulations and seed give the same opinion.

    ``budget`` is a number of simulations or a ``Budget``; ``box`` is needed for maps and tiles of one's own.
    """
    game = game_of(view)
    if view.seat == SPECTATOR:
        raise SettingsError("A judge needs the view of a seat.")
    box = official_box(game) if box is None else box
    players = int(view.players)
    net, calm = load_net(game, players), load_calm(game, players)
    scratch = new_search_scratch(game)
    scratch.rngs[0] = new_rng(seed)
    points, wins = np.zeros((1, SEATS)), np.zeros((1, SEATS))
    if budget is None:
        judge_at_once(box, view, net, calm, scratch, points[0], wins[0])
        return Opinion(tuple(points[0, :players].tolist()), tuple(wins[0, :players].tolist()))
    found: list[tuple[Array, Array]] = []
    for worlds in BudgetShares(Budget(budget) if isinstance(budget, int) else budget, 1).worlds(1):
        points, wins = np.zeros((worlds, 1, SEATS)), np.zeros((worlds, 1, SEATS))
        judge_in_worlds(box, view, THE_BEST, AHEAD, net, calm, scratch, points, wins)
        found.append((points[:, 0, :players], wins[:, 0, :players]))
    means, errors = zip(*(mean_and_error(np.concatenate(part)) for part in zip(*found, strict=True)), strict=True)
    return Opinion(means[0], means[1], errors[0], errors[1], sum(len(points) for points, _ in found))


@dataclass(frozen=True)
class Weighed:
    """What is expected after each of some choices: by world, by choice and by seat."""

    points: Array
    wins: Array


def weigh(view: Record, choices: Sequence[int], worlds: int, *, box: Record | None = None, seed: int = 0) -> Weighed:
    """What the seat that sees ``view``, and is asked, may expect after each of ``choices``, in so many worlds."""
    game = game_of(view)
    players = int(view.players)
    scratch = new_search_scratch(game)
    scratch.rngs[0] = new_rng(seed)
    points, wins = np.zeros((worlds, len(choices), SEATS)), np.zeros((worlds, len(choices), SEATS))
    box = official_box(game) if box is None else box
    net, calm = load_net(game, players), load_calm(game, players)
    judge_in_worlds(box, view, np.array(choices, ACTION), AHEAD, net, calm, scratch, points, wins)
    return Weighed(points[:, :, :players], wins[:, :, :players])


def likeliest(view: Record, choices: Array, most: int, *, box: Record | None = None, seed: int = 0) -> list[int]:
    """The ``most`` of the choices of the seat that sees ``view`` that its network likes best, the best first."""
    game = game_of(view)
    scratch = new_search_scratch(game)
    scratch.rngs[0] = new_rng(seed)
    ranked = np.array(choices, ACTION)
    net = load_net(game, int(view.players))
    rank_choices(official_box(game) if box is None else box, view, ranked, most, net, 0.0, scratch)
    return [int(choice) for choice in ranked[:most]]


def mean_and_error(values: Array) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The mean of each column and its standard error; with a single row nothing is known of the error."""
    count = len(values)
    spread = values.std(axis=0, ddof=1) / count**0.5 if count > 1 else np.full(values.shape[1], np.inf)
    return tuple(values.mean(axis=0).tolist()), tuple(spread.tolist())


@cache
def official_box(game: Game) -> Record:
    """What is in the box, by the game's own data."""
    return game.make_box(game.load_data(None))


@compiled
def judge_at_once(
    box: Record, view: Record, net: Net, calm: float, scratch: SearchScratch, points: Array, wins: Array
) -> None:
    """The network's opinion, of the position after the viewer's best choice if it is asked for one."""
    forget_base(scratch.net)
    sample_world(box, view, scratch.rngs[0], scratch.states[0])
    seat = int(view.seat)
    scratch.states[1] = scratch.states[0]
    play_best(box, seat, net, scratch)
    if to_act(scratch.states[1]) == OVER:  # how it ends may depend on what the viewer does not know
        scratch.states[1] = scratch.states[0]
    write_opinion(box, scratch.states[1], seat, net, calm, scratch, points, wins)


@compiled
def judge_in_worlds(
    box: Record,
    view: Record,
    choices: Array,
    rollout: Rollout,
    net: Net,
    calm: float,
    scratch: SearchScratch,
    points: Array,
    wins: Array,
) -> None:
    """The same after each choice and playing on, in as many worlds that the viewer thinks possible as there is room.

    ``BEST`` stands for what the network likes best, if the viewer is asked.
    """
    seat = int(view.seat)
    forget_base(scratch.net)
    for world in range(points.shape[0]):
        sample_world(box, view, scratch.rngs[0], scratch.states[0])
        scratch.rngs[1] = scratch.rngs[0]
        for place in range(len(choices)):
            scratch.rngs[2] = scratch.rngs[1]
            scratch.states[1] = scratch.states[0]
            if choices[place] == BEST:
                play_best(box, seat, net, scratch)
            else:
                apply_action(box, scratch.states[1], int(choices[place]))
            roll_out(box, rollout, net, scratch)
            write_opinion(box, scratch.states[1], seat, net, calm, scratch, points[world, place], wins[world, place])
        scratch.rngs[0] = scratch.rngs[2]


@compiled
def play_best(box: Record, seat: int, net: Net, scratch: SearchScratch) -> None:
    """If the seat is asked, play what its network likes best in ``states[1]``."""
    state = scratch.states[1]
    if to_act(state) == seat:
        count = legal_actions(box, state, scratch.actions)
        pick = best_index(box, state, seat, net, scratch.actions, count, scratch.states[2:], scratch.net)
        apply_action(box, state, int(scratch.actions[pick]))


@compiled
def write_opinion(
    box: Record,
    state: Record,
    seat: int,
    net: Net,
    calm: float,
    scratch: SearchScratch,
    points: Array,
    wins: Array,
) -> None:
    """What ``seat`` expects of a position; what it is, if the game is over."""
    players = int(state.players)
    if to_act(state) == OVER:
        final = np.zeros(SEATS, np.int64)
        scores(box, state, final)
        for other in range(players):
            points[other] = final[other]
        winners(box, state, final)
        share = 1.0 / final[:players].sum()
        for other in range(players):
            wins[other] = share * final[other]
        return
    net_scratch = scratch.net
    net_scratch.views[0] = net_scratch.views[1]
    view = net_scratch.views[0]
    view_for(box, state, seat, view)
    count = write_inputs(box, view, net_scratch.inputs)
    respond(net, net_scratch.inputs, count, net_scratch)
    shares = np.zeros(SEATS, np.float32)
    write_win_shares(players, net_scratch, shares)
    total = 0.0
    for distance in range(players):
        other = (seat + distance) % players
        points[other] = known_points(box, view, other) + SCALE * net_scratch.heads[POINTS + distance]
        wins[other] = float(shares[distance]) ** calm
        total += wins[other]
    for other in range(players):
        wins[other] /= total
