"""Seconds: of a call, of a call in plain Python, of a new process.

Calls are timed by the processor time that they use, which on a busy machine says more about the
code than the clock on the wall does; new processes by the clock.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from dominoes_solver.search import native

ROOT = Path(__file__).parent.parent
Answer = TypeVar("Answer")
COARSE = 1e-5
"""Seconds; a clock of processor time that ticks more rarely is of no use."""

clock = time.process_time
if time.get_clock_info("process_time").resolution > COARSE:
    clock = time.perf_counter


def timed(function: Callable[..., object], *arguments: object) -> float:
    """Seconds of one call."""
    started = clock()
    function(*arguments)
    return clock() - started


def timed_answer(function: Callable[[], Answer]) -> tuple[float, Answer]:
    """Seconds of one call, and what it returns."""
    started = clock()
    answer = function()
    return clock() - started, answer


def best(function: Callable[[], object], repetitions: int) -> float:
    """Seconds of the fastest call."""
    return min(timed(function) for _ in range(repetitions))


@contextmanager
def forced(machine_code: bool) -> Iterator[None]:
    """Machine code forced on or off for all searches."""
    before = os.environ.get(native.SWITCH)
    os.environ[native.SWITCH] = "wait" if machine_code else "0"
    try:
        yield
    finally:
        if before is None:
            del os.environ[native.SWITCH]
        else:
            os.environ[native.SWITCH] = before


def in_python(function: Callable[..., object], *arguments: object) -> float:
    """Seconds of one call in plain Python."""
    with forced(machine_code=False):
        return timed(function, *arguments)


def process(arguments: list[str]) -> float:
    """Seconds of a new process of this Python, from its start to its end.

    Raises `CalledProcessError` if it fails.
    """
    path = os.pathsep.join(str(ROOT / part) for part in (".", "rules", "solver"))
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        check=True,
        capture_output=True,
    )
    return time.perf_counter() - started
