"""``overland bench bots``: how fast networks judge and how fast searches search, on one core."""

import json
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from overland.bots.bot import Budget
from overland.bots.catalogue import BOTS, LEVELS, bot_named
from overland.bots.games import KNOWLEDGE, write_inputs
from overland.bots.inputs import Inputs
from overland.bots.learning import LearningScratch, Lesson, new_learning_scratch, self_play
from overland.bots.net import Net, NetScratch, best_index, forget_base, net_value_after, sum_up, sum_up_near
from overland.bots.nets import load_net
from overland.cli.bench_timing import Runner, median_rate
from overland.engine.dispatch import apply_action, chance_weights, legal_actions, to_act, view_for
from overland.engine.game import CHANCE, OVER, Game
from overland.engine.games import GAMES
from overland.engine.jit import compiled
from overland.engine.match import Match
from overland.engine.record import Array, Record
from overland.engine.rng import new_rng, random_weighted

MOST_DECISIONS = 1000  # of a game
SEED = 3
SEARCHED = 12  # positions that a search is asked about


def bots(as_json: Annotated[bool, typer.Option("--json", help="Print the measurements as JSON.")] = False) -> None:
    """Evaluations, one-ply games and simulations per CPU-second, two players, on one core.

    Siblings are all that could follow the decisions of one game, one after the other. Plain adds up all inputs of each;
    accumulated starts from the sums of the one before. The first layer is also measured alone, on inputs that were
    written down; a whole evaluation makes the move and writes the inputs, too.
    """
    rows = [row for game in GAMES.values() for row in measure(game)]
    if as_json:
        print(json.dumps({"per_cpu_second": rows, "ratios": ratios(rows)}, indent=1))
        return
    table = Table("game", "what", "per CPU-second", box=None)
    for row in rows:
        table.add_row(row["game"], row["what"], f"{row['rate']:,}")
    console = Console(highlight=False)
    console.print(table)
    for words, ratio in ratios(rows).items():
        console.print(f"{words}: {ratio:.2f} x")


def measure(game: Game) -> list[dict[str, Any]]:
    """The rows of a game."""
    siblings = Siblings(game)
    found: dict[str, Runner] = {
        "first layer, plain": siblings.sums(is_plain=True),
        "first layer, accumulated": siblings.sums(is_plain=False),
        "evaluations, plain": siblings.evaluations(is_plain=True),
        "evaluations, accumulated": siblings.evaluations(is_plain=False),
        "games of one-ply self-play": one_ply_games(game),
    }
    for name, spec in LEVELS.items():
        if spec.budget.simulations is not None:
            found[f"simulations of {name}"] = searches(game, name, spec.budget)
    found["simulations of first-search"] = searches(game, "first-search", BOTS["first-search"].budget)
    return [{"game": game.title, "what": what, "rate": round(median_rate(run))} for what, run in found.items()]


def ratios(rows: list[dict[str, Any]]) -> dict[str, float]:
    """Accumulated against plain."""
    rates = {(row["game"], row["what"]): row["rate"] for row in rows}
    return {
        f"{game}, {what}: accumulated to plain": round(rates[game, f"{what}, accumulated"] / rate, 2)
        for (game, named), rate in rates.items()
        for what, _, kind in [named.partition(", ")]
        if kind == "plain" and rate
    }


class Siblings:
    """All that could follow the decisions of one game, as positions and as inputs."""

    def __init__(self, game: Game) -> None:
        self.box = game.make_box(game.load_data(None))
        self.net = load_net(game, 2)
        self.scratch = new_learning_scratch(game)
        self.scratch.search.rngs[0] = new_rng(SEED)
        self.states = np.zeros(MOST_DECISIONS, game.state_type)
        self.count = play_one(self.box, game.setup(self.box, 2, {}), self.net, self.scratch, self.states)
        room = game.max_legal * KNOWLEDGE[game.name].max_active
        self.starts = np.zeros(self.count * game.max_legal + 1, np.int64)
        self.inputs = Inputs(np.zeros(room * 8, np.int64), np.zeros(room * 8, np.float32))
        self.written = write_siblings(self.box, self.states[: self.count], self.scratch, self.starts, self.inputs)

    def sums(self, is_plain: bool) -> Runner:
        """The first layer alone."""
        net, scratch = self.net, self.scratch.search.net

        def run(times: int) -> int:
            return sum(
                add_up(net, self.starts[: self.written + 1], self.inputs, scratch, is_plain) for _ in range(times)
            )

        return run

    def evaluations(self, is_plain: bool) -> Runner:
        """Moves made, views taken, inputs written and judged."""

        def run(times: int) -> int:
            kept = self.states[: self.count]
            return sum(judge_all(self.box, kept, self.net, self.scratch, is_plain) for _ in range(times))

        return run


