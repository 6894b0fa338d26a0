"""`warm`: machine code compiled beforehand, so that no answer waits for it."""

from __future__ import annotations

import argparse
import os
import sys
import time

from dominoes_rules.cli.common import ProgressLine
from dominoes_rules.cli.main import FINDINGS, FINE
from dominoes_solver.search import native


def run(args: argparse.Namespace) -> int:  # noqa: ARG001 (it has none)
    """Compile one kernel after another, each kept on disk once it is done."""
    if os.environ.get(native.SWITCH) == "0":
        print(f"dominoes-rules: {native.SWITCH}=0 turns machine code off", file=sys.stderr)
        return FINDINGS
    width = max(map(len, native.KERNELS.values()))
    for kernel, what in native.KERNELS.items():
        seconds = _seconds_compiling(kernel, what)
        if not native.have([kernel]):
            return FINDINGS  # why has been reported
        print(f"{what:<{width}}  {'ready' if seconds is None else f'compiled in {seconds:.0f} s'}")
        sys.stdout.flush()
    return FINE


def _seconds_compiling(kernel: str, what: str) -> float | None:
    """Load a kernel. Returns how long it was compiled before, or None if it was there."""
    progress_line, started = ProgressLine(), time.monotonic()
    waited = False

    def tick(_: int) -> None:
        nonlocal waited
        waited = True
        seconds = time.monotonic() - started
        progress_line(f"compiling: {what}, {seconds:.0f} s (Ctrl-C keeps what is compiled)")

    try:
        native.have([kernel], tick=tick)
    finally:
        progress_line.clear()
    return time.monotonic() - started if waited else None
