"""`diff`: what one variant changes of another."""

from __future__ import annotations

import argparse
from dataclasses import asdict, replace

from dominoes_lang.english.wording import number, of_counts
from dominoes_lang.setup.binding import ParameterError
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_rules.cli.common import ProgressLine, mean_text, ruleset_and_seats, write_json
from dominoes_rules.cli.main import FINDINGS, FINE
from dominoes_rules.compare.differences import (
    Change,
    Differences,
    gathered,
    rounds_of,
    shared_players,
)
from dominoes_rules.compare.paired_rounds import SORTS, PairedRounds


def run(args: argparse.Namespace) -> int:
    """Print changed clauses, examples that now fail, and how random rounds differ."""
    (first, one), (second, other) = ruleset_and_seats(args.first), ruleset_and_seats(args.second)
    if one is not None and other is not None and one != other:
        raise ParameterError(f"{args.first} and {args.second} are for different numbers of players")
    seats = one if one is not None else other
    for ruleset in (first, second) if seats is not None else ():
        ruleset.setup(seats)
    found, stopped = _played(first, second, seats, args.rounds, args.seed)
    if first.name == second.name:
        # Files of the same name in two folders are named as on the command line.
        first, second = replace(first, name=args.first), replace(second, name=args.second)
    result = gathered(first, second, found, seats)
    if args.json:
        write_json(_as_json(result, args.seed, stopped=stopped))
    else:
        print("\n\n".join(_sections(result, args.seed, stopped=stopped)))
    return FINDINGS if result.any else FINE


def _played(
    first: Ruleset, second: Ruleset, seats: int | None, rounds: int, seed: int
) -> tuple[list[PairedRounds], bool]:
    """The rounds, and whether Ctrl-C came before their end."""
    found = list[PairedRounds]()
    with ProgressLine() as line:
        try:
            for count in shared_players(first, second, seats):
                for last in rounds_of(first, second, count, rounds, seed):
                    line(f"{count} players: round {last.rounds} of {rounds}")
                    found = [*(one for one in found if one.seats != count), last]
        except KeyboardInterrupt:
            return found, True
    return found, False


def _sections(result: Differences, seed: int, *, stopped: bool) -> list[str]:
    if not result.any:
        rounds = sum(one.rounds for one in result.played)
        same = f"{result.first} and {result.second} have the same rules"
        return [f"{same} (no difference in {rounds:,} random rounds, seed {seed})"]
    parts = [f"{result.first} -> {result.second}"]
    if result.changes:
        parts.append("\n".join(line for one in result.changes for line in _shown(one)))
    else:
        parts.append("no clause differs")
    for of, under in ((result.first, result.second), (result.second, result.first)):
        failing = [one for one in result.failing if one.of == of and one.under == under]
        if failing:
            head = f"Examples of {of} that fail under {under}:"
            parts.append("\n".join([head, *(f"  {one.title}: {one.reason}" for one in failing)]))
    for name, only in zip((result.first, result.second), result.players, strict=True):
        if only:
            players = of_counts(only)
            parts.append(f"Only {name} can be played by {players} players.")
    parts += [_rounds(one, result) for one in result.played]
    if result.changes and result.played and not result.in_play:
        rounds = sum(one.rounds for one in result.played)
        parts.append(
            f"{rounds:,} random rounds show no difference in play. The changes may matter between "
            "rounds, or in rarer ones; --rounds N plays more."
        )
    notes = f"seed {seed}" + ("; stopped before the end" if stopped else "")
    return [*parts, notes]


def _shown(change: Change) -> list[str]:
    lines = change.lines
    if change.first is None and change.key == "next opener":
        lines = ["-   (next opener: as the first)", *lines]
    if change.second is None and change.key == "next opener":
        lines = [*lines, "+   (next opener: as the first)"]
    return lines


def _rounds(one: PairedRounds, result: Differences) -> str:
    head = f"{one.rounds:,} random rounds for {number(one.seats)} players"
    if not one.coupled:
        assert one.alone is not None
        lines = [
            f"{head} each; tiles, hands, teams or layouts differ, so deals can't be the same:",
            f"  {'':<28}{result.first:>20}{result.second:>20}",
        ]
        lines += [
            f"  {name:<28}{mean_text(mean):>20}{mean_text(one.alone[1][name]):>20}"
            for name, mean in one.alone[0].items()
        ]
        return "\n".join(lines)
    if not one.any:
        return f"{head}, the same deals and choices: no difference"
    lines = [f"{head}, the same deals and choices; what differs:"]
    for sort, count in one.counts.items():
        if count:
            lines.append(f"  {SORTS[sort]:<26} in {count / one.rounds:6.1%} of rounds")
    if one.counts["points"]:
        shown = ", ".join(
            f"{name} {mean_text(mean, sign=True)}" for name, mean in one.points.items()
        )
        lines.append(f"  points per round, {result.second} minus {result.first}: {shown}")
    if one.witness is not None:
        lines += [
            f"  for instance ({SORTS[one.witness.sort]}):",
            f"    {one.witness.position}",
            f"    {result.first}: {one.witness.first}",
            f"    {result.second}: {one.witness.second}",
        ]
    return "\n".join(lines)


def _as_json(result: Differences, seed: int, *, stopped: bool) -> dict[str, object]:
    return {
        "first": result.first,
        "second": result.second,
        "different": result.any,
        "in_play": result.in_play,
        "clauses": [
            {
                "clause": one.key,
                "first": one.first.span.text if one.first is not None else None,
                "second": one.second.span.text if one.second is not None else None,
            }
            for one in result.changes
        ],
        "examples": [asdict(one) for one in result.failing],
        "only_players": [list(only) for only in result.players],
        "rounds": [asdict(one) for one in result.played],
        "seed": seed,
        "stopped": stopped,
    }
