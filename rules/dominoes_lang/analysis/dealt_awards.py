"""Awards at the deal: what each pays for which hands, so that a payment tells of hidden ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from dominoes_lang.analysis.redeals import HandBounds, bounds_of, is_possible
from dominoes_lang.analysis.revealed.visibility import reads_hands
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Moment, Role
from dominoes_lang.text.diagnostics import Diagnostic


class DealtRow(NamedTuple):
    """A row of such an award: the hands that it is for, and what it pays if no row above is."""

    bounds: HandBounds
    pays: nodes.AwardClause
    """An award without conditions."""


def check_dealt_awards(setup: Setup, findings: list[Diagnostic]) -> None:
    """Report an award at the deal with which hidden hands could not be counted."""
    for award in _at_the_deal(setup):
        for whom in _bound(setup, award):
            refused = next(_refused(setup, whom), None)
            if refused is not None:
                findings.append(
                    Diagnostic(
                        "hidden-award",
                        "with this award the hidden hands could not be counted",
                        refused.span,
                        "at the deal only conditions may read hands, and each states what a hand "
                        "holds",
                        helps=('write, for instance, "when they hold at least 5 doubles"',),
                    )
                )
                return
    at_the_deal = next(_at_the_deal(setup), None)
    if at_the_deal is not None and setup.match.overshoot_ignored:
        findings.append(
            Diagnostic(
                "hidden-award",
                "points beyond the target do not count in this match, so nothing may be paid at "
                "the deal",
                at_the_deal.name_span,
                helps=('pay it "at round end"',),
            )
        )


def dealt_awards(setup: Setup) -> list[list[DealtRow]]:
    """The rows of each award at the deal, for each player or side whom it goes through."""
    return [[*_rows(setup, whom)] for award in _at_the_deal(setup) for whom in _bound(setup, award)]


def is_ever_paid(setup: Setup, award: nodes.AwardClause) -> bool:
    """Whether some hands may meet the condition of such an award; False is sure."""
    return any(
        is_possible(setup, _condition(whom, row))
        for whom in _bound(setup, award)
        for row in whom.amount.rows
    )


def _at_the_deal(setup: Setup) -> Iterator[nodes.AwardClause]:
    return (award for award in setup.in_play if award.moment is Moment.THE_DEAL)


def _bound(setup: Setup, award: nodes.AwardClause) -> Iterator[nodes.AwardClause]:
    """An award for each of those whom it goes through, in place of `each …` and `they`."""
    seats = [nodes.Seat(seat, span=award.span) for seat in range(setup.seats)]
    match award.each:
        case Role.EACH_PLAYER:
            bound: list[nodes.Node] = [seats[seat] for seat in setup.playing]
        case Role.EACH_SIDE:
            bound = [
                nodes.Related("side", seats[setup.side_of.index(side)], span=award.span)
                for side in setup.sides_playing
            ]
        case _:
            yield award
            return
    roles = {Role.EACH_PLAYER, Role.EACH_SIDE, Role.THEM}
    for whom in bound:

        def named(node: nodes.Node, whom: nodes.Node = whom) -> nodes.Node:
            refers = isinstance(node, nodes.Who) and node.role in roles
            return replace(whom, span=node.span) if refers else node

        yield nodes.changed(award, named)


def _rows(setup: Setup, award: nodes.AwardClause) -> Iterator[DealtRow]:
    for row in award.amount.rows:
        bounds = bounds_of(setup, _condition(award, row))
        assert bounds is not None, "the check refuses any other condition"
        alone = nodes.Table((replace(row, condition=None),), span=row.span)
        yield DealtRow(bounds, replace(award, condition=None, amount=alone))


def _condition(award: nodes.AwardClause, row: nodes.TableRow) -> nodes.Expression:
    """When a row of an award pays, unless one above it does."""
    parts = tuple(part for part in (award.condition, row.condition) if part is not None)
    if not parts:
        return nodes.YesNo(True, span=award.span)
    return parts[0] if len(parts) == 1 else nodes.Both("and", parts, span=award.span)


def _refused(setup: Setup, award: nodes.AwardClause) -> Iterator[nodes.Node]:
    """The parts of an award that state no bound on hands, but read them."""
    for row in award.amount.rows:
        for part in (award.condition, row.condition):
            if part is not None and bounds_of(setup, part) is None:
                yield part
        alone = nodes.Table((replace(row, condition=None),), span=row.span)
        if reads_hands(setup, replace(award, condition=None, amount=alone)):
            yield row.value
