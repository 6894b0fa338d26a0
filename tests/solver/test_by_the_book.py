"""The searches on small deals of bundled games, as benchmarks/by_the_book.py tries them."""

from __future__ import annotations

import pytest

from benchmarks import by_the_book

GAMES = ["dominican", "fives_and_threes", "kozel"]


def test_a_few_deals_of_each_game_agree(capsys: pytest.CaptureFixture[str]) -> None:
    assert by_the_book.main([*GAMES, "--deals", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(GAMES)
    assert all(", 0 disagree;" in line for line in lines)


def test_a_wrong_value_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(by_the_book, "exact_value", lambda prove, state: 10**6)
    assert by_the_book.main(["kozel", "--deals", "1"]) == 1
    assert "kozel, deal 0: any two sides: [" in capsys.readouterr().out
