"""How boards of whole rounds look: how large tiles are, what overlaps, what moves, and the time.

    python3 -m benchmarks.boards [--rounds 200] [GAME ...]

For every game and number of seats, rounds of random moves and rounds in which the heaviest tile
goes first. Each line has the least and the mean pixels of half a tile at the end of a round, on a
laptop, a phone and a small phone, how often tiles were laid again and how many lie at a distance,
and the longest time that one more tile took.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import combinations
from random import Random
from statistics import mean

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.board.laid_table import lay_table
from dominoes_rules.board.laying.arms_placed import lay_arms
from dominoes_rules.board.laying.lying import are_apart
from dominoes_rules.board.laying.windows import NARROW, SQUARE, WIDE
from dominoes_rules.board.tabletop import Tabletop
from dominoes_rules.position.drawing import tabletop

WINDOWS = {"laptop": WIDE, "phone": NARROW, "small phone": SQUARE}
NAMES = {letter: f"Player {letter}" for letter in "ABCDEFGHIJ"}


def ended(name: str, seats: int, seed: int) -> Tabletop:
    """The table at the end of a round."""
    random, game = Random(seed), dr.Round(dr.variant(name), seats=seats, seed=seed)
    while not game.is_over:
        moves = game.legal_moves
        heavy = max(moves, key=lambda move: sum(move.tile) if move.tile else -1)
        game.push(heavy if seed % 2 else random.choice(moves))
    return tabletop(game, NAMES)


def seconds_of_tiles(table: Tabletop) -> Iterator[float]:
    """How long each tile of a table with arms takes, laid one after the other."""
    for number in range(1, len(table.joined) + 1) if table.arm_rules else ():
        start = time.process_time()
        assert table.arm_rules is not None
        lay_arms(table.joined[:number], table.arm_rules, WIDE)
        yield time.process_time() - start


def measure(name: str, seats: int, rounds: int) -> str:
    """A line about the boards of a game."""
    pixels: dict[str, list[float]] = {window: [] for window in WINDOWS}
    overlaps = pushes = threads = 0
    slowest = 0.0
    for seed in range(rounds):
        table = ended(name, seats, seed)
        slowest = max(slowest, *seconds_of_tiles(table), 0.0)
        for title, window in WINDOWS.items():
            laid = lay_table(table, window)
            left, right, top, bottom = laid.seen_box(window)
            pixels[title].append(window.pixels(right - left, bottom - top))
            overlaps += sum(not are_apart(*pair) for pair in combinations(laid.tiles, 2))
            threads += len(laid.threads)
            if table.arm_rules is not None:
                pushes += lay_arms(table.joined, table.arm_rules, window).pushes
    sizes = ", ".join(
        f"{title} {min(sizes):.1f} ({mean(sizes):.1f})" for title, sizes in pixels.items()
    )
    return (
        f"{name}/{seats}: {sizes}; overlaps {overlaps}, laid again {pushes}, at a distance "
        f"{threads}, slowest tile {1000 * slowest:.0f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="names of bundled games; all without any")
    parser.add_argument("--rounds", type=int, default=200)
    args = parser.parse_args()
    for name in args.games or library.bundled():
        for seats in dr.variant(name).players:
            print(measure(name, seats, args.rounds), flush=True)


if __name__ == "__main__":
    main()
