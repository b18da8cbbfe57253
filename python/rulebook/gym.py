"""Any game as a Gymnasium environment: you play one seat, and bots play the others.

>>> from rulebook import gym
>>> env = gym.Env("connect-four", bots="random")
>>> observation, info = env.reset(seed=3)
>>> over = False
>>> while not over:
...     action = env.action_space.sample(info["action_mask"])
...     observation, reward, over, truncated, info = env.step(action)
>>> reward in (-1.0, 0.0, 1.0)
True

The environment also has a Gymnasium id, for programs that name it in their settings:

>>> import gymnasium
>>> env = gymnasium.make("rulebook.gym:rulebook/Game-v0", game="connect-four", bots="random")
>>> env.action_space == gym.Env("connect-four").action_space
True
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from . import Bot, Game, IllegalMove, _found
from ._episodes import Episodes, worth

__all__ = ["Env"]

gymnasium.register(id="rulebook/Game-v0", entry_point="rulebook.gym:Env")


class Env(gymnasium.Env[np.ndarray[Any, Any], int]):
    """An environment in which you play one seat against bots.

    ``bots`` is one spec for all other seats, or one for each. ``info`` and ``action_masks()`` give the mask of legal actions.

    ``illegal`` sets the result of an illegal action: ``"raise"`` raises ``IllegalMove``, ``"lose"`` loses the match,
    ``"first"`` plays the first legal action. Use ``"first"`` for programs without masks, such as Gymnasium's ``check_env``.

    ``options`` are the options of the game. ``reset(options=…)`` changes them for one match. ``reward`` is ``"place"``, from
    -1 to 1, or ``"score"`` for games with points.
    """

    metadata = {"render_modes": ["human", "ansi", "svg"], "render_fps": 1}

    def __init__(
        self,
        game: Game | str | os.PathLike[str],
        seat: int = 0,
        bots: str | list[str] = "random",
        seats: int | None = None,
        render_mode: str | None = None,
        illegal: str = "raise",
        options: Mapping[str, str] | None = None,
        reward: str = "place",
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode must be one of {', '.join(self.metadata['render_modes'])}, not {render_mode!r}")
        if illegal not in ("raise", "lose", "first"):
            raise ValueError(f'illegal must be "raise", "lose" or "first", not {illegal!r}')
        self.game = _found(game)
        self._worth = worth(reward)
        self.state = self.game.new(seed=0, seats=seats, options=options)
        if not 0 <= seat < self.state.seats:
            raise ValueError(f"there is no seat {seat}: this match has {self.state.seats} seats")
        self.seat, self.render_mode, self.illegal = seat, render_mode, illegal
        others = [other for other in range(self.state.seats) if other != seat]
        specs = [bots] * len(others) if isinstance(bots, str) else list(bots)
        if len(specs) != len(others):
            raise ValueError(f"{len(specs)} bots given for {len(others)} other seats")
        self._specs = dict(zip(others, specs))
        self._lost = False
        self._episodes = Episodes(options)
        # Each match makes its own bots. The bots here are made only to report a wrong spec at once.
        self._bots = self._seated()
        bounds = np.iinfo(np.int16)
        size = self.game.observation_size(self.state.seats)
        self.observation_space = spaces.Box(bounds.min, bounds.max, (size,), np.int16)
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.game.num_actions(self.state.seats))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._lost = False
        # Skip a deal that ends before this seat has acted, because it would be an empty episode.
        for _ in range(1000):
            self.state = self._episodes.begin(self.state, seed, options)
            seed = None
            self._bots = self._seated()
            self._others()
            if not self.state.over:
                break
        return self.state.observation(self.seat), self._info()

    def _seated(self) -> dict[int, Bot]:
        name = self._episodes.name()
        return {seat: self.game.bot(spec, f"{name} bot {seat}") for seat, spec in self._specs.items()}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_bots"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Restores a pickled environment at the same point of the match. Its bots do not have their earlier search trees."""
        self.__dict__.update(kept)
        self._bots = self._seated()

    def step(self, action: int) -> tuple[np.ndarray[Any, Any], float, bool, bool, dict[str, Any]]:
        if self._episodes.base is None:
            raise gymnasium.error.ResetNeeded("call reset() to start a match")
        if self._lost:
            raise gymnasium.error.ResetNeeded("an illegal action lost this match: call reset() to start another")
        try:
            self.state.play(index(action), self.seat)
        except IllegalMove:
            if self.illegal == "raise" or self.state.over:
                raise
            if self.illegal == "lose":
                self._lost = True
                return self.state.observation(self.seat), -1.0, True, False, self._info()
            self.state.play(self.state.legal_actions(self.seat)[0], self.seat)
        self._others()
        over = self.state.over
        reward = self._worth(self.state)[self.seat] if over else 0.0
        return self.state.observation(self.seat), reward, over, False, self._info()

    def _others(self) -> None:
        """Lets the bots play until this seat must act. If several seats decide at once, this seat acts last, which nobody notices."""
        while not self.state.over:
            due = [seat for seat in self.state.seats_to_act() if seat != self.seat]
            if not due:
                return
            self.state.play(self._bots[due[0]].pick_action(self.state, due[0]), due[0])

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Returns the mask of legal actions in the form that `sb3_contrib` expects."""
        return self._mask().astype(bool)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}

    def _mask(self) -> np.ndarray[Any, Any]:
        mask = self.state.legal_mask(self.seat)
        return np.zeros_like(mask) if self._lost else mask

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        text = self.state.svg(self.seat) if self.render_mode == "svg" else self.state.text(self.seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text
