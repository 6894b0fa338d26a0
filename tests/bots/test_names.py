"""Names and options of bots: what they give, and what is said of wrong ones."""

from __future__ import annotations

import pytest

import dominoes_rules as dr
from dominoes_rules.bots import bot
from dominoes_rules.bots.catalogue import KINDS
from dominoes_rules.bots.levels import LEVELS


@pytest.mark.parametrize("name", [*KINDS, *LEVELS])
def test_a_canonical_name_gives_the_same_bot(name: str) -> None:
    found = bot(name)
    assert str(found).partition(":")[0] == name
    assert bot(found.name).name == found.name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (" solver ", "solver:worlds=50"),
        ("solver: worlds = 007", "solver:worlds=7"),
        ("solver:time=0.50", "solver:time=0.5"),
        ("solver:time=2,worlds=30", "solver:worlds=30,time=2"),
        ("playouts:n=5", "playouts:n=5"),
    ],
)
def test_options(text: str, name: str) -> None:
    assert bot(text).name == name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hevaiest", "there is no bot 'hevaiest'; did you mean \"heaviest\"?"),
        ("", "there is no bot ''; there are random, "),
        ("sovler:worlds=3", 'did you mean "solver"?'),
        ("\x1b[31m", "there is no bot '␛[31m'"),
        ("solver:world=3", "bot solver: it has no option 'world'; did you mean \"worlds\"?"),
        ("solver:", "options are missing after the colon; its options are worlds=, time="),
        ("solver:worlds", "write worlds=…, how many worlds"),
        ("solver:worlds=0", "worlds= must be an integer from 1 to 1,000,000, not '0'"),
        ("solver:worlds=²", "must be an integer"),
        ("solver:worlds=1,worlds=2", "worlds is given twice"),
        ("solver:time=nan", "time= must be a number of seconds above 0"),
        ("first:worlds=3", "bot first: it has no option 'worlds'; it has no options"),
    ],
)
def test_errors_suggest(text: str, message: str) -> None:
    with pytest.raises(dr.ArgumentError) as error:
        bot(text)
    assert message in str(error.value)


def test_a_name_is_a_text() -> None:
    with pytest.raises(TypeError, match="the name of a bot"):
        bot(3)  # type: ignore[arg-type]
