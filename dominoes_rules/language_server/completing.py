"""What may be written at a place: clauses, words that may follow, names, tiles, parents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from lsprotocol import types

from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.clauses import ClauseText, split
from dominoes_lang.syntax.parse import following
from dominoes_lang.syntax.vocabulary import CLAUSES, OF_CONSTANTS, SETS, UNIQUE_BY_NAME
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.text.source import Source, Span
from dominoes_rules.language_server.naming_places import Declared
from dominoes_rules.language_server.open_texts import OpenText
from dominoes_rules.library import bundled

MOST_PARENTS = 500
USUAL_SEATS = 4
"""The seats that are offered before a text has its number of players."""
_BEGUN, _TILE_BEGUN = re.compile(r"[\w-]*"), re.compile(r"[\d|]*\[")
"""From the cursor backwards."""
_HEADER_BEGUN = re.compile(r"[a-z][a-z ]*|")
_PARENT_BEGUN = re.compile(r'extends[ \t]+"([^"\n]*)')
_NAMED: Mapping[str, tuple[type[nodes.Clause], ...]] = {
    "award": (nodes.AwardClause,),
    "parameter": (nodes.ParameterClause,),
    "define": (nodes.DefineClause,),
}
"""The clauses whose names may follow a word."""
_CONSTANTS = (nodes.ParameterClause,)
"""Those whose names a clause of numbers and parameters may read."""
_VALUES = (nodes.ParameterClause, nodes.DefineClause)
"""Those whose names may follow any other word."""
_KIND = types.CompletionItemKind


def completions(text: OpenText, position: types.Position) -> types.CompletionList:
    """Everything that may be written at a place."""
    offset = text.offset(position)
    before = text.source.text[:offset]
    line = before.rpartition("\n")[2]
    items: list[types.CompletionItem] = []

    def offer(begun: str, offered: Iterable[Item]) -> None:
        where = types.Range(text.position(offset - len(begun)), position)
        items.extend(_item(where, *entry) for entry in offered)

    if parent := _PARENT_BEGUN.fullmatch(line):
        offer(parent[1], _parents(text))
        return types.CompletionList(is_incomplete=False, items=items)
    if _HEADER_BEGUN.fullmatch(line):
        offer(line, _clauses(text, line))
    if not _BEGUN.fullmatch(line):  # the first word at the left margin begins a clause
        backwards = line[::-1]
        written = _TILE_BEGUN.match(backwards) or _BEGUN.match(backwards)
        begun = written[0][::-1] if written else ""
        offer(begun, _words(text, before.removesuffix(begun), begun))
    return types.CompletionList(is_incomplete=False, items=items)


def _item(
    where: types.Range,
    rank: int,
    kind: types.CompletionItemKind,
    label: str,
    inserted: str,
    detail: str,
) -> types.CompletionItem:
    return types.CompletionItem(
        label,
        kind=kind,
        detail=detail,
        sort_text=f"{rank}{label}",
        filter_text=label,
        text_edit=types.TextEdit(where, inserted),
    )


Item = tuple[int, types.CompletionItemKind, str, str, str]
"""Its rank, kind, label, the text that is written, and what is shown beside it."""


def _parents(text: OpenText) -> Iterator[Item]:
    beside = [path.stem for path in text.beside(MOST_PARENTS)]
    for name in beside:
        yield 0, _KIND.File, name, name, "beside this file"
    for name in bundled():
        if name not in beside:
            yield 1, _KIND.File, name, name, "comes with dominoes-rules"


def _clauses(text: OpenText, begun: str) -> Iterator[Item]:
    """The headers of clauses that the text does not have yet; behind a word those with it."""
    there = {clause.rule for clause in text.clauses if not clause.misnamed}
    for header, rule in CLAUSES.items():
        fits = " " not in begun or begun in header
        if fits and (rule not in there or header in UNIQUE_BY_NAME):
            source = Source("header", header)
            clause = ClauseText(rule, Span(source, 0, len(header)))
            end = ": " if ":" in following(clause) else " "
            yield 0, _KIND.Keyword, header, header + end, ""


def _words(text: OpenText, before: str, begun: str) -> Iterator[Item]:
    """The words, names and tiles that may follow in a clause."""
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
        wanted = _NAMED.get(before.split()[-1], _VALUES)
        yield from _names(text, _CONSTANTS if clause.rule in OF_CONSTANTS else wanted)
    if "SEAT" in may:
        for letter in _seats(text):
            yield 1, _KIND.Value, letter, letter, ""
    if "TILE" in may:
        yield from _tiles(text)
    if "SET" in may:
        for name in SETS:
            yield 1, _KIND.Value, name, name, ""
    if "STRING" in may and clause.rule == CLAUSES["extends"]:
        for rank, kind, name, _, detail in _parents(text):
            yield rank, kind, name, f'"{name}"', detail


def _names(text: OpenText, wanted: tuple[type[nodes.Clause], ...]) -> Iterator[Item]:
    for clause in text.merged.clauses.values():
        if isinstance(clause, wanted) and isinstance(clause, Declared):
            is_define = isinstance(clause, nodes.DefineClause)
            kind = _KIND.Function if is_define else _KIND.Variable
            yield 0, kind, clause.name, clause.name, _first_line(clause)


def _first_line(clause: nodes.Clause) -> str:
    return clause.span.text.split("\n", 1)[0]


def _seats(text: OpenText) -> str:
    """The letters of the players of the largest table."""
    players = text.merged.clauses.get("players")
    most = players.most if isinstance(players, nodes.PlayersClause) else USUAL_SEATS
    return SEAT_LETTERS[:most]


def _tiles(text: OpenText) -> Iterable[Item]:
    ruleset = text.ruleset
    highest = 6 if ruleset is None else max(map(max, ruleset.setup().tiles.tiles))
    for high in range(highest, -1, -1):
        for low in range(high, -1, -1):
            tile = f"[{high}|{low}]"
            yield 3, _KIND.Value, tile, tile, ""
