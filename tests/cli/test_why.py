"""`solve --why` and `solve --world` as a user meets them."""

from __future__ import annotations

import shlex
from functools import partial

import pytest

import dominoes_rules as dr
from tests.calls import Call

SNAPSHOT = "block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A"
OPENING = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,-"
GUESS = (
    "partnership A:x7/B:x7/C:00.11.22.40.51.52.64/D:x7 play:66,62l,60r,22l,32l,30l,50l,52l,20r,"
    "42l,21r,11r,43l,31r,33l,-,53l,55l,-,51l,10l,63r,61r opener:D"
)
STOCK = (
    "draw A:66.64.43.31.20.10.50/B:65.63.62.61.60.55.54 "
    "stock:53.52.51.44.42.41.40.33.32.30.x4 play:66,65l"
)
BOTH_ENDS = "block A:65.64.31.20.10.50.00/B:x7 opener:A play:65,54r"
WHOLE_DEAL = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7"


@pytest.fixture
def solve(call: Call) -> Call:
    """Every world counts alike, so that the figures are those of open hands."""
    return partial(call, "solve", "--model", "counted")


def test_the_text(solve: Call) -> None:
    called = solve(GUESS, "--why", "00")
    assert (called.code, called.err) == (0, "")
    reported = called.out.split("\nwhy ")[1].splitlines()
    assert reported[0] == "00l: 25.00 points, 25.00 better than 40l"
    assert reported[2].split() == ["if", "chance", "points", "change", "explains", "lead", "over"]
    assert reported[3].split() == "A holds 54 50.0% 29.00 4.00 100.0% -5.00 40l".split()
    assert reported[4].split() == "A holds 65 50.0% 21.00 -4.00 100.0% 55.00 40l".split()
    assert reported[6] == "if A holds 54 (50.0%), 40l is 5.00 better than 00l"
    assert "world 1: 00l is worth 29.00; 40l would be worth 34.00" in reported
    assert "world 2: 00l is worth 21.00; no move is better" in reported


def test_a_move_that_is_not_the_best(solve: Call) -> None:
    reported = solve(GUESS, "--why", "40l").out.split("\nwhy ")[1]
    assert reported.startswith("40l: 0.00 points, 25.00 worse than 00l\n")
    assert "if A holds 54 (50.0%), 40l is 5.00 better than 00l" in reported


def test_the_json(solve: Call) -> None:
    found = solve(SNAPSHOT, "--why", "22", "--json").json
    why = found["why"]
    row = found["moves"][0]
    assert why["move"] == row["move"] == "22l"
    assert (why["points"], why["se"]) == (row["points"], None)
    assert why["lead"] == found["moves"][1]["gap"]
    assert why["over"] == found["moves"][1]["move"]
    assert {len(one) for one in why["holdings"]} == {13}
    holders = {(one["tile"], one["holder"]) for one in why["holdings"]}
    assert len(holders) == len(why["holdings"]) == 24
    assert {holder for _, holder in holders} == {"B", "stock"}
    assert all(one["exact"] and one["used"] == 462 for one in why["holdings"])
    assert [one["world"] for one in why["worst"]] == [27, 43, 171]
    plain = solve(SNAPSHOT, "--json").json
    assert plain == {key: value for key, value in found.items() if key != "why"}


def test_the_worst_world_is_the_one_of_its_number(solve: Call) -> None:
    """What `--why` tells of a world is what `--world` and the line itself say."""
    words = (OPENING, "--worlds", "20", "--seed", "2")
    for bad in solve(*words, "--why", "20", "--json").json["why"]["worst"]:
        there = solve(OPENING, "--world", str(bad["world"]), "--json").json
        assert there["position"] == bad["position"]
        assert solve(bad["position"], "--json").json["moves"] == there["moves"]
        points = {row["move"]: row["points"] for row in there["moves"]}
        assert points["20l"] == bad["points"]
        assert points[bad["best"]] == bad["best_points"] == max(points.values())


