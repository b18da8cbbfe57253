"""Tabletop games from their written rules, for learning and analysis.

A game is compiled once. A match is a plain value: you can copy, save and search it at any time. An observation contains only
what its seat may know.

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

Seats count from zero. A move is a text (``"e2e4"``, ``"QH"``) or a number in the game's fixed action space. Each adapter is a
module that you import on its own: ``rulebook.pettingzoo``, ``rulebook.gym``, ``rulebook.openspiel``, ``rulebook.ray``.
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
        f"{__file__} is in the source folder, without the compiled module: `pip install` the package and start elsewhere"
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
    """Returns the folder of games: ``RULEBOOK_SHELF``, the installed games, or the games of the repository. Else ``None``."""
    here = Path(__file__).resolve().parent
    for place in (os.environ.get("RULEBOOK_SHELF"), here / "games", here.parent.parent / "games"):
        if place and Path(place).is_dir():
            return str(place)
    return None


def games() -> list[str]:
    """Returns the ids of all installed games.

    >>> "hearts" in games()
    True
    """
    return _rulebook.ids(_shelf())


def load(game: str | os.PathLike[str], position: str | None = None) -> Game:
    """Loads a game by its id, or by the path of its folder or rules file.

    Raises ``RulesError`` if the rules have mistakes. The message lists all of them with line and column. ``position`` sets the
    first position of a board game, in the notation of ``rulebook play --position``.

    >>> load("chess")
    <Game chess: Chess, 2 seats>
    >>> load("ches")
    Traceback (most recent call last):
        ...
    rulebook.RulesError: error[...]: there is no game `ches` in ...
    """
    return Game(os.fspath(game), _shelf(), position)


def _found(game: Game | str | os.PathLike[str]) -> Game:
    """Returns the game itself, or loads it by name."""
    return game if isinstance(game, Game) else load(game)


def _again(name: str, games: str | os.PathLike[str] | None, position: str | None, digest: str) -> Game:
    """Loads a pickled game. Raises ``RulesError`` if its rules differ here, for example on another machine."""
    game = Game(name, games if games and Path(games).is_dir() else _shelf(), position)
    if game.digest() != digest:
        raise RulesError(f"{name} has other rules here than when it was pickled: {game.digest()}, not {digest}")
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
    """Creates ``n`` matches that are played together, step by step, in several threads. Each step overwrites the arrays.

    A finished match restarts at once. ``rewards``, ``scores``, ``done``, ``truncated``, ``length``, ``final_observation`` and
    ``final_seat`` then describe the old match, and all other arrays the new one. ``truncated`` is true if ``max_moves`` ended
    the match. ``state(i)`` copies a match. The result depends on the seed, not on the number of threads.

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
    """Plays one match between bots for each seed, on all cores.

    ``bots`` is one spec for all seats, or one for each seat. Returns arrays with one row for each match, in the order of the
    seeds: ``returns``, ``places``, ``scores`` (matches × seats) and ``moves``. ``faults`` counts matches that failed. Ctrl-C
    stops the run.

    >>> result = simulate("crazy-eights", "random", range(100), seats=3)
    >>> result["returns"].shape, result["faults"]
    ((100, 3), 0)
    """
    game = _found(game)
    specs = [bots] if isinstance(bots, str) else list(bots)
    if isinstance(seeds, str):
        raise TypeError("seeds must be several: a range, or a list of numbers and texts")
    names = list(map(_seed, seeds))
    return _rulebook._simulate(game, specs, names, seats, threads, options)


def _seed(seed: SupportsIndex | str) -> int | str:
    """Converts a seed for the extension. An integer of more than 64 bits becomes a text."""
    if isinstance(seed, str):
        return seed
    try:
        number = index(seed)
    except TypeError:
        raise TypeError(f"a seed must be an integer or a text, not {seed!r}") from None
    return number if -(2**63) <= number < 2**63 else str(number)


def split(game: Game, observation: Any, seats: int | None = None) -> dict[str, Any]:
    """Splits an observation into its named parts, each with its own shape. For a batch, splits the last axis.

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
