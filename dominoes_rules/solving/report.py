"""What each move of a position is worth: the mean over the worlds that fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Literal

from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.text.root_exception import ArgumentError, expect_integer, expect_seed
from dominoes_rules.errors import PositionError
from dominoes_rules.position.hidden_hands import BY_SWAPS, shown_count
from dominoes_rules.position.legal_move import actions_of, legal_move
from dominoes_rules.position.notation import Move, in_order
from dominoes_rules.position.position import Position, expect_position
from dominoes_rules.solving import footer
from dominoes_rules.solving.progress import Progress
from dominoes_rules.solving.weighed import Search, Weights, shorter, weighed_search, weights_of
from dominoes_solver.evidence.view import RecordedMove
from dominoes_solver.limit import Cancel, Limit, OutOfBudget
from dominoes_solver.pimc.findings import Findings, SearchProgress
from dominoes_solver.pimc.open_worlds import OpenWorlds
from dominoes_solver.pimc.pimc import expectimax
from dominoes_solver.pimc.tally import Mean
from dominoes_solver.search import native
from dominoes_solver.search.native.row_format import MOST_SEATS, MOST_TILES
from dominoes_solver.search.one_world import principal_variation

if TYPE_CHECKING:
    from dominoes_rules.solving.why import Asking, Why
    from dominoes_solver.belief.model import Choices
    from dominoes_solver.parallel.cluster import Cluster

MOST_EXACT = 1_000_000
"""The most worlds, orders of the stock included, for which an exact answer is given."""

MACHINE_CODE, PLAIN_PYTHON = "machine code", "plain Python"

ERRORS_APART = 3.0
"""Standard errors by which one mean must be ahead of another to be clearly better."""

MODEL = "every world equally likely given the record, each played out with all hands open"
MODEL_OF_STOCK = "; the order of the stock is drawn at random and known to all"
MODEL_OF_ORDERS = "; every order of the stock equally likely and known to all"
MODEL_OF_SIDES = "; among moves equal for the mover, the one worst for the next side is played"
MODEL_OF_LARGE_GAMES = (
    f"; searched in {PLAIN_PYTHON}: {MACHINE_CODE} goes up to {MOST_TILES} tiles "
    f"and {MOST_SEATS} players"
)


@dataclass(frozen=True, repr=False)
class Row:
    """What was found about one move; see `dominoes_solver.pimc.findings.MoveFindings`."""

    move: Move
    points: Mean
    win: float
    tie: float
    gap: Mean
    best_in: float
    sides: dict[str, float] = field(hash=False)

    @property
    def is_close(self) -> bool:
        """Whether the worlds searched can't distinguish it from the best move."""
        return bool(self.gap.se) and self.gap.mean <= ERRORS_APART * (self.gap.se or 0.0)

    def __repr__(self) -> str:
        return f"<Row {self.move}: {self.points} points, wins {self.win:.1%}, gap {self.gap}>"


