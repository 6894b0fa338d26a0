"""The arguments of `choices`."""

from __future__ import annotations

import argparse

from dominoes_rules.cli.arguments.options import (
    add_command,
    add_json,
    add_seed,
    add_set,
    add_variant,
    count,
    seconds,
    seed,
)


def choices(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `choices`."""
    actions = parser.add_subparsers(
        dest="what", metavar="WHAT", required=True, help="what to do with a model"
    )
    fit = add_command(actions, "fit", "fit a model to rounds that a bot plays against itself")
    add_variant(fit)
    length = fit.add_mutually_exclusive_group()
    length.add_argument("--rounds", type=count, metavar="N", help="rounds to play (default: 2000)")
    length.add_argument(
        "--time", type=seconds, metavar="S", help="play as many rounds as this many seconds allow"
    )
    fit.add_argument(
        "--teacher", metavar="BOT",
        help="the bot that plays these rounds (default: solver:worlds=50)",
    )  # fmt: skip
    fit.add_argument(
        "--from", dest="prior", metavar="MODEL",
        help="start from a model, best of all for the same kind of game, so that 100 rounds are"
        " enough: a file, or a bundled one, such as `partnership`",
    )  # fmt: skip
    fit.add_argument(
        "--net", action="store_true",
        help="fit a net for the bot `quick`; `strong` is a good teacher",
    )  # fmt: skip
    fit.add_argument(
        "--average", nargs="+", default=[], metavar="FILE",
        help="fit to players that use these earlier models, the same number of rounds each",
    )  # fmt: skip
    fit.add_argument(
        "--records", nargs="+", default=[], metavar="RECORD",
        help="fit to these rounds instead, with all hands shown: records as text, files with one"
        " per line, or matches that `play` saved",
    )  # fmt: skip
    fit.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="the file to write (default: NAME.choices.json, or NAME.net.json)",
    )
    fit.add_argument(
        "--force", action="store_true",
        help="overwrite an existing file, and write even a model that is no better than chance",
    )  # fmt: skip
    add_set(fit)
    fit.add_argument(
        "--seed", type=seed, default=1, metavar="N",
        help="the same seed gives the same model (default: 1)",
    )  # fmt: skip
    add_json(fit)
    learn = add_command(
        actions, "learn", "learn a policy or a net by playing the game against itself"
    )
    add_variant(learn)
    length = learn.add_mutually_exclusive_group()
    length.add_argument(
        "--time", type=seconds, metavar="S",
        help="seconds to learn (default: 20, and for a net 600)",
    )  # fmt: skip
    length.add_argument(
        "--rounds", type=count, metavar="N",
        help="rounds to play instead, in whole steps: the same number gives the same file",
    )  # fmt: skip
    learn.add_argument(
        "--net", action="store_true",
        help="learn a net in place of a policy, from the bundled net where there is one",
    )  # fmt: skip
    learn.add_argument(
        "-o", "--output", metavar="FILE",
        help="the file to write (default: NAME.policy.json, or NAME.net.json)",
    )  # fmt: skip
    learn.add_argument("--force", action="store_true", help="overwrite an existing file")
    add_set(learn)
    learn.add_argument(
        "--seed", type=seed, default=1, metavar="N",
        help="the same seed and rounds give the same file (default: 1)",
    )  # fmt: skip
    add_json(learn)
    tried = add_command(actions, "test", "measure how well a model predicts the choices in records")
    tried.add_argument("file", metavar="FILE", help="a model of choices")
    tried.add_argument(
        "records", nargs="+", metavar="RECORD",
        help="rounds with all hands shown: records as text, files with one per line, or matches"
        " that `play` saved",
    )  # fmt: skip
    tried.add_argument(
        "--force", action="store_true", help="use a model even if it was made for other rules"
    )
    add_seed(tried)
    add_json(tried)
    shown = add_command(actions, "show", "describe a model in words")
    shown.add_argument("file", metavar="FILE", help="a model of choices")
    add_json(shown)
