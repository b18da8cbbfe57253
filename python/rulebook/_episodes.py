"""Matches one after the other: seeds, of which the first is given and the others follow from it; what a match was worth."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from . import State


class Episodes:
    """The seed of the next match.

    >>> episodes = Episodes()
    >>> episodes.next(7), episodes.next(), episodes.next(7)
    ('7', '7/1', '7')
    """

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        # Those of the environment, and those of the last match.
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
        """The seed of this match."""
        return f"{self.base}/{self.count}" if self.count else str(self.base)

    def begin(self, state: State, seed: int | None, options: Mapping[str, str] | None) -> State:
        """The next match. It is dealt anew in place, unless it has other options than the last one."""
        name, wanted = self.next(seed), self.options | dict(options or {})
        if wanted != self.had:
            state = state.game.new(seed=name, seats=state.seats, options=wanted)
            self.had = wanted
        else:
            state.restart(name)
        return state


def worth(reward: str) -> Callable[[State], list[float]]:
    """What a match that is over was worth to each seat: by place, from -1 to 1, or by the points of the game."""
    if reward == "place":
        return State.returns
    if reward == "score":
        return _scores
    raise ValueError(f'reward is "place" or "score", not {reward!r}')


def _scores(state: State) -> list[float]:
    outcome = state.outcome()
    if outcome is None or outcome["fault"]:
        return [0.0] * state.seats
    if outcome["scores"] is None:
        raise ValueError(f"{state.game.id} is not played for points: its reward is the place")
    return [float(points) for points in outcome["scores"]]
