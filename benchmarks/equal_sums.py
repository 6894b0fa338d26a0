"""Equal values in machine code and in plain Python: sums over many worlds of every bundled game.

`python -m benchmarks.equal_sums [VARIANT ...]` takes positions late in random rounds, and searches
a thousand worlds of each game twice: with machine code forced on, which waits for the compiler as
with `DOMINOES_RULES_NATIVE=wait`, and forced off, as with `DOMINOES_RULES_NATIVE=0`. It prints a
line for each game, and ends with 1 if two sums differ.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import dominoes_rules as dr
from benchmarks.games import bundled_name
from benchmarks.timing import forced
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import State
from dominoes_solver.pimc.open_worlds import OpenWorlds
from dominoes_solver.search import native
from dominoes_solver.search.one_world import Question, evaluate_many

WORLDS = 1_000
A_POSITION = 20
"""Worlds of one position at most, so that a game is judged by many."""
MOST_ROUNDS = 10_000
"""Random rounds that are played for positions, of which not all have a late one with a choice."""
TILES = 9
"""Tiles in the hands, and to draw, of the positions: a world takes plain Python milliseconds."""


@dataclass(frozen=True)
class Sums:
    """The values of every move in every world, added up."""

    worlds: int
    moves: int
    points: int
    """Of the first side."""
    mixed: int
    """Of every side, each by a factor of its own."""
    natively: int = field(compare=False)
    """The worlds that machine code searched."""


def worlds_of(name: str, number: int) -> Iterator[tuple[Compiled, list[State]]]:
    """So many worlds of late positions of a game, with every number of players in turn."""
    ruleset, given = dr.variant(name), 0
    for seed in range(MOST_ROUNDS):
        if given == number:
            return
        random = Random(f"{name}/{seed}")
        seats = ruleset.players[seed % len(ruleset.players)]
        position = _late_position(dr.Round(ruleset, seats=seats, seed=seed), random)
        if position is None or position.evidence.count is None:
            continue
        worlds, orders = OpenWorlds(position.evidence), Random(seed)
        some = min(A_POSITION, worlds.count or 0, number - given)
        ranks = random.sample(range(worlds.count or 0), some)
        given += some
        yield position.compiled, [worlds.state(rank, orders) for rank in ranks]


def _late_position(game: dr.Round, random: Random) -> dr.Position | None:
    """What the mover sees once few tiles are left and there is a choice; None at the end."""
    while not game.is_over:
        if _tiles_left(game) <= TILES and len(game.legal_moves) > 1:
            return game.seen_by(game.turn)
        game.push(random.choice(game.legal_moves))
    return None


def _tiles_left(game: dr.Round) -> int:
    state, setup = game.state, game.compiled.setup
    held = sum(hand.bit_count() for hand in state.hands)
    return held + max(0, len(state.stock) - setup.reserve) if setup.draws else held


def sums(name: str, worlds: int, *, machine_code: bool) -> Sums:
    """The sums over so many worlds of a game."""
    counted = moves = total = mixed = natively = 0
    with forced(machine_code):
        for compiled, states in worlds_of(name, worlds):
            able = machine_code and native.available(compiled) and native.supports(compiled)
            natively += able * len(states)
            for found in evaluate_many(compiled, states, Question(natively=able)):
                counted += 1
                assert found.exact, "no nodes are limited"
                for vector in found.values:
                    moves += 1
                    total += int(vector[0])
                    mixed += sum(int(points) * (moves + side) for side, points in enumerate(vector))
    return Sums(counted, moves, total, mixed, natively)


def main(words: list[str] | None = None) -> None:
    """Compare, and print a line for each game."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("variants", nargs="*", type=bundled_name, metavar="VARIANT")
    parser.add_argument("--worlds", type=int, default=WORLDS, help="of each game")
    args = parser.parse_args(words)
    unequal = []
    for name in args.variants or dr.variants():
        on, off = (sums(name, args.worlds, machine_code=code) for code in (True, False))
        print(
            f"{name:<28}{on.worlds:>6} worlds, {on.natively:>5} in machine code, "
            f"{on.moves:>6} moves, {on.points:>8} points",
            flush=True,
        )
        if on != off:
            unequal.append(name)
            print(f"  differs without machine code: {off}")
    if unequal:
        sys.exit(f"unequal: {', '.join(unequal)}")


if __name__ == "__main__":
    main()
