"""What it reveals of dealt hands that so many points were paid at the deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dominoes_lang.analysis.dealt_awards import DealtRow, dealt_awards
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import hands_of
from dominoes_lang.table.state import only_dealt
from dominoes_solver.evidence.builder import Builder
from dominoes_solver.evidence.evidence import NoWorld, Unsupported
from dominoes_solver.evidence.formulas import Formula, join, opposite_of
from dominoes_solver.evidence.redealing import demanded, note
from dominoes_solver.evidence.view import Record

MOST_WAYS = 4_096
"""Ways in which awards may have been paid, up to which their hands are told apart."""
Points = tuple[int, ...]


def count_paid_at_the_deal(builder: Builder, record: Record) -> None:
    """Note what the dealt hands hold if these points were paid at the deal, and no others.

    Raises `NoWorld` if known hands are paid other points, `Unsupported` for too many awards.
    """
    awards = dealt_awards(builder.setup)
    if not awards:
        return
    ways = [dict(_by_points(builder, record, rows)) for rows in awards]
    paid = record.paid or (0,) * builder.setup.sides
    rest = [_span(builder.setup.sides, ways[number:]) for number in range(len(ways) + 1)]
    formula = join("or", [*_together(ways, rest, paid)])
    if formula is False:
        written = replace(record, paid=paid).paid_fact
        raise NoWorld(f"with these hands other points are paid at the deal than {written}")
    note(builder, formula)


def _by_points(
    builder: Builder, record: Record, rows: Sequence[DealtRow]
) -> Iterator[tuple[Points, Formula]]:
    """For what an award may have paid, in which hands."""
    hands = [demanded(builder, record.before_drawing, row.bounds) for row in rows]
    nothing = (0,) * builder.setup.sides
    paid: dict[Points, list[Formula]] = {}
    for number, row in enumerate(rows):
        above = [opposite_of(formula) for formula in hands[:number]]
        points = _points(builder.compiled, row)
        paid.setdefault(points, []).append(join("and", [*above, hands[number]]))
    no_row = join("and", [opposite_of(formula) for formula in hands])
    paid.setdefault(nothing, []).append(no_row)
    for points, formulas in paid.items():
        formula = join("or", formulas)
        if formula is not False:
            yield points, formula


def _points(compiled: Compiled, row: DealtRow) -> Points:
    any_hands = hands_of(compiled.setup, range(len(compiled.setup.tiles)))
    return compiled.paid_by(row.pays)(*only_dealt(any_hands))


def _span(sides: int, ways: Sequence[dict[Points, Formula]]) -> list[tuple[int, int]]:
    """The least and the most that each side can get from these awards together."""
    return [
        (
            sum(min(points[side] for points in award) for award in ways),
            sum(max(points[side] for points in award) for award in ways),
        )
        for side in range(sides)
    ]


def _together(
    ways: Sequence[dict[Points, Formula]], rest: Sequence[list[tuple[int, int]]], paid: Points
) -> Iterator[Formula]:
    """The ways in which all awards together may have paid this."""
    waiting: list[tuple[int, Points, tuple[Formula, ...]]] = [(0, paid, ())]
    seen = 0
    while waiting:
        number, due, formulas = waiting.pop()
        spans = zip(due, rest[number], strict=True)
        if any(not low <= points <= high for points, (low, high) in spans):
            continue
        seen += 1
        if seen > MOST_WAYS:
            raise Unsupported("these points may have been paid at the deal in too many ways")
        if number == len(ways):
            yield join("and", [*formulas])
            continue
        for points, formula in ways[number].items():
            left = tuple(have - got for have, got in zip(due, points, strict=True))
            waiting.append((number + 1, left, (*formulas, formula)))
