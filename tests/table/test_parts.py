"""The parts of every layout agree: rules, picture, names and sameness, at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.codegen.dealing import starter_in
from dominoes_lang.table.centres import centre_of
from dominoes_lang.table.layout import NoPlace
from dominoes_lang.table.rows import laid_by, last_plays, lying, table_of
from dominoes_lang.table.shape import Where
from dominoes_lang.table.spots import (
    ends_for,
    left_open_by,
    mask_where,
    may_lie,
    next_table,
    open_mask,
    places_where,
    plays_of,
    plays_where,
    tracks,
    unmarked,
)
from dominoes_lang.table.state import NOBODY, Action, Kind, State, not_laid, order_of, play
from dominoes_lang.table.tiles import numbers_in
from dominoes_rules.play.deals import deal
from tests.solver.small_games import FITS, FROM_A_TILE, TABLES, TRAINS, Game

OWN = "trains from own doubles"
LAYOUTS = [*TABLES, *FROM_A_TILE, *TRAINS, OWN]


@cache
def rules_on(table: str, fits: str) -> Compiled:
    """A small game on a table."""
    drawn = "line" if table == OWN else table
    game = Game(4, 3, 1, 4, table=drawn, fits=fits, passed_in_a_row=True)
    text = game.text
    if table == OWN:
        opener = "first opener: lot"
        text = text.replace("layout: line", f"layout: {OWN}")
        text = text.replace(opener, f"{opener} plays any double or else redeal")
    return compile_rules(dr.loads(text).setup())


def moments(rules: Compiled, seed: str, rounds: int = 3) -> Iterator[tuple[State, list[Action]]]:
    """The states of random rounds in which a tile lies, each with all plays so far."""
    random = Random(seed)
    for _ in range(rounds):
        state = deal(rules, random)
        plays = [*lying(starter_in(state))]
        while not state.over:
            action = random.choice(rules.legal(state))
            if action.kind is Kind.PLAY:
                plays.append(action)
            state = rules.play(state, action)
            yield state, plays


@pytest.mark.parametrize("table", LAYOUTS)
@pytest.mark.parametrize("fits", FITS)
def test_plays_are_those_of_all_places_that_fit_and_are_listed(table: str, fits: str) -> None:
    rules = rules_on(table, fits)
    layout = rules.setup.layout
    for state, _ in moments(rules, table + fits):
        free = not_laid(state)
        plays = plays_of(layout.rules, state, free)
        every = [
            play(tile, end) for tile in numbers_in(free) for end in ends_for(layout.rules, tile)
        ]
        lying_there = [action for action in every if may_lie(layout.rules, state, action)]
        listed = [
            action for action in lying_there if layout.same.as_listed(state, action) == action
        ]
        assert plays == sorted(listed, key=order_of)
        assert {layout.same.as_listed(state, action) for action in lying_there} == {*plays}
        fitting = rules.setup.tiles.mask(rules.setup.tiles.tiles[action.tile] for action in plays)
        assert open_mask(layout.rules, state, state.mover) & free == fitting


@pytest.mark.parametrize("table", LAYOUTS)
def test_a_step_that_names_places_has_its_tiles_its_places_and_its_plays(table: str) -> None:
    rules = rules_on(table, "equal")
    layout = rules.setup.layout
    steps = [Where.OWN, Where.OTHERS] if layout.owners else [Where.LAST]
    for state, _ in moments(rules, table):
        free = not_laid(state)
        everywhere = plays_of(layout.rules, state, free)
        there = []
        for where in steps:
            places = places_where(layout.rules, where, state)
            plays = plays_where(layout.rules, where, state, free)
            assert plays == [action for action in everywhere if action.place in places]
            tiles = {action.tile for action in plays}
            assert {*numbers_in(mask_where(layout.rules, where, state) & free)} == tiles
            there += plays
        if layout.owners:
            assert sorted(there, key=order_of) == everywhere
        none = state._replace(ends=())
        assert not [*places_where(layout.rules, steps[0], none)]


@pytest.mark.parametrize("table", LAYOUTS)
@pytest.mark.parametrize("fits", FITS)
def test_the_picture_has_the_ends_that_the_rules_leave(table: str, fits: str) -> None:
    rules = rules_on(table, fits)
    layout = rules.setup.layout
    fields = tracks(layout.rules)
    for state, plays in moments(rules, table + fits):
        laid = laid_by(layout.picture, plays)
        laid = layout.picture.with_open(laid, state.ends, state.more.at_ends)
        drawn = table_of(layout.picture, laid)
        assert drawn.ends == state.ends
        assert drawn.plays == state.plays
        for name in fields:
            assert getattr(drawn.more, name) == getattr(state.more, name)


@pytest.mark.parametrize("table", LAYOUTS)
def test_the_tile_laid_last_is_among_those_that_may_have_been(table: str) -> None:
    rules = rules_on(table, "equal")
    layout = rules.setup.layout
    for state, plays in moments(rules, table):
        laid = laid_by(layout.picture, plays)
        laid = layout.picture.with_open(laid, state.ends, state.more.at_ends)
        if not state.opened or plays[-1].tile == centre_of(layout.rules, laid):
            continue
        may_be_last = last_plays(layout.picture, laid)
        assert plays[-1].tile in {action.tile for action, _ in may_be_last}
        for action, before in may_be_last:
            again = next_table(layout.rules, table_of(layout.picture, before), action)
            numbers = layout.rules.numbers
            assert sorted(numbers(again.ends)) == sorted(numbers(state.ends))


@pytest.mark.parametrize("table", LAYOUTS)
@pytest.mark.parametrize("fits", ["equal", "wild"])
def test_a_play_is_found_by_its_name(table: str, fits: str) -> None:
    rules = rules_on(table, fits)
    layout = rules.setup.layout
    for state, _ in moments(rules, table, 2):
        for action in plays_of(layout.rules, state, not_laid(state)):
            mark, _ = layout.names.mark(state, action)
            named = (
                unmarked(layout.rules, state, action.tile)
                if mark is None
                else layout.names.places_at(state, action.tile, mark)
            )
            assert action.end in named
            for end in named:
                assert may_lie(layout.rules, state, play(action.tile, end))
            assert left_open_by(layout.rules, state, action) in rules.setup.tiles.tiles[action.tile]


def test_a_place_that_is_not_there_is_refused() -> None:
    """By every layout, which names another kind of place."""
    marks = {
        table: rules_on(table, "equal").setup.layout.names.naming.kind for table in ("line", "star")
    }
    assert len({*marks.values()}) == len(marks)
    rules = rules_on("star", "equal")
    state, _ = next(moments(rules, "star"))
    names = rules_on("line", "equal").setup.layout.names
    left, _ = names.mark(state._replace(ends=(1, 2)), play(0))
    assert left is not None
    with pytest.raises(NoPlace, match="no left and no right end"):
        rules.setup.layout.names.places_at(state, 0, left)


def test_every_seat_reads_a_record_alike() -> None:
    """To nobody the spots of every seat are open."""
    for table in LAYOUTS:
        rules = rules_on(table, "equal")
        layout = rules.setup.layout
        for state, _ in moments(rules, table, 1):
            masks = [open_mask(layout.rules, state, seat) for seat in range(rules.setup.seats)]
            everybody = open_mask(layout.rules, state, NOBODY)
            for mask in masks:
                assert not mask & ~everybody
                assert not layout.open_to_all or mask == everybody
