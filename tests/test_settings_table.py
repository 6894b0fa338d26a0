"""The table of `quick` in every game: what its cells measure, and what is written on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.strength import gain_table, ladder, settings_table
from benchmarks.strength.__main__ import main
from benchmarks.strength.contestants import LIKELIEST, Contestant, lead_of_deal
from benchmarks.strength.settings_table import (
    COLUMNS,
    NONE,
    SEED,
    Figure,
    by_rounds,
    lower_end,
    points_cell,
)
from dominoes_lang.setup.ruleset import Setup
from dominoes_rules import library, tournament
from dominoes_rules.bots.bot_rounds import Turn, play_round
from dominoes_rules.position.choice_models import CHOICES, chosen_model
from dominoes_solver.belief.fit import chances_of, choices_of
from dominoes_solver.means import Mean


@pytest.mark.parametrize("game", ["block", "cyprus", "all_fives"])
def test_leads_are_those_of_a_tournament(game: str) -> None:
    rules = library.compiled(library.variant(game))
    pair = Contestant("lowest", rules).player, Contestant("random", rules).player
    leads = [lead_of_deal(rules, pair, 5, number) for number in range(6)]
    played = tournament(["lowest", "random"], game, deals=6, seed=5)
    assert leads == pytest.approx(list(played.pairs[0].differences))


@pytest.mark.parametrize("game", [name for name, (_, model) in gain_table.games().items() if model])
def test_the_likeliest_play_is_what_the_model_says_of_the_round(game: str) -> None:
    setup, _ = gain_table.games()[game]
    rules = library.compiled(setup.ruleset, setup.seats)
    model = chosen_model(CHOICES, setup).choices
    assert model is not None
    turn = Turn.dealt(rules, 1, 1)
    play_round(turn, [Contestant(LIKELIEST, rules).player] * setup.seats)
    for choice in choices_of(rules, turn.states[0], turn.actions):
        chances = chances_of(model, choice)
        assert chances[choice.taken] == pytest.approx(max(chances))


def test_a_cell_is_a_mean_over_deals_or_nothing() -> None:
    setup = library.variant("block").setup()
    figure = by_rounds(setup, "heaviest", 20, 60.0)
    again = by_rounds(setup, "heaviest", 20, 60.0)
    assert figure is not None
    assert again is not None
    assert (figure.points, figure.deals) == (again.points, again.deals)
    played = tournament(["quick", "heaviest"], "block", deals=20, seed=SEED)
    assert figure.points.mean == pytest.approx(played.pairs[0].points.mean)
    assert by_rounds(setup, "heaviest", 20, seconds=0.0) is None
    assert by_rounds(setup, "heaviest", 1, seconds=60.0) is None


def test_the_lower_end_of_a_cell() -> None:
    assert points_cell(Mean(-0.25, 0.0042)) == "−0.250 ± 0.004"
    assert lower_end(points_cell(Mean(0.25, 0.1))) == pytest.approx(0.054, abs=0.001)
    assert lower_end("−1.00 ± 0.50 (400, 2 ms)") == pytest.approx(-1.98, abs=0.001)
    assert lower_end("+1.00 ± 0.50 (400)") == pytest.approx(0.02, abs=0.001)
    assert lower_end(NONE) is None


def test_a_deal_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter(range(10_000))
    monkeypatch.setattr(settings_table, "_seconds", lambda: float(next(moments)))
    setup = library.variant("partnership").setup()
    assert by_rounds(setup, "heaviest", 5, seconds=10.0) is None


def test_cells_that_are_not_measured_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "strength.md"
    head = "before\n" + settings_table.BEGIN
    old = "| `block` | +9.00 ± 1.00 (2) | old | – |\n| `haitian` | – | – | old |\n"
    page.write_text(head + old + settings_table.END + "after\n", encoding="utf-8")
    monkeypatch.setattr(ladder, "PAGE", page)

    def source(_setup: Setup, _opponent: str, deals: int, _seconds: float) -> Figure:
        return Figure(Mean(1.5, 1.0), deals, 2.0)

    for name in ("heaviest", "solver"):
        monkeypatch.setitem(COLUMNS, name, COLUMNS[name]._replace(source=source))
    asked = ["settings", "partnership", "block", "--columns", "heaviest,solver", "--deals", "3"]
    assert main([*asked, "--write"]) == 0
    rows = settings_table.rows_on_page()
    assert [list(row.values()) for row in rows.values()] == [
        ["+1.50 ± 1.00 (3)", "old", "+1.50 ± 1.00 (3, 2 ms)"],
        ["–", "–", "old"],
        ["+1.50 ± 1.00 (3)", NONE, "+1.50 ± 1.00 (3, 2 ms)"],
    ]
    text = page.read_text(encoding="utf-8")
    assert "above 0 in 0 of 2 games, but not in `block` and `partnership`." in text
    assert text.startswith(f"{head}## `quick` in every game")
    assert text.endswith(f"{settings_table.END}after\n")
    assert main(["settings", "block", "--columns", "heavy"]) == 2
    assert main(["settings", "nothing"]) == 2


def test_the_page_has_every_game_that_it_can_have() -> None:
    rows = settings_table.rows_on_page()
    assert settings_table.section(rows) in ladder.PAGE.read_text(encoding="utf-8")
    assert {*rows} == {
        name for name, (setup, _) in gain_table.games().items() if settings_table.plays(setup)
    }
