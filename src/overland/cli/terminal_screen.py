"""What a match looks like at the terminal: the board, the choices, what happened, the end."""

import contextlib
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from overland.cli.rules import rules_text
from overland.cli.seats import Seats
from overland.cli.terminal_games import TERMINAL_GAMES
from overland.engine.game import CHANCE, SPECTATOR
from overland.engine.match import Entry, Match
from overland.engine.picture import SpanRow
from overland.words import Speech
from overland.words.games import WORDS

LONG_LIST = 60  # up to this many places are marked on the board; with more choices none is
MAP_TAGS = ("edge", "symbol")
PLAIN_STYLES = {"bold": "bold", "dim": "dim"}


class Screen:
    """Shows a match to the person at the screen, and no more of it than that person may know."""

    def __init__(self, match: Match, seats: Seats, spoken: bool) -> None:
        self.match = match
        self.seats = seats
        self.spoken = spoken
        self.game = TERMINAL_GAMES[match.game.name]
        self.words = WORDS[match.game.name]
        self.speech = Speech("en", seats.title)
        self.console = Console(highlight=False)
        self.viewer = seats.people[0] if len(seats.people) == 1 else SPECTATOR  # who is at the screen
        self.seen = dict.fromkeys(seats.people, len(match.entries))  # how many entries each person has been shown
        self.stage = ""

    def say(self, text: str, tag: str = "") -> None:
        self.console.print(Text(text, self.style_of(tag)))

    def thinking(self, seat: int) -> contextlib.AbstractContextManager[Any]:
        """A sign of life while a bot thinks, on a terminal that is not read aloud."""
        if self.spoken or not self.console.is_terminal:
            return contextlib.nullcontext()
        return self.console.status(f"{self.seats.title(seat)} is thinking ...")

    # The position

    def show_question(self, seat: int, actions: list[int]) -> None:
        """The board, and what the seat is asked."""
        self.show_board(self.game.cells_of(actions) if len(actions) <= LONG_LIST else set())
        position = self.match.position
        view = position.view(seat)
        question = self.speech.say(self.words.question(position.box, view))
        self.say(f"{question} {self.game.reminder(position.box, view)}".strip(), "bold")

    def show_board(self, marked: set[Any]) -> None:
        """The board and what is known of every player."""
        position = self.match.position
        view = position.view(self.viewer)
        if self.spoken:
            self.show_picture(self.game.spoken(position.box, view))
        else:
            self.show_picture(self.game.picture(position.box, view, marked, self.console.width))

    def show_picture(self, picture: list[SpanRow]) -> None:
        """A picture, in colour if there is any; its text is wrapped between words, its map never is."""
        for row in picture:
            text = Text()
            for span in row:
                text.append(span.text, self.style_of(span.tag))
            is_map = any(span.tag in MAP_TAGS for span in row)
            self.console.print(text, no_wrap=is_map, overflow="ignore" if is_map else "fold", crop=not is_map)

    def style_of(self, tag: str) -> str:
        """The colours for a tag of one or several words."""
        return " ".join(self.game.COLOURS.get(word, PLAIN_STYLES.get(word, "")) for word in tag.split())

    def show_choices(self, actions: list[int]) -> None:
        """Choices with numbers, and what each would bring now."""
        for number, action in enumerate(actions, 1):
            notes = "; ".join(self.notes_on(action))
            text = self.match.game.action_text(action)
            self.say(f"{number:>3}  {text}" + (f"  ({notes})" if notes else ""))

    def notes_on(self, action: int) -> list[str]:
        """What a choice looks like, what it means, and what it would bring, if there is anything to say."""
        position = self.match.position
        view, text = position.view(position.to_act), position.game.action_text(action)
        meaning = self.words.note(position.box, view, action)
        notes = [self.game.note(position.box, view, action), "" if meaning is None else self.speech.say(meaning)]
        for gain in position.explain(action)[0]:
            player = "" if gain["seat"] == position.to_act else f"{self.seats.title(gain['seat'])} "
            notes.append(player + self.speech.say(self.words.gain_message(gain, self.words.gain_context(text))))
        return [note for note in notes if note]

    # What happened

    def show_news(self, entries: list[Entry]) -> None:
        """The last entries, and which part of the game has begun with them."""
        self.show_entries(entries)
        message = self.words.stage(self.match.view())
        stage = "" if message is None else self.speech.say(message)
        if stage != self.stage:
            self.stage = stage
            self.say(stage, "bold")

    def show_entries(self, entries: list[Entry]) -> None:
        """The last entries as the viewer may know them, and every point or token they brought."""
        if not entries:
            return
        first = len(self.match.entries) - len(entries)
        texts = self.match.entries_for(self.viewer)[first:]
        for entry, text in zip(entries, texts, strict=True):
            self.say(f"{self.seats.title(entry.seat)}: {text}", "" if entry.seat == CHANCE else f"seat-{entry.seat}")
            for gain in self.match.gains_for(entry, self.viewer):
                brought = self.speech.say(self.words.gain_message(gain, self.words.gain_context(entry.text)))
                self.say(f"    {self.seats.title(gain['seat'])}: {brought}")
        if self.viewer in self.seen:
            self.seen[self.viewer] = len(self.match.entries)

    def show_log(self) -> None:
        """Every entry as the viewer may know it."""
        for entry, text in zip(self.match.entries, self.match.entries_for(self.viewer), strict=True):
            self.say(f"{self.seats.title(entry.seat)}: {text}")

    def forget_undone(self) -> None:
        """After an undo, no one has seen more entries than there are."""
        self.seen = {person: min(seen, len(self.match.entries)) for person, seen in self.seen.items()}

    def hand_over(self, seat: int) -> None:
        """Pass the keyboard to another person, with nothing secret on the screen; then show what they missed."""
        self.viewer = SPECTATOR
        self.console.clear()
        self.console.input(f"{self.seats.title(seat)}, it is your turn. Press Enter when the others are looking away. ")
        self.viewer = seat
        self.show_entries(self.match.entries[self.seen[seat] :])

    def show_rules(self) -> None:
        self.console.print(Markdown(rules_text(self.match.game.name)))

    # The end

    def show_end(self) -> None:
        """The final board, the points of each player by source, and who won."""
        self.viewer = SPECTATOR
        self.show_board(set())
        if self.spoken:
            self.say_points()
        else:
            self.console.print(self.points_table())
        winners = self.match.winners
        names = " and ".join(self.seats.title(seat) for seat in winners)
        self.say(f"{names} won." if len(winners) == 1 else f"{names} share the win.", "bold")

    def say_points(self) -> None:
        for seat, tally in enumerate(self.match.points_by_source()):
            points = [f"{self.speech.word('source', source)} {count}" for source, count in tally.items() if count]
            self.say(f"{self.seats.title(seat)}: {self.match.scores[seat]} points; {', '.join(points) or 'none'}.")

    def points_table(self) -> Table:
        tallies = self.match.points_by_source()
        names = [self.seats.title(seat) for seat in range(self.match.players)]
        points = Table("points from", *names, title="The end")
        for source in tallies[0]:
            points.add_row(self.speech.word("source", source), *(str(tally[source]) for tally in tallies))
        points.add_section()
        points.add_row("together", *(str(score) for score in self.match.scores))
        return points
