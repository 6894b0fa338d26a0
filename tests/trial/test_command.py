"""The command `test`: parents, parameters, replays, and the shapes of what it prints."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.trial import rounds, try_example, try_other_parameters, try_parents
from tests.calls import Call
from tests.trial import planted

QUICK = ("--rounds", "2", "--scope", "100")


# ---------------------------------------------------------------------- shapes


def test_the_shape_of_the_json(call: Call) -> None:
    code, out, _ = call("test", "draw", *QUICK, "--json", "--seconds")
    found = json.loads(out)
    assert code == 0
    assert list(found) == ["variant", "seed", "passed", "failed", "outcomes", "parents"]
    names = [one["name"] for one in found["outcomes"] if not one["name"].startswith("example")]
    assert names == [
        "small scope for 2 players",
        "2 random rounds for 2 players",
        "3 matches for 2 players",
        "other parameters for 2 players",
    ]
    for one in found["outcomes"]:
        assert list(one) == ["name", "failure", "covered", "position", "place", "seconds"]
        assert one["failure"] is one["position"] is None
    assert [parent["parent"] for parent in found["parents"]] == ["draw_one"]
    assert list(found["parents"][0]["different"][0]) == ["name", "what", "place"]


def test_seconds_only_when_asked(call: Call) -> None:
    assert " s)" not in call("test", "block", *QUICK)[1]
    assert " s)\n" in call("test", "block", *QUICK, "--seconds")[1]


def test_long_rounds_are_fewer_unless_a_number_is_asked_for(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each round of block takes some twenty actions."""
    monkeypatch.setattr(rounds, "MOST_ACTIONS", 50)
    out = call("test", "block", "--scope", "0")[1]
    found = re.findall(r"^passed  (\d+) (random round|match)", out, re.MULTILINE)
    (played, _), (matches, _) = found
    assert 2 <= int(played) <= 6
    assert matches == "1"
    out = call("test", "block", "--rounds", "7", "--scope", "0")[1]
    assert "passed  7 random rounds for 2 players\n" in out


def test_no_scope(call: Call) -> None:
    assert "small scope" not in call("test", "block", "--rounds", "2", "--scope", "0")[1]


# ---------------------------------------------------------------------- examples


@pytest.mark.parametrize(
    ("who", "failure"),
    [
        ("player after opener opens next or else opener", ""),
        ("player after opener opens next or else finisher", "the new hands or a lot decide it"),
        ("opener opens next or else opener", "the rules have no such choice"),
        ("opener opens next", "the new hands or a lot decide it"),
    ],
)
def test_an_example_names_the_first_two_choices_of_an_opener(who: str, failure: str) -> None:
    example = (
        'example "x": given line [4|4] [4|1], A to play, A holds [4|0], B holds [5|5]\n'
        f"    when A plays [4|0]\n    then {who}\n"
    )
    ruleset = dr.loads(f'variant "X"\nextends "double_bergen"\n{example}')
    found = try_example(ruleset, ruleset.examples[0]).failure
    assert (failure in found) if found else not failure


# ---------------------------------------------------------------------- parents


def test_examples_of_the_parent_that_differ_are_reported() -> None:
    found = try_parents(library.variant("draw"))
    assert [(one.parent, one.examples) for one in found] == [("draw_one", 13)]
    differ = {one.name: one for one in found[0].different}
    free = differ['example "a player who could play may draw, and the turn is over though the '
                  'tile fits"']  # fmt: skip
    assert free.what == "A may only play [6|1] on left"
    assert free.place.endswith("draw_one.rules:48")
    assert 'example "going out wins what the other holds"' not in differ


