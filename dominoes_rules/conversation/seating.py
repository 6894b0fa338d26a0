"""Who sits where: from what was asked for to the seats of a match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.bots import bot
from dominoes_rules.bots.catalogue import KINDS
from dominoes_rules.bots.levels import LEVELS
from dominoes_rules.play.match_rounds import PERSON
from dominoes_rules.play.matches import Match

USUAL_BOT = "solver:worlds=20"
"""Who plays where nobody else does: answers in about a second."""


@dataclass(frozen=True)
class Seating:
    """The seats that were given to somebody, by letter: names of persons, and bots as written."""

    persons: dict[str, str]
    bots: dict[str, str]

    @classmethod
    def of(cls, persons: Iterable[str], bots: Iterable[str]) -> Seating:
        """From `A` or `A=Ana`, and `B=solver`. Raises `ArgumentError`."""
        named: dict[str, str] = {}
        seated = dict(_pairs("--seat", persons, "A or A=NAME", named))
        playing = dict(_pairs("--bot", bots, "B=solver", named))
        for letter, name in playing.items():
            if not name:
                raise ArgumentError(f"--bot {letter}: which one? Write {letter}=solver")
        names = {letter: name or letter for letter, name in seated.items()}
        return cls(names, {letter: _canonical(name) for letter, name in playing.items()})

    def count(self, ruleset: Ruleset, asked: int | None) -> int | None:
        """How many seats there are: as asked for, or the fewest with room for all named."""
        named = max((SEAT_LETTERS.index(seat) + 1 for seat in self.persons | self.bots), default=0)
        if asked is not None or named <= ruleset.players[0]:
            return asked
        return min(named, ruleset.players[-1])

    def players(self, seats: Iterable[str], usual: str = USUAL_BOT) -> dict[str, str]:
        """Who plays at each seat of a game. Raises `ArgumentError` for a seat that it has not.

        Without a person the first seat that no bot has is one's; `usual` plays at the rest.
        """
        seats = list(seats)
        for letter in self.persons | self.bots:
            if letter not in seats:
                raise ArgumentError(f"there is no seat {letter}; the seats are {', '.join(seats)}")
        persons = [*self.persons] or [seat for seat in seats if seat not in self.bots][:1]
        return {seat: PERSON if seat in persons else self.bots.get(seat, usual) for seat in seats}

    def differs(self, match: Match) -> str:
        """What of it is not so in a match; empty if all is."""
        for letter, name in self.persons.items():
            if match.players.get(letter) != PERSON or name not in {letter, match.names[letter]}:
                return f"--seat {letter}={name}"
        for letter, name in self.bots.items():
            if match.players.get(letter) != name:
                return f"--bot {letter}={name}"
        return ""


def is_ours(player: str) -> bool:
    """Whether a bot is one of this project; any other is a program of somebody's."""
    return player.partition(":")[0] in KINDS.keys() | LEVELS.keys()


def _canonical(player: str) -> str:
    """A bot with all its options, as a match notes it."""
    return bot(player).name if is_ours(player) else player


def _pairs(
    option: str, words: Iterable[str], example: str, names: dict[str, str]
) -> Iterable[tuple[str, str]]:
    for word in words:
        letter, mark, name = word.partition("=")
        letter, name = letter.strip().upper(), name.strip()
        if len(letter) != 1 or letter not in SEAT_LETTERS or (mark and not name):
            raise ArgumentError(f"{option} {short(word)}: write {example}")
        if letter in names:
            raise ArgumentError(f"{option} {short(word)}: seat {letter} is taken already")
        names[letter] = name
        yield letter, name
