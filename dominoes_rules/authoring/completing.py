"""What may be written at a place: clauses, words that may follow, names, tiles, parents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.clauses import ClauseText, split
from dominoes_lang.syntax.parse import following
from dominoes_lang.syntax.vocabulary import CLAUSES, OF_CONSTANTS, SETS, UNIQUE_BY_NAME
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.text.source import Source, Span
from dominoes_rules.authoring.edited_text import Declared, EditedText
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


class InsertionKind(StrEnum):
    """What an offer is, as editors name the kinds of their icons."""

    FILE = "file"
    FUNCTION = "function"
    KEYWORD = "keyword"
    VALUE = "value"
    VARIABLE = "variable"


@dataclass(frozen=True)
class Insertion:
    """Something that may be written."""

    rank: int
    """Offers of a lower rank are shown first."""
    kind: InsertionKind
    label: str
    inserted: str
    detail: str = ""
    """What is shown beside the label."""


@dataclass(frozen=True)
class Completion:
    """An offer, with the place from which on it takes the place of what was begun."""

    start: int
    insertion: Insertion


def completions(text: EditedText, offset: int) -> list[Completion]:
    """Everything that may be written at a place."""
    before = text.source.text[:offset]
    line = before.rpartition("\n")[2]
    if parent := _PARENT_BEGUN.fullmatch(line):
        return _from(offset, parent[1], _parents(text))
    found: list[Completion] = []
    if _HEADER_BEGUN.fullmatch(line):
        found += _from(offset, line, _clauses(text, line))
    if not _BEGUN.fullmatch(line):  # the first word at the left margin begins a clause
        backwards = line[::-1]
        written = _TILE_BEGUN.match(backwards) or _BEGUN.match(backwards)
        begun = written[0][::-1] if written else ""
        found += _from(offset, begun, _words(text, before.removesuffix(begun), begun))
    return found


def _from(offset: int, begun: str, offers: Iterable[Insertion]) -> list[Completion]:
    return [Completion(offset - len(begun), offer) for offer in offers]


def _parents(text: EditedText) -> Iterator[Insertion]:
    beside = [path.stem for path in text.beside(MOST_PARENTS)]
    for name in beside:
        yield Insertion(0, InsertionKind.FILE, name, name, "beside this file")
    for name in bundled():
        if name not in beside:
            yield Insertion(1, InsertionKind.FILE, name, name, "comes with dominoes-rules")


def _clauses(text: EditedText, begun: str) -> Iterator[Insertion]:
    """The headers of clauses that the text does not have yet; behind a word those with it."""
    there = {clause.rule for clause in text.clauses if not clause.misnamed}
    for header, rule in CLAUSES.items():
        fits = " " not in begun or begun in header
        if fits and (rule not in there or header in UNIQUE_BY_NAME):
            source = Source("header", header)
            clause = ClauseText(rule, Span(source, 0, len(header)))
            end = ": " if ":" in following(clause) else " "
            yield Insertion(0, InsertionKind.KEYWORD, header, header + end)


def _words(text: EditedText, before: str, begun: str) -> Iterator[Insertion]:
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
            yield Insertion(2, InsertionKind.KEYWORD, word, word)
    if may & {"WORD", "WHO_NAME"}:
        wanted = _NAMED.get(before.split()[-1], _VALUES)
        yield from _names(text, _CONSTANTS if clause.rule in OF_CONSTANTS else wanted)
    if "SEAT" in may:
        for letter in _seats(text):
            yield Insertion(1, InsertionKind.VALUE, letter, letter)
    if "TILE" in may:
        yield from _tiles(text)
    if "SET" in may:
        for name in SETS:
            yield Insertion(1, InsertionKind.VALUE, name, name)
    if "STRING" in may and clause.rule == CLAUSES["extends"]:
        for parent in _parents(text):
            yield replace(parent, inserted=f'"{parent.label}"')


def _names(text: EditedText, wanted: tuple[type[nodes.Clause], ...]) -> Iterator[Insertion]:
    for clause in text.merged.clauses.values():
        if isinstance(clause, wanted) and isinstance(clause, Declared):
            is_define = isinstance(clause, nodes.DefineClause)
            kind = InsertionKind.FUNCTION if is_define else InsertionKind.VARIABLE
            yield Insertion(0, kind, clause.name, clause.name, _first_line(clause))


def _first_line(clause: nodes.Clause) -> str:
    return clause.span.text.split("\n", 1)[0]


def _seats(text: EditedText) -> str:
    """The letters of the players of the largest table."""
    players = text.merged.clauses.get("players")
    most = players.most if isinstance(players, nodes.PlayersClause) else USUAL_SEATS
    return SEAT_LETTERS[:most]


def _tiles(text: EditedText) -> Iterable[Insertion]:
    ruleset = text.ruleset
    highest = 6 if ruleset is None else max(map(max, ruleset.setup().tiles.tiles))
    for high in range(highest, -1, -1):
        for low in range(high, -1, -1):
            tile = f"[{high}|{low}]"
            yield Insertion(3, InsertionKind.VALUE, tile, tile)
