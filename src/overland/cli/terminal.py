"""A match at the terminal: asks the people at the keyboard and the bots, and plays what they choose."""

import contextlib
from collections import Counter
from pathlib import Path

from overland.bots.catalogue import SUBSTITUTES, bot_named
from overland.cli.seats import Seats
from overland.cli.terminal_screen import LONG_LIST, Screen
from overland.engine.errors import MoveError, OverlandError
from overland.engine.match import Match

SHORT_LIST = 12  # up to this many choices are listed without being asked for
COMMANDS = """\
  number             a choice by its number in the last list
  list               every choice, numbered
  board              the table again
  log                everything that has happened
  undo               take back your last step, if nothing has been revealed since
  save FILE          write the match to a file; overland play --terminal --resume FILE continues it
  rules              the rules
  quit               leave"""


class Quit(Exception):
    """The player wants to leave."""


class TerminalMatch:
    """A match, its bots, and the screen that people see it on."""

    def __init__(self, match: Match, seats: Seats, spoken: bool, seed: int) -> None:
        self.match = match
        self.seats = seats
        self.screen = Screen(match, seats, spoken)
        self.bots = {seat: bot_named(name, match.game, seed + seat) for seat, name in seats.bots.items()}
        self.listed: list[int] = []  # the actions of the last numbered list
        self.is_saved = True

    def run(self) -> None:
        """Play to the end, or until a player quits."""
        self.screen.say(f"{self.match.game.title}, {self.match.players} players. Type ? for help.", "bold")
        try:
            while not self.match.is_over:
                seat = self.match.to_act
                if seat in self.bots:
                    self.play(seat, self.choice_of(seat))
                else:
                    self.ask(seat)
        except (Quit, EOFError, KeyboardInterrupt):
            self.screen.say("Good-bye." if self.is_saved else "Good-bye. This match was not saved.")
            return
        self.screen.show_end()

    def play(self, seat: int, move: int | str) -> None:
        """Play a move and show what came of it; one that is not legal raises a ``MoveError``."""
        entries = self.match.play(move, seat=seat)
        self.is_saved = False
        self.screen.show_news(entries)

    def choice_of(self, seat: int) -> int:
        """What a bot plays; one that fails or gives an illegal answer is replaced by a greedy one, with a notice."""
        view, actions = self.match.view(seat), self.match.legal.actions
        try:
            with self.screen.thinking(seat):
                choice = int(self.bots[seat].choose(self.match.box, view, actions.copy()))
            if choice not in actions:
                raise ValueError(f"its answer {choice} is not one of the choices")
        except Exception as error:  # a user's bot may raise anything
            name = self.seats.title(seat)
            self.screen.say(f"{name} failed: {type(error).__name__}: {error}. A greedy bot takes over.", "bold")
            self.bots[seat] = bot_named(SUBSTITUTES[0], self.match.game, seat)
            choice = int(self.bots[seat].choose(self.match.box, view, actions))
        return choice

    def ask(self, seat: int) -> None:
        """Let the person in a seat choose one step; a forced one is made unless it would prevent an undo."""
        if len(self.seats.people) > 1 and self.screen.viewer != seat:
            self.screen.hand_over(seat)
        actions = [int(action) for action in self.match.legal.actions]
        if len(actions) == 1 and self.match.why_not_undo(seat):
            self.screen.say("There is only one choice.", "dim")
            self.play(seat, actions[0])
            return
        self.listed = []
        self.screen.show_question(seat, actions)
        if len(actions) <= SHORT_LIST:
            self.list_choices(actions)
        else:
            self.screen.say(f"{len(actions)} choices; {self.screen.game.HINT}, or type ? for help.", "dim")
        version = self.match.version
        while self.match.version == version:
            self.answer(seat, actions, self.screen.console.input("> "))

    def answer(self, seat: int, actions: list[int], text: str) -> None:
        """Do what was typed."""
        words = text.lower().split()
        if not words:
            return
        match words[0]:
            case "?" | "help":
                self.screen.say(f"{self.screen.game.HELP}\n{COMMANDS}")
            case "quit" | "exit":
                raise Quit
            case "board":
                self.screen.show_question(seat, actions)
            case "list":
                self.list_choices(actions)
            case "log":
                self.screen.show_log()
            case "rules":
                self.screen.show_rules()
            case "undo":
                self.undo(seat)
            case "save":
                self.save(text.split(maxsplit=1)[1:])
            case number if len(words) == 1 and number.isdecimal():
                self.choose_by_number(seat, number[:9])
            case _:
                self.choose_by_words(seat, actions, words)

    def list_choices(self, actions: list[int]) -> None:
        self.listed = actions
        self.screen.show_choices(actions)

    def choose_by_number(self, seat: int, number: str) -> None:
        chosen = dict(enumerate(self.listed, 1)).get(int(number))
        if chosen is not None:
            self.play(seat, chosen)
        elif self.listed:
            self.screen.say(f"There is no choice {number} in the last list.")
        else:
            self.screen.say("Nothing is listed yet.")

    def choose_by_words(self, seat: int, actions: list[int], words: list[str]) -> None:
        """Play the choice that the words name, or list those they could mean."""
        with contextlib.suppress(MoveError):
            self.play(seat, " ".join(words))
            return
        wanted, game = Counter(words), self.screen.game
        found = [action for action in actions if wanted <= game.keywords(self.match.box, action)]
        if not found:
            self.screen.say(f"No legal move matches {' '.join(words)[:60]!r}; ? shows what you can type.")
            return
        self.screen.show_board(game.cells_of(found))
        if len(found) <= LONG_LIST:
            self.list_choices(found)
        else:
            self.screen.say(f"{len(found)} choices; type more words to narrow them down, or list to see all.", "dim")

    def undo(self, seat: int) -> None:
        """Take back the last step, or say why that is not possible."""
        try:
            taken = self.match.undo(seat)
        except OverlandError as error:
            self.screen.say(str(error))
        else:
            self.screen.forget_undone()
            self.screen.say(f"Taken back: {taken.text}.")

    def save(self, names: list[str]) -> None:
        if not names:
            self.screen.say("Name a file: save FILE")
            return
        try:
            self.match.save(Path(names[0]).expanduser(), seats=str(self.seats))
        except OSError as error:
            self.screen.say(f"Not saved: {error}.")
        else:
            self.is_saved = True
            self.screen.say(f"Saved. To continue: overland play --terminal --resume {names[0]}")
