"""OpenSpiel's own CFR+ on block with few tiles: towards an equilibrium, in machine code.

    pip install "dominoes-rules[open-spiel]"
    python examples/openspiel_cfr.py two 2        # double-two, two tiles each
    python examples/openspiel_cfr.py three 2      # larger; three 3 takes over 15 minutes

The whole tree is written once as a file of Gambit, which OpenSpiel reads into C++.
"""

import sys

import pyspiel
from open_spiel.python.algorithms.gambit import export_gambit

import dominoes_rules as dr
from dominoes_rules.adapters.open_spiel import register

RULES = """\
variant "Small block"
extends "block"
tiles: double-{highest}
deal: {hand} each
first opener: A
"""


def main(highest: str, hand: str, steps: int) -> tuple[float, float]:
    """The value of the game to A, who opens, and what the best answer still gains."""
    rules = dr.loads(RULES.format(highest=highest, hand=hand))
    game = pyspiel.load_game(register(rules, name=f"small_block_{highest}_{hand}"))
    tree = pyspiel.load_efg_game(export_gambit(game))
    solver = pyspiel.CFRPlusSolver(tree)
    value = gain = 0.0
    for step in range(1, steps + 1):
        solver.evaluate_and_update_policy()
        if step % 20 == 0:
            average = solver.average_policy()
            gain = pyspiel.exploitability(tree, average)
            value = pyspiel.expected_returns(tree.new_initial_state(), average, -1, True)[0]
            print(f"{step:4} steps: value {value:.4f}, the best answer gains {gain:.4f}")
    return value, gain


if __name__ == "__main__":
    set_and_hand = sys.argv[1:] or ["two", "2"]
    main(set_and_hand[0], set_and_hand[1], 100)
