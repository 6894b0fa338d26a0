"""From a question about the moves of a position to the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dominoes_lang.text.option_fields import taking_fields_of
from dominoes_lang.text.root_exception import ArgumentError, expect_seed
from dominoes_rules.errors import PositionError
from dominoes_rules.position.choice_models import CHOICES, COUNTED, has_model
from dominoes_rules.position.legal_move import actions_of, legal_move
from dominoes_rules.position.notation import Move
from dominoes_rules.position.policy_files import playing_out
from dominoes_rules.position.position import Position, expect_position
from dominoes_rules.solving.answered_moves import MACHINE_CODE, PLAIN_PYTHON, Row
from dominoes_rules.solving.progress import Progress
from dominoes_rules.solving.report import Report
from dominoes_rules.solving.solve_options import SolveOptions
from dominoes_rules.solving.weighed import (
    Asked,
    Weights,
    shorter,
    weighed_search,
    weights_of,
)
from dominoes_rules.unbuilt import Unbuilt, expect_ends
from dominoes_solver.limit import Limit
from dominoes_solver.pimc.findings import Findings, SearchProgress
from dominoes_solver.pimc.open_worlds import OpenWorlds
from dominoes_solver.pimc.pimc import expectimax
from dominoes_solver.pimc.search_task import SearchTask
from dominoes_solver.pimc.weighed_search import Worth
from dominoes_solver.search import native
from dominoes_solver.search.native.rows.row_format import MOST_SEATS, MOST_TILES

if TYPE_CHECKING:
    from dominoes_rules.solving.why import Asking
    from dominoes_solver.parallel.cluster import Cluster

MOST_EXACT = 1_000_000
"""The most worlds, orders of the stock included, for which an exact answer is given."""

ALIKE = "every world equally likely given the record"
MODEL = f"{ALIKE}, each played out with all hands open"
BY_POLICY = "played out by a policy that learnt by playing itself, every player from their own hand"
MODEL_OF_STOCK = "; the order of the stock is drawn at random and known to all"
MODEL_OF_ORDERS = "; every order of the stock equally likely and known to all"
MODEL_OF_SIDES = "; among moves equal for the mover, the one worst for the next side is played"
MODEL_OF_LARGE_GAMES = (
    f"; searched in {PLAIN_PYTHON}: {MACHINE_CODE} goes up to {MOST_TILES} tiles "
    f"and {MOST_SEATS} players"
)


@dataclass(frozen=True)
class MoveSearch(SolveOptions):
    """A question about the moves of a position; see `solve`."""

    position: Position
    limit: Limit | None = None

    def report(self, *, comparing: bool = False) -> Report:
        """The values of the moves; raises what `solve` does.

        comparing: also what nobody needs to choose a move: with a model, the answer without
            weighting; with a limit of nodes that is too low, the nodes of an exact answer. A single
            world may take two threads.
        """
        position, limit = self.position, self._checked()
        position.require_mover()
        evidence = position.evidence
        tricks, state = position.setup.tricks, evidence.state
        if tricks is not None and not state.begun and not position.is_over:
            bids = tricks.auction.is_open(state.more)
            expect_ends(position.setup, Unbuilt.BIDS if bids else Unbuilt.TRUMPS)
        worlds = OpenWorlds(evidence, orders=limit.exact, seed=self.seed)
        weighed = weighed_search(position, worlds, limit, self)
        note = weighed.chosen.note
        moves = self._moves()
        asking = None if self.why is None else _asking(position, self.why, worlds, moves)
        if position.is_over:
            return Report(position, (), None, _assumed(position, worlds, weighed), note=note)
        if limit.exact:
            _expect_few(worlds)
        worth = self._worth()
        # What the round has shown is found only where worlds may be played out by it.
        by = None if worth is Worth.BEST else playing_out(position)
        compares_weights = weighed.belief is not None and comparing
        with _cluster(self.cluster) as connected:
            task = SearchTask(
                position.compiled,
                worlds,
                shorter(limit) if compares_weights else limit,
                self,
                connected,
                progress=self._progress(),
                belief=weighed.belief,
                by=by,
                worth=worth,
                watch=None if asking is None else asking.watch,
                only=None if moves is None else actions_of(position, moves),
                costs=comparing,
                alone=comparing,
            )
            findings = expectimax(task)
            rows = _rows(position, findings)
            weights: Weights | None = None
            if weighed.belief is not None:
                stopped = self.cancel is not None and self.cancel.is_set()
                again = replace(task, limit=limit) if comparing and not stopped else None
                weights = weights_of(position, weighed, findings, [row.move for row in rows], again)
        replacing = findings.effective is not None and not findings.whole
        answer = None if asking is None else asking.answer(self.seed, weighed=replacing)
        assumed = _assumed(position, worlds, weighed, findings)
        return Report(position, rows, findings, assumed, moves, answer, weights, note)

    def _worth(self) -> Worth:
        """What the worth of a move rests on where there is a policy, and no model of choices.

        A search that sees the stock knows what every draw will bring, which nobody does in play.
        """
        setup = self.position.setup
        if self.model not in {None, CHOICES, COUNTED} or has_model(setup):
            return Worth.BEST
        if self.worth is not None:
            return Worth(self.worth)
        if self.model == COUNTED:
            return Worth.BEST
        searched = native.is_small_enough(self.position.compiled) and not setup.draws
        return Worth.HALF if searched else Worth.PLAY

    def _checked(self) -> Limit:
        """The limit, once all arguments are of the right type."""
        expect_position("solve", self.position)
        if self.limit is not None and not isinstance(self.limit, Limit):
            raise TypeError(
                f"solve: {self.limit!r} is not a Limit; write for instance Limit(worlds=200)"
            )
        expect_seed(self.seed)
        _ = self.processes  # which raises for what is no number of processes
        return self.limit or Limit()

    def _moves(self) -> tuple[Move, ...] | None:
        """The moves that the search is limited to, in their order; None for all."""
        only = self.only
        if only is None:
            return None
        several = only if isinstance(only, Sequence) and not isinstance(only, str) else [only]
        chosen = {legal_move(self.position, move) for move in several}
        if not chosen:
            raise ArgumentError("only=[]: at least one move is needed")
        return tuple(move for move in self.position.legal_moves if move in chosen)

    def _progress(self) -> Callable[[SearchProgress], None] | None:
        position, progress = self.position, self.progress
        if progress is None:
            return None
        return lambda reached: progress(Progress.of(position, reached))


@taking_fields_of(MoveSearch)
def solve(search: MoveSearch) -> Report:
    """Find the expected points of every legal move, best first.

    Without a limit, all worlds are used if they are few; otherwise a sample grows until the best
    move is clear. The same seed gives the same answer.

    only: one or several moves to search; gaps then compare only these.
    why: a move; `report.why` then shows which hidden tiles decide its value.
    all_moves: search every move in every world. Otherwise a move is dropped once it is clearly
        worse than the best. With `only`, with `why` and in an exact answer, no move is dropped.
    jobs: the number of processes; `"auto"` for one per available core.
    cluster: the address of a Dask scheduler whose workers search instead.
    model: "counted" gives all worlds the same weight. "choices", a file or a model weights them by
        the others' choices; see `docs/strength.md`. The default is "choices" if the rules have a
        model and the record of the round leaves more than one world.
    worth: with a model of choices, or else a policy, the value of a move in a world: "best" play
        with open hands, "play" by the model or the policy, or "half" of each. The default is half,
        or best in an exact answer; by a policy it is play where tiles are drawn, or where machine
        code can't search.
    force: accept a model of other rules.
    progress: called every few tenths of a second with a `Progress`.
    cancel: a `threading.Event`, or any object with `is_set`. Once it is set, the search stops
        within a fraction of a second, and the report rests on the worlds searched so far, or on a
        few random playouts if there are none.

    Raises `UnfitModel` for a model that can't be read or is made for other rules; `PositionError`
    if the mover's hand is not fully known, or if an exact answer needs too many worlds;
    `ArgumentError` before the trump of a game of tricks is named: see `bid_chances`;
    `InvalidMove`, `IllegalMove` or `AmbiguousMove` for a move of `only` or `why`; `WorkersError` or
    `ClusterError` if processes or cluster are not available.
    """
    return search.report(comparing=True)


def _assumed(
    position: Position, worlds: OpenWorlds, weighed: Asked, findings: Findings | None = None
) -> str:
    """What the values rest on, in full; `findings` have what moves were valued by in the end."""
    if weighed.belief is not None:
        assumed = weighed.in_words(None if findings is None else findings.worth)
    elif findings is not None and findings.by_policy and findings.estimated == findings.used:
        assumed = f"{ALIKE}, each {BY_POLICY}"
    elif findings is not None and findings.worth is Worth.HALF:
        assumed = f"{MODEL}; half of a move's value is from worlds {BY_POLICY}"
    else:
        assumed = MODEL
    if position.evidence.orders_matter:
        assumed += MODEL_OF_ORDERS if worlds.determined else MODEL_OF_STOCK
    if position.setup.sides > 2:
        assumed += MODEL_OF_SIDES
    if not native.is_small_enough(position.compiled):
        assumed += MODEL_OF_LARGE_GAMES
    return assumed


def _expect_few(worlds: OpenWorlds) -> None:
    """Raise `PositionError` where an exact answer needs too many worlds."""
    if worlds.count is not None and worlds.count <= MOST_EXACT:
        return
    number, count = "more worlds than can be counted", worlds.evidence.count
    if count is not None:
        orders = f" in {worlds.orders:,} orders of the stock" if worlds.orders > 1 else ""
        number = f"{count:,} worlds{orders}"
    raise PositionError(
        f"an exact answer needs {number}, and {MOST_EXACT:,} are the most; "
        "leave out exact, or set how many worlds to sample"
    )


def _asking(
    position: Position, why: Move | str, worlds: OpenWorlds, moves: tuple[Move, ...] | None
) -> Asking:
    # Imported here because few callers ask for it.
    from dominoes_rules.solving.why import Asking

    return Asking(position, why, worlds, moves)


def _cluster(address: str | None) -> AbstractContextManager[Cluster | None]:
    if address is None:
        return nullcontext()
    # Imported here because few callers have a cluster.
    from dominoes_solver.parallel.cluster import Cluster

    return Cluster(address)


def _rows(position: Position, findings: Findings) -> tuple[Row, ...]:
    setup, state = position.setup, position.evidence.state
    return tuple(
        Row(
            move=Move.of(row.action, setup.layout, state),
            points=row.points,
            win=row.win,
            tie=row.tie,
            gap=row.gap,
            best_in=row.best_in,
            sides=dict(zip(setup.side_names, row.sides, strict=True)),
            worlds=row.worlds,
        )
        for row in findings.rows
    )
