"""Ends that are open to one seat alone, and to others after it passed: a layout of two trains.

No rules have such a layout yet; this one holds that a layout is asked for whom an end is open.
"""

from __future__ import annotations

from dataclasses import replace
from operator import or_
from random import Random
from typing import Any

import pytest

import dominoes_rules as dr
from dominoes_lang.codegen.both_ways import BothWays
from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.conditions import read_question
from dominoes_lang.table.layout import Ends, Layout
from dominoes_lang.table.state import PASS, Action, Kind, More, State, play
from dominoes_lang.table.tiles import numbers_in
from dominoes_rules.play.deals import deal

OPEN = 1 << 5
"""The bit of an end that its owner has opened to all."""


class Trains(Layout):
    """The left end is that of A and C, the right one that of B and D."""

    open_to_all = False
    notes_passes = True

    def mask_at(self, ends: Ends, more: More, seat: int) -> int:  # noqa: ARG002
        return self.fits.mask(tuple(_open(ends, seat).values()) if ends else ())

    def plays_at(self, ends: Ends, more: More, seat: int, hand: int) -> list[Action]:  # noqa: ARG002
        if not ends:
            return [play(tile) for tile in numbers_in(hand)]
        return [
            play(tile, end)
            for tile in numbers_in(hand)
            for end, number in _open(ends, seat).items()
            if self.fits.by_number[number] >> tile & 1
        ]

    def places(self, state: State, tile: int) -> list[int]:
        return [action.end for action in self.plays_of(state, 1 << tile)]

    def after_pass(self, ends: Ends, seat: int) -> Ends:
        return tuple(number | OPEN * (end == seat % 2) for end, number in enumerate(ends))

    def effect(
        self, before: Ends, more: More, seat: int, action: Action
    ) -> tuple[Ends, int, dict[str, Any]]:
        numbers = tuple(number % OPEN for number in before)
        after, fitted, new = super().effect(numbers, more, seat, action)
        closed = action.end if action.end == seat % 2 else None
        opened = (number & OPEN * (end != closed) for end, number in enumerate(before or (0, 0)))
        return tuple(map(or_, after, opened)), fitted, new


def _open(ends: Ends, seat: int) -> dict[int, int]:
    return {
        end: number % OPEN for end, number in enumerate(ends) if end == seat % 2 or number & OPEN
    }


def with_trains(rules: str) -> Compiled:
    """Rules that are played on two trains."""
    setup = dr.variant(rules).setup()
    setup = replace(setup)
    vars(setup)["layout"] = Trains(setup.fits, setup.shape)
    return compile_rules(setup)


@pytest.mark.parametrize("rules", ["block", "draw", "kozel"])
def test_both_ways_ask_for_a_seat(rules: str) -> None:
    """What is legal, who can play, and when a round is blocked."""
    compiled = with_trains(rules)
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
