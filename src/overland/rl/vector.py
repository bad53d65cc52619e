"""Many games of one kind at once, for learning: everything in arrays, stepped by one compiled call."""

import operator
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, Literal, Self

import numpy as np

from overland.bots.games import KNOWLEDGE
from overland.bots.inputs import Inputs
from overland.engine.errors import IllegalMove, SettingsError
from overland.engine.game import OVER, Data
from overland.engine.games import checked_options, checked_players
from overland.engine.position import Position, open_box, rules_of
from overland.engine.record import ACTION, Array, Record, array_of
from overland.engine.rng import RNG, reseed
from overland.rl import stepping
from overland.rl.stepping import BEGIN, CHANGE, FINAL, GO_ON, WAIT, WIN, Games, Terms

Rewards = Literal["final", "change", "win"]
REWARDS: Mapping[str, int] = {"final": FINAL, "change": CHANGE, "win": WIN}
MOST_GAMES = 1 << 20
SEED_SHIFT = 32  # a game's seed is made of the seed of all and its place


class VectorEnv:
    """Games of one kind side by side, each asking the seat whose turn it is; chance acts inside.

    All that is told is in arrays that every ``step`` and ``reset`` writes anew: copy what you keep. Games are the first
    axis, and what is said of a game is said to the seat that it asks. A game that ends is followed by the next at once.
    What happens depends on the seed and the actions, not on the number of threads.

    >>> from overland.rl import VectorEnv
    >>> env = VectorEnv("oregon", 3, players=2, seed=7)
    >>> env.seats.tolist(), env.counts.tolist(), env.observations.shape
    ([0, 0, 0], [28, 28, 31], (3, 316))
    >>> env.step(env.legal[:, 0])                        # the first legal action everywhere
    >>> env.seats.tolist(), env.dones.tolist()
    ([1, 1, 1], [False, False, False])
    >>> while not env.dones.any():
    ...     env.step(env.sample())
    >>> ended = int(env.dones.argmax())
    >>> env.rewards[ended].tolist(), env.final_scores[ended].tolist()
    ([3.0, -3.0], [4, 1])
    """

    def __init__(
        self,
        game: str,
        count: int = 1,
        players: int = 2,
        *,
        seed: int | None = None,
        rewards: Rewards = "final",
        options: Mapping[str, str] | None = None,
        preset: str | None = None,
        data: Data | os.PathLike[str] | str | None = None,
        threads: int = 1,
        autoreset: bool = True,
    ) -> None:
        """``count`` games of ``game``. Rewards are ``final`` (the margin, when a game ends), ``change`` (of the margin
        as far as a seat knows it, paid when it is asked again, the rest at the end; it adds up to the margin), or
        ``win`` (1 for winning alone, all seats together 0). Without a seed the luck is new each time."""
        rules = rules_of(game)
        if not 1 <= count <= MOST_GAMES:
            raise SettingsError(f"There can be 1 to {MOST_GAMES:,} games, not {count}.")
        if threads < 1:
            raise SettingsError(f"It takes at least one thread, not {threads}.")
        if rewards not in REWARDS:
            raise SettingsError(f"Rewards are {', '.join(REWARDS)}, not {rewards!r}.")
        players = checked_players(rules, players)
        chosen = checked_options(rules, options or {}, preset)
        box = open_box(rules, data if data is None or isinstance(data, Mapping) else str(data))[1]
        self.game = rules  #: the rules: texts of actions, options
        self.box = box  #: what is in the box, as kernels take it
        self.count = count  #: how many games there are
        self.players = players  #: how many seats each has
        self.threads = min(threads, count)  #: how many threads step them
        self.action_count = rules.decision_count  #: actions are numbers below this
        self.observation_size = rules.view_type.itemsize  #: bytes of an observation
        knowledge = KNOWLEDGE[rules.name]
        self.input_count = knowledge.input_count  #: inputs of a network
        self.max_active = knowledge.max_active  #: so many of them are on at most
        self._terms = Terms(players, rules.decision_count, REWARDS[rewards], autoreset)
        self._games = new_games(self, rules.setup(box, players, chosen))
        self._actions = np.full(count, WAIT, ACTION)
        self._scratch = [
            Inputs(np.zeros(self.max_active, np.int64), np.zeros(self.max_active, np.float32))
            for _ in range(self.threads)
        ]
        self._sparse: tuple[Array, Array, Array] | None = None
        bounds = [count * part // self.threads for part in range(self.threads + 1)]
        self._parts = list(zip(range(self.threads), bounds[:-1], bounds[1:], strict=True))
        self._pool = ThreadPoolExecutor(self.threads - 1, "overland-rl") if self.threads > 1 else None
        games = self._games
        self.seats = shown(games.seats)  #: the seat that each game asks; OVER if it has ended and none follows
        self.views = shown(games.views)  #: what that seat knows, as records of the game's ``view_type``
        self.observations = shown(as_bytes(games.views))  #: the same as bytes
        self.counts = shown(games.counts)  #: how many legal actions there are
        self.legal = shown(games.legal)  #: the legal actions, ascending: the first ``counts`` of a row
        self.masks = shown(games.masks)  #: the same as bits, the lowest first (``numpy.unpackbits``, little)
        self.rewards = shown(games.rewards)  #: what the last step brought each seat
        self.dones = shown(games.dones.view(np.bool_))  #: whether the last step ended a game
        self.lengths = shown(games.lengths)  #: decisions in each game so far
        self.numbers = shown(games.numbers)  #: how many games each place has begun
        self.final_scores = shown(games.final_scores[:, :players])  #: points of the last game that ended
        self.final_winners = shown(games.final_winners[:, :players])  #: 1 for each of its winners
        self.final_views = shown(games.final_views)  #: what each seat saw at its end
        self.final_observations = shown(as_bytes(games.final_views))  #: the same as bytes
        self.final_lengths = shown(games.final_lengths)  #: how many decisions it had
        self.seed = 0  #: what the luck depends on
        self.reset(seed=seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin new games everywhere, with the luck of ``seed``, or with new luck."""
        self.seed = int.from_bytes(os.urandom(6)) if seed is None else operator.index(seed)
        games = self._games
        for place in range(self.count):
            reseed(games.streams[place], (self.seed << SEED_SHIFT) + 2 * place)
            reseed(games.dice[place], (self.seed << SEED_SHIFT) + 2 * place + 1)
        games.numbers[:] = 0
        for final in (games.final_scores, games.final_winners, games.final_views, games.final_lengths):
            final[:] = np.zeros(1, final.dtype)[0]
        self._actions[:] = BEGIN
        self._step(self._actions)

    def step(self, actions: Any) -> None:
        """Play one action in each game; WAIT (-1) leaves a game as it is.

        An action that is not legal raises ``IllegalMove``, and then nothing is played anywhere.
        """
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise IllegalMove(f"Actions are {self.count} whole numbers, not {given.dtype} of the shape {given.shape}.")
        chosen = given.astype(ACTION, copy=False)
        wrong = stepping.find_illegal(self._games, self._terms, chosen)
        if wrong >= 0:
            raise IllegalMove(f"{self.say(int(chosen[wrong]))} is not legal in game {wrong}.")
        self._step(chosen)

    def _step(self, actions: Array) -> None:
        games, terms = self._games, self._terms
        self._each(lambda thread, first, last: stepping.step_games(games, terms, actions, first, last, thread))

    def sample(self) -> Array:
        """Any legal action of each game, equally likely, by generators of their own; WAIT where a game is over."""
        stepping.sample_actions(self._games, self._actions, 0, self.count)
        return shown(self._actions)

    def sparse_inputs(self) -> tuple[Array, Array, Array]:
        """What the seats know as inputs of a network: indices, strengths, and how many of a row are on.

        An index may come twice; its strengths add up.
        """
        if self._sparse is None:
            size = (self.count, self.max_active)
            self._sparse = np.zeros(size, np.int64), np.zeros(size, np.float32), np.zeros(self.count, np.int64)
        indices, values, counts = self._sparse
        games, terms = self._games, self._terms
        self._each(lambda _, first, last: stepping.write_sparse(games, terms, indices, values, counts, first, last))
        return shown(indices), shown(values), shown(counts)

    def dense_inputs(self, out: Array | None = None) -> Array:
        """The same as one row of ``input_count`` numbers for each game, into ``out`` (float32) if it is given."""
        return self.dense_inputs_of(self._games.views, out)

    def dense_inputs_of(self, views: Array, out: Array | None = None) -> Array:
        """The same for other views, one for each game: those that were kept, or those of a seat at the end."""
        rows = np.empty((self.count, self.input_count), np.float32) if out is None else out
        games, terms, scratch = self._games, self._terms, self._scratch
        owned = views if views.flags.writeable and views.flags.c_contiguous else np.array(views)
        self._each(lambda t, first, last: stepping.write_dense(games, terms, owned, scratch[t], rows, first, last))
        return rows

    def dense_masks(self, out: Array | None = None) -> Array:
        """The legal actions as one row of 0 and 1 for each game, into ``out`` (int8) if it is given."""
        rows = np.empty((self.count, self.action_count), np.int8) if out is None else out
        self._each(lambda _, first, last: stepping.write_masks(self._games, rows, first, last))
        return rows

    def view(self, index: int, seat: int) -> Record:
        """What any seat of a game knows now."""
        return self.view_alone(index, seat)[0]

    def view_alone(self, index: int, seat: int) -> Array:
        """The same in an array of its own."""
        if not 0 <= seat < self.players:
            raise SettingsError(f"There is no seat {seat}; there are {self.players}.")
        views = np.zeros(1, self.game.view_type)
        stepping.write_view(self._games, self._place(index), seat, views)
        return views

    def position(self, index: int) -> Position:
        """The position of a game, nothing hidden: for looking at, not for learning from."""
        return Position(self.game, self.box, self._games.states[self._place(index)])

    def put(self, index: int, position: Position) -> None:
        """Play a game on from a position; what its seats have been paid stays as it is."""
        if position.game is not self.game or position.players != self.players or not position.has_box(self.box):
            raise SettingsError("The position belongs to another game, number of players, map or tile set.")
        place = self._place(index)
        if position.is_over:
            raise SettingsError("The position is over.")
        self._games.states[place] = position.state
        self._actions[place] = GO_ON
        stepping.step_games(self._games, self._terms, self._actions, place, place + 1, 0)

    def say(self, action: int) -> str:
        """An action in notation, or the number if it is none."""
        return self.game.action_text(action) if 0 <= action < self.action_count else f"Action {action}"

    def close(self) -> None:
        """End the threads; the arrays stay."""
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _place(self, index: int) -> int:
        if not 0 <= index < self.count:
            raise SettingsError(f"There is no game {index}; there are {self.count}.")
        return index

    def _each(self, work: Callable[[int, int, int], None]) -> None:
        """Let every thread do its part: ``work(thread, first, last)``."""
        if self._pool is None:
            work(0, 0, self.count)
            return
        waiting = [self._pool.submit(work, *part) for part in self._parts[1:]]
        work(*self._parts[0])
        wait(waiting)
        for done in waiting:
            done.result()


def new_games(env: VectorEnv, start: Record) -> Games:
    """Arrays for all games of an environment."""
    game, count, players = env.game, env.count, env.players
    return Games(
        boxes=array_of(env.box),
        starts=array_of(start),
        blanks=np.zeros(1, game.view_type),
        states=np.zeros(count, game.state_type),
        rngs=np.zeros(count, RNG),
        streams=np.zeros(count, RNG),
        dice=np.zeros(count, RNG),
        weights=np.zeros((env.threads, game.max_legal), ACTION),
        seats=np.full(count, OVER, np.int64),
        views=np.zeros(count, game.view_type),
        counts=np.zeros(count, np.int64),
        legal=np.zeros((count, game.max_legal), ACTION),
        masks=np.zeros((count, (game.decision_count + 7) // 8), np.uint8),
        rewards=np.zeros((count, players), np.float32),
        known=np.zeros((count, players), np.float32),
        dones=np.zeros(count, np.int8),
        lengths=np.zeros(count, np.int64),
        numbers=np.zeros(count, np.int64),
        final_scores=np.zeros((count, game.max_players), np.int64),
        final_winners=np.zeros((count, game.max_players), np.int64),
        final_views=np.zeros((count, players), game.view_type),
        final_lengths=np.zeros(count, np.int64),
    )


def as_bytes(views: Array) -> Array:
    """Records as bytes, one more axis."""
    return views.view(np.uint8).reshape(*views.shape, views.dtype.itemsize)


def shown(array: Array) -> Array:
    """The same memory, not to be written to: what is legal is checked against it."""
    view = array.view()
    view.flags.writeable = False
    return view
