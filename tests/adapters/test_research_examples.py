"""The examples of the page on research do what it says, here with less of it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_openspiel_finds_the_value_of_a_small_game() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    value, gain = example("openspiel_cfr").main("two", "2", 20)
    assert value == pytest.approx(2.2, abs=0.01)
    assert 0 <= gain < 0.01


def test_a_learner_and_its_plot(tmp_path: Path) -> None:
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
    pytest.importorskip("matplotlib")
    learner = example("pettingzoo_learner")
    rewards = learner.learn(rounds=1_100, seed=2)
    assert rewards == learner.learn(rounds=1_100, seed=2)
    learner.plot(rewards, str(tmp_path / "plot.svg"))
    assert "<svg" in (tmp_path / "plot.svg").read_text("utf-8")