def test_worlds_that_are_supposed_are_numbered_among_themselves(solve: Call) -> None:
    words = (SNAPSHOT, "--given", "B holds [6|4]")
    worst = solve(*words, "--why", "42", "--json").json["why"]["worst"]
    there = solve(*words, "--world", str(worst[0]["world"]), "--only", "42", "--json").json
    assert there["position"] == worst[0]["position"]
    assert there["moves"][0]["points"] == worst[0]["points"]
    assert "64" in worst[0]["position"].split("/B:")[1]


def test_what_no_world_tells_is_reported(solve: Call) -> None:
    reported = solve(OPENING, "--worlds", "5", "--why", "22").out.split("\nwhy ")[1]
    assert "more holdings are possible, but not in any world searched" in reported
    assert "no single holding makes another move than 22l clearly the best" in reported


def test_the_only_move(solve: Call) -> None:
    reported = solve(WHOLE_DEAL, "--worlds", "2", "--why", "66").out.split("\nwhy ")[1]
    assert reported.splitlines()[0].endswith("points; there is no other move")
    assert "clearly" not in reported


def test_orders_of_the_stock(solve: Call) -> None:
    reported = solve(STOCK, "--worlds", "6", "--why", "64").out.split("\nwhy ")[1]
    assert "no holding is uncertain" in reported
    assert "each is shown with the order of its stock; --world draws others" in reported
    out = solve(STOCK, "--worlds", "6", "--world", "1").out
    assert "best play: unknown, since the order of the stock is open\n" in out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((GUESS, "--why", "99"), "99 is not legal here; the legal moves are 00l, 40l"),
        ((GUESS, "--why", ""), "an empty move"),
        ((GUESS, "--why", "what"), "is not a move"),
        ((SNAPSHOT, "--why", "20r"), "20r is not legal here; the legal moves are 20l, 22l, 42l"),
        ((BOTH_ENDS, "--why", "64"), "64: it fits both ends; write 64l or 64r"),
    ],
)
def test_a_move_that_cannot_be_asked_about(solve: Call, words: list[str], reason: str) -> None:
    called = solve(*words)
    assert (called.code, called.out) == (2, "")
    assert reason in called.err
    # The same words as of --only.
    assert solve(*[word.replace("--why", "--only") for word in words]).err == called.err


def test_a_round_that_is_over(solve: Call) -> None:
    game = dr.Round(dr.variant("block"), seed=7)
    while not game.is_over:
        game.push(game.legal_moves[0])
    called = solve(str(game.position), "--why", "66")
    assert (called.code, called.out) == (2, "")
    assert "is not legal here: the round is over" in called.err


def test_a_line_of_play_names_seats_and_how_it_ends(solve: Call) -> None:
    out = solve(GUESS, "--world", "2").out
    assert "best play: C 00l, D -, A -, B 41r, C 64r, D -, A 65r\n" in out
    assert "the round is over (domino): AC wins; AC 21, BD 0\n" in out
    out = solve(GUESS, "--world", "2", "--only", "40").out
    assert "best play after 40l: C 40l, D 54l\n" in out
    assert "the round is over (domino): BD wins; AC 0, BD 34\n" in out
    found = solve(GUESS, "--world", "2", "--only", "40", "--json").json
    assert found["line"] == ["40l", "54l"]
    assert found["moves"][0]["points"] == -34


def test_a_world_far_down_the_list(solve: Call) -> None:
    count = 399_072_960
    found = solve(WHOLE_DEAL, "--world", str(count), "--only", "66", "--json").json
    assert found["position"].startswith("partnership A:")
    assert solve(WHOLE_DEAL, "--world", str(count + 1)).code == 2


def test_a_line_can_be_pasted(solve: Call) -> None:
    """A command put together from what is printed is a command."""
    out = solve(GUESS, "--why", "00").out
    line = out.split("worth 21.00")[1].splitlines()[1].strip()
    assert solve(*shlex.split(line)).code == 0