@dataclass(frozen=True, repr=False)
class Report:
    """The moves of a position, best first; `report["22l"]` is the row of one move.

    >>> solve(Position("block 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A"))
    <Report block 26-66-61-15 A:20.22.42.43/B:x6 A void:B=2.5 passes:1 opener:A: 22l 15.68, ...>
    """

    position: Position
    rows: tuple[Row, ...]
    findings: Findings | None
    """What the search reports of itself; None for a round that is over."""
    model: str
    only: tuple[Move, ...] | None = None
    """The moves that the search was limited to; gaps and `best_in` compare only these."""
    why: Why | None = None
    """What decides the value of the move that was asked about."""
    weights: Weights | None = None
    """How worlds were weighted, and what that changed; None where every world counted alike."""
    note: str = ""
    """What the user should know about the model of choices that was asked for; mostly empty."""

    @property
    def best(self) -> Move | None:
        """The best move; None only for a round that is over."""
        return self.rows[0].move if self.rows else None

    @property
    def compares(self) -> bool:
        """Whether there are gaps; not if only one of several moves was searched."""
        return self.only is None or len(self.rows) > 1

    @property
    def exact(self) -> bool:
        return self.findings is None or self.findings.exact

    @property
    def engine(self) -> str | None:
        """The engine: `machine code` or `plain Python`, which have different budgets.

        None for a round that is over.
        """
        if self.findings is None:
            return None
        return MACHINE_CODE if self.findings.natively else PLAIN_PYTHON

    @property
    def count(self) -> int | None:
        """The number of worlds that fit; None if there are too many to count.

        The order of the undrawn stock is not counted.
        """
        return self.position.evidence.count

    @property
    def used(self) -> int:
        """The number of worlds searched, in any order of the stock; all in an exact answer."""
        if self.findings is None or self.exact:
            return self.count or 0
        return self.findings.used

    @property
    def used_of(self) -> str:
        """The worlds searched and the worlds that fit: `200 of 5,000 worlds`."""
        if self.count is None:
            return f"{self.used:,} worlds sampled by swaps"
        return f"{self.used:,} of {shown_count(self.count)} worlds"

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, move: Move | str) -> Row:
        """The row of a move; the end may be left out if the tile has only one play."""
        found = [row for row in self.rows if str(move) in {str(row.move), str(row.move.tile)}]
        if len(found) != 1:
            raise KeyError(f"{move} is not one of the moves {', '.join(str(r.move) for r in self)}")
        return found[0]

    def __repr__(self) -> str:
        """Short enough for a prompt: the position, and the moves with their points."""
        found = [f"{row.move} {row.points}" for row in self.rows] or ["the round is over"]
        used = "exact" if self.exact else self.used_of
        return f"<Report {self.position}: {', '.join(found)}; {used}>"

    def _repr_html_(self) -> str:
        """For notebooks: the table, the moves with their figures, and the model behind them."""
        # Imported here because only notebooks ask for it.
        from dominoes_rules.board.as_html import html_table
        from dominoes_rules.position.drawing import svg

        head = ["move", "points", "wins", "ties", *(["gap", "best in"] if self.compares else [])]
        rows = [
            (f"{row.move}{'*' if row.is_close else ''}", str(row.points), row.win, row.tie,
             *((str(row.gap), row.best_in) if self.compares else ()))
            for row in self.rows
        ]  # fmt: skip
        return html_table(svg(self.position), self._title, head, rows, self._notes)

    @property
    def _title(self) -> str:
        if self.findings is not None:
            return f"{self.position.turn} to move"
        outcome = self.position.outcome
        if outcome is None:
            return "the round is over; who has won depends on hidden hands"
        points = ", ".join(f"{side} {paid:,}" for side, paid in outcome.points.items())
        return f"{outcome.how}: {outcome.verdict}; {points}"

    @property
    def _notes(self) -> list[str]:
        findings = self.findings
        if findings is None:
            return []
        estimated = []
        if findings.estimated:
            estimated = [f"{findings.estimated:,} of the worlds estimated by random playouts"]
        return [*footer.legend(self), *estimated, *footer.footer(self), *self.remarks]

    @property
    def remarks(self) -> list[str]:
        """Notes on what the position lacks compared with a record, and on the model."""
        return [f"note: {note}" for note in (*self.position.evidence.notes, self.note) if note]

    def as_json(self) -> dict[str, object]:
        """The report as plain values, in a stable shape."""
        position, findings = self.position, self.findings
        head: dict[str, object] = {"variant": position.variant, "turn": position.turn}
        if findings is None:
            outcome = position.outcome
            result = None if outcome is None else outcome.as_json()
            return {**head, "exact": True, "moves": [], "result": result}
        worlds: dict[str, object] = {"count": self.count, "used": self.used}
        if self.count is None:
            worlds["drawn"] = BY_SWAPS
        head |= {
            "exact": findings.exact,
            "worlds": worlds,
            "seed": findings.seed,
            "model": self.model,
            "engine": self.engine,
        }
        if findings.estimated:
            head["estimated"] = findings.estimated
            head["cost"] = findings.cost if findings.cost != inf else None
        if findings.interrupted:
            head["interrupted"] = True
        if findings.spent:
            head["spent"] = True
        if findings.goal is Goal.FEWEST:
            head["goal"] = findings.goal.value
        if self.only is not None:
            head["only"] = [str(move) for move in self.only]
        if self.weights is not None:
            head |= self.weights.as_json()
        if self.note:
            head["note"] = self.note
        head["moves"] = [self._row_json(row) for row in self.rows]
        return head if self.why is None else {**head, "why": self.why.as_json()}

    def _row_json(self, row: Row) -> dict[str, object]:
        found: dict[str, object] = {
            "move": str(row.move),
            "points": row.points.mean,
            "se": row.points.se,
            "win": row.win,
            "tie": row.tie,
            "gap": row.gap.mean if self.compares else None,
            "gap_se": row.gap.se if self.compares else None,
            "best_in": row.best_in if self.compares else None,
        }
        if self.position.setup.sides > 2:
            found["sides"] = row.sides
        return found


