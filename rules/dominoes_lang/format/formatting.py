"""One canonical layout of a rules file: the same words, in the same order, with every comment.

A text need only be parsed, not be correct, so that a file can be laid out while it is written.
Line breaks between the items of an example are kept; all others follow from the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from lark import Token

from dominoes_lang.format.columns import WIDTH, LayoutRow, Page, Piece, cut, joined, set_rows
from dominoes_lang.repair.fixes import parse_with_fixes
from dominoes_lang.syntax.build_expressions import Branch, branches
from dominoes_lang.syntax.clauses import ClauseText, split
from dominoes_lang.syntax.nodes import GivenTiles
from dominoes_lang.syntax.parse import words
from dominoes_lang.syntax.vocabulary import HEADERS
from dominoes_lang.text.diagnostics import Diagnostic, RulesError
from dominoes_lang.text.source import Source

VALUES = 16
"""The column in which the values of plain clauses begin."""
STEP = 4
"""The indentation of a clause's continuation; also the gap between columns."""
LISTS = 10
"""The column in which the lists of an example begin."""
AWARD_GAP = 3
LIST_GAP = 2

_GLUED = frozenset({":", ",", "..", "'s"})


def formatted(source: Source, inherited: frozenset[str] = frozenset()) -> str:
    """The text of a rules file in its canonical layout, which laid out again stays as it is.

    `inherited` is what its parents declare, as `clauses.declared` gives it. Raises `RulesError`
    where a clause can't be read; the meaning of the clauses does not matter.
    """
    findings: list[Diagnostic] = []
    clauses: list[_Clause] = []
    for text in split(source, findings, inherited):
        tree = None if text.misnamed else parse_with_fixes(text, findings)
        if tree is not None:
            clauses.append(_Clause(text, tree))
    if findings:
        raise RulesError(sorted(findings, key=lambda finding: finding.span.start))
    page = Page()
    together: list[LayoutRow] = []
    end = 0
    for clause in clauses:
        remarks = _remarks(source.text[end : clause.text.span.start], end == 0)
        if remarks:
            set_rows(together, page)
            together = []
            page.remarks(remarks, 0)
        together += clause.rows()
        end = clause.text.span.end
    set_rows(together, page)
    page.remarks(_remarks(source.text[end:], end == 0), 0)
    return page.text()


def _remarks(gap: str, first: bool) -> list[str]:
    """The comment lines between two clauses, and "" for blank ones; indented ones by one step."""
    # The gap begins after the last word of a clause, and ends where the next one begins.
    lines = gap.split("\n")[0 if first else 1 :]
    if lines and not lines[-1].strip():
        lines.pop()
    return [
        " " * STEP + line.strip() if line.strip() and line[0] in " \t" else line.strip()
        for line in lines
    ]


