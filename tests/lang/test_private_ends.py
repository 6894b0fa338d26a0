"""Ends that are open to one seat alone, and to others after it passed: a layout made in a test.

No rules have it. It holds that nothing asks for more than the questions of `TableRules`, and that a
layout is asked for whom an end is open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import or_
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.codegen.both_ways import BothWays
from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.conditions import read_question
from dominoes_lang.table.fits import Fits
from dominoes_lang.table.layout import At, Bounds, Effect, Ends, Sameness, Spot
from dominoes_lang.table.lines import Lines
from dominoes_lang.table.shape import LayoutKind, Shape, Where
from dominoes_lang.table.spots import mask_of
from dominoes_lang.table.state import PASS, Action, Kind, More, State
from dominoes_rules.play.deals import deal

OPEN = 1 << 5
"""The bit of an end that its owner has opened to all."""


@dataclass(frozen=True)
class PrivateEnds:
    """The left end is that of A and C, the right one that of B and D."""

    line: Lines

    @property
    def fits(self) -> Fits:
        return self.line.fits

    @property
    def shape(self) -> Shape:
        return self.line.shape

    @property
    def most(self) -> Bounds:
        return self.line.most

    def spots(self, ends: Ends, _more: More, seat: int) -> list[Spot]:
        return [
            Spot(end, number % OPEN, self.fits.by_number[number % OPEN])
            for end, number in enumerate(ends)
            if end == seat % 2 or number & OPEN
        ]

    def spots_where(self, _where: Where, _at: At | State) -> list[Spot]:
        return []

    def mask(self, ends: Ends, more: More, seat: int) -> int:
        return mask_of(self.spots(ends, more, seat)) if ends else self.fits.tiles.all

    def effect(self, before: Ends, more: More, seat: int, action: Action) -> Effect:
        after, fitted, new = self.line.effect(self.numbers(before), more, seat, action)
        closed = action.end if action.end == seat % 2 else None
        opened = (number & OPEN * (end != closed) for end, number in enumerate(before or (0, 0)))
        return tuple(map(or_, after, opened)), fitted, new

    def passed(self, ends: Ends, seat: int, is_open: bool) -> Ends:
        assert is_open
        return tuple(number | OPEN * (end == seat % 2) for end, number in enumerate(ends))

    def all_places(self, _tile: int) -> Iterable[int]:
        return range(2)

    def counted(self, ends: Ends, more: More) -> Iterable[tuple[int, int]]:
        return self.line.counted(self.numbers(ends), more)

    def numbers(self, ends: Ends) -> tuple[int, ...]:
        return tuple(number % OPEN for number in ends)

    def number_at(self, ends: Ends, _more: More, place: int) -> int:
        return ends[place] % OPEN

    def index(self, _ends: Ends, _more: More, place: int) -> int:
        return place


def with_private_ends(rules: str) -> Compiled:
    """Rules that are played on two such ends."""
    setup = replace(dr.variant(rules).setup())
    vars(setup)["layout"] = replace(
        setup.layout,
        kind=LayoutKind.TRAINS,
        rules=PrivateEnds(Lines(setup.fits, setup.shape)),
        same=Sameness(lambda _state, place: place),
        open_to_all=False,
        notes_passes=True,
    )
    return compile_rules(setup)


@pytest.mark.parametrize("rules", ["block", "draw", "kozel"])
def test_both_ways_ask_for_a_seat(rules: str) -> None:
    """What is legal, who can play, and when a round is blocked."""
    compiled = with_private_ends(rules)
    both, random = BothWays(compiled), Random(rules)
    texts = ("B can play", "nobody can play", "everyone can act", "A's opponents can play")
    asked = [read_question(text, compiled.setup) for text in texts]
    opened = 0
    for _ in range(6):
        state = deal(compiled, random)
        while not state.over:
            action = random.choice(both.state(state))
            if state.opened and action.kind is Kind.PLAY:
                assert action.end == state.mover % 2 or state.ends[action.end] & OPEN
                opened += action.end != state.mover % 2
            after = both.play(state, action)
            if action == PASS:
                assert after.ends[state.mover % 2] & OPEN
            state = after
            for condition in asked:
                both.holds(condition, state)
    assert opened
