"""Later rounds that are opened by whoever is dealt the most: the new hands decide, and old ties."""

from __future__ import annotations

from random import Random

import pytest

from dominoes_lang.codegen.both_ways import BothWays
from dominoes_lang.codegen.compiled import compile_rules
from dominoes_lang.languages.rule_sheet import sheet
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.play.deals import deal
from tests.promises.rounds import random_round


def child(base: str, next_opener: str) -> Ruleset:
    text = f'variant "House"\nextends "{base}"\nnext opener: {next_opener}\n'
    return load(Source("house.rules", text), library.bundled)


@pytest.mark.parametrize(
    ("base", "next_opener"),
    [
        ("block", "player with most pips, ties to opener"),
        ("block", "player with most doubles, ties to winner or else opener"),
        ("draw", "player after player with fewest pips, ties to finisher"),
        ("partnership", "side with most pips, ties to opener's side by choice"),
    ],
)
def test_both_ways_agree_on_who_opens(base: str, next_opener: str) -> None:
    compiled = compile_rules(child(base, next_opener).setup())
    both = BothWays(compiled)
    for seed in range(12):
        *_, (_, _, end) = random_round(compiled, seed)
        both.next_openings(end, deal(compiled, Random(seed)).hands)


def test_the_heaviest_new_hand_opens() -> None:
    compiled = compile_rules(child("block", "player with most pips, ties to opener").setup())
    *_, (_, _, end) = random_round(compiled, 1)
    for seed in range(12):
        hands = deal(compiled, Random(seed)).hands
        pips = [sum(compiled.setup.values[tile] for tile in numbers_in(hand)) for hand in hands]
        wanted = end.opener if pips[0] == pips[1] else pips.index(max(pips))
        assert compiled.next_opening(end, hands, 0) == (wanted, hands[wanted])


def test_the_sheet_says_whose_hands_are_meant() -> None:
    lines = [
        line
        for section in sheet(child("block", "player with most pips, ties to opener").setup())
        for line in section.lines
    ]
    assert (
        "By the new hands, the player with the most pips (the player who opened the round, if "
        "players tie) opens the next round."
    ) in lines


def test_a_case_of_the_round_before_may_not_read_them() -> None:
    with pytest.raises(RulesError, match="what the others hold is not known"):
        child("block", "when player with most pips, ties to A is A: opener otherwise: A")
