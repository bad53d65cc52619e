"""``overland play``: a game at the terminal, alone against bots or with friends at one keyboard."""

import contextlib
import secrets
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from overland.arena.entrants import Entrant
from overland.arena.workers import look_for_modules_here
from overland.bots.catalogue import DEFAULT_LEVEL, LEVELS, SeatedBot, bot_named
from overland.cli.levels import show_levels
from overland.cli.rules import rules_text
from overland.cli.serve import play_in_browser
from overland.cli.settings import MapFile, OptionTexts, Preset, TilesFile, chosen_data, chosen_options, separated
from overland.cli.tables import TABLES
from overland.engine.errors import MoveError, OverlandError, SettingsError
from overland.engine.game import CHANCE, SPECTATOR, Game
from overland.engine.games import checked_players, game_named
from overland.engine.match import Entry, Match, read_record
from overland.engine.picture import Line
from overland.engine.record import Record
from overland.words import Speech
from overland.words.games import WORDS

ME = "me"
SHORT_LIST = 12  # so many choices are listed without being asked for
LONG_LIST = 60  # more are listed only by the command list
MAP_TAGS = ("edge", "symbol")
PLAIN_STYLES = {"bold": "bold", "dim": "dim"}
COMMANDS = """\
  number             a choice by its number in the last list
  list               every choice, numbered
  board              the table again
  log                everything that happened
  undo               take back your last step, if nothing was revealed since
  save FILE          write the match to a file; overland play --terminal --resume FILE goes on with it
  rules              the rules
  quit               leave"""

GameArgument = Annotated[str | None, typer.Argument(metavar="GAME", help="oregon (if none is named) or okanagan.")]


def play(
    game_name: GameArgument = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", "-t", help="Here in the terminal, not in the browser.")
    ] = False,
    seats: Annotated[
        str | None,
        typer.Option("--seats", metavar="WHO,WHO,...", help=f"Who sits where, from seat 0: {ME}, a level or a bot."),
    ] = None,
    level: Annotated[
        str | None, typer.Option("--level", "-l", help=f"Whom you play against, from gentle: {', '.join(LEVELS)}.")
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="Number of players: you and as many bots as it takes.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", "-s", help="Repeat the same luck.")] = None,
    option: OptionTexts = None,
    preset: Preset = None,
    map_file: MapFile = None,
    tiles_file: TilesFile = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved match.")] = None,
    spoken: Annotated[
        bool, typer.Option("--spoken", help="Sentences instead of a drawn board, for screen readers.")
    ] = False,
) -> None:
    """Play: in the browser (a server starts on this machine, for you alone), or with --terminal here.

    In the terminal you play alone against bots, or with friends at one keyboard (--seats me,me,scout). Without --seats
    and --level you are asked how strong the bots shall be. Choices are made by number, by naming cards or a place, or
    in notation; ? shows how. Colours follow NO_COLOR.
    """
    if not terminal:
        given = (seats, level, players, seed, option, preset, map_file, tiles_file, resume, spoken or None)
        if any(word is not None for word in given):
            raise SettingsError("These options are for the terminal: add --terminal.")
        play_in_browser(None if game_name is None else game_named(game_name).name)
        return
    if resume is not None:
        if option or preset or map_file or tiles_file or seed is not None or level or players:
            raise SettingsError(
                "A saved match has its game, luck and options; --resume goes with --seats and --spoken."
            )
        saved = read_record(resume)
        match = Match.from_record(saved)
        if game_name not in (None, match.game.name):
            raise SettingsError(f"The match in {resume} is one of {match.game.title}.")
        others = [DEFAULT_LEVEL] * (match.players - 1)
        who = separated(seats or saved_seats(saved) or ",".join([ME, *others]))
        if len(who) != match.players:
            raise SettingsError(f"The match in {resume} has {match.players} players; name as many with --seats.")
    else:
        game = game_named(game_name or "oregon")
        options = chosen_options(game, option, preset)
        data = chosen_data(game, map_file, tiles_file)
        who = chosen_seats(game, seats, level, players)
        match = Match(game, len(who), options=options, seed=seed, data=data)
    look_for_modules_here()
    TerminalGame(match, who, spoken, secrets.randbits(32) if seed is None else seed).run()


