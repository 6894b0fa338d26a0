"""Names with letters of any alphabet, and what a file writes for its readers alone."""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

import pytest

from dominoes_lang.codegen.compiled import compile_rules
from dominoes_lang.languages.rule_sheet import sheet
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.compare.differences import changes
from tests.calls import Call

HOUSE = """\
variant "Boricua"
extends "partnership"
note "Losers shuffle."
note "No talking!"
parameter target = 500 from 100 to 1000 "points to win the match"
parameter capicúa = 25 one of 0, 25
parameter мера = малая one of малая, öffentlich
define Jäger: finisher
define चिप: 5
players: 4 in teams of 2 named "North-South" and "East-West"
award capicúa: capicúa to winner at round end when domino and last tile fits both ends
award łapa: चिप to Jäger at round end when мера is öffentlich
"""


def read(text: str) -> Ruleset:
    return load(Source("house.rules", text), library.bundled)


def section(ruleset: Ruleset, title: str) -> tuple[str, ...]:
    return {one.title: one.lines for one in sheet(ruleset.setup())}.get(title, ())


def test_a_name_is_the_same_however_its_letters_were_typed() -> None:
    composed, taken_apart = read(normalize("NFC", HOUSE)), read(normalize("NFD", HOUSE))
    assert composed.clauses.keys() == taken_apart.clauses.keys()
    assert not changes(composed, taken_apart)
    for ruleset in (composed, taken_apart):
        for name in (normalize("NFC", "capicúa"), normalize("NFD", "capicúa")):
            setup = ruleset.setup(4, {name: "0", "мера": normalize("NFD", "öffentlich")})
            assert dict(setup.parameters) == {
                "target": 500, "key_tile": setup.tiles.tiles[-1],
                "capicúa": 0, "мера": "öffentlich",
            }  # fmt: skip


def test_no_name_of_a_file_is_a_name_of_the_generated_functions() -> None:
    source = compile_rules(read(HOUSE).setup()).source
    code = [line.split("#")[0] for line in source.split("\n")[1:]]
    assert all(line.isascii() for line in code)


@pytest.mark.parametrize("name", ["a،b", "⺀", "a×b", "x²"])
def test_what_is_not_a_letter_is_refused(name: str) -> None:
    with pytest.raises(RulesError) as caught:
        read(f'variant "T"\nextends "block"\naward {name}: 5 to winner at round end\n')
    assert [one.code for one in caught.value.diagnostics] == ["bad-character"]


def test_texts_notes_and_teams_are_on_the_sheet_and_change_no_rule() -> None:
    house = read(HOUSE)
    assert section(house, "Notes") == ("Losers shuffle.", "No talking!")
    assert "Points to win the match (target): 500 (from 100 to 1000)" in section(
        house, "House rules"
    )
    assert section(house, "What you need")[1].startswith(
        "Four players in two teams: North-South (A and C) against East-West (B and D)."
    )
    bare = "\n".join(
        line.partition(' "')[0].partition(" named")[0] if line[:2] in {"pa", "pl"} else line
        for line in HOUSE.split("\n")
        if not line.startswith("note")
    )
    assert not changes(house, read(bare))


def test_a_child_inherits_texts_and_notes(tmp_path: Path, call: Call) -> None:
    (tmp_path / "house.rules").write_text(HOUSE, "utf-8")
    child = tmp_path / "child.rules"
    child.write_text(
        'variant "Child"\nextends "house"\nwithout note "No talking!"\nnote "At noon."\n'
        'note "Losers shuffle."\nparameter target = 300\n',
        "utf-8",
    )
    assert call("check", str(child)).out.endswith("fine\n")
    shown = call("show", str(child)).out
    assert shown.endswith("Notes\n  Losers shuffle.\n  At noon.\n")
    assert "Points to win the match (target): 300 (from 100 to 1000)" in shown


@pytest.mark.parametrize(
    ("names", "wrong"),
    [
        ('"a", "b" and "c"', "there are 2 teams, but 3 names"),
        ('"a"', "there are 2 teams, but 1 name"),
        ('"a" and "a"', "two teams have the same name"),
    ],
)
def test_each_team_has_a_name_of_its_own(names: str, wrong: str) -> None:
    with pytest.raises(RulesError) as caught:
        read(f'variant "T"\nextends "partnership"\nplayers: 4 in teams of 2 named {names}\n')
    assert [(one.code, one.message) for one in caught.value.diagnostics] == [("bad-teams", wrong)]
