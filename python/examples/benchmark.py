"""Compares the speed of this package with PettingZoo, RLCard and OpenSpiel, all called from Python.

    python benchmark.py --install        # once: installs the other libraries into this environment
    python benchmark.py [--seconds 2] [--repeats 3] [--only WORD] [--markdown FILE]

All libraries play at random and choose moves with the same cheap code, because `random.choice` takes longer than most of our
moves. The figures are games and decisions per second of processor time, summed over all threads. The best of several repeats
counts, so that other programs on the machine matter less. The last line is measured by the clock, on all cores.
"""

from __future__ import annotations

import argparse
import importlib
import random
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
import rulebook

#: The comparisons: (the other library, its game, our game, seats, the factor to reach).
PAIRS = [
    ("pettingzoo", "chess_v6", "chess", 2, 100),
    ("pettingzoo", "connect_four_v3", "connect-four", 2, 100),
    ("pettingzoo", "tictactoe_v3", "tic-tac-toe", 2, 0),
    ("rlcard", "uno", "skitter", 2, 50),
    ("rlcard", "gin-rummy", "gin-rummy", 2, 50),
    ("openspiel", "hearts", "hearts", 4, 3),
    ("openspiel", "go_fish", "go-fish", 2, 3),
    ("openspiel", "chess", "chess", 2, 3),
    ("openspiel", "connect_four", "connect-four", 2, 0),
]


HEAD = (
    "| others | games/s (decisions/s) | ours | plain loop | times | as PettingZoo | times | vector | times | "
    "whole matches | times | wanted |"
)


def measured(play: Callable[[], int], seconds: float, repeats: int, clock: Callable[[], float] = time.process_time):
    """Returns the games and decisions per second of the best repeat."""
    play()
    best = (0.0, 0.0)
    for _ in range(repeats):
        games = decisions = 0
        start = clock()
        while (spent := clock() - start) < seconds:
            decisions += play()
            games += 1
        best = max(best, (games / spent, decisions / spent))
    return best


def ours(game_id: str, seats: int) -> Callable[[], int]:
    """Returns a function that plays one game in a plain loop: legal actions, a choice, play."""
    game, draw = rulebook.load(game_id), random.Random(1).random
    state, seed = game.new(seed=1, seats=seats), iter(range(10**9))

    def play() -> int:
        state.restart(next(seed))
        legal, step, moves = state.legal_actions, state.play, 0
        while actions := legal():
            step(actions[int(draw() * len(actions))], state.current)
            moves += 1
        return moves

    return play


def ours_pettingzoo(game_id: str, seats: int) -> Callable[[], int]:
    """Returns a function that plays one game in our PettingZoo environment, in the same way as `pettingzoo` below."""
    from rulebook import pettingzoo

    return aec(pettingzoo.env(game_id, seats=seats))


def aec(env) -> Callable[[], int]:
    draw = random.Random(1).random

    def play() -> int:
        env.reset()
        moves = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, info = env.last()
            if termination or truncation:
                env.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            actions = np.flatnonzero(mask)
            env.step(int(actions[int(draw() * len(actions))]))
            moves += 1
        return moves

    return play


def pettingzoo(name: str) -> Callable[[], int]:
    return aec(importlib.import_module(f"pettingzoo.classic.{name}").env())


def rlcard(name: str) -> Callable[[], int]:
    env, draw = importlib.import_module("rlcard").make(name, config={"seed": 1}), random.Random(1).random

    def play() -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(draw() * len(actions))])
            moves += 1
        return moves

    return play


def openspiel(name: str) -> Callable[[], int]:
    game, rng = importlib.import_module("pyspiel").load_game(name), random.Random(1)
    draw = rng.random

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                moves += 1
        return moves

    return play


def vectorised(game_id: str, seats: int, n: int, seconds: float, repeats: int, clock: Callable[[], float] = time.process_time):
    """Plays many matches as a vector, with observations and masks. Returns the figures of the best repeat."""
    vector = rulebook.vector(game_id, n, seed=1, seats=seats)
    # Play some steps first, so that the matches are at different stages and do not all end at once.
    for _ in range(60):
        vector.step(vector.sample_actions())
    best = (0.0, 0.0)
    for _ in range(repeats):
        games = steps = 0
        start = clock()
        while (spent := clock() - start) < seconds:
            vector.step(vector.sample_actions())
            games += int(vector.done.sum())
            steps += n
        best = max(best, (games / spent, steps / spent), key=lambda pair: pair[1])
    return best


def simulated(game_id: str, seats: int, seconds: float, repeats: int):
    """Plays whole matches in one call, like `env.run()` of other libraries. Returns the figures of the best repeat."""
    game, bots, seed, best = rulebook.load(game_id), ["random"] * seats, 0, (0.0, 0.0)
    for _ in range(repeats):
        games = moves = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            results = rulebook.simulate(game, bots, seeds=range(seed, seed + 100))
            seed, games, moves = seed + 100, games + 100, moves + int(results["moves"].sum())
        best = max(best, (games / spent, moves / spent), key=lambda pair: pair[1])
    return best


def short(number: float) -> str:
    return f"{number:,.0f}" if number >= 10 else f"{number:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--install", action="store_true")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", help="a word in the names of the pairs to measure")
    parser.add_argument("--markdown")
    settings = parser.parse_args()
    if settings.install:
        packages = ["pettingzoo[classic]", "rlcard", "open_spiel"]
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", *packages], check=True)
    lines = [HEAD, "|---" * HEAD.count(" | ") + "|---|"]
    for library, theirs, mine, seats, wanted in PAIRS:
        name = f"{library} {theirs}"
        if settings.only and settings.only not in name:
            continue
        other = measured(globals()[library](theirs), settings.seconds, settings.repeats)
        ways = [
            measured(ours(mine, seats), settings.seconds, settings.repeats),
            measured(ours_pettingzoo(mine, seats), settings.seconds / 2, settings.repeats),
            vectorised(mine, seats, 4096, settings.seconds / 2, settings.repeats),
            simulated(mine, seats, settings.seconds / 2, settings.repeats),
        ]
        cells = [name, f"{short(other[0])} ({short(other[1])})", mine]
        for games, decisions in ways:
            cells.append(f"{short(games)} ({short(decisions)})")
            cells.append(f"{short(games / other[0])} ({short(decisions / other[1])})")
        cells.append(f"{wanted}" if wanted else "")
        lines.append(f"| {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    if not settings.only or "vector" in settings.only:
        games, steps = vectorised("connect-four", 2, 4096, settings.seconds, settings.repeats, time.perf_counter)
        lines += ["", f"4096 matches of connect four at once: {short(steps)} steps a second by the clock, {short(games)} games."]
        print(lines[-1], flush=True)
    text = "\n".join(lines) + "\n"
    if settings.markdown:
        with open(settings.markdown, "w") as file:
            file.write(text)


if __name__ == "__main__":
    main()
