"""Worlds by swaps: all of them, each as likely, with every bound kept."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import assume, given, settings

from benchmarks import swaps
from dominoes_solver.worlds import swapping
from dominoes_solver.worlds.slots import Counter, Hidden, Slot, World
from dominoes_solver.worlds.swapping import DrawnWorlds, NoneFound, SwapSampler
from tests.solver.hidden_problems import brute_force, problems
from tests.solver.test_counting_sampling import excess

RING = Hidden(0b111, tuple(Slot(seat, 0, 1) for seat in range(3)), (0b100, 0b001, 0b010))
"""Two worlds, and no two slots can swap: all three tiles move at once."""

TWO_PAIRS = Hidden(
    0b1111,
    tuple(Slot(seat, 0, 1) for seat in range(4)),
    (0b1100, 0b1100, 0b0011, 0b0011),
    (Counter((1, 0, 1, 0), (0, 2), 1, 1),),
)
"""Two worlds, and a swap in either pair alone breaks the counter."""


def drawn(sampler: SwapSampler, number: int) -> list[World]:
    return list(islice(sampler.sampled(seed=4), number))


@settings(max_examples=40)
@given(problems(most_tiles=6))
def test_every_world_is_drawn_and_no_other(hidden: Hidden) -> None:
    worlds = sorted(brute_force(hidden))
    assume(0 < len(worlds) <= 60)
    found = drawn(SwapSampler(hidden, worlds[-1]), 20 * len(worlds))
    assert set(found) == set(worlds)
    assert len(worlds) == 1 or excess(found, len(worlds)) < 5


@pytest.mark.parametrize("hidden", [RING, TWO_PAIRS])
def test_worlds_that_no_single_swap_connects(hidden: Hidden) -> None:
    worlds = brute_force(hidden)
    found = drawn(SwapSampler(hidden, max(worlds)), 400)
    assert set(found) == worlds
    assert abs(excess(found, 2)) < 4


def test_parts_are_drawn_by_their_size() -> None:
    whole = Hidden(0b11111, (Slot(0, 0, 2), Slot(1, 0, 3)))
    parts = (whole.fixing(0b00011, [0]), whole.refusing(0b00011, [0]))
    worlds = brute_force(parts[0]) | brute_force(parts[1])
    found = drawn(SwapSampler(whole, max(worlds), [parts]), 400)
    assert set(found) == worlds
    assert abs(excess(found, len(worlds))) < 4


def test_a_start_that_breaks_a_counter_is_mended_or_refused() -> None:
    broken: World = (0b0001, 0b0010, 0b0100, 0b1000)
    assert TWO_PAIRS.admits(drawn(SwapSampler(TWO_PAIRS, broken), 1)[0])
    impossible = TWO_PAIRS.counting(Counter((1,), (0,), 1), Counter((1,), (0,), 0, 0))
    with pytest.raises(NoneFound, match="no hidden hands were found"):
        drawn(SwapSampler(impossible, broken), 1)


def test_worlds_that_were_dropped_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swapping, "MOST_KEPT", 4)
    hidden = Hidden(0b11111111, (Slot(0, 0, 4), Slot(1, 0, 4)))
    sampler = SwapSampler(hidden, (0b1111, 0b11110000))
    worlds = DrawnWorlds(sampler, 4)
    assert [worlds[place] for place in (*range(9), *range(9))] == drawn(sampler, 9) * 2


def test_chances_of_single_tiles_agree_with_counted_ones() -> None:
    # The benchmark compares 200 positions.
    total = swaps.Compared(0, 0, 0.0, 0.0)
    for place, evidence in enumerate(swaps.positions(5)):
        total = total.plus(swaps.compared(evidence, place))
    assert total.chances > 50
    assert total.largest < 5
    assert 0.5 < total.squares / total.chances < 1.5
