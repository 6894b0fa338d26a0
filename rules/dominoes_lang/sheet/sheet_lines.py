"""The lines of a sheet, and those of several numbers of players in one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeAlias, TypeVar

from dominoes_lang.sheet.message import Part, SheetMessage, changed

Group = TypeVar("Group")
LONG_RUN = 4
"""How many numbers in a row are told as the first and the last."""


@dataclass(frozen=True)
class SheetLine:
    """A line of a sheet: one sentence, or several."""

    sentences: tuple[SheetMessage, ...]
    is_case: bool = False
    """Whether it is a case of the line above it."""
    is_entry: bool = False
    """Whether it is shown as it is, without the capital and the full stop of a sentence."""
    players: tuple[int, ...] = ()
    """The numbers of players for which it is; none if it is for all of the sheet."""

    def with_messages(self, change: Callable[[SheetMessage], SheetMessage]) -> SheetLine:
        """The same with `change` applied to each message within its sentences."""
        sentences = tuple(changed(sentence, change) for sentence in self.sentences)
        return replace(self, sentences=sentences)  # type: ignore[arg-type]


def line(*sentences: SheetMessage) -> SheetLine:
    """A line of some sentences."""
    return SheetLine(sentences)


def case(*sentences: SheetMessage) -> SheetLine:
    """A case of the line above it."""
    return SheetLine(sentences, is_case=True)


def entry(message: SheetMessage) -> SheetLine:
    """A line that is no sentence."""
    return SheetLine((message,), is_entry=True)


def by_players(groups: Mapping[int, Group]) -> list[tuple[Group, tuple[int, ...]]]:
    """What is told for numbers of players, each once, with those numbers."""
    counts_of: dict[Group, list[int]] = {}
    for seats, group in groups.items():
        counts_of.setdefault(group, []).append(seats)
    return [(group, tuple(counts)) for group, counts in counts_of.items()]


def runs(counts: Sequence[int]) -> tuple[Part, ...]:
    """Numbers of players, those of a long run as the first and the last: `four to ten`."""
    in_rows: list[list[int]] = []
    for count in counts:
        if in_rows and count == in_rows[-1][-1] + 1:
            in_rows[-1].append(count)
        else:
            in_rows.append([count])
    return tuple(
        part
        for row in in_rows
        for part in (
            [SheetMessage("from-to", first=row[0], last=row[-1])] if len(row) >= LONG_RUN else row
        )
    )


_Block: TypeAlias = tuple[SheetLine, ...]
"""A line with the cases below it."""


def merged(lines: Mapping[int, Sequence[SheetLine]]) -> list[SheetLine]:
    """The lines of a section for several numbers of players, in their order, each told once."""
    rest = {seats: _blocks(own) for seats, own in lines.items()}
    merged_lines: list[SheetLine] = []
    for block in next(iter(rest.values())):
        if all(block in blocks for blocks in rest.values()):
            ends = {seats: blocks.index(block) for seats, blocks in rest.items()}
            merged_lines += _for_each({seats: rest[seats][:end] for seats, end in ends.items()})
            merged_lines += block
            rest = {seats: rest[seats][end + 1 :] for seats, end in ends.items()}
    return merged_lines + _for_each(rest)


def _blocks(lines: Sequence[SheetLine]) -> list[_Block]:
    blocks: list[_Block] = []
    for sheet_line in lines:
        if sheet_line.is_case and blocks:
            blocks[-1] += (sheet_line,)
        else:
            blocks.append((sheet_line,))
    return blocks


def _for_each(blocks: Mapping[int, Sequence[_Block]]) -> list[SheetLine]:
    """Blocks that differ by the number of players: line by line if they have the same form."""
    if len({tuple(map(len, parts)) for parts in blocks.values()}) > 1:
        groups = by_players({seats: tuple(own) for seats, own in blocks.items()})
        return [told for parts, players in groups for told in _all_lines(parts, players)]
    told_lines: list[SheetLine] = []
    lines = {seats: [*chain.from_iterable(parts)] for seats, parts in blocks.items()}
    for number in range(len(next(iter(lines.values())))):
        alike = by_players({seats: parts[number] for seats, parts in lines.items()})
        for told, players in alike:
            told_lines.append(told if len(alike) == 1 else replace(told, players=players))
    return told_lines


def _all_lines(blocks: Sequence[_Block], players: tuple[int, ...]) -> Iterator[SheetLine]:
    """The lines of some blocks, sentences in one, for these numbers of players."""
    heads: list[SheetLine] = []
    for head, *cases in blocks:
        heads.append(head)
        if cases:
            yield _one_line(heads, players)
            yield from cases
            heads.clear()
    if heads:
        yield _one_line(heads, players)


def _one_line(heads: Sequence[SheetLine], players: tuple[int, ...]) -> SheetLine:
    sentences = chain.from_iterable(head.sentences for head in heads)
    return replace(heads[0], sentences=tuple(sentences), players=players)
