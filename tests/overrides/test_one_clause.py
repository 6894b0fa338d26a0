"""House rules of one clause, each on every bundled game: accepted, or refused for a reason.

`clauses.txt` holds the clauses, `refused.txt` those that are refused, with the codes: real
conflicts, read one by one. `python -m tests.overrides.test_one_clause` prints that list.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax.nodes import MatchKind
from dominoes_lang.text.diagnostics import Diagnostic, RulesError
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.authoring import new_file
from tests.games import FIRST

pytestmark = pytest.mark.xdist_group("one clause")  # each is judged once

HERE = Path(__file__).parent


@cache
def clauses() -> list[str]:
    text = (HERE / "clauses.txt").read_text("utf-8")
    return [block.strip("\n") for block in text.split("\n\n")[1:]]


@cache
def errors(base: str, clause: str) -> tuple[Diagnostic, ...]:
    text = f'variant "House"\nextends "{base}"\n{clause}\n'
    try:
        load(Source("house.rules", text), library.bundled)
    except RulesError as error:
        return error.diagnostics
    return ()


def refused() -> Iterator[str]:
    """A line for each clause that a game refuses: the game, the clause, the codes."""
    for base in FIRST:
        for clause in clauses():
            found = errors(base, clause)
            if found:
                codes = " ".join(sorted({one.code for one in found}))
                yield f"{base}: {' '.join(clause.split())} -> {codes}"


def test_what_is_refused_is_refused_for_a_reason() -> None:
    expected = (HERE / "refused.txt").read_text("utf-8").splitlines()
    assert list(refused()) == expected


def test_every_error_is_in_the_file_itself_and_says_what_to_do_there() -> None:
    for base in FIRST:
        for clause in clauses():
            for one in errors(base, clause):
                assert one.span.source.name == "house.rules", (base, clause, one.message)
                assert not any(".rules" in text for text in one.helps), one.helps
                assert not any('of your own: use "' in text for text in one.helps), one.helps
                assert not one.fixes or one.fixes[0].edits[0].span.source.name == "house.rules"


def house(base: str, text: str) -> Ruleset:
    return load(
        Source("house.rules", f'variant "House"\nextends "{base}"\n{text}\n'), library.bundled
    )


def test_what_has_become_superfluous_in_the_parent_is_silent() -> None:
    assert house("partnership", "winner: finisher's side").warnings == ()
    assert house("domohnoes", "winner: finisher's side").warnings == ()
    assert house("draw", "tiles: double-six without doubles").warnings == ()
    assert house("draw", "players: 4").warnings == ()


def test_tiles_that_are_left_out_are_not_counted(tmp_path: Path) -> None:
    parent = 'variant "Parent"\nextends "block"\ntile value: [0|0] is 50\n'
    parent += "award zero: 5 to winner at round end when last tile is [0|0]\n"
    (tmp_path / "parent.rules").write_text(parent)
    child = tmp_path / "child.rules"
    child.write_text('variant "Child"\nextends "parent"\ntiles: double-six without [0|0]\n')
    ruleset = library.load(child)
    assert ruleset.warnings == ()
    assert ruleset.setup().values == ruleset.setup().tiles.pips


def test_a_parameter_that_nothing_reads_any_more_need_not_be_in_the_set(tmp_path: Path) -> None:
    child = tmp_path / "child.rules"
    child.write_text(
        'variant "Child"\nextends "partnership"\ntiles: double-six without doubles\n'
        "deal: 5 each\nfirst opener: lot plays any tile\n"
    )
    assert library.load(child).warnings == ()


def test_words_that_a_parameter_can_no_longer_be(tmp_path: Path) -> None:
    parent = 'variant "Parent"\nextends "block"\nparameter style = soft one of soft, hard\n'
    parent += "award hard: 5 to winner at round end when style is hard\n"
    parent += "award soft: 1 to winner at round end when style is soft\n"
    (tmp_path / "parent.rules").write_text(parent)
    child = tmp_path / "child.rules"
    child.write_text(
        'variant "Child"\nextends "parent"\nparameter style = soft one of soft, mild\n'
    )
    assert library.load(child).warnings == ()


def test_what_a_game_of_its_own_has_without_effect_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "own.rules"
    text = new_file.whole_game("Own").replace("\nplayers:", "\n# players:", 1)
    path.write_text(text + "\nplayers: 4\n")
    assert {one.code for one in library.load(path).warnings} == {"dead-part"}


def test_a_parameter_keeps_the_range_of_its_parent() -> None:
    assert house("block", "parameter target = 60").parameters[0].highest == 1000
    with pytest.raises(RulesError, match="must be from 1 to 1000"):
        house("block", "parameter target = 5000")
    assert house("block", "parameter target = 5000 from 1 to 9999").setup().match.amount == 5000


def test_the_way_back_to_a_default(tmp_path: Path) -> None:
    parent = tmp_path / "parent.rules"
    parent.write_text(
        'variant "Parent"\nextends "block"\nredeal: when any player holds at least 5 doubles\n'
        "tile value: [0|0] is 50\nreserve: 2\nnext opener: finisher\n"
        "turn:\n    play a tile\n    or else draw 1 then play\n    or else pass\n"
    )
    child = tmp_path / "child.rules"
    drops = ("redeal", "tile value", "reserve", "next opener", "match")
    child.write_text(
        'variant "Child"\nextends "parent"\n' + "".join(f"without {one}\n" for one in drops)
    )
    setup, block = library.load(child).setup(), library.find("block").setup()
    assert (setup.redeal, setup.reserve, setup.values) == (None, 0, block.values)
    assert setup.next_opener == setup.first_opener
    assert setup.match.series is MatchKind.ONE_ROUND


if __name__ == "__main__":
    sys.stdout.write("\n".join(refused()) + "\n")
