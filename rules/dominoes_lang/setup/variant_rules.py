"""The clauses of a variant in force, and what they say of themselves, without seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar
from unicodedata import normalize

from dominoes_lang.setup.binding import ParameterError, Value, bind, chosen, value_of
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Act, Expression, Moment
from dominoes_lang.table.state import More
from dominoes_lang.text.diagnostics import Diagnostic
from dominoes_lang.text.quoting import quoted
from dominoes_lang.text.source import Source

SomeClause = TypeVar("SomeClause", bound=nodes.Clause)


@dataclass(frozen=True)
class VariantRules:
    """The clauses of a variant, inherited ones and defaults included. Immutable."""

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

    def find(self, kind: type[SomeClause]) -> SomeClause | None:
        """The clause of this kind, where there is one."""
        clause = self.clauses.get(nodes.CLAUSE_WORDS[kind])
        return clause if isinstance(clause, kind) else None

    def clause(self, kind: type[SomeClause]) -> SomeClause:
        """The clause of a kind that every game has."""
        clause = self.clauses[nodes.CLAUSE_WORDS[kind]]
        assert isinstance(clause, kind)
        return clause

    def each(self, kind: type[SomeClause]) -> tuple[SomeClause, ...]:
        """The clauses of a kind of which there may be several."""
        return tuple(clause for clause in self.clauses.values() if isinstance(clause, kind))

    @property
    def title(self) -> str:
        return self.clause(nodes.VariantClause).title

    @cached_property
    def parameters(self) -> tuple[nodes.ParameterClause, ...]:
        return self.each(nodes.ParameterClause)

    @cached_property
    def defaults(self) -> dict[str, Value]:
        """The default of each parameter."""
        return {clause.name: value_of(clause.default) for clause in self.parameters}

    @cached_property
    def names_read(self) -> set[str]:
        """The parameters and defines that some clause reads."""
        return nodes.names_in(tuple(self.clauses.values()))

    @cached_property
    def examples(self) -> tuple[nodes.ExampleClause, ...]:
        return self.each(nodes.ExampleClause)

    @cached_property
    def invariants(self) -> tuple[nodes.InvariantClause, ...]:
        return self.each(nodes.InvariantClause)

    @property
    def players(self) -> range:
        """The numbers of players that the variant allows."""
        clause = self.clause(nodes.PlayersClause)
        return range(clause.fewest, clause.most + 1)

    @cached_property
    def doubles_go_up(self) -> bool:
        """Whether the round's double goes up again after the lowest."""
        return any(
            isinstance(node, nodes.RoundsDouble | nodes.LayoutClause) and node.up_again
            for node in nodes.walk(tuple(self.clauses.values()))
        )

    @cached_property
    def tracks(self) -> frozenset[str]:
        """The fields of `More` that some rule, example or invariant reads."""
        fields = set()
        for node in nodes.walk(tuple(self.clauses.values())):
            match node:
                case nodes.Read(fact=fact):
                    fields.add(fact.field)
                case nodes.Running():
                    fields.add(node.field)
                case nodes.Step(act=Act.PLAY_ON_LAST):
                    fields |= {"left_open", "last_end"}
                case nodes.Step(act=Act.PLAY_AT_EACH):
                    fields |= {"owed", "turn_tiles"}
                case nodes.Step(act=Act.PLAY_ON_OTHERS):
                    fields.add("used_trains")
                case nodes.Step(act=Act.DROP_OUT) | nodes.DroppedOut():
                    fields.add("out")
                case nodes.Who(role=nodes.Role.STILL_IN | nodes.Role.LAST_IN):
                    fields.add("out")
                case nodes.Step(act=Act.DISCARD):
                    fields.add("aside")
                case nodes.WidowClause():
                    fields.add("aside")
                case nodes.TurnClause(again=again) if again is not None:
                    fields.add("turn_tiles")
                case nodes.AwardClause(moment=moment) if moment is not Moment.ROUND_END:
                    fields.add("paid")
        return frozenset(fields & set(More._fields))

    def parameters_of(self, *keys: str) -> set[str]:
        """The parameters that clauses read, directly or through defines."""
        known = [self.clauses[key] for key in keys if key in self.clauses]
        waiting = set().union(*map(nodes.names_in, known))
        read: set[str] = set()
        while waiting:
            name = waiting.pop()
            read.add(name)
            define = self.clauses.get(f"define {name}")
            waiting |= nodes.names_in(define) - read if define is not None else set()
        return read & {clause.name for clause in self.parameters}

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
        defines = {clause.name: clause for clause in self.each(nodes.DefineClause)}

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
