"""`solve --why` as text: the holdings that decide the value of a move, and its worst worlds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from dominoes_rules.cli.common import mean_text
from dominoes_rules.solving.answered_moves import ERRORS_APART
from dominoes_rules.solving.report import Report
from dominoes_rules.solving.why import PossibleHolding, Why
from dominoes_rules.speech.speech import ENGLISH, Speech, marked

MOST_SHOWN = 10
"""The most holdings shown in the table."""
LEAST_SHOWN = 0.001
"""A smaller share of the variance is not shown."""
MOST_TURNS = 5
"""The most holdings shown that change the best move."""
_HEADS = (
    marked("if"),
    marked("chance"),
    marked("points"),
    marked("change"),
    marked("explains"),
    marked("lead"),
    marked("over"),
)
FEWEST_WORLDS = 10
"""A standard error from fewer worlds is too uncertain to show that another move is better."""


def text(why: Why, report: Report, speech: Speech = ENGLISH, *, briefly: bool = False) -> str:
    """What decides the value of a move, as text.

    briefly: without its worst worlds, and without the option that shows all holdings.
    """
    parts = [[_title(why, speech)]]
    met = [holding for holding in why.holdings if holding.used]
    if met:
        parts += [_table(why, met, speech, briefly=briefly), _turns(why, met, speech)]
    unmet = len(why.holdings) - len(met)
    if unmet:
        more = speech.plural(
            "{count} more holding is possible, but not in any world searched",
            "{count} more holdings are possible, but not in any world searched",
            unmet,
        )
        parts.append([more])
    if not why.holdings:
        parts.append([speech.text("no holding is uncertain")])
    if not briefly:
        parts.append(_worst(why, report))
    return "\n".join("\n".join(part) for part in parts if part)


def _title(why: Why, speech: Speech) -> str:
    move, points = why.move.decimal, mean_text(why.points)
    if why.lead is None:
        return speech.text(
            "why {move}: {points} points; there is no other move", move=move, points=points
        )
    lead, over = mean_text(why.lead.by, size=True), why.lead.over.decimal
    if why.lead.by.mean < 0:
        title = marked("why {move}: {points} points, {lead} worse than {over}")
    else:
        title = marked("why {move}: {points} points, {lead} better than {over}")
    return speech.text(title, move=move, points=points, lead=lead, over=over)


def _table(why: Why, met: Sequence[PossibleHolding], speech: Speech, *, briefly: bool) -> list[str]:
    """The holdings that explain most, a row each."""
    rows = [tuple(map(speech.text, _HEADS))]
    decisive = _decisive(why, met)
    shown = [holding for holding in decisive if holding.explains >= LEAST_SHOWN][:MOST_SHOWN]
    if not shown:
        return ["", speech.text("no single holding explains much of its value")]
    for holding in shown:
        assert holding.points is not None
        assert holding.difference is not None
        lead = holding.lead
        rows.append(
            (
                holding.in_words(speech=speech),
                f"{holding.probability:.1%}",
                mean_text(holding.points),
                mean_text(holding.difference),
                f"{holding.explains:.1%}",
                mean_text(lead.by) if lead else "",
                lead.over.decimal if lead else "",
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    first, *numbers, last = zip(widths, range(len(widths)), strict=True)
    lines = [""]
    for row in rows:
        cells = [f"{row[0]:<{first[0]}}", *(f"{row[at]:>{width}}" for width, at in numbers)]
        lines.append("  ".join([*cells, row[last[1]]]).rstrip())
    if len(decisive) > len(shown):
        number = len(decisive) - len(shown)
        more = speech.text("… and {number} more", number=number)
        lines.append(more if briefly else f"{more}; --json has all of them")
    return lines


def _decisive(why: Why, met: Iterable[PossibleHolding]) -> list[PossibleHolding]:
    """The holdings, without the second of two for one tile: it is true where the first is not."""
    holders = Counter(holding.tile for holding in why.holdings)
    shown: dict[tuple[str, str], PossibleHolding] = {}
    for holding in met:
        key = (holding.tile, "" if holders[holding.tile] == 2 else holding.holder)
        shown.setdefault(key, holding)
    return list(shown.values())


def _turns(why: Why, met: Sequence[PossibleHolding], speech: Speech) -> list[str]:
    """The holdings under which another move would be best."""
    if why.lead is None:
        return []
    best = why.lead.by.mean >= 0
    # Each once: of few worlds, several holdings may be true in exactly the same ones.
    distinct: dict[object, PossibleHolding] = {}
    for held in met:
        if _clear(held, best):
            distinct.setdefault((held.used, held.points, held.lead), held)
    turning = list(distinct.values())
    if not turning:
        none = marked("no single holding makes another move than {move} clearly the best")
        if not best:
            none = marked("no single holding makes {move} clearly the best")
        return ["", speech.text(none, move=why.move.decimal)]
    # First those that cost most overall.
    turning.sort(key=lambda held: -held.probability * abs(held.lead.by.mean) if held.lead else 0.0)
    lines = [""]
    for holding in turning[:MOST_TURNS]:
        assert holding.lead is not None
        by = mean_text(holding.lead.by, size=True)
        pair = (holding.lead.over, why.move) if best else (why.move, holding.lead.over)
        better, worse = (move.decimal for move in pair)
        lines.append(
            speech.text(
                "if {holding} ({chance}), {better} is {by} better than {worse}",
                holding=holding.in_words(speech=speech),
                chance=f"{holding.probability:.1%}",
                better=better,
                by=by,
                worse=worse,
            )
        )
    if len(turning) > MOST_TURNS:
        more = len(turning) - MOST_TURNS
        lines.append(speech.text("… and {number} more such holdings", number=more))
    return lines


def _clear(holding: PossibleHolding, best: bool) -> bool:
    """Whether a holding clearly reverses the lead of a move that is best overall, or not."""
    if holding.lead is None:
        return False
    lead = -holding.lead.by.mean if best else holding.lead.by.mean
    if holding.exact or holding.lead.by.se is None:
        return holding.exact and lead > 0
    return holding.used >= FEWEST_WORLDS and lead > ERRORS_APART * holding.lead.by.se


def _worst(why: Why, report: Report) -> list[str]:
    """The worst worlds, each as a position that can be solved."""
    if report.count == 1 and not report.position.evidence.orders_matter:
        return []
    drawn = report.count is None
    lines = ["", f"worst worlds{'' if drawn else ' (--world K steps into one)'}:"]
    for bad in why.worst:
        best = "no move is better"
        if bad.best != why.move:
            best = f"{bad.best.decimal} would be worth {bad.best_points:.2f}"
        name = "a world drawn" if bad.number is None else f"world {bad.number}"
        lines.append(f"{name}: {why.move.decimal} is worth {bad.points:.2f}; {best}")
        lines.append(f"  {bad.position}")
    if report.position.evidence.orders_matter and not drawn:
        lines.append("each is shown with the order of its stock; --world draws others")
    return lines
