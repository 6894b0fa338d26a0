"""The last tile of a snapshot: either tip of the line, where the rules don't distinguish them."""

from __future__ import annotations

from collections.abc import Iterator

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.partial import reduced
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact, Node
from dominoes_lang.table.state import Over, State
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.evidence.evidence import NoWorld
from dominoes_solver.evidence.view import Snapshot

_LAST = frozenset({Fact.LAST_TILE, Fact.ENDS_IT_FITTED})
_PLAIN = (nodes.Compare, nodes.IsDouble, nodes.TileLiteral, nodes.Number, nodes.Arithmetic)


def reads_last_tile(setup: Setup) -> bool:
    """Whether what is legal, how a round ends or what it pays depends on the last tile."""
    rules = (setup.turn.steps, setup.domino, setup.blocked, setup.winner, setup.awards)
    return any(_is_last(node) for node in nodes.walk(rules))


def with_last_tile(compiled: Compiled, snapshot: Snapshot, state: State) -> State:
    """The state with a last tile by which what is legal now is certain.

    Raises `NoWorld` if it depends on which of the tips it was.
    """
    setup = compiled.setup
    if not reads_last_tile(setup):
        return state
    candidates = _candidates(snapshot, state, setup.layout.rules.most.ends_alike)
    _must_agree(compiled, (setup.turn.steps, setup.domino, setup.blocked), candidates)
    return candidates[0] if candidates else state


def check_pay(compiled: Compiled, snapshot: Snapshot, state: State) -> None:
    """Raise `NoWorld` where what the round may pay depends on which of the tips was laid last.

    Where nobody can act a round is over at once, so then it goes on with another tile.
    """
    setup = compiled.setup
    if state.over or not (setup.plain and setup.blocked_by_hands):
        candidates = _candidates(snapshot, state, setup.layout.rules.most.ends_alike)
        _must_agree(compiled, tuple(_read_if_blocked(setup)), candidates)


def _candidates(snapshot: Snapshot, state: State, most_fitted: int) -> list[State]:
    """The state for each tile that may have been laid last."""
    if not state.opened:
        return [state]
    tips = snapshot.tips or tuple(
        (tile, fitted) for tile in numbers_in(snapshot.laid) for fitted in range(1, most_fitted + 1)
    )
    return [state._replace(last_tile=tile, fitted=fitted) for tile, fitted in tips]


def _must_agree(compiled: Compiled, read: object, states: list[State]) -> None:
    for node in _asked(read):
        if len({_answer(compiled, node, state) for state in states}) > 1:
            tiles = compiled.setup.tiles.tiles
            last = " or ".join(dict.fromkeys(f"last:{tiles[case.last_tile]}" for case in states))
            raise NoWorld(
                f'"{node.span.words}" counts here, and the line does not show '
                f"which tile was laid last: add {last}"
            )


def _read_if_blocked(setup: Setup) -> Iterator[Node]:
    """What the winner and the awards read where a round is blocked."""
    yield from _rows(setup.winner.rows)
    for award in () if setup.counts_wins else setup.awards:
        row = nodes.TableRow(award.condition, award.to, span=award.span)
        reads = list(_rows((row,)))
        if reads:
            yield from (*reads, *_rows(award.amount.rows))


def _rows(rows: tuple[nodes.TableRow, ...]) -> Iterator[Node]:
    """The conditions and values that may count."""
    for row in rows:
        condition = None if row.condition is None else reduced(row.condition, _if_blocked)
        if isinstance(condition, nodes.YesNo) and not condition.value:
            continue
        yield row.value
        if condition is None or isinstance(condition, nodes.YesNo):
            return
        yield condition


def _if_blocked(part: Expression) -> bool | None:
    """What is known of a condition once the round is blocked."""
    ends = {Fact.DOMINO: False, Fact.BLOCKED: True}
    return ends.get(part.fact) if isinstance(part, nodes.Read) else None


def _asked(node: object) -> Iterator[Expression]:
    """The smallest questions about the last tile that a rule asks."""
    if isinstance(node, tuple):
        for item in node:
            yield from _asked(item)
    elif isinstance(node, Node):
        within = list(nodes.walk(node))
        if not any(map(_is_last, within)):
            return
        if _is_last(node) or (
            isinstance(node, nodes.Compare | nodes.IsDouble)
            and all(isinstance(part, _PLAIN) or _is_last(part) for part in within)
        ):
            yield node  # type: ignore[misc]
            return
        yield from _asked(tuple(vars(node).values()))


def _answer(compiled: Compiled, node: Expression, state: State) -> object:
    if isinstance(node, nodes.Read):
        return state.last_tile if node.fact is Fact.LAST_TILE else state.fitted
    return compiled.condition(node)(*state._replace(over=Over.NO))


def _is_last(node: object) -> bool:
    return isinstance(node, nodes.Read) and node.fact in _LAST
