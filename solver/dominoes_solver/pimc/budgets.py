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
    """How much may be played out where worlds are estimated, by what it costs."""

    tiles_of_an_answer: int
    """Tiles that the rounds of an answer may lay or draw, after the search in vain: about a second
    of machine code, two to four of plain Python."""
    tiles_of_a_world: int
    """Tiles that take as long as it takes to make a world and to begin its rounds."""
    worlds: int
    """Worlds that an answer takes at most, where their number is not limited."""
    of_pilot: int
    """Rounds of a move in each of the first worlds, by which the number in the others is chosen; 1
    where that is too few to choose by, and one round takes so long that it is best."""


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
    "kernel_two": Nodes(15_000_000, 30_000_000, 60_000_000),
    "kernel_points": Nodes(15_000_000, 30_000_000, 60_000_000),
    "kernel_any": Nodes(4_000_000, 8_000_000, 12_000_000),
    "kernel_many": Nodes(2_000_000, 7_000_000, 10_000_000),
    "kernel_tricks": Nodes(15_000_000, 60_000_000, 100_000_000),
}
"""In machine code, by the kernel: 0.05 to 0.2 microseconds for the first two, 0.4 to 0.9 for the
third. That of many sides takes 0.2 to 0.3 in plain games, and about 0.6 in others on a line; and
that of tricks 0.1."""
IN_ARMS = 4
"""The factor by which a node takes machine code longer on a table in arms."""
PAID_IN_PLAY = 2
"""And that of a kernel for many sides where points are paid in play."""
FEWEST_ESTIMATED = 200
"""Worlds that an answer by random rounds has at least, however long a round takes."""

BUDGET_NATIVELY = PlayoutBudget(6_000_000, 300, 4_000, 8)
"""In machine code: 0.1 to 0.2 microseconds a tile, and 40 to 60 a world."""
BUDGET_PLAINLY = PlayoutBudget(60_000, 50, 1_000, 1)
"""In plain Python: 30 to 60 microseconds."""
BUDGET_BY_POLICY = PlayoutBudget(400_000, 20, 4_000, 4)
"""By a policy, in machine code: 2 to 3 microseconds."""

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

    budget: PlayoutBudget
    tiles: int
    """Those that a round lays or draws."""
    least: int
    """The rounds of a move in a world that there is time for, however many worlds are asked for."""
    of_a_move: int
    """The rounds that each move gets in each world; a power of two, so that no mean is rounded."""

    def tiles_of_a_world(self, moves: int, rounds: int | None = None) -> int:
        """The tiles that so many moves take in a world, and those that take as long as the rest."""
        rounds = self.of_a_move if rounds is None else rounds
        return self.budget.tiles_of_a_world + rounds * moves * self.tiles

    def tiles_of_an_answer(self, moves: int) -> int:
        """The tiles after which the answer is given."""
        fewest = FEWEST_ESTIMATED * self.tiles_of_a_world(moves, 1)
        return max(self.budget.tiles_of_an_answer, fewest)

    def after_pilot(self, moves: int, within: float, between: float) -> Playouts:
        """Those of the other worlds, chosen by the first ones: the same error in the least time.

        That is where the square of the rounds is the cost of a world by that of a round, times
        `within` by `between`.
        within: the variance of the gap between the two best moves from round to round.
        between: that from world to world, the chance of the rounds left aside.
        """
        of_a_world, of_a_round = self.budget.tiles_of_a_world, moves * self.tiles
        rounds = self.least
        # To the nearest power of two.
        while rounds < PLAYOUTS and of_a_world * within > 2 * rounds**2 * of_a_round * between:
            rounds *= 2
        return self._replace(of_a_move=rounds)


def playout_budget(compiled: Compiled, *, by_policy: bool = False) -> PlayoutBudget:
    """What rounds of a game cost, at random or by a policy, and how many there may be."""
    if by_policy:
        return BUDGET_BY_POLICY
    return BUDGET_NATIVELY if native.will_play_rounds(compiled) else BUDGET_PLAINLY


def playouts_of(
    compiled: Compiled,
    state: State,
    moves: int,
    worlds: int,
    haste: int,
    *,
    by_policy: bool = False,
) -> Playouts:
    """The rounds of the first worlds, where so many worlds are asked for.

    haste: the factor by which the answer takes less time than usual.
    """
    budget = playout_budget(compiled, by_policy=by_policy)
    tiles = sum(hand.bit_count() for hand in state.hands)
    if compiled.setup.draws:
        tiles += len(state.stock) - compiled.setup.reserve
    playouts = Playouts(budget, max(1, tiles), 1, budget.of_pilot)
    least = 1
    while least < PLAYOUTS:
        if playouts.tiles_of_a_world(moves, 2 * least) * worlds * haste > budget.tiles_of_an_answer:
            break
        least *= 2
    return playouts._replace(least=least, of_a_move=max(least, budget.of_pilot))


def worlds_of_a_chunk(nodes: int, most: int, *, natively: bool) -> int:
    """The number of worlds in a chunk, up to `most`, where one took this many nodes."""
    chunk = CHUNK_NODES_NATIVE if natively else CHUNK_NODES
    return max(1, min(most, chunk // max(1, nodes)))
