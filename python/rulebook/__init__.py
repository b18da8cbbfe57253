"""Tabletop games from their written rules, for learning and analysis.

A game is compiled once; a match is a plain value that can be copied, saved and searched at any moment, and what a seat may
know is decided in one place, so that no observation can leak.

>>> import rulebook
>>> game = rulebook.load("tic-tac-toe")
>>> state = game.new(seed=1)
>>> state.play(state.legal_moves()[4])
>>> state
<State of tic-tac-toe: 1 moves made, seats [1] to act>
>>> bot = game.bot("mcts:200", seed=2)
>>> while not state.over:
...     state.play(bot.pick(state))
>>> state.outcome()["draw"]
True

Seats are numbers from zero. A move is a text (``"e2e4"``, ``"QH"``) or a number of the game's fixed action space. Adapters
are modules of their own, so that nothing is imported that is not used: ``rulebook.pettingzoo``, ``rulebook.gym``,
``rulebook.openspiel``, ``rulebook.ray``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from operator import index
from pathlib import Path
from typing import Any, SupportsIndex

try:
    from . import _rulebook
except ImportError as missing:
    raise ImportError(
        f"{__file__} belongs to the sources, which hold no compiled part: `pip install` the package and start elsewhere"
    ) from missing
from ._rulebook import Bot, Game, IllegalMove, RulesError, State, Vector, __version__

__all__ = [
    "Bot",
    "Game",
    "IllegalMove",
    "RulesError",
    "State",
    "Vector",
    "__version__",
    "games",
    "load",
    "simulate",
    "split",
    "vector",
]


def _shelf() -> str | None:
    """Where the games are: as the environment says, beside this file in an install, else near the current folder."""
    here = Path(__file__).resolve().parent
    for place in (os.environ.get("RULEBOOK_SHELF"), here / "games", here.parent.parent / "games"):
        if place and Path(place).is_dir():
            return str(place)
    return None


def games() -> list[str]:
    """The ids of all games on the shelf.

    >>> "hearts" in games()
    True
    """
    return _rulebook.ids(_shelf())


def load(game: str | os.PathLike[str], position: str | None = None) -> Game:
    """A game by its id, or by the path of its folder or of a rules file.

    A mistake in the rules is a ``RulesError`` with everything that is wrong, by line and column. ``position`` is where
    matches of a board game begin, in the notation of ``rulebook play --position``.

    >>> load("chess")
    <Game chess: Chess, 2 seats>
    >>> load("ches")
    Traceback (most recent call last):
        ...
    rulebook.RulesError: error[...]: there is no game `ches` in ...
    """
    return Game(os.fspath(game), _shelf(), position)


def _found(game: Game | str | os.PathLike[str]) -> Game:
    """A game, or what ``load`` finds under this name."""
    return game if isinstance(game, Game) else load(game)


def _again(name: str, games: str | os.PathLike[str] | None, position: str | None, digest: str) -> Game:
    """A game that was pickled, perhaps on another machine: it must still have the same rules."""
    game = Game(name, games if games and Path(games).is_dir() else _shelf(), position)
    if game.digest() != digest:
        raise RulesError(f"{name} has other rules here than where it was pickled: {game.digest()}, not {digest}")
    return game


def vector(
    game: Game | str | os.PathLike[str],
    n: int,
    *,
    seed: SupportsIndex | str | None = None,
    seats: int | None = None,
    threads: int | None = None,
    observe: bool = True,
    max_moves: int | None = None,
    options: Mapping[str, str] | None = None,
) -> Vector:
    """``n`` matches of a game that are stepped at once, in threads, into arrays that are never copied.

    What is over is begun anew at once: ``rewards``, ``scores``, ``done``, ``truncated``, ``length``, ``final_observation`` and
    ``final_seat`` are of the match that ended, everything else is of the one that began. ``truncated`` is where ``max_moves``
    ended it and not the rules. ``state(i)`` is a copy of a match. The seed alone decides what happens, whatever the number of
    threads.

    >>> v = vector("connect-four", 256, seed=1)
    >>> for _ in range(20):
    ...     v.step(v.sample_actions())
    >>> v.observation.shape == (256, v.game.observation_size()), v.mask.shape == (256, v.num_actions)
    (True, True)
    >>> bool(v.mask.sum(axis=1).min() >= 1)
    True
    """
    game = _found(game)
    return Vector(game, n, seed, seats, threads, observe, max_moves, options)


def simulate(
    game: Game | str | os.PathLike[str],
    bots: str | Sequence[str] = "random",
    seeds: Iterable[SupportsIndex | str] = range(1000),
    *,
    seats: int | None = None,
    threads: int | None = None,
    options: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Plays the matches of these seeds between bots, on all cores.

    ``bots`` is one spec for all seats or one for each. Gives arrays, a row a match in the order of the seeds: ``returns``,
    ``places``, ``scores`` (matches × seats), ``moves``; and how many ended in a fault. Ctrl-C stops it.

    >>> result = simulate("crazy-eights", "random", range(100), seats=3)
    >>> result["returns"].shape, result["faults"]
    ((100, 3), 0)
    """
    game = _found(game)
    specs = [bots] if isinstance(bots, str) else list(bots)
    if isinstance(seeds, str):
        raise TypeError("seeds are several: a range, or a list of numbers and texts")
    names = list(map(_seed, seeds))
    return _rulebook._simulate(game, specs, names, seats, threads, options)


def _seed(seed: SupportsIndex | str) -> int | str:
    """Numbers that are too long for the machine are texts to it."""
    if isinstance(seed, str):
        return seed
    try:
        number = index(seed)
    except TypeError:
        raise TypeError(f"a seed is a whole number or a text, not {seed!r}") from None
    return number if -(2**63) <= number < 2**63 else str(number)


def split(game: Game, observation: Any, seats: int | None = None) -> dict[str, Any]:
    """The parts of an observation by name, each in its shape. Works on batches too: the last axis is split.

    >>> game = load("tic-tac-toe")
    >>> parts = split(game, game.new(seed=1).observation())
    >>> parts["pieces"].shape
    (2, 1, 3, 3)
    """
    parts = {}
    for block in game.observation_spec(seats):
        size = 1
        for side in block["shape"]:
            size *= side
        part = observation[..., block["offset"] : block["offset"] + size]
        parts[block["name"]] = part.reshape(observation.shape[:-1] + block["shape"])
    return parts