def chosen_seats(game: Game, seats: str | None, level: str | None, players: int | None) -> list[str]:
    """Who sits where: as named, or one person against bots of a level, which a person at a terminal is asked for."""
    if seats is not None:
        if level is not None or players is not None:
            raise SettingsError("--seats says it all; --level and --players go without it.")
        who = separated(seats)
        checked_players(game, len(who))
        return who
    count = checked_players(game, game.min_players if players is None else players)
    if level is None:
        level = asked_level() if sys.stdin.isatty() else DEFAULT_LEVEL
    if level not in LEVELS:
        raise SettingsError(f"There is no level {level!r}; there are {', '.join(LEVELS)}.")
    return [ME, *[level] * (count - 1)]


def asked_level() -> str:
    """The level that a person chooses by its number or name; the enter key takes the default."""
    names = list(LEVELS)
    show_levels(numbered=True)
    while True:
        answer = input(f"Whom do you want to play against? [{DEFAULT_LEVEL}] ").strip().lower()
        if answer == "":
            return DEFAULT_LEVEL
        if answer in names:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        print(f"A number from 1 to {len(names)}, or a name.")


def saved_seats(saved: dict[str, Any]) -> str | None:
    """Who sat where when a match was saved at the terminal."""
    found = saved.get("seats")
    return found if isinstance(found, str) else None


class Quit(Exception):
    """The player wants to leave."""


