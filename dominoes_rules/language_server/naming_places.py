"""Where the parameters, defines and awards of a text are declared and read, and parents named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from lsprotocol import types

from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.parse import tokens_read
from dominoes_lang.text.diagnostics import UnreadableFile
from dominoes_lang.text.rules_text import read
from dominoes_lang.text.source import Source, Span
from dominoes_rules.authoring.fixing import with_plain_line_ends
from dominoes_rules.language_server.findings_shown import location
from dominoes_rules.language_server.open_texts import OpenText, uri_of
from dominoes_rules.library import bundled

MOST_FILES = 200
"""Files beside a text that are searched for its names."""
_NAME = re.compile(r"[^\W\d]\w*")
_QUOTED = re.compile(r'"[^"\n]*"')
_NAMES = {"WORD", "WHO_NAME"}
_OF_AWARDS = {"award", "without"}
Declared = nodes.ParameterClause | nodes.DefineClause | nodes.AwardClause


class CannotRename(ValueError):
    """A name that can't be changed, or not to this one; the message says why."""


@dataclass(frozen=True)
class NamePlace:
    """A name as it is written at some place."""

    key: str
    """What declares it: `parameter target`, `define blocker`, `award hand`."""
    span: Span


def names_in(text: OpenText) -> Iterator[NamePlace]:
    """Every name of a parameter, define or award in a text, as far as clauses can be read."""
    keys = {
        key.partition(" ")[2]: key
        for key, clause in text.family.clauses.items()
        if isinstance(clause, nodes.ParameterClause | nodes.DefineClause)
    }
    for clause in text.clauses:
        if clause.misnamed:
            continue
        tokens = tokens_read(clause)
        shift = clause.span.start + (clause.header_end - len(clause.header) if clause.header else 0)
        for at, token in enumerate(tokens):
            if token.type not in _NAMES:
                continue
            award = 0 < at < 3 and tokens[at - 1] == "award" and tokens[0] in _OF_AWARDS
            key = f"award {token}" if award else keys.get(str(token))
            if key is not None:
                start = shift + (token.start_pos or 0)
                yield NamePlace(key, Span(text.source, start, start + len(token)))


def name_at(text: OpenText, position: types.Position) -> NamePlace | None:
    """The name at a place, if there is one."""
    offset = text.offset(position)
    return next(
        (place for place in names_in(text) if place.span.start <= offset <= place.span.end), None
    )


def definition(text: OpenText, position: types.Position) -> types.Location | None:
    """Where the name at a place is declared, or the file of the parent that it names."""
    for clause in text.clauses:
        if clause.rule == "extends_clause":
            inside = clause.span.start <= text.offset(position) <= clause.span.end
            if inside and text.family.parents:
                return location(text, Span(text.family.parents[0][1], 0, 0))
    place = name_at(text, position)
    declared = None if place is None else text.family.clauses.get(place.key)
    return location(text, declared.name_span) if isinstance(declared, Declared) else None


def links(text: OpenText) -> Iterator[types.DocumentLink]:
    """The parent's name, as a link to its file."""
    for clause in text.clauses:
        if clause.rule == "extends_clause" and text.family.parents:
            quoted = _QUOTED.search(clause.span.text)
            if quoted:
                start = clause.span.start + quoted.start() + 1
                span = Span(text.source, start, clause.span.start + quoted.end() - 1)
                target = uri_of(text.family.parents[0][1])
                yield types.DocumentLink(text.range(span), target=target)


def references(text: OpenText, place: NamePlace) -> list[types.Location]:
    """Everywhere that a name is written: here, in its parents, and in the children beside them."""
    return [
        location(other, found.span)
        for other in _relatives(text, place)
        for found in names_in(other)
        if found.key == place.key
    ]


def renamed(text: OpenText, place: NamePlace, name: str) -> types.WorkspaceEdit:
    """The edits that give a name another one everywhere. Raises `CannotRename`."""
    old = place.key.partition(" ")[2]
    if not _NAME.fullmatch(name):
        raise CannotRename(f'"{name}" is not a name: names are letters, digits and _')
    taken = {key.partition(" ")[2] for key in text.family.clauses if " " in key}
    if name != old and name in taken:
        raise CannotRename(f'"{name}" is declared already')
    if any(finding.level == "error" for finding in text.findings):
        raise CannotRename("mend the errors of this file first: a name in them would be missed")
    clause = text.family.clauses.get(place.key)
    if clause is not None and not text.is_of(clause.span) and _is_bundled(clause.span.source):
        raise CannotRename(f'"{old}" comes with dominoes-rules: {clause.span}')
    edits: dict[str, list[types.TextEdit]] = {}
    for found in references(text, place):
        edits.setdefault(found.uri, []).append(types.TextEdit(found.range, name))
    return types.WorkspaceEdit(edits)


def _is_bundled(source: Source) -> bool:
    name = Path(source.name).stem
    return name in bundled() and bundled()[name]().name == source.name


def _relatives(text: OpenText, place: NamePlace) -> Iterator[OpenText]:
    """The text, and the files beside it in which its name is the same."""
    yield text
    clause = text.family.clauses.get(place.key)
    if clause is None:
        return
    home = Path(clause.span.source.name)
    for beside in text.beside(MOST_FILES):
        try:
            source = read(beside, text.reach)
        except UnreadableFile:
            continue
        other = replace(text, uri=uri_of(source), text=with_plain_line_ends(source.text))
        declared = other.family.clauses.get(place.key)
        if declared is not None and Path(declared.span.source.name) == home:
            yield other
