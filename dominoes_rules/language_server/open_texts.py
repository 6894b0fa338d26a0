"""The texts that an editor has open, saved or not, and the places in them as editors count them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePath
from unicodedata import normalize

from lsprotocol import types
from pygls import uris
from pygls.workspace import PositionCodec

from dominoes_lang.load import checked
from dominoes_lang.reading.family import Family, family_of
from dominoes_lang.reading.merging import Merged, merged
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax.clauses import ClauseText, declared
from dominoes_lang.text.diagnostics import Diagnostic, RulesError
from dominoes_lang.text.reach import OutOfReach, Reach, resolved
from dominoes_lang.text.rules_text import expect_plain_source
from dominoes_lang.text.source import Source, Span
from dominoes_rules.authoring.fixing import with_plain_line_ends
from dominoes_rules.library import bundled


@dataclass(frozen=True)
class EditorFiles(Reach):
    """The rules files in some folders, with the text of the editor where it has one open."""

    folders: tuple[Path, ...] = ()
    """Those that the editor has open, and that of the text itself; resolved."""
    texts: Mapping[Path, str] = field(default_factory=dict, compare=False, repr=False)

    def path(self, name: str) -> Path:
        """Where the file of a name is, without links. Raises `OutOfReach` and `OSError`."""
        path = resolved(Path(name))
        inside = path.suffix == ".rules" and any(map(path.is_relative_to, self.folders))
        if not inside and path not in self.texts:
            raise OutOfReach("only rules files in the folders of the editor can be used here")
        return path

    def has(self, name: str) -> bool:
        """Whether the editor has the file open, saved or not, or there is one."""
        return resolved(Path(name)) in self.texts or super().has(name)

    def read(self, name: str, most: int) -> bytes:
        """The text in the editor, or else the file."""
        text = self.texts.get(resolved(Path(name)))
        return super().read(name, most) if text is None else text.encode()[:most]


def path_of(uri: str) -> Path | None:
    """The file of a URI; None for what can have no file, such as a text that was never saved."""
    name = uris.to_fs_path(uri) if uri.startswith("file:") else None
    if name is None:
        return None
    with suppress(OSError, ValueError):  # links in a circle, or a zero byte in a name
        resolved(Path(name))
        return Path(name)
    return None


def uri_of(source: Source) -> str:
    """The URI of the file that a source was read from."""
    return uris.from_fs_path(str(Path(source.name).absolute())) or ""


@dataclass(frozen=True)
class OpenText:
    """One version of a text in the editor; everything said of it is about this version."""

    uri: str
    version: int
    text: str
    reach: Reach
    codec: PositionCodec

    @cached_property
    def source(self) -> Source:
        path = path_of(self.uri)
        name = str(path) if path is not None else PurePath(self.uri).name
        return Source(name, with_plain_line_ends(self.text), self.reach)

    def beside(self, most: int) -> list[Path]:
        """The other rules files of its folder, those that were never saved as well; sorted."""
        path = path_of(self.uri)
        if path is None or not isinstance(self.reach, EditorFiles):
            return []
        folder = resolved(path.parent)
        opened = {path.parent / file.name for file in self.reach.texts if file.parent == folder}
        files = {*path.parent.glob("*.rules"), *opened} - {path}
        return sorted(file for file in files if file.suffix == ".rules")[:most]

    @cached_property
    def _lines(self) -> list[str]:
        """The lines as the editor has them: its letters may be written in another normal form."""
        return with_plain_line_ends(self.text).split("\n")

    def position(self, offset: int) -> types.Position:
        """A place of the source, as the editor counts lines and columns."""
        line, column = self.source.line_and_column(offset)
        shown = self._lines[line - 1]
        if not shown.isascii():
            ends = range(len(shown) + 1)
            column = 1 + bisect_left(ends, column - 1, key=lambda end: _length(shown[:end]))
        return types.Position(line - 1, self.codec.client_num_units(shown[: column - 1]))

    def offset(self, position: types.Position) -> int:
        """The place in the source of a line and column of the editor; the nearest there is."""
        line = min(position.line, len(self._lines) - 1)
        shown = self._lines[line]
        client_position = types.Position(0, position.character)
        column = self.codec.position_from_client_units([shown], client_position).character
        start = self.source.text.split("\n")[:line]
        return sum(len(before) + 1 for before in start) + _length(shown[:column])

    def range(self, span: Span) -> types.Range:
        """A span of this source, as the editor counts."""
        return types.Range(self.position(span.start), self.position(span.end))

    def is_of(self, span: Span) -> bool:
        """Whether a span is one of this text, and not of a parent's."""
        return span.source is self.source

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
