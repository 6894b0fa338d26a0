"""`choices learn`: the file that it writes, the command in it, and who plays by it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from dominoes_rules.position.policy_files import read_policies
from dominoes_solver.policy import learning
from tests.calls import Call

pytest.importorskip("numba")

HOUSE = 'variant "Kitchen"\nextends "block"\ndeal: 6 each\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kitchen.rules").write_text(HOUSE)


def test_a_house_rule_is_learnt_and_played(call: Call) -> None:
    learnt = call("choices", "learn", "kitchen.rules", "--rounds", "720", "-o", "mine.json")
    assert learnt.code == 0
    assert "learnt from 720 rounds" in learnt.out
    (policy,) = read_policies("mine.json")
    text = Path("mine.json").read_text()
    Path("mine.json").unlink()
    again = shlex.split(policy.fitted["command"])
    assert again[0] == "dominoes-rules"
    assert call(*again[1:], "-o", "mine.json").code == 0
    assert Path("mine.json").read_text() == text
    assert "policy of " in call("choices", "show", "mine.json").out
    words = ("quick:policy=mine.json", "random", "--variant", "kitchen.rules", "--deals", "2")
    assert call("tournament", *words).code == 0
    refused = call("tournament", *words[:3], "mexican_train/3")
    assert refused.code == 2
    assert "choices learn mexican_train" in refused.err


def test_an_interrupted_policy_names_no_command(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = learning.Learner.step

    def interrupted(learner: learning.Learner, size: float) -> None:
        if learner.done == 2:
            raise KeyboardInterrupt
        step(learner, size)

    monkeypatch.setattr(learning.Learner, "step", interrupted)
    learnt = call("choices", "learn", "kitchen.rules", "-o", "mine.json", "--json")
    assert learnt.code == 0
    assert json.loads(learnt.out)["fitted"] == {"rounds": 720, "interrupted": True}
    assert read_policies("mine.json")[0].fitted == {"rounds": 720, "interrupted": True}
