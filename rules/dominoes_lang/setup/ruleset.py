"""A variant: its clauses, inherited ones and defaults included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from unicodedata import normalize

from dominoes_lang.setup.binding import ParameterError, Value, bind, chosen, value_of
from dominoes_lang.setup.normal_form import Goal, Setup, bound, tracked
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression
from dominoes_lang.text.diagnostics import Diagnostic
from dominoes_lang.text.quoting import quoted
from dominoes_lang.text.root_exception import expect_type
from dominoes_lang.text.source import Source

MOST_SETUPS = 64


@dataclass(frozen=True)
class Ruleset:
    """The rules of a variant. Immutable; made by `load`, and bound by `setup`."""

    name: str
    """The name that positions call it by: the file's name without `.rules`."""
    source: Source = field(compare=False, repr=False)
    clauses: Mapping[str, nodes.Clause] = field(repr=False)
    """Every clause that holds, inherited ones and defaults included, by its key."""
    own: frozenset[str] = field(repr=False)
    """The keys of the clauses that the file itself writes."""
    warnings: tuple[Diagnostic, ...] = field(default=(), compare=False, repr=False)
    parents: tuple[tuple[str, Source], ...] = field(default=(), compare=False, repr=False)
    """The texts that it extends, the nearest first, each with what its child calls it."""

    def __hash__(self) -> int:
        return hash((self.name, self.own))  # equal ones have these in common

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ARG002 (IPython's signature)
        """In notebooks and in Hypothesis's reports, which otherwise list the fields."""
        printer.text(repr(self))

    def _clauses(self, kind: type[nodes.Clause]) -> list[nodes.Clause]:
        return [clause for clause in self.clauses.values() if isinstance(clause, kind)]

    @property
    def title(self) -> str:
        clause = self.clauses["variant"]
        assert isinstance(clause, nodes.VariantClause)
        return clause.title

    @cached_property
    def parameters(self) -> tuple[nodes.ParameterClause, ...]:
        return tuple(self._clauses(nodes.ParameterClause))  # type: ignore[arg-type]

    @cached_property
    def defaults(self) -> dict[str, Value]:
        """The default of each parameter."""
        return {clause.name: value_of(clause.default) for clause in self.parameters}

    @cached_property
    def examples(self) -> tuple[nodes.ExampleClause, ...]:
        return tuple(self._clauses(nodes.ExampleClause))  # type: ignore[arg-type]

    @cached_property
    def invariants(self) -> tuple[nodes.InvariantClause, ...]:
        return tuple(self._clauses(nodes.InvariantClause))  # type: ignore[arg-type]

    @property
    def players(self) -> range:
        """The numbers of players that the variant allows."""
        clause = self.clauses["players"]
        assert isinstance(clause, nodes.PlayersClause)
        return range(clause.fewest, clause.most + 1)

    def setup(
        self, seats: int | None = None, parameters: Mapping[str, Value] | None = None
    ) -> Setup:
        """The ruleset bound to a number of seats (the fewest by default) and to parameter values.

        Raises `ParameterError` for a number of players or a value that it does not allow.
        """
        expect_type("seats", seats, int | None, "the number of players")
        count = self.players[0] if seats is None else seats
        if count not in self.players:
            *others, last = map(str, self.players)
            allowed = f"{', '.join(others)} or {last}" if others else last
            raise ParameterError(f"{self.name} is for {allowed} players, not for {count}")
        names = self.names(parameters or {})
        key = count, tuple(names.items())
        if key not in self._setups:
            if len(self._setups) == MOST_SETUPS:
                self._setups.clear()
            self._setups[key] = bound(self, count, names)
        return self._setups[key]

    @cached_property
    def _setups(self) -> dict[tuple[object, ...], Setup]:
        """Those made before: what is compiled for one is not compiled again."""
        return {}

    def __getstate__(self) -> dict[str, Any]:
        """Other processes get the rules, without the setups."""
        return {name: value for name, value in vars(self).items() if name != "_setups"}

    @cached_property
    def tracks(self) -> frozenset[str]:
        """The fields of `More` that some rule, example or invariant reads."""
        return tracked(self)

    def parameters_of(self, *keys: str) -> set[str]:
        """The parameters that clauses read, directly or through defines."""
        waiting = set().union(*(nodes.names_in(self.clauses[key]) for key in keys))
        found: set[str] = set()
        while waiting:
            name = waiting.pop()
            found.add(name)
            define = self.clauses.get(f"define {name}")
            waiting |= nodes.names_in(define) - found if define is not None else set()
        return found & {clause.name for clause in self.parameters}

    def names(self, parameters: Mapping[str, Value]) -> dict[str, Expression]:
        """The value of each parameter and each define. Raises `ParameterError`."""
        known = {clause.name: clause for clause in self.parameters}
        parameters = {normalize("NFC", name): value for name, value in parameters.items()}
        for name in parameters:
            if name not in known:
                has = ", ".join(known) or "none"
                raise ParameterError(f"{self.name} has no parameter {quoted(name)}; it has {has}")
        names: dict[str, Expression] = {}
        for name, clause in known.items():
            if name in parameters:
                names[name] = chosen(clause, parameters[name])
            else:
                names[name] = clause.default
        defines = {
            clause.name: clause
            for clause in self.clauses.values()
            if isinstance(clause, nodes.DefineClause)
        }

        def settle(name: str) -> None:
            clause = defines[name]
            for node in nodes.walk(clause.value):
                if isinstance(node, nodes.Name) and node.name in defines.keys() - names.keys():
                    settle(node.name)
            names[name] = bind(clause.value, names)

        for name in defines:
            if name not in names:
                settle(name)
        return names


__all__ = ["Goal", "Ruleset", "Setup"]
