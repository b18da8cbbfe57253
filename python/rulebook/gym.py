"""One seat of any game as a Gymnasium environment; bots play the others.

>>> from rulebook import gym
>>> env = gym.Env("connect-four", bots="random")
>>> observation, info = env.reset(seed=3)
>>> over = False
>>> while not over:
...     action = env.action_space.sample(info["action_mask"])
...     observation, reward, over, truncated, info = env.step(action)
>>> reward in (-1.0, 0.0, 1.0)
True
"""

from __future__ import annotations

from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from . import Bot, Game, IllegalMove, load
from ._episodes import Episodes

__all__ = ["Env"]


class Env(gymnasium.Env[np.ndarray[Any, Any], int]):
    """One seat against bots.

    ``bots`` is one spec for all other seats or one for each of them. The mask of legal actions is in ``info`` and is what
    ``action_masks()`` gives. An action that is not legal raises ``IllegalMove``, or loses (``illegal="lose"``), or is
    replaced by the first legal one (``illegal="first"``).
    """

    metadata = {"render_modes": ["human", "ansi", "svg"], "render_fps": 1}

    def __init__(
        self,
        game: Game | str,
        seat: int = 0,
        bots: str | list[str] = "random",
        seats: int | None = None,
        render_mode: str | None = None,
        illegal: str = "raise",
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is one of {', '.join(self.metadata['render_modes'])}, not {render_mode!r}")
        if illegal not in ("raise", "lose", "first"):
            raise ValueError(f'illegal is "raise", "lose" or "first", not {illegal!r}')
        self.game = load(game) if isinstance(game, str) else game
        self.state = self.game.new(seed=0, seats=seats)
        if not 0 <= seat < self.state.seats:
            raise ValueError(f"there is no seat {seat}: this game is played by {self.state.seats}")
        self.seat, self.render_mode, self.illegal = seat, render_mode, illegal
        others = [other for other in range(self.state.seats) if other != seat]
        specs = [bots] * len(others) if isinstance(bots, str) else list(bots)
        if len(specs) != len(others):
            raise ValueError(f"{len(others)} other seats and {len(specs)} bots")
        self._specs = dict(zip(others, specs))
        self._bots: dict[int, Bot] = {}
        self._episodes = Episodes()
        bounds = np.iinfo(np.int16)
        size = self.game.observation_size(self.state.seats)
        self.observation_space = spaces.Box(bounds.min, bounds.max, (size,), np.int16)
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.game.num_actions(self.state.seats))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        super().reset(seed=seed)
        # A match may be over before this seat was asked anything: such a deal is no episode.
        for _ in range(1000):
            name = self._episodes.next(seed)
            seed = None
            self.state.restart(name)
            self._bots = {seat: self.game.bot(spec, f"{name} bot {seat}") for seat, spec in self._specs.items()}
            self._others()
            if not self.state.over:
                break
        return self.state.observation(self.seat), self._info()

    def step(self, action: int) -> tuple[np.ndarray[Any, Any], float, bool, bool, dict[str, Any]]:
        if self._episodes.base is None:
            raise gymnasium.error.ResetNeeded("there is no match yet: reset() begins one")
        try:
            self.state.play(index(action), self.seat)
        except IllegalMove:
            if self.illegal == "raise" or self.state.over:
                raise
            if self.illegal == "lose":
                return self.state.observation(self.seat), -1.0, True, False, self._info()
            self.state.play(self.state.legal_actions(self.seat)[0], self.seat)
        self._others()
        over = self.state.over
        reward = self.state.returns()[self.seat] if over else 0.0
        return self.state.observation(self.seat), reward, over, False, self._info()

    def _others(self) -> None:
        """Lets the bots play until this seat is asked. Among those who decide at once it answers last, which nobody can see."""
        while not self.state.over:
            due = [seat for seat in self.state.seats_to_act() if seat != self.seat]
            if not due:
                return
            self.state.play(self._bots[due[0]].pick_action(self.state, due[0]), due[0])

    def action_masks(self) -> np.ndarray[Any, Any]:
        """The legal actions, as `sb3_contrib` wants them."""
        return self.state.legal_mask(self.seat).astype(bool)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.state.legal_mask(self.seat)}

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        text = self.state.svg(self.seat) if self.render_mode == "svg" else self.state.text(self.seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text
