"""Compares CGML games with the same games of OpenSpiel, in alternating rounds on one core.

Usage: peers.py BENCH [ROUNDS]. BENCH is the path of rulebook-bench. `cargo xtask bench peers` installs OpenSpiel and
runs this file. OpenSpiel plays random rollouts inside one C++ call, from the state after the deal. The fastest round
of each side counts, because other processes only slow a round down.
"""

import random
import subprocess
import sys
import time

import pyspiel

GAMES = [
    ("hearts", "cgml/hearts", 4),
    ("go_fish", "cgml/go-fish", 2),
    ("crazy_eights(players=2)", "cgml/crazy-eights", 2),
]
MILLISECONDS = 500


def step(state, rng):
    """Makes one random move. Returns the number of decisions."""
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes())
        state.apply_action(rng.choices(actions, weights)[0])
        return 0
    state.apply_action(rng.choice(state.legal_actions()))
    return 1


def mean_length(game, rng, games=200):
    """The average number of decisions of a random game."""
    decisions = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            decisions += step(state, rng)
    return decisions / games


class Peer:
    """One game of OpenSpiel."""

    def __init__(self, name):
        rng = random.Random(1)
        self.game = pyspiel.load_game(name)
        self.length = mean_length(self.game, rng)
        self.root = self.game.new_initial_state()
        while self.root.is_chance_node():
            step(self.root, rng)
        self.batch = 64

    def rate(self, seed):
        """Decisions per CPU second in one round. A search with one simulation makes `batch` rollouts."""
        while True:
            evaluator = pyspiel.RandomRolloutEvaluator(self.batch, seed)
            bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, 1, 1000, False, 3, False)
            begin = time.process_time()
            bot.mcts_search(self.root)
            seconds = time.process_time() - begin
            if seconds > MILLISECONDS / 2000:
                return self.batch * self.length / seconds
            self.batch *= 2


def main():
    bench, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 7
    print("decisions/s              OpenSpiel      with lore   ratio   without lore   ratio")
    for name, ours, seats in GAMES:
        peer, theirs, lore, bare = Peer(name), 0.0, 0.0, 0.0
        for nth in range(rounds):
            theirs = max(theirs, peer.rate(100 + nth))
            told = subprocess.run([bench, "rate", ours, str(seats), str(MILLISECONDS)], check=True, capture_output=True)
            with_lore, without = map(float, told.stdout.split())
            lore, bare = max(lore, with_lore), max(bare, without)
        row = f"{ours:<20} {theirs:>13.0f} {lore:>14.0f} {lore / theirs:>7.2f}"
        print(f"{row} {bare:>14.0f} {bare / theirs:>7.2f}", flush=True)


main()
