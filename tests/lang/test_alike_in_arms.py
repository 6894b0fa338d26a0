"""Arms: a tile that fits an open half and a side of a double that is as good has one play there."""

from __future__ import annotations

from itertools import combinations
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.spots import (
    ends_for,
    halves_like_it,
    left_open_by,
    may_lie,
    number_at,
    open_mask,
    pips,
)
from dominoes_lang.table.state import Action, Kind, State, end_leaving, play
from dominoes_lang.table.tiles import numbers_in
from dominoes_rules.position.legal_move import legal_move
from tests.solver.small_games import TABLES, Game, compiled, deal

IN_ARMS = [name for name in TABLES if name not in {"line", "one end"}]


def as_seen(rules: Compiled, state: State) -> tuple[object, ...]:
    """A state without the names of its ends, and what the rules may ask about these."""
    layout, more = rules.setup.layout, state.more
    numbers = sorted(layout.rules.numbers(state.ends))
    counted = (
        pips(layout.rules, state.ends, state.more),
        halves_like_it(layout.rules, state.ends, state.more),
        open_mask(layout.rules, state, state.mover),
    )
    return numbers, counted, state._replace(ends=(), more=more._replace(at_ends=()))


def touching(rules: Compiled, state: State) -> list[tuple[int, ...]]:
    """The legal actions, each play by its tile and the numbers that it touches and leaves open."""
    layout = rules.setup.layout
    return sorted(
        (
            action.tile,
            number_at(layout.rules, state, action.end),
            left_open_by(layout.rules, state, action),
        )
        if action.kind is Kind.PLAY and state.begun
        else (action.tile,)
        for action in rules.legal(state)
    )


def as_good(rules: Compiled, state: State, action: Action) -> list[Action]:
    """The plays, listed or not, that are listed as this action."""
    if action.kind is not Kind.PLAY or not state.begun:
        return [action]
    layout = rules.setup.layout
    plays = [play(action.tile, end_leaving(end, action.leaving)) for end in {*state.ends}]
    return [
        one
        for one in plays
        if may_lie(layout.rules, state, one) and layout.same.as_listed(state, one) == action
    ]


@settings(max_examples=8)
@given(
    st.sampled_from(IN_ARMS),
    st.sampled_from(["equal", "wild", "doubles first"]),
    st.booleans(),
    st.integers(0, 999),
)
@example("spinner", "equal", False, 5)
@example("spinners", "equal", False, 0)
@example("tips", "equal", True, 6)
def test_plays_that_are_not_listed_are_as_good_to_the_end(
    table: str, fits: str, both_halves: bool, seed: int
) -> None:
    rules = compiled(
        Game(5, 2, 1, 6, turn="until able", table=table, fits=fits, both_halves=both_halves)
    )
    random, state = Random(seed), deal(rules, seed)
    if rules.setup.shape.star and not state.begun:
        state = state._replace(opening=state.hands[0] & rules.setup.tiles.doubles)
    other, layout = state, rules.setup.layout
    while state.opening and not other.over:
        assert touching(rules, state) == touching(rules, other)
        listed = random.choice(rules.legal(other))
        chosen = random.choice(as_good(rules, other, listed))
        state = rules.play(state, layout.same.as_listed(state, chosen))
        other = rules.play(other, chosen)
        assert as_seen(rules, state) == as_seen(rules, other)


@settings(max_examples=12)
@given(st.sampled_from(IN_ARMS), st.booleans(), st.integers(0, 999))
@example("spinner", False, 5)
@example("spinners", False, 0)
@example("tips", True, 6)
def test_plays_that_are_listed_differ(table: str, both_halves: bool, seed: int) -> None:
    rules = compiled(Game(5, 2, 1, 6, turn="until able", table=table, both_halves=both_halves))
    random, state = Random(seed), deal(rules, seed)
    while state.opening and not state.over:
        after = [
            as_seen(rules, rules.play(state, action))
            for action in rules.legal(state)
            # A blank counts nothing, however often.
            if action.kind is not Kind.PLAY
            or number_at(rules.setup.layout.rules, state, action.end)
        ]
        assert all(one != two for one, two in combinations(after, 2))
        state = rules.play(state, random.choice(rules.legal(state)))


@settings(max_examples=12)
@given(st.sampled_from([*TABLES]), st.booleans(), st.integers(0, 999))
@example("spinner", False, 5)
@example("spinners", False, 0)
def test_a_play_is_listed_as_a_legal_one_just_where_it_may_lie(
    table: str, both_halves: bool, seed: int
) -> None:
    """Also of ends that are not open: one of the same number does not stand for them."""
    rules = compiled(Game(5, 2, 1, 6, turn="until able", table=table, both_halves=both_halves))
    random, state, layout = Random(seed), deal(rules, seed), rules.setup.layout
    while state.opening and not state.over:
        legal = rules.legal(state)
        for tile in numbers_in(state.hands[state.mover]) if state.begun else ():
            for end in ends_for(layout.rules, tile):
                action = play(tile, end)
                is_listed = layout.same.as_listed(state, action) in legal
                assert is_listed == may_lie(layout.rules, state, action)
        state = rules.play(state, random.choice(legal))


def test_a_record_may_have_the_play_that_is_not_listed() -> None:
    hands = "A:00.32.40.43.44.55.62/B:20.31.33.42.53.54.65"
    before = f"sniff/2 {hands} play:42,43,33,32@42,53@33,55 opener:B"
    position = dr.Position(before)
    assert [f"{move}" for move in position.legal_moves] == ["31@32", "54", "65"]
    written = {"31": "31@32", "31@32": "31@32", "31@33": "31@33"}
    lines = set()
    for text, kept in written.items():
        assert position.is_legal(text)
        assert f"{legal_move(position, text)}" == "31@32"
        after = position.play(text)
        record = before.replace(" opener", f",{text} opener")
        assert f"{after}" == f"{dr.Position(record)}" == record.replace(f",{text} ", f",{kept} ")
        assert after.paths == dr.Position(record).paths
        lines.add(after.paths)
    assert len(lines) == 2


def test_an_example_lays_the_tile_where_it_names_it() -> None:
    table = "line [5|5] [5|3] [3|3] [3|4] [4|2] [2|3],  spinner is [3|3],  A to play"
    hands = "A holds [3|1] [6|6],  B holds [3|0] [6|5]"
    for place, may in (("3|3", "may"), ("3|2", "may not")):
        example = (
            f"given {table},  {hands}\n    when A plays [3|1] on [{place}]\n"
            f"    then B {may} play [3|0] on [3|2]"
        )
        dr.loads(f'variant "Small"\nextends "sniff"\nexample "here":\n    {example}\n')
