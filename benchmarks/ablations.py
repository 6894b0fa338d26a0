"""What each part of the perfect-information search is good for: it is left out, and the rest timed.

Run it by `python -m benchmarks.ablations` from the root of the repository. The positions are fixed
by their seeds and all values are held against those of the whole search. In the first tables, of
the native search, the runs of a table take turns, so that a noisy machine hits all alike, and the
ratio of times is the median over the rounds. The last one counts nodes only: three ways to find a
value with the same table, bound and order of moves, in plain Python.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from statistics import median

from benchmarks.games import decisions, domohnoes_for_points, later, openings, rules_of
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import State
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.search import native
from dominoes_solver.search.python.null_window import INFINITE, best_value
from dominoes_solver.search.python.reference import settled

ROUNDS = 5

PARTS = {
    "table": "WITHOUT_TABLE",
    "bound by what is left to pay": "WITHOUT_BOUND",
    "own hand out of the bound": "WITHOUT_OWN_HAND",
    "order of moves": "WITHOUT_ORDER",
    "steps and halves of questions": "WITHOUT_STEPS",
    "nodes the mover before refuses": "WITHOUT_REFUSAL",
}
TWO = ("table", "bound by what is left to pay", "order of moves")


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
    from dominoes_solver.search.native import jobs, probes

    def run(without: int) -> tuple[float, int, list[object]]:
        nodes = 0
        found: list[object] = []
        started = time.process_time()
        for some in [[state] for state in states] if best else [states]:
            job = jobs.job_for(rules, some, best=best, without=without)
            while not job.run(native.NODES_A_CALL):
                pass
            nodes += job.nodes
            if best:
                found.append(job.best_value(0))
            else:
                found += [each.values for each in job.solved_from(0)]
        return time.process_time() - started, nodes, found

    switches = [0, *(getattr(probes, PARTS[part]) for part in parts)]
    results = [[run(switch) for switch in switches] for _ in range(rounds)]
    print(f"\n{title}: {len(states)} positions")
    for place, name in enumerate(["whole search", *(f"without: {part}" for part in parts)]):
        nodes = results[0][place][1]
        ratio = nodes / results[0][0][1]
        slower = median(row[place][0] / row[0][0] for row in results)
        assert results[0][place][2] == results[0][0][2], f"{name}: other values"
        print(f"  {name:<42} {nodes / len(states):>12,.0f} nodes {ratio:>7.2f} × {slower:>7.2f} ×")


class Windows:
    """Alpha-beta with any window, over the compiled functions, nodes counted."""

    def __init__(self, rules: Compiled) -> None:
        self.rules = rules
        self.table: dict[State, tuple[int, int]] = {}
        self.nodes = 0

    def search(self, state: State, low: int, high: int, *, scout: bool = False) -> int:
        """The value for side 0, or a bound of it beyond the window; `scout` for PVS."""
        if state.over:
            return settled(self.rules, state)[0]
        setup = self.rules.setup
        left = self.rules.bound(
            sum(setup.values[tile] for hand in state.hands for tile in numbers_in(hand))
        )
        if left <= low or -left >= high:
            return left if left <= low else -left
        key = state._replace(finisher=0, last_tile=0, fitted=0, plays=0)
        least, most = self.table.get(key, (-INFINITE, INFINITE))
        if least >= high or most <= low or least == most:
            return least if least >= high else most
        self.nodes += 1
        maximises = setup.side_of[state.mover] == 0
        children = [self.rules.play(state, action) for action in self.rules.legal(state)]
        children.sort(key=self._replies)
        best = -INFINITE if maximises else INFINITE
        floor, ceiling = low, high
        for place, child in enumerate(children):
            if scout and place and floor + 1 < ceiling:
                null = (floor, floor + 1) if maximises else (ceiling - 1, ceiling)
                found = self.search(child, *null, scout=True)
                if floor < found < ceiling:
                    found = self.search(child, floor, ceiling, scout=True)
            else:
                found = self.search(child, floor, ceiling, scout=scout)
            if maximises:
                best = max(best, found)
                floor = max(floor, best)
            else:
                best = min(best, found)
                ceiling = min(ceiling, best)
            if floor >= ceiling:
                break
        if best > low:
            least = max(least, best)
        if best < high:
            most = min(most, best)
        self.table[key] = (least, most)
        return best

    def _replies(self, state: State) -> int:
        fits = 0
        for number in state.ends:
            fits |= self.rules.setup.tiles.bearing[number]
        return (state.hands[state.mover] & fits).bit_count()


def windows(states: Sequence[State], rules: Compiled) -> None:
    """Print how many nodes three ways take to find the value of each state."""

    def null_windows(search: Windows, state: State) -> int:
        def prove(at: State, goal: int) -> int:
            return search.search(at, goal - 1, goal)

        return best_value(prove, [state], 0)

    ways: dict[str, Callable[[Windows, State], int]] = {
        "null windows moved by MTD(f)": null_windows,
        "principal variation search": lambda search, state: search.search(
            state, -INFINITE, INFINITE, scout=True
        ),
        "one full window": lambda search, state: search.search(state, -INFINITE, INFINITE),
    }
    print(f"\nthree ways to a value, partnership after 10 actions: {len(states)} positions")
    totals: dict[str, int] = {}
    truth: list[int] = []
    for name, way in ways.items():
        totals[name] = 0
        found = []
        for state in states:
            search = Windows(rules)
            found.append(way(search, state))
            totals[name] += search.nodes
        truth = truth or found
        assert found == truth, f"{name}: other values"
        ratio = totals[name] / next(iter(totals.values()))
        print(f"  {name:<42} {totals[name] / len(states):>12,.0f} nodes {ratio:>7.2f} ×")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20, help="full deals (20)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"runs of each ({ROUNDS})")
    options = parser.parse_args()
    partnership = rules_of("partnership", 4)
    if native.available():
        deals, rounds = options.deals, options.rounds
        states = openings(partnership, deals)
        ablate("free partnership openings", partnership, states, TWO, best=True, rounds=rounds)
        states = [each.state for each in decisions(8, 20)]
        parts = [*TWO, "steps and halves of questions"]
        ablate("every move after 8 actions", partnership, states, parts, rounds=rounds)
        for name in ("block", "draw"):
            rules = rules_of(name, 2)
            states = openings(rules, deals)
            parts = [*TWO, "own hand out of the bound"]
            ablate(f"{name} for two", rules, states, parts, best=True, rounds=rounds)
        rules = domohnoes_for_points(4)
        states = [later(rules, state, 6, 1) for state in openings(rules, 5)]
        parts = [*TWO, "nodes the mover before refuses"]
        ablate("max^n with points for four, after 6 actions", rules, states, parts, rounds=rounds)
    else:
        print("numba is missing: no tables of the native search")
    states = [later(partnership, state, 10, 1) for state in openings(partnership, 10)]
    windows(states, partnership)


if __name__ == "__main__":
    main()
