"""The rules of a setup as a printed rule sheet: sections of sentences in plain English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dominoes_lang.english.outcome_sections import OutcomeSections
from dominoes_lang.english.round_sections import RoundSections
from dominoes_lang.english.turn_sections import TurnSections
from dominoes_lang.english.wording import by_players
from dominoes_lang.setup.ruleset import Setup

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
    of_round, of_turn = RoundSections(setup, among), TurnSections(setup, among)
    outcome = OutcomeSections(setup, among)
    lines = (
        [*of_round.tiles(), *of_round.players()],
        [*of_round.deal(), *of_round.redeal()],
        [*of_round.first_opener(), *of_round.next_opener()],
        [*of_turn.turn()],
        [*of_round.domino(), *of_round.blocked()],
        [*outcome.winner()],
        [*outcome.points(), *outcome.tile_values()],
        [*outcome.match()],
        [*outcome.parameters()],
        [*outcome.notes()],
    )
    found = zip(TITLES, lines, strict=True)
    return tuple(Section(title, tuple(texts)) for title, texts in found if texts)


def sheet_for_all(setups: Sequence[Setup]) -> tuple[Section, ...]:
    """One rule sheet for several numbers of players; differences are shown for each of them."""
    sheets = {
        setup.seats: {one.title: one.lines for one in sheet(setup, setups)} for setup in setups
    }
    found = []
    for title in TITLES:
        lines = merged({seats: one.get(title, ()) for seats, one in sheets.items()})
        if lines:
            found.append(Section(title, tuple(lines)))
    return tuple(found)


def merged(lines: Mapping[int, tuple[str, ...]]) -> list[str]:
    """The lines of a section for several numbers of players, each printed once."""
    if len({len(texts) for texts in lines.values()}) > 1 or len(lines) == 1:
        shared = set.intersection(*(set(texts) for texts in lines.values()))
        only = {
            seats: [line for line in texts if line not in shared] for seats, texts in lines.items()
        }
        first = next(iter(lines.values()))
        together = [line for line in first if line in shared]
        return together + _for_each({seats: " ".join(texts) for seats, texts in only.items()})
    found: list[str] = []
    for number_of_line in range(len(next(iter(lines.values())))):
        found += _for_each({seats: texts[number_of_line] for seats, texts in lines.items()})
    return found


def _for_each(texts: Mapping[int, str]) -> list[str]:
    """One line where all are the same, or else one for each group of equal ones."""
    groups = by_players(texts)
    if len(groups) == 1:
        return [line for line in groups if line]
    return [
        f"{'- ' if line.startswith('- ') else ''}{players.capitalize()}: {line.removeprefix('- ')}"
        for line, players in groups.items()
        if line
    ]
