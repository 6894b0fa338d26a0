"""`test`: examples, invariants, small tile sets, random rounds; or one failure replayed."""

from __future__ import annotations

import argparse
import shlex
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from functools import partial
from pathlib import PurePath

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.cli.common import ProgressLine, parameters, ruleset_and_seats, write_json
from dominoes_rules.cli.main import FINDINGS, FINE
from dominoes_rules.trial import (
    TrialOutcome,
    try_again,
    try_example,
    try_matches,
    try_other_parameters,
    try_parents,
    try_rounds,
    try_small_scope,
)
from dominoes_rules.trial.parents import Inherited
from dominoes_rules.trial.rounds import ROUNDS

MATCHES = 3
SHARE = 5
"""For each of this many rounds, one more is played with other parameters."""


def run(args: argparse.Namespace) -> int:
    """Print what passed and what failed."""
    ruleset, seats = ruleset_and_seats(args.variant)
    chosen = parameters(args.parameters)
    if args.replay is not None:
        if chosen:
            raise ArgumentError(
                "--set can't be combined with --replay: the line has its own parameters"
            )
        start = time.perf_counter()
        outcome = try_again(ruleset, args.replay)
        return _report(args, ruleset, [(outcome, time.perf_counter() - start)], [])
    # Refuse a number of players or a parameter before anything is tried.
    counts = [seats] if seats is not None else list(ruleset.players)
    for count in counts:
        ruleset.setup(count, chosen)
    outcomes = []
    for outcome, seconds in _outcomes(ruleset, counts, chosen, args):
        outcomes.append((outcome, seconds))
        if not args.json:
            _print(outcome, seconds if args.seconds else None)
    return _report(args, ruleset, outcomes, try_parents(ruleset), shown=True)


def _report(
    args: argparse.Namespace,
    ruleset: Ruleset,
    outcomes: list[tuple[TrialOutcome, float]],
    parents: list[Inherited],
    *,
    shown: bool = False,
) -> int:
    """Print the outcomes, unless they were shown already, and the totals; return the exit code."""
    failed = sum(outcome.failure is not None for outcome, _ in outcomes)
    passed = len(outcomes) - failed
    if args.json:
        write_json(
            {
                "variant": ruleset.name,
                "seed": args.seed,
                "passed": passed,
                "failed": failed,
                "outcomes": [
                    {**asdict(outcome), **({"seconds": round(seconds, 3)} if args.seconds else {})}
                    for outcome, seconds in outcomes
                ],
                "parents": [asdict(parent) for parent in parents],
            }
        )
        return FINDINGS if failed else FINE
    if not shown:
        for outcome, seconds in outcomes:
            _print(outcome, seconds if args.seconds else None)
    for parent in parents:
        _print_parent(parent)
    line = next((outcome.position for outcome, _ in outcomes if outcome.position), None)
    if line is not None and args.replay is None:
        call = ["dominoes-rules", "test", args.variant, "--replay"]
        print(f"to replay a failure: {shlex.join(call)} '{line}'")
    print(f"{ruleset.name}: {passed} passed, {failed} failed (seed {args.seed})")
    return FINDINGS if failed else FINE


def _print(outcome: TrialOutcome, seconds: float | None) -> None:
    time_taken = f"  ({seconds:.1f} s)" if seconds is not None else ""
    print(f"{'failed' if outcome.failure else 'passed'}  {outcome.name}{time_taken}", flush=True)
    if outcome.covered:
        print(f"        {outcome.covered}", flush=True)
    if outcome.failure:
        print(outcome.failure, end="\n\n", flush=True)


def _print_parent(parent: Inherited) -> None:
    """Print which examples of a parent have another result."""
    if not parent.different:
        print(f"all {parent.examples} examples of {parent.parent} have the same result here")
        return
    count = f"{len(parent.different)} of {parent.examples} examples of {parent.parent} differ here."
    print(f"{count} They show what this file changes, and are not failures:")
    for difference in parent.different:
        print(f"        {difference.name}: {difference.what} ({PurePath(difference.place).name})")


def _outcomes(
    ruleset: Ruleset, counts: list[int], chosen: Mapping[str, str], args: argparse.Namespace
) -> Iterator[tuple[TrialOutcome, float]]:
    """One thing tried after another, with the seconds it took."""
    for attempt in _parts(ruleset, counts, chosen, args):
        start = time.perf_counter()
        with ProgressLine() as line:
            outcome = attempt(line)
        if outcome is not None:
            yield outcome, time.perf_counter() - start


def _parts(
    ruleset: Ruleset, counts: list[int], chosen: Mapping[str, str], args: argparse.Namespace
) -> Iterator[Callable[[ProgressLine], TrialOutcome | None]]:
    """The parts of the test; each is called with what it reports its progress to."""
    seed, share = args.seed, max(1, (args.rounds or ROUNDS) // SHARE)
    for example in ruleset.examples:
        yield lambda _, example=example: try_example(ruleset, example)  # type: ignore[misc]
    for seats in counts:
        game = ruleset, seats
        if args.scope:
            yield partial(try_small_scope, *game, args.scope, chosen)
        yield partial(try_rounds, *game, args.rounds, seed, chosen)
        yield partial(try_matches, *game, MATCHES, seed, chosen)
        yield partial(try_other_parameters, *game, share, seed, chosen)
