"""Lines of a rules file: words with their comments, set in columns and broken where full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise

from dominoes_lang.syntax.clauses import begins_clause

WIDTH = 100
COMMENT_GAP = 2

_BREAKS_BEFORE = (frozenset({"and", "or", "when"}), frozenset("to then rounded + -".split()))


@dataclass(frozen=True)
class Piece:
    """A word or sign of a clause with the comments around it."""

    text: str
    spaces: int = 1
    """Between it and the piece before it; 0 if it may not be parted from that one."""
    above: tuple[str, ...] = ()
    """Comment lines above it, and "" for a blank line."""
    comment: str = ""
    """The comment after it on its line."""
    breaks: bool = False
    """Whether its author began a line with it."""


Cell = tuple[Piece, ...]


@dataclass(frozen=True)
class LayoutRow:
    """A line of the layout, in cells; what does not fit continues at `onward`."""

    cells: tuple[Cell, ...]
    indent: int = 0
    onward: int = 4
    alone: tuple[int, ...] = (1,)
    """The gaps between cells."""
    group: str = ""
    """Rows that follow one another and share a group are set in columns."""
    gaps: tuple[int, ...] = (4,)
    """The gaps between columns."""
    least: int = 0
    """The least width of the first cell, its gap included."""
    held: int = 0
    """After this many pieces no line is broken."""
    wraps: bool = False
    """Whether it stays in its columns though it is too long for a line."""
    listed: bool = False
    """Whether it is a list in which the author's breaks after commas stay."""

    @property
    def pieces(self) -> Cell:
        return tuple(piece for cell in self.cells for piece in cell)

    @property
    def is_broken(self) -> bool:
        """Whether comments break it within."""
        pieces = self.pieces
        return any(any(piece.above) for piece in pieces[1:]) or any(
            piece.comment for piece in pieces[:-1]
        )


@dataclass
class Page:
    """Finished lines, each with the comment after it."""

    lines: list[tuple[str, str]] = field(default_factory=list)

    def add(self, text: str, comment: str = "") -> None:
        """A line. Blank ones never follow one another, and none is the first."""
        if text or comment or (self.lines and self.lines[-1] != ("", "")):
            self.lines.append((text, comment))

    def remarks(self, lines: Sequence[str], indent: int) -> None:
        """Comments on lines of their own, and blank lines."""
        for line in lines:
            self.add("", " " * indent + line if line else "")

    def text(self) -> str:
        """All lines; comments after consecutive lines are in one column."""
        while self.lines and self.lines[-1] == ("", ""):
            self.lines.pop()
        shown: list[str] = []
        for remarked, group in groupby(self.lines, key=lambda line: bool(line[0] and line[1])):
            run = list(group)
            column = max(len(text) for text, _ in run) + COMMENT_GAP if remarked else 0
            if any(column + len(comment) > WIDTH for _, comment in run):
                column = 0
            for text, comment in run:
                gap = " " * COMMENT_GAP if remarked and not column else ""
                shown.append(text.ljust(column) + gap + comment)
        return "".join(f"{line}\n" for line in shown)


def joined(pieces: Sequence[Piece]) -> str:
    """Pieces on one line, comments aside."""
    return "".join(
        " " * (piece.spaces if number else 0) + piece.text for number, piece in enumerate(pieces)
    )


def cut(pieces: Sequence[Piece], cuts: Sequence[int]) -> list[Cell]:
    """The pieces in parts that begin at 0 and at these places."""
    return [tuple(pieces[start:end]) for start, end in pairwise([0, *cuts, len(pieces)])]


def set_rows(rows: Sequence[LayoutRow], page: Page) -> None:
    """Write rows, those of a group in columns."""
    numbered = groupby(enumerate(rows), key=lambda item: item[1].group or str(item[0]))
    for _, members in numbered:
        for row in _in_columns([row for _, row in members]):
            _write(row, page)


