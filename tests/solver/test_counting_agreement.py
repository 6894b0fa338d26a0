"""Counting, enumeration and brute force must say the same."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dominoes_lang.table.tiles import Tile, TileSet, numbers_in
from dominoes_solver.worlds import counting, enumeration
from dominoes_solver.worlds.classes import breadth
from dominoes_solver.worlds.counting import TooManyStates, WorldTable
from dominoes_solver.worlds.feasible import is_only, some_world
from dominoes_solver.worlds.slots import STOCK, Counter, Hidden, Slot, World
from tests.solver.hidden_problems import brute_force, problems

DOUBLE_SIX = TileSet.up_to(6)
OWN = DOUBLE_SIX.mask(map(Tile.parse, ("66", "15", "22", "24", "20", "43", "50")))
OPENING = Hidden(DOUBLE_SIX.all & ~OWN, tuple(Slot(seat, 0, 7) for seat in (1, 2, 3)))


@given(problems())
@settings(max_examples=200, deadline=None)
def test_counts_ranks_and_enumeration_equal_brute_force(hidden: Hidden) -> None:
    expected = brute_force(hidden)
    listed = list(enumeration.worlds(hidden))
    assert len(listed) == len(expected)
    assert set(listed) == expected
    assert all(hidden.admits(world) for world in expected)
    table = WorldTable(hidden)
    ranked = list(table)
    assert table.count == len(ranked) == len(expected)
    assert set(ranked) == expected
    assert [table.rank(world) for world in ranked] == list(range(table.count))
    counts = table.holder_counts()
    assert list(counts) == list(numbers_in(hidden.tiles))
    for tile, row in counts.items():
        assert row == tuple(
            sum(world[slot] >> tile & 1 for world in expected) for slot in range(len(hidden.slots))
        )


@given(problems())
@example(Hidden(0b111, tuple(Slot(0, since, 1) for since in range(3)), (0, 1, 0b111)))
@settings(max_examples=100, deadline=None)
def test_a_table_has_no_more_states_than_its_breadth(hidden: Hidden) -> None:
    table = WorldTable(replace(hidden, counters=()))
    planned = table._plan
    steps = planned.steps or ()
    firsts = [n for n, step in enumerate(steps) if not n or steps[n - 1].kind != step.kind]
    states = sum(len(table._levels[first]) for first in firsts)
    # Where no world fits, the table also has states from which nothing can be filled.
    assert states <= breadth(planned) or not table.count


def test_a_table_that_would_be_too_large_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    levels: list[object] = []
    monkeypatch.setattr(counting, "_level", lambda *given: levels.append(given))
    slots = tuple(Slot(seat, 0, 9) for seat in range(10))
    refused = tuple(0b11 << 9 * seat for seat in range(10))
    with pytest.raises(TooManyStates):
        WorldTable(Hidden((1 << 90) - 1, slots, refused))
    assert not levels


def test_counters_of_few_tiles_close_before_others_begin() -> None:
    """Of a view in Cuban double-nine: 930,000 edges if the doubles are not placed one by one."""
    doubles, fitting = 0b1_1111_1111, 0b1_1111_1111_1111_1110_0000_0011
    slots = (*(Slot(seat, 0, 10) for seat in range(3)), Slot(STOCK, 0, 15))
    hidden = Hidden((1 << 45) - 1, slots).counting(
        *(Counter.number_of(doubles, [seat], 0, 4) for seat in range(3)),
        Counter.number_of(fitting, range(3), 1),
    )
    assert WorldTable(hidden).edges < 100_000


@given(problems())
@settings(max_examples=300, deadline=None)
def test_a_world_is_found_without_counting_where_there_is_one(hidden: Hidden) -> None:
    world = some_world(hidden)
    assert (world is not None) == (WorldTable(hidden).count > 0)
    assert world is None or hidden.admits(world)
    assert world is None or is_only(hidden, world) == (WorldTable(hidden).count == 1)


def test_a_world_is_found_where_the_worlds_are_too_many_to_count() -> None:
    dealer, tiles = random.Random(3), (1 << 91) - 1
    fitting = list(range(91))
    dealer.shuffle(fitting)
    held = [sum(1 << tile for tile in fitting[9 * seat : 9 * seat + 9]) for seat in range(10)]
    slots = (*(Slot(seat, 0, 9) for seat in range(10)), Slot(STOCK, 0, 1))
    hidden = Hidden(tiles, slots)
    for seat, hand in enumerate(held):
        refused = sum(1 << tile for tile in range(91) if dealer.random() < 0.5)
        weights = tuple(dealer.randrange(13) for _ in range(91))
        weight = sum(weights[tile] for tile in numbers_in(hand))
        hidden = hidden.refusing(refused & ~hand, [seat])
        hidden = hidden.counting(Counter(weights, (seat,), weight - 3, weight + 3))
    with pytest.raises(TooManyStates):
        WorldTable(hidden)
    world = some_world(hidden)
    assert world is not None
    assert hidden.admits(world)
    one, other = (hidden.refusing(tiles & ~held[seat], [seat]) for seat in (0, 1))
    assert some_world(one.fixing(held[0] & -held[0], [1])) is None
    assert some_world(other) is not None


@given(problems(), st.lists(st.integers(0, (1 << 12) - 1), max_size=3), st.integers(2, 5))
@settings(max_examples=100, deadline=None)
def test_enumeration_under_conditions(hidden: Hidden, masks: list[int], divisor: int) -> None:
    """Conditions of any kind on a few tiles: here where their sum, slot by slot, falls."""

    def holds(world: World) -> bool:
        return sum(number * tiles for number, tiles in enumerate(world, 1)) % divisor != 1

    conditions = [enumeration.Condition(mask, holds) for mask in masks]
    listed = list(enumeration.worlds(hidden, conditions))
    assert len(listed) == len(set(listed))
    assert set(listed) == {
        world
        for world in brute_force(hidden)
        if all(holds(tuple(tiles & mask for tiles in world)) for mask in masks)
    }


@given(problems(most_tiles=10, most_slots=6), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_the_order_of_writing_changes_nothing(hidden: Hidden, chance: random.Random) -> None:
    count = len(hidden.slots)
    order = chance.sample(range(count), count)
    there = {slot: position for position, slot in enumerate(order)}
    shuffled = Hidden(
        hidden.tiles,
        tuple(hidden.slots[slot] for slot in order),
        tuple(hidden.refused[slot] for slot in order),
        tuple(
            Counter(c.weights, tuple(there[slot] for slot in c.slots)[::-1], c.low, c.high)
            for c in hidden.counters[::-1]
        ),
    )
    one, other = WorldTable(hidden), WorldTable(shuffled)
    assert one.count == other.count
    if one.count:
        drawn = one.sample(5, seed=3)
        assert [tuple(world[slot] for slot in order) for world in drawn] == other.sample(5, seed=3)
        assert [one.rank(world) for world in drawn] == [
            other.rank(world) for world in other.sample(5, seed=3)
        ]


@given(problems(), st.permutations(range(12)))
@settings(max_examples=100, deadline=None)
def test_tiles_by_other_names_are_as_many_worlds(hidden: Hidden, names: list[int]) -> None:
    def renamed(mask: int) -> int:
        return sum(1 << names[tile] for tile in numbers_in(mask))

    other = Hidden(
        renamed(hidden.tiles),
        hidden.slots,
        tuple(map(renamed, hidden.refused)),
        tuple(
            Counter(
                tuple(c.weight(names.index(tile)) for tile in range(12)), c.slots, c.low, c.high
            )
            for c in hidden.counters
        ),
    )
    one, two = WorldTable(hidden), WorldTable(other)
    assert one.count == two.count
    assert {names[tile]: row for tile, row in one.holder_counts().items()} == two.holder_counts()


@given(problems(), st.data())
@settings(max_examples=100, deadline=None)
def test_a_question_is_a_ratio_of_two_counts(hidden: Hidden, data: st.DataObject) -> None:
    worlds = brute_force(hidden)
    if not worlds or not hidden.tiles:
        return
    tile = data.draw(st.sampled_from(list(numbers_in(hidden.tiles))))
    holder, other = (data.draw(st.sampled_from([0, 1, 2, STOCK])) for _ in range(2))
    absent = data.draw(st.integers(0, (1 << 12) - 1))
    asked = hidden.fixing(1 << tile, hidden.slots_of(holder))
    asked = asked.refusing(absent, hidden.slots_of(other))
    matching = sum(
        any(world[slot] >> tile & 1 for slot in hidden.slots_of(holder))
        and not any(world[slot] & absent for slot in hidden.slots_of(other))
        for world in worlds
    )
    assert Fraction(WorldTable(asked).count, WorldTable(hidden).count) == Fraction(
        matching, len(worlds)
    )


def test_the_opening_of_partnership_from_one_seat() -> None:
    assert WorldTable(OPENING).count == 399_072_960


def test_the_first_passes_of_the_partnership_example() -> None:
    # 66, 61l, 62r, D passes on 1-2, 15l, B passes on 5-2, 52l, D passes on 2-2.
    ones, twos, fives = (DOUBLE_SIX.bearing[number] for number in (1, 2, 5))
    played = DOUBLE_SIX.mask([Tile(6, 1), Tile(6, 2), Tile(5, 2)])
    hidden = Hidden(OPENING.tiles & ~played, (Slot(1, 0, 6), Slot(2, 0, 5), Slot(3, 0, 7)))
    hidden = hidden.refusing(twos | fives, [0]).refusing(ones | twos, [2])
    assert WorldTable(hidden).count == sum(1 for _ in enumeration.worlds(hidden)) == 15008


def test_at_least_five_doubles_in_a_dealt_hand_is_a_redeal() -> None:
    hidden = Hidden(DOUBLE_SIX.all, tuple(Slot(seat, 0, 7) for seat in range(4)))
    bounds = [Counter.number_of(DOUBLE_SIX.doubles, [slot], 0, 4) for slot in range(4)]
    everything, kept = WorldTable(hidden).count, WorldTable(hidden.counting(*bounds)).count
    redealt = sum(
        WorldTable(hidden.counting(Counter.number_of(DOUBLE_SIX.doubles, [slot], 5))).count
        for slot in range(4)
    )
    # Two hands cannot both hold five of seven doubles, so the cases add up.
    assert kept == everything - redealt


def test_at_least_one_is_all_less_none() -> None:
    tiles = DOUBLE_SIX.bearing[5] | DOUBLE_SIX.bearing[3]
    somebody = OPENING.counting(Counter.number_of(tiles, [0, 1], 1))
    nobody = OPENING.refusing(tiles, [0, 1])
    assert WorldTable(somebody).count == WorldTable(OPENING).count - WorldTable(nobody).count


def test_a_set_larger_than_a_machine_word() -> None:
    tiles = (1 << 190) - 1
    hidden = Hidden(tiles, (Slot(0, 0, 60), Slot(1, 0, 60), Slot(STOCK, 0, 70)))
    hidden = hidden.refusing(0b111 << 100, [0])
    table = WorldTable(hidden)
    for world in table.sample(5, seed=1):
        assert table.unrank(table.rank(world)) == world
    assert table.unrank(table.count - 1) != table.unrank(0)


def test_no_hidden_tiles_is_one_world() -> None:
    for hidden in (Hidden(0, ()), Hidden(0, (Slot(0, 0, 0), Slot(STOCK, 0, 0)))):
        table = WorldTable(hidden)
        nothing = (0,) * len(hidden.slots)
        assert table.count == 1
        assert list(table) == list(enumeration.worlds(hidden)) == [nothing]
        assert table.rank(nothing) == 0
        assert table.holder_counts() == {}


@pytest.mark.parametrize(
    "hidden",
    [
        OPENING.refusing(DOUBLE_SIX.all, [0]),
        OPENING.refusing(DOUBLE_SIX.bearing[1] | DOUBLE_SIX.bearing[2], [0, 1, 2]),
        OPENING.refusing(1, [0, 1, 2]),
        OPENING.refusing(DOUBLE_SIX.bearing[4], [0, 1]).refusing(DOUBLE_SIX.bearing[5], [1, 2]),
        OPENING.counting(Counter.number_of(DOUBLE_SIX.doubles, [0, 1, 2], 6)),
        OPENING.counting(Counter.number_of(DOUBLE_SIX.all, [0], 0, 6)),
        OPENING.counting(Counter.number_of(0, [], 0, -1)),
        # The only slot in the counter that allows what it weighs has no room.
        Hidden(0b11, (Slot(0, 0, 0), Slot(1, 0, 1), Slot(2, 0, 1)))
        .refusing(0b1, [1])
        .counting(Counter((2,), (0, 1), 1)),
    ],
)
def test_what_cannot_be_met_has_no_world(hidden: Hidden) -> None:
    table = WorldTable(hidden)
    assert table.count == 0
    assert list(table) == []
    assert set(table.holder_counts().values()) == {(0, 0, 0)}
    assert list(table.shuffled(seed=1)) == []
    with pytest.raises(ValueError, match="no world can be drawn"):
        table.sample(1, seed=1)
    with pytest.raises(ValueError, match="no world fits"):
        table.unrank(0)


def test_ranks_outside_the_range_and_strangers_are_refused() -> None:
    table = WorldTable(OPENING)
    for rank in (-1, table.count):
        with pytest.raises(ValueError, match="399072960"):
            table.unrank(rank)
    first = table.unrank(0)
    for stranger in (first[:2], (first[0], first[0], first[2]), (OWN, *first[1:])):
        with pytest.raises(ValueError, match="not a world"):
            table.rank(stranger)


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (lambda: Hidden(0b111, (Slot(0, 0, 2),)), "3 hidden tiles for 2 places"),
        (lambda: Hidden(0b11, (Slot(0, 0, 1), Slot(0, 0, 1))), "same holder"),
        (lambda: Hidden(0b1, (Slot(0, 0, 2), Slot(1, 0, -1))), "fewer than 0"),
        (lambda: Hidden(0b1, (Slot(0, 0, 1),), (0, 0)), "2 masks"),
        (lambda: Hidden(0, ()).counting(Counter((1,), (0,))), "names slots"),
        (lambda: Hidden(1, (Slot(0, 0, 1),)).counting(Counter((1,), (0, 0))), "twice"),
        (lambda: Hidden(1, (Slot(0, 0, 1),)).counting(Counter((-1,), (0,))), "below 0"),
        (lambda: Hidden(1, (Slot(0, 0, 1),)).fixing(0b10, [0]), "not hidden"),
    ],
)
def test_parts_that_do_not_belong_together_are_refused(problem: object, reason: str) -> None:
    assert callable(problem)
    with pytest.raises(ValueError, match=reason):
        problem()
