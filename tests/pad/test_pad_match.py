"""Rounds that are told: corrections, answers in any order, files, and what is asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.errors import PadError, RecordError
from dominoes_rules.pad.pad_file import PadFile, pad_text, read_pad
from dominoes_rules.pad.pad_match import PadMatch, PadRound, RoundStatus, changed_rounds
from dominoes_rules.pad.pad_phrases import PadPhrases
from dominoes_rules.pad.table_questions import Answer, held
from dominoes_rules.pad.taps import Tap
from dominoes_rules.pad.typed_answers import complaint, typed_answer
from tests.pad.people import random_match, told_truly

NAMES = ["Ana", "Bea", "Carl", "Dan"]
GAMES = ["partnership", "haitian", "dominican", "bergen", "puerto_rico_500", "draw", "block"]
ASKED = Path(__file__).with_name("asked.txt")


def pad(game: str, *rounds: Mapping[str, Answer], seats: int | None = None) -> PadMatch:
    setup = dr.variant(game).setup(seats)
    return PadMatch(setup, NAMES[: setup.seats], [PadRound(told) for told in rounds])


def played(game: str, seed: int, rounds: int = 3) -> PadMatch:
    compiled = library.compiled(dr.variant(game))
    match = PadMatch(compiled.setup)
    for end, taps in random_match(compiled, Random(seed), rounds):
        match = told_truly(match, end, taps)
    return match


# ---------------------------------------------------------------------- what is asked


def asked(game: str) -> str:
    """The form of a first round as text."""
    match = pad(game)
    phrases, lines = PadPhrases(match.setup, match.names), [f"{game}:"]
    texts = {part.question.key: phrases.question(part.question) for part in match.form().questions}
    for part in match.form().questions:
        when = [f"{texts[key]} {', '.join(map(str, answers))}" for key, answers in part.only_if]
        lines.append(f"  {texts[part.question.key]}" + "".join(f" | {text}" for text in when))
    for kind in match.tap_kinds():
        questions = [phrases.question(part.question, kind.moment) for part in kind.form.questions]
        paying = f" {list(kind.paying)}" if kind.paying else ""
        lines.append(f"  + {', '.join(kind.awards)}: {'; '.join(questions)}{paying}")
    return "\n".join(lines)


def test_six_games_ask_what_they_need() -> None:
    games = ["partnership", "haitian", "dominican", "bergen", "all_fives", "old_draw"]
    assert "\n".join(map(asked, games)) + "\n" == ASKED.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_each_question_changes_the_result_for_some_answer(game: str) -> None:
    for told in played(game, 5, 2).rounds[:1]:
        for key, answer in told.told.items():
            others: list[Answer] = [not answer] if isinstance(answer, bool) else [0, 1, 40, 900]
            if isinstance(answer, str):
                others = [*"ABCD", "blocked", "00", "66", "65", "11"]
            ends = []
            for other in others:
                try:
                    match = PadMatch(
                        dr.variant(game).setup(),
                        rounds=[PadRound({**told.told, key: other}, told.taps)],
                    )
                except PadError:
                    continue
                ends.append((match.sheets[0].end, match.sheets[0].missing))
            was = PadMatch(dr.variant(game).setup(), rounds=[told]).sheets[0]
            assert any(end != (was.end, was.missing) for end in ends), (game, key)


@settings(max_examples=10)
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 99), extra=st.integers(0, 90))
def test_what_is_not_asked_does_not_matter(game: str, seed: int, extra: int) -> None:
    match = played(game, seed, 1)
    told = match.rounds[0].told
    more = {"plays": extra, "tiles stock": extra, "ends it fitted": 1, "mover": "A", **told}
    shuffled = dict(sorted(more.items(), key=lambda part: part[0][::-1]))
    again = match.told(1, PadRound(shuffled, match.rounds[0].taps))
    assert again.sheets[0].end == match.sheets[0].end


def test_one_sum_may_stand_for_several_players() -> None:
    singly = pad("partnership", {"end": "B", "pips A": 3, "pips C": 5, "pips D": 7})
    together = pad("partnership", {"end": "B", "pips CD": 12, "pips A": 3})
    whole = pad("partnership", {"end": "B", "pips ABCD": 15, "pips B": 0})
    assert singly.totals == together.totals == whole.totals == (0, 15)
    form = pad("partnership").form(told=PadRound({"end": "blocked"}))
    assert [question.key for question in form.together] == ["pips AC", "pips BD"]


# ---------------------------------------------------------------------- corrections


@pytest.mark.parametrize("game", GAMES)
def test_a_correction_equals_typing_everything_again(game: str) -> None:
    match, other = played(game, 1), played(game, 2)
    for number in range(1, min(len(match.rounds), len(other.rounds)) + 1):
        rounds = list(match.rounds)
        rounds[number - 1] = other.rounds[number - 1]
        corrected = match.told(number, rounds[number - 1])
        typed = PadMatch(match.setup)
        for told in rounds:
            if typed.is_over:
                break
            typed = typed.told(len(typed.rounds) + 1, told)
            if typed.sheets[-1].status is RoundStatus.OPEN:
                break
        assert corrected.sheets[: len(typed.sheets)] == typed.sheets


def test_a_correction_names_what_it_has_changed() -> None:
    blocked: dict[str, Answer] = {"end": "blocked", "pips AC": 10, "pips BD": 20, "finisher": "A"}
    first: dict[str, Answer] = {"end": "B", "pips ACD": 20}
    before = pad("partnership", first, first, blocked)
    after = before.told(1, PadRound({"end": "C", "pips ABD": 195}))
    changes = changed_rounds(before, after)
    assert changes == {
        1: ("totals", "next opener"),
        2: ("opener", "totals"),
        3: ("totals", "next opener", "end of the match"),
    }
    over = before.told(1, PadRound({"end": "C", "pips ABD": 150, "pips C": 0}))
    over = over.told(2, PadRound({"end": "C", "pips ABD": 80}))
    assert over.is_over
    assert over.sheets[2].status is RoundStatus.BEYOND
    assert over.victors == (0,)


def test_a_round_with_open_answers_makes_later_ones_wait() -> None:
    match = pad("partnership", {"end": "B"}, {"end": "B", "pips ACD": 20})
    assert [sheet.status for sheet in match.sheets] == [RoundStatus.OPEN, RoundStatus.WAITING]
    with pytest.raises(PadError, match="has not begun"):
        match.form(2)


def test_a_payment_during_play_may_end_the_match() -> None:
    setup = dr.variant("bergen").setup(2, {"target": 10})
    tap = Tap(("heading",), {"mover": "B", "halves like it": 3})
    match = PadMatch(setup, rounds=[PadRound({}, (tap,) * 4)])
    assert match.victors == (1,)
    assert match.totals == (0, 12)
    with pytest.raises(PadError, match="no later one"):
        PadMatch(setup, rounds=[PadRound({}, (tap,) * 5)])


def test_one_sum_is_paid_by_all_awards_that_read_it() -> None:
    tap = Tap(("fives", "threes"), {"mover": "A", "pips on ends": 15})
    match = PadMatch(dr.variant("fives_and_threes").setup(), rounds=[PadRound({}, (tap,))])
    assert [payment.points for payment in match.sheets[0].payments] == [3, 5]
    wrong = Tap(("fives", "threes"), {"mover": "A", "pips on ends": 14})
    with pytest.raises(PadError, match="pay nothing"):
        match.told(1, PadRound({}, (wrong,)))


# ---------------------------------------------------------------------- typed answers


def test_pips_are_typed_as_a_number_or_as_tiles() -> None:
    phrases = PadPhrases(pad("partnership").setup, {})
    question = held("pips", (0,))
    assert typed_answer(phrases, question, "12") == 12
    assert typed_answer(phrases, question, "55.31") == 14
    assert typed_answer(phrases, question, "5-5, 3|1") == 14
    for text, message in {
        "55.55": "given twice",
        "77.11": "not in the set",
        "5x": "is no tile",
        "200": "at most 69",
        "66.65.64.63.62.61.60.55": "at most 7 tiles",
        "9" * 5000: "at most 400 characters",
        "²": "is no tile",
    }.items():
        with pytest.raises(PadError, match=message):
            typed_answer(phrases, question, text)


def test_answers_that_can_not_be_true_together_are_noticed() -> None:
    phrases = PadPhrases(pad("partnership").setup, dict(zip("ABCD", NAMES, strict=True)))
    assert "more than all tiles have" in complaint(phrases, {"pips AC": 90, "pips BD": 90})
    blocked: dict[str, Answer] = {"end": "blocked", "pips A": 0, "pips B": 0, "pips C": 4}
    assert "Ana and Bea" in complaint(phrases, blocked)
    assert not complaint(phrases, {**blocked, "pips B": 4})
    assert "if that is the tile [6|4], type 6-4" in complaint(phrases, {"end": "B", "pips A": 64})
    for count in (21, 33, 68):  # a usual hand; and one that is no tile
        assert not complaint(phrases, {"end": "B", "pips A": count})


# ---------------------------------------------------------------------- files


@pytest.mark.parametrize("game", ["bergen", "partnership", "tests/rulesets/each_side.rules"])
def test_a_pad_is_read_as_it_was_written(game: str) -> None:
    ruleset = library.find(game)
    compiled = library.compiled(ruleset)
    match = PadMatch(compiled.setup, {"A": "Ana"})
    for end, taps in random_match(compiled, Random(3), 2):
        match = told_truly(match, end, taps)
    again = read_pad(pad_text(match))
    assert (again.rounds, again.names) == (match.rounds, match.names)
    assert again.totals == match.totals
    assert pad_text(again) == pad_text(match)


def test_nothing_in_a_file_is_believed() -> None:
    good = json.loads(pad_text(pad("partnership", {"end": "B", "pips ACD": 20})))
    bad: list[tuple[Mapping[str, object], str]] = [
        ({"format": "x"}, '"format"'),
        ({"version": 2}, "version 2"),
        ({"names": {"Z": "Zoe"}}, "is for 4 players"),
        ({"names": dict.fromkeys("ABCD", "\x1b[2J")}, "visible characters"),
        ({"parameters": {"target": []}}, "must be a number"),
        ({"rounds": {}}, "must be a list"),
        ({"rounds": [[]]}, "must be a JSON object"),
        ({"rounds": [{"told": {"end": "Z"}}]}, "one of A, B, C, D, blocked"),
        ({"rounds": [{"told": {"end": "B", "pips ACD": -1}}]}, "whole number"),
        ({"rounds": [{"told": {"end": "B", "pips ACD": True}}]}, "whole number"),
        ({"rounds": [{"told": {"end": "B", "pips ACD": 10**40}}]}, "whole number"),
        ({"rounds": [{"told": {"end": ["B"]}}]}, "a word, a number"),
        ({"rounds": [{"told": {}, "taps": [{"awards": ["x"], "told": {}}]}]}, "no award 'x'"),
        ({"rounds": [{"told": {}}] * 501}, "at most 500 rounds"),
        ({"variant": "../../etc/passwd"}, "can't be used"),
        ({"rules": "0"}, "other rules"),
    ]
    for change, message in bad:
        with pytest.raises(PadError, match=message):
            read_pad(json.dumps({**good, **change}))
    for text in ("", "[", "[]", "null", "[" * 10**5, "1" * 10**5, b"\xff"):
        with pytest.raises(PadError):
            read_pad(text)


def test_a_match_is_no_pad_and_a_pad_is_no_match(tmp_path: Path) -> None:
    record = "\n".join(dr.Match(dr.variant("block"), seed=1).record())
    with pytest.raises(PadError, match="play --resume"):
        read_pad(record)
    with pytest.raises(RecordError, match="pad --file"):
        dr.Match.read([pad_text(pad("block", {}))])
    path = tmp_path / "a.pad"
    path.write_text(record, encoding="utf-8")
    with pytest.raises(PadError, match=r"a\.pad.*the record of a match"):
        PadFile.at(path)
