"""`choices`: models of what players choose, fitted, held against records, in words."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dominoes_lang.text.quoting import plain, short
from dominoes_lang.text.root_exception import ArgumentError
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
from dominoes_rules.cli.positions.learn import learn, show_policies
from dominoes_rules.cli.positions.model_files import expect_numpy, file_to_write
from dominoes_rules.cli.positions.record_files import records
from dominoes_rules.errors import PositionError
from dominoes_rules.position.choice_models import (
    ENDING,
    NET_ENDING,
    bundled_models,
    read_model,
    read_net,
)
from dominoes_rules.position.description import typed_name
from dominoes_solver.belief.fit import TEMPERATURES
from dominoes_solver.belief.model import OtherKind
from dominoes_solver.belief.net import Net

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_rules.position.position import Position
    from dominoes_rules.solving.foretold import Foretold
    from dominoes_solver.belief.model import Choices

LARGEST_FIGURE = 10**12
"""More of anything that a stranger's file says of its fit is not shown."""
WORTH_A_WARNING = 180
"""Rounds that will take longer, in seconds, are announced after the second of them."""
_CONTRADICTING = {
    "--net": ("--from", "--average"),
    "--records": ("--average", "--teacher", "--rounds", "--time"),
    "--average": ("--time",),  # a repeat would share out the rounds, and not the time
}
SAME = 1 + 1e-9
SMALL = 0.05
"""A weight that is not worth a line."""


def run(args: argparse.Namespace) -> int:
    """Fit, learn, test or show a model."""
    return {"fit": _fit, "learn": learn, "test": _test, "show": _show}[args.what](args)


def _fit(args: argparse.Namespace) -> int:
    from dominoes_rules.bots.teaching import Lessons, taught_model, taught_net
    from dominoes_solver.belief.fit import is_no_better_than_chance

    expect_numpy()
    ruleset, seats = ruleset_and_seats(args.variant)
    compiled = library.compiled(ruleset, seats, parameters(args.parameters))
    _settle_options(args)
    output = ruleset.name + (NET_ENDING if args.net else ENDING)
    path = file_to_write(args, output)
    prior = _model(args.prior) if args.prior else None
    model: Choices | Net
    ends: list[float] = []
    with ProgressLine() as line:

        def tick(done: int) -> None:
            seconds = line.seconds
            ends.append(seconds)
            if args.time is not None:
                left = max(0.0, args.time - seconds)
                line(f"{many(done, 'round')}, about {left:.0f} s left (Ctrl-C stops)")
                return
            # The first round waits for machine code.
            all_rounds = (ends[-1] - ends[0]) * (args.rounds - 1)
            if done == 2 and all_rounds > WORTH_A_WARNING and not args.records:
                print(
                    f"{args.rounds:,} rounds may take {all_rounds / 60:.0f} minutes; "
                    "--rounds or --time plays fewer",
                    file=sys.stderr,
                )
            left = seconds / done * (args.rounds - done)
            line(f"{done:,} of {args.rounds:,} rounds, about {left:.0f} s left (Ctrl-C stops)")

        lessons = Lessons(
            rounds=args.rounds,
            seconds=args.time,
            teacher=args.teacher,
            average=[_model(file) for file in args.average],
            records=(
                records(args.records, partial(_check_rules, compiled.setup))
                if args.records
                else None
            ),
            seed=args.seed,
            tick=tick,
        )
        model = (
            taught_net(compiled, lessons) if args.net else taught_model(compiled, lessons, prior)
        )
    if is_no_better_than_chance(model) and not args.force:
        raise ArgumentError(
            f"no model was written: it is no better than chance ({_quality(model)}); "
            "play more rounds, or write it all the same with --force"
        )
    command = _command(args, model.fitted["rounds"])
    model = replace(model, fitted={"command": command, **model.fitted})
    with replacing(path) as stream:
        stream.write(model.text().encode())
    if args.json:
        write_json({"file": str(path), **model.as_json()})
    else:
        print(f"{path}: {_quality(model)}")
    return FINE


def _settle_options(args: argparse.Namespace) -> None:
    """Raise `ArgumentError` for options that contradict each other; fill in the usual ones."""
    from dominoes_rules.bots.teaching import ROUNDS, TEACHER

    chosen = {
        "--net": args.net,
        "--from": args.prior,
        "--average": args.average,
        "--records": args.records,
        "--time": args.time,
        "--rounds": args.rounds,
        "--teacher": args.teacher,
    }
    for option, excluded in _CONTRADICTING.items():
        for rival in excluded:
            if chosen[option] and chosen[rival]:
                raise ArgumentError(f"{option} can't be used with {rival}")
    args.rounds = args.rounds or ROUNDS
    args.teacher = args.teacher or TEACHER


def _command(args: argparse.Namespace, rounds: int) -> str:
    words = ["dominoes-rules", "choices", "fit", args.variant]
    if not args.records:
        words += ["--rounds", str(rounds), "--teacher", args.teacher]
    words += ["--seed", str(args.seed)]
    if args.net:
        words += ["--net"]
    if args.prior:
        words += ["--from", args.prior]
    if args.records:
        words += ["--records", *map(short, args.records)]
    if args.average:
        words += ["--average", *args.average]
    for setting in args.parameters:
        words += ["--set", setting]
    return shlex.join(words)


