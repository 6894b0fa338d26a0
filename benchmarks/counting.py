"""How fast hidden hands are counted and sampled. Run it from the root of the repository.

Every problem is made anew for each measurement; the best of the repetitions is printed, and how
far it lies from what is to be reached.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import islice

from dominoes_lang.tiles import TileSet
from dominoes_solver import enumeration
from dominoes_solver.bulk import BulkSampler
from dominoes_solver.counting import WorldTable
from dominoes_solver.slots import STOCK, Counter, Hidden, Slot

SAMPLES = 2_000
BULK_SAMPLES = 1 << 18
LISTED = 20_000


def problems() -> dict[str, tuple[Hidden, float]]:
    """Each problem with the milliseconds that its count may take."""
    sixes, nines = TileSet.up_to(6), TileSet.up_to(9)
    chance = random.Random(3)
    unseen = sixes.all & ~sum(1 << tile for tile in (0, 3, 5, 9, 20, 25, 27))
    opening = Hidden(unseen, tuple(Slot(seat, 0, 7) for seat in (1, 2, 3)))
    passed = opening.refusing(sixes.bearing[5], [0]).refusing(sixes.bearing[2], [1])
    drawn = Hidden(
        unseen, (Slot(1, 0, 7), Slot(STOCK, 0, 8), *(Slot(1, 2 * n, 1) for n in range(1, 7)))
    )
    for slot in (0, 2, 3, 4, 5, 6, 7):
        drawn = drawn.refusing(sixes.bearing[chance.randrange(7)], [slot])
        drawn = drawn.refusing(sixes.bearing[chance.randrange(7)], [slot])

    unseen = nines.all & ~sum(1 << tile for tile in range(0, 50, 5))
    wide = Hidden(unseen, (*(Slot(seat, 0, 10) for seat in (1, 2, 3)), Slot(STOCK, 0, 15)))
    redealt = wide.counting(
        *(Counter.number_of(nines.doubles & unseen, [slot], 0, 4) for slot in range(3))
    )
    wide_passed = wide
    for slot, numbers in enumerate([(5, 6), (2, 3), (0, 9)]):
        for number in numbers:
            wide_passed = wide_passed.refusing(nines.bearing[number], [slot])
    return {
        "double-six, opening": (opening, 1),
        "double-six, two have passed": (passed, 5),
        "double-six, six draws": (drawn, 5),
        "double-nine, opening": (wide, 50),
        "double-nine, at most 4 doubles": (redealt, 50),
        "double-nine, three have passed": (wide_passed, 50),
    }


def best(action: Callable[[], object], repetitions: int = 7) -> float:
    """Seconds of the fastest run."""
    times = []
    for _ in range(repetitions):
        begin = time.perf_counter()
        action()
        times.append(time.perf_counter() - begin)
    return min(times)


def measure(hidden: Hidden, reach: float) -> None:
    table = WorldTable(hidden)
    count = 1000 * best(lambda: WorldTable(hidden).count)
    print(f"  count               {count:9.3f} ms   {reach / count:6.1f} x within {reach} ms")
    holders = 1000 * best(table.holder_counts)
    print(f"  holder counts       {holders:9.3f} ms")
    rate = SAMPLES / best(lambda: table.sample(SAMPLES, 1), 3)
    print(f"  samples             {rate:9,.0f} /s")
    rate = SAMPLES / best(lambda: table.sample_distinct(SAMPLES, 1), 3)
    print(f"  without replacement {rate:9,.0f} /s")

    setup = 1000 * best(lambda: BulkSampler(hidden), 3)
    bulk = BulkSampler(hidden)
    rate = BULK_SAMPLES / best(lambda: bulk.sample(BULK_SAMPLES, 1)) / 1e6
    print(
        f"  in bulk             {rate:9.2f} M/s  {rate / 2:6.1f} x the 2 M/s to reach, "
        f"after {setup:.0f} ms of tables"
    )
    begin = time.perf_counter()
    listed = sum(1 for _ in islice(enumeration.worlds(hidden), LISTED))
    rate = listed / (time.perf_counter() - begin)
    print(f"  enumeration         {rate:9,.0f} /s")


def main() -> None:
    for name, (hidden, reach) in problems().items():
        print(f"{name}: {WorldTable(hidden).count:,} worlds")
        measure(hidden, reach)


if __name__ == "__main__":
    main()