def _one_blank(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines with blank ones in a row made one."""
    kept: list[str] = []
    for filled, group in groupby(lines, key=bool):
        kept += list(group) if filled else [""]
    return tuple(kept)


def _spelt(token: Token, on_line: bool) -> str:
    """A word, number, tile or title as it is canonically written."""
    text = str(token)
    if token.type == "NUMBER":
        return text.lstrip("0") or "0"
    if token.type == "STRING":
        return f'"{text[1:-1].strip()}"'
    if token.type == "TIES":
        return ", ties"
    if token.type != "TILE":
        return text
    halves = [half.strip().lstrip("0") or "0" for half in text[1:-1].split("|")]
    if not on_line:
        halves.sort(key=lambda half: (len(half), half), reverse=True)
    return f"[{halves[0]}|{halves[1]}]"


def _place(tree: Branch) -> tuple[int, int]:
    return tree.meta.start_pos, tree.meta.end_pos


def _lies(tree: Branch) -> bool:
    return str(tree.data).removeprefix("given_") in GivenTiles.LYING


class _Clause:
    """The words of a clause as pieces, and the rows that they are set in."""

    def __init__(self, text: ClauseText, tree: Branch) -> None:
        self.text = text
        self.tree = tree
        self.tokens = words(text)
        self.header = HEADERS[text.rule]
        # On the table a tile has a left and a right half; in a hand it does not.
        self.lines = [_place(part) for part in tree.find_pred(_lies)]
        self.pieces = tuple(self.piece(number) for number in range(len(self.tokens)))

    # ------------------------------------------------------------------ pieces

    def piece(self, number: int) -> Piece:
        token, whole = self.tokens[number], self.text.span.text
        before = self.tokens[number - 1] if number else None
        last = number == len(self.tokens) - 1
        start, end = token.start_pos or 0, token.end_pos or 0
        next_start = len(whole) if last else self.tokens[number + 1].start_pos
        lines = whole[(before.end_pos if before else 0) : start].split("\n")
        on_line = any(begin <= start < finish for begin, finish in self.lines)
        glued = str(token) in _GLUED or token.type == "TIES" or before == ".."
        return Piece(
            _spelt(token, on_line),
            spaces=0 if glued else 1,
            above=_one_blank([line.strip() for line in lines[1:-1]]),
            comment=whole[end:next_start].split("\n")[0].strip(),
            breaks=len(lines) > 1,
        )

    def starts(self, parts: Iterable[Branch]) -> list[int]:
        """The numbers of the pieces with which these parts of the tree begin."""
        positions = [token.start_pos for token in self.tokens]
        return [positions.index(_place(part)[0]) for part in parts]

    # ------------------------------------------------------------------ rows

    def rows(self) -> list[LayoutRow]:
        """The rows of the clause; a blank line within it stays where a row begins."""
        return [_tidy(row) for row in _ROWS.get(self.header, _Clause.plain)(self)]

    def whole(self) -> list[LayoutRow]:
        return [LayoutRow((self.pieces,), held=len(self.pieces))]

    def plain(self) -> list[LayoutRow]:
        """An option or a condition in the column of values."""
        return [self.valued(len(self.pieces))]

    def valued(self, end: int) -> LayoutRow:
        colon = len(self.header.split()) + 1
        cells = cut(self.pieces[:end], [colon])
        return LayoutRow(tuple(cells), onward=VALUES, least=VALUES, held=colon)

    def parameter(self) -> list[LayoutRow]:
        limits = [4] if len(self.pieces) > 4 else []
        cells = cut(self.pieces, [2, *limits])
        return [
            LayoutRow(
                tuple(cells),
                alone=(1, STEP),
                group="parameters",
                gaps=(1, STEP),
                held=2,
                wraps=True,
            )
        ]

    def named(self) -> list[LayoutRow]:
        """`define NAME: VALUE` and the like: on one line, or the value on the next."""
        head, value = cut(self.pieces, [3])
        row = LayoutRow((head, value), group=self.header, held=len(head))
        if row.is_broken or len(joined(head)) + 1 + len(joined(value)) <= WIDTH:
            return [row]
        return [LayoutRow((head,), held=len(head)), LayoutRow((value,), STEP, 2 * STEP)]

    def openers(self) -> list[LayoutRow]:
        """One choice a line, or a table."""
        openings = branches(branches(self.tree)[0])[0]
        if openings.data == "opening_rows":
            return self.table(openings, len(self.pieces))
        # `or else` comes before every choice but the first.
        cuts = [start - 2 for start in self.starts(branches(openings))[1:]]
        first = self.valued(cuts[0] if cuts else len(self.pieces))
        return [
            first,
            *(LayoutRow((part,), VALUES, VALUES + STEP) for part in cut(self.pieces, cuts)[1:]),
        ]

    def turn(self) -> list[LayoutRow]:
        """One step a line."""
        parts = branches(self.tree)
        begins = [(2, STEP), *((start, STEP) for start in self.joined_steps(parts))]
        for part in parts:
            if part.data == "again":
                begins += ((start, STEP) for start in self.starts([part]))
            elif part.data == "then_again":
                (start,) = self.starts([part])
                later = [start + 3, *self.joined_steps(branches(part))]
                begins += [(start, STEP), *((step, 2 * STEP) for step in later)]
        head, *lines = cut(self.pieces, [start for start, _ in begins])
        return [
            LayoutRow((head,), held=len(head)),
            *(
                LayoutRow((line,), indent, indent + STEP)
                for line, (_, indent) in zip(lines, begins, strict=True)
            ),
        ]

    def joined_steps(self, parts: Sequence[Branch]) -> list[int]:
        """Where the steps behind `or` and `or else` begin."""
        return self.starts(before for before, part in pairwise(parts) if part.data == "step")

    def winner(self) -> list[LayoutRow]:
        value = branches(self.tree)[0]
        return self.table(value, len(self.pieces)) if value.data == "who_rows" else self.plain()

    def table(self, table: Branch, end: int) -> list[LayoutRow]:
        """The rows of a table that ends before a piece, its values in a column."""
        parts = branches(table)
        cuts = self.starts(parts)
        head, *rest = cut(self.pieces[:end], cuts)
        values = self.starts(branches(part)[-1] for part in parts)
        return [
            LayoutRow((head,), held=len(head)),
            *(
                LayoutRow(tuple(cut(cell, [value - start])), STEP, 2 * STEP, (STEP,), "table")
                for cell, start, value in zip(rest, cuts, values, strict=True)
            ),
        ]

    def award(self) -> list[LayoutRow]:
        """Amount, receiver, moment and condition, spaced apart."""
        amount, receiver, moment, *condition = branches(self.tree)
        to, at, *when = self.starts([receiver, moment, *condition])
        for index in (to - 1, at, *(start - 1 for start in when)):
            self.apart(index, AWARD_GAP)
        if amount.data == "amount_rows":
            rest = LayoutRow((self.pieces[to - 1 :],), STEP, 2 * STEP)
            return [*self.table(amount, to - 1), rest]
        cells = cut(self.pieces, [3])
        return [LayoutRow(tuple(cells), group="awards", gaps=(1,), held=3, wraps=True)]

    def apart(self, index: int, spaces: int) -> None:
        pieces = list(self.pieces)
        pieces[index] = replace(pieces[index], spaces=spaces)
        self.pieces = tuple(pieces)

    def example(self) -> list[LayoutRow]:
        """What is given, what happens and what is true then: three lists."""
        parts = branches(self.tree)
        for index in range(1, len(self.pieces)):
            if self.pieces[index - 1].text == ",":
                self.apart(index, LIST_GAP)
        head, *lists = cut(self.pieces, self.starts(parts))
        least = LISTS - STEP
        return [
            LayoutRow((head,), held=len(head)),
            *(
                LayoutRow((entries[:1], entries[1:]), STEP, LISTS, least=least, held=1, listed=True)
                for entries in lists
            ),
        ]


_ROWS: dict[str, Callable[[_Clause], list[LayoutRow]]] = {
    "variant": _Clause.whole,
    "extends": _Clause.whole,
    "without": _Clause.whole,
    "note": _Clause.whole,
    "parameter": _Clause.parameter,
    "define": _Clause.named,
    "invariant": _Clause.named,
    "first opener": _Clause.openers,
    "next opener": _Clause.openers,
    "turn": _Clause.turn,
    "winner": _Clause.winner,
    "award": _Clause.award,
    "example": _Clause.example,
}
"""How a clause is set, where it is not a plain one."""


def _tidy(row: LayoutRow) -> LayoutRow:
    """The row without the blank lines inside it that have no comment."""
    first = row.cells[0][0]
    cells = [
        tuple(
            piece if piece is first or any(piece.above) else replace(piece, above=())
            for piece in cell
        )
        for cell in row.cells
    ]
    return replace(row, cells=tuple(cells))
