"""What one source writes: its text split into clauses, and the node of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from lark import Tree

from dominoes_lang.repair.fixes import parse_with_fixes
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.build import build
from dominoes_lang.syntax.clauses import MOST_FINDINGS, ClauseText, declared, parted, with_names
from dominoes_lang.syntax.parse import parse
from dominoes_lang.syntax.vocabulary import CLAUSES, LONGEST_WORD, UNIQUE_BY_NAME
from dominoes_lang.text.diagnostics import Diagnostic, Label
from dominoes_lang.text.source import Source, Span

_QUOTED = re.compile(r'"([^"\n]*)"')
_OTHER_NAME = dict.fromkeys(
    ("award", "define"), ', or give the second another name, for instance "{}_2"'
)
"""What else may be done with a second clause of a name, by the header."""


@dataclass(frozen=True, eq=False)
class Parts:
    """A source split into clauses, before it is known which names these may read."""

    source: Source
    clauses: tuple[ClauseText, ...]
    outside: tuple[Diagnostic, ...]
    """What is wrong with the lines that are in no clause."""

    @classmethod
    def of(cls, source: Source) -> Parts:
        """The parts of a source."""
        outside: list[Diagnostic] = []
        return cls(source, tuple(parted(source, outside)), tuple(outside))

    @cached_property
    def extends(self) -> nodes.ExtendsClause | None:
        """The clause that names the parent, read first: the parent's names decide how to read on.

        Where it can't be read, the parent is what stands in quotes in it.
        """
        texts = [text for text in self.clauses if text.rule == CLAUSES["extends"]]
        for text in texts:
            tree = None if text.misnamed else parse(text)
            clause = build(text, tree, []) if isinstance(tree, Tree) else None
            if isinstance(clause, nodes.ExtendsClause):
                return clause
        for text in texts:
            quoted = _QUOTED.search(text.text)
            if quoted is not None:
                return nodes.ExtendsClause(quoted[1], parent_span=text.span, span=text.span)
        return None


@dataclass(frozen=True, eq=False)
class Written:
    """The clauses that a source writes itself; read once, when they are first asked for."""

    parts: Parts
    inherited_names: frozenset[str]
    """What its parents declare, as `clauses.declared` gives it."""

    @cached_property
    def texts(self) -> list[ClauseText]:
        """Its clauses, in order, each with the names that it may read."""
        return with_names(self.parts.clauses, self.inherited_names)

    @cached_property
    def passed_names(self) -> frozenset[str]:
        """What its children inherit of names; the direction is that of the nearest parent."""
        return (self.inherited_names - {"direction"}) | declared(self.texts)

    @property
    def clauses(self) -> Mapping[str, nodes.Clause]:
        """Each clause once, by its key."""
        return self._read[0]

    @property
    def missed(self) -> frozenset[str]:
        """The keys of the clauses that can't be read."""
        return self._read[1]

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What is wrong with how they are written."""
        return self._read[2]

    @cached_property
    def _read(self) -> tuple[dict[str, nodes.Clause], frozenset[str], tuple[Diagnostic, ...]]:
        clauses: dict[str, nodes.Clause] = {}
        missed: set[str] = set()
        findings: list[Diagnostic] = []
        if self.parts.outside:
            # Imported here because most files have nothing outside their clauses.
            from dominoes_lang.repair.nameless import with_clauses_meant

            findings += with_clauses_meant(self.parts.outside)
        for text in self.texts:
            tree = None if text.misnamed else parse_with_fixes(text, findings)
            clause = build(text, tree, findings) if tree is not None else None
            if clause is None:
                missed.add(text.key)
            elif clause.key in clauses:
                findings.append(_duplicate(clause, clauses[clause.key]))
            else:
                clauses[clause.key] = clause
            if len(findings) > MOST_FINDINGS:
                break
        return clauses, frozenset(missed - clauses.keys()), tuple(_with_reserved_names(findings))


def _with_reserved_names(findings: list[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings; those right after a name that can't be one advise another name as well."""
    reserved = {bad.span.text: bad.helps for bad in findings if bad.code == "reserved-word"}
    for finding in findings:
        span = finding.span
        end = span.end if finding.code == "unfinished" else span.start
        word = "".join(span.source.text[max(0, end - LONGEST_WORD) : end].split()[-1:])
        if word in reserved and not finding.fixes:
            advice = f'if your own "{word}" is meant, {reserved[word][0]}'
            finding = replace(finding, helps=(advice, *finding.helps))
        yield finding


def _duplicate(clause: nodes.Clause, first: nodes.Clause) -> Diagnostic:
    """What is wrong with a clause whose key an earlier one has."""
    header = nodes.CLAUSE_WORDS[type(clause)]
    named = f'"{clause.key}"' if header in UNIQUE_BY_NAME else f'the clause "{header}"'
    again, before = (
        Span(it.span.source, it.span.start, it.span.start + len(header)) for it in (clause, first)
    )
    return Diagnostic(
        "said-twice",
        f"{named} appears twice in this file",
        again,
        helps=(f"keep one of the two{_OTHER_NAME.get(header, '').format(clause.key)}",),
        others=(Label(before, "the first one"),),
    )