def solve(
    position: Position,
    limit: Limit | None = None,
    *,
    seed: int = 0,
    only: Sequence[Move | str] | Move | str | None = None,
    why: Move | str | None = None,
    jobs: int | Literal["auto"] = 1,
    cluster: str | None = None,
    progress: Callable[[Progress], None] | None = None,
    model: str | Choices | None = None,
    worth: str | None = None,
    force: bool = False,
    counted: bool = True,
    cancel: Cancel | None = None,
) -> Report:
    """Find the expected points of every legal move, best first.

    Without a limit, all worlds are used if they are few; otherwise a sample grows until the best
    move is clear. The same seed gives the same answer.

    only: one or several moves to search; gaps then compare only these.
    why: a move; `report.why` then shows which hidden tiles decide its value.
    jobs: the number of processes; `"auto"` for one per available core.
    cluster: the address of a Dask scheduler whose workers search instead.
    model: "counted" gives all worlds the same weight. "choices", a file or a model weights them by
        the others' choices; see `docs/strength.md`. The default is "choices" if the rules have a
        model and the record of the round leaves more than one world.
    worth: with a model of choices, the value of a move in a world: "best" play with open hands,
        "play" by the model, or "half" of each. The default is half, or best in an exact answer.
    force: accept a model of other rules.
    counted: whether to add what nobody needs to choose a move: with a model, the answer without
        weighting; with a limit of nodes that is too low, the nodes that an exact answer would take.
    progress: called every few tenths of a second with a `Progress`.
    cancel: a `threading.Event`, or any object with `is_set`. Once it is set, the search stops
        within a fraction of a second, and the report rests on the worlds searched so far, or on a
        few random playouts if there are none.

    Raises `UnfitModel` for a model that can't be read or is made for other rules; `PositionError`
    if the mover's hand is not fully known, or if an exact answer needs too many worlds;
    `InvalidMove`, `IllegalMove` or `AmbiguousMove` for a move of `only` or `why`; `WorkersError` or
    `ClusterError` if processes or cluster are not available.
    """
    expect_position("solve", position)
    if limit is not None and not isinstance(limit, Limit):
        raise TypeError(f"solve: {limit!r} is not a Limit; write for instance Limit(worlds=200)")
    limit = limit or Limit()
    expect_seed(seed)
    if jobs == "auto":
        # Imported here: only needed for several processes.
        from dominoes_solver.parallel.workers import usable_cores

        jobs = usable_cores()
    why_jobs = 'it must be "auto" or an integer of at least 1, the number of processes'
    expect_integer("jobs", jobs, 1, why_jobs)
    position.require_mover()
    evidence = position.evidence
    worlds = OpenWorlds(evidence, orders=limit.exact, seed=seed)
    weighed = weighed_search(position, worlds, limit, model, worth, force=force)
    assumed = MODEL if weighed.belief is None else weighed.in_words
    if evidence.orders_matter:
        assumed += MODEL_OF_ORDERS if worlds.determined else MODEL_OF_STOCK
    if position.setup.sides > 2:
        assumed += MODEL_OF_SIDES
    if not native.is_small_enough(position.compiled):
        assumed += MODEL_OF_LARGE_GAMES
    note = weighed.chosen.note
    moves = None
    if only is not None:
        several = only if isinstance(only, Sequence) and not isinstance(only, str) else [only]
        chosen = {legal_move(position, one) for one in several}
        if not chosen:
            raise ArgumentError("only=[]: at least one move is needed")
        moves = tuple(move for move in position.legal_moves if move in chosen)
    asking = None if why is None else _asking(position, why, worlds, moves)
    if position.is_over:
        return Report(position, (), None, assumed, note=note)
    if limit.exact and (worlds.count is None or worlds.count > MOST_EXACT):
        number = "more worlds than can be counted"
        if evidence.count is not None:
            orders = f" in {worlds.orders:,} orders of the stock" if worlds.orders > 1 else ""
            number = f"{evidence.count:,} worlds{orders}"
        raise PositionError(
            f"an exact answer needs {number}, and {MOST_EXACT:,} are the most; "
            "leave out exact, or set how many worlds to sample"
        )
    weights = None
    told: Callable[[SearchProgress], None] | None = None
    if progress is not None:
        told = lambda found: progress(Progress.of(position, found))  # noqa: E731
    with _cluster(cluster) as connected:
        findings = expectimax(
            position.compiled,
            worlds,
            shorter(limit) if weighed.belief is not None and counted else limit,
            seed=seed,
            belief=weighed.belief,
            only=None if moves is None else actions_of(position, moves),
            costs=counted,
            jobs=jobs,
            cluster=connected,
            progress=told,
            cancel=cancel,
            watch=None if asking is None else asking.watch,
        )
        rows = _rows(position, findings)
        if weighed.belief is not None:
            best_first = [row.move for row in rows]
            stopped = cancel is not None and cancel.is_set()
            again = (
                Search(limit, seed, jobs, connected, cancel) if counted and not stopped else None
            )
            weights = weights_of(position, weighed, findings, best_first, again)
    replacing = findings.effective is not None and not findings.whole
    answer = None if asking is None else asking.answer(seed, weighed=replacing)
    return Report(position, rows, findings, assumed, moves, answer, weights, note)


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


