"""The answers that a page of a review is made of, a decision at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from dominoes_rules.conversation.phrases import Phrases
from dominoes_rules.play.matches import Match
from dominoes_rules.position.notation import Move
from dominoes_rules.reviewing.breakdown import Breakdown
from dominoes_rules.reviewing.calls import Call, Calls
from dominoes_rules.reviewing.review_options import ReviewOptions
from dominoes_rules.reviewing.review_page import has_contracts, heads, parts
from dominoes_rules.reviewing.reviews import Reviewer
from dominoes_rules.solving.bid_chances import trump_named
from dominoes_rules.solving.report import Report
from dominoes_rules.speech.speech import marked
from dominoes_rules.web.analysis.answering import Question, Tell, call_figures, figures
from dominoes_rules.web.analysis.seen_table import in_words, seen_table
from dominoes_rules.web.http.reader import READER
from dominoes_solver.limit import Cancel
from dominoes_solver.means import Mean

KEPT_REVIEWERS = 4
SILENT = marked("bids and trumps of this game are not reviewed")


@lru_cache(KEPT_REVIEWERS)
def _names(record: str) -> Mapping[str, str]:
    """What the players of a match are called, by the letter of the seat."""
    return Phrases(Match.read(record.splitlines())).names


@lru_cache(KEPT_REVIEWERS)
def _reviewer(record: str, seat: str, number: int) -> Reviewer:
    """The reviewer of a match, or of one of its rounds, counted from 1; 0 for all."""
    match = Match.read(record.splitlines())
    played = match.rounds[number - 1] if number else match
    names = _names(record)
    options = ReviewOptions(played, seat=seat)
    return Reviewer(options, partial(in_words, names=names), names)


def _of(question: Question) -> Reviewer:
    return _reviewer(question["record"], question["seat"], question["round"])


def plan(question: Question, _: Tell, __: Cancel) -> dict[str, object]:
    """How many decisions there are."""
    return {"count": _of(question).count}


def decision(question: Question, _: Tell, cancel: Cancel) -> dict[str, object]:
    """One decision: what was seen, what was played, and what each move was worth."""
    reviewer, reader = _of(question), READER.get()
    decision_made = reviewer.decision(question["decision"], cancel=cancel, speech=reader)
    named = reviewer.named
    report, played = decision_made.report, decision_made.played
    return {
        "round": decision_made.round,
        "action": decision_made.action,
        "kind": decision_made.kind,
        "lost": decision_made.lost.mean,
        "known": 0.0 if decision_made.step is None else decision_made.known,
        "played": named(played),
        "best": named(decision_made.best),
        "by": f"{decision_made.lost}",
        "reason": decision_made.reason,
        "position": f"{decision_made.position}",
        "table": seen_table(
            decision_made.position, names=_names(question["record"]), screen=question["screen"]
        ),
        "screen": question["screen"],
        "is_call": isinstance(report, Calls),
        "figures": (
            call_figures(report, named) if isinstance(report, Calls) else figures(report, named)
        ),
        "answers": [
            {
                "move": f"{move}",
                "label": named(move),
                "verdict": _verdict_of(report, move, named(move)),
                "was_played": move == played,
            }
            for move in report.position.legal_moves
            if move in {row.move for row in report.rows}
        ],
    }


def _verdict_of(report: Report | Calls, move: Move, name: str) -> str:
    """What is shown to somebody who chooses a move, which is called by this name."""
    if isinstance(report, Report):
        row = report[move]
        return _verdict(row.gap, name, is_close=row.is_close)
    return _call_verdict(report[move], name, in_play=report.has_curve)


def _call_verdict(call: Call, name: str, *, in_play: bool) -> str:
    """The same for a bid, a trump or a pass; in_play: whether its chance is known."""
    reader = READER.get()
    if call.gap is not None:
        return _verdict(call.gap, name, is_close=call.is_close)
    if not call.share:
        return reader.text("A pass risks nothing; what others would bid is not guessed.")
    values = {"bid": name, "trump": trump_named(call.trump, reader), "share": call.share}
    if in_play:
        return reader.text("The chance of {bid} with {trump} is {share}.", **values)
    return reader.text("{bid} with {trump} is made in {share} with open hands.", **values)


def _verdict(gap: Mean, name: str, *, is_close: bool) -> str:
    """The same by how far a move is behind the best one."""
    reader = READER.get()
    if not gap.mean:
        return reader.text("{move} is the best move.", move=name)
    if is_close:
        return reader.text(
            "{move} is about as good as the best move ({gap} points).", move=name, gap=gap
        )
    return reader.text("{move} loses {gap} points against the best move.", move=name, gap=gap)


def results(question: Question, _: Tell, __: Cancel) -> dict[str, object]:
    """Luck and skill: how the result of each round came about, and its course.

    `known` of the question is what could have been known, by the number of the round.
    """
    reviewer, reader = _of(question), READER.get()
    rounds = [reviewer.breakdown(at) for at in range(len(reviewer.rounds))]
    sign = reviewer.sign
    known = [sign * question["known"].get(f"{game.round}", 0.0) for game in rounds]
    columns, notes = heads(rounds)
    contracts = has_contracts(rounds)
    rows = [
        parts(f"{game.round}", [game], share, contracts)
        for game, share in zip(rounds, known, strict=True)
    ]
    if len(rows) > 1:
        rows.append(parts(reader.text("all"), rounds, sum(known), contracts))
    return {
        "head": [*map(reader.text, columns)],
        "rows": rows,
        "notes": [*map(reader.text, notes), *([reader.text(SILENT)] if reviewer.silent else [])],
        "courses": [_course(game, reviewer.named) for game in rounds],
    }


def _course(game: Breakdown, named: Callable[[Move], str]) -> dict[str, object]:
    """What a round was worth before its first action and after each, with who acted."""
    values = [game.deal]
    for step in game.steps:
        values.append(values[-1] + step.change)
    return {
        "round": game.round,
        "since": game.since,
        "values": values,
        "steps": [
            {"action": step.action, "seat": step.seat, "label": named(step.move)}
            for step in game.steps
        ],
    }
