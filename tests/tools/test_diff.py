"""What `diff` finds: every sort of change is told for what it is, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from pathlib import Path

import pytest
from hypothesis import given, settings

from dominoes_lang.languages.rule_sheet import sheet
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.cli.rulesets import diff
from dominoes_rules.compare.differences import differences, failing, rounds_of
from dominoes_rules.compare.paired_rounds import PairedRounds
from dominoes_rules.position.position import Position
from dominoes_rules.testing import composing
from tests.calls import Call

ROUNDS = 60


def house(base: str, text: str) -> Ruleset:
    return load(
        Source("house.rules", f'variant "House"\nextends "{base}"\n{text}\n'), library.bundled
    )


# A base, what is changed, the clauses that change, and what may differ in random rounds.
CHANGES = [
    ("block", "parameter target = 50 from 1 to 1000", {"parameter target"}, set()),
    ("block", "parameter target = 100 from 1 to 999", {"parameter target"}, set()),
    ("block", "match: 3 rounds, most wins", {"match"}, set()),
    ("block", "next opener: opener", {"next opener"}, {"next"}),
    ("block", "award hand: 2 * pips held by winner's opponents to winner at round end",
     {"award hand"}, {"points"}),
    ("block", "award extra: 5 to winner at round end when domino", {"award extra"}, {"points"}),
    ("block", "without award hand", {"award hand"}, {"points"}),
    ("block", "tile value: [0|0] is 50", {"tile value"}, {"points", "winner"}),
    ("block", "winner:\n when domino: finisher\n when blocked: nobody", {"winner"},
     {"winner", "points"}),
    ("block", "blocked: when everyone passed in a row", {"blocked"}, {"moves", "length"}),
    ("block", "direction: counterclockwise", {"direction"}, set()),
    ("block", "first opener: A plays any tile", {"first opener"},
     {"deal", "winner", "points", "length", "next"}),
    ("block", "redeal: when any player holds at least 4 doubles", {"redeal"},
     {"deal", "winner", "points", "length", "next"}),
    ("block", "award late: 5 to winner at round end when round is at least 3", {"award late"},
     {"points"}),
    ("draw", "reserve: 2", {"reserve"}, {"moves", "winner", "points", "length"}),
    ("draw", "turn:\n play a tile\n or else draw 1 then play\n or else pass", {"turn"},
     {"moves", "winner", "points", "length"}),
    ("partnership", "winner: player with fewest pips, ties to nobody", {"winner"},
     {"winner", "points", "next"}),
    ("partnership", "parameter key_tile = [5|5]", {"parameter key_tile"},
     {"deal", "winner", "points", "length", "next"}),
]  # fmt: skip


@pytest.mark.parametrize(("base", "text", "keys", "sorts"), CHANGES)
def test_a_change_is_shown_for_what_it_is(
    base: str, text: str, keys: set[str], sorts: set[str]
) -> None:
    first, second = library.variant(base), house(base, text)
    found = differences(first, second, 2 * ROUNDS)
    assert {change.key for change in found.changes} == keys
    assert found.any
    [played] = found.played
    seen = {sort for sort, count in played.counts.items() if count}
    assert seen <= sorts
    assert bool(seen) == bool(sorts)
    back = differences(second, first, 2 * ROUNDS).played[0]
    assert back.counts == played.counts
    for side, mean in played.points.items():
        assert back.points[side].mean == -mean.mean


SAME = [
    ("block", "# nothing"),
    ("block", 'invariant "x": plays is at least 0'),
    ("block", "reserve: 0"),
    ("block", "next opener: lot plays any tile"),
    (
        "block",
        "without award hand\naward paid: pips held by winner's opponents to winner at round end",
    ),
    (
        "block",
        "define lost: pips held by winner's opponents\naward hand: lost to winner at round end",
    ),
    ("draw", "define much: 7\ndeal: much each"),
    ("partnership", "tiles:   double-six   # all of them"),
]


@pytest.mark.parametrize(("base", "text"), SAME)
def test_what_agrees_is_no_difference(base: str, text: str) -> None:
    found = differences(library.variant(base), house(base, text), ROUNDS)
    assert not found.any


@pytest.mark.parametrize(
    "text", ["tiles: double-five", "deal: 6 each", "players: 2 in teams of 1\ntiles: double-nine"]
)
def test_other_tiles_can_t_have_the_same_deals(text: str) -> None:
    [played] = differences(library.variant("block"), house("block", text), ROUNDS).played
    assert not played.coupled
    assert played.alone is not None
    one, other = played.alone
    assert one.keys() == other.keys()
    assert one["tiles laid"].mean != other["tiles laid"].mean
    assert played.rounds == ROUNDS


def test_numbers_of_players() -> None:
    found = differences(library.variant("domohnoes"), house("domohnoes", "players: 3..4"), 5)
    assert [one.seats for one in found.played] == [3, 4]
    assert found.players == ((2,), ())
    found = differences(library.variant("domohnoes"), library.variant("domohnoes"), 5, seats=3)
    assert [one.seats for one in found.played] == [3]
    assert not found.any


def test_the_mean_of_points_is_that_of_the_rounds() -> None:
    """Twice the award is once the award more, round by round."""
    text = "award hand: 2 * pips held by winner's opponents to winner at round end"
    [doubled] = differences(library.variant("block"), house("block", text), 200).played
    [none] = differences(house("block", "award hand: 0 to winner at round end"),
                         library.variant("block"), 200).played  # fmt: skip
    assert doubled.points == none.points
    assert all(mean.mean > 3 * (mean.se or inf) > 0 for mean in doubled.points.values())


@pytest.mark.parametrize(("base", "text"), [change[:2] for change in CHANGES])
def test_the_example_position_is_one_where_they_part(base: str, text: str) -> None:
    first = library.variant(base)
    [played] = differences(first, house(base, text), ROUNDS).played
    witness = played.witness
    if witness is None:
        return
    assert witness.first != witness.second
    if witness.sort == "moves" and " may do " in witness.first:
        legal = [str(move) for move in Position(witness.position).legal_moves]
        assert legal == witness.first.partition(" may do ")[2].split(", ")


@pytest.mark.parametrize(("base", "text"), [change[:2] for change in CHANGES])
def test_the_rule_sheet_says_what_has_changed(base: str, text: str) -> None:
    """No change of a rule is lost in the English; for two the direction makes no difference."""
    one, other = (sheet(rules.setup()) for rules in (library.variant(base), house(base, text)))
    assert (one == other) == text.startswith("direction")


@pytest.mark.parametrize(("base", "text"), SAME)
def test_the_rule_sheet_of_the_same_rules_is_the_same(base: str, text: str) -> None:
    assert sheet(library.variant(base).setup()) == sheet(house(base, text).setup())


def test_examples_that_fail_are_shown_with_a_reason() -> None:
    first = library.variant("block")
    second = house("block", "award hand: pips held by everyone to winner at round end\n"
                   'example "x": given line [6|6], A to play, A holds [6|1], B holds [1|1]\n'
                   " when A passes then illegal")  # fmt: skip
    found = differences(first, second, 5)
    titles = {one.title: one.reason for one in found.failing}
    assert "blocked: the lower hand wins all that the other holds, not the difference" in titles
    assert all(one.of == "block" and one.under == "house" for one in found.failing)
    assert "B scores 11 (block.rules:" in " ".join(titles.values())


@pytest.mark.parametrize(
    ("rules", "example", "other", "reason"),
    [
        ("parameter dealt = 5\ndeal: dealt each", "when A plays [6|1] then dealt is 5",
         "", 'there is no such "dealt" in these rules'),
        ("parameter dealt = 5\ndeal: dealt each", "when A plays [6|1] then dealt is 5",
         "parameter dealt = no\nblocked: when dealt or nobody can act",
         'there is no such "dealt" in these rules'),
        ("fits: numbers adding to 7, wild [6|1]",
         "when A plays [6|1] on right leaving 1 then B to play",
         "layout: line open at one end\nfits: equal numbers, wild 0", "A may only play [6|1]"),
    ],
)  # fmt: skip
def test_an_example_may_need_what_other_rules_lack(
    rules: str, example: str, other: str, reason: str
) -> None:
    given = "given line [6|6], A to play, A holds [6|1] [5|5], B holds [1|1]"
    first = house("block", f'{rules}\nexample "x": {given} {example}\n')
    assert any(
        one.title == "x" and reason in one.reason for one in failing(first, house("block", other))
    )


def test_the_same_seed_plays_the_same_rounds() -> None:
    pair = library.variant("draw"), library.variant("draw_one")
    assert differences(*pair, 30, seed=4) == differences(*pair, 30, seed=4)
    assert differences(*pair, 30, seed=4).played != differences(*pair, 30, seed=5).played


# ---------------------------------------------------------------------- the command


def test_the_command(call: Call) -> None:
    called = call("diff", "draw", "draw_one", "--rounds", "30")
    assert called.code == 1
    assert "-     or else draw until able then play\n" in called.out
    assert "+     or draw 1 then stop\n" in called.out
    assert "Examples of draw that fail under draw_one:" in called.out
    assert "what a player may do" in called.out
    answer = call("diff", "draw", "draw_one", "--rounds", "30", "--json")
    assert answer.code == 1
    assert answer.json["different"]
    assert answer.json["rounds"][0]["counts"]["moves"] > 0
    assert call("diff", "block", "block", "--rounds", "5").code == 0
    assert call("diff", "block", "none").code == 2
    assert call("diff", "block/3", "block").code == 2
    assert call("diff", "domohnoes/3", "domohnoes/4").code == 2


def test_two_files_of_one_name(call: Call, tmp_path: Path) -> None:
    for folder, amount in (("old", 3), ("new", 4)):
        (tmp_path / folder).mkdir()
        text = f'variant "House"\nextends "block"\nmatch: {amount} wins\n'
        (tmp_path / folder / "house.rules").write_text(text)
    old, new = (str(tmp_path / folder / "house.rules") for folder in ("old", "new"))
    called = call("diff", old, new, "--rounds", "5")
    assert called.code == 1
    assert called.out.startswith(f"{old} -> {new}\n")
    assert "5 random rounds show no difference in play." in called.out


def test_nothing_is_claimed_where_other_numbers_of_players_can_play(
    call: Call, tmp_path: Path
) -> None:
    path = tmp_path / "house.rules"
    path.write_text('variant "House"\nextends "block"\nplayers: 2..3\ndeal: 7 each\n')
    called = call("diff", "block", str(path), "--rounds", "5")
    assert "Only house can be played by three players." in called.out
    assert "no difference in play" not in called.out


@settings(max_examples=20)
@given(composing.rulesets(largest="double-three"), composing.rulesets(largest="double-three"))
def test_an_instance_shows_a_difference(one: Ruleset, other: Ruleset) -> None:
    for seats in set(one.players) & set(other.players):
        *_, found = rounds_of(one, other, seats, 30, 0)
        if found.witness is not None:
            assert found.witness.first != found.witness.second


def test_deals_that_are_void_for_one_of_them() -> None:
    redeals = house("block", "redeal: when any player holds at least 3 doubles")
    found = differences(library.find("block"), redeals, ROUNDS).played[0]
    assert found.witness is not None
    assert found.witness.sort == "deal"
    assert "the first deal is void; in deal " in found.witness.second


def test_ctrl_c_gives_what_is_known(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> Iterator[PairedRounds]:
        yield PairedRounds(2, 25, coupled=True, counts={"moves": 3, "points": 0}, points={})
        raise KeyboardInterrupt

    monkeypatch.setattr(diff, "rounds_of", stopped)
    called = call("diff", "block", "draw")
    assert called.code == 1
    assert "25 random rounds" in called.out
    assert "stopped before the end" in called.out
