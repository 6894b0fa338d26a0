"""What words agree with beside a number: each language says for which ones there are several."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dominoes_lang.languages.language import Language, language
from dominoes_lang.setup.arithmetic import Amount
from dominoes_lang.sheet.message import Part, SheetMessage

NUMBERS = (0, Fraction(1, 2), 1, Fraction(3, 2), 2, -1, -2)
PHRASES = {"counted": "{n:figures} point[n:|s]"}


def told_with(numbers: dict[str, int], key: str, **parts: Part) -> str:
    words: Language = language(
        "small", {"numbers": {"words": [], **numbers}, "lists": {}, "phrases": PHRASES}
    )
    return words.words(SheetMessage(key, **parts))


@pytest.mark.parametrize(
    ("numbers", "several"),
    [({}, {0, Fraction(1, 2), Fraction(3, 2), 2, -1, -2}), ({"one_below": 2}, {2, -2})],
)
def test_a_table_says_which_numbers_are_several(
    numbers: dict[str, int], several: set[Amount]
) -> None:
    shown = {n: told_with(numbers, "counted", n=n) for n in NUMBERS}
    assert shown == {n: f"{n} point{'s' * (n in several)}" for n in NUMBERS}
