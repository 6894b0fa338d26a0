"""`perft`: how many sequences of actions a position allows, depth by depth."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.play.move_trees import perft
from dominoes_lang.table.state import State
from dominoes_rules.cli.common import ProgressLine, position, write_json
from dominoes_rules.cli.main import FINE
from dominoes_rules.errors import PositionError

SILENT_DEPTH = 5
"""A depth that is counted in well under a second."""


def run(args: argparse.Namespace) -> int:
    """Print the counts, a line for each depth."""
    asked = position(args.position)
    evidence = asked.evidence
    if evidence.only_world is None or evidence.orders_matter:
        raise PositionError(
            "perft counts one world: write every hand, and the stock in drawing order"
        )
    state = evidence.some_state()
    progress_line = ProgressLine()
    counts = []
    for depth in range(1, args.depth + 1):
        counts.append(count(asked.compiled, state, depth, partial(progress_line, f"depth {depth}")))
        progress_line.clear()
        if not args.json:
            print(f"{depth:>3} {counts[-1]:>15,}", flush=True)
    if args.json:
        write_json({"position": str(asked), "counts": counts})
    return FINE


def count(compiled: Compiled, state: State, depth: int, tick: Callable[[], None]) -> int:
    """The number of sequences of exactly `depth` actions; `tick` is called now and then."""
    if depth <= SILENT_DEPTH:
        tick()
        return perft(compiled, state, depth)
    return sum(
        count(compiled, compiled.play(state, action), depth - 1, tick)
        for action in compiled.legal(state)
    )
