"""The house rules to copy: each changes its parent just as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dominoes_lang.examples import example_runs
from dominoes_lang.load import load
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.source import Source
from dominoes_rules.library import bundled

PAGE = Path(__file__).parents[2] / "docs" / "house-rules.md"
RULES = {
    re.findall('"(.*?)"', text)[0]: text
    for text in re.findall(
        r"```rules\n(.*?)```", PAGE.read_text("utf-8").split("## Ten house rules")[1], re.DOTALL
    )
}

# Each holds by the house rule, and not by its parent alone.
EXAMPLES = {
    "Capicúa": """
        given line [6|1] [1|5],  A to play,  A holds [6|5],  B holds [4|4],  C holds [1|0]
        when  A plays [6|5] on left
        then  A's side scores 34""",
    "Five doubles": """
        given opener is B,  A holds [6|5],  B holds [0|0] [1|1] [2|2] [3|3] [4|4]
        when  B plays [1|1]
        then  illegal""",
    "Two stay": """
        given line [6|6],  A to play,  A holds [0|0],  B holds [6|2],  stock [5|5] [4|4]
        when  A passes
        then  B to play,  round goes on""",
    "Two to four": """
        given 4 players,  line [6|6],  C to play,  C holds [6|1],  D holds [5|5]
        when  C plays [6|1] on left
        then  winner is C""",
    "Fifty for the double blank": """
        given line [6|6],  A to play,  A holds [6|1],  B holds [0|0]
        when  A plays [6|1] on left
        then  A scores 50""",
    "By fives": """
        given line [6|6],  A to play,  A holds [6|1],  B holds [6|2]
        when  A plays [6|1] on left
        then  A scores 10""",
    "Lowest hand": """
        given line [6|1] [1|2] [2|6],  C to play,
              A holds [4|3],  B holds [0|0],  C holds [6|6] [1|0],  D holds [5|5]
        when  C plays [6|6] on right
        then  blocked,  winner is B's side""",
    "Winner opens": """
        given line [6|6],  B to play,  opener is A,  A holds [5|5],  B holds [6|1]
        when  B plays [6|1] on left
        then  B opens next""",
    "Fewest points": """
        given round is 10,  score of A is 30,  score of B is 20,
              line [6|6],  A to play,  A holds [6|1],  B holds [5|4]
        when  A plays [6|1] on left
        then  B scores 9,  match over,  B wins the match""",
    "Six love": """
        given score of A is 5,  line [6|6] [6|1],  A to play,  A holds [1|0],  B holds [5|5]
        when  A plays [1|0]
        then  match over,  A's side wins the match""",
}


def failures(text: str) -> int:
    """How many examples of a file do not hold, or make no sense in it."""
    ruleset = load(Source("house.rules", text), bundled)
    assert ruleset.warnings == ()
    return sum(example_runs.run(ruleset, one) is not None for one in ruleset.examples)


def test_there_are_ten_of_three_to_six_lines() -> None:
    assert sorted(RULES) == sorted(EXAMPLES)
    assert len(RULES) == 10
    assert all(3 <= text.count("\n") <= 6 for text in RULES.values())


@pytest.mark.parametrize("title", EXAMPLES)
def test_a_house_rule_changes_its_parent_as_the_page_says(title: str) -> None:
    example = f'example "x":{EXAMPLES[title]}\n'
    assert failures(RULES[title] + example) == 0
    parent = "\n".join(RULES[title].split("\n")[:2])
    with pytest.raises((AssertionError, RulesError)):
        assert failures(f"{parent}\n{example}") == 0
