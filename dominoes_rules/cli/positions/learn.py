"""`choices learn`: a policy that plays itself, and policies in words."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from dominoes_lang.text.quoting import plain
from dominoes_lang.text.whole_files import replacing
from dominoes_rules import library
from dominoes_rules.cli.common import (
    ProgressLine,
    many,
    parameters,
    ruleset_and_seats,
    write_json,
)
from dominoes_rules.cli.main import FINE
from dominoes_rules.cli.positions.learn_by_net import learn_by_net
from dominoes_rules.cli.positions.model_files import expect_numpy, file_to_write, playing
from dominoes_rules.position.policy_files import ENDING, read_policies
from dominoes_rules.unbuilt import Unbuilt, expect_ends

if TYPE_CHECKING:
    from dominoes_solver.policy.learning import Learnt
    from dominoes_solver.policy.policy import Policy

POLICY_SECONDS = 20.0
SMALL = 0.005
"""A weight that would be shown as 0."""
HEAVIEST = 8
"""Features that are shown of each row: those with the largest weights."""


def learn(args: argparse.Namespace) -> int:
    """Learn a policy, or by `--net` a net, and write it."""
    expect_ends(ruleset_and_seats(args.variant)[0], Unbuilt.LEARNING)
    if args.net:
        return learn_by_net(args)
    from dominoes_solver.policy.learning import learn
    from dominoes_solver.policy.policy import text_of

    expect_numpy()
    if args.time is None:
        args.time = POLICY_SECONDS
    ruleset, seats = ruleset_and_seats(args.variant)
    compiled = library.compiled(ruleset, seats, parameters(args.parameters))
    path = file_to_write(args, ruleset.name + ENDING)
    with ProgressLine() as line:
        tick = showing(line, args.time)
        policy = learn(compiled, seconds=args.time, rounds=args.rounds, seed=args.seed, tick=tick)
    if "interrupted" not in policy.fitted:
        policy = replace(policy, fitted={"command": _command(args, policy), **policy.fitted})
    with replacing(path) as stream:
        stream.write(text_of([policy]).encode())
    if args.json:
        write_json({"file": str(path), **policy.as_json()})
    else:
        print(f"{path}: learnt from {many(policy.fitted['rounds'], 'round')} of {policy.variant}")
        print(
            f"to play against it: {playing(args.variant, compiled.setup.seats, f'policy={path}')}"
        )
    return FINE


def showing(line: Callable[[str], None], seconds: float) -> Callable[[Learnt], None]:
    """What shows in a line how far a policy is that learns for so many seconds."""

    def tick(progress: Learnt) -> None:
        left = max(0.0, seconds - progress.seconds)
        if progress.of and progress.rounds:
            left = progress.seconds / progress.rounds * (progress.of - progress.rounds)
        how = "" if progress.natively else " in plain Python, which is slow"
        is_known = progress.rounds or not progress.of
        when = f", about {left:.0f} s left" * bool(is_known)
        line(f"{many(progress.rounds, 'round')}{how}{when} (Ctrl-C stops)")

    return tick


def _command(args: argparse.Namespace, policy: Policy) -> str:
    """The command that learns the same policy."""
    words = ["dominoes-rules", "choices", "learn", args.variant]
    words += ["--rounds", str(policy.fitted["rounds"]), "--seed", str(args.seed)]
    for setting in args.parameters:
        words += ["--set", setting]
    return shlex.join(words)


def show_policies(args: argparse.Namespace) -> int:
    """Describe the policies of a file."""
    from dominoes_solver.search.native.policies.policy_list import POLICY_FEATURES

    policies = read_policies(args.file)
    if args.json:
        write_json({"policies": [policy.as_json() for policy in policies]})
        return FINE
    for number, policy in enumerate(policies):
        print("\n" * (number > 0) + f"policy of {plain(policy.variant)}")
        for name in ("rounds", "command"):
            if name in policy.fitted:
                print(f"{name}: {plain(str(policy.fitted[name]))[:200]}")
        most = None
        for row, fewest in enumerate((None, *policy.phases)):
            where = "on the empty table"
            if fewest is not None:
                to = "or more" if most is None else f"to {most}"
                where = f"with {many(fewest, 'tile') if most is None else fewest} {to} in hand"
                most = fewest - 1
            print(f"\n{where}")
            columns = [(weights[row], name) for name, weights in policy.weights.items()]
            heaviest = sorted(columns, key=lambda pair: -abs(pair[0]))[:HEAVIEST]
            for weight, name in [pair for pair in heaviest if abs(pair[0]) >= SMALL]:
                print(f"  {weight:+8.2f}  {name:<20}  {POLICY_FEATURES[name]}")
    return FINE
