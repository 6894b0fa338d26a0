"""How many nodes a world and an answer may take: a few seconds.

Nodes, not seconds: the speed of a machine must not decide which worlds are estimated. The search
in machine code visits many more in a second, so it may visit more.

Whether a large search is native, and so its budget, depends on the game, the position and the
worlds asked for, and not on what the process has done before: an answer repeats on the same
installation. One without numba gives up earlier, and the answer reports every estimate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dominoes_solver.search import native
from dominoes_solver.search.one_world import PLAYOUTS, SLOW_GAME, is_slow_in_python

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import State


class PlayoutBudget(NamedTuple):
    """How much may be played at random where worlds are estimated."""

    tiles_of_an_answer: int
    """Tiles that the rounds of an answer may lay or draw: some two seconds of machine code, four
    of plain Python."""
    tiles_of_a_world: int
    """Tiles that take as long as it takes to make a world and to begin its rounds."""


class Nodes(NamedTuple):
    """How many nodes may be searched where no limit is set."""

    of_a_world: int
    of_an_answer: int
    """In all worlds together: up to about five seconds."""
    of_an_only_world: int = 0
    """Where it is the whole answer: up to about ten seconds; 0 for as many as of an answer."""

    def slower(self, factor: int) -> Nodes:
        """As many as take the same time where every node takes so much longer."""
        return Nodes(*[nodes // factor for nodes in self])

    @property
    def alone(self) -> int:
        """How many a world may take that is the only one."""
        return self.of_an_only_world or self.of_an_answer


PLAIN = Nodes(300_000, 450_000, 700_000)
"""Of a plain game between two sides, in plain Python: about 11 microseconds a node."""
OTHERWISE = Nodes(20_000, 40_000, 80_000)
"""Of any other: 80 to 160 microseconds."""
SLOW = Nodes(5_000, 25_000, 50_000)
"""Of any other where a node takes even longer; most of its worlds are estimated."""
NATIVE = {
    "kernel_two": Nodes(15_000_000, 60_000_000),
    "kernel_points": Nodes(15_000_000, 60_000_000),
    "kernel_any": Nodes(4_000_000, 8_000_000, 12_000_000),
    "kernel_many": Nodes(2_000_000, 7_000_000, 10_000_000),
}
"""In machine code, by the kernel: 0.05 to 0.2 microseconds for the first two, 0.4 to 0.9 for the
third. The last takes 0.2 to 0.3 in plain games, and about 0.6 in others on a line."""
IN_ARMS = 4
"""The factor by which a node takes machine code longer on a table in arms."""
PAID_IN_PLAY = 2
"""And that of a kernel for many sides where points are paid in play."""
ESTIMATED_WORLDS = 250
"""Worlds that an answer by random rounds should have, some more than are needed to trust a lead."""

BUDGET_NATIVELY = PlayoutBudget(3_000_000, 3_000)
"""In machine code: about half a microsecond a tile."""
BUDGET_PLAINLY = PlayoutBudget(100_000, 50)
"""In plain Python: 30 to 60 microseconds."""

CHUNK_NODES_NATIVE = 2_000_000
"""Nodes of the worlds that a worker is given at once: some tenths of a second."""
CHUNK_NODES = 50_000


def usual_nodes(compiled: Compiled, *, natively: bool) -> Nodes:
    """How many nodes one of many worlds may take, and how many an answer."""
    setup = compiled.setup
    if not natively:
        slow = is_slow_in_python(compiled)
        if setup.plain and setup.sides == 2:
            return PLAIN.slower(SLOW_GAME if slow else 1)
        return SLOW if slow else OTHERWISE
    nodes = NATIVE[native.kernel_of(compiled)]
    if setup.layout.branches:
        return nodes.slower(IN_ARMS)
    return nodes.slower(PAID_IN_PLAY if setup.in_play and setup.sides > 2 else 1)


class Playouts(NamedTuple):
    """The random rounds of every world but the first, once that was out of reach."""

    of_a_move: int
    share: float
    """The share of an answer that the rounds of a world take."""


def playouts_of_a_world(compiled: Compiled, state: State, moves: int, worlds: int) -> Playouts:
    """How many rounds a move gets in each world: as many as leave time for enough worlds.

    One more world lowers the error by at least as much as one more round in each world, but for
    the time that it takes to make it.
    """
    budget = BUDGET_NATIVELY if native.will_play_rounds(compiled) else BUDGET_PLAINLY
    tiles = sum(hand.bit_count() for hand in state.hands)
    if compiled.setup.draws:
        tiles += len(state.stock) - compiled.setup.reserve
    of_a_world = budget.tiles_of_an_answer / min(worlds, ESTIMATED_WORLDS) - budget.tiles_of_a_world
    of_a_move = max(1, min(PLAYOUTS, int(of_a_world / (moves * tiles))))
    taken = budget.tiles_of_a_world + of_a_move * moves * tiles
    return Playouts(of_a_move, taken / budget.tiles_of_an_answer)


def worlds_of_a_chunk(nodes: int, most: int, *, natively: bool) -> int:
    """The number of worlds in a chunk, up to `most`, where one took this many nodes."""
    chunk = CHUNK_NODES_NATIVE if natively else CHUNK_NODES
    return max(1, min(most, chunk // max(1, nodes)))
