"""Both games for PettingZoo: ``overland.rl.pettingzoo.env(game="oregon", players=3)``.

The constructors are named as PettingZoo names them: ``raw_env`` is the environment itself, which refuses illegal
actions, ``env`` has PettingZoo's usual wrappers around it: an illegal action ends the game, and its seat is paid -1.
``parallel_env`` is PettingZoo's own conversion of that. To import this module also registers the games:
``pettingzoo.make("aec", "overland/Oregon-v0", players=3)``.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from overland.engine.errors import SettingsError
from overland.engine.game import SPECTATOR
from overland.engine.games import GAMES
from overland.engine.record import Array
from overland.rl.extras import missing
from overland.rl.vector import Rewards, VectorEnv

try:
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    from overland.rl.observing import Observe, action_space, inputs_or_bytes, observation_box
except ImportError as error:
    raise missing("PettingZoo", "pettingzoo") from error

ILLEGAL_REWARD = -1.0


def env(**settings: Any) -> Any:
    """The environment with PettingZoo's usual wrappers; the settings are those of ``AecEnv``."""
    wrapped: Any = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=ILLEGAL_REWARD)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def parallel_env(**settings: Any) -> Any:
    """The same for algorithms that step all agents at once: only the action of the agent that is asked counts."""
    return turn_based_aec_to_parallel(env(**settings))


def raw_env(**settings: Any) -> "AecEnv":
    """The environment itself."""
    return AecEnv(**settings)


class AecEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game for two to four agents, ``seat_0``, ``seat_1`` and so on, who act in the order of the rules.

    An observation is a dictionary: ``observation``, what the agent knows, and ``action_mask``, all zeros unless it is
    asked. Rewards are those of ``VectorEnv``. When the game is over, the infos have its ``scores`` and ``winners``.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo declares it
        "render_modes": ["human", "ansi"],
        "name": "overland_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str = "oregon",
        players: int = 2,
        options: Mapping[str, str] | None = None,
        *,
        observe: "Observe" = "inputs",
        rewards: Rewards = "win",
        render_mode: str | None = None,
    ) -> None:
        """``observe`` is ``inputs`` (numbers for a network) or ``bytes`` (the view itself)."""
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise SettingsError(f"A render mode is {' or '.join(self.metadata['render_modes'])}, not {render_mode!r}.")
        self._table = VectorEnv(game, 1, players, options=options, rewards=rewards, autoreset=False, seed=0)
        self._observe = observe
        self._dice = np.random.default_rng()
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"overland_{game}_v0"}
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        box = observation_box(self._table, observe)
        shape = (self._table.action_count,)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": spaces.Box(0, 1, shape, np.int8)})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(self._table) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> "spaces.Space[Any]":
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Discrete":
        """The numbers of all actions that seats choose."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self._table.reset(seed=int(self._dice.integers(1 << 48)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._table.seats[0]]

    def step(self, action: int | None) -> None:
        """Play the action of the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._table.step(np.array([action]))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self._table.rewards[0].tolist(), strict=True))
        if self._table.dones[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {each: self._final() for each in self.agents}
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self._table.seats[0]]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _final(self) -> dict[str, Any]:
        table = self._table
        return {"scores": table.final_scores[0].tolist(), "winners": np.flatnonzero(table.final_winners[0]).tolist()}

    def observe(self, agent: str) -> dict[str, Array]:
        """What an agent knows, and what it may do."""
        seat, table = self._seat_of[agent], self._table
        mask = np.zeros(table.action_count, np.int8)
        if table.seats[0] == seat:
            mask[table.legal[0, : table.counts[0]]] = 1
        view = table.view_alone(0, seat)
        return {"observation": inputs_or_bytes(table, self._observe, view)[0], "action_mask": mask}

    def render(self) -> str | None:
        """The table as somebody who watches sees it: a text, or printed."""
        if self.render_mode is None:
            return None
        text = self._table.position(0).draw(SPECTATOR)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing has to be closed."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def register() -> None:
    """Put ``overland/Oregon-v0`` and so on into PettingZoo's registry, for ``pettingzoo.make``."""
    for game in GAMES.values():
        name, settings = f"overland/{game.title}-v0", {"game": game.name}
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, f"{__name__}:env", kwargs=settings)
            pettingzoo.register("parallel", name, f"{__name__}:parallel_env", kwargs=settings)


register()
