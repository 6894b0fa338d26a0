"""How much a default answer costs: every bundled game, with fewest and with most players.

`python -m benchmarks.default_answers [VARIANT ...]` deals a round, plays random moves and asks
`solve` without a limit, at the opening and after four and ten actions. It prints seconds of
processor time, which a busy machine disturbs least, with the worlds used, those estimated, and the
standard error of the gap between the best two moves at equal time: times the square root of the
seconds. The last lines have the median, the worst, and the fewest worlds of those that are a
sample. `DOMINOES_RULES_NATIVE=wait` measures the kernels alone, and `DOMINOES_RULES_NATIVE=0` plain
Python.
"""

from __future__ import annotations

import argparse
import resource
from math import sqrt
from random import Random
from statistics import median

import dominoes_rules as dr
from benchmarks.games import bundled_name
from dominoes_solver.pimc.findings import Findings

ACTIONS = (0, 4, 10)
"""Actions before the question."""


def processor_seconds() -> float:
    """Processor time of this process and of the children that have ended."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def position_after(ruleset: dr.Ruleset, seats: int, actions: int) -> dr.Position | None:
    """What the mover sees after so many random actions; None where the round is over."""
    random = Random(f"{ruleset.name}/{seats}/{actions}")
    game = dr.Round(ruleset, seats=seats, seed=random.getrandbits(40))
    while not game.is_over and (len(game.actions) < actions or len(game.legal_moves) == 1):
        game.push(random.choice(game.legal_moves))
    return None if game.is_over else game.seen_by(game.turn)


def described(findings: Findings | None, seconds: float) -> str:
    """The worlds of an answer, and the error of its gap at equal time."""
    if findings is None:
        return ""
    words = f" {findings.used}, {findings.estimated} est."
    error = findings.rows[1].gap.se if len(findings.rows) > 1 else None
    return words if error is None else f"{words} ±{error * sqrt(seconds):.2f}"


def main(words: list[str] | None = None) -> None:
    """Measure, and print a line for each game and number of players."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("variants", nargs="*", type=bundled_name, metavar="VARIANT")
    args = parser.parse_args(words)
    print(f"{'game':<28}seats" + "".join(f"{f'after {number}':>31}" for number in ACTIONS))
    times: list[tuple[float, str]] = []
    samples: list[tuple[int, str]] = []
    for name in args.variants or dr.variants():
        ruleset = dr.variant(name)
        for seats in sorted({ruleset.players[0], ruleset.players[-1]}):
            cells = []
            for actions in ACTIONS:
                position = position_after(ruleset, seats, actions)
                if position is None:
                    cells.append("over")
                    continue
                began = processor_seconds()
                findings = dr.solve(position).findings
                seconds = processor_seconds() - began
                where = f"{name} for {seats} after {actions}"
                times.append((seconds, where))
                if findings is not None and not findings.whole:
                    samples.append((findings.used, where))
                cells.append(f"{seconds:.1f} s{described(findings, seconds)}")
            print(f"{name:<28}{seats:>5}" + "".join(f"{cell:>31}" for cell in cells), flush=True)
    print(f"median: {median(seconds for seconds, _ in times):.1f} s")
    print("worst: {:.1f} s, {}".format(*max(times)))
    if samples:
        print("fewest worlds: {}, {}".format(*min(samples)))


if __name__ == "__main__":
    main()