def _quality(model: Choices | Net) -> str:
    """How well it fits, from what its file says; a stranger may have written that."""
    fitted = model.fitted
    if gain := _figures(fitted.get("gain"), "points", "error", "deals"):
        points, error, deals = gain
        lead = f"{points:+.2f} ± {error:.2f} points a deal"
        return f"{lead} over the net it began with, {deals:,.0f} deals"
    held_out = fitted.get("held_out")
    about = held_out if isinstance(held_out, dict) else fitted
    figures = _figures(about, "choices", "log_likelihood", "uniform", "agreement")
    if not figures:
        return "nothing in the file shows how well"
    choices, likely, uniform, agreement = figures
    return (
        f"log-likelihood {likely:.3f} a choice, by chance {uniform:.3f}; "
        f"agrees with {agreement:.0%} of {choices:,.0f} choices held out"
    )


def _figures(about: object, *names: str) -> list[float]:
    """The numbers of these names; none where one is missing or beyond all sense."""
    if not isinstance(about, Mapping):
        return []
    figures = [
        float(figure)
        for name in names
        if isinstance(figure := about.get(name), int | float) and abs(figure) < LARGEST_FIGURE
    ]
    return figures if len(figures) == len(names) else []


def _show(args: argparse.Namespace) -> int:
    model: Choices | Net
    try:
        model = _model(args.file)
    except OtherKind:
        try:
            model = read_net(args.file)
        except OtherKind:
            return show_policies(args)
    if args.json:
        write_json(model.as_json())
        return FINE
    from dominoes_solver.search.native.choices.feature_list import FEATURES

    print(f"choices of {plain(model.variant)}: {_quality(model)}")
    for name in ("teacher", "rounds", "prior", "command"):
        if name in model.fitted:
            print(f"{name}: {plain(str(model.fitted[name]))[:200]}")
    if isinstance(model, Net):
        inputs, units = many(len(model.inputs), "input"), many(len(model.bias), "hidden unit")
        print(f"a net of {inputs} and {units}")
        return FINE
    print(f"temperature {model.temperature:g}; {model.slip:.0%} of choices by chance")
    most = None
    for fewest, row in zip(model.phases, model.theta, strict=True):
        tiles = f"{many(fewest, 'tile')} or more" if most is None else f"{fewest} to {most} tiles"
        print(f"\nwith {tiles} in hand" if fewest != most else f"\nwith {fewest} in hand")
        weights = sorted(zip(row, model.features, strict=True), key=lambda pair: -abs(pair[0]))
        for weight, name in weights:
            if abs(weight) >= SMALL:
                print(f"  {weight:+6.2f}  {name:<20}  {FEATURES[name]}")
        most = fewest - 1
    return FINE


def _model(file: str) -> Choices:
    """The model of a file, or a bundled one by the name of its file or of its variant."""
    if not Path(file).exists():
        for name, model in bundled_models().items():
            if file in {name, model.variant}:
                return model
    return read_model(file)


def _test(args: argparse.Namespace) -> int:
    from dominoes_rules.solving.foretold import check_open, foretold

    model = _model(args.file)

    def check(position: Position) -> None:
        if not args.force:
            model.refuse_others(position.setup, typed_name(position.setup))
        check_open(position)

    with ProgressLine() as line:

        def tick(rounds: int) -> None:
            line(f"{many(rounds, 'round')}, {line.seconds:.0f} s (Ctrl-C stops)")

        result = foretold(model, records(args.records, check), seed=args.seed, tick=tick)
    if not result.rounds:
        raise PositionError(f"there are no rounds in {short(' '.join(args.records))}")
    if args.json:
        write_json(result.as_json())
    else:
        print(_text(result))
    return FINE


def _check_rules(setup: Setup, position: Position) -> None:
    """Raise `PositionError` unless a record is of these rules, with every hand open."""
    from dominoes_rules.position.earlier_rounds import expect_same_play
    from dominoes_rules.solving.foretold import check_open

    expect_same_play("a record", position, setup)
    check_open(position)


def _at(temperature: float) -> str:
    """A temperature; nothing beyond the lowest and the highest was tried."""
    lowest, highest = TEMPERATURES
    if temperature <= lowest * SAME:
        return f"{lowest:g} or less"
    return f"{highest:g} or more" if temperature * SAME >= highest else f"{temperature:.2f}"


def _text(result: Foretold) -> str:
    quality, read, sharp = result.quality, result.read, result.temperature
    likely = f"log-likelihood {quality.log_likelihood:.3f} a choice"
    lines = [
        f"{many(result.rounds, 'round')}, {many(quality.choices, 'choice')}",
        f"{likely}, by chance {quality.uniform:.3f}; agrees with {quality.agreement:.1%}",
    ]
    if sharp is not None:
        lines.append(
            f"temperature {_at(sharp.best)}, 95 % interval {_at(sharp.low)} to {_at(sharp.high)}: "
            "above 1 they choose less sharply than the model, below 1 more"
        )
    if read.tiles:
        counted, weighed = read.counted / read.tiles, read.weighed / read.tiles
        means = f"counted {counted:.3f}, weighted {weighed:.3f} ({weighed - counted:+.3f})"
        lines += [
            "",
            f"log-probability of the true holder of a hidden tile, mean of {read.tiles:,}: {means}",
            "",
            "predicted   true  holdings",
        ]
        for number, total, hits in read.bins:
            if number:
                lines.append(f"{total / number:>8.1%}  {hits / number:>6.1%}  {number:>8,.0f}")
    return "\n".join(lines)
