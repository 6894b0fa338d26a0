"""`tournament`: bots against each other on duplicate deals, or in whole matches."""

from __future__ import annotations

import argparse
import shlex
import time
from pathlib import Path

from dominoes_lang.text.quoting import plain
from dominoes_rules.cli.arguments.options import given
from dominoes_rules.cli.common import ProgressLine, parameters, ruleset_and_seats, write_json
from dominoes_rules.cli.main import FINE
from dominoes_rules.cli.pictures import picture_before, save_picture
from dominoes_rules.tournaments.duplicate import tournament
from dominoes_rules.tournaments.pair_results import (
    Pair,
    interval_text,
    mean_text,
    share_of,
    share_text,
)
from dominoes_rules.tournaments.plotting import plot
from dominoes_rules.tournaments.tournament_options import SECONDS_A_MOVE, TournamentOptions
from dominoes_rules.tournaments.tournament_results import Tournament, sentences, table_of_bots
from dominoes_solver.means import Mean

SHOWN_EVERY = 20
"""Deals between two looks at the results so far, which take longer the more there are."""
SECONDS_UNSEEN = 10.0
"""Seconds after which the next deal is followed by a look however few deals there are."""


def run(args: argparse.Namespace) -> int:
    """Play, and print who won how much from whom, and how sure that is."""
    ruleset, seats = ruleset_and_seats(args.variant)
    if args.plot is not None:
        picture_before(Path(args.plot))  # before the first deal
    next_look, due = SHOWN_EVERY, time.monotonic() + SECONDS_UNSEEN
    with ProgressLine() as line:

        def progress(results: Tournament) -> None:
            nonlocal next_look, due
            if len(results.deals) >= next_look or time.monotonic() >= due:
                next_look = len(results.deals) * 11 // 10 + SHOWN_EVERY
                line(_progress(results, args.matches or args.deals))
                due = time.monotonic() + SECONDS_UNSEEN

        results = tournament(
            args.bots,
            ruleset,
            seats=seats,
            parameters=parameters(args.parameters),
            **given(args, TournamentOptions),
            progress=progress,
        )
    if args.json:
        write_json({**results.as_json(), "command": _again(args, results)})
    else:
        print(plain_text(results, _again(args, results)))
        if results.interrupted and (file := args.out or args.resume):
            print(plain(f"to go on: {_again(args, results, file)}"))
    if args.plot is not None:
        save_picture(plot(results), Path(args.plot))
    return FINE


def _progress(results: Tournament, asked: int) -> str:
    name, mean = results.standings[0]
    lead = f"{_with_interval(mean)} points a deal"
    if results.contest.matches:
        lead = f"{share_text(mean)} won"
    return (
        f"{len(results.deals):,} of {results.contest.amount(asked)}, {name} {lead} "
        "(Ctrl-C ends with the results so far)"
    )


def plain_text(results: Tournament, again: str) -> str:
    """A tournament as text, nothing in which can act on a terminal."""
    contest, setup = results.contest, results.contest.compiled.setup
    games = len(contest.line_ups)
    lines = [
        (
            f"{setup.name} for {setup.seats}, {contest.amount(len(results.deals))}, each played "
            f"{games} times by every two bots; seed {contest.seed}, rules {contest.rules_hash[:12]}"
        ),
        *(f"{name} uses {file}, SHA-256 {sha[:12]}" for name, file, sha in contest.models),
        "",
    ]
    lines += table_of_bots(results)
    if len(contest.bots) > 2:
        lines += ["", *_cross_table(results)]
    for pair in results.pairs if len(contest.bots) == 2 else ():
        lines += ["", *_pair(results, pair)]
    lines += ["", *sentences(results)]
    if results.interrupted:
        lines.append("stopped early")
    lines.append(f"to repeat: {again}")
    return "\n".join(plain(line).rstrip() for line in lines)


def _pair(results: Tournament, pair: Pair) -> list[str]:
    """What is known of two bots, from the point of view of the better one."""
    first, second, won, lost = pair.first, pair.second, pair.won, pair.lost
    likely = pair.lead.superiority
    if pair.lead.mean < 0:
        first, second, won, lost, likely = second, first, lost, won, 1 - likely
    lines = [
        (
            f"{first} against {second}: {results.contest.amount(won)} won, {pair.tied:,} tied, "
            f"{lost:,} lost; stronger with a likelihood of {likely:.1%}"
        )
    ]
    ratio, unit = pair.variance_ratio, "match" if results.contest.matches else "deal"
    if ratio is not None:
        lines.append(
            f"the variance of a {unit} is {ratio:.2f} times that of "
            f"{len(results.contest.line_ups)} games on separate deals"
        )
    return lines


def _cross_table(results: Tournament) -> list[str]:
    """Points a deal, or matches won, of the bot of a row against that of a column."""
    names = [name for name, _ in results.standings]
    shown: dict[tuple[str, str], str] = {}
    for pair in results.pairs:
        for members, sign in (((pair.first, pair.second), 1), ((pair.second, pair.first), -1)):
            lead = Mean(sign * pair.lead.mean, pair.lead.se)
            matches = results.contest.matches
            shown[members] = share_text(share_of(lead)) if matches else mean_text(lead)
    width = max(map(len, names))
    heads = [f"{number:>15}" for number in range(1, len(names) + 1)]
    lines = [f"{'against':<{width + 4}}{''.join(heads)}"]
    for number, name in enumerate(names, 1):
        cells = [shown.get((name, rival), "") for rival in names]
        lines.append(f"{number:>2}  {name:<{width}}" + "".join(f"{cell:>15}" for cell in cells))
    return lines


def _with_interval(points: Mean) -> str:
    return f"{points.mean:+.2f} {interval_text(points)}"


def _again(args: argparse.Namespace, results: Tournament, resumed: str | None = None) -> str:
    """The command that plays the same deals, or the rest of them into a file that has these."""
    words = ["dominoes-rules", "tournament", *results.contest.bots, "--variant", args.variant]
    unit, asked = ("--matches", args.matches) if args.matches else ("--deals", args.deals)
    words += [unit, str(asked if resumed else len(results.deals)), "--seed", str(args.seed)]
    words += ["--resume", resumed] if resumed else []
    for word in args.parameters:
        words += ["--set", word]
    if args.time != SECONDS_A_MOVE:
        words += ["--move-time", f"{args.time:g}"]
    if args.streams != "common":
        words += ["--streams", args.streams]
    if args.rounds_a_match > 1:
        words += ["--rounds-a-match", str(args.rounds_a_match)]
    if args.types != "on":
        words += ["--types", args.types]
    if results.verdict is not None:
        words += ["--sprt", f"{results.verdict.low:g},{results.verdict.high:g}"]
    return shlex.join(words)
