"""Where the parameters, defines and awards of a text are declared and read, and parents named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from lsprotocol import types

from dominoes_lang.syntax.vocabulary import RESERVED
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.text.diagnostics import UnreadableFile
from dominoes_lang.text.reach import resolved
from dominoes_lang.text.rules_text import read
from dominoes_lang.text.source import Source, Span
from dominoes_rules.authoring.edited_text import Declared
from dominoes_rules.authoring.fixing import with_plain_line_ends
from dominoes_rules.authoring.text_names import NamePlace, name_at_offset, names_in
from dominoes_rules.language_server.findings_shown import location
from dominoes_rules.language_server.open_texts import EditorFiles, OpenText, path_of, uri_of
from dominoes_rules.library import bundled

MOST_FILES = 200
"""Files beside a text that are searched for its names."""
_NAME = re.compile(r"[^\W\d]\w*")
_QUOTED = re.compile(r'"[^"\n]*"')


class CannotRename(ValueError):
    """A name that can't be changed, or not to this one; the message says why."""


def name_at(text: OpenText, position: types.Position) -> NamePlace | None:
    """The name at a place, if there is one."""
    return name_at_offset(text, text.offset(position))


def definition(text: OpenText, position: types.Position) -> types.Location | None:
    """Where the name at a place is declared, or the file of the parent that it names."""
    for clause in text.clauses:
        if clause.rule == "extends_clause":
            inside = clause.span.start <= text.offset(position) <= clause.span.end
            if inside and text.merged.parents:
                return location(text, Span(text.merged.parents[0][1], 0, 0))
    name = name_at(text, position)
    declared = None if name is None else text.merged.clauses.get(name.key)
    return location(text, declared.name_span) if isinstance(declared, Declared) else None


def links(text: OpenText) -> Iterator[types.DocumentLink]:
    """The parent's name, as a link to its file."""
    for clause in text.clauses:
        if clause.rule == "extends_clause" and text.merged.parents:
            quoted = _QUOTED.search(clause.span.text)
            if quoted:
                start = clause.span.start + quoted.start() + 1
                span = Span(text.source, start, clause.span.start + quoted.end() - 1)
                target = uri_of(text.merged.parents[0][1])
                yield types.DocumentLink(text.range(span), target=target)


def references(text: OpenText, name: NamePlace) -> list[types.Location]:
    """Everywhere that a name is written: here, in its parents, and in the children beside them."""
    return [
        location(relative, written.span)
        for relative in _relatives(text, name)
        for written in names_in(relative)
        if written.key == name.key
    ]


def renamed(text: OpenText, named: NamePlace, name: str) -> types.WorkspaceEdit:
    """The edits that give a name another one everywhere. Raises `CannotRename`."""
    kind, _, old = named.key.partition(" ")
    if not _NAME.fullmatch(name):
        raise CannotRename(f'"{name}" is not a name: names are letters, digits and _')
    if kind != "award" and (name in RESERVED or name in [*SEAT_LETTERS]):
        raise CannotRename(f'"{name}" is a word of the language and can\'t be a name')
    taken = {key.partition(" ")[2] for key in text.merged.clauses if " " in key}
    if name != old and name in taken:
        raise CannotRename(f'"{name}" is declared already')
    if text.has_errors:
        raise CannotRename("mend the errors of this file first: a name in them would be missed")
    clause = text.merged.clauses.get(named.key)
    if clause is not None and not text.is_of(clause.span) and _is_bundled(clause.span.source):
        raise CannotRename(f'"{old}" comes with dominoes-rules: {clause.span}')
    spans_of: dict[OpenText, list[Span]] = {
        relative: [written.span for written in names_in(relative) if written.key == named.key]
        for relative in _relatives(text, named)
    }
    _check_renamed(spans_of, f"{kind} {name}")
    return types.WorkspaceEdit(
        {
            relative.uri: [types.TextEdit(relative.range(span), name) for span in spans]
            for relative, spans in spans_of.items()
            if spans
        }
    )


def _check_renamed(spans_of: Mapping[OpenText, Sequence[Span]], key: str) -> None:
    """Raise `CannotRename` unless each text still has its meaning once the places have the name.

    spans_of: where the name is written in each text; key: what declares it under the new name.
    """
    name = key.partition(" ")[2]
    texts = {text: _replaced(text.source.text, spans, name) for text, spans in spans_of.items()}
    by_path = {
        resolved(path): after
        for text, after in texts.items()
        if (path := path_of(text.uri)) is not None
    }
    for text, after in texts.items():
        if text.has_errors:
            continue
        reach = text.reach
        if isinstance(reach, EditorFiles):
            reach = replace(reach, texts={**reach.texts, **by_path})
        changed = replace(text, text=after, reach=reach)
        if changed.has_errors:
            raise CannotRename(f'"{name}" can\'t be the name: {changed.findings[0].message}')
        if sum(name_place.key == key for name_place in names_in(changed)) != len(spans_of[text]):
            raise CannotRename(f'"{name}" can\'t be the name: it is written elsewhere already')


def _replaced(text: str, spans: Sequence[Span], name: str) -> str:
    for span in sorted(spans, key=lambda span: span.start, reverse=True):
        text = text[: span.start] + name + text[span.end :]
    return text


def _is_bundled(source: Source) -> bool:
    name = Path(source.name).stem
    return name in bundled() and bundled()[name]().name == source.name


def _relatives(text: OpenText, name: NamePlace) -> Iterator[OpenText]:
    """The text, and the files beside it in which its name is the same."""
    yield text
    clause = text.merged.clauses.get(name.key)
    if clause is None:
        return
    home = Path(clause.span.source.name)
    for beside in text.beside(MOST_FILES):
        try:
            source = read(beside, text.reach)
        except UnreadableFile:
            continue
        relative = replace(text, uri=uri_of(source), text=with_plain_line_ends(source.text))
        declared = relative.merged.clauses.get(name.key)
        if declared is not None and Path(declared.span.source.name) == home:
            yield relative
