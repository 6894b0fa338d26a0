"""The heaviest hand opens: a rule that is played, and that shows something of the hidden hands."""

from __future__ import annotations

from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.load import load
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.play.deals import deal, dealt_next
from dominoes_rules.position.questions import ask

OPENER = "player with most pips, ties to A"
HAND = "A:65.64.43.31.20.10.50/B:x7"


def game(opener: str, parent: str = "draw") -> dr.Ruleset:
    text = f'variant "Heavy"\nextends "{parent}"\nfirst opener: {opener}\n'
    return load(Source("heavy.rules", text), library.bundled)


def test_it_can_be_solved_and_shows_who_is_heavier() -> None:
    rules = game(OPENER)
    for opener in "AB":
        place = dr.Position(f"heavy {HAND} opener:{opener}", rules)
        assert ask(place, "pips held by B is at most 40").probability == (opener == "A")
        assert 0 < ask(place, "B holds [6|6]").probability < 1
    report = dr.solve(dr.Position(f"heavy {HAND} opener:A", rules), dr.Limit(worlds=3, nodes=9))
    assert len(report.rows) == 7


@pytest.mark.parametrize("opener", [OPENER, "player with most pips or else redeal"])
def test_later_rounds_are_judged_by_the_hands_of_the_new_deal(opener: str) -> None:
    compiled = library.compiled(game(opener))
    rules, random = Interpreter(compiled.setup), Random(1)
    state = deal(compiled, random)
    for _ in range(5):
        while not state.over:
            state = compiled.play(state, random.choice(compiled.legal(state)))
        order = list(range(len(compiled.setup.tiles)))
        after = None
        while after is None:
            random.shuffle(order)
            after = dealt_next(compiled, end=state, order=order, lot=0)
        state = after
        pips = [sum(map(sum, compiled.setup.tiles.in_mask(hand))) for hand in state.hands]
        assert pips[state.opener] == max(pips)
        assert rules.first_opening(state.hands, 0) == (state.opener, state.hands[state.opener])


def test_where_too_many_hidden_hands_are_compared_worlds_are_drawn() -> None:
    rules = game("player with most pips, ties to A", "partnership")
    place = dr.Position("heavy A:65.64.43.31.20.10.50/B:x7/C:x7/D:x7 opener:B play:66", rules)
    assert dr.worlds(place).count is None
    assert place.evidence.uncounted == '"first opener" compares hidden hands with each other'
    for world in dr.worlds(place).sample(20, seed=1):
        pips = {seat: sum(tile.pips for tile in world.hand(seat)) for seat in "ABCD"}
        pips["B"] += 12
        assert max(pips, key=lambda seat: pips[seat]) == "B"
