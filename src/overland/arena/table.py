"""A table where bots play: it keeps the box and the bots from game to game, asks, measures, and forgives nothing.

Games are driven by the kernels directly, a tenth of what ``Match`` costs; the luck is the same, so that
``Match(game, players, seed=deal_seed(...))`` shows the same game.
"""

import random
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from overland.arena.blocks import Block, Fault, GameResult, rank_seats
from overland.arena.clock import Alarm, TimeIsUp
from overland.arena.deals import bot_seed
from overland.arena.entrants import Entrant
from overland.arena.lineups import Lineup, entry_in_seat, seated
from overland.bots.catalogue import SeatedBot, bot_named
from overland.engine.chance import pick_outcome, seed_from
from overland.engine.errors import SettingsError, shortened
from overland.engine.game import CHANCE, OVER, Data, Game, Options
from overland.engine.jit import announce_compilation, confirm_compilation
from overland.engine.record import ACTION, Record, copy_record, new_record
from overland.engine.rng import reseed

SLACK = (1.5, 0.25)  # a budget of time may be overrun by so many times, and by so many seconds
WARM_UP_LIMIT = 5  # how many times the limit of a move the first one may take, which compiles
FOLDERS = re.compile(r"(?:[A-Za-z]:)?(?:[/\\][^\s'\"/\\:]+)+(?=[/\\])")
LONGEST_REASON = 200


