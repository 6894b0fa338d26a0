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
    (first, ours), (second, theirs) = ruleset_and_seats(args.first), ruleset_and_seats(args.second)
    if ours is not None and theirs is not None and ours != theirs:
        raise ParameterError(f"{args.first} and {args.second} are for different numbers of players")
    seats = ours if ours is not None else theirs
    for ruleset in (first, second) if seats is not None else ():
        ruleset.setup(seats)
    rounds, stopped = _played(first, second, seats, args.rounds, args.seed)
    if first.name == second.name:
        # Files of the same name in two folders are named as on the command line.
        first, second = replace(first, name=args.first), replace(second, name=args.second)
    result = gathered(first, second, rounds, seats)
    if args.json:
        write_json(_as_json(result, args.seed, stopped=stopped))
    else:
        print("\n\n".join(_sections(result, args.seed, stopped=stopped)))
    return FINDINGS if result.any else FINE


def _played(
    first: Ruleset, second: Ruleset, seats: int | None, rounds: int, seed: int
) -> tuple[list[PairedRounds], bool]:
    """The rounds, and whether Ctrl-C came before their end."""
    played = list[PairedRounds]()
    with ProgressLine() as line:
        try:
            for count in shared_players(first, second, seats):
                for last in rounds_of(first, second, count, rounds, seed):
                    line(f"{count} players: round {last.rounds} of {rounds}")
                    played = [*(kept for kept in played if kept.seats != count), last]
        except KeyboardInterrupt:
            return played, True
    return played, False


def _sections(result: Differences, seed: int, *, stopped: bool) -> list[str]:
    if not result.any:
        rounds = sum(paired.rounds for paired in result.played)
        same = f"{result.first} and {result.second} have the same rules"
        return [f"{same} (no difference in {rounds:,} random rounds, seed {seed})"]
    parts = [f"{result.first} -> {result.second}"]
    if result.changes:
        parts.append("\n".join(line for change in result.changes for line in _shown(change)))
    else:
        parts.append("no clause differs")
    for of, under in ((result.first, result.second), (result.second, result.first)):
        failing = [bad for bad in result.failing if bad.of == of and bad.under == under]
        if failing:
            head = f"Examples of {of} that fail under {under}:"
            parts.append("\n".join([head, *(f"  {bad.title}: {bad.reason}" for bad in failing)]))
    for name, only in zip((result.first, result.second), result.players, strict=True):
        if only:
            players = of_counts(only)
            parts.append(f"Only {name} can be played by {players} players.")
    parts += [_rounds(paired, result) for paired in result.played]
    if result.changes and result.played and not result.in_play:
        rounds = sum(paired.rounds for paired in result.played)
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


def _rounds(paired: PairedRounds, result: Differences) -> str:
    head = f"{paired.rounds:,} random rounds for {number(paired.seats)} players"
    if not paired.coupled:
        assert paired.alone is not None
        lines = [
            f"{head} each; tiles, hands, teams or layouts differ, so deals can't be the same:",
            f"  {'':<28}{result.first:>20}{result.second:>20}",
        ]
        lines += [
            f"  {name:<28}{mean_text(mean):>20}{mean_text(paired.alone[1][name]):>20}"
            for name, mean in paired.alone[0].items()
        ]
        return "\n".join(lines)
    if not paired.any:
        return f"{head}, the same deals and choices: no difference"
    lines = [f"{head}, the same deals and choices; what differs:"]
    for sort, count in paired.counts.items():
        if count:
            lines.append(f"  {SORTS[sort]:<26} in {count / paired.rounds:6.1%} of rounds")
    if paired.counts["points"]:
        shown = ", ".join(
            f"{name} {mean_text(mean, sign=True)}" for name, mean in paired.points.items()
        )
        lines.append(f"  points per round, {result.second} minus {result.first}: {shown}")
    if paired.witness is not None:
        lines += [
            f"  for instance ({SORTS[paired.witness.sort]}):",
            f"    {paired.witness.position}",
            f"    {result.first}: {paired.witness.first}",
            f"    {result.second}: {paired.witness.second}",
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
                "clause": change.key,
                "first": change.first.span.text if change.first is not None else None,
                "second": change.second.span.text if change.second is not None else None,
            }
            for change in result.changes
        ],
        "examples": [asdict(failed) for failed in result.failing],
        "only_players": [list(only) for only in result.players],
        "rounds": [asdict(paired) for paired in result.played],
        "seed": seed,
        "stopped": stopped,
    }