def test_a_whole_chain_and_a_parent_by_path(tmp_path: Path, call: Call) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "mild.rules").write_text(
        'variant "Mild"\nextends "block"\naward hand: 7 to winner at round end\n'
        'example "seven": given line [6|6],  A to play,  A holds [6|1],  B holds [5|5]\n'
        "    when A plays [6|1]\n    then A scores 7\n"
    )
    child = tmp_path / "child.rules"
    child.write_text(
        'variant "Child"\nextends "games/mild.rules"\naward hand: 8 to winner at round end\n'
    )
    mild, block = try_parents(library.load(child))
    assert (mild.parent, block.parent) == ("mild", "block")
    assert [one.what for one in mild.different] == ["A scores 8"]
    assert len(block.different) == 5
    code, out, _ = call("test", str(child), *QUICK)
    assert code == 0
    assert "1 of 1 examples of mild differ here. They show what this file changes" in out
    assert 'example "seven": A scores 8 (' in out
    assert "5 of 10 examples of block differ here." in out
    places = [
        line.rpartition("(")[2] for line in out.splitlines() if line.startswith(" " * 8 + "ex")
    ]
    assert places
    assert all(re.fullmatch(r"(mild|block)\.rules:\d+\)", place) for place in places)


def test_a_child_that_changes_nothing(tmp_path: Path, call: Call) -> None:
    child = tmp_path / "child.rules"
    child.write_text('variant "Child"\nextends "block"\n')
    assert (
        "all 10 examples of block have the same result here\n"
        in call("test", str(child), *QUICK)[1]
    )


# ---------------------------------------------------------------------- parameters


def test_both_extremes_are_tried() -> None:
    rules = library.variant("puerto_rico_500")
    outcome = try_other_parameters(rules, 4, 5, seed=1)
    assert outcome is not None
    assert outcome.covered.startswith("1 round with each of target=100")
    assert "target=1000" in outcome.covered
    again = try_other_parameters(rules, 4, 5, seed=1)
    assert again == outcome


def test_what_is_set_stays_as_it_is() -> None:
    given = {"target": 100}
    outcome = try_other_parameters(library.variant("partnership"), 4, 5, 1, given)
    assert outcome is not None
    assert "target" not in outcome.covered
    assert try_other_parameters(library.variant("block"), 2, 5, 1, given) is None


def test_a_fault_of_one_extreme_only() -> None:
    ruleset = planted.house(
        "block",
        "parameter limit = 9 from 2 to 20\n"
        'invariant "few": passes in a row is less than 2 or limit is more than 2\n'
        'invariant "plays": plays is less than limit + 4\n',
    )
    outcome = try_other_parameters(ruleset, 2, 10, seed=0)
    assert outcome is not None
    assert outcome.failure is not None
    assert outcome.position is not None
    assert outcome.position.endswith("target=1 limit=2")
    assert 'invariant "plays"' in outcome.failure


