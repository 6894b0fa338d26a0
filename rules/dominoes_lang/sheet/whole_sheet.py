"""All that a rule sheet tells about a setup, in sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.match_told import MatchTold
from dominoes_lang.sheet.message import SheetMessage
from dominoes_lang.sheet.outcome_told import OutcomeTold
from dominoes_lang.sheet.round_told import RoundTold
from dominoes_lang.sheet.sheet_lines import SheetLine, merged
from dominoes_lang.sheet.tricks_told import TricksTold
from dominoes_lang.sheet.turn_told import TurnTold

PARAMETERS = SheetMessage("title-house-rules")
TITLES = (
    SheetMessage("title-needed"),
    SheetMessage("title-deal"),
    SheetMessage("title-opener"),
    SheetMessage("title-bidding"),
    SheetMessage("title-tricks"),
    SheetMessage("title-turn"),
    SheetMessage("title-end"),
    SheetMessage("title-winner"),
    SheetMessage("title-points"),
    SheetMessage("title-match"),
    PARAMETERS,
    SheetMessage("title-notes"),
)
"""The sections of a rule sheet, in order; that of parameters lists each with its value."""


@dataclass(frozen=True)
class SectionTold:
    """A part of a rule sheet."""

    title: SheetMessage
    lines: tuple[SheetLine, ...]


def told_sheet(setup: Setup, among: Sequence[Setup] = ()) -> tuple[SectionTold, ...]:
    """The rule sheet of a setup; an empty section is left out.

    `among` are the setups for all numbers of players, where it is a part of a larger sheet.
    """
    of_round, of_turn = RoundTold(setup, among), TurnTold(setup, among)
    of_tricks = TricksTold(setup, among)
    outcome, match = OutcomeTold(setup, among), MatchTold(setup, among)
    lines = (
        [*of_round.tiles(), *of_round.players()],
        [*of_round.deal(), *of_round.redeal()],
        [*of_round.first_opener(), *of_round.next_opener()],
        [*of_tricks.bidding()],
        [*of_tricks.tricks()],
        [*of_turn.turn()],
        [*of_round.domino(), *of_round.blocked()],
        [*outcome.winner()],
        [*outcome.points(), *outcome.tile_values()],
        [*match.match()],
        [*match.parameters()],
        [*match.notes()],
    )
    titled = zip(TITLES, lines, strict=True)
    return tuple(SectionTold(title, tuple(told)) for title, told in titled if told)


def told_for_all(setups: Sequence[Setup]) -> tuple[SectionTold, ...]:
    """One rule sheet for several numbers of players; differences are told for each of them."""
    sheets = {
        setup.seats: {part.title: part.lines for part in told_sheet(setup, setups)}
        for setup in setups
    }
    sections = []
    for title in TITLES:
        lines = merged({seats: by_title.get(title, ()) for seats, by_title in sheets.items()})
        if lines:
            sections.append(SectionTold(title, tuple(lines)))
    return tuple(sections)
