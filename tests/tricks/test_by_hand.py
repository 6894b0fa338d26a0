"""Random rounds of games of tricks, against an engine that was written apart."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from dominoes_lang.codegen.both_ways import BothWays
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import dealt
from dominoes_lang.table.state import Action, Kind, Over, State
from dominoes_lang.table.suits import trump_sign
from dominoes_lang.table.tiles import Tile
from dominoes_rules import library, variant
from tests.tricks import engine

ROUNDS = 30
TEXAS = [*range(30, 43), 84], [126, 168, 210]
FOR_POINTS: tuple[list[int], list[int]] = [*range(30, 43), 84], []


def _start(compiled: Compiled, random: Random) -> State:
    order = [*range(len(compiled.setup.tiles))]
    random.shuffle(order)
    start = dealt(compiled, order, random.randrange(compiled.setup.seats))
    assert start is not None
    return start


def _tiles(compiled: Compiled, mask: int) -> set[tuple[int, int]]:
    return {(tile.high, tile.low) for tile in compiled.setup.tiles.in_mask(mask)}


def _said(actions: Sequence[Action]) -> list[int]:
    return sorted(0 if action.kind is Kind.PASS else action.said for action in actions)


def _round(
    compiled: Compiled, state: State, auction: engine.Bidding, random: Random
) -> tuple[State, engine.Deal | None]:
    """A random round, each state of it compared; the auction leans to what is said low."""
    rules = BothWays(compiled)
    number = compiled.setup.tiles.number
    while choices := auction.choices():
        legal = rules.state(state)
        assert state.mover == auction.turn
        assert _said(legal) == choices
        action = random.choice(legal[: 1 + len(legal) // 2])
        auction.say(0 if action.kind is Kind.PASS else action.said)
        state = rules.play(state, action)
    if auction.bidder < 0:
        assert state.over == Over.VOID
        return state, None
    while not state.begun:
        assert state.mover == auction.bidder
        state = rules.play(state, random.choice(rules.state(state)))
    deal = engine.Deal(
        [_tiles(compiled, hand) for hand in state.hands], trump_sign(state.ends[0]), auction.bidder
    )
    while not state.over:
        legal = rules.state(state)
        assert state.mover == deal.turn
        assert {tuple(compiled.setup.tiles.tiles[action.tile]) for action in legal} == deal.legal()
        tile = random.choice(sorted(deal.legal()))
        state = rules.play(state, next(a for a in legal if a.tile == number[Tile(*tile)]))
        deal.play(tile)
    for seat, won in enumerate(deal.won):
        assert _tiles(compiled, state.more.taken[seat] if state.more.taken else 0) == set(won)
    return state, deal


@pytest.mark.parametrize("name", ["texas_42", "texas_42_forced", "texas_42_low", "texas_42_points"])
def test_texas_42_is_played_as_by_hand(name: str) -> None:
    counts = name.endswith("points")
    ladder, paid = (FOR_POINTS, engine.both_count) if counts else (TEXAS, engine.marks)
    random, compiled = Random(name), library.compiled(variant(name), 4, {})
    for _ in range(ROUNDS):
        start = _start(compiled, random)
        auction = engine.Bidding(4, start.opener, *ladder, forced=name.endswith("forced"))
        end, deal = _round(compiled, start, auction, random)
        won = [0, 0]
        if deal is not None:
            side = auction.bidder % 2
            taken = engine.points([*deal.won[side], *deal.won[side + 2]], 4)
            assert taken + engine.points([*deal.won[1 - side], *deal.won[3 - side]], 4) == 42
            won[side], won[1 - side] = paid(auction.bid, taken)
        assert list(BothWays(compiled).points(end)[1]) == won


def test_moon_is_played_as_by_hand() -> None:
    random, compiled = Random("moon"), library.compiled(variant("moon"), 3, {})
    for _ in range(ROUNDS):
        start = _start(compiled, random)
        auction = engine.Bidding(3, start.opener, [4, 5, 6, 7, 21], [], forced=False)
        end, deal = _round(compiled, start, auction, random)
        won = [0, 0, 0]
        if deal is not None:
            won = [len(tiles) // 3 for tiles in deal.won]
            won[auction.bidder] = engine.moon(auction.bid, won[auction.bidder])
        assert list(BothWays(compiled).points(end)[1]) == won
