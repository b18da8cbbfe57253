"""Simulations and tournaments on a Ray cluster.

The work is cut into shards: the digest of the rules, the bots, a range of seeds. A shard gives the same result wherever and
however often it is run, results are merged in the order of the seeds, and each shard is counted once: a worker that dies
costs the time of its shard and nothing else.
"""

from __future__ import annotations

import itertools
import math
import os
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, SupportsIndex

import numpy as np
import ray

import rulebook

__all__ = ["Rules", "Shard", "Tally", "Worker", "run", "simulate", "tournament"]

#: How often a shard is tried before its failure is told.
TRIES = 5
#: For how many seconds a worker that died is left alone; longer every time that it is asked and does not answer, and how often
#: it is asked before it is given up.
REST = 0.5
LONGEST_REST = 8.0
ASKED = 10
#: Of one shard, if nothing is said.
MOST_MATCHES = 2_000
MOST_BYTES = 16_000_000


@dataclass(frozen=True)
class Rules:
    """Where a worker finds the rules, and the digest that they must have there. Files travel along."""

    name: str
    digest: str
    files: tuple[tuple[str, bytes], ...] = ()
    position: str | None = None

    @staticmethod
    def of(game: str | os.PathLike[str] | rulebook.Game) -> Rules:
        """The rules of a game of the shelf by its id, or of a file with everything that lies beside it."""
        found = game if isinstance(game, rulebook.Game) else rulebook.load(game)
        name, digest, position = str(found.__reduce__()[1][0]), found.digest(), found.position
        path = Path(name)
        if not path.is_absolute():
            return Rules(name, digest, (), position)
        # The names of folder and file are part of what a game is.
        folder = path if path.is_dir() else path.parent
        root = folder.parent if path.is_dir() else folder
        files = [(str(file.relative_to(root)), file) for file in sorted(folder.rglob("*")) if file.is_file()]
        if sum(file.stat().st_size for _, file in files) > MOST_BYTES:
            raise ValueError(f"{folder} holds more than {MOST_BYTES} bytes: put the rules into a folder of their own")
        content = tuple((relative, file.read_bytes()) for relative, file in files)
        return Rules(str(path.relative_to(root)), digest, content, position)

    def load(self) -> rulebook.Game:
        """The game, here."""
        if not self.files:
            game = rulebook.load(self.name, self.position)
        else:
            with tempfile.TemporaryDirectory() as place:
                for relative, content in self.files:
                    target = Path(place) / relative
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(content)
                game = rulebook.load(Path(place) / self.name, self.position)
        if game.digest() != self.digest:
            raise ValueError(f"{self.name} has other rules on this machine: {game.digest()}, not {self.digest}")
        return game


@dataclass(frozen=True)
class Shard:
    """A part of the work."""

    number: int
    rules: Rules
    bots: tuple[str, ...]
    seeds: Sequence[SupportsIndex | str]
    seats: int | None = None
    options: tuple[tuple[str, str], ...] = ()


@dataclass
class Tally:
    """What is known of many matches. Tallies of different seeds can be added."""

    games: int = 0
    moves: int = 0
    longest: int = 0
    faults: int = 0
    draws: int = 0
    wins: np.ndarray[Any, Any] = field(default_factory=lambda: np.zeros(0, np.int64))
    returns: np.ndarray[Any, Any] = field(default_factory=lambda: np.zeros(0, np.float64))

    @staticmethod
    def of(result: dict[str, Any]) -> Tally:
        """Of what `rulebook.simulate` gives."""
        places, moves = result["places"], result["moves"]
        first = places == 1
        # Who plays together with all others has won, and so has who plays alone; a match that broke down is worth nothing.
        won = first & (result["returns"] > 0)
        level = first.all(axis=1) & ~won.any(axis=1)
        return Tally(
            games=len(places),
            moves=int(moves.sum()),
            longest=int(moves.max(initial=0)),
            faults=result["faults"],
            draws=int(level.sum()) - result["faults"],
            wins=won.sum(axis=0).astype(np.int64),
            returns=result["returns"].sum(axis=0, dtype=np.float64),
        )

    def __add__(self, other: Tally) -> Tally:
        if not self.games:
            return other
        if not other.games:
            return self
        return Tally(
            self.games + other.games,
            self.moves + other.moves,
            max(self.longest, other.longest),
            self.faults + other.faults,
            self.draws + other.draws,
            self.wins + other.wins,
            self.returns + other.returns,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tally):
            return NotImplemented
        return repr(self) == repr(other)


