"""Samples must be uniform, and the test that says so must notice one that is not."""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections.abc import Callable, Iterable
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings

from dominoes_lang.table.tiles import TileSet, numbers_in
from dominoes_solver.worlds import bulk_sampling, counting
from dominoes_solver.worlds.bulk_sampling import BulkSampler
from dominoes_solver.worlds.counting import WorldTable
from dominoes_solver.worlds.slots import STOCK, Counter, Hidden, Slot, World
from tests.solver.hidden_problems import problems

THREES = TileSet.up_to(3)
SIXES = TileSet.up_to(6)
NINES = TileSet.up_to(9)

PASSED = (
    Hidden(THREES.all, (Slot(0, 0, 3), Slot(1, 0, 3), Slot(2, 0, 4)))
    .refusing(THREES.bearing[0], [0])
    .refusing(THREES.bearing[1], [1])
    .refusing(THREES.bearing[2] & THREES.bearing[3], [2])
)
DRAWN = (
    Hidden(THREES.all, (Slot(STOCK, 0, 4), Slot(1, 5, 1), Slot(1, 0, 3), Slot(0, 3, 2)))
    .refusing(THREES.bearing[0], [2])
    .refusing(THREES.bearing[1], [1, 3])
    .counting(
        Counter.number_of(THREES.doubles, [1, 2], 0, 1),
        Counter.number_of(THREES.bearing[2], [1, 3], 1),
    )
)
NINES_OPENING = Hidden(
    NINES.all & ~(NINES.bearing[9]),
    (Slot(1, 0, 10), Slot(2, 0, 10), Slot(3, 0, 10), Slot(STOCK, 0, 15)),
)


def excess(worlds: Iterable[object], kinds: int) -> float:
    """How many standard deviations a chi-square statistic of uniformity lies above expectation.

    Wilson and Hilferty's approximation; every kind should be expected five times or more.
    """
    tally = Tally(worlds)
    number = tally.total()
    assert len(tally) <= kinds
    assert number >= 5 * kinds
    expected = number / kinds
    square = sum((n - expected) ** 2 for n in tally.values()) / expected
    square += (kinds - len(tally)) * expected
    freedom = kinds - 1
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def fill_hand_after_hand(hidden: Hidden, chance: random.Random) -> World:
    """The tempting sampler, which is wrong: deal each slot what it may hold, restart when stuck."""
    while True:
        left = hidden.tiles
        world = []
        for slot, allowed in zip(hidden.slots, hidden.allowed, strict=True):
            choice = list(numbers_in(left & allowed))
            if len(choice) < slot.size:
                break
            tiles = sum(1 << tile for tile in chance.sample(choice, slot.size))
            left &= ~tiles
            world.append(tiles)
        else:
            if hidden.admits(tuple(world)):
                return tuple(world)


def one_by_one(hidden: Hidden, number: int) -> list[World]:
    return WorldTable(hidden).sample(number, seed=11)


def in_bulk(hidden: Hidden, number: int) -> list[World]:
    return [tuple(row) for row in BulkSampler(hidden).sample(number, seed=11).tolist()]


def first_of_each_shuffle(hidden: Hidden, number: int) -> list[World]:
    table = WorldTable(hidden)
    return [next(table.shuffled(seed)) for seed in range(number)]


@pytest.mark.parametrize("hidden", [PASSED, DRAWN])
@pytest.mark.parametrize("sampler", [one_by_one, in_bulk, first_of_each_shuffle])
def test_samples_are_uniform(hidden: Hidden, sampler: Callable[[Hidden, int], list[World]]) -> None:
    count = WorldTable(hidden).count
    assert 20 < count < 2000
    assert abs(excess(sampler(hidden, 30 * count), count)) < 4


@pytest.mark.parametrize("hidden", [PASSED, DRAWN])
def test_a_wrong_sampler_is_noticed(hidden: Hidden) -> None:
    count = WorldTable(hidden).count
    chance = random.Random(11)
    worlds = [fill_hand_after_hand(hidden, chance) for _ in range(30 * count)]
    assert excess(worlds, count) > 10


def test_few_random_bits_are_enough_because_more_are_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Small blocks make many edges, three bits decide hardly any of them.
    monkeypatch.setattr(bulk_sampling, "BLOCK_BITS", 4)
    monkeypatch.setattr(bulk_sampling, "PRECISION", 3)
    for hidden in (PASSED, DRAWN):
        count = WorldTable(hidden).count
        assert abs(excess(in_bulk(hidden, 30 * count), count)) < 4


