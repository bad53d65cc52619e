"""Streams of self-play side by side: each plays the games of a round with a network and keeps what it saw."""

from collections.abc import Sequence

from overland.bots.learning import CHANCES, Batch, Lesson, new_batch, new_learning_scratch, play_and_keep
from overland.bots.net import Net
from overland.bots.training import copied, in_turn
from overland.engine.game import Data, Game
from overland.engine.rng import new_rng

VIEWS_PER_GAME = 700  # at most, on average


class Streams:
    """What each of several threads plays with.

    Each has arrays of its own: counting who uses shared ones holds up all of them.
    """

    def __init__(self, game: Game, data: Data, players: Sequence[int], count: int, lesson: Lesson) -> None:
        self.counts = in_turn(players)
        self.lesson = lesson._replace(games=-(-lesson.games // len(self.counts)))
        self.games_each = self.lesson.games * len(self.counts)
        self.scratches = [new_learning_scratch(game) for _ in range(count)]
        self.boxes = [game.make_box(data) for _ in range(count)]
        self.starts = [{number: game.setup(box, number, {}) for number in players} for box in self.boxes]

    def new_batches(self) -> list[Batch]:
        """Room for a round of every stream."""
        return [new_batch(self.games_each * VIEWS_PER_GAME) for _ in self.boxes]

    def play(self, stream: int, net: Net, batch: Batch, seed: int, thorough: bool = False) -> tuple[int, float]:
        """A round of one stream, half of its games with two players: how many views were kept, and the mean error.

        A ``thorough`` round leaves no choice out, even if the lesson has a shortlist.
        """
        lesson = self.lesson._replace(thorough=CHANCES) if thorough else self.lesson
        scratch, mine = self.scratches[stream], copied(net)
        scratch.search.rngs[0] = new_rng(seed * 1000 + stream)
        kept, error = 0, 0.0
        for players in self.counts:
            start = self.starts[stream][players]
            kept, found = play_and_keep(self.boxes[stream], start, mine, lesson, scratch, batch, kept)
            error += found
        return kept, error / self.games_each
