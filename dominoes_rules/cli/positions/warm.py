"""`warm`: machine code compiled beforehand, so that no answer waits for it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dominoes_rules import library
from dominoes_rules.cli.common import ProgressLine, ruleset_and_seats
from dominoes_rules.cli.main import FINDINGS, FINE
from dominoes_solver.search import native

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled


def run(args: argparse.Namespace) -> int:
    """Compile one kernel after another, each kept on disk once it is done."""
    games = {game: _sizes_of(game) for game in args.games}
    if os.environ.get(native.SWITCH) == "0":
        print(f"dominoes-rules: {native.SWITCH}=0 turns machine code off", file=sys.stderr)
        return FINDINGS
    if not native.is_installed():
        native.have(native.KERNELS)  # which reports it
        return FINDINGS
    wanted = set() if games else set(native.KERNELS)
    result = FINE
    for game, sizes in games.items():
        kernels = {kernel for rules in sizes for kernel in native.kernels_of(rules)}
        wanted |= kernels
        if not kernels:
            print(f"dominoes-rules: no machine code can play {game} yet", file=sys.stderr)
            result = FINDINGS
    in_order = [kernel for kernel in native.KERNELS if kernel in wanted]
    return result if _are_compiled(in_order) else FINDINGS


def _sizes_of(game: str) -> list[Compiled]:
    """The rules of a game for each number of players, or for that which is named."""
    ruleset, seats = ruleset_and_seats(game)
    sizes = ruleset.players if seats is None else [seats]
    return [library.compiled(ruleset, size) for size in sizes]


def _are_compiled(kernels: Sequence[str]) -> bool:
    """Load or compile each kernel and report it; whether all are there now."""
    width = max(map(len, native.KERNELS.values()))
    for index, kernel in enumerate(kernels):
        title = native.KERNELS[kernel]
        number = f"{index + 1} of {len(kernels)}"
        seconds = _seconds_compiling(kernel, f"{number}, {title}", kernels[index + 1 :])
        if not native.have([kernel]):
            return False  # why has been reported
        print(f"{title:<{width}}  {'ready' if seconds is None else f'compiled in {seconds:.0f} s'}")
        sys.stdout.flush()
    return True


def _seconds_compiling(kernel: str, description: str, soon: Sequence[str]) -> float | None:
    """Load a kernel. Returns how long it was compiled before, or None if it was there."""
    waited = False
    with ProgressLine() as line:

        def tick(_: int) -> None:
            nonlocal waited
            waited = True
            line(f"compiling {description}, {line.seconds:.0f} s (Ctrl-C keeps what is compiled)")

        native.have([kernel], tick=tick, soon=soon)
    return line.seconds if waited else None
