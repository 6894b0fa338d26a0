"""What `--set NAME=VALUE` gives on the command line."""

import pytest

from dominoes_rules.cli.common import parameters


def test_names_and_values_are_split_at_the_first_equals_sign() -> None:
    assert parameters([]) == {}
    assert parameters(["target=100", " key_tile = [5|5] "]) == {
        "target": "100",
        "key_tile": "[5|5]",
    }
    assert parameters(["a=b=c"]) == {"a": "b=c"}


@pytest.mark.parametrize("word", ["target", "=100", "target=", "", " = "])
def test_what_is_no_assignment_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="write NAME=VALUE"):
        parameters([word])


def test_a_name_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="target is given twice"):
        parameters(["target=100", "target =200"])
