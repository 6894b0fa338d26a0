"""Searches of games of tricks with open hands against plain minimax, and against each other.

Deals with three tiles a hand are searched in machine code and in plain Python, and by minimax;
whole deals, which are out of its reach, in both ways.

    python -m benchmarks.trick_values [VARIANT] [--few N] [--whole N] [--seed N]
"""

from __future__ import annotations

import argparse
import sys
from random import Random

from benchmarks.games import bundled_name
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import State
from dominoes_rules import library
from dominoes_rules.play.deals import deal
from dominoes_solver.limit import Budget
from dominoes_solver.search import native
from dominoes_solver.search.one_world import solver
from dominoes_solver.search.python import reference

FEW = 3


def begun(rules: Compiled, random: Random, held: int) -> State:
    """A state of a random round in which a seat leads, with so many tiles in each hand."""
    while True:
        state = deal(rules, random)
        while not state.over:
            sizes = {hand.bit_count() for hand in state.hands}
            if state.begun and sizes == {held}:
                return state
            state = rules.play(state, random.choice(rules.legal(state)))


def compared(rules: Compiled, deals: int, held: int, seed: int) -> int:
    """In how many deals two ways disagree."""
    unequal = 0
    for number in range(deals):
        state = begun(rules, Random(f"{seed}/{held}/{number}"), held)
        value_of = solver(rules, state, Budget())
        plainly = tuple([value_of(rules.play(state, action)) for action in rules.legal(state)])
        (natively,) = native.evaluate_many(rules, [state])
        differs = natively is None or natively.values != plainly
        if held <= FEW:
            differs |= tuple([value for _, value in reference.values(rules, state)]) != plainly
        unequal += differs
    return unequal


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("variant", type=bundled_name, nargs="?", default="texas_42")
    parser.add_argument("--few", type=int, default=1000)
    parser.add_argument("--whole", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    rules = library.compiled(library.variant(asked.variant))
    if not native.available(rules):
        print("machine code is not available")
        return 2
    unequal = 0
    for deals, held in ((asked.few, FEW), (asked.whole, rules.setup.hand_size)):
        found = compared(rules, deals, held, asked.seed)
        print(f"{deals:,} deals of {held} tiles: {found} differ", flush=True)
        unequal += found
    return 1 if unequal else 0


if __name__ == "__main__":
    sys.exit(main())
