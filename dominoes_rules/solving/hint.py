"""A hint for a player at the table: one plain sentence, found in seconds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter

from dominoes_rules.position.choice_models import COUNTED
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.solving.answered_moves import Row
from dominoes_rules.solving.footer import playouts_in, worth_in
from dominoes_rules.solving.hand_chains import best_on_own_train, chain_words
from dominoes_rules.solving.move_search import solve
from dominoes_rules.solving.progress import Progress
from dominoes_rules.solving.report import Report
from dominoes_rules.speech.sayings import retold
from dominoes_rules.speech.speech import ENGLISH, Speech
from dominoes_solver.limit import Cancel, Limit

SEARCH_SECONDS = 7
HINT = Limit(worlds=200, time=SEARCH_SECONDS)
PLAYOUTS = Limit(worlds=200, time=3, nodes=1)
"""Playouts, where the search of worlds came too short."""
FEWEST_SEARCHED, FEWEST_PLAYED = 30, 100
"""Worlds of which a sample needs at least as many to tell close moves apart, if they are searched,
and if each is valued by a few playouts."""
NEARLY = 2.0
"""Standard errors within which a move is nearly as good as the best."""
MOST_NAMED = 3
_decimal = attrgetter("decimal")


def hint(
    position: Position,
    *,
    why: Move | str | None = None,
    progress: Callable[[Progress], None] | None = None,
    cancel: Cancel | None = None,
) -> Report:
    """What each move is worth, found within about ten seconds; `cancel` is that of `solve`.

    Where too few worlds could be searched in that time, playouts of more worlds take their place.
    """
    report = solve(position, HINT, why=why, progress=progress, cancel=cancel)
    findings = report.findings
    if findings is None or not _is_too_small(report) or findings.seconds < SEARCH_SECONDS / 2:
        return report  # what Ctrl-C ended is not to go on
    played = solve(position, PLAYOUTS, why=why, progress=progress, model=COUNTED, cancel=cancel)
    return report if _is_too_small(played) else played


def only_move(
    moves: Sequence[Move], named: Callable[[Move], str] = _decimal, speech: Speech = ENGLISH
) -> str:
    """The verdict where there is no choice, which takes no search; empty if there is one."""
    if len(moves) != 1:
        return ""
    return speech.text("{move} is the only move.", move=named(moves[0]))


def verdict(
    report: Report, named: Callable[[Move], str] = _decimal, speech: Speech = ENGLISH
) -> str:
    """An answer in one sentence: `63r, by about 2 points; 33r is nearly as good`.

    named: what a move is called.
    """
    if not report.rows:
        return speech.text("The round is over.")
    best, *rest = report.rows
    if not rest:
        return only_move([best.move], named, speech)
    if _is_too_small(report):
        return speech.text(
            "Too close to tell: only {worlds} could be searched. {move} is ahead so far.",
            worlds=report.used_in(speech),
            move=named(best.move),
        )
    near = [named(row.move) for row in rest if _is_near(row)]
    equal = [named(row.move) for row in report if report.exact and not row.gap.mean]
    if len(equal) > 1:
        return speech.text("{moves} are equally good.", moves=speech.listed(equal))
    lead = _lead(report, named(best.move), rest[0], speech)
    if not near:
        return speech.text("{lead}; {move} is next.", lead=lead, move=named(rest[0].move))
    if len(near) > MOST_NAMED:
        number = len(near)
        return speech.text("{lead}; {number} others are nearly as good.", lead=lead, number=number)
    return speech.plural(
        "{lead}; {moves} is nearly as good.",
        "{lead}; {moves} are nearly as good.",
        len(near),
        lead=lead,
        moves=speech.listed(near),
    )


def hint_model(report: Report, speech: Speech = ENGLISH) -> str:
    """What a hint rests on, in one short line."""
    weights = report.weights
    alike = retold(weights.premise, speech) if weights else speech.text("equally likely")
    note = [retold(report.note, speech)] if weights and weights.types else []
    used = ", ".join(filter(None, (report.used_in(speech), alike)))
    return "; ".join([used, worth_in(report, speech), *note])


def train_line(report: Report, speech: Speech = ENGLISH) -> str:
    """What the hand can lay on its own train, in one sentence; empty in a game without trains."""
    own = best_on_own_train(report.position)
    if own is None or not own.longest.tiles:
        return ""
    return speech.plural(
        "The longest chain on the own train is {chain}; the rest has {count} pip.",
        "The longest chain on the own train is {chain}; the rest has {count} pips.",
        own.longest.pips,
        chain=chain_words(own.longest.tiles, own.end.number),
    )


def _is_too_small(report: Report) -> bool:
    """Whether the sample is too small to tell the best moves apart."""
    findings = report.findings
    assert findings is not None
    effective = report.used if report.weights is None else report.weights.effective
    fewest = FEWEST_PLAYED if _is_played(report) else FEWEST_SEARCHED
    close = report.used == 1 or any(row.is_close for row in report.rows)
    return close and not report.exact and effective < fewest


def _is_played(report: Report) -> bool:
    """Whether every value is a mean of playouts."""
    return report.findings is not None and report.findings.estimated == report.findings.used


def _is_near(row: Row) -> bool:
    return row.gap.mean <= NEARLY * (row.gap.se or 0.0)


def _lead(report: Report, best: str, second: Row, speech: Speech) -> str:
    """By how much the best move, which is called so, is ahead of the second, in round numbers."""
    findings, margin = report.findings, _margin(report, second.gap.mean, speech)
    if findings is None or not _is_played(report):
        return speech.text("{move}, by {margin}", move=best, margin=margin)
    playouts = playouts_in(findings, speech)
    return speech.text(
        "{move}, by {margin} in {playouts}", move=best, margin=margin, playouts=playouts
    )


def _margin(report: Report, gap: float, speech: Speech) -> str:
    if report.position.setup.counts_wins:
        wins = round(100 * gap)
        if not wins:
            return speech.text("less than one win in 100 rounds")
        return speech.plural(
            "about {count} win in 100 rounds", "about {count} wins in 100 rounds", wins
        )
    points = round(gap)
    if not points:
        return speech.text("less than a point")
    if report.exact and gap == points:
        return speech.plural("{count} point", "{count} points", points)
    return speech.plural("about {count} point", "about {count} points", points)
