"""The rules of a setup as a printed rule sheet: sections of sentences in plain English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from dominoes_lang.english.outcome_sections import OutcomeSections
from dominoes_lang.english.wording import by_players
from dominoes_lang.languages.language import english
from dominoes_lang.languages.shown_lines import shown_line
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.lines import SheetLine
from dominoes_lang.sheet.round_told import RoundTold
from dominoes_lang.sheet.turn_told import TurnTold

PARAMETERS = "House rules"
TITLES = (
    "What you need",
    "The deal",
    "Who starts",
    "A turn",
    "End of a round",
    "Who wins the round",
    "Points",
    "The match",
    PARAMETERS,
    "Notes",
)
"""The sections of a rule sheet, in order; that of parameters lists each with its value."""


@dataclass(frozen=True)
class Section:
    """A part of a rule sheet. A line that begins with "- " is a case of the line above it."""

    title: str
    lines: tuple[str, ...]


def sheet(setup: Setup, among: Sequence[Setup] = ()) -> tuple[Section, ...]:
    """The rule sheet of a setup; an empty section is left out.

    `among` are the setups for all numbers of players, where it is a part of a larger sheet.
    """
    of_round, of_turn = RoundTold(setup, among), TurnTold(setup, among)
    outcome = OutcomeSections(setup, among)
    lines = (
        _shown(of_round.tiles(), of_round.players()),
        _shown(of_round.deal(), of_round.redeal()),
        _shown(of_round.first_opener(), of_round.next_opener()),
        _shown(of_turn.turn()),
        _shown(of_round.domino(), of_round.blocked()),
        [*outcome.winner()],
        [*outcome.points(), *outcome.tile_values()],
        [*outcome.match()],
        [*outcome.parameters()],
        [*outcome.notes()],
    )
    titled = zip(TITLES, lines, strict=True)
    return tuple(Section(title, tuple(texts)) for title, texts in titled if texts)


def _shown(*lines: Iterator[SheetLine]) -> list[str]:
    return [shown_line(english(), line) for line in chain(*lines)]


def sheet_for_all(setups: Sequence[Setup]) -> tuple[Section, ...]:
    """One rule sheet for several numbers of players; differences are shown for each of them."""
    sheets = {
        setup.seats: {part.title: part.lines for part in sheet(setup, setups)} for setup in setups
    }
    sections = []
    for title in TITLES:
        lines = merged({seats: by_title.get(title, ()) for seats, by_title in sheets.items()})
        if lines:
            sections.append(Section(title, tuple(lines)))
    return tuple(sections)


_Block: TypeAlias = tuple[str, ...]
"""A line with the cases below it."""


def merged(lines: Mapping[int, Sequence[str]]) -> list[str]:
    """The lines of a section for several numbers of players, in their order, each printed once."""
    rest = {seats: _blocks(texts) for seats, texts in lines.items()}
    merged_lines: list[str] = []
    for block in next(iter(rest.values())):
        if all(block in blocks for blocks in rest.values()):
            ends = {seats: blocks.index(block) for seats, blocks in rest.items()}
            merged_lines += _for_each({seats: rest[seats][:end] for seats, end in ends.items()})
            merged_lines += block
            rest = {seats: rest[seats][end + 1 :] for seats, end in ends.items()}
    return merged_lines + _for_each(rest)


def _blocks(texts: Sequence[str]) -> list[_Block]:
    blocks: list[_Block] = []
    for text in texts:
        if text.startswith("- ") and blocks:
            blocks[-1] += (text,)
        else:
            blocks.append((text,))
    return blocks


def _for_each(blocks: Mapping[int, Sequence[_Block]]) -> list[str]:
    """Blocks that differ by the number of players: line by line if they have the same form."""
    shown: list[str] = []
    if len({tuple(map(len, parts)) for parts in blocks.values()}) > 1:
        for parts, players in by_players({seats: tuple(own) for seats, own in blocks.items()}):
            shown += _all_lines(parts, f"{players.capitalize()}: ")
        return shown
    texts = {seats: [*chain.from_iterable(parts)] for seats, parts in blocks.items()}
    for number in range(len(next(iter(texts.values())))):
        groups = by_players({seats: parts[number] for seats, parts in texts.items()})
        for line, players in groups:
            start = "" if len(groups) == 1 else f"{players.capitalize()}: "
            indent = "- " if line.startswith("- ") else ""
            shown.append(f"{indent}{start}{line.removeprefix('- ')}")
    return shown


def _all_lines(blocks: Sequence[_Block], start: str) -> Iterator[str]:
    """The lines of some blocks, sentences in one; `start` names the players they are for."""
    sentences: list[str] = []
    for head, *cases in blocks:
        sentences.append(head)
        if cases:
            yield start + " ".join(sentences)
            yield from cases
            sentences.clear()
    if sentences:
        yield start + " ".join(sentences)
