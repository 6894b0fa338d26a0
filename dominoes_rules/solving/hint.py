"""A hint for a player at the table: one plain sentence, found in seconds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter

from dominoes_lang.english.wording import listed
from dominoes_rules.position.choice_models import COUNTED
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.solving.answered_moves import Row
from dominoes_rules.solving.footer import playouts_in, worth_in
from dominoes_rules.solving.hand_chains import best_on_own_train, chain_words
from dominoes_rules.solving.move_search import solve
from dominoes_rules.solving.progress import Progress
from dominoes_rules.solving.report import Report
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


def only_move(moves: Sequence[Move], named: Callable[[Move], str] = _decimal) -> str:
    """The verdict where there is no choice, which takes no search; empty if there is one."""
    return f"{named(moves[0])} is the only move." if len(moves) == 1 else ""


def verdict(report: Report, named: Callable[[Move], str] = _decimal) -> str:
    """An answer in one sentence: `63r, by about 2 points; 33r is nearly as good`.

    named: what a move is called.
    """
    if not report.rows:
        return "The round is over."
    best, *rest = report.rows
    if not rest:
        return only_move([best.move], named)
    if _is_too_small(report):
        searched = f"only {report.used_of} could be searched"
        return f"Too close to tell: {searched}. {named(best.move)} is ahead so far."
    near = [named(row.move) for row in rest if _is_near(row)]
    equal = [named(row.move) for row in report if report.exact and not row.gap.mean]
    if len(equal) > 1:
        return f"{listed(equal, 'and')} are equally good."
    lead = f"{named(best.move)}, {_lead(report, rest[0])}"
    if not near:
        return f"{lead}; {named(rest[0].move)} is next."
    if len(near) > MOST_NAMED:
        return f"{lead}; {len(near)} others are nearly as good."
    return f"{lead}; {listed(near, 'and')} {'are' if len(near) > 1 else 'is'} nearly as good."


def hint_model(report: Report) -> str:
    """What a hint rests on, in one short line."""
    alike = report.weights.premise if report.weights else "equally likely"
    note = f"; {report.note}" if report.weights and report.weights.types else ""
    return f"{report.used_of}, {alike}; {worth_in(report)}{note}"


def train_line(report: Report) -> str:
    """What the hand can lay on its own train, in one sentence; empty in a game without trains."""
    own = best_on_own_train(report.position)
    if own is None or not own.longest.tiles:
        return ""
    chain = chain_words(own.longest.tiles, own.end.number)
    pips = own.longest.pips
    return (
        f"The longest chain on the own train is {chain}; the rest has {pips} pip{'s'[: pips != 1]}."
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


def _lead(report: Report, second: Row) -> str:
    """By how much the best move is ahead of the second, in round numbers."""
    findings = report.findings
    how = f" in {playouts_in(findings)}" if findings and _is_played(report) else ""
    gap = second.gap.mean
    if report.position.setup.counts_wins:
        wins = round(100 * gap)
        return f"by {f'about {wins} wins' if wins else 'less than one win'} in 100 rounds{how}"
    points = round(gap)
    if not points:
        return f"by less than a point{how}"
    about = "" if report.exact and gap == points else "about "
    return f"by {about}{points} point{'s'[: points != 1]}{how}"