@ray.remote(max_restarts=-1, max_task_retries=0)
class Worker:
    """Runs shards, one after the other. Compiles rules once."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._games: dict[tuple[str, str | None], rulebook.Game] = {}

    def run(self, shard: Shard) -> Tally:
        # Where matches begin is no part of the digest.
        key = shard.rules.digest, shard.rules.position
        if key not in self._games:
            self._games[key] = shard.rules.load()
        settings: dict[str, Any] = {"seats": shard.seats, "threads": self._threads, "options": dict(shard.options)}
        return Tally.of(rulebook.simulate(self._games[key], list(shard.bots), shard.seeds, **settings))

    def pid(self) -> int:
        return os.getpid()


def _staff(workers: int | Sequence[Any] | None, threads: int) -> int | Sequence[Any]:
    """The workers that are meant: as many as the cluster has processors, if nothing is said."""
    if threads < 1:
        raise ValueError(f"a worker has at least one thread, not {threads}")
    if not ray.is_initialized():
        ray.init()
    if workers is None:
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        return max(1, int(resources.get("CPU", 1)) // threads)
    if not workers or (isinstance(workers, int) and workers < 0):
        raise ValueError(f"workers is how many there are, at least one, or actors, not {workers!r}")
    return workers


def run(shards: Iterable[Shard], workers: int | Sequence[Any] | None = None, threads: int = 1) -> Iterator[tuple[Shard, Tally]]:
    """Runs shards on actors and gives each with its result, once, as they come. What a dead worker had is run again."""
    workers = _staff(workers, threads)
    if isinstance(workers, int):
        hired = [Worker.options(num_cpus=threads).remote(threads) for _ in range(workers)]  # type: ignore[attr-defined]
        try:
            yield from run(shards, hired, threads)
        finally:
            # Others may wait for their places.
            for worker in hired:
                ray.kill(worker)
        return
    waiting = iter(shards)
    again: list[tuple[Shard, int]] = []
    busy: dict[Any, tuple[Any, Shard, int]] = {}
    idle: list[Any] = []
    # Work is only given to who has answered. A cluster may have no place for all of them, now or after a machine is lost, and
    # what is given to one without a place lies there for ever.
    coming = {worker.pid.remote(): (worker, 1) for worker in workers}
    resting: list[tuple[float, Any, int]] = []
    counted: set[int] = set()
    while True:
        now = time.monotonic()
        coming |= {worker.pid.remote(): (worker, asked) for until, worker, asked in resting if until <= now}
        resting = [rest for rest in resting if rest[0] > now]
        while idle:
            shard, tries = again.pop() if again else (next(waiting, None), 0)
            if shard is None:
                break
            worker = idle.pop(0)
            busy[worker.run.remote(shard)] = (worker, shard, tries + 1)
        if not busy:
            if idle:
                return
            if not coming and not resting:
                raise RuntimeError("all workers have died, and none was begun anew")
            if not coming:
                time.sleep(REST / 10)
                continue
        ready, _ = ray.wait([*busy, *coming], num_returns=1, timeout=REST if resting else None)
        for done in ready:
            if done in coming:
                worker, asked = coming.pop(done)
                try:
                    ray.get(done)
                    idle.append(worker)
                except ray.exceptions.RayActorError:
                    # One that died is begun anew by Ray, which takes a while; some are not.
                    if asked < ASKED:
                        resting.append((time.monotonic() + min(REST * 2**asked, LONGEST_REST), worker, asked + 1))
                continue
            worker, shard, tries = busy.pop(done)
            try:
                tally = ray.get(done)
            except ray.exceptions.RayActorError:
                # Whether the shard was finished nobody knows, and it gives the same.
                if tries >= TRIES:
                    raise
                again.append((shard, tries))
                resting.append((time.monotonic() + REST, worker, 1))
                continue
            idle.append(worker)
            if shard.number not in counted:
                counted.add(shard.number)
                yield shard, tally


def _shards(
    rules: Rules,
    bots: Sequence[str],
    seeds: Sequence[SupportsIndex | str],
    size: int,
    seats: int | None,
    first: int,
    options: Mapping[str, str] | None = None,
) -> Iterator[Shard]:
    if size < 1:
        raise ValueError(f"a shard is at least one match, not {size}")
    chosen = tuple(sorted((options or {}).items()))
    for number, at in enumerate(range(0, len(seeds), size), first):
        yield Shard(number, rules, tuple(bots), seeds[at : at + size], seats, chosen)


def simulate(
    game: str | os.PathLike[str] | rulebook.Game,
    bots: str | Sequence[str] = "random",
    seeds: Iterable[SupportsIndex | str] = range(10_000),
    *,
    seats: int | None = None,
    shard: int | None = None,
    workers: int | Sequence[Any] | None = None,
    threads: int = 1,
    options: Mapping[str, str] | None = None,
) -> Tally:
    """Plays the matches of these seeds on a cluster and adds up what came of them.

    The same as ``Tally.of(rulebook.simulate(game, bots, seeds))``, whatever the number of workers and their fate.
    ``options`` are those of the game. ``workers`` is how many there are, as many as the cluster has processors if nothing is
    said, or actors that are there already. ``shard`` is how many matches a worker is given at a time: if nothing is said few
    enough that all of them have work.
    """
    specs = [bots] if isinstance(bots, str) else list(bots)
    if isinstance(seeds, str):
        raise TypeError("seeds are several: a range, or a list of numbers and texts")
    chosen: Sequence[SupportsIndex | str] = seeds if isinstance(seeds, range) else list(seeds)
    workers = _staff(workers, threads)
    if shard is None:
        count = workers if isinstance(workers, int) else len(workers)
        shard = max(1, min(MOST_MATCHES, math.ceil(len(chosen) / (4 * count))))
    shards = _shards(Rules.of(game), specs, chosen, shard, seats, 0, options)
    parts = dict((part.number, tally) for part, tally in run(shards, workers, threads))
    return sum((parts[number] for number in sorted(parts)), Tally())


def tournament(
    game: str | os.PathLike[str] | rulebook.Game,
    bots: Sequence[str],
    games: int = 200,
    *,
    seed: int = 0,
    shard: int = 50,
    workers: int | Sequence[Any] | None = None,
    threads: int = 1,
    options: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Every bot against every other at a game for two, with the seats changed and the same deals for both.

    ``options`` are those of the game. Gives ``score[a][b]``, the share of the points that ``a`` took from ``b``, and ``elo``, with a mean of zero.
    """
    rules = Rules.of(game)
    jobs: list[Shard] = []
    pairs: list[tuple[int, int]] = []
    for one, other in itertools.permutations(range(len(bots)), 2):
        seeds = range(seed, seed + math.ceil(games / 2))
        for part in _shards(rules, [bots[one], bots[other]], seeds, shard, 2, len(jobs), options):
            jobs.append(part)
            pairs.append((one, other))
    points = np.zeros((len(bots), len(bots)))
    played = np.zeros((len(bots), len(bots)))
    results = dict((part.number, tally) for part, tally in run(jobs, workers, threads))
    for number in sorted(results):
        (one, other), tally = pairs[number], results[number]
        share = (tally.returns / tally.games + 1) / 2 * tally.games
        points[one, other] += share[0]
        points[other, one] += share[1]
        played[one, other] += tally.games
        played[other, one] += tally.games
    score = np.divide(points, played, out=np.full_like(points, 0.5), where=played > 0)
    return {"bots": list(bots), "score": score, "games": played, "elo": _elo(points, played)}


def _elo(points: np.ndarray[Any, Any], played: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The strengths that explain the points best, with a draw added to every pair so that a clean score is finite."""
    pairs = played > 0
    points, played = points + 0.5 * pairs, played + 1.0 * pairs
    strength = np.ones(len(points))
    for _ in range(2000):
        shares = played / np.add.outer(strength, strength)
        strength = points.sum(axis=1) / np.maximum(shares.sum(axis=1), 1e-12)
        strength /= np.exp(np.log(strength).mean())
    elo: np.ndarray[Any, Any] = 400 * np.log10(strength)
    return elo
