"""Matches: dealt from a seed, opened, counted and ended by the rules; written and read again."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.play.match import totals, victor
from dominoes_lang.table.state import Kind

ANY_VARIANT = st.sampled_from(dr.variants()).map(dr.variant)
PARENT = """
variant "Parent"
extends "block"
deal: 6 each
parameter bonus = 3 from 0 to 9
award more: bonus  to winner  at round end
"""


def played(match: dr.Match, random: Random, actions: int = 10**6) -> dr.Match:
    """A match with so many more random actions, or to its end."""
    for _ in range(actions):
        if match.round.is_over:
            if match.winner is not None:
                break
            match.next_round()
        moves = match.round.legal_moves
        if any(move.kind is Kind.BID for move in moves):
            moves = moves[:2]  # or nobody would ever win a match in which failed bids cost points
        match.round.push(random.choice(moves))
    return match


def house(folder: Path) -> dr.Ruleset:
    """Rules and their parent, of which no file is left."""
    files = folder / "house.rules", folder / "parent.rules"
    files[1].write_text(PARENT, "utf-8")
    files[0].write_text('variant "House"\nextends "parent"\nparameter target = 40\n', "utf-8")
    ruleset = dr.load(files[0])
    for file in files:
        file.unlink()
    return ruleset


@settings(max_examples=30)
@given(rules=ANY_VARIANT, seed=st.integers(0, 10**30))
def test_a_match_is_the_one_that_the_interpreter_counts(rules: dr.Ruleset, seed: int) -> None:
    seats = rules.players[-1]
    match = played(dr.Match(rules, seats=seats, seed=seed), Random(seed))
    plain = Interpreter(match.setup)
    scores: tuple[int, ...] = (0,) * match.setup.sides
    before = None
    for number, game in enumerate(match.rounds, 1):
        start, end = game.states[0], game.state
        assert (start.round, start.scores) == (number, scores)
        openings = [
            plain.next_opening(before, start.hands, lot)
            if before
            else plain.first_opening(start.hands, lot)
            for lot in range(seats)
        ]
        assert (start.opener, start.opening) in openings
        scores = totals(match.setup, scores, plain.winner(end), plain.awards(end))
        won = victor(match.setup, scores, number)
        assert (won is not None) == (game is match.round)
        before = end
    assert tuple(match.scores.values()) == scores
    assert match.winner == tuple(match.setup.side_names[side] for side in won or ())


@given(rules=ANY_VARIANT, seed=st.integers(0, 2**40), data=st.data())
def test_its_record_is_read_again_wherever_it_stops(
    rules: dr.Ruleset, seed: int, data: st.DataObject
) -> None:
    match = dr.Match(rules, seed=seed, names=["Ana"])
    match.players["B"] = "random"
    for _ in range(data.draw(st.integers(0, 3))):
        played(match, Random(seed), data.draw(st.integers(0, 30)))
        match.mark_hint()
    again = dr.Match.read(match.record())
    assert again == match
    assert again.record() == match.record()
    assert pickle.loads(pickle.dumps(match)) == match


def test_a_round_by_itself_is_dealt_as_in_the_match() -> None:
    for name in dr.variants():
        match = played(dr.Match(dr.variant(name), seed=3), Random(3), 60)
        for number, game in enumerate(match.rounds, 1):
            opener = game.setup.seat_names[game.states[0].opener]
            alone = dr.Round(
                dr.variant(name), seed=3, round=number, opener=opener, scores=game.score
            )
            assert alone.states[0] == game.states[0]


def test_own_rules_are_in_the_record(tmp_path: Path) -> None:
    rules = house(tmp_path)
    match = played(dr.Match(rules, seed=7), Random(7))
    again = dr.Match.read(match.record())
    assert again == match
    assert again.setup.ruleset == rules


JUNK: st.SearchStrategy[object] = st.sampled_from(
    [None, True, 0, -1, 10**40, 1.5, "", "x", "\x00\x1b[2J", "A" * 10_000, [], [[]], {}, {"a": 1}]
)


@pytest.fixture(scope="module")
def lines() -> list[str]:
    match = dr.Match(dr.variant("draw"), seed=11, names=["Ana", "José"])
    return played(match, Random(2), 60).record()


@given(data=st.data())
def test_whatever_is_in_a_record_is_read_or_refused(data: st.DataObject, lines: list[str]) -> None:
    """One value after the other becomes something else."""
    number = data.draw(st.integers(0, len(lines) - 1))
    line = json.loads(lines[number])
    inside = line
    while True:
        key = data.draw(st.sampled_from(sorted(inside) if isinstance(inside, dict) else [0]))
        deeper = inside[key]
        if not isinstance(deeper, dict | list) or not deeper or data.draw(st.booleans()):
            break
        inside = deeper
    inside[key] = data.draw(JUNK)
    edited = [*lines[:number], json.dumps(line), *lines[number + 1 :]]
    try:
        match = dr.Match.read(edited)
    except dr.RecordError as error:
        assert 1 <= error.line <= len(lines)  # noqa: PT017
        assert str(error).isprintable()  # noqa: PT017
    else:  # only what the players are called, or a key that may be left out
        assert match.rounds == dr.Match.read(lines).rounds


@given(data=st.data())
def test_whatever_is_in_a_file_is_read_or_refused(data: st.DataObject, lines: list[str]) -> None:
    text = "\n".join(lines)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    edited = text[:start] + data.draw(st.text(max_size=8)) + text[end:]
    try:
        match = dr.Match.read(edited.split("\n"))
    except dr.RecordError as error:
        if error.before is not None:
            assert dr.Match.read(error.before.record()) == error.before  # noqa: PT017
    else:
        again = dr.Match.read(lines)
        assert match.rounds == again.rounds[: len(match.rounds)]


REFUSED: dict[str, tuple[Callable[[list[str]], list[str]], str]] = {
    "nothing": (lambda _: [], "line 1: there is no match here"),
    "deep": (lambda _: ["[" * 100_000], "line 1: this JSON is nested too deeply"),
    "many digits": (lambda _: ['{"seed": ' + "9" * 9_999 + "}"], "thousands of digits"),
    "another format": (lambda rows: [rows[1]], 'its "format" is not'),
    "a later version": (
        lambda rows: [rows[0].replace('"version": 1', '"version": 2')],
        "this is version 2 of the format",
    ),
    "other rules": (
        lambda rows: [rows[0].replace('"rules": "', '"rules": "0')],
        "line 1: the match was played by other rules",
    ),
    "another seed": (
        lambda rows: [rows[0].replace('"seed": 11', '"seed": 12'), *rows[1:]],
        "line 2: these are not the tiles that the seed of the match deals here",
    ),
    "a round left out": (lambda rows: [rows[0], *rows[2:]], "line 2: this should be round 1"),
    "a round twice": (lambda rows: [*rows[:2], *rows[1:]], "line 3: this should be round 2"),
    "an action left out": (
        lambda rows: [rows[0], re.sub(r"(play:\w+),\S+?,", r"\1,", rows[1]), *rows[2:]],
        "line 2: action ",
    ),
    "more points": (
        lambda rows: [rows[0], re.sub(r'("points": {"A": \d+)', r"\g<1>0", rows[1]), *rows[2:]],
        'line 2: the "points" do not follow',
    ),
    "a better score": (
        lambda rows: [rows[0], re.sub(r'("scores": {"A": \d+)', r"\g<1>1", rows[1]), *rows[2:]],
        'line 2: the "scores" do not follow',
    ),
    "an open round in between": (
        lambda rows: [rows[0], rows[1][:-1] + ', "open": true}', *rows[2:]],
        'line 2: round 1 is over, but called "open"',
    ),
    "a cut line": (lambda rows: [*rows[:-1], rows[-1][:70]], "the last line is cut off"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_record_is_refused_with_line_and_reason(name: str, lines: list[str]) -> None:
    edit, said = REFUSED[name]
    with pytest.raises(dr.RecordError, match=re.escape(said)) as caught:
        dr.Match.read(edit(lines))
    assert (caught.value.before is not None) == (name == "a cut line")


def test_no_file_is_read_for_the_rules_of_a_record(tmp_path: Path) -> None:
    lines = dr.Match(house(tmp_path), seed=7).record()
    (tmp_path / "secret.rules").write_text(PARENT, "utf-8")
    for parent in ("secret", f"{tmp_path}/secret", "../secret"):
        edited = lines[0].replace('extends \\"parent\\"', f'extends \\"{parent}\\"')
        assert edited != lines[0]
        with pytest.raises(dr.RecordError, match="only the bundled variants can be used here"):
            dr.Match.read([edited])
