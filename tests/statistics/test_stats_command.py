"""The command `stats`: the same text for the same seed, JSON, a picture, two games, bad words."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from dominoes_rules import library
from dominoes_rules.statistics import stats_of_game
from dominoes_rules.statistics.bundled_figures import kept_figures, kept_row
from dominoes_rules.statistics.in_words import in_words
from dominoes_rules.statistics.observed_play import Observed, StatsTable, observe
from tests.calls import Call

FEW = "--rounds", "20", "--by", "essay"


@pytest.mark.usefixtures("fresh_workers")
def test_the_same_seed_gives_the_same_text(call: Call) -> None:
    first = call("stats", "all_fives/3", *FEW)
    assert first.code == 0
    assert first.out == call("stats", "all_fives/3", *FEW).out
    assert first.out == call("stats", "all_fives/3", *FEW, "--jobs", "2").out
    assert first.out != call("stats", "all_fives/3", *FEW, "--seed", "1").out
    assert first.out.startswith("All Fives, three players: 20 rounds and 2 matches of essay, seed")


def test_json_has_every_figure_with_its_error(call: Call) -> None:
    answer = call("stats", "block", *FEW, "--json").json
    assert (answer["variant"], answer["rounds"], answer["matches"]) == ("block", 20, 2)
    for part in answer["figures"].values():
        for figure in part.values():
            assert ("se" in figure) != ("median_error" in figure)
    assert answer["unused"] == []


def test_two_games_are_shown_side_by_side(call: Call) -> None:
    text = call("stats", "block", "draw", *FEW).out
    row = next(line for line in text.splitlines() if line.startswith("passes a round"))
    assert row.count("±") == 3
    assert row.endswith("*")  # in `draw` few have to pass
    answer = call("stats", "block", "draw", *FEW, "--json").json
    assert answer["differences"]["passes"]["clear"] is True
    assert answer["first"]["variant"] == "block"


def test_the_picture_shows_four_charts(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "figures.svg"
    assert call("stats", "all_fives", *FEW, "--plot", str(path)).code == 0
    root = ElementTree.parse(path).getroot()
    heads = [text.text for text in root.iter() if text.get("font-weight") == "bold"]
    assert len(heads) == 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["block/9"], "block is for 2 players, not for 9"),
        (["block/2", "cut_throat/3"], "different numbers of players"),
        (["block", "--by", "nobody"], "there is no bot 'nobody'"),
        (["block", "draw", "--plot", "a.svg"], "--plot draws one game"),
        (["block", "--rounds", "0"], "must be an integer from 1 to"),
        (["block", "--rounds", "5", "--time", "1"], "not allowed with"),
    ],
)
def test_what_it_cannot_do_is_refused_before_any_round(
    call: Call, words: list[str], said: str
) -> None:
    refused = call("stats", *words)
    assert refused.code == 2
    assert said in refused.err


def test_ctrl_c_keeps_what_there_is(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(table: StatsTable, numbers: range, *, matches: bool) -> Observed:
        if matches:
            raise KeyboardInterrupt
        return observe(table, numbers, matches=matches)

    monkeypatch.setattr(stats_of_game, "observe", interrupted)
    answer = call("stats", "block", *FEW)
    assert answer.code == 0
    assert "20 rounds and 0 matches of essay, seed 0; stopped before the end" in answer.out
    assert "none was played to its end" in answer.out


def test_a_time_is_kept(call: Call) -> None:
    answer = call("stats", "block", "--time", "0.2", "--by", "first", "--json").json
    assert answer["rounds"] > 0
    assert answer["matches"] > 0


@pytest.mark.thorough
def test_kept_figures_are_of_the_rules_as_they_are() -> None:
    for name in library.variants():
        ruleset = library.variant(name)
        for seats in ruleset.players:
            assert kept_figures(ruleset.setup(seats)) is not None, f"{name}: dev.py statistics"
            assert in_words(ruleset.setup(seats)).startswith("A round takes about ")


def test_other_rules_and_parameters_have_no_kept_figures() -> None:
    assert in_words(library.variant("block").setup()).startswith("A round takes about ")
    house = library.loads('variant "House"\nextends "block"\n')
    assert kept_figures(house.setup()) is None
    assert kept_figures(library.variant("block").setup(2, {"target": "10"})) is None


@pytest.mark.slow
def test_kept_figures_are_computed_again_alike() -> None:
    ruleset = library.variant("kozel")
    kept = kept_figures(ruleset.setup(4))
    assert kept is not None
    anew = kept_row(ruleset, 4)["figures"]
    assert isinstance(anew, dict)
    assert list(anew) == list(kept.figures)
    blocked = kept.mean("blocked")
    assert blocked is not None
    assert anew["blocked"][1:3] == [blocked.mean.mean, blocked.mean.se]
