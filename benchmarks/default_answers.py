"""How much a default answer costs: every bundled game, with every number of players.

`python -m benchmarks.default_answers [VARIANT ...]` deals a round, plays random moves and asks
`solve` without a limit, at the opening and after two, six and twelve actions. It prints seconds of
processor time, which a busy machine disturbs least, with the worlds used and those estimated; the
last line names the worst. `DOMINOES_RULES_NATIVE=wait` measures the kernels alone, and
`DOMINOES_RULES_NATIVE=0` plain Python.
"""

from __future__ import annotations

import argparse
import resource
from random import Random

import dominoes_rules as dr
from benchmarks.games import bundled_name

ACTIONS = (0, 2, 6, 12)
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


def main(words: list[str] | None = None) -> None:
    """Measure, and print a line for each game and number of players."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("variants", nargs="*", type=bundled_name, metavar="VARIANT")
    args = parser.parse_args(words)
    print(f"{'game':<28}seats" + "".join(f"{f'after {number}':>22}" for number in ACTIONS))
    worst = (0.0, "")
    for name in args.variants or dr.variants():
        ruleset = dr.variant(name)
        for seats in ruleset.players:
            cells = []
            for actions in ACTIONS:
                position = position_after(ruleset, seats, actions)
                if position is None:
                    cells.append("over")
                    continue
                began = processor_seconds()
                findings = dr.solve(position).findings
                seconds = processor_seconds() - began
                worst = max(worst, (seconds, f"{name} for {seats} after {actions}"))
                used = "" if findings is None else f" {findings.used}, {findings.estimated} est."
                cells.append(f"{seconds:.1f} s{used}")
            print(f"{name:<28}{seats:>5}" + "".join(f"{cell:>22}" for cell in cells), flush=True)
    print(f"worst: {worst[0]:.1f} s, {worst[1]}")


if __name__ == "__main__":
    main()
