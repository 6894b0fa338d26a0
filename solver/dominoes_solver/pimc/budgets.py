"""How many nodes a world and an answer may take: a second or two, and about ten seconds.

Nodes, not seconds: the speed of a machine must not decide which worlds are estimated. The search
in machine code visits many more in a second, so it may visit more.

Whether a large search is native, and so its budget, depends on the game, the position and the
worlds asked for, and not on what the process has done before: an answer repeats on the same
installation. One without numba gives up earlier, and the answer reports every estimate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominoes_solver.search import native
from dominoes_solver.search.one_world import affordable

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import State

NODES_PLAIN = 1_000_000
"""Of a plain game between two sides, in plain Python."""
NODES_OTHERWISE = 100_000
"""Of any other."""
NATIVE_NODES = {"kernel_two": 15_000_000, "kernel_any": 4_000_000, "kernel_many": 2_000_000}
"""In machine code, by the kernel."""
ALONE = 10
"""The factor by which a single world may take more."""
HOPELESS = 20
"""The factor by which the others may take less, once the first world was out of reach."""
FAR_OUT = 1_000
"""Where the first would take this much more than it may, the others are not searched at all."""
ANSWER = 10
"""How much more all worlds together may take where no limit is set: about ten seconds natively."""
PLAYOUTS = 0.2
"""The least share of a world's nodes that takes as long as the playouts of an estimated one."""
PLAYOUT_NODES = 16
"""Nodes that take as long as the playouts of a move, for each tile in the hands."""

CHUNK_NODES_NATIVE = 2_000_000
"""Nodes of the worlds that a worker is given at once: some tenths of a second."""
CHUNK_NODES = 50_000


def nodes_of_a_world(compiled: Compiled, *, natively: bool) -> int:
    """How many nodes one of many worlds may take."""
    if natively:
        return NATIVE_NODES[native.kernel_of(compiled)]
    setup = compiled.setup
    nodes = NODES_PLAIN if setup.plain and setup.sides == 2 else NODES_OTHERWISE
    return affordable(compiled, nodes)


def share_of_playouts(nodes: int, state: State, moves: int) -> float:
    """The share of a world's nodes that takes as long as its playouts, where it is estimated."""
    tiles = sum(hand.bit_count() for hand in state.hands)
    return max(PLAYOUTS, PLAYOUT_NODES * moves * tiles / nodes)


def worlds_of_a_chunk(nodes: int, most: int, *, natively: bool) -> int:
    """The number of worlds in a chunk, up to `most`, where one took this many nodes."""
    chunk = CHUNK_NODES_NATIVE if natively else CHUNK_NODES
    return max(1, min(most, chunk // max(1, nodes)))