@compiled
def play_one(box: Record, start: Record, net: Net, scratch: LearningScratch, kept: Array) -> int:
    """Play a game by the network and keep the positions in which a seat decides; returns how many."""
    state, search = scratch.states[0], scratch.search
    scratch.states[0] = start
    count = 0
    actor = to_act(state)
    while actor != OVER and count < len(kept):
        choices = legal_actions(box, state, scratch.actions)
        if actor == CHANCE:
            chance_weights(box, state, scratch.weights)
            pick = random_weighted(search.rngs[0], scratch.weights, choices)
        else:
            kept[count] = state
            count += 1
            pick = best_index(box, state, actor, net, scratch.actions, choices, search.states, search.net)
        apply_action(box, state, int(scratch.actions[pick]))
        actor = to_act(state)
    return count


@compiled
def write_siblings(box: Record, kept: Array, scratch: LearningScratch, starts: Array, out: Inputs) -> int:
    """Write the inputs of what could follow each position, as long as there is room; returns how many were written."""
    net = scratch.search.net
    written = 0
    for place in range(len(kept)):
        seat = to_act(kept[place])
        choices = legal_actions(box, kept[place], scratch.actions)
        for choice in range(choices):
            scratch.states[0] = kept[place]
            apply_action(box, scratch.states[0], int(scratch.actions[choice]))
            net.views[0] = net.views[1]
            view_for(box, scratch.states[0], seat, net.views[0])
            count = write_inputs(box, net.views[0], net.inputs)
            start = starts[written]
            if start + count > len(out.indices):
                return written
            for i in range(count):
                out.indices[start + i] = net.inputs.indices[i]
                out.values[start + i] = net.inputs.values[i]
            written += 1
            starts[written] = start + count
    return written


@compiled
def add_up(net: Net, starts: Array, written: Inputs, scratch: NetScratch, is_plain: bool) -> int:
    """The first layer of every sibling, one after the other; returns how many."""
    forget_base(scratch)
    for place in range(len(starts) - 1):
        start, end = starts[place], starts[place + 1]
        inputs = Inputs(written.indices[start:end], written.values[start:end])
        if is_plain:
            sum_up(net, inputs, end - start, scratch.sums)
        else:
            sum_up_near(net, inputs, end - start, scratch)
    return len(starts) - 1


@compiled
def judge_all(box: Record, kept: Array, net: Net, scratch: LearningScratch, is_plain: bool) -> int:
    """Judge what could follow each position; returns how many were judged."""
    search = scratch.search
    judged = 0
    for place in range(len(kept)):
        seat = to_act(kept[place])
        choices = legal_actions(box, kept[place], scratch.actions)
        for choice in range(choices):
            if is_plain:
                forget_base(search.net)
            net_value_after(box, kept[place], seat, int(scratch.actions[choice]), net, search.states, search.net)
        judged += choices
    return judged


def one_ply_games(game: Game) -> Runner:
    """Whole games of a network against itself, all views kept."""
    box, scratch, net = game.make_box(game.load_data(None)), new_learning_scratch(game), load_net(game, 2)
    scratch.search.rngs[0] = new_rng(SEED)
    start, lesson = game.setup(box, 2, {}), Lesson(1, 0, 0, 0.9, 0.0)

    def run(games: int) -> int:
        for _ in range(games):
            self_play(box, start, net, lesson, scratch)
        return games

    return run


def searches(game: Game, name: str, budget: Budget) -> Runner:
    """Simulations of a level, asked about decisions of one game."""
    match, questions = Match(game.name, players=2, seed=SEED), []
    player = bot_named("net", game, SEED)
    while not match.is_over:
        seat, actions = match.to_act, match.legal.actions
        if len(actions) > 1:
            questions.append((match.view(seat), actions))
        match.play(player.choose(match.box, match.view(seat), actions), seat=seat)
    asked = questions[:: max(1, len(questions) // SEARCHED)]
    bot = bot_named(f"{name}@{budget.simulations}", game, SEED)

    def run(times: int) -> int:
        for number in range(times):
            bot.choose(match.box, *asked[number % len(asked)])
        return times * (budget.simulations or 0)

    return run
