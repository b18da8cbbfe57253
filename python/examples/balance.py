"""Measures whether card games are fair to all seats. Simulates some games and prints whether the first seat is ahead.

    python balance.py --games 20000

The notebook in this folder designs a game and changes it until it is fair.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
import rulebook

GAMES = ["high-card", "goofspiel", "hearts", "whist", "crazy-eights", "go-fish"]


def fairness(game: str | Path, games: int, bots: str = "random") -> tuple[np.ndarray, float]:
    """Returns the mean return of each seat, and the standard error of this mean."""
    returns = rulebook.simulate(rulebook.load(game), bots, range(games))["returns"]
    return returns.mean(axis=0), float(returns.std() / np.sqrt(games))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    settings = parser.parse_args(sys.argv[1:] if arguments is None else arguments)
    for game in GAMES:
        means, error = fairness(game, settings.games)
        verdict = "fair" if abs(means[0]) < 3 * error else "first seat " + ("ahead" if means[0] > 0 else "behind")
        print(f"{game:14} first seat {means[0]:+.3f} ± {error:.3f}: {verdict}")


if __name__ == "__main__":
    main()
