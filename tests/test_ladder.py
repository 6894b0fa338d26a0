"""The tables of docs/strength.md: what is written between its marks, and that the page has them."""

from __future__ import annotations

from itertools import islice, pairwise
from pathlib import Path
from statistics import fmean

import pytest

from benchmarks.strength import gain_table, ladder, level_table, plain_partner, type_gain
from benchmarks.strength.__main__ import main
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library, tournament
from dominoes_rules.bots.bot_rounds import sampling_player
from dominoes_rules.bots.levels import LEVELS
from dominoes_solver.batch.decision import Decider


def test_what_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "strength.md"
    page.write_text(f"before\n{ladder.BEGIN}old\n{ladder.END}after\n", encoding="utf-8")
    monkeypatch.setattr(ladder, "PAGE", page)
    monkeypatch.setattr(ladder, "ESSAY", (("essay", "lowest", "+5.02"),))
    monkeypatch.setattr(ladder, "QUICK_DEALS", 3)
    monkeypatch.setattr(ladder, "BOTS", ["first", "exposed"])
    monkeypatch.setattr(
        ladder, "GAMES", (ladder.Game("block", None, 2, 2), ladder.Game("domohnoes", 3, 2, 2))
    )
    assert main(["--write"]) == 0
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{ladder.BEGIN}## Bots against bots\n")
    assert text.endswith(f"\n{ladder.END}after\n")
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| `")]
    assert [row[0] for row in rows] == ["| `essay`", "| `first`", "| `exposed`"]
    assert all("±" in row[1] + row[2] for row in rows)
    assert "old" not in text


def test_a_page_without_its_marks_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "strength.md"
    page.write_text(f"before\n{ladder.BEGIN}old\nafter\n", encoding="utf-8")
    monkeypatch.setattr(ladder, "PAGE", page)
    with pytest.raises(ArgumentError, match="end of ladder"):
        ladder.publish(ladder.BEGIN, "new\n", ladder.END, write=True)
    assert page.read_text(encoding="utf-8") == f"before\n{ladder.BEGIN}old\nafter\n"


def test_the_page_has_every_bot_and_game() -> None:
    text = ladder.PAGE.read_text(encoding="utf-8")
    made = text.partition(ladder.BEGIN)[2].partition(ladder.END)[0]
    rows = [line for line in made.splitlines() if line.startswith("| `")]
    assert len(rows) == len(ladder.ESSAY) + len(ladder.BOTS)
    assert [row.split("`")[1] for row in rows] == [
        *(first for first, *_ in ladder.ESSAY),
        *ladder.BOTS,
    ]


def test_the_page_has_every_game_with_a_model_and_none_loses_by_it() -> None:
    on_page = gain_table.rows_on_page()
    assert gain_table.section(on_page) in ladder.PAGE.read_text(encoding="utf-8")
    rows = [row.strip("| ").split(" | ") for row in on_page.values()]
    models = {name: model for name, (_, model) in gain_table.games().items() if model}
    assert [(row[0], row[1]) for row in rows] == [
        (f"`{name}`", f"`{model}`") for name, model in models.items()
    ]
    assert all(row[5].partition(" … ")[2].startswith("+") for row in rows)


def test_rows_of_gains_replace_those_of_their_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "strength.md"
    old = "| `block` | old |\n| `haitian` | old |\n"
    page.write_text(f"before\n{gain_table.BEGIN}{old}{gain_table.END}after\n", encoding="utf-8")
    monkeypatch.setattr(ladder, "PAGE", page)
    monkeypatch.setattr(gain_table, "FIRST", "heaviest")
    assert main(["gains", "block", "draw_one", "--deals", "2"]) == 2
    assert main(["gains", "six_love", "block", "--deals", "2", "--write"]) == 0
    rows = gain_table.rows_on_page()
    assert [*rows] == ["block", "haitian", "six_love"]
    assert ["old" in row for row in rows.values()] == [False, True, False]
    assert page.read_text(encoding="utf-8").startswith(f"before\n{gain_table.BEGIN}| game | model")


def test_the_page_has_each_level_ahead_of_the_one_below() -> None:
    text = ladder.PAGE.read_text(encoding="utf-8")
    made = text.partition(level_table.BEGIN)[2].partition(level_table.END)[0]
    rows = [line.split(" | ") for line in made.splitlines() if line.startswith("| `")]
    pairs = [
        (f"| `{game.rules}`", f"`{above}`", f"`{below}`")
        for game in level_table.GAMES
        for below, above in pairwise(LEVELS)
    ]
    assert {tuple(row[:3]) for row in rows} <= set(pairs)
    assert [tuple(row[:3]) for row in rows[:4]] == pairs[:4]
    for game, *_, interval, _deals in rows:
        low = float(interval.partition(" ")[0].replace("−", "-"))
        assert low >= (1.0 if game == "| `block`" else 0)


@pytest.mark.thorough
def test_matches_with_types_are_those_of_a_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    name, rules = "strong:worlds=4", library.compiled(library.variant("block"))
    way = type_gain.way_without(name, rules, None)
    matches = type_gain.Matches(rules, way, type_gain.opponent("lowest", rules), seed=3)
    played = tournament([name, "lowest"], deals=10, seed=3, rounds_a_match=10)
    assert matches.leads(0) == list(played.pairs[0].differences)
    less = type_gain.way_without(name, rules, "lowest")
    assert [one.name for one in less.types] == ["solver", "heaviest", "long_suit", "random"]
    assert matches.read(0).weighed > matches.read(0).counted
    assert main(["types", "noisy", "--matches", "1"]) == 0
    assert "in rounds 1 to 2" in capsys.readouterr().out


@pytest.mark.thorough
def test_a_plain_partner_is_no_more_help_to_one_of_two_equals(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rules = library.compiled(library.variant("partnership"))
    strong, equal = (
        Decider(rules, type_gain.way_without(f"strong:worlds=2{more}", rules, None), natively=True)
        for more in ("", ",types=off")
    )
    plain, heavy = (type_gain.opponent(name, rules) for name in ("lowest", "heaviest"))
    alike = plain_partner.leads(equal, sampling_player(equal), plain, seed=1, rounds=2)
    assert [*islice(alike, 3)] == [[0.0, 0.0]] * 3
    better = plain_partner.leads(strong, plain, heavy, seed=1, rounds=3)
    assert fmean(map(fmean, islice(better, 20))) > 0
    short = ["--worlds", "2", "--matches", "2"]
    assert main(["partner", "heaviest", *short]) == 0
    assert "2 matches with heaviest: " in capsys.readouterr().out
    assert main(["partner", "heaviest", *short, "--rounds-a-match", "3"]) == 0
    assert "2 matches with heaviest, from round 3 on: " in capsys.readouterr().out
    assert main(["partner", "nobody"]) == 2
    assert "there is no bot 'nobody'" in capsys.readouterr().err
