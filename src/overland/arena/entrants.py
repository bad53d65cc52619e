"""Bots that take part: by name, by class, as a bot that exists already, or by a function that makes them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from overland.bots.bot import Bot, Budget
from overland.bots.catalogue import SeatedBot, bot_named, made_bot
from overland.engine.errors import SettingsError
from overland.engine.game import Game

#: Makes a bot of a game with a random stream: ``make(game, seed)``.
Maker = Callable[[Game, int], SeatedBot]


@dataclass(frozen=True)
class Entrant:
    """A bot that takes part: the name it has in the results, and how each copy of it is made.

    Without a maker the name is a bot's text, like ``greedy`` or ``mymodule:MyBot@0.5s``. To play in other
    processes, a bot needs a maker that can be sent there: a function of a module, or a ``partial`` of one.
    """

    name: str
    maker: Maker | None = None
    is_single: bool = False  # there is only one copy, for one seat

    def make(self, game: Game, seed: int) -> SeatedBot:
        """A new copy of the bot; one that cannot be made raises a ``SettingsError``."""
        if self.maker is None:
            return bot_named(self.name, game, seed)
        return made_bot(self.name, partial(self.maker, game, seed))


#: What can be named as a bot: its text, a class (or function) that makes one for a game, a bot, or an entrant.
Participant = str | Callable[[Game], Bot] | SeatedBot | Entrant


def as_entrant(participant: Participant) -> Entrant:
    if isinstance(participant, Entrant):
        return participant
    if isinstance(participant, str):
        return Entrant(participant)
    if isinstance(participant, SeatedBot):
        return Entrant(participant.name, partial(same_bot, participant), is_single=True)
    name = getattr(participant, "__name__", type(participant).__name__)
    return Entrant(name, partial(seat_bot, name, participant))


def seat_bot(name: str, make: Callable[[Game], Bot], game: Game, seed: int) -> SeatedBot:
    """A bot of a class that the caller gave, without a budget."""
    return SeatedBot(name, make(game), game, Budget(), seed)


def same_bot(bot: SeatedBot, game: Game, seed: int) -> SeatedBot:
    """The maker of a bot that exists already."""
    return bot


def check_entrants(entrants: Iterable[Entrant], game: Game, move_limit: float) -> None:
    """Make each bot once, so that one that cannot play is refused before anything starts."""
    if not move_limit > 0:
        raise SettingsError(f"The limit for a move is a number of seconds above 0, not {move_limit:g}.")
    for entrant in entrants:
        seconds = entrant.make(game, 0).budget.seconds
        if seconds is not None and seconds >= move_limit:
            raise SettingsError(
                f"The bot {entrant.name} may think for {seconds:g} s, but a move may last only {move_limit:g} s;"
                " raise the limit (--move-limit)."
            )
