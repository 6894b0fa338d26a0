"""What parts of the native search are good for: each is left out, and the rest is timed.

Run it by `python -m benchmarks.ablations` from the root of the repository. The kernels have no
switches: a part is left out by what they are given, a table of two entries or bounds that say
nothing. The positions are fixed by their seeds and all values are held against those of the whole
search. The runs of a table take turns, so that a noisy machine hits all alike, and the ratio of
times is the median over the rounds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from statistics import median
from unittest.mock import patch

from benchmarks.games import decisions, domohnoes_for_points, later, openings, rules_of
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import State
from dominoes_solver.search import native

ROUNDS = 5
PARTS = (
    "table",
    "bound by what is left to pay",
    "own hand out of the bound",
    "winner takes all",
    "leaves by formula",
)


def left_out(part: str, rules: Compiled) -> AbstractContextManager[object]:
    """While this lasts, jobs for these rules are made without a part of the search."""
    from dominoes_solver.search.native.programs import setup_tables
    from dominoes_solver.search.native.rows import row_format
    from dominoes_solver.search.native.searches import jobs, probes

    if part == "table":
        return patch.object(jobs, "_table_bits", return_value=1)
    made = setup_tables.tables(rules)
    book, bounds = made.book.copy(), made.bounds.copy()
    if part == "bound by what is left to pay":
        bounds[:] = probes.INFINITE
    else:
        place = {
            "own hand out of the bound": row_format.LOSERS_PAY,
            "winner takes all": row_format.WINNER_TAKES_ALL,
            "leaves by formula": row_format.LEAF_BY,
        }
        book[place[part]] = 0
    return patch.object(
        setup_tables, "tables", return_value=replace(made, book=book, bounds=bounds)
    )


def ablate(
    title: str,
    rules: Compiled,
    states: Sequence[State],
    parts: Sequence[str],
    *,
    best: bool = False,
    rounds: int = ROUNDS,
) -> None:
    """Print a table: the whole search, and the search without each part."""

    def run(part: str | None) -> tuple[float, int, list[object]]:
        with left_out(part, rules) if part else nullcontext():
            started = time.process_time()
            groups = [[state] for state in states] if best else [states]
            found = [
                one
                for some in groups
                for one in native.evaluate_many(rules, some, best=best)
                if one
            ]
            spent = time.process_time() - started
        return spent, sum(one.nodes for one in found), [one.values for one in found]

    results = [[run(part) for part in (None, *parts)] for _ in range(rounds)]
    print(f"\n{title}: {len(states)} positions")
    for place, name in enumerate(["whole search", *(f"without: {part}" for part in parts)]):
        nodes = results[0][place][1]
        ratio = nodes / results[0][0][1]
        slower = median(row[place][0] / row[0][0] for row in results)
        assert results[0][place][2] == results[0][0][2], f"{name}: other values"
        print(f"  {name:<42} {nodes / len(states):>12,.0f} nodes {ratio:>7.2f} × {slower:>7.2f} ×")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20, help="full deals (20)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"runs of each ({ROUNDS})")
    options = parser.parse_args()
    deals, rounds = options.deals, options.rounds
    if not native.available():
        parser.exit(1, "numba is missing: there is no native search to measure\n")
    rules = rules_of("partnership", 4)
    states = openings(rules, deals)
    parts = [*PARTS[:2], "leaves by formula"]
    ablate("free partnership openings", rules, states, parts, best=True, rounds=rounds)
    states = [each.state for each in decisions(8, 20)]
    ablate("every move after 8 actions", rules, states, parts, rounds=rounds)
    for name in ("block", "draw"):
        rules = rules_of(name, 2)
        ablate(
            f"{name} for two", rules, openings(rules, deals), PARTS[:3], best=True, rounds=rounds
        )
    rules = domohnoes_for_points(4)
    states = [later(rules, state, 6, 1) for state in openings(rules, 5)]
    parts = [*PARTS[:2], "winner takes all"]
    ablate("max^n with points for four, after 6 actions", rules, states, parts, rounds=rounds)


if __name__ == "__main__":
    main()
