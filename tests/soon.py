"""Guards against calls that never come to an end, which hold on a busy or slow machine too."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

KNOWN_SECONDS = 0.02
"""Of the processor, for the known piece of work, where the limits were set."""
MARGIN = 5
"""Calls wait for memory and for other programs, which the known piece of work does not show."""


def slowness() -> float:
    """How many times slower this processor is now, at least 1: busy, traced, or just slow."""
    start = time.process_time()
    total = 0
    for number in range(400_000):
        total += number
    return max(1.0, (time.process_time() - start) / KNOWN_SECONDS)


@contextmanager
def soon(seconds: float) -> Iterator[None]:
    """Fails where the block takes several times as long, by the speed that the processor has now.

    For what explodes. How long a call takes is measured in the benchmarks, and never here.
    """
    start = time.process_time()
    yield
    spent = time.process_time() - start
    assert spent < seconds or spent < MARGIN * seconds * slowness()
