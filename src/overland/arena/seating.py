"""A game with a bot in every seat: box and bots are kept from game to game, and no fault is forgiven.

Games are driven by the kernels directly, at a tenth of what ``Match`` costs; the luck is the same, so that
``Match(game, players, seed=deal_seed(...))`` shows the same game.
"""

import random
import time

import numpy as np

from overland.arena.alarm import Alarm
from overland.arena.answers import BotFault, answer_of, check_budget, checked_answer, report_reason
from overland.arena.blocks import Block, Fault, GameResult
from overland.arena.chairs import Chair, Chairs, copy_in
from overland.arena.deals import bot_seed, deal_seed
from overland.arena.jobs import Event
from overland.arena.lineups import Lineup, entry_in_seat, seated
from overland.arena.scoresheet import ScoreSheet
from overland.engine.chance import pick_outcome, seed_from
from overland.engine.game import CHANCE, OVER
from overland.engine.games import game_named
from overland.engine.jit import announce_compilation, confirm_compilation
from overland.engine.record import ACTION, Record, new_record
from overland.engine.rng import reseed

WARM_UP_LIMIT = 5  # the first move, which compiles, may take this many times the limit


class Seating:
    """The seats of one event's games; the entrants' bots are made when they are first needed, and kept."""

    def __init__(self, event: Event, alarm: Alarm) -> None:
        self.event = event
        self.alarm = alarm
        self.game = game = game_named(event.game)
        announce_compilation(f"the rules of {game.title}")
        self.box = game.make_box(event.data)
        self.start = game.setup(self.box, event.players, event.options)
        self.positions = np.zeros(1, game.state_type)
        self.state = self.positions[0]  # the position of the game under way, written in place
        self.actions, self.weights = np.empty(game.max_legal, ACTION), np.empty(game.max_legal, ACTION)
        self.chairs = Chairs(game, self.box, event.entrants)
        self.warm: set[tuple[str, int]] = set()  # the copies of bots that have been asked before

    def play_block(self, lineup: Lineup, deal: int) -> Block:
        """Play a deal once for every rotation of a line-up."""
        seed = deal_seed(self.event.range_name, deal)
        before = random.getstate(), np.random.get_state()
        try:
            with self.alarm:
                self.warm_up(lineup)
                games = [self.play(lineup, rotation, seed) for rotation in range(len(lineup))]
        finally:
            random.setstate(before[0])
            np.random.set_state(before[1])
        return Block(lineup, deal, games)

    # One game

    def play(self, lineup: Lineup, rotation: int, seed: int) -> GameResult:
        """Play one game to its end, whatever the bots do."""
        game, box, state = self.game, self.box, self.state
        chairs = self.take_seats(lineup, rotation, seed)
        sheet = ScoreSheet(seated(lineup, rotation), seed, rotation)
        luck, chances = seed_from(seed), 0
        self.positions[0] = self.start
        while (actor := int(game.to_act(state))) != OVER:
            count = int(game.legal_actions(box, state, self.actions))
            if actor == CHANCE:
                action = self.pick_outcome(luck, chances)
                chances += 1
            else:
                sheet.begin_act(actor)
                action = int(self.actions[0]) if count == 1 else self.decide(chairs, actor, count, sheet)
            game.apply_action(box, state, action)
            sheet.entries += 1
        sheet.begin_act(OVER)
        return self.result(sheet)

    def take_seats(self, lineup: Lineup, rotation: int, seed: int) -> list[Chair]:
        """The bots by seat, each at the start of its own random stream for this game."""
        players = self.event.players
        chairs = [self.chairs.chair_of_entry(lineup, entry_in_seat(seat, rotation, players)) for seat in range(players)]
        for seat, chair in enumerate(chairs):
            if chair.bot is not None:
                reseed(chair.bot.rng, bot_seed(seed, rotation, seat))
        common = bot_seed(seed, rotation, 0, "everybody")  # for bots that use Python's or NumPy's own generator
        random.seed(common)
        np.random.seed(common % 2**32)
        return chairs

    def pick_outcome(self, luck: bytes, number: int) -> int:
        """The outcome of chance event ``number`` of the game, the same as ``Match`` would pick."""
        count = int(self.game.chance_weights(self.box, self.state, self.weights))
        return int(self.actions[pick_outcome(luck, number, self.weights[:count].tolist())])

    def decide(self, chairs: list[Chair], seat: int, count: int, sheet: ScoreSheet) -> int:
        """What a seat plays; after a fault a substitute plays on for it."""
        try:
            return self.ask(chairs[seat], seat, count, sheet)
        except BotFault as fault:
            if chairs[seat].is_substitute:
                return int(self.actions[0])
            bot = sheet.seats[seat]
            sheet.faults.append(Fault(bot, seat, sheet.entries, fault.kind, report_reason(fault)))
            self.chairs.remove(chairs[seat])
            chairs[seat] = self.chairs.substitute(seat, bot_seed(sheet.seed, sheet.rotation, seat, "substitute"))
            return self.decide(chairs, seat, count, sheet)

    def ask(self, chair: Chair, seat: int, count: int, sheet: ScoreSheet) -> int:
        """A bot's answer, if it is one of the choices and came in time."""
        view = self.view_for(seat)
        choices = self.actions[:count].copy()  # the bot may do what it likes with them
        began = time.perf_counter()
        try:
            answer = answer_of(chair, view, choices, self.event.move_limit, self.alarm)
        finally:
            seconds = time.perf_counter() - began
            if chair.bot is not None and not chair.is_substitute:
                sheet.count_decision(seat, seconds)
        assert chair.bot is not None
        check_budget(chair.bot.budget.seconds, seconds)
        return checked_answer(answer, self.actions[:count])

    def view_for(self, seat: int) -> Record:
        view = new_record(self.game.view_type)
        self.game.view_for(self.box, self.state, seat, view)
        return view

    def result(self, sheet: ScoreSheet) -> GameResult:
        """The result of the game, which must be over."""
        players = range(self.event.players)
        points, flags = np.zeros(self.game.max_players, np.int64), np.zeros(self.game.max_players, np.int64)
        self.game.scores(self.box, self.state, points)
        self.game.winners(self.box, self.state, flags)
        return sheet.result([int(points[seat]) for seat in players], [seat for seat in players if flags[seat]])

    # Before the first game

    def warm_up(self, lineup: Lineup) -> None:
        """Let every new copy of a bot make one choice that does not count: the first call compiles.

        Anything that goes wrong will show up again when it counts.
        """
        for entry in range(len(lineup)):
            copy = copy_in(lineup, entry)
            chair = self.chairs.chair(*copy)
            if copy in self.warm or chair.bot is None:
                continue
            self.warm.add(copy)
            seat, count = self.go_to_first_decision()
            view = self.view_for(seat)
            confirm_compilation(f"the rules of {self.game.title}")
            try:
                answer_of(chair, view, self.actions[:count].copy(), WARM_UP_LIMIT * self.event.move_limit, self.alarm)
            except BotFault:
                self.chairs.remove(chair)

    def go_to_first_decision(self) -> tuple[int, int]:
        """Play up to the first real choice; returns the seat to act and how many choices it has."""
        self.positions[0] = self.start
        chances = 0
        while True:
            actor = int(self.game.to_act(self.state))
            count = int(self.game.legal_actions(self.box, self.state, self.actions))
            if actor != CHANCE and count > 1:
                return actor, count
            action = self.pick_outcome(seed_from(0), chances) if actor == CHANCE else int(self.actions[0])
            chances += actor == CHANCE
            self.game.apply_action(self.box, self.state, action)
