"""What a record of tricks shows of hidden hands: the worlds, against all deals one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import Kind, State
from dominoes_rules import Position, Round, loads
from dominoes_solver.evidence.view import Record

RULES = """
variant "Small tricks"
tiles:          double-{set}
players:        {seats}
deal:           {hand} each
layout:         tricks
suits:          by higher half, doubles {doubles}
bids:           1..3, {auction}
trumps:         any number, doubles, none
{widow}
lead:           bidder, then taker
first opener:   lot
turn:
    play a tile of suit led
    or else play a tile
winner:         taker
"""
WIDOW = "widow: bidder takes stock, then discards {}"
GAMES = {
    "three hands": {"set": "two", "seats": 3, "hand": 2, "widow": ""},
    "two hands": {"set": "three", "seats": 2, "hand": 4, "widow": ""},
    "a widow": {"set": "two", "seats": 2, "hand": 2, "widow": WIDOW.format(2)},
    "a widow of one": {"set": "three", "seats": 3, "hand": 3, "widow": WIDOW.format(1)},
}
RECORDS = 6


def _deals(compiled: Compiled, record: Record) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every deal that fits what a record knows: the hands, and the stock as a mask."""
    setup = compiled.setup
    seen = sum(hand.known for hand in record.dealt) | sum(1 << tile for tile in record.stock)

    def dealt(
        seat: int, free: int, hands: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        if seat == setup.seats:
            yield hands, free
            return
        known = record.dealt[seat].known
        rest = [tile for tile in range(len(setup.tiles)) if (free & ~seen) >> tile & 1]
        for tiles in combinations(rest, setup.hand_size - known.bit_count()):
            hand = known | sum(1 << tile for tile in tiles)
            yield from dealt(seat + 1, free & ~hand, (*hands, hand))

    yield from dealt(0, setup.tiles.all, ())


def _worlds(compiled: Compiled, start: State, record: Record) -> set[tuple[object, ...]]:
    """The hands, and what was laid aside when, in every way in which a record can have been."""
    worlds: set[tuple[object, ...]] = set()
    for hands, left in _deals(compiled, record):
        stock = tuple(tile for tile in range(len(compiled.setup.tiles)) if left >> tile & 1)
        ways: list[tuple[State, tuple[int, ...]]] = [(start._replace(hands=hands, stock=stock), ())]
        for move in record.moves:
            unseen = move.kind is Kind.DISCARD and move.action.tile < 0
            ways = [
                (compiled.play(state, action), (*aside, action.tile) if unseen else aside)
                for state, aside in ways
                for action in compiled.legal(state)
                if action == move.action or (unseen and action.kind is Kind.DISCARD)
            ]
        worlds |= {(state.hands, aside, state.stock) for state, aside in ways}
    return worlds


@pytest.mark.parametrize("doubles", ["high", "low", "apart"])
@pytest.mark.parametrize("game", GAMES)
def test_worlds_of_records_equal_brute_force(game: str, doubles: str) -> None:
    auction = "once each, last must bid" if doubles == "high" else "until all pass, or else redeal"
    rules = loads(RULES.format(doubles=doubles, auction=auction, **GAMES[game]))
    random = Random(f"{game}/{doubles}")
    for _ in range(RECORDS):
        play = Round(rules, seed=random.randrange(10**6))
        for _ in range(random.randrange(3, 14)):
            if not play.is_over:
                play.push(random.choice(play.legal_moves))
        seat = random.choice(play.setup.seat_names)
        position = Position(str(play.seen_by(seat)), rules)
        assert isinstance(position.view, Record)
        worlds = _worlds(play.compiled, play.states[0], position.view)
        assert position.evidence.count == len(worlds)
