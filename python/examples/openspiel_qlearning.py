"""Tabular Q-learning against a random opponent. It is written for OpenSpiel and uses only functions of `pyspiel`.

    python openspiel_qlearning.py            # with rulebook
    python openspiel_qlearning.py pyspiel    # with OpenSpiel itself
"""

import importlib
import random
import sys


def choose(table, state, player, rng, explore):
    legal = state.legal_actions(player)
    if rng.random() < explore:
        return rng.choice(legal)
    values = table.get(state.observation_string(player), {})
    best = max(values.get(action, 0.0) for action in legal)
    return rng.choice([action for action in legal if values.get(action, 0.0) == best])


def episode(game, table, rng, explore, learn):
    """Plays one game of the learner, in the first seat, against random play. Returns the result of the learner."""
    state, trace = game.new_initial_state(), []
    while not state.is_terminal():
        player = state.current_player()
        if player == 0:
            action = choose(table, state, 0, rng, explore)
            trace.append((state.observation_string(0), action))
        else:
            action = rng.choice(state.legal_actions(player))
        state.apply_action(action)
    worth = state.returns()[0]
    if learn:
        target = worth
        for seen, action in reversed(trace):
            values = table.setdefault(seen, {})
            old = values.get(action, 0.0)
            values[action] = old + 0.2 * (target - old)
            target = 0.95 * max(values.values())
    return worth


def train(pyspiel, name, episodes, seed):
    """Learns for this many episodes, then plays 300 games. Returns the mean return of these games."""
    game, table, rng = pyspiel.load_game(name), {}, random.Random(seed)
    for at in range(episodes):
        episode(game, table, rng, explore=max(0.05, 1 - at / episodes), learn=True)
    return sum(episode(game, table, rng, explore=0.0, learn=False) for _ in range(300)) / 300


if __name__ == "__main__":
    library = importlib.import_module(sys.argv[1] if len(sys.argv) > 1 else "rulebook.openspiel")
    print(f"mean return after learning: {train(library, 'tic_tac_toe', 10_000, 1):.2f}")
