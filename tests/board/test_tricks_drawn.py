"""Tricks as they are drawn: each tile before its player, what was taken below."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.table.tricks import trick_in
from dominoes_rules import testing
from dominoes_rules.board.as_text import width_of
from dominoes_rules.board.laying.tricks_placed import (
    TrickPile,
    TrickSeat,
    TrickTable,
    lay_trick,
)
from dominoes_rules.board.laying.windows import NARROW, PAGE, WIDE
from dominoes_rules.position.drawing import picture, svg
from tests.board.laid_tables import none_overlap


@pytest.mark.parametrize("seats", range(2, 11))
def test_no_two_tiles_or_free_places_of_a_trick_overlap(seats: int) -> None:
    for window in (WIDE, NARROW, PAGE):
        for laid in range(seats + 1):
            trick = TrickTable(
                tuple(TrickSeat("A", (6, 4) if seat < laid else None) for seat in range(seats)),
                (TrickPile("A", 5), TrickPile("B", 0)),
            )
            placed = lay_trick(trick, window)
            assert (len(placed.tiles), len(placed.places)) == (laid, seats - laid)
            none_overlap((*placed.tiles, *placed.places))
            lowest = max(lying.box[3] for lying in (*placed.tiles, *placed.places))
            assert all(back.box[2] > lowest for back in placed.backs)
            assert len(placed.backs) == 5


@settings(max_examples=15)
@given(data=st.data())
def test_a_picture_shows_the_trick_at_every_moment(data: st.DataObject) -> None:
    game = data.draw(testing.rounds(data.draw(testing.trick_rulesets())))
    text = picture(game, 60)
    assert all(width_of(line) <= 60 for line in text.split("\n"))
    drawn = ElementTree.fromstring(svg(game))
    titles = [title.text for title in drawn.iter("{http://www.w3.org/2000/svg}title")]
    tiles = game.setup.tiles.tiles
    for tile in map(tiles.__getitem__, trick_in(game.state.ends).tiles):
        assert f"[{tile.high}|{tile.low}]".replace("|", "") in text.replace("|", "").replace(
            "*", ""
        )
        assert f"{tile.high}-{tile.low}" in titles
