"""Trains a small network by self-play, in many matches at once. Needs only NumPy.

    python selfplay.py connect-four --updates 400 --picture curve.png
    python selfplay.py GAME              # any game for two; `regret.py` learns a game with hidden cards

The method is policy gradient with a learned baseline. One network plays all seats, because an observation always puts the
observing seat first. In half of the matches the other seat is an earlier version of the network, so that it does not forget how
to beat those. The network is measured against random play, and against its own version from the middle of the training.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import rulebook


class Net:
    """A network with one hidden layer, from an observation to weights of moves and a value. It is trained with Adam."""

    def __init__(self, observed: int, moves: int, hidden: int = 128, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        scale = np.sqrt(2 / observed)
        self.params = {
            "w": rng.normal(0, scale, (observed, hidden)).astype(np.float32),
            "b": np.zeros(hidden, np.float32),
            "p": rng.normal(0, 0.01, (hidden, moves)).astype(np.float32),
            "v": np.zeros((hidden, 1), np.float32),
        }
        self.first = {name: np.zeros_like(value) for name, value in self.params.items()}
        self.second = {name: np.zeros_like(value) for name, value in self.params.items()}
        self.steps = 0

    def copy(self) -> Net:
        other = Net.__new__(Net)
        other.params = {name: value.copy() for name, value in self.params.items()}
        return other

    def forward(self, observation: np.ndarray, mask: np.ndarray):
        """Returns the input, the hidden layer, the probabilities of moves and the value."""
        x = np.clip(observation.astype(np.float32), -8, 8) / 2
        h = np.maximum(x @ self.params["w"] + self.params["b"], 0)
        logits = np.where(mask, h @ self.params["p"], -1e9)
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        return x, h, chances, (h @ self.params["v"])[:, 0]

    def pick(self, observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        chances = self.forward(observation, mask)[2]
        drawn = rng.random((len(chances), 1), np.float32)
        picks = (chances.cumsum(axis=1) < drawn).sum(axis=1).clip(max=mask.shape[1] - 1)
        # Rounding errors in the sum must not select an illegal move.
        legal = np.take_along_axis(mask, picks[:, None], 1)[:, 0] > 0
        return np.where(legal, picks, chances.argmax(axis=1)).astype(np.int64)

    def learn(self, observation, mask, action, worth, rate: float, entropy: float) -> None:
        x, h, chances, value = self.forward(observation, mask)
        n = len(action)
        gain = worth - value
        gain_p = (gain - gain.mean()) / (gain.std() + 1e-6)
        logs = np.log(np.maximum(chances, 1e-9))
        spread = -(chances * logs).sum(axis=1, keepdims=True)
        chosen = np.zeros_like(chances)
        chosen[np.arange(n), action] = 1
        d_logits = (chances - chosen) * gain_p[:, None] + entropy * chances * (logs + spread)
        d_logits = np.where(mask, d_logits, 0) / n
        d_value = -gain[:, None] / n
        d_h = (d_logits @ self.params["p"].T + d_value @ self.params["v"].T) * (h > 0)
        self._adam({"w": x.T @ d_h, "b": d_h.sum(axis=0), "p": h.T @ d_logits, "v": h.T @ d_value}, rate)

    def _adam(self, slopes, rate: float) -> None:
        self.steps += 1
        for name, slope in slopes.items():
            self.first[name] = 0.9 * self.first[name] + 0.1 * slope
            self.second[name] = 0.999 * self.second[name] + 0.001 * slope**2
            one = self.first[name] / (1 - 0.9**self.steps)
            two = self.second[name] / (1 - 0.999**self.steps)
            self.params[name] -= (rate * one / (np.sqrt(two) + 1e-8)).astype(np.float32)


def rollout(vector: rulebook.Vector, net: Net, past: Net, rng: np.random.Generator, length: int):
    """Plays `length` steps of every match. Returns the decisions of the learner, each with the result that it had in the end.

    In the second half of the matches, `past` plays one seat: the first and the second seat in turn."""
    kept, rows = [], np.arange(len(vector))
    for _ in range(length):
        observation, mask, seat = vector.observation.copy(), vector.mask.copy(), vector.seat.copy()
        action = net.pick(observation, mask, rng)
        others = (rows >= len(rows) // 2) & (seat == rows % 2)
        if others.any():
            action[others] = past.pick(observation[others], mask[others], rng)
        vector.step(action)
        kept.append((observation, mask, seat, action, ~others, vector.done.copy(), vector.rewards.copy()))
    n = len(vector)
    worth, known = np.zeros((n, vector.seats), np.float32), np.zeros(n, bool)
    parts = []
    for observation, mask, seat, action, own, done, rewards in reversed(kept):
        worth *= 0.98
        worth[done], known = rewards[done], known | done
        of_use = known & own
        parts.append((observation[of_use], mask[of_use], action[of_use], worth[rows, seat][of_use]))
    return [np.concatenate(column) for column in zip(*parts)]


def duel(game: rulebook.Game, one, other, n: int = 256, seed: int = 99) -> tuple[float, float]:
    """Returns the mean return of `one` against `other`, with `n` matches in each seat, and the half width of its 95 %
    interval. `None` plays at random."""
    worths = []
    for seat in (0, 1):
        vector = rulebook.vector(game, n, seed=seed + seat)
        rng, waiting, worth = np.random.default_rng(seed), np.ones(n, bool), np.zeros(n)
        while waiting.any():
            action = vector.sample_actions()
            for net, seats in ((one, vector.seat == seat), (other, vector.seat != seat)):
                if net is not None and seats.any():
                    action[seats] = net.pick(vector.observation[seats], vector.mask[seats], rng)
            vector.step(action)
            ended = vector.done & waiting
            worth[ended] = vector.rewards[ended, seat]
            waiting &= ~vector.done
        worths.append(worth)
    every = np.concatenate(worths)
    return float(every.mean()), float(1.96 * every.std() / np.sqrt(len(every)))


def train(
    game_id: str, updates: int, matches: int = 256, length: int = 64, seed: int = 0, points: int = 20, quiet: bool = False
):
    """Trains a network. Returns the network, its version from the middle of the training, and a curve. Each point of the curve
    has the update, and the results against random play and against the middle version with their intervals."""
    game = rulebook.load(game_id)
    if game.min_seats != 2:
        raise SystemExit(f"{game_id} is not for two")
    vector, rng = rulebook.vector(game, matches, seed=seed), np.random.default_rng(seed)
    net = Net(game.observation_size(), game.num_actions(), seed=seed)
    half, past, curve, begun = net.copy(), [net.copy()], [], time.perf_counter()
    for update in range(updates + 1):
        if update % max(1, updates // points) == 0:
            curve.append((update, duel(game, net, None), duel(game, net, half)))
            if not quiet:
                spent = time.perf_counter() - begun
                (_, (won, give), (gained, take)) = curve[-1]
                measured = f"random {won:+.2f} ± {give:.2f}, half {gained:+.2f} ± {take:.2f}"
                print(f"update {update:4}: {measured}, {spent:.0f} s", flush=True)
        if update == updates // 2:
            half = net.copy()
        if update % 10 == 0:
            past.append(net.copy())
        observation, mask, action, worth = rollout(vector, net, past[rng.integers(len(past))], rng, length)
        rate = 1e-3 * (1 - 0.9 * update / max(1, updates))
        order = rng.permutation(len(action))
        # If no match has ended in the rollout, no results are known yet and nothing can be learnt.
        for part in np.array_split(order, -(-len(order) // 4096)) if len(order) else []:
            net.learn(observation[part], mask[part] > 0, action[part], worth[part], rate=rate, entropy=0.01)
    return net, half, curve


def picture(curve, game_id: str, path: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    steps, against_random, against_half = zip(*curve)
    figure, axes = plt.subplots(figsize=(7, 4))
    named = ((against_random, "against random play"), (against_half, "against itself, halfway (before that: at the start)"))
    for measured, label in named:
        means, around = (np.array(column) for column in zip(*measured))
        (drawn,) = axes.plot(steps, means, label=label)
        axes.fill_between(steps, means - around, means + around, alpha=0.2, color=drawn.get_color(), linewidth=0)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set(xlabel="updates", ylabel="mean return", title=f"Self-play at {game_id}, with 95 % intervals", ylim=(-1.05, 1.05))
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="connect-four")
    parser.add_argument("--updates", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--picture")
    settings = parser.parse_args()
    net, half, curve = train(settings.game, settings.updates, seed=settings.seed)
    if settings.picture:
        picture(curve, settings.game, settings.picture)
    game = rulebook.load(settings.game)
    (won, give), (gained, take) = duel(game, net, None, 1000), duel(game, net, half, 1000)
    print(f"{settings.game}: {won:+.3f} ± {give:.3f} against random play, {gained:+.3f} ± {take:.3f} against itself halfway")


if __name__ == "__main__":
    main()
