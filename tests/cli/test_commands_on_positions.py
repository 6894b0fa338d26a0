"""The commands that ask about a position: exit code, output, talk."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from dominoes_rules.position.position import Position
from dominoes_solver.pimc import budgets
from tests.calls import Call

RECORD = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,-"
SNAPSHOT = "block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A"
OPEN = "block 26-66-61-15 A:22.24.20.43/B:33.44.55.64.30.31 A opener:A"


# ---------------------------------------------------------------------- positions


def test_a_position_may_be_words_a_file_or_input(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "position.txt"
    path.write_text(f"\ufeff# a remark\n\n{RECORD}  # another\n", "utf-8")
    whole = call("worlds", RECORD, "--json").out
    assert call("worlds", *RECORD.split(), "--json").out == whole
    assert call("worlds", "--json", *RECORD.split()).out == whole
    assert call("worlds", str(path), "--json").out == whole
    monkeypatch.setattr(sys, "stdin", io.StringIO(RECORD + "\n"))
    assert call("worlds", "-", "--json").out == whole


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no position"),
        ("nothing", "neither a file nor a position"),
        ("two words", "two: there is no variant of that name"),
        ("blok A:66/B:x7", 'did you mean "block"?'),
        ("block A:66.66/B:x7", "66"),
        ("block/9 A:66/B:x7", "9"),
        ("block A:99/B:x7 opener:A", "99"),
        ("x" * 50_000, "read"),
        ("/", "folder"),
        ("\0", "read"),
        (f"{RECORD}\n{RECORD}", "2 lines"),
    ],
)
def test_what_is_no_position(call: Call, text: str, reason: str) -> None:
    for command in ("worlds", "solve"):
        called = call(command, text)
        assert (called.code, called.out) == (2, "")
        assert reason in called.err
        assert len(called.err) < 1_000


def test_a_file_that_holds_no_position(call: Call, tmp_path: Path) -> None:
    for content in (b"", b"\xff\xfe", b"#", b"x" * 100_000):
        path = tmp_path / "position.txt"
        path.write_bytes(content)
        assert call("worlds", str(path)).code == 2
    assert call("worlds", str(tmp_path)).code == 2


def test_input_that_cannot_be_read(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe"), "utf-8"))
    assert call("worlds", "-").code == 2
    monkeypatch.setattr(sys, "stdin", None)
    assert call("worlds", "-").code == 2


# ---------------------------------------------------------------------- worlds


def test_worlds(call: Call) -> None:
    called = call("worlds", RECORD)
    assert called.code == 0
    assert "15,008 worlds fit\n" in called.out
    found = call("worlds", RECORD, "--json").json
    assert {"count", "holders", "void"} <= found.keys()
    assert found["count"] == 15008
    assert found["void"] == {"B": [2, 5], "C": [], "D": [1, 2]}
    assert found["holders"]["stock"] == {}
    assert found["holders"]["B"]["64"] == pytest.approx(0.3787, abs=5e-5)
    for row in zip(*(found["holders"][seat].values() for seat in "BCD"), strict=True):
        assert sum(row) == pytest.approx(1)


def test_tiles_with_the_same_chances_share_a_row(call: Call) -> None:
    called = call("worlds", "block A:66.65.64.63.62.61.60/B:x7 opener:A play:66").out
    rows = called.split("\n\n")[2].splitlines()
    assert rows[0].split() == ["tile", "B", "stock"]
    assert rows[1].split()[-2:] == ["33.3%", "66.7%"]
    tiles = [word for row in rows for word in row.split() if word.isdigit()]
    assert len(tiles) == len(set(tiles)) == 21
    assert len(rows) < 6


def test_worlds_one_by_one(call: Call) -> None:
    sample = call("worlds", RECORD, "--sample", "3", "--seed", "4")
    assert sample.code == 0
    lines = sample.out.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("partnership A:") and "x" not in line for line in lines)
    assert call("worlds", RECORD, "--sample", "3", "--seed", "4").out == sample.out
    assert call("worlds", RECORD, "--sample", "3", "--seed", "5").out != sample.out
    assert call("worlds", RECORD, "--sample", "3", "--seed", "4", "--json").json == lines
    late = (
        "partnership A:66.24.55.23.13.16.12/B:x7/C:x7/D:56.35.33.00.01.22.46 "
        "play:66,60l,40l,65r,42l,50r,30r,53r,55r,52l,54l,64l,61l,11l,41l,-,-,43l"
    )
    listed = call("worlds", late, "--list")
    count = call("worlds", late, "--json").json["count"]
    assert len(set(listed.out.splitlines())) == count > 1


# ---------------------------------------------------------------------- solve


def test_solve(call: Call) -> None:
    words = ["solve", RECORD, "--worlds", "20", "--seed", "7"]
    called = call(*words, "--model", "counted", "--details")
    assert called.code == 0
    *lines, engine, full = called.out.splitlines()
    assert engine.startswith("searched in machine code, ")
    assert full.startswith("model in full: every world equally likely given the record")
    assert lines[0] == "[2|5][5|1][1|6][6|6][6|2]"
    assert lines[1].startswith("> A ")
    assert lines[-2:] == [
        "20 of 15,008 worlds, sampled",
        "model: every world equally likely, all hands open; seed 7",
    ]
    # Without an option the others' choices count; what counting alone finds is a detail.
    weighed = call(*words).out.splitlines()
    assert weighed[-2].startswith("20 of 15,008 worlds, sampled, effective sample: ")
    assert weighed[-1] == (
        "model: worlds weighted by others' choices, if they play like `solver`; "
        "half open hands, half playouts; seed 7"
    )
    detailed = call(*words, "--details").out.splitlines()
    assert detailed[: len(weighed)] == weighed
    assert detailed[len(weighed)].startswith("searched in ")
    assert "same best move with and without weighting" in detailed
    assert detailed[-1].startswith("strongest clue: C played 52l at action 7 (")


def test_solve_says_what_points_are_where_a_play_pays(call: Call) -> None:
    paid = "points: of the whole round, including those already paid"
    assert paid not in call("solve", RECORD, "--worlds", "1").out.splitlines()
    table = "bergen 02-22-23-33-31-11-15 A:30.43.55/B:x2 A opener:B"
    assert paid in call("solve", table, "--worlds", "1").out.splitlines()


def test_solve_as_json(call: Call) -> None:
    found = call("solve", RECORD, "--worlds", "20", "--seed", "7", "--json").json
    assert {"variant", "turn", "exact", "worlds", "seed", "moves"} <= found.keys()
    assert (found["variant"], found["turn"], found["exact"]) == ("partnership", "A", False)
    assert found["worlds"] == {"count": 15008, "used": 20}
    assert found["seed"] == 7
    moves = found["moves"]
    assert sorted(row["move"] for row in moves) == ["20l", "22l", "42l"]
    for row in moves:
        assert row.keys() == {
            "move", "points", "se", "win", "tie", "gap", "gap_se", "best_in",
        }  # fmt: skip
    assert [row["points"] for row in moves] == sorted(
        (row["points"] for row in moves), reverse=True
    )
    assert (moves[0]["gap"], moves[0]["gap_se"]) == (0.0, None)


def test_each_move_has_its_number_of_worlds(call: Call) -> None:
    asked = ("solve", RECORD, "--worlds", "120", "--seed", "7", "--model", "counted")
    rows = call(*asked, "--json").json["moves"]
    assert [row["worlds"] for row in rows] == [120, 100, 100]
    text = call(*asked).out
    assert "best in     worlds" in text
    assert "`best in` covers the first 100 worlds" in text
    assert "worlds" not in call(*asked, "--all-moves", "--json").json["moves"][0]
    assert "best in     worlds" not in call(*asked, "--all-moves").out


def test_solve_gives_the_same_answer_to_the_same_seed(call: Call) -> None:
    words = ["solve", RECORD, "--worlds", "20", "--json"]
    first = call(*words, "--seed", "3").out
    assert call(*words, "--seed", "3").out == first
    assert call(*words, "--seed", "4").json["moves"] != json.loads(first)["moves"]


def test_solve_exactly(call: Call) -> None:
    found = call("solve", OPEN, "--exact", "--json").json
    assert found["exact"] is True
    assert found["worlds"]["used"] == found["worlds"]["count"]
    assert all(row["se"] is None and row["gap_se"] is None for row in found["moves"])


def test_solve_refuses_an_exact_answer_that_is_out_of_reach(call: Call) -> None:
    called = call("solve", "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7", "--exact")
    assert (called.code, called.out) == (2, "")
    assert "399,072,960 worlds" in called.err


def test_solve_of_a_mover_whose_hand_is_hidden(call: Call) -> None:
    called = call("solve", "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66")
    assert called.code == 2
    assert "B is to move" in called.err


def test_solve_of_a_round_that_is_over(call: Call) -> None:
    # The one game that examples/ holds, which B wins by going out.
    record = str(Path(__file__).parents[2] / "examples" / "printed_game.position")
    found = call("solve", record, "--json").json
    assert found["moves"] == []
    assert found["result"]["over"] == "domino"
    assert "the round is over (domino): BD wins" in call("solve", record).out
    assert call("solve", record, "--only", "66").code == 2


PARTLY_KNOWN = (
    "block A:x7/B:00.11.20.40.51.54.62 opener:A "
    "play:55,54l,43l,51r,32l,62l,60l,20l,10r,00r,-,40r,41r,11r"
)


def test_of_a_round_that_is_over_all_is_shown_that_hidden_hands_leave_certain(
    call: Call, tmp_path: Path
) -> None:
    result = "B wins; A 0, B 4 to 12, depending on hidden hands"
    assert f"the round is over (domino): {result}\n" in call("solve", PARTLY_KNOWN).out
    found = call("solve", PARTLY_KNOWN, "--json").json
    assert found["result"] is None
    assert found["certain"] == {
        "over": "domino", "winners": ["B"], "points": {"A": [0, 0], "B": [4, 12]}, "exact": True,
    }  # fmt: skip
    picture = tmp_path / "end.svg"
    assert call("draw", PARTLY_KNOWN, "--svg", str(picture)).code == 0
    assert "domino, B wins" in picture.read_text("utf-8")


def test_a_position_without_a_choice_is_answered_without_a_search(call: Call) -> None:
    text = "block/2 26-66-61-15 A:22.33.30.43/B:x6 A void:B=2.5 passes:1 opener:A"
    found = call("solve", text).out
    assert "22l is the only move." in found
    assert "points" not in found
    assert "points" in call("solve", text, "--worlds", "1").out


def test_one_move_only(call: Call) -> None:
    words = ["solve", RECORD, "--worlds", "20", "--json"]
    whole = {row["move"]: row for row in call(*words).json["moves"]}
    alone = {**whole["20l"], "gap": None, "gap_se": None, "best_in": None}
    for text in ("20", "20l", "20r", "[2|0]", "02"):
        found = call(*words, "--only", text).json
        assert (found["only"], found["moves"]) == (["20l"], [alone])
    called = call("solve", RECORD, "--worlds", "20", "--only", "20", "--details")
    assert "searched only 20l; no other move to compare" in called.out
    assert "gap" not in called.out


def test_some_moves_only(call: Call) -> None:
    words = ["solve", RECORD, "--worlds", "20", "--json", "--model", "counted"]
    whole = call(*words).json["moves"]
    worse = [row["move"] for row in whole[1:]]
    found = call(*words, *(word for move in worse for word in ("--only", move))).json
    assert sorted(found["only"]) == sorted(worse)
    assert [row["move"] for row in found["moves"]] == worse
    assert [row["points"] for row in found["moves"]] == [row["points"] for row in whole[1:]]
    assert found["moves"][0]["gap"] == 0
    gap = whole[1]["points"] - whole[2]["points"]
    assert found["moves"][1]["gap"] == pytest.approx(gap)


def test_jobs_change_nothing(call: Call) -> None:
    words = ["solve", SNAPSHOT, "--worlds", "60", "--seed", "4", "--json"]
    assert call(*words, "--jobs", "2").json == call(*words).json
    assert call(*words, "--jobs", "auto").json == call(*words).json
    assert "or `auto`" in call(*words, "--jobs", "many").err
    assert call(*words, "--jobs", "0").code == 2


def test_a_cluster_that_is_none(call: Call) -> None:
    called = call("solve", RECORD, "--cluster", "here")
    assert (called.code, called.out) == (2, "")
    assert "'here' is not the address of a scheduler; write it as tcp://HOST:PORT" in called.err


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("66", "66 is not legal here; the legal moves are 20l, 22l, 42l"),
        ("-", "- is not legal here"),
        ("+", "+ is not legal here"),
        ("99", "99 is not legal here"),
        ("best", "best"),
        ("", "empty"),
    ],
)
def test_one_move_that_is_none(call: Call, move: str, reason: str) -> None:
    called = call("solve", RECORD, "--only", move)
    assert (called.code, called.out) == (2, "")
    assert reason in called.err


def test_one_move_at_the_wrong_end(call: Call) -> None:
    called = call("solve", SNAPSHOT, "--only", "20r")
    assert called.code == 2
    assert "20r is not legal here; the legal moves are 20l, 22l, 42l" in called.err


# ---------------------------------------------------------------------- perft


def test_a_step_into_one_world(call: Call) -> None:
    """World K is that of the list; its line of play is legal, and worth what the best move is."""
    record = "block A:66.64.43.31.20.10.50/B:61.65.63.60.x3 opener:A play:66,61l"
    found = call("solve", record, "--world", "2", "--json").json
    assert found["position"] == call("worlds", record, "--list").out.splitlines()[1]
    end = Position(found["position"])
    for move in found["line"]:
        end = end.play(move)
    assert end.outcome is not None
    points = end.outcome.points
    assert found["exact"]
    assert points["A"] - points["B"] == found["moves"][0]["points"]
    assert found["line"][0] == found["moves"][0]["move"]


def test_an_exact_answer_counts_worlds_and_not_orders(call: Call) -> None:
    """Four tiles of the stock in any order: one world, worth the mean over 24 orders."""
    known = "53.52.51.44.42.41.40.33.32.30"
    hands = "draw A:66.64.43.31.20.10.50/B:65.63.62.61.60.55.54"
    found = call("solve", f"{hands} stock:{known}.x4 play:66,65l", "--exact", "--json").json
    assert found["exact"]
    assert found["worlds"] == {"count": 1, "used": 1}
    assert "every order of the stock" in found["model"]


def test_there_is_no_such_world(call: Call) -> None:
    called = call("solve", RECORD, "--world", "999999999")
    assert called.code == 2
    assert "there is no world" in called.err


def test_perft(call: Call) -> None:
    called = call("perft", OPEN, "3")
    assert called.code == 0
    assert [int(line.split()[0]) for line in called.out.splitlines()] == [1, 2, 3]
    found = call("perft", *OPEN.split(), "3", "--json").json
    assert found["counts"][0] == len(call("solve", OPEN, "--json").json["moves"])
    assert call("perft", OPEN, "0").code == 2


def test_perft_wants_one_world(call: Call) -> None:
    called = call("perft", RECORD, "3")
    assert called.code == 2
    assert "write every hand" in called.err


@pytest.mark.parametrize(
    ("game", "hand", "seats"),
    [
        ("cyprus", "99.98.87.76.65.21.30.32.50", "BCD"),
        ("cyprus", "99.98.87.76.65", "BCDEFGHIJ"),
        ("tiddle_a_wink", "99.98.87.76.65", "BCDEFGHIJ"),
    ],
)
def test_a_slow_game_is_estimated_in_seconds(
    call: Call, game: str, hand: str, seats: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten worlds of as many nodes take ten seconds: up to 200 millionths of a second a node."""
    monkeypatch.setattr(budgets, "SLOW", budgets.SLOW.slower(100))
    others = "/".join(f"{seat}:x{len(hand.split('.'))}" for seat in seats)
    record = f"{game}/{len(seats) + 1} A:{hand}/{others}"
    assert "was searched to the end; values are means of random playouts" in (
        call("solve", record, "--worlds", "2", "--model", "counted").out
    )
    rules = Position(record).compiled
    assert budgets.usual_nodes(rules, natively=False).of_a_world <= 5_000 // 100


def test_a_set_too_large_for_machine_code_is_named_in_the_model(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "twelve.rules"
    path.write_text('variant "Twelve"\nextends "block"\ntiles: double-twelve\ndeal: 3 each\n')
    words = [str(path), "A:CC.BB.C1/B:x3", "opener:A", "--worlds", "10", "--details"]
    found = call("solve", *words)
    assert found.code == 0
    assert "searched in plain Python: machine code goes up to 55 tiles" in found.out
    small = call("solve", SNAPSHOT, "--worlds", "10", "--details").out.splitlines()
    assert any(row.startswith("searched in plain Python, ") for row in small)
