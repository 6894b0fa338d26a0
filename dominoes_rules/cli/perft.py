"""`perft`: how many sequences of actions a position allows, depth by depth."""

from __future__ import annotations

import argparse

from dominoes_lang.compiled import Compiled
from dominoes_lang.state import State
from dominoes_rules.cli.common import SignOfLife, position, write_json
from dominoes_rules.cli.main import FINE
from dominoes_rules.errors import PositionError


def run(args: argparse.Namespace) -> int:
    """Print the counts, a line for each depth."""
    place = position(args.position)
    evidence = place.evidence
    if evidence.table.count > 1 or evidence.orders_matter:
        raise PositionError(
            "perft counts one world: write every hand, and the stock in drawing order"
        )
    state = evidence.open_state(evidence.table.unrank(0))
    alive = SignOfLife()
    counts = [count(place.compiled, state, depth, alive) for depth in range(1, args.depth + 1)]
    alive.clear()
    if args.json:
        write_json({"position": str(place), "counts": counts})
    else:
        for depth, number in enumerate(counts, 1):
            print(f"{depth:>3} {number:>15,}")
    return FINE


def count(compiled: Compiled, state: State, depth: int, alive: SignOfLife | None = None) -> int:
    """The number of sequences of exactly `depth` actions from a state."""
    if depth == 0:
        return 1
    actions = compiled.legal(state)
    if depth == 1:
        return len(actions)
    if alive is not None and depth > 4:
        alive(f"depth {depth}")
    return sum(
        count(compiled, compiled.play(state, action), depth - 1, alive) for action in actions
    )
