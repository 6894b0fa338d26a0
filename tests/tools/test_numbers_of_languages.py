"""What words agree with beside a number: each language says for which ones there are several."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dominoes_lang.languages.language import Language, language
from dominoes_lang.setup.arithmetic import Amount
from dominoes_lang.sheet.message import SheetMessage

NUMBERS = (0, Fraction(1, 2), 1, Fraction(3, 2), 2, -1, -2)
PHRASES = {
    "counted": "{n:figures} point[n:|s]",
    "winner": "le gagnant",
    "players": {"text": "les joueurs", "number": "several"},
    "nobody": {"text": "personne", "number": "none"},
    "almost": {"text": "presque {who}", "like": "who"},
    "wins": "{who} [who:ne gagne|gagne|gagnent]",
    "both": {"text": "A et B", "after_if": "A et si B"},
    "if": "si {condition:after_if}",
}


def words_with(numbers: dict[str, int]) -> Language:
    table = {"numbers": {"words": [], **numbers}, "lists": {}, "phrases": PHRASES}
    return language("small", table)


@pytest.mark.parametrize(
    ("numbers", "several"),
    [({}, {0, Fraction(1, 2), Fraction(3, 2), 2, -1, -2}), ({"one_below": 2}, {2, -2})],
)
def test_a_table_says_which_numbers_are_several(
    numbers: dict[str, int], several: set[Amount]
) -> None:
    words = words_with(numbers)
    shown = {n: words.words(SheetMessage("counted", n=n)) for n in NUMBERS}
    assert shown == {n: f"{n} point{'s' * (n in several)}" for n in NUMBERS}


@pytest.mark.parametrize(
    ("who", "said"),
    [
        (SheetMessage("nobody"), "personne ne gagne"),
        (SheetMessage("almost", who=SheetMessage("nobody")), "presque personne ne gagne"),
        (SheetMessage("winner"), "le gagnant gagne"),
        (SheetMessage("players"), "les joueurs gagnent"),
    ],
)
def test_a_phrase_may_be_none(who: SheetMessage, said: str) -> None:
    assert words_with({}).words(SheetMessage("wins", who=who)) == said


def test_only_some_lines_have_a_form_of_a_table() -> None:
    said = [
        words_with({}).words(SheetMessage("if", condition=SheetMessage(key)))
        for key in ("both", "winner", "players")
    ]
    assert said == ["si A et si B", "si le gagnant", "si les joueurs"]
