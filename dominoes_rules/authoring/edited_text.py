"""A rules text while somebody writes it: its clauses and names, and everything found in it."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from unicodedata import normalize

from dominoes_lang.load import checked
from dominoes_lang.reading.family import Family, family_of
from dominoes_lang.reading.merging import Merged, merged
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.clauses import ClauseText, declared
from dominoes_lang.text.diagnostics import Diagnostic, RulesError
from dominoes_lang.text.reach import Reach
from dominoes_lang.text.rules_text import expect_plain_source
from dominoes_lang.text.source import Source, Span
from dominoes_rules.authoring.fixing import with_plain_line_ends
from dominoes_rules.library import bundled

UNSAVED = "text.rules"
"""What messages call a text that has no file."""
Declared = nodes.ParameterClause | nodes.DefineClause | nodes.AwardClause
"""The clauses that give a name to something."""


@dataclass(frozen=True)
class EditedText:
    """One version of a text; everything said of it is about this version."""

    text: str
    """As it was typed, with any line ends and in any normal form."""
    reach: Reach
    """The files that it may extend."""

    @property
    def name(self) -> str:
        """What messages call it."""
        return UNSAVED

    @cached_property
    def source(self) -> Source:
        return Source(self.name, with_plain_line_ends(self.text), self.reach)

    def beside(self, most: int) -> list[Path]:  # noqa: ARG002 (a text without a file has no folder)
        """The other rules files of its folder, at most so many."""
        return []

    # ------------------------------------------------------------------ places

    @cached_property
    def lines(self) -> list[str]:
        """The lines as they were typed: their letters may be written in another normal form."""
        return with_plain_line_ends(self.text).split("\n")

    def typed_place(self, offset: int) -> tuple[int, int]:
        """The line and column, from 0, at which a place of the source was typed."""
        line, column = self.source.line_and_column(offset)
        typed = self.lines[line - 1]
        if not typed.isascii():
            ends = range(len(typed) + 1)
            column = 1 + bisect_left(ends, column - 1, key=lambda end: _length(typed[:end]))
        return line - 1, column - 1

    def offset_of(self, line: int, column: int) -> int:
        """The place in the source of a line and column as typed, from 0."""
        start = self.source.text.split("\n")[:line]
        return sum(len(before) + 1 for before in start) + _length(self.lines[line][:column])

    def is_of(self, span: Span) -> bool:
        """Whether a span is one of this text, and not of a parent's."""
        return span.source is self.source

    # ------------------------------------------------------------------ meaning

    @cached_property
    def _family(self) -> Family:
        return family_of(self.source, bundled)

    @cached_property
    def merged(self) -> Merged:
        """The clauses in force, as far as they can be read."""
        return merged(self._family)

    @property
    def inherited_names(self) -> frozenset[str]:
        return self._family.written.inherited_names

    @property
    def clauses(self) -> list[ClauseText]:
        """The clauses that are written here, in order."""
        return self._family.written.texts

    @cached_property
    def declared(self) -> frozenset[str]:
        """The names that its clauses may read, as `clauses.declared` gives them."""
        return self.inherited_names | declared(self.clauses)

    @cached_property
    def _loaded(self) -> tuple[Ruleset | None, tuple[Diagnostic, ...]]:
        try:
            expect_plain_source(self.source)
            ruleset = checked(self.merged, bundled)
        except RulesError as error:
            return None, error.diagnostics
        return ruleset, ruleset.warnings

    @property
    def ruleset(self) -> Ruleset | None:
        """The rules, if nothing is wrong with them."""
        return self._loaded[0]

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """The errors, or where there are none the warnings."""
        return self._loaded[1]

    @property
    def has_errors(self) -> bool:
        """Whether something is wrong with the rules."""
        return any(finding.level == "error" for finding in self.findings)

    def clause_at(self, offset: int) -> ClauseText | None:
        """The clause that a place is in, or that it continues."""
        before = [clause for clause in self.clauses if clause.span.start <= offset]
        return before[-1] if before else None


def _length(text: str) -> int:
    return len(normalize("NFC", text))
