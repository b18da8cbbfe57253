"""Learns poker by self-play, until no opponent can win much against it. Needs only NumPy.

    python regret.py --hands 20000 --picture curve.png

The method is counterfactual regret minimization with sampling. The learner tries every action of one seat against the current
play of the other seat. For each view that a seat can have, the learner adds up how much better each action would have been: the *regret* of
the action. It then chooses actions in proportion to their regret. The average of its play approaches play that cannot be beaten.

The game is `small_poker.cgml` in this folder. It has only 120 different deals, so the winnings of the best opponent can be
computed exactly. A player who cannot be beaten wins less from random players: an early version that gambles wins more from
them, but loses to later versions.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

import numpy as np
import rulebook

RULES = Path(__file__).with_name("small_poker.cgml")


def worth(state: rulebook.State, seat: int) -> float:
    """Returns the chips that a seat has won."""
    return state.outcome()["scores"][seat]


class Table:
    """The regrets and the past play for every situation: everything that a seat has seen and done so far."""

    def __init__(self) -> None:
        self.nodes: dict = {}
        self.regret: list[list[float]] = []
        self.played: list[list[float]] = []

    def node(self, state: rulebook.State, seat: int, past) -> int:
        """Returns the number of a situation: what the seat observes now, and its situations and actions before."""
        seen = past, state.observation(seat).tobytes()
        at = self.nodes.setdefault(seen, len(self.nodes))
        if at == len(self.regret):
            actions = len(state.legal_actions(seat))
            self.regret.append([0.0] * actions)
            self.played.append([0.0] * actions)
        return at

    @staticmethod
    def in_proportion(weights: list[float]) -> list[float]:
        """Returns probabilities in proportion to the positive weights. If no weight is positive, all probabilities are equal."""
        above = [max(weight, 0.0) for weight in weights]
        total = sum(above)
        return [weight / total for weight in above] if total > 0 else [1 / len(above)] * len(above)

    def policy(self) -> Policy:
        """Returns the average of its play so far, as a version that can play matches."""
        return Policy(dict(self.nodes), [self.in_proportion(played) for played in self.played])

    def learn(self, state: rulebook.State, me: int, pasts: list, rng: random.Random, weight: float) -> float:
        """Tries every action of the seat `me` and updates the regrets. Returns the expected result of this seat."""
        if state.over:
            return worth(state, me)
        seat = state.current
        at, actions = self.node(state, seat, pasts[seat]), state.legal_actions(seat)
        chances = self.in_proportion(self.regret[at])
        if seat != me:
            self.played[at] = [old + weight * chance for old, chance in zip(self.played[at], chances)]
            n = rng.choices(range(len(actions)), chances)[0]
            state.play(actions[n], seat)
            return self.learn(state, me, after(pasts, seat, at, n), rng, weight)
        worths = []
        for n, action in enumerate(actions):
            child = state.clone()
            child.play(action, seat)
            worths.append(self.learn(child, me, after(pasts, seat, at, n), rng, weight))
        mean = sum(chance * value for chance, value in zip(chances, worths))
        self.regret[at] = [old + value - mean for old, value in zip(self.regret[at], worths)]
        return mean


class Policy:
    """One version of the learner. In a situation that it does not know, it plays at random."""

    def __init__(self, nodes: dict | None = None, chances: list | None = None) -> None:
        self.nodes, self.chances = nodes or {}, chances or []

    def look(self, state: rulebook.State, seat: int, past):
        """Returns the name of the situation and the probabilities of the legal actions. Later situations contain this name
        in `past`."""
        seen = past, state.observation(seat).tobytes()
        at = self.nodes.get(seen)
        if at is not None:
            return at, self.chances[at]
        count = len(state.legal_actions(seat))
        return seen, [1 / count] * count


def after(pasts: list, seat: int, at, n: int) -> list:
    """Returns the past of each seat after one seat has chosen its n-th action in situation `at`."""
    return [(at, n) if other == seat else past for other, past in enumerate(pasts)]


def match(game: rulebook.Game, policies: list[Policy], seed: int, rng: random.Random) -> float:
    """Plays a match. Returns the chips that the first seat wins."""
    state, pasts = game.new(seed=seed), [None, None]
    while not state.over:
        seat = state.current
        at, chances = policies[seat].look(state, seat, pasts[seat])
        n = rng.choices(range(len(chances)), chances)[0]
        pasts = after(pasts, seat, at, n)
        state.play(state.legal_actions(seat)[n], seat)
    return worth(state, 0)


def duel(game: rulebook.Game, one: Policy, other: Policy, hands: int, seed: int = 10**6) -> tuple[float, float]:
    """Returns the chips that `one` wins per hand, and the half width of its 95 % interval. Each deal is played with both seatings."""
    rng = random.Random(seed)
    pairs = range(seed, seed + hands // 2)
    won = [(match(game, [one, other], deal, rng) - match(game, [other, one], deal, rng)) / 2 for deal in pairs]
    return float(np.mean(won)), float(1.96 * np.std(won) / np.sqrt(len(won)))


def all_deals(game: rulebook.Game) -> list[rulebook.State]:
    """Returns a match for each of the 120 deals: a card for each seat, and the card that both seats share later."""
    found: dict = {}
    for seed in range(100_000):
        deal = game.new(seed=seed)
        shown = deal.clone()
        shown.play("check")
        shown.play("check")
        found.setdefault((shown.observation(0).tobytes(), shown.observation(1).tobytes()), deal)
        if len(found) == 6 * 5 * 4:
            return list(found.values())
    raise AssertionError("these are not the rules of small poker")


def exploitability(deals: list[rulebook.State], policy: Policy) -> float:
    """Returns the chips that the best opponent wins per hand, over all deals and both seats. It is zero if the policy is perfect."""

    def best(moments: list, me: int) -> float:
        """Returns the chips that the seat `me` wins with best play from these states, in which the same bets were made."""
        state = moments[0][0]
        if state.over:
            return sum(chance * worth(state, me) for state, chance, _, _ in moments)
        seat = state.current
        parts: dict = {}
        for state, chance, past, seen in moments:
            if seat == me:
                part = seen, state.observation(me).tobytes()
                parts.setdefault(part, []).append((state, chance, past, part, None))
            else:
                at, chances = policy.look(state, seat, past)
                parts.setdefault(None, []).append((state, chance, at, seen, chances))
        total = 0.0
        for part in parts.values():
            worths = []
            for n, action in enumerate(part[0][0].legal_actions(seat)):
                following = []
                for state, chance, past, seen, chances in part:
                    child = state.clone()
                    child.play(action, seat)
                    if seat == me:
                        following.append((child, chance, past, (seen, n)))
                    elif chances[n] > 0:
                        following.append((child, chance * chances[n], (past, n), seen))
                worths.append(best(following, me) if following else 0.0)
            total += max(worths) if seat == me else sum(worths)
        return total

    share = 1 / len(deals)
    return sum(best([(deal, share, None, None) for deal in deals], me) for me in (0, 1)) / 2


def train(hands: int, versions: int = 5, seed: int = 0, measure: int = 20_000, quiet: bool = False):
    """Trains the learner. Returns its versions and their measurements. Each version has played four times
    as many hands as the version before."""
    game = rulebook.load(RULES)
    table, rng, deals, begun = Table(), random.Random(seed), all_deals(game), time.perf_counter()
    policies, curve = [Policy()], []
    moments = [hands // 4**left for left in reversed(range(versions))]
    for hand in range(1, hands + 1):
        for me in (0, 1):
            table.learn(game.new(seed=f"{seed}/{hand}/{me}"), me, [None, None], rng, weight=hand)
        if hand in moments:
            policies.append(table.policy())
            against_random = duel(game, policies[-1], policies[0], measure)
            against_before = duel(game, policies[-1], policies[-2], measure)
            curve.append((hand, exploitability(deals, policies[-1]), against_random, against_before))
            if not quiet:
                print(told(curve[-1]), f"({time.perf_counter() - begun:.0f} s)", flush=True)
    return policies, curve


def told(point) -> str:
    hand, lost, (won, give), (gained, take) = point
    return (
        f"{hand:7,} hands: the best opponent would win {lost:.3f} a hand; against random {won:+.3f} ± {give:.3f}, "
        f"against the version before {gained:+.3f} ± {take:.3f}"
    )


def picture(curve, path: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    hands, lost, against_random, against_before = zip(*curve)
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 4))
    left.plot(hands, lost, marker="o")
    left.set(xscale="log", xlabel="hands of self-play", ylabel="chips per hand", title="What the best opponent would win")
    left.set_ylim(bottom=0)
    for measured, label in ((against_random, "against random play"), (against_before, "against the version before")):
        won, around = zip(*measured)
        right.errorbar(hands, won, around, marker="o", capsize=3, label=label)
    right.axhline(0, color="grey", linewidth=0.8)
    right.set(xscale="log", xlabel="hands of self-play", ylabel="chips per hand", title="What it wins, with 95 % intervals")
    right.legend()
    for axes in (left, right):
        axes.xaxis.set_major_formatter("{x:,.0f}")
    figure.suptitle("A table learns small poker by playing itself")
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--picture")
    settings = parser.parse_args()
    _, curve = train(settings.hands, seed=settings.seed)
    if settings.picture:
        picture(curve, settings.picture)


if __name__ == "__main__":
    main()
