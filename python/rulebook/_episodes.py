"""Chooses the seed of each new match, and computes the rewards of a finished match, for all environments."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from . import State


class Episodes:
    """Chooses the seed of each match. The caller gives only the first seed, and the others are derived from it.

    >>> episodes = Episodes()
    >>> episodes.next(7), episodes.next(), episodes.next(7)
    ('7', '7/1', '7')
    """

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        # `options` are the options of the environment, and `had` the options of the last match.
        self.options = dict(options or {})
        self.had = self.options
        self.base: str | None = None
        self.count = 0

    def next(self, seed: int | None = None) -> str:
        if seed is not None or self.base is None:
            self.base = secrets.token_hex(16) if seed is None else str(seed)
            self.count = 0
        else:
            self.count += 1
        return self.name()

    def name(self) -> str:
        """Returns the seed of the current match."""
        return f"{self.base}/{self.count}" if self.count else str(self.base)

    def begin(self, state: State, seed: int | None, options: Mapping[str, str] | None) -> State:
        """Starts the next match. The state is used again, unless the options have changed."""
        name, wanted = self.next(seed), self.options | dict(options or {})
        if wanted != self.had:
            state = state.game.new(seed=name, seats=state.seats, options=wanted)
            self.had = wanted
        else:
            state.restart(name)
        return state


def worth(reward: str) -> Callable[[State], list[float]]:
    """Returns a function that gives the reward of each seat in a finished match: by place, from -1 to 1, or by points."""
    if reward == "place":
        return State.returns
    if reward == "score":
        return _scores
    raise ValueError(f'reward must be "place" or "score", not {reward!r}')


def _scores(state: State) -> list[float]:
    outcome = state.outcome()
    if outcome is None or outcome["fault"]:
        return [0.0] * state.seats
    if outcome["scores"] is None:
        raise ValueError(f"{state.game.id} has no points: use reward=\"place\"")
    return [float(points) for points in outcome["scores"]]
