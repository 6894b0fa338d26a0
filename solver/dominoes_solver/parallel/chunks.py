"""A few worlds searched together: the piece of work that this process or another one does.

Its size follows from the nodes of the first world, so it is the same for one process and for many:
a kernel's table is shared within a chunk, and how full it is decides how many nodes a world takes,
and so which worlds run out of them.
"""

from __future__ import annotations

import os
import pickle
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from dominoes_lang.codegen.compiled import compile_rules
from dominoes_lang.text.root_exception import DominoesError
from dominoes_solver.search import native
from dominoes_solver.search.one_world import Evaluation, Question, estimates, evaluate_together

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.state import Action, State
    from dominoes_solver.search.bulk_values import BulkValues
    from dominoes_solver.search.estimate import PlaysOut

Tick = Callable[[int], None]

SECONDS_ORPHANED = 1.0


@dataclass(frozen=True)
class Chunk:
    """Worlds in a row, and how they are to be searched."""

    first: int
    """The place of the first world in the order in which they are taken."""
    ranks: tuple[int, ...]
    states: Sequence[State]
    key: int
    """That of `chance` for playouts, the same in all chunks."""
    only: tuple[Action, ...] | None
    nodes: int | None
    """The most nodes for each world."""
    natively: bool
    last_resort: bool
    """Whether a world for which time runs out is estimated."""
    halved: bool
    """Whether it is a single world, which two threads may search."""
    playouts: int
    """Rounds of each move that are played out, where no world is searched; otherwise 0."""
    patience: int | None = None
    """The nodes in which plain Python tries each world while machine code is compiled."""
    by: PlaysOut | None = None
    """By which policy machine code plays out; at random without one."""


@dataclass(frozen=True)
class Result:
    """A worker's results; fewer evaluations than worlds where time ran out."""

    evaluations: tuple[Evaluation | BulkValues, ...] = ()
    natively: bool = False
    error: Exception | None = None
    """The exception of the search itself; any other failure is one of the workers."""


def evaluations(
    compiled: Compiled, chunk: Chunk, deadline: float | None = None, tick: Tick | None = None
) -> Iterator[Evaluation | BulkValues]:
    """The values of the moves in each world, until the deadline."""
    if chunk.playouts:
        return estimates(
            compiled,
            chunk.states,
            tuple(chunk.only or compiled.legal(chunk.states[0])),
            playouts=chunk.playouts,
            key=chunk.key,
            number=chunk.first,
            by=chunk.by,
            deadline=deadline,
            tick=tick,
        )
    question = Question(
        nodes=chunk.nodes,
        deadline=deadline,
        key=chunk.key,
        number=chunk.first,
        tick=tick,
        only=chunk.only,
        natively=chunk.natively,
        last_resort=chunk.last_resort,
        halved=chunk.halved,
        patience=chunk.patience,
        by=chunk.by,
    )
    return evaluate_together(compiled, chunk.states, question)


def rules_as_bytes(setup: Setup) -> bytes:
    """A setup as it is sent to a worker, who compiles it once."""
    return pickle.dumps(setup)


@lru_cache(maxsize=8)
def _compiled(rules: bytes) -> Compiled:
    # Written by `rules_as_bytes` of the process that started this one, or that runs the cluster.
    return compile_rules(pickle.loads(rules))


@cache
def _end_with(parent: int) -> None:
    """End this process soon after its parent has vanished."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(SECONDS_ORPHANED)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def work(rules: bytes, chunk: Chunk, seconds: float | None, parent: int | None = None) -> Result:
    """The work of a worker: a chunk, for at most a number of seconds.

    parent: the process that wants the result; None on a cluster.
    """
    if parent is not None:
        _end_with(parent)
    deadline = None if seconds is None else time.monotonic() + seconds
    try:
        compiled = _compiled(rules)
        if not _has_kernels(compiled, chunk):
            raise NotTheSame(
                "a worker can't search in machine code and this process can; install the extra "
                "`native` for both, or set DOMINOES_RULES_NATIVE=0 here"
            )
        evaluated = tuple(evaluations(compiled, chunk, deadline))
        return Result(evaluated, chunk.natively)
    except Exception as error:  # noqa: BLE001 - passed to the caller
        return Result(error=error)


def _has_kernels(compiled: Compiled, chunk: Chunk) -> bool:
    """Whether this process has the machine code that a chunk asks for."""
    if chunk.by is not None and not native.plays_policies(compiled, wait=True):
        return False
    return not chunk.natively or (native.available(compiled) and native.supports(compiled))


class NotTheSame(DominoesError, ValueError):
    """Raised where a worker would search in another way than the calling process."""
