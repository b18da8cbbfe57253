"""Simulations and tournaments on a Ray cluster.

The work is divided into shards. A shard holds the digest of the rules, the bots and a range of seeds. It gives the same result
on every machine and every time. Results are merged in the order of the seeds, and each shard counts once. If a worker dies,
only the time for its shard is lost.
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

#: Attempts to run a shard before its failure is raised.
TRIES = 5
#: Seconds to wait before a dead worker is contacted again. The wait doubles up to `LONGEST_REST`. After `ASKED` attempts the
#: worker is dropped.
REST = 0.5
LONGEST_REST = 8.0
ASKED = 10
#: Default maximum of matches in a shard.
MOST_MATCHES = 2_000
MOST_BYTES = 16_000_000


@dataclass(frozen=True)
class Rules:
    """The rules that a worker loads, with their digest. The files of a game outside the shelf are included."""

    name: str
    digest: str
    files: tuple[tuple[str, bytes], ...] = ()
    position: str | None = None

    @staticmethod
    def of(game: str | os.PathLike[str] | rulebook.Game) -> Rules:
        """Returns the rules of an installed game, or of a file with its folder."""
        found = game if isinstance(game, rulebook.Game) else rulebook.load(game)
        name, digest, position = str(found.__reduce__()[1][0]), found.digest(), found.position
        path = Path(name)
        if not path.is_absolute():
            return Rules(name, digest, (), position)
        # The names of the folder and the file are kept, because they are part of the game.
        folder = path if path.is_dir() else path.parent
        root = folder.parent if path.is_dir() else folder
        files = [(str(file.relative_to(root)), file) for file in sorted(folder.rglob("*")) if file.is_file()]
        if sum(file.stat().st_size for _, file in files) > MOST_BYTES:
            raise ValueError(f"{folder} holds more than {MOST_BYTES} bytes: put the rules into a folder of their own")
        content = tuple((relative, file.read_bytes()) for relative, file in files)
        return Rules(str(path.relative_to(root)), digest, content, position)

    def load(self) -> rulebook.Game:
        """Loads the game on this machine. Raises ``ValueError`` if its digest differs."""
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
    """A range of seeds that one worker plays."""

    number: int
    rules: Rules
    bots: tuple[str, ...]
    seeds: Sequence[SupportsIndex | str]
    seats: int | None = None
    options: tuple[tuple[str, str], ...] = ()


@dataclass
class Tally:
    """The totals of many matches. Tallies of different seeds can be added."""

    games: int = 0
    moves: int = 0
    longest: int = 0
    faults: int = 0
    draws: int = 0
    wins: np.ndarray[Any, Any] = field(default_factory=lambda: np.zeros(0, np.int64))
    returns: np.ndarray[Any, Any] = field(default_factory=lambda: np.zeros(0, np.float64))

    @staticmethod
    def of(result: dict[str, Any]) -> Tally:
        """Builds a tally from the result of `rulebook.simulate`."""
        places, moves = result["places"], result["moves"]
        first = places == 1
        # A match without opponents can be won, too. A failed match has returns of zero, so nobody wins it.
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
    """An actor that plays shards, one after the other. It compiles each game only once."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._games: dict[tuple[str, str | None], rulebook.Game] = {}

    def run(self, shard: Shard) -> Tally:
        # The start position is compared separately, because the digest does not include it.
        key = shard.rules.digest, shard.rules.position
        if key not in self._games:
            self._games[key] = shard.rules.load()
        settings: dict[str, Any] = {"seats": shard.seats, "threads": self._threads, "options": dict(shard.options)}
        return Tally.of(rulebook.simulate(self._games[key], list(shard.bots), shard.seeds, **settings))

    def pid(self) -> int:
        return os.getpid()


def _staff(workers: int | Sequence[Any] | None, threads: int) -> int | Sequence[Any]:
    """Returns the given workers, or the number of workers to start. The default is one for each processor of the cluster."""
    if threads < 1:
        raise ValueError(f"threads must be at least 1, not {threads}")
    if not ray.is_initialized():
        ray.init()
    if workers is None:
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        return max(1, int(resources.get("CPU", 1)) // threads)
    if not workers or (isinstance(workers, int) and workers < 0):
        raise ValueError(f"workers must be a number of at least 1, or a list of actors, not {workers!r}")
    return workers


def run(shards: Iterable[Shard], workers: int | Sequence[Any] | None = None, threads: int = 1) -> Iterator[tuple[Shard, Tally]]:
    """Plays shards on actors. Yields each shard once, with its result. The shard of a dead worker is played again."""
    workers = _staff(workers, threads)
    if isinstance(workers, int):
        hired = [Worker.options(num_cpus=threads).remote(threads) for _ in range(workers)]  # type: ignore[attr-defined]
        try:
            yield from run(shards, hired, threads)
        finally:
            # Stop the workers, so that other jobs can use the processors.
            for worker in hired:
                ray.kill(worker)
        return
    waiting = iter(shards)
    again: list[tuple[Shard, int]] = []
    busy: dict[Any, tuple[Any, Shard, int]] = {}
    idle: list[Any] = []
    # Only workers that have answered get work. If the cluster has no room for a worker, or its machine is lost, its work would
    # wait without end.
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
                raise RuntimeError("all workers have died, and none was restarted")
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
                    # Ray restarts most dead workers after some time.
                    if asked < ASKED:
                        resting.append((time.monotonic() + min(REST * 2**asked, LONGEST_REST), worker, asked + 1))
                continue
            worker, shard, tries = busy.pop(done)
            try:
                tally = ray.get(done)
            except ray.exceptions.RayActorError:
                # The shard may already be finished, but playing it again gives the same result.
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
        raise ValueError(f"a shard must have at least one match, not {size}")
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
    """Plays one match for each seed on a cluster and returns the totals.

    The result equals ``Tally.of(rulebook.simulate(game, bots, seeds))``, whatever the number of workers and their failures.
    ``options`` are the options of the game. ``workers`` is the number of workers, by default one for each processor, or a list
    of existing actors. ``shard`` is the number of matches in one job. By default it is small enough to keep all workers busy.
    """
    specs = [bots] if isinstance(bots, str) else list(bots)
    if isinstance(seeds, str):
        raise TypeError("seeds must be several: a range, or a list of numbers and texts")
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
    """Plays every bot against every other in a game for two. Both seatings use the same deals.

    ``options`` are the options of the game. Returns ``score[a][b]``, the share of points that ``a`` took from ``b``, and
    ``elo`` with a mean of zero.
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
    """Returns the most likely ratings. Each pair gets one more draw, so that a perfect score has a finite rating."""
    pairs = played > 0
    points, played = points + 0.5 * pairs, played + 1.0 * pairs
    strength = np.ones(len(points))
    for _ in range(2000):
        shares = played / np.add.outer(strength, strength)
        strength = points.sum(axis=1) / np.maximum(shares.sum(axis=1), 1e-12)
        strength /= np.exp(np.log(strength).mean())
    elo: np.ndarray[Any, Any] = 400 * np.log10(strength)
    return elo