def test_set_reaches_the_rounds(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "house.rules"
    path.write_text(
        'variant "House"\nextends "block"\nparameter limit = 28\n'
        'invariant "few": plays is at most limit\n'
    )
    assert call("test", str(path), *QUICK)[0] == 0
    code, out, _ = call("test", str(path), *QUICK, "--set", "limit=2")
    assert code == 1
    line = out.split("= in the position: ")[1].split("\n")[0]
    assert line.endswith(" play:00,40l,10r opener:A limit=2")
    assert call("test", str(path), "--replay", line)[0] == 1


@pytest.mark.parametrize(
    "words",
    [
        ["--set", "target"],
        ["--set", "target=0"],
        ["--set", "nothing=1"],
        ["--set", "target=5", "--set", "target=6"],
        ["--set", "target=5", "--replay", "block A:66/B:55"],
    ],
)
def test_parameters_that_make_no_sense(call: Call, words: list[str]) -> None:
    code, out, err = call("test", "block", *words)
    assert (code, out) == (2, "")
    assert err.startswith("dominoes-rules: ")


# ---------------------------------------------------------------------- replays

ROUND = (
    "A:00.10.11.20.21.22.30/B:31.32.33.40.41.42.43 "
    "stock:44.50.51.52.53.54.55.60.61.62.63.64.65.66 play:00,40l,10r opener:A"
)


def test_a_sound_round_passes(call: Call) -> None:
    code, out, _ = call("test", "block", "--replay", f"block {ROUND}")
    assert code == 0
    assert out.startswith(f"passed  replay of block {ROUND}\n")
    assert "3 actions\n" in out
    # Of two equal ends a tile may be written at the right one; the line is then read turned.
    turned = ROUND.replace("40l,10r", "40r,10l")
    assert call("test", "block", "--replay", f"block {turned}")[0] == 0
    code, out, _ = call("test", "block", "--replay", f"block/2 {ROUND}", "--json")
    assert (code, json.loads(out)["passed"]) == (0, 1)


def test_the_failure_and_the_call_that_shows_it_again(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "house.rules"
    path.write_text('variant "House"\nextends "block"\ninvariant "few": plays is at most 2\n')
    code, out, _ = call("test", str(path), *QUICK)
    assert code == 1
    line = f"{path} {ROUND}"
    assert f"to replay a failure: dominoes-rules test {path} --replay '{line}'\n" in out
    code, out, _ = call("test", str(path), "--replay", line)
    assert code == 1
    assert f'the invariant "few" does not hold ({path}:3)\n' in out
    path.write_text('variant "House"\nextends "block"\ninvariant "few": plays is at most 20\n')
    assert call("test", str(path), "--replay", line)[0] == 0


def test_a_snapshot_in_which_nothing_is_hidden(call: Call) -> None:
    line = (
        "domohnoes 66-61 A:00.10.11.20.21.22/B:30.31.32.33.40.41/"
        "C:42.43.44.50.51.52.53/D:54.55.60.62.63.64.65 C opener:A"
    )
    code, out, _ = call("test", "domohnoes", "--replay", line)
    assert code == 0
    assert "1 state\n" in out
    hidden = line.replace("54.55", "x2")
    code, out, err = call("test", "domohnoes", "--replay", hidden.replace("42.43", "x2"))
    assert (code, out) == (2, "")
    assert "must have no hidden tiles" in err


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "no variant"),
        ("draw A:66/B:55", "the line is for draw, not for block"),
        ("block", "a position is VARIANT HANDS"),
        ("block A:x7/B:x7 opener:A", "every hand is needed"),
        ("block A:66/B:55 opener:A", "A is dealt 7 tiles, and 1 are written"),
        (f"block {ROUND.replace('40l', '31l')}", "does not fit"),
        (f"block {ROUND.replace('play:00,40l', 'play:00,-')}", "action 2 of the line is not legal"),
        (f"block {ROUND.replace('opener:A', '')}", "another opener"),
        (f"block {ROUND} tiles=double-two", "needs both"),
        (f"block {ROUND} tiles=double-two deal=x", "a number of tiles"),
        (f"block {ROUND} tiles=double-ninety deal=1", "must be one of"),
        (f"block {ROUND} tiles=double-two deal=1 deal=2", "each once"),
        ("block tiles=double-two deal=1", "only a record"),
        ("block 22-21 A:11/B:10 A tiles=double-two deal=1", "only a record"),
        (f"block {ROUND.replace('opener:A', 'round:2')}", "needs an opener"),
        ("x" * 30_000, "the line is for xxx"),
        ("block A:11/B:22/C:33 tiles=double-two deal=1", "players"),
        ("block A:11/B:66 tiles=double-two deal=1 opener:A", "not in the set"),
        ("block A:11/B:22 tiles=double-two deal=9 opener:A", "too few tiles"),
    ],
)
def test_lines_that_cannot_be_played(call: Call, line: str, reason: str) -> None:
    code, out, err = call("test", "block", "--replay", line)
    assert (code, out) == (2, "")
    assert reason in err


def test_a_round_on_a_small_set(call: Call) -> None:
    line = "block A:11/B:22 stock:00.10.20.21 play:11 opener:A tiles=double-two deal=1"
    code, out, _ = call("test", "block", "--replay", line)
    assert code == 0
    assert "1 action\n" in out


def test_a_failure_of_a_file_with_spaces_can_be_played_again(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "our house.rules"
    path.write_text(
        'variant "Short"\nextends "block"\ninvariant "short": plays is at most 2\n',
        encoding="utf-8",
    )
    code, out, _ = call("test", str(path), "--rounds", "5", "--scope", "0")
    assert code == 1
    line = next(one.partition("position: ")[2] for one in out.splitlines() if "position: " in one)
    assert line.startswith(f"{path} ")
    code, out, _ = call("test", str(path), "--replay", line)
    assert code == 1
    assert 'the invariant "short" does not hold' in out
