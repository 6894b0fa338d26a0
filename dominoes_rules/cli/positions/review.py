"""`review`: what a player did wrong, and what was luck."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from dominoes_lang.text.quoting import plain
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.cli.arguments.options import given
from dominoes_rules.cli.common import (
    ProgressLine,
    is_there,
    many,
    mean_text,
    position,
    write_json,
)
from dominoes_rules.cli.main import FINE
from dominoes_rules.cli.pictures import write_picture
from dominoes_rules.cli.positions.record_files import MATCH_ENDING, records
from dominoes_rules.errors import PositionError, RecordError
from dominoes_rules.play.match_file import MatchFile
from dominoes_rules.play.matches import Match
from dominoes_rules.position.position import Position
from dominoes_rules.reviewing.breakdown import Breakdown
from dominoes_rules.reviewing.decisions import Decision
from dominoes_rules.reviewing.review_options import ReviewOptions
from dominoes_rules.reviewing.review_page import heads, result_row, review_page
from dominoes_rules.reviewing.reviews import Review, review


def run(args: argparse.Namespace) -> int:
    """Print the mistakes, the worst first, and how each result came about."""
    if args.html is not None and args.json:
        raise ArgumentError("--html writes a page: leave out --json")
    played = _played(args.record)
    with ProgressLine() as line:

        def progress(done: int, count: int) -> None:
            line(f"decision {done + 1} of {count}, {line.seconds:.0f} s (Ctrl-C stops)")

        reviewed = review(played, **given(args, ReviewOptions), progress=progress)
    if args.json:
        write_json(reviewed.as_json())
    elif args.html != "-":
        print(text(reviewed))
    if args.html is not None:
        write_picture(review_page(reviewed), args.html)
    return FINE


def _played(words: list[str]) -> Match | Position | list[Position]:
    """The match of a file, the rounds of a file of records, or the position that is written.

    Of a file whose last line is cut off, the rounds before it; a line on stderr says so.
    """
    if len(words) != 1 or not words[0].endswith((MATCH_ENDING, ".pad")):  # a pad is refused there
        if len(words) == 1 and is_there(Path.is_file, words[0]):
            return list(records(words))
        return position(words)
    try:
        return MatchFile.read(words[0])[0]
    except RecordError as error:
        cut = f"{words[0]}, {error}"
        match: Match | None = error.before
        if match is None or not match.rounds[0].is_over:
            raise PositionError(cut) from None
    whole = many(len(match.rounds), "whole round")
    print(f"dominoes-rules: {plain(cut)}. What came before is reviewed: {whole}", file=sys.stderr)
    return match


def text(reviewed: Review) -> str:
    """A review as text."""
    choices, clear = many(len(reviewed), "decision"), len(reviewed.mistakes)
    about = f"seat {reviewed.seat}, {many(len(reviewed.rounds), 'round')}"
    lines = [
        f"{about}: {choices} with a choice, {clear} with a clear loss",
        f"a round pays {reviewed.pays:.2f} on average",
        "",
    ]
    if reviewed.decisions:
        head = f"{'round':>5}  {'action':>6}  {'played':<6}  {'best':<6}  {'points lost':>16}"
        lines += [head, *(row for decision in reviewed for row in _decision(decision)), ""]
    model = [f"model: {reviewed.model}"] if reviewed.model else []
    note = [f"note: {reviewed.note}"] if reviewed.note else []
    return "\n".join([*lines, *_results(reviewed), "", *heads(reviewed.rounds)[1], *model, *note])


def _decision(turn: Decision) -> list[str]:
    """What was lost; under a mistake the reason and the position, under a bid its chances."""
    numbers = f"{turn.round:>5}  {turn.action:>6}  {turn.played.decimal:<6}  {turn.best.decimal:<6}"
    lost = mean_text(turn.lost) if turn.is_judged else ""
    row = f"{numbers}  {lost:>16}  {turn.kind or '-'}"
    reason = [f"       {turn.reason}"] if turn.reason else []
    return [row, *reason, *([f"       {turn.position}"] if turn.kind else [])]


def _results(reviewed: Review) -> list[str]:
    """How the result of each round came about, a row for each, and their sum."""
    rows = [_row(str(game.round), [game], reviewed) for game in reviewed.rounds]
    if len(rows) > 1:
        rows.append(_row("all", reviewed.rounds, reviewed))
    late = [game for game in reviewed.rounds if game.since and game.contract is None]
    return [_line(heads(reviewed.rounds)[0]), *rows, *map(_late, late)]


def _row(name: str, rounds: Sequence[Breakdown], reviewed: Review) -> str:
    mark = "" if all(game.finished for game in rounds) else "  (not over: its current value)"
    if any(game.estimated for game in rounds):
        mark = "  (not over: its current value, estimated)"
    return f"{_line(result_row(name, rounds, reviewed))}{mark}"


def _line(cells: Sequence[str]) -> str:
    """The cells of a row below their heads."""
    name, result, *shares, known, rest, others = cells
    of_deal = "".join(f"  {share:>{8 if shares[1:] else 7}}" for share in shares)
    return f"{name:>5}  {result:>7}{of_deal}  {known:>8}  {rest:>8}  {others}"


def _late(game: Breakdown) -> str:
    if game.since <= game.auction:
        return (
            f"round {game.round}: deal is the value of the round after the auction, since with "
            "open hands nobody would be outbid"
        )
    return (
        f"round {game.round}: the deal takes too long to search with open hands; its column shows "
        f"the value of the round after {many(game.since, 'action')}"
    )
