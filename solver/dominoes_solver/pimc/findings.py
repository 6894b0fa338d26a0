"""Results and progress of expectimax: the values that it returns to its callers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dominoes_lang.setup.ruleset import Goal, Setup
from dominoes_solver.means import Mean

if TYPE_CHECKING:
    from dominoes_lang.table.state import Action
    from dominoes_solver.pimc.move_standings import Standings
    from dominoes_solver.pimc.weighed_search import Worth


@dataclass(frozen=True)
class MoveFindings:
    """The findings about one move."""

    action: Action
    points: Mean
    """Still to be paid to the mover's side; two sides: own minus other."""
    win: float
    """The share of worlds in which the mover's side ends ahead of every other."""
    tie: float
    gap: Mean
    """How much worse than the best move searched, world by world; the error is None for the best
    itself."""
    best_in: float
    """The share of the worlds with all moves in which no move searched is better."""
    sides: tuple[float, ...]
    """The mean for each side, from its own point of view."""
    worlds: int
    """Those in which it was searched, which all these means are of, and the gap too. Of a move that
    is clearly worse they are fewer, and the first ones."""


@dataclass(frozen=True)
class Findings:
    """The moves, best first, and how sure that is."""

    rows: tuple[MoveFindings, ...]
    mover: int
    goal: Goal
    count: int | None
    """Worlds that fit; None where nobody can count them."""
    used: int
    estimated: int
    """Worlds of those used whose values are means of playouts, and not exact."""
    exact: bool
    """Whether every world was used and none estimated; then there are no errors."""
    seed: int
    nodes: int = field(compare=False)
    seconds: float = field(compare=False)
    interrupted: bool
    """Whether time, Ctrl-C or its caller ended it before the worlds that were asked for."""
    spent: bool
    """Whether it ended because no limit was set and the usual amount of work was done."""
    natively: bool = field(compare=False)
    """Whether it was done in machine code, with its larger budgets of nodes. Of a search that is
    too small to need that, whichever engine did it, this is false: so the answer repeats."""
    cost: float | None
    """About how many nodes an exact answer would take in one world, where it was out of reach."""
    effective: float | None = None
    """The effective number of the weighted worlds (Kish); None where all count alike."""
    slip: float | None = None
    """The share of pure chance in the model that weighted them."""
    worth: Worth | None = None
    """What the worth of a move rested on, where that is not best play with open hands alone."""
    by_policy: bool = False
    """Whether playouts were by a policy, and not at random."""
    all_moves: bool = False
    """Whether every move was to be searched in every world, however bad it was."""

    @property
    def whole(self) -> bool:
        """Whether as many worlds were used as there are."""
        return self.count is not None and self.used >= self.count


@dataclass(frozen=True)
class SearchProgress:
    """A progress report."""

    used: int
    asked: int
    """The worlds at which it will end, if not before."""
    nodes: int
    """Nodes searched so far, including the worlds under way."""
    seconds: float
    best: Action | None
    compiling: bool = False
    """Whether the native search is being compiled, which happens once."""
    limit: int | None = None
    """While the first world is searched: the nodes after which it is estimated."""
    waiting: str = ""
    """How long no worker has returned anything, in words; empty unless that is long."""


def rows_of(
    setup: Setup, actions: Sequence[Action], standings: Standings, population: int | None
) -> tuple[MoveFindings, ...]:
    """The moves, best first, from the sums over a number of worlds; None for endlessly many."""
    sign = setup.sign
    best, of_all = standings.best, standings.of_all
    rows = []
    for move, then in standings.each():
        tally, index = then.tally, then.column_of(move)
        points = tally.points(index, population)
        gap = tally.gap(then.column_of(best), index, population)
        rows.append(
            MoveFindings(
                action=actions[move],
                points=Mean(sign * points.mean, points.se),
                win=tally.wins[index] / tally.weight,
                tie=tally.ties[index] / tally.weight,
                gap=Mean(0.0, None) if move == best else gap,
                best_in=of_all.best_in[move] / of_all.weight,
                sides=tuple(points / tally.weight for points in tally.sides[index]),
                worlds=tally.worlds,
            )
        )
    return tuple(rows)
