"""`worlds --if`, `--given`, and what they stand on in the library."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from math import comb

import pytest

from dominoes_rules.cli import main
from dominoes_rules.errors import PositionError
from dominoes_rules.position.hidden_hands import worlds
from dominoes_rules.position.position import Position
from dominoes_rules.position.questions import ask
from dominoes_rules.solving.move_search import solve

PARTNERSHIP = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,-"


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_the_shape_of_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "worlds", PARTNERSHIP, "--if", "B holds [6|4]")
    assert found == {
        "count": 15008,
        "matching": 5684,
        "probability": 5684 / 15008,
        "sampled": None,
        "se": None,
    }


def test_tiles_of_one_number_are_counted_exactly(capsys: pytest.CaptureFixture[str]) -> None:
    deal = "partnership A:x7/B:x7/C:x7/D:x7"
    found = answer(capsys, "worlds", deal, "--if", "A holds at least 5 tiles of one number")
    assert (found["probability"], found["sampled"]) == (31_906 / comb(28, 7), None)


def test_an_answer_about_a_deal_shows_what_it_assumes(capsys: pytest.CaptureFixture[str]) -> None:
    deal, condition = "partnership A:x7/B:x7/C:x7/D:x7", "A holds at least 5 doubles"
    whoever = answer(capsys, "worlds", deal, "--if", condition)
    assert whoever["probability"] == deal_share(5)
    assert "assumed" not in whoever
    opened = answer(capsys, "worlds", f"{deal} opener:A", "--if", condition)
    rule = "A opens. The player dealt [6|6] opens the first round, and must open with it."
    assert opened["assumed"] == [rule]
    assert answer(capsys, "worlds", f"{deal} opener:A")["assumed"] == [rule]
    assert main(["worlds", f"{deal} opener:A", "--if", condition]) == 0
    assert f"\nassumed: {rule}\n" in capsys.readouterr().out
    redealt = Position("cuban_double_nine A:x10/B:x10/C:x10/D:x10 opener:A")
    (rule,) = ask(redealt, condition).assumed
    assert rule.startswith("If any player holds at least five doubles, the deal is void")
    assert ask(Position(PARTNERSHIP), condition).assumed == ()


def deal_share(doubles: int) -> float:
    """How likely seven of 28 tiles have at least so many doubles."""
    hands = (comb(7, number) * comb(21, 7 - number) for number in range(doubles, 8))
    return sum(hands) / comb(28, 7)


@pytest.mark.parametrize(
    "deal", ["cut_throat A:x7/B:x7/C:x7/D:x7", "muggins A:x7/B:x7", "draw A:66.x6/B:x7"]
)
def test_a_deal_that_nobody_has_opened_is_all_deals_that_somebody_opens(deal: str) -> None:
    condition = "B holds at least 3 doubles"
    whoever = ask(Position(deal), condition)
    opened = []
    for seat in Position(deal).setup.seat_names:
        with suppress(PositionError):
            opened.append(ask(Position(f"{deal} opener:{seat}"), condition))
    assert whoever.count == sum(one.count or 0 for one in opened)
    assert whoever.matching == sum(one.matching for one in opened)


def test_nobody_is_to_move_in_a_deal_that_nobody_has_opened() -> None:
    deal = Position("block A:66.15.22.24.20.43.50/B:x7")
    assert (deal.turn, deal.knows_mover, deal.is_over) == ("", False, False)
    assert Position(repr(deal)[10:-2]) == deal
    reads: list[Callable[[], object]] = [
        lambda: deal.legal_moves,
        lambda: deal.play("66"),
        lambda: deal.is_legal("66"),
        lambda: solve(deal),
    ]
    for read in reads:
        with pytest.raises(PositionError, match="the lot decides who opens: add opener:A"):
            read()


def test_hands_compared_are_tested_in_every_world(capsys: pytest.CaptureFixture[str]) -> None:
    text = "pips held by B is more than pips held by C"
    position = Position(PARTNERSHIP)
    pips = position.setup.values
    exact = 0
    for world in position.evidence.table:
        hands = position.evidence.hands(world)
        held = [sum(value for t, value in enumerate(pips) if hand >> t & 1) for hand in hands]
        exact += held[1] > held[2]
    assert answer(capsys, "worlds", PARTNERSHIP, "--if", text) == {
        "count": 15008,
        "matching": exact,
        "probability": exact / 15008,
        "sampled": None,
        "se": None,
    }
    given = [PARTNERSHIP, "--given", text, "--given", "B holds no 4"]
    assert main(["worlds", *given, "--list"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert len(listed) > 0
    assert len(listed) == answer(capsys, "worlds", *given)["count"]
    assert answer(capsys, "solve", *given, "--world", str(len(listed)))["position"] == listed[-1]


def test_what_leaves_too_many_worlds_is_sampled(capsys: pytest.CaptureFixture[str]) -> None:
    opening = PARTNERSHIP.partition(" play:")[0]
    words = ["worlds", opening, "--if", "pips held by B is more than pips held by C", "--seed", "5"]
    found = answer(capsys, *words)
    assert found["sampled"] == 10_000
    probability, error = found["probability"], found["se"]
    assert isinstance(probability, float)
    assert isinstance(error, float)
    # As often more as less, and seldom the same.
    assert 0.4 < probability < 0.5 + 4 * error
    assert found == answer(capsys, *words)


def test_supposing_changes_the_chances() -> None:
    position = Position(PARTNERSHIP)
    supposed = position.supposing("C holds [0|0]")
    assert worlds(supposed).count == 2086
    assert worlds(supposed).chance("C", "00") == 1
    assert worlds(supposed).chance("B", "00") == 0
    both = ask(position, "C holds [0|0] and B holds [6|4]").matching
    assert ask(supposed, "B holds [6|4]").matching == both
    assert supposed != position
    assert eval(repr(supposed), {"Position": Position}) == supposed


def test_given_in_solve(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--given", "D holds [4|4] and D holds [3|3]", "--given", "B holds [6|4]"]
    found = answer(capsys, "solve", PARTNERSHIP, *given, "--worlds", "20")
    position = Position(PARTNERSHIP).supposing(given[1]).supposing(given[3])
    assert found["worlds"] == {"count": worlds(position).count, "used": 20}
    assert found["given"] == [given[1], given[3]]


def test_supposing_the_impossible() -> None:
    position = Position(PARTNERSHIP)
    with pytest.raises(PositionError, match="no world fits"):
        position.supposing("D holds [1|0]")
    with pytest.raises(PositionError, match="no world fits"):
        position.supposing("pips held by B is less than pips held by C", "B holds at least 40 pips")


@pytest.mark.parametrize("words", [["--if", "B hold"], ["--given", "B holds [7|7]"], ["--if", ""]])
def test_a_bad_condition_is_reported(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worlds", PARTNERSHIP, *words]) == 2
    reported = capsys.readouterr()
    assert not reported.out
    assert "condition" in reported.err
