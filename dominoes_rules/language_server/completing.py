"""What may be written at a place: clauses, words that may follow, names, tiles, parents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lsprotocol import types

from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.clauses import ClauseText, split
from dominoes_lang.syntax.parse import following
from dominoes_lang.syntax.vocabulary import CLAUSES, UNIQUE_BY_NAME
from dominoes_lang.text.source import Source, Span
from dominoes_rules.language_server.open_texts import OpenText
from dominoes_rules.library import bundled

MOST_PARENTS = 500
_BEGUN, _TILE_BEGUN = re.compile(r"[\w-]*"), re.compile(r"[\d|]*\[")
"""From the cursor backwards."""
_HEADER_BEGUN = re.compile(r"[a-z ]*")
_PARENT_BEGUN = re.compile(r'extends[ \t]+"([^"\n]*)')
_KIND = types.CompletionItemKind


def completions(text: OpenText, position: types.Position) -> types.CompletionList:
    """Everything that may be written at a place."""
    offset = text.offset(position)
    before = text.source.text[:offset]
    line = before.rpartition("\n")[2]
    if parent := _PARENT_BEGUN.fullmatch(line):
        begun, items = parent[1], _parents(text)
    elif _HEADER_BEGUN.fullmatch(line):
        begun, items = line, _clauses(text)
    else:
        backwards = line[::-1]
        written = _TILE_BEGUN.match(backwards) or _BEGUN.match(backwards)
        begun = written[0][::-1] if written else ""
        items = _words(text, before.removesuffix(begun), begun)
    start = text.position(offset - len(begun))
    where = types.Range(start, position)
    return types.CompletionList(
        is_incomplete=False,
        items=[
            types.CompletionItem(
                label,
                kind=kind,
                detail=detail,
                sort_text=f"{rank}{label}",
                filter_text=label,
                text_edit=types.TextEdit(where, inserted),
            )
            for rank, kind, label, inserted, detail in items
        ],
    )


Item = tuple[int, types.CompletionItemKind, str, str, str]
"""Its rank, kind, label, the text that is written, and what is shown beside it."""


def _parents(text: OpenText) -> Iterator[Item]:
    beside = [other.stem for other in text.beside(MOST_PARENTS)]
    for name in beside:
        yield 0, _KIND.File, name, name, "beside this file"
    for name in bundled():
        if name not in beside:
            yield 1, _KIND.File, name, name, "comes with dominoes-rules"


def _clauses(text: OpenText) -> Iterator[Item]:
    """The headers of the clauses that the text does not have yet."""
    there = {clause.rule for clause in text.clauses}
    for header, rule in CLAUSES.items():
        if rule not in there or header in UNIQUE_BY_NAME:
            source = Source("header", header)
            clause = ClauseText(rule, Span(source, 0, len(header)))
            end = ": " if ":" in following(clause) else " "
            yield 0, _KIND.Keyword, header, header + end, ""


def _words(text: OpenText, before: str, begun: str) -> Iterator[Item]:
    clauses = split(Source(text.source.name, before), [], text.inherited_names)
    if not clauses:
        return
    names = frozenset(key.partition(" ")[2] for key in text.declared)
    defines = frozenset(key.partition(" ")[2] for key in text.declared if key.startswith("define "))
    written = Source("clause", before[clauses[-1].span.start :])
    span = Span(written, 0, len(written.text))
    clause = replace(clauses[-1], span=span, names=names, defines=defines)
    may = following(clause)
    for word in sorted(may):
        if word.islower() and not begun.startswith("["):
            yield 2, _KIND.Keyword, word, word, ""
    if may & {"WORD", "WHO_NAME"}:
        awards = before[-1:].isspace() and before.split()[-1] == "award"
        yield from _names(text, awards=awards)
    if "TILE" in may:
        yield from _tiles(text)


def _names(text: OpenText, *, awards: bool) -> Iterator[Item]:
    for clause in text.family.clauses.values():
        if isinstance(clause, nodes.AwardClause if awards else nodes.ParameterClause):
            yield 0, _KIND.Variable, clause.name, clause.name, _first_line(clause)
        elif not awards and isinstance(clause, nodes.DefineClause):
            yield 0, _KIND.Function, clause.name, clause.name, _first_line(clause)


def _first_line(clause: nodes.Clause) -> str:
    return clause.span.text.split("\n", 1)[0]


def _tiles(text: OpenText) -> Iterable[Item]:
    ruleset = text.ruleset
    highest = 6 if ruleset is None else max(map(max, ruleset.setup().tiles.tiles))
    for high in range(highest, -1, -1):
        for low in range(high, -1, -1):
            tile = f"[{high}|{low}]"
            yield 3, _KIND.Value, tile, tile, ""
