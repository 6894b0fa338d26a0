"""Steps below `then again` mean what they mean with guards that count the tiles of the turn."""

from __future__ import annotations

import pytest

from dominoes_lang.languages.rule_sheet import sheet
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.compare.paired_rounds import played

BLOCKS = {
    "hungarian": "play a tile or else pass then again: play a tile on the last tile or else stop",
    "kozel": "play a tile or else pass then again: play a double or stop "
    "again after last tile is double",
    "basic_trains": "play a tile on own train or else pass "
    "then again: play a tile on each other train or stop",
}
"""The turns of bundled games that guards part in two, with a block instead."""


def with_turn(game: str, turn: str) -> Ruleset:
    text = f'variant "House"\nextends "{game}"\nturn: {turn}\n'
    return load(Source("house.rules", text), library.bundled)


@pytest.mark.parametrize("game", BLOCKS)
def test_a_block_means_the_same_as_guards(game: str) -> None:
    guarded, block = library.variant(game), with_turn(game, BLOCKS[game])
    for seats in {guarded.players[0], guarded.players[-1]}:
        told, told_of_block = (
            [part for part in sheet(rules.setup(seats)) if part.key == "title-turn"]
            for rules in (guarded, block)
        )
        assert told
        assert told == told_of_block
        first, second = library.compiled(guarded, seats), library.compiled(block, seats)
        *_, total = played(first, second, rounds=60, seed=1)
        assert not any(total.counts.values())


@pytest.mark.parametrize(
    ("turn", "help_text", "step"),
    [
        ("play a tile then again: play a double or else stop",
         'end the steps above "then again" with "or else pass"', "play a tile"),
        ("play a tile or else pass then again: play a double",
         'end the turn with "or else stop"', "play a double"),
    ],
)  # fmt: skip
def test_each_block_has_a_last_step_for_everyone(turn: str, help_text: str, step: str) -> None:
    with pytest.raises(RulesError) as refused:
        with_turn("block", turn)
    (finding,) = refused.value.diagnostics
    assert (finding.code, finding.helps, finding.span.text) == ("no-move", (help_text,), step)


def test_a_stop_above_the_block_is_dead() -> None:
    with pytest.raises(RulesError, match="stop"):
        with_turn("block", "play a tile or stop or else pass then again: play a double or stop")
