"""A failure inside generated code is told with the line of the rule that it carries out."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

import pytest

from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_rules import library, trial


def broken(compiled: Compiled) -> Compiled:
    """The same functions, of which those that add up pips find no table to do it with."""
    names = compiled.payoff.__globals__
    names["pips"] = None
    return compiled


def test_the_rule_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = library.variant("block")
    compiled = broken(compile_rules(ruleset.setup(2)))
    monkeypatch.setattr(library, "compiled", lambda *_: compiled)
    outcome = trial.try_rounds(ruleset, 2, 20, seed=0)
    assert outcome.failure is not None
    assert "block.rules:" in outcome.failure
    assert "TypeError" in outcome.failure


def test_any_other_failure_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = library.variant("block")

    def fail(*_: object) -> NoReturn:
        raise IndexError("ours")

    compiled = replace(compile_rules(ruleset.setup(2)), legal=fail)
    monkeypatch.setattr(library, "compiled", lambda *_: compiled)
    with pytest.raises(IndexError):
        trial.try_rounds(ruleset, 2, 20, seed=0)
