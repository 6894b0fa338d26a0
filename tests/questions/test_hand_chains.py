"""`solve --train`: from which ends a hand is laid, whose hand it is, how the answer reads."""

from __future__ import annotations

import json

import pytest

import dominoes_rules as dr
from dominoes_rules.errors import PositionError
from dominoes_rules.solving.hand_chains import HandChains, hand_chains
from tests.calls import Call

HAND = "C7.73.35.C5.C1.18.89.9A.64.B2.00.77.33.22.11.A4"
FIRST = f"mexican_train A:{HAND}/B:x16 opener:A"


def ends(chains: HandChains) -> list[tuple[str, int, bool, bool]]:
    rows = chains.as_json()["ends"]
    assert isinstance(rows, list)
    return [(row["end"], row["number"], row["own"], row["open"]) for row in rows]


def test_a_chain_begins_at_the_own_train_and_at_the_public_one() -> None:
    chains = hand_chains(dr.Position(FIRST))
    assert chains.seat == "A"
    assert ends(chains) == [("@A", 12, True, True), ("@P", 12, False, True)]


def test_the_command_writes_a_chain_as_players_do(call: Call) -> None:
    called = call("solve", FIRST, "--train")
    assert called.out.endswith(
        "from 12: A's train and the public train\n"
        "  longest, 13 tiles: 12-7 7-7 7-3 3-3 3-5 5-12 12-1 1-1 1-8 8-9 9-10 10-4\n"
        "    4-6\n"
        "  rest, 67 pips: 0-0 2-2 11-2\n"
    )
    assert json.loads(call("solve", FIRST, "--train", "--json").out)["ends"][0]["longest"] == {
        "tiles": "C7 77 73 33 53 C5 C1 11 81 98 A9 A4 64".split(),
        "rest": ["00", "22", "B2"],
        "pips": 67,
        "uncovered": None,
    }


def test_the_lightest_rest_may_be_that_of_a_shorter_chain(call: Call) -> None:
    hand = "C1.10.02.23.CB.BA.99.88.77.66.55.44.64.75.86.97"
    shown = call("solve", f"mexican_train A:{hand}/B:x16 opener:A", "--train").out
    assert "  longest, 4 tiles: 12-1 1-0 0-2 2-3\n" in shown
    assert "  lightest, 2 tiles: 12-11 11-10\n" in shown


def test_a_double_that_must_be_covered_leaves_the_other_trains_for_later(call: Call) -> None:
    position = (
        "mexican_train/3 CC/A:C4-44 A:x13/C:x15/B:C1.11.12.47.77.22.33.34.45.56.61.69.CA.CB.AB "
        "B opener:A"
    )
    chains = hand_chains(dr.Position(position))
    assert ends(chains) == [
        ("@A", 4, False, True),
        ("@B", 12, True, False),
        ("@P", 12, False, False),
    ]
    shown = call("solve", position, "--train").out
    assert "from 12: B's train (not open now) and the public train (not open now)\n" in shown
    assert "  7-7 fits at the end, but no tile of the hand would cover it\n" in shown


def test_a_train_that_has_not_begun_begins_with_a_double_of_the_hand() -> None:
    hands = "A:x10/B:41.55.56.20.11.22.77.70.60.62.12.10.61/C:x13/D:x13"
    chains = hand_chains(dr.Position(f"basic_trains /A:59-99-94 {hands} B opener:A"))
    assert ends(chains) == [
        ("@94", 4, False, True),
        ("@95", 5, False, True),
        *(("@B", number, True, True) for number in (7, 5, 2, 1)),
    ]
    for row in chains.at_ends[2:]:
        assert row.longest.tiles[0] == (row.end.number, row.end.number)


def test_a_deal_is_laid_from_each_double_that_may_begin() -> None:
    hand = "99.95.55.43.88.12.33.45.01.02.03.04.05"
    chains = hand_chains(dr.Position(f"basic_trains A:{hand}/B:x13/C:x13/D:x13"))
    assert [number for _, number, _, _ in ends(chains)] == [9, 8, 5, 3]


def test_the_hand_is_the_movers_or_the_one_that_is_known() -> None:
    assert hand_chains(dr.Position(f"mexican_train A:x16/B:{HAND} opener:A")).seat == "B"
    both = f"mexican_train A:{HAND}/B:66.55.44.99.88.34.54.65.76.87.A8.A7.A6.A5.BA.AA"
    assert hand_chains(dr.Position(f"{both} opener:B")).seat == "B"


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("block A:66.65.11.22.33.44.55/B:x7", "Block has no trains"),
        ("mexican_train A:x16/B:x16", "write one hand"),
    ],
)
def test_what_has_no_chains_is_refused_with_the_reason(position: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        hand_chains(dr.Position(position))


def test_options_of_a_search_are_refused(call: Call) -> None:
    called = call("solve", FIRST, "--train", "--why", "C7", "--time", "3")
    assert called.code == 2
    assert called.err.endswith("--train searches no world: leave out --why and --time\n")
