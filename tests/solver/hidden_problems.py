"""Random small counting problems, and all their worlds by brute force."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from dominoes_solver.worlds.slots import STOCK, Counter, Hidden, Slot, World


def brute_force(hidden: Hidden) -> set[World]:
    """Try every slot for every tile."""
    tiles = [tile for tile in range(hidden.tiles.bit_length()) if hidden.tiles >> tile & 1]
    sizes = [slot.size for slot in hidden.slots]
    worlds = set()
    for places in product(range(len(sizes)), repeat=len(tiles)):
        if any(places.count(slot) != size for slot, size in enumerate(sizes)):
            continue
        home = dict(zip(tiles, places, strict=True))
        if any(hidden.refused[slot] >> tile & 1 for tile, slot in home.items()):
            continue
        totals = [
            sum(counter.weight(tile) for tile, slot in home.items() if slot in counter.slots)
            for counter in hidden.counters
        ]
        if all(
            counter.low <= total and (counter.high is None or total <= counter.high)
            for counter, total in zip(hidden.counters, totals, strict=True)
        ):
            worlds.add(
                tuple(
                    sum(1 << tile for tile in tiles if home[tile] == slot)
                    for slot in range(len(sizes))
                )
            )
    return worlds


@st.composite
def problems(draw: st.DrawFn, *, most_tiles: int = 7, most_slots: int = 4) -> Hidden:
    """Problems of up to 12 tiles, most of them made around one world that fits.

    Shrinks to few tiles and slots, no refusals and no counters.
    """
    count = draw(st.integers(0, most_slots))
    names = draw(
        st.lists(
            st.tuples(st.sampled_from([0, 1, 2, STOCK]), st.integers(0, 3)),
            min_size=count,
            max_size=count,
            unique=True,
        )
    )
    number = draw(st.integers(0, most_tiles)) if count else 0
    tiles = draw(st.permutations(range(12)))[:number]
    fitting = [0] * count
    for tile in tiles:
        fitting[draw(st.integers(0, count - 1))] |= 1 << tile
    hidden = Hidden(
        sum(fitting),
        tuple(Slot(*name, tiles.bit_count()) for name, tiles in zip(names, fitting, strict=True)),
    )
    keep = draw(st.integers(0, 4)) > 0
    for slot, inside in enumerate(fitting):
        refused = sum(1 << tile for tile in draw(st.sets(st.integers(0, 11), max_size=5)))
        hidden = hidden.refusing(refused & ~inside if keep else refused, [slot])
    for _ in range(draw(st.integers(0, 2)) if count else 0):
        weights = tuple(draw(st.lists(st.integers(0, 2), min_size=6, max_size=12)))
        slots = tuple(draw(st.lists(st.integers(0, count - 1), min_size=1, unique=True)))
        union = sum(fitting[slot] for slot in slots)
        total = sum(weight for tile, weight in enumerate(weights) if union >> tile & 1)
        low = total - draw(st.integers(0 if keep else -2, 2))
        high = draw(st.none() | st.integers(0 if keep else -2, 2).map(total.__add__))
        hidden = hidden.counting(Counter(weights, slots, low, high))
    return hidden
