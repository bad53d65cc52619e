"""Both games for Gymnasium: one learner against bots, alone or as a vector of games.

To import this module registers the games (Gymnasium reads no entry points since its version 1): after that
``gymnasium.make("overland/Oregon-v0")`` makes a ``LearnerEnv`` and ``gymnasium.make_vec`` a ``LearnerVectorEnv``.
Without an import, ``gymnasium.make("overland.rl.gymnasium:overland/Oregon-v0")`` does both. Actions are numbers; which
of them are legal is in ``info["action_mask"]``, and in ``action_masks()`` for libraries that ask.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from overland.engine.errors import SettingsError
from overland.engine.games import GAMES
from overland.engine.record import Array
from overland.rl.extras import missing
from overland.rl.opponents import Opponents
from overland.rl.stepping import WAIT
from overland.rl.vector import Rewards, VectorEnv

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
    from gymnasium.vector.utils import batch_space

    from overland.rl.observing import Observe, action_space, inputs_or_bytes, observation_box
except ImportError as error:
    raise missing("Gymnasium", "gymnasium") from error

Bots = str | Sequence[str]
SEEDS = 1 << 48
#: What an illegal action is paid: as much as losing, or in points as losing by far.
ILLEGAL: Mapping[Rewards, float] = {"win": -1.0, "final": -100.0, "change": -100.0}


class LearnerEnv(gymnasium.Env[Array, np.int64]):
    """A game in which one seat learns and bots have the others.

    An episode is a game; a step goes from one question to the learner to the next. An illegal action ends the episode,
    and is paid -1, or -100 where points are paid. Bots are named as everywhere (``overland levels`` lists them): one
    name for all, or one for each, in the order in which they sit behind the learner.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012  # as declared there

    def __init__(
        self,
        game: str = "oregon",
        players: int = 2,
        bots: Bots = "greedy",
        *,
        seat: int | None = None,
        options: Mapping[str, str] | None = None,
        observe: "Observe" = "inputs",
        rewards: Rewards = "win",
        render_mode: str | None = None,
    ) -> None:
        """``seat`` is the learner's; another for each game, by chance, if none is given."""
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise SettingsError(f"A render mode is {' or '.join(self.metadata['render_modes'])}, not {render_mode!r}.")
        self._table = VectorEnv(game, 1, players, options=options, rewards=rewards, autoreset=False, seed=0)
        check_seat(self._table, seat)
        self._bots = Opponents(self._table, bots)
        self._seat = seat
        self._learners = np.zeros(1, np.int64)
        self._observe = observe
        self._illegal = ILLEGAL[rewards]
        self._is_over = True
        self.render_mode = render_mode
        self.observation_space = observation_box(self._table, observe)
        self.action_space = action_space(self._table)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin a new game, and play it to the learner's first question."""
        super().reset(seed=seed)
        dice = self.np_random
        self._learners[0] = dice.integers(self._table.players) if self._seat is None else self._seat
        self._table.reset(seed=int(dice.integers(SEEDS)))
        self._bots.reset(int(dice.integers(SEEDS)))
        self._is_over = False
        self._let_bots_play()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play an action, and what the bots answer."""
        if self._is_over:
            raise SettingsError("The game is over; reset comes first.")
        number = int(action)
        if not 0 <= number < self._table.action_count or not self.action_masks()[number]:
            self._is_over = True
            return self._observation(), self._illegal, True, False, {**self._info(), "illegal": True}
        self._table.step(np.array([number]))
        reward = float(self._table.rewards[0, self._learners[0]]) + self._let_bots_play()
        self._is_over = bool(self._table.dones[0])
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, self._is_over, False, self._info()

    def _let_bots_play(self) -> float:
        """Until the learner is asked, or the game is over; returns what that brings the learner."""
        reward = 0.0
        while self._bots.play(self._learners):
            reward += float(self._table.rewards[0, self._learners[0]])
        return reward

    def action_masks(self) -> Array:
        """Which actions are legal, as booleans."""
        mask = np.zeros(self._table.action_count, np.bool_)
        mask[self._table.legal[0, : self._table.counts[0]]] = True
        return mask

    def _observation(self) -> Array:
        view = self._table.view_alone(0, int(self._learners[0]))
        return inputs_or_bytes(self._table, self._observe, view)[0]

    def _info(self) -> dict[str, Any]:
        table = self._table
        info = {"seat": int(self._learners[0]), "action_mask": self.action_masks().astype(np.int8)}
        if self._is_over and table.dones[0]:
            info["scores"] = table.final_scores[0].copy()
            info["winners"] = table.final_winners[0].copy()
        return info

    def render(self) -> str | None:
        """The table as the learner sees it: a text, or printed."""
        text = self._table.position(0).draw(int(self._learners[0]))
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None


class LearnerVectorEnv(GymnasiumVectorEnv[Array, Array, Array]):
    """The same with many games at once; where one ends the next begins in the same step.

    ``infos["action_mask"]`` has a row for each game; where a game ended, ``infos["final_obs"]`` and ``final_info`` say
    how. Illegal actions are refused with an error, and then nothing is played. The learner's seat changes from game to
    game unless it is given. With random and greedy bots everything is compiled.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "oregon",
        players: int = 2,
        bots: Bots = "greedy",
        *,
        seat: int | None = None,
        options: Mapping[str, str] | None = None,
        observe: "Observe" = "inputs",
        rewards: Rewards = "win",
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        """``num_envs`` games, stepped by ``threads`` threads."""
        if render_mode is not None:
            raise SettingsError("Many games at once are not rendered; LearnerEnv is.")
        self._table = VectorEnv(game, num_envs, players, options=options, rewards=rewards, threads=threads, seed=0)
        check_seat(self._table, seat)
        self._bots = Opponents(self._table, bots)
        self._seat = seat
        self._places = np.arange(num_envs)
        self._learners = np.zeros(num_envs, np.int64)
        self._observe = observe
        self._actions = np.full(num_envs, WAIT, np.int64)
        self.num_envs = num_envs
        self.single_observation_space = observation_box(self._table, observe)
        self.single_action_space = action_space(self._table)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin new games everywhere."""
        super().reset(seed=seed)
        dice = self.np_random
        self._table.reset(seed=int(dice.integers(SEEDS)))
        self._bots.reset(int(dice.integers(SEEDS)))
        self._seat_learners()
        ended = np.zeros(self.num_envs, np.bool_)
        self._let_bots_play(np.zeros(self.num_envs), ended, {})
        return self._observations(), self._infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play the learners' actions, and what the bots answer."""
        table = self._table
        table.step(np.asarray(actions))
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        finals: dict[str, Any] = {}
        self._note(rewards, ended, finals)
        self._let_bots_play(rewards, ended, finals)
        infos = self._infos()
        if ended.any():
            infos |= {"final_obs": finals["obs"], "_final_obs": ended.copy()}
            infos |= {"final_info": finals["info"], "_final_info": ended.copy()}
        return self._observations(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _let_bots_play(self, rewards: Array, ended: Array, finals: dict[str, Any]) -> None:
        """Until every learner is asked: a game that the bots end is over, and its next one begins."""
        while self._bots.play(self._learners):
            self._note(rewards, ended, finals)

    def _note(self, rewards: Array, ended: Array, finals: dict[str, Any]) -> None:
        """Add what the last step brought the learners, and keep how games ended."""
        table = self._table
        rewards += table.rewards[self._places, self._learners]
        over = np.flatnonzero(table.dones)
        if not len(over):
            return
        if not finals:
            space = self.observation_space
            finals["obs"] = np.zeros(space.shape or (), space.dtype)
            finals["info"] = {
                "scores": np.zeros_like(table.final_scores),
                "winners": np.zeros_like(table.final_winners),
                "seat": np.zeros(self.num_envs, np.int64),
                "length": np.zeros(self.num_envs, np.int64),
            }
        last = table.final_views[self._places, self._learners]
        finals["obs"][over] = inputs_or_bytes(table, self._observe, last)[over]
        info = finals["info"]
        info["scores"][over], info["winners"][over] = table.final_scores[over], table.final_winners[over]
        info["seat"][over], info["length"][over] = self._learners[over], table.final_lengths[over]
        ended[over] = True
        self._seat_learners()

    def _seat_learners(self) -> None:
        """In every game another seat, unless one is given."""
        if self._seat is None:
            self._learners[:] = (self._places + self._table.numbers) % self._table.players
        else:
            self._learners[:] = self._seat

    def action_masks(self) -> Array:
        """Which actions are legal, a row of booleans for each game."""
        return self._table.dense_masks().astype(np.bool_)

    def _observations(self) -> Array:
        return inputs_or_bytes(self._table, self._observe, self._table._games.views)

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._table.dense_masks(),
            "_action_mask": everywhere,
            "seat": self._learners.copy(),
            "_seat": everywhere.copy(),
        }

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        self._table.close()


def check_seat(env: VectorEnv, seat: int | None) -> None:
    """Refuse a seat that is not there."""
    if seat is not None and not 0 <= seat < env.players:
        raise SettingsError(f"There is no seat {seat}; there are {env.players}.")


def register() -> None:
    """Register ``overland/Oregon-v0`` and so on: one game, or many at once."""
    for game in GAMES.values():
        if f"overland/{game.title}-v0" not in gymnasium.registry:
            gymnasium.register(
                id=f"overland/{game.title}-v0",
                entry_point=f"{__name__}:LearnerEnv",
                vector_entry_point=f"{__name__}:LearnerVectorEnv",
                kwargs={"game": game.name},
            )


register()
