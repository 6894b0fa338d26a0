"""State shared by the parts of the checker: the ruleset, the findings, what can be checked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.setup.variant_rules import SomeClause
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import names_in
from dominoes_lang.table.shape import Spinners
from dominoes_lang.text.diagnostics import Diagnostic
from dominoes_lang.text.source import Span

SUPERFLUOUS = frozenset(
    {"dead-row", "dead-choice", "dead-part", "dead-step", "idle-draw", "choice-of-one"}
)
"""Parts without effect, which stop nobody who inherits them."""
HARMLESS = SUPERFLUOUS - {"dead-step"}
"""Those that are but a warning in the file itself. A step that can never happen is an error there,
since the turn is not the one that its author had in mind."""


@dataclass
class Unread:
    """Parts of the files that could not be read: no error may follow from their absence."""

    keys: set[str] = field(default_factory=set)
    parent: bool = False
    """Whether a parent could not be read; then it might contain anything."""

    def clause(self, key: str) -> bool:
        return self.parent or key in self.keys

    def name(self, name: str) -> bool:
        """Whether a parameter or define of this name may be in what was not read."""
        return self.parent or not self.keys.isdisjoint({f"parameter {name}", f"define {name}"})


class Checking:
    """A ruleset under examination."""

    def __init__(self, ruleset: Ruleset, unread: Unread, findings: list[Diagnostic]) -> None:
        self.ruleset = ruleset
        self.unread = unread
        self.findings = findings
        self.warnings: list[Diagnostic] = []
        self.sound: frozenset[str] | None = None
        """The names that have a value, once they are known."""

    def clause(self, kind: type[SomeClause]) -> SomeClause | None:
        """The clause of this kind, where there is one."""
        return self.ruleset.find(kind)

    @property
    def on_a_line(self) -> bool:
        """Whether there are no more than two open ends."""
        layout, doubles = self.clause(nodes.LayoutClause), self.clause(nodes.DoublesClause)
        branches = doubles is not None and doubles.spinners is not Spinners.NONE
        return layout is not None and layout.in_line and not branches

    def each(self, kind: type[SomeClause]) -> tuple[SomeClause, ...]:
        """The clauses of a kind of which there may be several."""
        return self.ruleset.each(kind)

    def report(self, code: str, message: str, span: Span, *helps: str, label: str = "") -> None:
        self.add(Diagnostic(code, message, span, label, helps=helps))

    def add(self, *findings: Diagnostic) -> None:
        """Add findings; merely superfluous parts of a parent's text are not reported."""
        for finding in findings:
            own = finding.span.source is self.ruleset.source
            if finding.code in HARMLESS and own:
                self.warnings.append(replace(finding, level="warning"))
            elif own or finding.code not in SUPERFLUOUS:
                self.findings.append(finding)

    def warn(self, code: str, message: str, span: Span, *helps: str, label: str = "") -> None:
        self.warnings.append(Diagnostic(code, message, span, label, helps, level="warning"))

    def clean(self, *kinds: type[nodes.Clause]) -> bool:
        """Whether these clauses exist and nothing wrong has been found with them so far."""
        clauses = [self.clause(kind) for kind in kinds]
        return all(clause is not None and self.is_clean(clause) for clause in clauses)

    def is_clean(self, clause: nodes.Clause) -> bool:
        """Whether nothing wrong has been found so far with a clause or the names in it."""
        whole = clause.span
        if self.sound is not None and any(name not in self.sound for name in names_in(clause)):
            return False
        return not any(
            finding.span.source is whole.source and whole.start <= finding.span.start < whole.end
            for finding in self.findings
        )
