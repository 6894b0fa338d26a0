"""Why an award is never paid, however a round goes."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.analysis.dealt_awards import is_ever_paid
from dominoes_lang.analysis.payoffs.abstract import Ending, Meaning
from dominoes_lang.analysis.payoffs.holdings import Holdings
from dominoes_lang.analysis.payoffs.payoff_range import endings, payments
from dominoes_lang.lowering.intervals import Interval
from dominoes_lang.lowering.lower import Award, Lowering
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.table.state import NOBODY

_IN_HANDS = nodes.Held | nodes.HoldsAmount | nodes.HasNoTiles | nodes.Can


def cases_of(holdings: Holdings, award: nodes.AwardClause) -> int:
    """How many cases have to be looked at to see that an award is never paid."""
    return len(endings(holdings)) * len(holdings.lowered(award))


def never_paid(holdings: Holdings, award: nodes.AwardClause) -> str | None:
    """The reason why an award is never paid, however a round goes; None if it may be."""
    if award.moment is nodes.Moment.THE_DEAL and not is_ever_paid(holdings.setup, award):
        return "no hand can meet its condition"
    at_end = award.moment is nodes.Moment.ROUND_END
    if not at_end and any(isinstance(node, _IN_HANDS) for node in nodes.walk(award)):
        return None  # what is held is known for the end of a round only
    ways = endings(holdings) if at_end else _meanwhile(holdings.setup)
    longest = holdings.length
    if longest is not None and award.moment is nodes.Moment.AFTER_DRAW and not longest.draws:
        return "nobody can draw a tile"
    if longest is not None and award.moment is nodes.Moment.AFTER_PASS and not longest.passes:
        return "nobody can pass"
    known = {}
    if award.moment is nodes.Moment.AFTER_PLAY:
        known = {"passes": Interval.of(0)}  # the count has begun again
    elif award.moment is nodes.Moment.AFTER_PASS:
        known = {"passes": Interval(1, None if longest is None else longest.passes_in_a_row)}
    meanings = [Meaning(holdings, ending, known) for ending in ways]

    def pays(parts: Sequence[Award]) -> bool:
        return any(
            side != Interval.of(0)
            for meaning in meanings
            for payment in payments(meaning, parts)
            for side in payment.sides
        )

    condition = award.condition
    words = "" if condition is None else f'"{condition.span.words}"'
    parts = holdings.lowered(award)
    if not any(True in meaning.truths(part.condition) for meaning in meanings for part in parts):
        when = "when a round ends" if at_end else f"after a {award.moment.value.split()[-1]}"
        return f"{words} can't be true {when}"
    if pays(parts):
        return None
    then = f" when {words}" if words else ""
    everyone = Lowering(holdings.setup).everyone
    if pays([part._replace(to=everyone) for part in parts]):
        return f"nobody receives it{then}"
    return f"it is always 0{then}"


def _meanwhile(setup: Setup) -> list[Ending]:
    """The cases of a round that goes on: whoever laid the last tile, and nobody has won."""
    seats = [*setup.playing, *([NOBODY] if setup.shape.begun else [])]
    return [Ending(False, seat, NOBODY) for seat in seats]
