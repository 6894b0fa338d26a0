"""The best chain of a hand: the search against plain enumeration, and hands of every size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.tiles import Tile, numbers_in
from dominoes_solver.trains.chain_search import Aim, Chain, ChainSearch

TRAINS = """variant "Trains"
tiles: {tiles}
players: 2
deal: 2 each
layout: trains from round's double, one public
doubles: {doubles}
fits: equal numbers
first opener: lot
next opener: player after opener
turn:
    play a tile
    or else draw 1 then play
    or else pass
domino: when mover has no tiles
blocked: when everyone passed in a row and no tile can be drawn
winner:
    when domino: finisher
    when blocked: nobody
award own: pips held by each player to them at round end
match: {rounds} rounds, lowest total wins
{more}
"""


@cache
def game(
    tiles: str = "double-twelve", doubles: str = "must be covered", rounds: int = 13, more: str = ""
) -> Setup:
    text = TRAINS.format(tiles=tiles, doubles=doubles, rounds=rounds, more=more)
    return dr.loads(text).setup()


GAMES = [
    game("double-four", rounds=5),
    game("double-four", "inline", 5),
    game("double-six", rounds=7),
    game("double-six", "inline", 7),
    game(more="tile value: [0|0] is 50, [3|1] is 0, [2|1] is 0"),
]


def chains(setup: Setup, number: int, hand: int, laid: int) -> Iterator[tuple[int, ...]]:
    """Every chain of a hand from a number, the empty one as well, by the rules in plain words."""

    def after(laid_tiles: tuple[int, ...], end: int) -> Iterator[tuple[int, ...]]:
        used = sum(1 << tile for tile in laid_tiles)
        table = laid | used
        coverable = setup.tiles.bearing[end] & ~table
        needs_cover = setup.layout.shape.must_cover and coverable and used != hand
        if not (laid_tiles and setup.tiles.tiles[laid_tiles[-1]].is_double and needs_cover):
            yield laid_tiles
        for tile in numbers_in(hand & ~used & setup.tiles.bearing[end]):
            yield from after((*laid_tiles, tile), setup.tiles.tiles[tile].other_half(end))

    yield from after((), number)


def goodness(setup: Setup, tiles: tuple[int, ...], aim: Aim) -> tuple[int, int, int]:
    """What makes a chain better than another, the first number before the second and the third."""
    pips, count = sum(setup.values[tile] for tile in tiles), len(tiles)
    first, second = (count, pips) if aim is Aim.LONGEST else (pips, count)
    return first, second, sum(1 << tile for tile in tiles)


@given(data=st.data(), aim=st.sampled_from(Aim))
def test_the_search_finds_the_chain_that_plain_enumeration_finds(
    data: st.DataObject, aim: Aim
) -> None:
    setup = data.draw(st.sampled_from(GAMES))
    tiles = range(len(setup.tiles))
    hand = mask_of(data.draw(st.sets(st.sampled_from(tiles), min_size=1, max_size=8)))
    laid = mask_of(data.draw(st.sets(st.sampled_from(tiles)))) & ~hand
    number = data.draw(st.integers(0, setup.tiles.highest))
    chain = ChainSearch(setup).best(number, hand, laid, aim)
    every = [*chains(setup, number, hand, laid)]
    best = max(goodness(setup, tiles, aim) for tiles in every)
    assert goodness(setup, chain.tiles, aim) == best
    assert chain.tiles in every
    assert chain.rest == hand & ~mask_of(chain.tiles)


def mask_of(tiles: Iterable[int]) -> int:
    return sum(1 << tile for tile in tiles)


def best(hand: str, number: int = 12, *, setup: Setup | None = None, laid: str = "CC") -> Chain:
    setup = setup or game()
    held, table = (setup.tiles.mask(map(Tile.parse, text.split())) for text in (hand, laid))
    return ChainSearch(setup).best(number, held, table, Aim.LONGEST)


def words(chain: Chain, setup: Setup | None = None) -> str:
    tiles = (setup or game()).tiles.tiles
    return " ".join(str(tiles[tile]) for tile in chain.tiles)


def test_a_double_comes_as_soon_as_it_fits() -> None:
    assert words(best("C4 42 C2 44 22")) == "C4 44 42 22 C2"


def test_a_double_that_nothing_covers_stays_in_the_hand() -> None:
    chain = best("C4 44 87")
    assert words(chain) == "C4"
    assert chain.uncovered == 1 << game().tiles.number[Tile(4, 4)]


def test_a_double_may_go_out() -> None:
    assert words(best("C4 44")) == "C4 44"


def test_a_double_whose_number_is_all_on_the_table_needs_no_cover() -> None:
    others = " ".join(f"{number}4" for number in "0123567899AB")
    assert words(best("C4 44 87", laid=f"CC {others}")) == "C4 44"


def test_a_chain_that_a_bare_double_cuts_short_gives_way_to_another() -> None:
    assert words(best("C4 44 C3 30")) == "C3 30"


def test_where_doubles_lie_inline_the_last_one_is_laid() -> None:
    assert words(best("C4 44 87", setup=game(doubles="inline"))) == "C4 44"


@pytest.mark.parametrize("size", [16, 40, 90])
def test_hands_of_any_size_are_laid_without_a_gap(size: int) -> None:
    setup = game()
    search = ChainSearch(setup)
    for seed in range(10):
        hand = mask_of(Random(seed).sample(range(len(setup.tiles) - 1), size))
        longest, lightest = (search.best(12, hand, 1 << 90, aim) for aim in Aim)
        assert len(longest.tiles) >= len(lightest.tiles)
        pips = [sum(setup.values[t] for t in numbers_in(c.rest)) for c in (longest, lightest)]
        assert pips[0] >= pips[1]
        for chain in (longest, lightest):
            end = 12
            for tile in chain.tiles:
                assert end in setup.tiles.tiles[tile]
                end = setup.tiles.tiles[tile].other_half(end)
            assert chain.rest == hand & ~mask_of(chain.tiles)
            assert chain.rest.bit_count() + len(chain.tiles) == size


def test_all_tiles_of_a_set_are_laid_in_one_chain() -> None:
    """Every number of double-twelve is on an even number of halves: Euler's condition."""
    setup = game()
    every = setup.tiles.all & ~(1 << 90)
    assert ChainSearch(setup).best(12, every, 1 << 90, Aim.LONGEST).rest == 0


def test_of_equal_chains_the_one_with_the_higher_tiles_is_laid() -> None:
    """12-5 5-4 and 12-6 6-3 have as many pips."""
    assert words(best("C5 54 C6 63")) == "C6 63"
