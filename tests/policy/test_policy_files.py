"""The file of policies: written and read again, and what strangers may write into one."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_solver.belief.model import Choices, UnfitModel
from dominoes_solver.policy.policy import MOST_POLICIES, Policy, policies_of, text_of
from tests.policy.policies_at_random import OF_EACH_KIND, policy_at_random, rules_of

SETUPS = [rules_of(name, seats).setup for name, seats in OF_EACH_KIND]
BLOCK = policy_at_random(rules_of("block", 2).setup, 1)


@given(st.lists(st.sampled_from(SETUPS), min_size=1, max_size=3), st.integers(0, 1000))
def test_policies_are_their_file(setups: list[Any], seed: int) -> None:
    policies = tuple(policy_at_random(setup, seed) for setup in setups)
    text = text_of(policies)
    assert policies_of(text) == policies
    assert text_of(policies_of(text)) == text
    assert len({policy.digest for policy in policies_of(text)}) == 1
    lines = text.count("\n")
    assert lines < 60 * len(policies) + 10  # a line for each feature


@settings(max_examples=15)
@given(st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=8))
def test_what_else_a_file_holds_is_kept(found: object) -> None:
    policy = replace(BLOCK, fitted={"rounds": 7, "noted": found, "spaced": "[\n  1,  2\n]"})
    assert policies_of(text_of([policy])) == (policy,)


def file_with(**parts: object) -> str:
    """The text of a file of one policy with other parts."""
    return json.dumps({"format": "dominoes-rules choices", "version": 3,
                       "policies": [{**BLOCK.as_json(), **parts}]})  # fmt: skip


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"variant": 7}, "'7' is not a text"),
        ({"variant": "x" * 300}, "longer than 200 characters"),
        ({"rules": None}, "'None' is not a text"),
        ({"kin": []}, "is not a text"),
        ({"phases": []}, "the largest first"),
        ({"phases": 7}, "a policy in which something is not a list"),
        ({"phases": [1, 6]}, "the largest first"),
        ({"phases": [*range(5_000, 0, -1)]}, "at most 8 phases"),
        ({"phases": [6.0, 4, 1]}, "'6.0' is not a whole number"),
        ({"phases": [True]}, "'True' is not a whole number"),
        ({"phases": [10**30, 4, 1]}, "from 0 to 100"),
        ({"phases": [6, 4]}, "last phase"),
        ({"phases": [6, 1]}, "4 weights of 'value'; there is one on the empty table, and one in"),
        ({"weights": {}}, "at least one"),
        ({"weights": []}, '"weights" must be an object'),
        ({"weights": {"beauty": [1, 1, 1, 1]}}, "no feature 'beauty'"),
        ({"weights": {"x" * 10_000: [1]}}, "longer than 200 characters"),
        ({"weights": {"value": [1, 2]}}, "2 weights of 'value'"),
        ({"weights": {"value": [0] * 50_000}}, "50000 weights of 'value'"),
        ({"weights": {"value": "1234"}}, "'1' is not a number"),
        ({"weights": {"value": 1}}, "something is not a list"),
        ({"weights": {"value": [[1], 1, 1, 1]}}, "is not a number"),
        ({"weights": {"value": [True, 1, 1, 1]}}, "is not a number"),
        ({"weights": {"value": [float("nan"), 1, 1, 1]}}, "a number up to 1000"),
        ({"weights": {"value": [float("inf"), 1, 1, 1]}}, "a number up to 1000"),
        ({"weights": {"value": [1001, 1, 1, 1]}}, "a number up to 1000"),
        ({"weights": {"value": [10**400, 1, 1, 1]}}, "a number too large"),
        ({"fitted": 7}, '"fitted" must be an object'),
        ({"fitted": {"rounds": float("nan")}}, "numbers that JSON does not have"),
    ],
)  # fmt: skip
def test_parts_that_make_no_policy(parts: dict[str, object], message: str) -> None:
    with pytest.raises(UnfitModel, match=message):
        policies_of(file_with(**parts))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "nested too deep"),
        ("null", "no model of choices"),
        ("9" * 5_000, "thousands of digits"),
        (" " * (1 << 20) + "{}", "at most 1 MB"),
        (Choices("block", "", "", ("value",), ((1.0,),), phases=(1,)).text(), "makes a policy"),
        (file_with().replace(": 3,", ": 9,", 1), "a policy of another version than 3"),
        (file_with().replace(": 3,", ": [3],", 1), "another version"),
        (file_with().replace("policies", "poems", 1), "a policy without 'policies'"),
        (file_with().replace("variant", "poem"), "a policy without 'variant'"),
        (file_with(fitted={"a": "NESTED"}).replace('"NESTED"', "[" * 800 + "]" * 800), ""),
    ],
)  # fmt: skip
def test_texts_that_are_no_policies(text: str, message: str) -> None:
    if message:
        with pytest.raises(UnfitModel, match=message):
            policies_of(text)
    else:
        # As deep as it may be read, it may be written.
        assert policies_of(text_of(policies_of(text))) == policies_of(text)


@pytest.mark.parametrize("policies", [[], {}, 7, [7], [[]], [None], [{}] * (MOST_POLICIES + 1)])
def test_lists_that_are_no_policies(policies: object) -> None:
    whole = {"format": "dominoes-rules choices", "version": 3, "policies": policies}
    with pytest.raises(UnfitModel):
        policies_of(json.dumps(whole))


def test_a_policy_is_of_its_rules_alone() -> None:
    setup = rules_of("block", 2).setup
    assert not BLOCK.refuse_others(setup)
    with pytest.raises(UnfitModel, match=r"that of block, .* choices learn mexican_train/3"):
        BLOCK.refuse_others(rules_of("mexican_train", 3).setup)
    with pytest.raises(UnfitModel, match="at least one"):
        Policy(**Policy.made_for(setup), weights={}, phases=(1,))