class TerminalGame:
    """A match at the terminal: shows what the person at the keyboard may know, asks, plays, explains."""

    def __init__(self, match: Match, who: list[str], spoken: bool, seed: int) -> None:
        self.match = match
        self.who = who
        self.spoken = spoken
        self.table = TABLES[match.game.name]
        self.words = WORDS[match.game.name]
        self.speech = Speech("en", self.name)
        self.bots: dict[int, SeatedBot] = {
            seat: Entrant(word).make(match.game, seed + seat) for seat, word in enumerate(who) if word != ME
        }
        self.people = [seat for seat in range(match.players) if seat not in self.bots]
        self.console = Console(highlight=False)
        self.listed: list[int] = []  # the actions of the last numbered list
        self.sitting = self.people[0] if len(self.people) == 1 else SPECTATOR  # who looks at the screen
        self.told = dict.fromkeys(self.people, len(match.entries))  # how far each person has been told
        self.stage = ""
        self.is_saved = True

    def run(self) -> None:
        """Play to the end, or until somebody quits."""
        self.say(f"{self.match.game.title}, {self.match.players} players. Type ? for help.", "bold")
        try:
            while not self.match.is_over:
                seat = self.match.to_act
                if seat in self.bots:
                    view = self.match.view(seat)
                    self.tell(self.match.play(self.choice_of(seat, view), seat=seat))
                else:
                    self.ask(seat)
        except (Quit, EOFError, KeyboardInterrupt):
            self.say("Good-bye." if self.is_saved else "Good-bye. This match was not saved.")
            return
        self.show_end()

    def choice_of(self, seat: int, view: Record) -> int:
        """What a bot plays; one that fails or answers nonsense is replaced by a greedy one, and that is said."""
        actions = self.match.legal.actions
        try:
            with self.thinking(seat):
                choice = int(self.bots[seat].choose(self.match.box, view, actions.copy()))
            if choice not in actions:
                raise ValueError(f"its answer {choice} is none of the choices")
        except Exception as error:  # whatever somebody's bot does
            self.say(f"{self.name(seat)} fails: {type(error).__name__}: {error}. A greedy bot plays on for it.", "bold")
            self.bots[seat] = bot_named("greedy", self.match.game, seat)
            choice = int(self.bots[seat].choose(self.match.box, view, actions))
        return choice

    def thinking(self, seat: int) -> contextlib.AbstractContextManager[Any]:
        """A sign of life while a bot thinks, on a terminal that is not read aloud."""
        if self.spoken or not self.console.is_terminal:
            return contextlib.nullcontext()
        return self.console.status(f"{self.name(seat)} thinks ...")

    # Asking

    def ask(self, seat: int) -> None:
        """Let the person in a seat choose one step; a forced one is made unless it would end the chance of an undo."""
        if len(self.people) > 1 and self.sitting != seat:
            self.hand_over(seat)
        actions = [int(action) for action in self.match.legal.actions]
        if len(actions) == 1 and self.match.why_not_undo(seat):
            self.say("There is only one choice.", "dim")
            self.tell(self.match.play(actions[0], seat=seat))
            return
        self.listed = []
        self.show_question(seat, actions)
        if len(actions) <= SHORT_LIST:
            self.show_choices(actions)
        else:
            self.say(f"{len(actions)} choices; {self.table.HINT}, or type ? for help.", "dim")
        version = self.match.version
        while self.match.version == version:
            self.answer(seat, actions, self.console.input("> "))

    def answer(self, seat: int, actions: list[int], text: str) -> None:
        """Do what was typed."""
        words = text.lower().split()
        if not words:
            return
        match words[0]:
            case "?" | "help":
                self.say(f"{self.table.HELP}\n{COMMANDS}")
            case "quit" | "exit":
                raise Quit
            case "board":
                self.show_question(seat, actions)
            case "list":
                self.show_choices(actions)
            case "log":
                for entry, shown in zip(self.match.entries, self.match.entries_for(self.sitting), strict=True):
                    self.say(f"{self.name(entry.seat)}: {shown}")
            case "rules":
                self.console.print(Markdown(rules_text(self.match.game.name)))
            case "undo":
                self.undo(seat)
            case "save":
                self.save(text.split(maxsplit=1)[1:])
            case _:
                self.choose(seat, actions, words)

    def choose(self, seat: int, actions: list[int], words: list[str]) -> None:
        """Play the choice that the words name, or list those they could mean."""
        if len(words) == 1 and words[0].isdecimal():
            chosen = dict(enumerate(self.listed, 1)).get(int(words[0][:9]))
            if chosen is None:
                self.say(
                    f"There is no choice {words[0][:9]} in the last list." if self.listed else "Nothing is listed yet."
                )
            else:
                self.tell(self.match.play(chosen, seat=seat))
            return
        with contextlib.suppress(MoveError):
            self.tell(self.match.play(" ".join(words), seat=seat))
            return
        asked = Counter(words)
        found = [action for action in actions if asked <= self.table.keywords(self.match.box, action)]
        if not found:
            self.say(f"Nothing legal now goes by {' '.join(words)[:60]!r}; ? shows what can be typed.")
            return
        self.show_table(self.table.cells_of(found))
        if len(found) <= LONG_LIST:
            self.show_choices(found)
        else:
            self.say(f"{len(found)} choices; name something more to number them, or type list for all.", "dim")

    def undo(self, seat: int) -> None:
        """Take the last step back, or say why not."""
        try:
            taken = self.match.undo(seat)
        except OverlandError as error:
            self.say(str(error))
        else:
            self.told = {person: min(told, len(self.match.entries)) for person, told in self.told.items()}
            self.say(f"Taken back: {taken.text}.")

    def save(self, names: list[str]) -> None:
        """Write the match to the named file."""
        if not names:
            self.say("Name a file: save FILE")
            return
        try:
            self.match.save(Path(names[0]).expanduser(), seats=",".join(self.who))
        except OSError as error:
            self.say(f"Not saved: {error}.")
        else:
            self.is_saved = True
            self.say(f"Saved. To go on: overland play --terminal --resume {names[0]}")

    def hand_over(self, seat: int) -> None:
        """Pass the keyboard to another person, with nothing secret on the screen; then tell what happened meanwhile."""
        self.sitting = SPECTATOR
        self.console.clear()
        self.console.input(f"{self.name(seat)}, it is your turn. Press Enter when the others look away. ")
        self.sitting = seat
        self.tell_entries(self.match.entries[self.told[seat] :])

    # Showing

    def show_question(self, seat: int, actions: list[int]) -> None:
        """The table, and what the seat is asked."""
        self.show_table(self.table.cells_of(actions) if len(actions) <= LONG_LIST else set())
        view = self.match.view(seat)
        asked = self.speech.say(self.words.question(self.match.box, view))
        self.say(f"{asked} {self.table.reminder(self.match.box, view)}".strip(), "bold")

    def show_table(self, marked: set[Any]) -> None:
        """The board and what is known of everybody."""
        view = self.match.view(self.sitting)
        if self.spoken:
            self.draw(self.table.spoken(self.match.box, view))
        else:
            self.draw(self.table.picture(self.match.box, view, marked, self.console.width))

    def show_choices(self, actions: list[int]) -> None:
        """Choices with numbers, and what each would bring now."""
        self.listed = actions
        view = self.match.view(self.match.to_act)
        for number, action in enumerate(actions, 1):
            text = self.match.game.action_text(action)
            meaning = self.words.note(self.match.box, view, action)
            notes = [self.table.note(self.match.box, view, action), "" if meaning is None else self.speech.say(meaning)]
            for gain in self.match.explain(action)[0]:
                who = "" if gain["seat"] == self.match.to_act else f"{self.name(gain['seat'])} "
                notes.append(who + self.speech.say(self.words.gain_message(gain, text)))
            told = "; ".join(filter(None, notes))
            self.say(f"{number:>3}  {text}" + (f"  ({told})" if told else ""))

    def tell(self, entries: list[Entry]) -> None:
        """What happened, as far as whoever looks may know."""
        self.is_saved = False
        self.tell_entries(entries)
        found = self.words.stage(self.match.view())
        stage = "" if found is None else self.speech.say(found)
        if stage != self.stage:
            self.stage = stage
            self.say(stage, "bold")

    def tell_entries(self, entries: list[Entry]) -> None:
        """Entries, and every point or token they brought."""
        if not entries:
            return
        first = len(self.match.entries) - len(entries)
        shown = self.match.entries_for(self.sitting)[first:]
        for entry, text in zip(entries, shown, strict=True):
            self.say(f"{self.name(entry.seat)}: {text}", "" if entry.seat == CHANCE else f"seat-{entry.seat}")
            for gain in self.match.gains_for(entry, self.sitting):
                self.say(f"    {self.name(gain['seat'])}: {self.speech.say(self.words.gain_message(gain, entry.text))}")
        if self.sitting in self.told:
            self.told[self.sitting] = len(self.match.entries)

    def show_end(self) -> None:
        """The final table, the points of each player by source, and who won."""
        self.sitting = SPECTATOR
        self.show_table(set())
        names = [self.name(seat) for seat in range(self.match.players)]
        tallies = self.match.points_by_source()
        if self.spoken:
            for name, tally, score in zip(names, tallies, self.match.scores, strict=True):
                parts = [f"{self.speech.word('source', source)} {points}" for source, points in tally.items() if points]
                self.say(f"{name}: {score} points; {', '.join(parts) or 'none'}.")
        else:
            points = Table("points from", *names, title="The end")
            for source in tallies[0]:
                points.add_row(self.speech.word("source", source), *(str(tally[source]) for tally in tallies))
            points.add_section()
            points.add_row("together", *(str(score) for score in self.match.scores))
            self.console.print(points)
        winners = " and ".join(self.name(seat) for seat in self.match.winners)
        self.say(f"{winners} won." if len(self.match.winners) == 1 else f"{winners} share the win.", "bold")

    def name(self, seat: int) -> str:
        """What a seat is called."""
        if seat < 0:
            return "Chance"
        if self.people == [seat]:
            return f"You (seat {seat})"
        return f"Seat {seat}" if seat in self.people else f"{self.who[seat].capitalize()} (seat {seat})"

    def draw(self, lines: list[Line]) -> None:
        """A picture, in colour where there is any; its text is wrapped between words, its map never."""
        for line in lines:
            text = Text()
            for span in line:
                text.append(span.text, self.style_of(span.tag))
            is_map = any(span.tag in MAP_TAGS for span in line)
            self.console.print(text, no_wrap=is_map, overflow="ignore" if is_map else "fold", crop=not is_map)

    def say(self, text: str, tag: str = "") -> None:
        """A line of text."""
        self.console.print(Text(text, self.style_of(tag)))

    def style_of(self, tag: str) -> str:
        """The colours for a tag of one or several words."""
        return " ".join(self.table.COLOURS.get(word, PLAIN_STYLES.get(word, "")) for word in tag.split())
