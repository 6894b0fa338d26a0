"""`test`: the examples and invariants of a variant, and random rounds two ways."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from dominoes_lang.ruleset import Ruleset
from dominoes_rules.cli.common import SignOfLife, ruleset_and_seats, write_json
from dominoes_rules.cli.main import FINDINGS, FINE
from dominoes_rules.trial import Outcome, try_examples, try_rounds


def run(args: argparse.Namespace) -> int:
    """Print what passed and what failed."""
    ruleset, seats = ruleset_and_seats(args.variant)
    # Refuse a number of players before anything is tried.
    counts = [seats] if seats is not None else list(ruleset.players)
    for count in counts:
        ruleset.setup(count)
    outcomes = []
    for outcome in _outcomes(ruleset, counts, args.rounds, args.seed):
        outcomes.append(outcome)
        if not args.json:
            print(f"{'failed' if outcome.failure else 'passed'}  {outcome.name}", flush=True)
            if outcome.failure:
                print(outcome.failure, end="\n\n")
    failed = sum(outcome.failure is not None for outcome in outcomes)
    if args.json:
        write_json(
            {
                "variant": ruleset.name,
                "seed": args.seed,
                "passed": len(outcomes) - failed,
                "failed": failed,
                "outcomes": [vars(outcome) for outcome in outcomes],
            }
        )
    else:
        print(
            f"{ruleset.name}: {len(outcomes) - failed} passed, {failed} failed (seed {args.seed})"
        )
    return FINDINGS if failed else FINE


def _outcomes(ruleset: Ruleset, counts: list[int], rounds: int, seed: int) -> Iterator[Outcome]:
    yield from try_examples(ruleset)
    alive = SignOfLife()

    def progress(text: str) -> None:
        alive(text)

    for count in counts:
        outcome = try_rounds(ruleset, count, rounds, seed, progress=progress)
        alive.clear()
        yield outcome