@given(problems(most_tiles=9, most_slots=5))
@settings(max_examples=100, deadline=None)
def test_bulk_sampling_counts_and_keeps_to_the_worlds(hidden: Hidden) -> None:
    sampler = BulkSampler(hidden)
    assert sampler.count == WorldTable(hidden).count
    if sampler.count:
        drawn = sampler.sample(20, seed=1)
        assert drawn.shape == (20, len(hidden.slots))
        assert drawn.dtype == np.uint64
        assert all(hidden.admits(tuple(row)) for row in drawn.tolist())
        order = hidden.canonical_order
        assert (BulkSampler(hidden.canonical()).sample(20, seed=1) == drawn[:, order]).all()
    else:
        with pytest.raises(ValueError, match="no world can be drawn"):
            sampler.sample(1, seed=1)


@pytest.mark.parametrize(
    "hidden",
    [
        NINES_OPENING,
        NINES_OPENING.counting(
            *(Counter.number_of(NINES.doubles, [slot], 1, 4) for slot in range(3))
        ),
        NINES_OPENING.refusing(NINES.bearing[1] | NINES.bearing[2], [1]).refusing(
            NINES.bearing[3], [0, 2]
        ),
    ],
)
def test_bulk_samples_have_the_chances_that_are_counted(hidden: Hidden) -> None:
    table, sampler = WorldTable(hidden), BulkSampler(hidden)
    assert sampler.count == table.count > 1 << 64
    number = 20_000
    drawn = sampler.sample(number, seed=5)
    for tile, row in table.holder_counts().items():
        seen = (drawn >> np.uint64(tile) & np.uint64(1)).sum(axis=0)
        for times, count in zip(seen.tolist(), row, strict=True):
            chance = count / table.count
            assert abs(times - number * chance) <= 5 * (number * chance * (1 - chance)) ** 0.5


def test_any_cut_of_a_bulk_sequence_gives_the_same_worlds() -> None:
    sampler = BulkSampler(PASSED)
    number = bulk_sampling.BATCH + 1000
    whole = sampler.sample(number, seed=np.random.SeedSequence(3))
    parts = [sampler.sample(700, 3), sampler.sample(number - 700, 3, skip=700)]
    assert (np.concatenate(parts) == whole).all()
    assert not (sampler.sample(100, 4) == whole[:100]).all()
    assert sampler.sample(0, 3).shape == (0, 3)


def test_bulk_refuses_what_does_not_fit_a_machine_word() -> None:
    with pytest.raises(ValueError, match="tile number 64"):
        BulkSampler(Hidden(1 << 64, (Slot(0, 0, 1),)))
    assert BulkSampler(Hidden(1 << 63, (Slot(0, 0, 1),))).sample(1, 1).tolist() == [[1 << 63]]
    with pytest.raises(ValueError, match="too many states"):
        BulkSampler(Hidden((1 << 64) - 1, tuple(Slot(seat, 0, 1) for seat in range(64))))


def test_bulk_samples_of_an_empty_problem() -> None:
    sampler = BulkSampler(Hidden(0, (Slot(0, 0, 0), Slot(1, 0, 0))))
    assert sampler.count == 1
    assert sampler.sample(2, seed=1).tolist() == [[0, 0], [0, 0]]


def test_a_shuffle_has_every_world_once() -> None:
    for hidden in (PASSED, DRAWN):
        table = WorldTable(hidden)
        shuffled = list(table.shuffled(seed=2))
        assert sorted(map(table.rank, shuffled)) == list(range(table.count))
        assert list(table.shuffled(seed=8)) != shuffled


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    chance = random.Random(4)
    orders = [tuple(counting._permutation(4, chance)) for _ in range(2400)]
    assert abs(excess(orders, 24)) < 4


def test_sampling_without_replacement_beyond_a_machine_word() -> None:
    table = WorldTable(NINES_OPENING)
    assert table.count > 1 << 64
    worlds = list(islice(table.shuffled(seed=1), 200))
    assert len(set(worlds)) == 200
    assert all(NINES_OPENING.admits(world) for world in worlds)
    assert worlds != list(islice(table.shuffled(seed=2), 200))


def test_more_samples_of_a_seed_begin_with_the_fewer() -> None:
    table = WorldTable(PASSED)
    assert table.sample(20, seed=6)[:7] == table.sample(7, seed=6)
