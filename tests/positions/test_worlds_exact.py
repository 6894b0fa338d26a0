"""What a record tells, against every deal there is: nothing is left out, nothing is made up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from math import gcd
from random import Random

import pytest

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import SEAT_LETTERS, laid_aside
from dominoes_lang.table.tiles import numbers_in
from dominoes_rules.position.hidden_hands import Worlds
from dominoes_rules.position.position import Position
from dominoes_solver.belief.likelihood import RecordedPast
from dominoes_solver.evidence.evidence import Evidence, NoWorld, Unsupported
from dominoes_solver.evidence.final_bounds import bounded_ends, possible_ends
from dominoes_solver.evidence.replay import replay
from dominoes_solver.evidence.view import Record, RecordedMove
from dominoes_solver.worlds import enumeration
from dominoes_solver.worlds.slots import STOCK, World
from tests.positions.brute_force import (
    Deal,
    consistent,
    deals,
    effort,
    pack_orders,
    random_round,
    seen,
)
from tests.positions.small_variants import BUNDLED, VARIED
from tests.sizes import sizes

WAYS_TO_SEE = ("one", "one", "one", "two", "none", "mixed", "mixed")
MOST_DEALS = 400


def records(compiled: Compiled, name: str, number: int, most: int = MOST_DEALS) -> list[Record]:
    """Random records that few enough deals can lie behind."""
    random = Random(name)
    found: list[Record] = []
    while len(found) < number:
        played = random_round(compiled, random, later_round=random.random() < 0.1)
        record = seen(played, compiled, random, random.choice(WAYS_TO_SEE))
        start = played.start
        if not record.dealt[start.opener].unseen and random.random() < 0.5:
            record = replace(record, opening=start.opening & start.hands[start.opener])
        if effort(compiled, record) <= most:
            found.append(record)
    return found


def check_worlds(compiled: Compiled, record: Record) -> None:
    evidence = replay(compiled, record)
    expected = consistent(compiled, record)
    by_world = {deal.as_world(evidence): deal for deal in expected}
    assert len(by_world) == len(expected) > 0
    worlds = list(evidence.table)
    assert len(worlds) == evidence.table.count
    assert reduced(Counter(worlds)) == reduced({w: deal.lots for w, deal in by_world.items()})
    if not evidence.unread:
        assert evidence.some_world in by_world
        assert evidence.only_world == (worlds[0] if len(by_world) == 1 else None)
        parts = [enumeration.worlds(part.hidden) for part in evidence.tables]
        assert Counter(chain.from_iterable(parts)) == Counter(worlds)
    for world, deal in by_world.items():
        assert evidence.table.unrank(evidence.table.rank(world)) == world
        check_state(evidence, deal)
    check_chances(Position.from_view(compiled, record), expected)


def reduced(times: Mapping[World, int]) -> dict[World, int]:
    """How often each world counts, compared with the others."""
    least = gcd(*times.values())
    return {world: number // least for world, number in times.items()}


def check_state(evidence: Evidence, deal: Deal) -> None:
    """A world, opened, is the round as the interpreter plays it; the stock in any order."""
    state, other = evidence.open_state(deal.as_world(evidence)), deal.state
    front = len(evidence.state.stock)
    assert state.stock[:front] == other.stock[:front]
    assert sorted(state.stock) == sorted(other.stock)
    # Tiles that the opener does not hold make no difference, nor does any once it is laid.
    opening = [0 if one.ends else one.opening & one.hands[one.mover] for one in (state, other)]
    assert state._replace(stock=(), opening=opening[0]) == other._replace(
        stock=(), opening=opening[1]
    )


def check_chances(position: Position, expected: Sequence[Deal]) -> None:
    """The chances of holders, what nobody can hold, and how a finished round ended."""
    evidence, worlds = position.evidence, Worlds(position)
    hidden = list(numbers_in(evidence.hidden.tiles & ~evidence.gone))
    tiles = evidence.setup.tiles
    hiding = [
        seat
        for seat, hand in enumerate(evidence.state.hands)
        if hand.bit_count() < evidence.hand_sizes[seat]
    ]
    weights = [deal.lots for deal in expected]
    aside = sorted({slot.holder for slot in evidence.hidden.slots if slot.aside})
    assert list(worlds.holders) == [
        *(SEAT_LETTERS[seat] for seat in hiding),
        *(f"{SEAT_LETTERS[seat]} aside" for seat in aside),
        "stock",
    ]
    for holder, row in worlds.holders.items():
        if holder == "stock":
            masks = [sum(1 << tile for tile in deal.state.stock) for deal in expected]
        elif holder.endswith(" aside"):
            seat = SEAT_LETTERS.index(holder[0])
            masks = [laid_aside(deal.state, seat) for deal in expected]
        else:
            masks = [deal.state.hands[SEAT_LETTERS.index(holder)] for deal in expected]
            never = [
                number
                for number, bearing in enumerate(tiles.bearing)
                if not any(mask & bearing for mask in masks)
            ]
            assert worlds.void[holder] == tuple(never)
        if row or holder != "stock":
            assert list(row) == [str(tiles.tiles[tile]) for tile in hidden]
        for tile in hidden:
            held = sum(lots for mask, lots in zip(masks, weights, strict=True) if mask >> tile & 1)
            chance = held / sum(weights)
            name = str(tiles.tiles[tile])
            assert row.get(name, 0.0) == pytest.approx(chance)
            assert worlds.chance(holder, name) == pytest.approx(chance)
    endings = {
        (position.compiled.winner(*deal.state), position.compiled.payoff(*deal.state))
        for deal in expected
        if deal.state.over
    }
    assert position.is_over == bool(endings)
    assert (position.outcome is not None) == (len(endings) == 1)
    if endings:
        check_ends(position, endings)


def check_ends(position: Position, endings: set[tuple[int, tuple[int, ...]]]) -> None:
    """What is certain of the end of a round, against the ends of all deals."""
    paid = list(zip(*(points for _, points in endings), strict=True))
    certain = possible_ends(position.evidence)
    assert certain.exact
    assert certain.winners == {winner for winner, _ in endings}
    assert certain.points == tuple((min(points), max(points)) for points in paid)
    bounded = bounded_ends(position.evidence)
    assert bounded.winners >= certain.winners
    for points, (least, most) in zip(paid, bounded.points, strict=True):
        assert least <= min(points) <= max(points) <= most


@pytest.mark.parametrize("name", BUNDLED)
def test_the_worlds_of_a_record_are_the_deals_behind_it(name: str) -> None:
    compiled = BUNDLED[name]()
    for record in records(compiled, name, 20):
        check_worlds(compiled, record)


@pytest.mark.parametrize("count", sizes(4, 12))
@pytest.mark.parametrize("name", VARIED)
def test_whatever_the_rules_say(name: str, count: int) -> None:
    compiled = VARIED[name]()
    for record in records(compiled, name, count):
        check_worlds(compiled, record)


@pytest.mark.parametrize("name", [*BUNDLED, *VARIED])
def test_the_opener_is_found_where_the_written_tiles_decide_it(name: str) -> None:
    compiled = {**BUNDLED, **VARIED}[name]()
    for record in records(compiled, f"opener of {name}", 7, most=150):
        if record.round > 1:
            continue
        unsaid = replace(record, opener=None)
        openers = {
            deal.state.opener for deal in deals(compiled, replace(unsaid, moves=unsaid.moves[:1]))
        }
        assert record.opener in openers
        try:
            evidence = replay(compiled, unsaid)
        except NoWorld as error:
            undecided = str(error)
        else:
            undecided = evidence.undecided
            if not undecided:
                assert openers == {evidence.state.opener}
                assert list(evidence.table) == list(replay(compiled, record).table)
                continue
            assert not record.moves
        assert "add opener:" in undecided
        unsure = "the lot decides", "don't decide who opens"
        assert len(openers) > 1 or any(words in undecided for words in unsure)


@pytest.mark.parametrize("name", [*BUNDLED, *VARIED])
def test_a_deal_that_several_players_may_open(name: str) -> None:
    compiled = {**BUNDLED, **VARIED}[name]()
    for record in records(compiled, f"deals of {name}", 3, most=150):
        deal = replace(record, opener=None, opening=None, moves=(), stock=())
        deal = replace(deal, stock_unseen=compiled.setup.stock_size)
        try:
            evidence = replay(compiled, deal)
        except Unsupported:
            continue  # a condition of a redeal that can't be counted
        if not evidence.undecided:
            continue
        lots = Counter[World]()
        for one in deals(compiled, deal):
            lots[one.as_world(evidence)] += one.lots
        worlds = Counter(evidence.table)
        assert worlds.keys() == lots.keys()
        assert deal.round > 1 or reduced(worlds) == reduced(lots)


@pytest.mark.parametrize("name", [*BUNDLED, *VARIED])
def test_the_tile_that_was_opened_with_may_be_the_only_one(name: str) -> None:
    """Where the rules name one, nobody has to work it out world by world."""
    compiled = {**BUNDLED, **VARIED}[name]()
    for record in records(compiled, f"tiles to open with in {name}", 4, most=150):
        evidence = replay(compiled, record)
        if evidence.opening is not None and evidence.opening.only_first:
            past = RecordedPast(compiled, evidence, record)
            openings = {past.start(world).opening for world in evidence.table}
            assert openings == {1 << evidence.opening.first}


@pytest.mark.parametrize(
    "name", ["partnership, 4 tiles", "block, 6 tiles", "draw, 6 tiles", "draw_one, 6 tiles"]
)
def test_every_world_has_as_many_orders_of_the_pack_behind_it(name: str) -> None:
    compiled = BUNDLED[name]()
    for record in records(compiled, f"orders of {name}", 8):
        evidence = replay(compiled, record)
        orders = Counter(
            deal.as_world(evidence)
            for deal in pack_orders(compiled, record)
            if evidence.state.over or not deal.state.over
        )
        assert set(orders) == set(evidence.table)
        assert len(set(orders.values())) == 1


@pytest.mark.parametrize("name", [*BUNDLED, *VARIED])
def test_who_knows_everything_has_one_world(name: str) -> None:
    compiled = {**BUNDLED, **VARIED}[name]()
    random = Random(name)
    for _ in range(20):
        played = random_round(compiled, random)
        record = seen(played, compiled, random, "none")
        dealt = tuple(
            hand._replace(known=mask, unseen=0)
            for hand, mask in zip(record.dealt, played.start.hands, strict=True)
        )
        moves = tuple(
            RecordedMove(action, move.drawn)
            for action, move in zip(played.actions, record.moves, strict=True)
        )
        everything = replace(
            record, dealt=dealt, moves=moves, stock=played.start.stock, stock_unseen=0
        )
        evidence = replay(compiled, everything)
        assert evidence.table.count == 1
        assert evidence.open_state(evidence.table.unrank(0))._replace(
            opening=0
        ) == played.end._replace(opening=0)
        position = Position.from_view(compiled, everything)
        assert (position.outcome is not None) == bool(played.end.over)
        assert bool(position.legal_moves) != bool(played.end.over)


def test_the_order_of_slots_is_that_of_the_record() -> None:
    """Slots carry holder and moment, so a world can be told without its problem."""
    compiled = BUNDLED["draw, 10 tiles"]()
    for record in records(compiled, "slots", 20):
        evidence = replay(compiled, record)
        for slot in evidence.hidden.slots:
            assert slot.holder == STOCK or slot.size == 1 or slot.since == 0