MOST_NODES_OF_A_LINE = 3_000_000
"""About a few seconds in plain Python."""


def best_line(position: Position, first: Move | None = None) -> tuple[Move, ...] | None:
    """The principal variation: the moves to the end of the round when every side plays best.

    first: the move that the line begins with.
    None where it depends on hidden tiles, or can't be searched to the end in a few seconds.
    """
    if first is not None:
        after = position.play(first)
        rest = () if after.is_over else best_line(after)
        return None if rest is None else (first, *rest)
    evidence = position.evidence
    if position.is_over or evidence.only_world is None or evidence.orders_matter:
        return None
    state = evidence.some_state()
    try:
        actions = principal_variation(position.compiled, state, nodes=MOST_NODES_OF_A_LINE)
    except OutOfBudget:
        return None
    played = map(RecordedMove, actions)
    return tuple(in_order(played, position.setup.tiles, opening=not state.opened))


def _rows(position: Position, findings: Findings) -> tuple[Row, ...]:
    setup, opening = position.setup, not position.evidence.state.opened
    return tuple(
        Row(
            move=Move.of(row.action, setup.tiles, opening=opening),
            points=row.points,
            win=row.win,
            tie=row.tie,
            gap=row.gap,
            best_in=row.best_in,
            sides=dict(zip(setup.side_names, row.sides, strict=True)),
        )
        for row in findings.rows
    )
