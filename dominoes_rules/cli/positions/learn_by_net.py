"""`choices learn --net`: a net for the bot `quick` that plays itself."""

from __future__ import annotations

import argparse
import os
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

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
from dominoes_rules.cli.positions.model_files import expect_numpy, file_to_write, playing
from dominoes_rules.position.choice_models import NET_ENDING, bundled_net

if TYPE_CHECKING:
    from dominoes_solver.belief.net import Net

NET_SECONDS = 600.0


def learn_by_net(args: argparse.Namespace) -> int:
    """Let a net learn, and write it."""
    # Several threads at products as small as these wait for one another.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    expect_numpy()
    from dominoes_solver.belief.self_play.learn_net import learn_net

    ruleset, seats = ruleset_and_seats(args.variant)
    compiled = library.compiled(ruleset, seats, parameters(args.parameters))
    path = file_to_write(args, ruleset.name + NET_ENDING)
    bundled = bundled_net(compiled.setup)
    seconds = None if args.rounds else args.time or NET_SECONDS
    with ProgressLine() as line:

        def tick(done: int) -> None:
            if seconds is None:
                left = line.seconds / done * max(0, args.rounds - done)
            else:
                left = max(0.0, seconds - line.seconds)
            line(f"{many(done, 'round')}, about {left:.0f} s left (Ctrl-C stops)")

        net, gain = learn_net(
            compiled,
            None if bundled is None else bundled.model,
            rounds=args.rounds,
            seconds=seconds,
            seed=args.seed,
            tick=tick,
        )
    net = replace(net, fitted={"command": _command(args, net), **net.fitted})
    with replacing(path) as stream:
        stream.write(net.text().encode())
    if args.json:
        write_json({"file": str(path), **net.as_json()})
    else:
        start = "a net drawn at random" if bundled is None else bundled.file
        print(f"{path}: learnt from {many(net.fitted['rounds'], 'round')}")
        print(
            f"{gain.mean:+.2f} ± {gain.error:.2f} points a deal over {start}, where it began, "
            f"on {many(gain.deals, 'other deal')}"
        )
        print(f"to play against it: {playing(args.variant, compiled.setup.seats, f'net={path}')}")
    return FINE


def _command(args: argparse.Namespace, net: Net) -> str:
    """The command that learns the same net."""
    words = ["dominoes-rules", "choices", "learn", args.variant, "--net"]
    words += ["--rounds", str(net.fitted["rounds"]), "--seed", str(args.seed)]
    for setting in args.parameters:
        words += ["--set", setting]
    return shlex.join(words)
