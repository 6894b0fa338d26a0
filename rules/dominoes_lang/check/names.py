"""The values of a ruleset's names: parameters, defines, and defines within defines."""

from __future__ import annotations

from collections.abc import Mapping, Set

from dominoes_lang.check.context import Checking
from dominoes_lang.check.kinds import Kinds
from dominoes_lang.check.naming_scope import NamingScope
from dominoes_lang.check.wanted import ValueKind
from dominoes_lang.setup.arithmetic import Amount, constant
from dominoes_lang.setup.binding import bind, tile_set, written_out
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, names_in
from dominoes_lang.table.state import SEAT_LETTERS

LARGEST_EXPRESSION = 2_000
DEEPEST_EXPRESSION = 60
LARGEST_RULESET = 40_000


class Names:
    """Parameters and defines, checked; `kinds` checks every other expression with them.

    `full` holds each correct define, expanded so that it reads parameters only;
    `constants` the default of each parameter.
    """

    def __init__(self, checking: Checking, players: nodes.PlayersClause | None) -> None:
        self.checking = checking
        self.full: dict[str, Expression] = {}
        self.constants: dict[str, Expression] = {}
        self.total = 0
        self._lost: set[str] = set()
        known, words = self._parameters()
        tiles = checking.clause(nodes.TilesClause)
        most = len(SEAT_LETTERS)
        self.scope = NamingScope(
            known,
            words,
            tile_set(tiles, *range(1, most + 1)) if tiles is not None else None,
            players.fewest if players is not None else most,
            players.most if players is not None else most,
            players.team_size if players is not None else None,
            self._may_be_known,
            self.full,
        )
        self.kinds = Kinds(self.scope, checking.findings)
        self._sizes: dict[str, tuple[int, int]] = {}
        self._defines(known)
        checking.sound = frozenset(self.full.keys() | self.constants.keys() | words)

    def _may_be_known(self, name: str) -> bool:
        return name in self._lost or self.checking.unread.name(name)

    def _parameters(self) -> tuple[dict[str, ValueKind], frozenset[str]]:
        """The kind of each parameter, and the words that parameters may be set to."""
        known: dict[str, ValueKind] = {}
        words: set[str] = set()
        by_type = {nodes.Number: ValueKind.AMOUNT, nodes.TileLiteral: ValueKind.TILE}
        for parameter in self.checking.each(nodes.ParameterClause):
            literal = parameter.default
            if isinstance(literal, nodes.Name) and not parameter.choices:
                self._lost.add(parameter.name)  # an unlisted word: nothing is known about it
                continue
            kind = by_type.get(type(literal))
            if kind is None:
                kind = ValueKind.WORD if isinstance(literal, nodes.Name) else ValueKind.CONDITION
            known[parameter.name] = kind
            self.constants[parameter.name] = literal
            words |= {item.name for item in parameter.choices if isinstance(item, nodes.Name)}
        return known, frozenset(words)

    # ------------------------------------------------------------------ defines

    def _defines(self, known: dict[str, ValueKind]) -> None:
        """Each define gets the kind of its value; one that needs itself is an error."""
        report = self.checking.report
        waiting = {clause.name: clause for clause in self.checking.each(nodes.DefineClause)}
        for name in known.keys() & waiting.keys():
            clause = waiting.pop(name)
            report(
                "said-twice",
                f'"{name}" is already a parameter',
                clause.name_span,
                f'choose another name, for instance "my_{name}", or remove one of the two',
            )
        while waiting:
            ready = [
                clause
                for clause in waiting.values()
                if waiting.keys().isdisjoint(names_in(clause.value))
            ]
            if not ready:
                self._cyclic(waiting)
                return
            for clause in ready:
                del waiting[clause.name]
                self._define(clause, known)

    def _define(self, clause: nodes.DefineClause, known: dict[str, ValueKind]) -> None:
        size, depth = self._sizes[clause.name] = self.measure(clause.value)
        kind = self.kinds.kind(clause.value)
        if not self._lost.isdisjoint(names_in(clause.value)):
            self._sizes[clause.name] = (1, 1)
            self._lost.add(clause.name)
        elif size > LARGEST_EXPRESSION or depth > DEEPEST_EXPRESSION:
            self.checking.report(
                "too-long",
                "with its defines expanded, this is too long",
                clause.name_span,
                "make the define shorter",
            )
            self._sizes[clause.name] = (1, 1)
            self._lost.add(clause.name)
        elif kind is None or not names_in(clause.value) <= (
            self.full.keys() | self.constants.keys() | self.scope.words
        ):
            self._lost.add(clause.name)
        else:
            self.full[clause.name] = written_out(clause.value, self.full)
        if kind is not None:
            known[clause.name] = kind

    def _cyclic(self, waiting: dict[str, nodes.DefineClause]) -> None:
        """Report the defines that depend on themselves, and forget those built on them."""
        self._lost |= waiting.keys()
        needs = {name: names_in(clause.value) & waiting.keys() for name, clause in waiting.items()}
        reached = {name: _reached(name, needs) for name in waiting}
        for name, clause in waiting.items():
            if name in reached[name]:
                back = min(needed for needed in needs[name] if name in reached[needed] | {needed})
                self.checking.report(
                    "cyclic-define",
                    f'"{name}" is defined in terms of itself',
                    clause.name_span,
                    f'write its value without "{back}"',
                    label=f'it needs "{back}", which needs "{name}" in turn' * (back != name),
                )

    # ------------------------------------------------------------------ expressions

    def measure(self, node: Expression) -> tuple[int, int]:
        """The number of nodes and the depth of an expression with its defines expanded."""
        if isinstance(node, nodes.Name):
            return self._sizes.get(node.name, (1, 1))
        size, depth = 1, 0
        for value in vars(node).values():
            for part in value if isinstance(value, tuple) else (value,):
                if isinstance(part, nodes.Node):
                    inner = self.measure(part)  # type: ignore[arg-type]
                    size, depth = size + inner[0], max(depth, inner[1])
        return size, depth + 1

    def used(self, node: Expression) -> bool:
        """Note the names that an expression reads; False if it is far too long when expanded."""
        self.kinds.used |= names_in(node)
        size, depth = self.measure(node)
        self.total += size
        if size > LARGEST_EXPRESSION or depth > DEEPEST_EXPRESSION or self.total > LARGEST_RULESET:
            self.checking.report(
                "too-long",
                "with its defines expanded, this is too long",
                node.span,
                "shorten it",
            )
            self.total = 0
            return False
        return True

    def written_out(self, node: Expression) -> Expression | None:
        """The expression with its defines expanded; None if one of them is already faulty."""
        if not names_in(node) <= self.full.keys() | self.constants.keys() | self.scope.words:
            return None
        return written_out(node, self.full)

    def constant(self, node: Expression) -> Amount | None:
        """The value of an amount with the defaults of the parameters; None if it has none."""
        full = self.written_out(node)
        try:
            return None if full is None else constant(bind(full, self.constants))
        except ZeroDivisionError:
            return None


def _reached(name: str, needs: Mapping[str, Set[str]]) -> set[str]:
    """The names that a name needs, and those that they need in turn."""
    reached: set[str] = set()
    following = set(needs[name])
    while following:
        reached |= following
        following = set().union(*(needs[needed] for needed in following)) - reached
    return reached
