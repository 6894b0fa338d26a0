"""Rules that play differently have different sheets: children of one clause, by bundled game.

Sheets are compared first; only games with one sheet are played against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import pytest
from hypothesis import given, settings

from dominoes_lang.languages.rule_sheet import sheet
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.sheet.whole_sheet import PARAMETERS
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.source import Source
from dominoes_rules import library, testing
from dominoes_rules.compare.differences import changes
from dominoes_rules.compare.paired_rounds import played
from dominoes_rules.testing import composing
from tests.overrides.test_one_clause import clauses

FIRST_TILE = " when tiles this turn is 0"


def turns() -> Iterator[str]:
    """Turns of several tiles that differ by their guards."""
    for plays, draws, passes in product(
        ("", "play a tile\n    or else ", f"play a tile{FIRST_TILE}\n    or else "),
        ("", FIRST_TILE, " when tiles this turn is at most 1"),
        ("", FIRST_TILE),
    ):
        yield (
            f"turn:\n    {plays}draw 1 then play{draws}\n    or else pass{passes}\n"
            "    or else stop\n    again after last tile is double"
        )


def clauses_of_composed() -> Iterator[str]:
    """The clauses that random rulesets are composed of."""
    for steps in (composing.TURNS | composing.ON_TRAINS).values():
        yield "\n    ".join(("turn:", *steps))
    yield from (f"blocked: when {condition}" for condition in composing.BLOCKED)
    yield from (f"next opener: {openers}" for openers in composing.NEXT_OPENERS)
    yield from (f"winner: {who}" for who in composing.BLOCKED_WINNERS)
    yield from (f"award way0: {award}" for award in composing.ON_THE_WAY)
    yield from (f"award number0: {award}" for award in composing.AWARDS)
    yield from (f"redeal: when {condition}" for condition in composing.REDEALS)


def children(parent: Source, texts: Iterable[str]) -> Iterator[tuple[str, Ruleset]]:
    """The game itself, and its children of one clause that the checker accepts."""
    for text in ("", *texts):
        source = Source("house.rules", f'variant "House"\nextends "parent"\n{text}\n')
        try:
            yield text, load(source, lambda: {**library.bundled(), "parent": lambda: parent})
        except RulesError:
            continue


def alike(parent: Source, texts: Iterable[str], rounds: int) -> list[str]:
    """The children with the sheet of another one that plays differently, with a witness each."""
    by_sheet: dict[object, tuple[str, Ruleset]] = {}
    found = []
    for text, ruleset in children(parent, texts):
        for seats in {ruleset.players[0], ruleset.players[-1]}:
            told = [one for one in sheet(ruleset.setup(seats)) if one.key != PARAMETERS.key]
            first_text, first = by_sheet.setdefault((seats, *told), (text, ruleset))
            if first is ruleset or not changes(first, ruleset):
                continue
            *_, total = played(
                library.compiled(first, seats), library.compiled(ruleset, seats), rounds, seed=1
            )
            if any(total.counts.values()):
                found.append(f"{seats} players: {first_text!r} and {text!r}: {total.witness}")
    return found


def test_turns_that_play_differently_have_different_sheets() -> None:
    assert alike(library.bundled()["draw"](), turns(), rounds=20) == []


@pytest.mark.slow
@pytest.mark.parametrize("base", library.bundled())
def test_children_that_play_differently_have_different_sheets(base: str) -> None:
    assert alike(library.bundled()[base](), [*clauses(), *turns()], rounds=200) == []


@pytest.mark.slow
@settings(max_examples=20)
@given(testing.rulesets())
def test_children_of_composed_games_that_play_differently_do_too(parent: Ruleset) -> None:
    assert alike(parent.source, [*clauses_of_composed(), *turns()], rounds=200) == []
