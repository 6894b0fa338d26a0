"""Whether a search is large enough to pay for machine code."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from dominoes_solver.search.native.able_games import (
    available,
    is_coming,
    is_searched_plainly,
    is_small_enough,
    kernel_of,
    supports,
)
from dominoes_solver.search.native.compiling.loading import Loaded, meanwhile, off

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import State

WORTH_IT = 50_000
"""Nodes of plain Python, by `expected_nodes`, that take longer than to import numba."""

WORTH_WAITING = 4_000_000
"""Nodes of plain Python that take longer than to compile a kernel."""

PATIENCE = 200_000
"""Nodes that plain Python may take for a world whose kernel is being compiled: some two seconds."""
ALIKE = 4
"""Times the nodes of plain Python, more than any kernel of plain games takes for the same world."""

WORTH_HALVES = 100_000
"""Nodes of plain Python above those of any position of double-six: a search of 28 tiles takes 4
milliseconds, and 2 % more with two tables."""

SMALL = 100
"""Nodes that plain Python has searched before a kernel has its arrays."""
PLENTY = 100
"""Times the nodes expected, several times what any search of a game without free choices was seen
to take. Where players may pass or draw as they like the cost is unpredictable."""

_IN_ARMS = 50
"""There are some ten times as many on a table in arms, and each takes five times as long."""
_NODES_AT_SIXTEEN = 350.0
_GROWTH = 0.42
_GROWTH_WITH_CHOICE = 0.75


def expected_nodes(compiled: Compiled, state: State) -> float:
    """Very roughly, how many nodes plain Python takes for a state; the same on every machine.

    Counted in nodes of a game on a line.
    """
    setup = compiled.setup
    tiles = sum(hand.bit_count() for hand in state.hands)
    growth = _GROWTH if setup.plain and setup.sides == 2 else _GROWTH_WITH_CHOICE
    if setup.draws:
        tiles += len(state.stock) - setup.reserve
    nodes = _NODES_AT_SIXTEEN * math.exp(min(60.0, growth * (tiles - 16)))
    return _IN_ARMS * nodes if setup.layout.branches else nodes


def large(
    compiled: Compiled,
    state: State,
    worlds: int = 1,
    *,
    deadline: float | None = None,
    tick: Callable[[int], None] | None = None,
    wait: bool = True,
) -> bool:
    """Whether so many worlds like this are worth a native search by themselves, and can have one.

    Unlike `wanted`, whatever was searched before. See `available` for the rest.
    """
    if off():
        return False
    if worlds * expected_nodes(compiled, state) < WORTH_IT or not is_small_enough(compiled):
        return False
    return available(compiled, deadline=deadline, tick=tick, wait=wait) and supports(compiled)


def wanted(
    compiled: Compiled,
    state: State,
    worlds: int = 1,
    *,
    nodes: int | None = None,
    deadline: float | None = None,
    tick: Callable[[int], None] | None = None,
    wait: bool = True,
) -> bool:
    """Whether this many worlds like this one are to be searched natively, and can be.

    Small searches come first to plain Python, until many of them or a large one have loaded the
    kernels. Searches whose nodes could run out never depend on that: their answers would show what
    the process has searched before.
    Where the kernels are still to be compiled and `wait` is true, they are waited for if plain
    Python would take longer, or its nodes could run out. Where numba is missing or fails, reports
    it once on stderr.
    """
    if off():
        return False
    nodes_each = expected_nodes(compiled, state)
    work = worlds * nodes_each
    if nodes is None or cannot_run_out(compiled, state, nodes):
        Loaded.work += work
        if work >= SMALL:
            loaded = kernel_of(compiled) in Loaded.kernels
            work = max(work, WORTH_IT if loaded else Loaded.work)
    if work < WORTH_IT or not is_small_enough(compiled):
        return False
    enough = math.inf if nodes is None else nodes
    soon = worlds * nodes_each < WORTH_WAITING and cannot_run_out(compiled, state, enough)
    wait = wait and not soon
    return available(compiled, deadline=deadline, tick=tick, wait=wait) and supports(compiled)


def may_begin_plainly(compiled: Compiled, nodes: int | None) -> bool:
    """Whether plain Python may begin a search for which a kernel is still compiled.

    Then it finds the values that the kernel would find, within as many nodes or fewer.
    """
    return nodes is None or is_searched_plainly(compiled)


def patience(compiled: Compiled, state: State, worlds: int, nodes: int | None) -> int | None:
    """The nodes in which plain Python may try each world, before it waits for the kernel.

    None where no kernel is being compiled, or nobody would wait for it.
    """
    if meanwhile() or not may_begin_plainly(compiled, nodes) or not is_small_enough(compiled):
        return None
    if worlds * expected_nodes(compiled, state) < WORTH_IT or not is_coming(compiled):
        return None
    return PATIENCE if nodes is None else min(PATIENCE, nodes // ALIKE)


def are_halves_worth_it(compiled: Compiled, state: State) -> bool:
    """Whether a single world takes so long that two threads are to have half of its actions each.

    Plain games between two sides alone.
    """
    setup = compiled.setup
    return setup.plain and setup.sides == 2 and expected_nodes(compiled, state) >= WORTH_HALVES


def cannot_run_out(compiled: Compiled, state: State, nodes: float) -> bool:
    """Whether this many nodes are certainly enough for a world like this one."""
    by_choice = any(len(group) > 1 for group in compiled.setup.turn.groups)
    return nodes >= PLENTY * expected_nodes(compiled, state) and not by_choice
