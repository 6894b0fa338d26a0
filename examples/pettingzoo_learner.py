"""A table of values learns block with ten tiles against the heaviest tile, in PettingZoo.

    pip install "dominoes-rules[pettingzoo,examples]"
    python examples/pettingzoo_learner.py

It writes `learning.svg` to the current folder, or to the path given.
"""

import sys
from collections import defaultdict
from itertools import accumulate
from random import Random

import matplotlib as mpl
from matplotlib.figure import Figure

import dominoes_rules as dr
from dominoes_rules.adapters.pettingzoo import DominoEnv, env

RULES = """\
variant "Small block"
extends "block"
tiles: double-three
deal: 3 each
"""
ROUNDS = 20_000
WINDOW = 1_000
"""Rounds that a point of the plot is the mean of."""
CURIOSITY = 0.1
"""How often the learner tries any legal action."""


def heaviest(table: DominoEnv, legal: list[int]) -> int:
    """The legal action that lays the most pips."""
    tiles = {number: table.move(number).tile for number in legal}
    return max(legal, key=lambda number: tile.pips if (tile := tiles[number]) else -1)


def learn(rounds: int = ROUNDS, seed: int = 1) -> list[float]:
    """What the learner gets in each round; it sits in seat A, and a lot decides who opens."""
    random, table = Random(seed), env(dr.loads(RULES))
    worth: defaultdict[tuple[bytes, int], list[float]] = defaultdict(lambda: [0.0, 0.0])
    rewards = []
    table.reset(seed=seed)
    for _ in range(rounds):
        table.reset()
        chosen = []
        while not any(table.terminations.values()):
            observation, _, _, _, info = table.last()
            legal = info["action_mask"].nonzero()[0].tolist()
            if table.agent_selection == "player_1":
                action = heaviest(table, legal)
            else:
                seen = observation.tobytes()
                curious = random.random() < CURIOSITY
                best = max(legal, key=lambda number: worth[seen, number][0])
                action = random.choice(legal) if curious else best
                chosen.append((seen, action))
            table.step(action)
        rewards.append(table.rewards["player_0"])
        for key in chosen:  # the mean of all that followed
            mean, times = worth[key]
            worth[key] = [mean + (rewards[-1] - mean) / (times + 1), times + 1]
    return rewards


def plot(rewards: list[float], path: str) -> None:
    """The mean of the last `WINDOW` rounds, round by round."""
    total = [0.0, *accumulate(rewards)]
    means = [(after - before) / WINDOW for before, after in zip(total, total[WINDOW:])]  # noqa: B905
    mpl.rcParams["svg.hashsalt"] = "learner"
    figure = Figure(figsize=(7, 3.5), layout="constrained")
    axes = figure.subplots()
    axes.plot(range(WINDOW, len(rewards) + 1), means)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set(xlabel="rounds", ylabel=f"points a round, mean of {WINDOW:,}")
    axes.set_title("A table of values against the heaviest tile")
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    found = learn()
    print(f"the first {WINDOW:,} rounds: {sum(found[:WINDOW]) / WINDOW:+.2f} points a round")
    print(f"the last {WINDOW:,} rounds: {sum(found[-WINDOW:]) / WINDOW:+.2f} points a round")
    plot(found, sys.argv[1] if len(sys.argv) > 1 else "learning.svg")
