"""Tournaments: the same table in every way of playing, and nothing lost."""

from __future__ import annotations

import json
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from hashlib import sha256
from math import exp
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import dominoes_rules as dr
from dominoes_lang.table.state import Action, End
from dominoes_rules import library
from dominoes_rules.bots.bot_rounds import Turn
from dominoes_rules.bots.levels import LEVELS, Level
from dominoes_rules.cli import main
from dominoes_rules.position import choice_models
from dominoes_rules.tournaments import contest
from dominoes_rules.tournaments.contest_table import ContestTable, timed
from dominoes_rules.tournaments.duplicate import contest_of
from dominoes_rules.tournaments.tournament_options import TournamentOptions
from dominoes_solver.search import native
from dominoes_solver.search.native.compiling import loading
from tests.other_systems import needs_signals

RULESETS = Path(__file__).parents[1] / "rulesets"
COMMAND = ["tournament", "lowest", "first", "essay", "--deals", "40", "--seed", "2"]


def table(*words: str, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    assert main([*COMMAND, *words, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    del found["seconds"]
    return found


def test_every_deal_is_the_same_whoever_plays_it() -> None:
    """Common streams: a bot against itself gets exactly 0, and equal decisions equal games."""
    found = dr.tournament(["random", "random"], "draw", deals=8)
    assert set(found.pairs[0].differences) == {0.0}
    apart = dr.tournament(["random", "random"], "draw", deals=8, streams="independent")
    assert set(apart.pairs[0].differences) != {0.0}
    few = dr.tournament(["lowest", "essay"], deals=5, seed=4)
    more = dr.tournament(["lowest", "essay"], deals=9, seed=4)
    turned = dr.tournament(["essay", "lowest"], deals=9, seed=4)
    assert few.pairs[0].differences == more.pairs[0].differences[:5]
    assert [-one for one in turned.pairs[0].differences] == list(more.pairs[0].differences)


@pytest.mark.parametrize(
    ("rules", "seats", "games"),
    [("partnership", None, 2), ("domohnoes", 3, 6), ("domohnoes", 2, 2)],
)
def test_line_ups_of_games(rules: str, seats: int | None, games: int) -> None:
    found = dr.tournament(["heaviest", "lowest"], rules, seats=seats, deals=3)
    assert [len(row) for row in found.pairs[0].games] == [games] * 3
    assert found.pairs[0].differences == tuple(sum(row) / games for row in found.pairs[0].games)


def test_points_are_those_of_the_rounds() -> None:
    """Worked out again, by hand, from the rounds themselves."""
    found = dr.tournament(["heaviest", "lowest"], deals=4, seed=7, native=False)
    for deal in found.deals:
        start, _ = found.contest.start(deal.number)
        for line_up, payoff in zip(((0, 1), (1, 0)), deal.payoffs[0], strict=True):
            game = dr.Round.dealt(found.contest.compiled, start)
            while not game.is_over:
                plays = [move for move in game.legal_moves if move.tile]
                mine = line_up["AB".index(game.turn)] == 0
                if mine and plays:
                    game.push(max(plays, key=lambda move: move.tile.pips if move.tile else 0))
                elif plays:
                    ends = game.ends
                    game.push(
                        min(plays, key=lambda m: left_open(m, ends))
                        if ends
                        else min(plays, key=lambda m: m.tile[::-1] if m.tile else ())
                    )
                else:
                    game.push(game.legal_moves[0])
            assert game.outcome is not None
            assert tuple(game.outcome.points.values()) == payoff


def left_open(move: dr.Move, ends: tuple[int, ...]) -> tuple[int, int]:
    assert move.tile is not None
    assert isinstance(move.end, End)
    return move.tile.other_half(ends[move.end]), move.end


@pytest.fixture
def plain_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two levels are plain bots, so that what is kept depends on nothing that was learnt."""
    monkeypatch.setitem(LEVELS, "casual", Level("", "double", 0.3))
    monkeypatch.setitem(LEVELS, "club", Level("", "essay", 0.3))


PAIRS = ("random lowest", "essay rarity", "casual exposed", "club heaviest", "beginner double")
"""What the file beside this one counts, three deals each: the games as `Round` played them."""


@pytest.mark.usefixtures("plain_levels")
@pytest.mark.parametrize(
    ("rules", "seats", "kept"),
    [
        line.split()
        for line in Path(__file__).with_name("games_of_simple_bots.txt").read_text().splitlines()
    ],
)
def test_games_of_simple_bots_are_kept(rules: str, seats: str, kept: str) -> None:
    """In every game, draws and points on the way included."""
    digests = ""
    for pair in PAIRS:
        contest = contest_of(
            TournamentOptions(pair.split(), dr.variant(rules), seats=int(seats), seed=3)
        )
        deals = map(ContestTable(contest).play, range(3))
        rows = [[deal.number, deal.opener, deal.payoffs, deal.replaced] for deal in deals]
        digests += sha256(json.dumps(rows).encode()).hexdigest()[:12]
    assert sha256(digests.encode()).hexdigest()[:12] == kept


@pytest.mark.usefixtures("plain_levels")
@pytest.mark.parametrize(
    ("rules", "seats", "first", "second", "kept"),
    [
        pytest.param(
            "block",
            2,
            "strong:worlds=4",
            "solver:worlds=4",
            "3fe721154a1b",
            marks=pytest.mark.thorough,
        ),
        ("block", 2, "expert", "casual", "3e1dfe30b71b"),
        ("block", 2, "solver:worlds=4,model=choices,worth=play", "playouts:n=5", "ba05b6225bab"),
        pytest.param(
            "partnership",
            4,
            "solver:worlds=3,model=choices,worth=best",
            "omniscient",
            "977dec4daf0c",
            marks=pytest.mark.thorough,
        ),
        ("six_love", 4, "solver:worlds=3", "playouts:n=3", "a353efc433c7"),
        ("cut_throat", 3, "playouts:n=3", "random", "010cff1b8d08"),
    ],
)
def test_bots_that_sample_take_the_same_worlds(
    rules: str, seats: int, first: str, second: str, kept: str
) -> None:
    """In machine code, in plain Python, and as the kernel of whole rounds once took them."""
    contest = contest_of(
        TournamentOptions(
            [first, second],
            dr.variant(rules),
            seats=seats,
            seed=6,
            streams="independent" if rules == "block" else "common",
        )
    )
    native.decides(contest.compiled)
    found = ContestTable(contest).play(2)
    assert ContestTable(contest, natively=False).play(2) == found
    assert sha256(json.dumps(found.payoffs).encode()).hexdigest()[:12] == kept


def test_what_is_not_decided_in_bulk() -> None:
    """Draws, other bots, long searches."""
    for bots, rules in (
        (["first", "playouts"], dr.variant("draw")),
        (["first", "vote"], dr.variant("block")),
        (["first", "solver:time=1"], dr.variant("block")),
        (["first", "solver"], dr.variant("cuban_double_nine")),
        (["first", "solver:worlds=100000"], dr.variant("block")),
    ):
        assert contest_of(TournamentOptions(bots, rules)).ways == (None, None)


def test_processes_and_files_change_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = table(capsys=capsys)
    file = str(tmp_path / "a#1%20.results")  # signs that mean something in a URI
    assert table("--jobs", "2", "--out", file, capsys=capsys) == alone
    assert table("--resume", file, capsys=capsys) == alone
    begun = str(tmp_path / "b.results")
    assert main([*COMMAND[:4], "--deals", "15", "--seed", "2", "--out", begun]) == 0
    capsys.readouterr()
    assert table("--resume", begun, capsys=capsys) == alone


@pytest.mark.slow
def test_a_cluster_changes_nothing() -> None:
    distributed = pytest.importorskip("distributed")
    bots = ["lowest", "essay", "solver:worlds=3"]
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        there = dr.tournament(bots, deals=9, seed=3, cluster=cluster.scheduler_address)
    assert there.deals == dr.tournament(bots, deals=9, seed=3).deals


@needs_signals
def test_killed_and_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "killed.results"
    command = ["tournament", "lowest", "solver:worlds=3", "--deals", "30", "--seed", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "dominoes_rules", *command, "--out", str(file)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "DOMINOES_RULES_NATIVE": "0"},
    ) as child:
        while not (file.with_name(f"{file.name}-wal").exists() and child.poll() is None):
            assert child.poll() is None
            time.sleep(0.02)
        time.sleep(0.3)
        child.send_signal(signal.SIGKILL)
    assert main([*command, "--resume", str(file), "--json"]) == 0
    resumed = json.loads(capsys.readouterr().out)
    assert main([*command, "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    for found in (resumed, whole):
        del found["seconds"]
    assert resumed == whole


def test_other_types_of_players_are_another_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    def key(**options: Any) -> str:
        return contest_of(
            TournamentOptions(["strong", "heaviest"], library.variant("block"), **options)
        ).key

    before, alone, off = key(rounds_a_match=4), key(), key(rounds_a_match=4, types=False)
    types = dict(choice_models.bundled_types())
    types["lowest"] = replace(types["lowest"], digest="0")
    monkeypatch.setattr(contest, "bundled_types", lambda: types)
    assert key(rounds_a_match=4) != before
    assert (key(), key(rounds_a_match=4, types=False)) == (alone, off)


@pytest.mark.parametrize(
    "text",
    ["", "7", "[" * 100_000, '{"x": 1}', "[]", "[1,0,[],[],[]]",
     '[0,0,[[["a",0],[0,0]]],[[],[]],[0,0]]',
     "[1,0,[[[0,0],[0,0]]],[[],[]],[0,0]]", "[0,9,[[[0,0],[0,0]]],[[],[]],[0,0]]"],
)  # fmt: skip
def test_a_damaged_file(text: str, tmp_path: Path) -> None:
    """What is no deal of this tournament: an error that names the file, and nothing counted."""
    file = tmp_path / "a.results"
    dr.tournament(["first", "double"], deals=2, out=file)
    base = sqlite3.connect(file)
    base.execute("UPDATE deals SET played = ? WHERE number = 0", (text,))
    base.commit()
    base.close()
    with pytest.raises(dr.ArgumentError, match=r"a\.results is damaged: .* is not a deal"):
        dr.tournament(["first", "double"], deals=2, resume=file)


def test_a_file_whose_schema_is_no_text(tmp_path: Path) -> None:
    """SQLite's own message quotes it, and can't be decoded."""
    file = tmp_path / "a.results"
    dr.tournament(["first", "double"], deals=2, out=file)
    file.write_bytes(file.read_bytes().replace(b"CREATE TABLE", b"CREATE T\xff\xc3LE"))
    with pytest.raises(dr.ArgumentError, match=r"a\.results is damaged: its text is not UTF-8"):
        dr.tournament(["first", "double"], deals=2, resume=file)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["lowest"], "at least two bots"),
        (["lowest", "esay"], 'did you mean "essay"'),
        (["lowest", "essay", "first", "--sprt"], "a sequential test needs two bots"),
        (["lowest", "essay", "--resume", "none.results"], "no such file to resume"),
        (["lowest", "essay", "--out", "text.results"], "already exists; --resume"),
        (["lowest", "essay", "--resume", "text.results"], "text.results"),
        (["lowest", "essay", "--out", "."], "is a folder"),
        (
            ["lowest", "essay", "--resume", "other.results"],
            "first double there, lowest essay here",
        ),
        (["first", "double", "--resume", "other.results"], "can't hold results: no such table"),
        (["lowest", "essay", "--variant", "block/3"], "is for 2 players"),
        (["lowest", "essay", "--plot", "."], "is a folder"),
        (["lowest", "essay", "--plot", "no/such/folder.svg"], "there is no folder no/such"),
        (["lowest", "essay", "--plot", "text.results"], "is no picture or page"),
        (["lowest", "essay", "--jobs", "100000000"], "must be an integer from 1 to 1,000"),
    ],
)
def test_errors(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.results").write_text("mine\n", encoding="utf-8")
    if "other.results" in words:
        dr.tournament(["first", "double"], deals=2, out="other.results")
    if "double" in words:
        with sqlite3.connect("other.results") as base:
            base.execute("DROP TABLE deals")
        base.close()
    assert main(["tournament", *words, "--deals", "2"]) == 2
    assert said in capsys.readouterr().err
    assert Path("text.results").read_text(encoding="utf-8") == "mine\n"


def test_the_picture_and_the_text_name_every_bot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "p.svg"
    assert main([*COMMAND, "--move-time", "3", "--plot", str(picture)]) == 0
    printed = capsys.readouterr().out
    assert printed.endswith(
        f"{COMMAND[0]} lowest first essay --variant block --deals 40 --seed 2 --move-time 3\n"
    )
    drawn = "".join(ET.fromstring(picture.read_text(encoding="utf-8")).itertext())
    for name in ("lowest", "first", "essay"):
        assert name in printed
        assert name in drawn


def test_models_are_named_with_their_hashes(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "strong:worlds=2", "solver:worlds=2,model=choices", "lowest"]
    assert main([*words, "--deals", "2", "--json"]) == 0
    models = json.loads(capsys.readouterr().out)["models"]
    text = (Path(__file__).parents[2] / "variants" / "block.choices.json").read_bytes()
    known = {"file": "block.choices.json", "sha256": sha256(text).hexdigest()}
    assert models == dict.fromkeys(["strong:worlds=2", "solver:worlds=2,model=choices"], known)
    assert main([*words, "--deals", "2"]) == 0
    assert f"block.choices.json, SHA-256 {known['sha256'][:12]}" in capsys.readouterr().out


def test_a_sequential_test_ends_early() -> None:
    found = dr.tournament(["essay", "lowest"], deals=1000, seed=3, sprt=(0, 4))
    assert found.verdict is not None
    assert found.verdict.accepted == 4
    assert 200 <= len(found.deals) < 1000


def test_half_a_point_more_is_found() -> None:
    found = dr.tournament(["random", "random"], deals=4000, seed=3, streams="independent")
    fair = found.pairs[0].points
    assert fair.se is not None
    assert abs(fair.mean) < 3 * fair.se
    given = fair.mean + 0.5
    assert given > 2 * fair.se


def test_results_compare_by_what_was_played() -> None:
    found = dr.tournament(["lowest", "random"], deals=2, seed=1)
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert hash(again) == hash(found)
    assert found != dr.tournament(["lowest", "random"], deals=2, seed=2)


def test_clocks_stand_still_while_kernels_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    turn, clock = Turn.dealt(library.compiled(dr.variant("block")), 0, 0), dict[int, int]()
    turn.legal = turn.rules.legal(turn.state)

    def load(*_: object, **__: object) -> bool:
        time.sleep(0.2)
        return False

    def choose(turn: Turn) -> Action:
        native.available()
        return turn.legal[0]

    with monkeypatch.context() as patch:
        patch.delenv(native.SWITCH, raising=False)
        patch.setattr(loading.Loaded, "kernels", frozenset())
        patch.setattr(loading.Loaded, "missing", False)
        patch.setattr(loading, "_load", load)
        before = native.seconds_loading()
        timed(choose, clock)(turn)
    assert native.seconds_loading() - before >= 0.2
    assert list(clock.values()) == [1]
    assert sum(exp(k / 8) for k in clock) < 0.1
