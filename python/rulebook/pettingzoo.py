"""Any game as a PettingZoo environment: agents act in turn (`env`) or all at once (`parallel_env`).

>>> from rulebook import pettingzoo
>>> env = pettingzoo.env("tic-tac-toe")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     done = termination or truncation
...     env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
>>> env.agents
[]
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv, ParallelEnv

from . import Game, IllegalMove, _found
from ._episodes import Episodes, worth

__all__ = ["AEC", "Parallel", "env", "parallel_env"]

RENDER_MODES = ["human", "ansi", "svg"]


def env(game: Game | str | os.PathLike[str], **settings: Any) -> AEC:
    """Returns an environment in which agents act in turn.

    In a simultaneous decision, agents act one after the other without seeing the other choices. ``settings`` are those of
    :class:`AEC`: ``seats``, ``options``, ``reward``, ``render_mode``, ``illegal`` and ``max_moves``. A match is truncated
    after ``max_moves``.
    """
    return AEC(_found(game), **settings)


def parallel_env(game: Game | str | os.PathLike[str], **settings: Any) -> Parallel:
    """Returns an environment in which all agents act at every step.

    An agent that has nothing to decide has one legal action: to wait, the last action. ``settings`` are those of :func:`env`.
    """
    return Parallel(_found(game), **settings)


class _Table:
    """The match, agents and spaces that both kinds of environment share."""

    #: Whether an agent that has nothing to decide has a wait action.
    _waits = False
    #: Extra metadata of one kind of environment.
    _about: Mapping[str, Any] = {}

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        render_mode: str | None = None,
        illegal: str = "raise",
        options: Mapping[str, str] | None = None,
        reward: str = "place",
        max_moves: int | None = None,
    ) -> None:
        super().__init__()
        if max_moves is not None and max_moves < 1:
            raise ValueError(f"max_moves must be 1 or more, or None for no limit, not {max_moves}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        if illegal not in ("raise", "lose"):
            raise ValueError(f'illegal must be "raise" or "lose", not {illegal!r}')
        self.game = game
        self._worth = worth(reward)
        self.render_mode = render_mode
        self.illegal = illegal
        self.max_moves = max_moves
        seats = game.min_seats if seats is None else seats
        self._episodes = Episodes(options)
        self.state = game.new(seed=0, seats=seats, options=options)
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._moves = game.num_actions(seats)
        self._wait = self._moves if self._waits else None
        count, observed = self._moves + (1 if self._waits else 0), game.observation_size(seats)
        bounds = np.iinfo(np.int16)
        self._spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(bounds.min, bounds.max, (observed,), np.int16),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.metadata = {"name": game.id, "render_modes": RENDER_MODES, "render_fps": 1, **self._about}

    def _restart(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Starts the next match. Ignores options that the game does not have, because PettingZoo passes others too. Raises an
        error for a wrong value."""
        own = {name: value for name, value in (options or {}).items() if name in self.game.options}
        self.state = self._episodes.begin(self.state, seed, own)

    def _begun(self) -> None:
        if self._episodes.base is None:
            raise ResetNeeded("call reset() to start a match")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        """Returns the observation of an agent and the mask of its legal actions."""
        seat = self._seat_of[agent]
        mask = self.state.legal_mask(seat)
        if self._wait is not None:
            waits = np.array([self.state.over or seat not in self.state.seats_to_act()], np.int8)
            mask = np.concatenate([mask, waits])
        return {"observation": self.state.observation(seat), "action_mask": mask}

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        text = self.state.svg() if self.render_mode == "svg" else str(self.state)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        pass

    def _too_long(self) -> bool:
        """Returns whether ``max_moves`` ends the match now."""
        return self.max_moves is not None and self.state.moves_made >= self.max_moves and not self.state.over

    def _lost(self, seat: int) -> list[float]:
        return [-1.0 if other == seat else 0.0 for other in range(len(self.possible_agents))]


class AEC(_Table, AECEnv):  # type: ignore[misc]
    """Agents act in turn."""

    _about = {"is_parallelizable": False}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._restart(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ended = self.state.over
        self.agent_selection = self.possible_agents[self.state.current or 0]
        if self._ended:
            self._end(self._worth(self.state))

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self._begun()
        told: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return told

    def step(self, action: int | None) -> None:
        self._begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        seat = self._seat_of[agent]
        self._clear_rewards()
        try:
            self.state.play(action if action is not None else -1, seat)
        except IllegalMove:
            if self.illegal == "raise":
                raise
            self._end(self._lost(seat))
        else:
            if self.state.over:
                self._end(self._worth(self.state))
            else:
                self.agent_selection = self.possible_agents[self.state.current or 0]
                if self._too_long():
                    self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _end(self, returns: list[float]) -> None:
        for agent, worth in zip(self.possible_agents, returns):
            self.rewards[agent] = worth
            self.terminations[agent] = True


class Parallel(_Table, ParallelEnv):  # type: ignore[misc]
    """All agents act at every step."""

    _waits = True
    #: Empty before the first match. Never changed in place.
    agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self._restart(seed, options)
        self.agents = [] if self.state.over else self.possible_agents[:]
        return {agent: self.observe(agent) for agent in self.possible_agents}, {a: {} for a in self.possible_agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        self._begun()
        agents = self.agents
        due = self.state.seats_to_act()
        rewards = dict.fromkeys(agents, 0.0)
        # All actions are checked before any is played. So a caller can repeat a refused step.
        wrong = next((agent for agent in agents if not self._may(agent, actions, due)), None)
        if wrong is not None and self.illegal == "raise":
            seat = self._seat_of[wrong]
            if wrong not in actions:
                raise IllegalMove(f"no action is given for {wrong}")
            raise IllegalMove(f"action {actions[wrong]} is not legal for seat={seat} now")
        lost = None if wrong is None else self._seat_of[wrong]
        # If several agents decide at once, the choice of one does not change the choices of the others.
        for seat in due if lost is None else ():
            self.state.play(actions[self.possible_agents[seat]], seat)
            if self.state.over or set(self.state.seats_to_act()) - set(due):
                break
        over = lost is not None or self.state.over
        truncated = lost is None and self._too_long()
        if over:
            returns = self._worth(self.state) if lost is None else self._lost(lost)
            rewards = dict(zip(agents, returns))
        if over or truncated:
            self.agents = []
        return (
            {agent: self.observe(agent) for agent in agents},
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, truncated),
            {agent: {} for agent in agents},
        )

    def _may(self, agent: str, actions: Mapping[str, int], due: list[int]) -> bool:
        """Returns whether the agent's action is legal. An agent that has nothing to decide must wait or give no action."""
        seat = self._seat_of[agent]
        if seat not in due:
            return actions.get(agent, self._wait) == self._wait
        return agent in actions and actions[agent] in self.state.legal_actions(seat)
