"""Matches and questions for tests of bots that other people's search stands behind."""

from collections.abc import Iterator

import numpy as np

from overland import Match
from overland.bots.bot import Bot, Budget, Question
from overland.bots.random import RandomBot
from overland.engine.game import Game
from overland.engine.record import ACTION, Record, new_record
from overland.engine.rng import new_rng
from tests.engine.drivers import positions


def question(match: Match, simulations: int | None, rng: Record) -> Question:
    """What the seat that must decide in a match is asked."""
    actions = np.asarray(match.legal.actions, ACTION)
    return Question(match.game, match.box, match.view(match.to_act), actions, Budget(simulations), rng)


def play_out(match: Match, bots: list[Bot], simulations: int) -> Match:
    """Play a match to its end; it refuses what is not legal."""
    rng = new_rng(1)
    while not match.is_over:
        seat = match.to_act
        match.play(bots[seat].choose(question(match, simulations, rng)), seat=seat)
    return match


def count_wins_over_random(bot: Bot, game: Game, simulations: int, deals: int) -> int:
    """How many of the games over so many deals, with both seatings, a bot wins against one that plays anything."""
    wins = 0
    for seed in range(deals):
        for seat in range(2):
            bots = [bot, RandomBot(game)] if seat == 0 else [RandomBot(game), bot]
            wins += play_out(Match(game.name, seed=seed), bots, simulations).winners == [seat]
    return wins


def questions_that_look_alike(game: Game, simulations: int) -> Iterator[list[Question]]:
    """Questions of a game, each asked in several worlds that differ only in what the seat cannot know."""
    box = game.make_box(game.load_data(None))
    actions = np.empty(game.max_legal, ACTION)
    for state, _ in list(positions(game, box, 3, {}, 2, "any"))[::9]:
        seat = game.to_act(state)
        if seat < 0:
            continue
        alike = []
        for seed in range(3):
            view, world, shown = (new_record(kind) for kind in (game.view_type, game.state_type, game.view_type))
            game.view_for(box, state, seat, view)
            game.sample_world(box, view, new_rng(seed), world)
            game.view_for(box, world, seat, shown)
            count = game.legal_actions(box, world, actions)
            alike.append(Question(game, box, shown, actions[:count].copy(), Budget(simulations), new_rng(5)))
        yield alike