def _in_columns(rows: Sequence[LayoutRow]) -> list[LayoutRow]:
    """The rows with the spaces between their cells; those too long for columns are on their own."""
    lengths = [[len(joined(cell)) for cell in row.cells] for row in rows]
    together = [number for number, row in enumerate(rows) if row.group and not row.is_broken]
    while len(together) > 1:
        columns = _columns([lengths[number] for number in together])
        if all(
            row.wraps or row.indent + _length(lengths[number], columns, row.gaps) <= WIDTH
            for number, row in enumerate(rows)
            if number in together
        ):
            break
        # The longest first cell pushes the others out.
        together.remove(max(together, key=lambda number: lengths[number][0]))
    return [
        _spaced(row, [width - own for width, own in zip(columns, lengths[number], strict=False)],
                row.gaps)
        if len(together) > 1 and number in together
        else _spaced(row, [0] * len(row.cells), row.alone)
        for number, row in enumerate(rows)
    ]  # fmt: skip


def _columns(lengths: Sequence[Sequence[int]]) -> list[int]:
    """The width of each column but the last of every row."""
    most = max(len(widths) for widths in lengths)
    return [
        max((widths[column] for widths in lengths if column < len(widths) - 1), default=0)
        for column in range(most - 1)
    ]


def _length(lengths: Sequence[int], columns: Sequence[int], gaps: Sequence[int]) -> int:
    count = len(lengths) - 1
    return sum(columns[:count]) + sum(gaps[:count]) + lengths[-1]


def _spaced(row: LayoutRow, padding: Sequence[int], gaps: Sequence[int]) -> LayoutRow:
    """The row with the gap before each cell written into the cell's first piece."""
    cells = [row.cells[0]]
    for number, cell in enumerate(row.cells[1:]):
        gap = gaps[min(number, len(gaps) - 1)] + padding[number]
        if number == 0:
            gap = max(gap, row.least - len(joined(row.cells[0])))
        cells.append((replace(cell[0], spaces=gap), *cell[1:]))
    return replace(row, cells=tuple(cells))


def _write(row: LayoutRow, page: Page) -> None:
    """Write a row, on as many lines as it takes."""
    pieces = row.pieces
    page.remarks(pieces[0].above, row.indent)
    indent, begin = row.indent, 0
    while begin < len(pieces):
        end = _line_end(row, begin, indent)
        page.add(" " * indent + joined(pieces[begin:end]), pieces[end - 1].comment)
        indent = row.onward
        if end < len(pieces):
            page.remarks(pieces[end].above, indent)
        begin = end


def _line_end(row: LayoutRow, begin: int, indent: int) -> int:
    """Where the line that begins with this piece ends: the number of the piece after it."""
    pieces = row.pieces
    end = begin + 1
    while end < len(pieces):
        before, piece = pieces[end - 1], pieces[end]
        if piece.above or before.comment or (row.listed and piece.breaks and before.text == ","):
            return end
        if indent + len(joined(pieces[begin : end + 1])) > WIDTH:
            return _best_end(row, begin, end)
        end += 1
    return end


def _best_end(row: LayoutRow, begin: int, full: int) -> int:
    """Where best to end a line that begins with one piece and is full before another."""
    pieces = row.pieces
    possible = [
        index
        for index in range(max(begin, row.held) + 1, full + 1)
        if pieces[index].spaces and not begins_clause(f" {joined(pieces[index:])}")
    ]
    ranks = (
        [index for index in possible if pieces[index].spaces > 1],
        *([index for index in possible if pieces[index].text in words] for words in _BREAKS_BEFORE),
        [index for index in possible if pieces[index - 1].text == ","],
        possible,
    )
    for breaks in ranks:
        if breaks:
            return max(breaks)
    # Nothing to break: the line is as long as it must be.
    following = range(full + 1, len(pieces))
    return next((index for index in following if pieces[index].spaces), len(pieces))
