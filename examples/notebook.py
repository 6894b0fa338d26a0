"""The library in one sitting: a bot, 100,000 random rounds, a house rule, a pool of processes.

Each part between two `# %%` is a cell for editors that run Python by cells. As a program:

    pip install "dominoes-rules[examples]"
    python examples/notebook.py

It writes `points.svg` to the current folder, or to the path given.
"""

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

import matplotlib as mpl
from matplotlib.figure import Figure

import dominoes_rules as dr

# %% A bot of one's own, through a whole round


def heaviest(seen: dr.Position) -> dr.Move:
    """Lay the heaviest tile that fits. All it is given is what its player can see."""
    return max(seen.legal_moves, key=lambda move: sum(move.tile) if move.tile else -1)


def play_a_round(seed: int) -> dr.Round:
    """The bot, as B, against a player who takes any legal move."""
    game, random = dr.Round(dr.variant("block"), seed=seed), Random(seed)
    while not game.is_over:
        mine = game.turn == "B"
        game.push(heaviest(game.seen_by("B")) if mine else random.choice(game.legal_moves))
    return game


# %% A house rule: its text is all it takes

SHORT = """
variant "Short hands"
extends "block"
deal: 5 each
award doubles: 5 * doubles held by winner's opponents  to winner  at round end
"""

# %% A hundred thousand random rounds of each, and a plot of the points that the winner gets


def points(rules: dr.Ruleset, rounds: int = 100_000) -> list[int]:
    """What the winner of each round gets."""
    found = dr.simulate(rules, rounds=rounds, seed=7)
    paid = [found.points[side] for side in found.sides]
    return [int(max(got)) for got in zip(*paid, strict=True)]


def plot(columns: dict[str, list[int]], path: str) -> None:
    """How often each number of points is paid, as a picture."""
    mpl.rcParams["svg.hashsalt"] = "dominoes-rules"  # the same picture in every run
    axes = (figure := Figure(figsize=(7, 4), layout="constrained")).subplots()
    for title, column in columns.items():
        bins = range(max(column) + 2)
        axes.hist(column, bins, histtype="step", density=True, align="left", label=title)
    axes.set(xlabel="points of the winner", ylabel="share of the rounds", xlim=(0, 60))
    axes.legend()
    figure.savefig(path, metadata={"Date": None})


# %% One hand, its moves analysed in a pool of processes


def value(position: dr.Position, move: dr.Move) -> tuple[str, str]:
    """What a move is worth. Positions, moves and reports pass from process to process."""
    report = dr.solve(position, dr.Limit(worlds=40), seed=3, only=move)
    return str(move), str(report.rows[0].points)


def analysed(position: dr.Position) -> Iterator[tuple[str, str]]:
    """Each move of the player to move, with its points: in the same worlds, so they compare."""
    moves = position.legal_moves
    # Processes that are spawned begin empty, as they do on every system but Linux.
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield from pool.map(value, [position] * len(moves), moves)


# %% All of it; the condition keeps the processes of the pool from running this as well

if __name__ == "__main__":
    game = play_a_round(seed=7)
    print("the bot's round:", game.position)
    print("it ends:", game.outcome)

    house, path = dr.loads(SHORT), sys.argv[1] if len(sys.argv) > 1 else "points.svg"
    columns = {rules.title: points(rules) for rules in (dr.variant("block"), house)}
    for title, column in columns.items():
        print(f"{title}: the winner of a random round gets {sum(column) / len(column):.1f} points")
    plot(columns, path)
    print(f"{path} shows how often each number of points is paid")

    hand = dr.Position("block 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A")
    for move, worth in analysed(hand):
        print(f"{move} is worth {worth} points")