class BotFault(Exception):
    """A bot did something that loses the game."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


@dataclass
class Chair:
    """A copy of a bot, with a box of its own so that nothing it writes into it can hurt the game."""

    bot: SeatedBot | None
    box: Record
    trouble: str = ""  # why there is no bot
    is_substitute: bool = False


@dataclass
class Sheet:
    """What is written down while a game goes on."""

    seats: Lineup
    seed: int
    rotation: int
    entries: int = 0
    faults: list[Fault] = field(default_factory=list)
    acting: int = -1  # the seat whose turn it is
    turn: float = 0.0  # what this turn has taken so far

    def __post_init__(self) -> None:
        players = len(self.seats)
        self.decisions = [0] * players
        self.seconds = [0.0] * players
        self.turns: list[list[int]] = [[] for _ in range(players)]

    def begin_act(self, seat: int) -> None:
        """A seat acts; if it is another one than before, the turn of that one is over."""
        if seat != self.acting:
            if self.turn > 0:
                self.turns[self.acting].append(round(self.turn * 1e6))
            self.acting, self.turn = seat, 0.0

    def count(self, seat: int, seconds: float) -> None:
        """A bot has thought."""
        self.decisions[seat] += 1
        self.seconds[seat] += seconds
        self.turn += seconds

    @property
    def faulty(self) -> list[int]:
        """The seats that made a fault."""
        return [fault.seat for fault in self.faults]


class Table:
    """A table of one game for so many players; the entrants' bots are made when they are first needed, and kept."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: Options,
        data: Data,
        entrants: Mapping[str, Entrant],
        move_limit: float,
        alarm: Alarm,
    ) -> None:
        self.game = game
        self.players = players
        self.entrants = entrants
        self.move_limit = move_limit
        self.alarm = alarm
        announce_compilation(f"the rules of {game.title}")
        self.box = game.make_box(data)
        self.start = game.setup(self.box, players, options)
        self.positions = np.zeros(1, game.state_type)
        self.state = self.positions[0]  # what lies on the table, written in place
        self.actions, self.weights = np.empty(game.max_legal, ACTION), np.empty(game.max_legal, ACTION)
        self.chairs: dict[tuple[str, int], Chair] = {}  # by name and number of the copy
        self.warm: set[tuple[str, int]] = set()  # those that have been asked before
        self.substitutes: dict[int, Chair] = {}

    def play_block(self, lineup: Lineup, deal: int, seed: int) -> Block:
        """Play a deal once for every rotation of a line-up."""
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
        sheet = Sheet(seated(lineup, rotation), seed, rotation)
        luck, chances = seed_from(seed), 0
        self.positions[0] = self.start
        while (actor := int(game.to_act(state))) != OVER:
            count = int(game.legal_actions(box, state, self.actions))
            if actor == CHANCE:
                action = self.draw(luck, chances)
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
        chairs = []
        for seat in range(self.players):
            entry = entry_in_seat(seat, rotation, self.players)
            chair = self.chair(lineup[entry], lineup[:entry].count(lineup[entry]))
            if chair.bot is not None:
                reseed(chair.bot.rng, bot_seed(seed, rotation, seat))
            chairs.append(chair)
        common = bot_seed(seed, rotation, 0, "everybody")  # for bots that use Python's or NumPy's own generator
        random.seed(common)
        np.random.seed(common % 2**32)
        return chairs

    def draw(self, luck: bytes, number: int) -> int:
        """The outcome of chance number so many, as ``Match`` would draw it."""
        count = int(self.game.chance_weights(self.box, self.state, self.weights))
        return int(self.actions[pick_outcome(luck, number, self.weights[:count].tolist())])

    def decide(self, chairs: list[Chair], seat: int, count: int, sheet: Sheet) -> int:
        """What a seat plays; after a fault somebody else plays on for it."""
        try:
            return self.ask(chairs[seat], seat, count, sheet)
        except BotFault as fault:
            if chairs[seat].is_substitute:
                return int(self.actions[0])
            bot = sheet.seats[seat]
            sheet.faults.append(Fault(bot, seat, sheet.entries, fault.kind, without_folders(str(fault))))
            self.remove(chairs[seat])
            chairs[seat] = self.substitute(seat, bot_seed(sheet.seed, sheet.rotation, seat, "substitute"))
            return self.decide(chairs, seat, count, sheet)

    def ask(self, chair: Chair, seat: int, count: int, sheet: Sheet) -> int:
        """A bot's answer, if it is one of the choices and came in time."""
        if chair.bot is None:
            raise BotFault("cannot be made", chair.trouble)
        view = new_record(self.game.view_type)
        self.game.view_for(self.box, self.state, seat, view)
        choices = self.actions[:count].copy()  # the bot may do with them what it likes
        began = time.perf_counter()
        try:
            answer = self.answer(chair, view, choices, self.move_limit)
        finally:
            seconds = time.perf_counter() - began
            if not chair.is_substitute:
                sheet.count(seat, seconds)
        allowed = chair.bot.budget.seconds
        if allowed is not None and seconds > SLACK[0] * allowed + SLACK[1]:
            raise BotFault("over its budget", f"thought {seconds:.2f} s and had {allowed:g} s")
        return self.checked(answer, count)

    def answer(self, chair: Chair, view: Record, choices: Record, limit: float) -> object:
        """Whatever a bot answers; what it raises, and that it takes too long, is a fault."""
        assert chair.bot is not None
        try:
            self.alarm.start(limit)
            answer: object = chair.bot.choose(chair.box, view, choices)
            self.alarm.stop()
        except KeyboardInterrupt:
            raise
        except TimeIsUp:
            raise BotFault("over the limit for a move", f"thought longer than {limit:g} s") from None
        except BaseException as error:  # also SystemExit: a bot must not end the tournament
            raise BotFault(f"raised {type(error).__name__}", f"raised {type(error).__name__}: {told(error)}") from error
        finally:
            self.alarm.stop()
        return answer

    def checked(self, answer: object, count: int) -> int:
        """An answer that is one of the choices."""
        if isinstance(answer, bool) or not isinstance(answer, int | np.integer):
            raise BotFault("illegal answer", f"answered with a {type(answer).__name__} instead of a number")
        if answer not in self.actions[:count]:
            raise BotFault("illegal answer", f"answered {shortened(str(answer))}, which is not one of the choices")
        return int(answer)

    def result(self, sheet: Sheet) -> GameResult:
        """How the game on the table ended."""
        points, flags = np.zeros(self.game.max_players, np.int64), np.zeros(self.game.max_players, np.int64)
        self.game.scores(self.box, self.state, points)
        self.game.winners(self.box, self.state, flags)
        scored = [int(point) for point in points[: self.players]]
        ranks, shares = rank_seats(scored, [seat for seat in range(self.players) if flags[seat]], sheet.faulty)
        return GameResult(
            rotation=sheet.rotation,
            seats=sheet.seats,
            points=scored,
            ranks=ranks,
            shares=shares,
            entries=sheet.entries,
            decisions=sheet.decisions,
            seconds=[round(seconds, 6) for seconds in sheet.seconds],
            turns=sheet.turns,
            faults=sheet.faults,
        )

    # The bots

    def chair(self, name: str, copy: int) -> Chair:
        """A copy of a bot; one that cannot be made leaves its chair empty."""
        if (name, copy) not in self.chairs:
            try:
                bot, trouble = self.entrants[name].make(self.game, 0), ""
            except SettingsError as error:
                bot, trouble = None, str(error)
            self.chairs[name, copy] = Chair(bot, copy_record(self.box), trouble)
        return self.chairs[name, copy]

    def substitute(self, seat: int, seed: int) -> Chair:
        """The bot that plays on for a seat after a fault."""
        if seat not in self.substitutes:
            self.substitutes[seat] = Chair(bot_named("greedy", self.game, 0), self.box, is_substitute=True)
        chair = self.substitutes[seat]
        assert chair.bot is not None
        reseed(chair.bot.rng, seed)
        return chair

    def warm_up(self, lineup: Lineup) -> None:
        """Let every new copy of a bot make one choice that does not count: the first call compiles.

        What goes wrong will show again when it counts.
        """
        for entry, name in enumerate(lineup):
            copy = lineup[:entry].count(name)
            chair = self.chair(name, copy)
            if (name, copy) in self.warm or chair.bot is None:
                continue
            self.warm.add((name, copy))
            seat, count = self.go_to_first_decision()
            view = new_record(self.game.view_type)
            self.game.view_for(self.box, self.state, seat, view)
            confirm_compilation(f"the rules of {self.game.title}")
            try:
                self.answer(chair, view, self.actions[:count].copy(), WARM_UP_LIMIT * self.move_limit)
            except BotFault:
                self.remove(chair)

    def go_to_first_decision(self) -> tuple[int, int]:
        """Put the first position with a real choice on the table; returns the seat to act and how many choices."""
        self.positions[0] = self.start
        chances = 0
        while True:
            actor = int(self.game.to_act(self.state))
            count = int(self.game.legal_actions(self.box, self.state, self.actions))
            if actor != CHANCE and count > 1:
                return actor, count
            action = self.draw(seed_from(0), chances) if actor == CHANCE else int(self.actions[0])
            chances += actor == CHANCE
            self.game.apply_action(self.box, self.state, action)

    def remove(self, chair: Chair) -> None:
        """Send a copy of a bot away: after a fault nobody knows what state it is in, so a new one is made."""
        self.chairs = {place: kept for place, kept in self.chairs.items() if kept is not chair}


def told(error: BaseException) -> str:
    """What an error says, if it can say it."""
    try:
        return str(error)
    except Exception:  # an error whose text is an error
        return "nothing that can be read"


def without_folders(reason: str) -> str:
    """A reason that fits into a report: not long, on one line, and no folders of this machine in it."""
    line = FOLDERS.sub("…", " ".join(reason.split()))
    return line if len(line) <= LONGEST_REASON else line[: LONGEST_REASON - 1] + "…"
