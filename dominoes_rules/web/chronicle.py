"""What has happened at a table, as it is told to each seat in the words of the conversation.

What is kept has no words: two people at one table may read it in two languages.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from dominoes_lang.table.state import Kind
from dominoes_rules.conversation.phrases import Phrases
from dominoes_rules.play.matches import Match
from dominoes_rules.speech.speech import Speech
from dominoes_rules.tables.events import Acted, Event, RoundBegan, TakenBack
from dominoes_rules.tables.telling import began, told_again
from dominoes_rules.web.http.reader import READER

MOST_LINES = 200


@dataclass(frozen=True)
class Told:
    """Something that was told."""

    number: int
    """It grows with each line, a line that takes the place of another included."""
    event: Event
    aloud: bool
    """Whether it has a sound, if such an event has one."""

    @property
    def sound(self) -> str:
        """`knock` for a pass, `note` for points."""
        if not self.aloud or not isinstance(self.event, Acted):
            return ""
        if self.event.paid:
            return "note"
        return "knock" if self.event.moves[0].kind is Kind.PASS else ""


class Chronicle:
    """The lines that a table has been told in its current round; draws in a row are one line."""

    def __init__(self, match: Match) -> None:
        self.lines: deque[Told] = deque(maxlen=MOST_LINES)
        self.count = 0
        self._phrases: dict[Speech, Phrases] = {}
        """Of each language in which somebody reads it."""
        self.retell(match)

    def retell(self, match: Match) -> None:
        """Tell the current round from its beginning, as after a restart or a choice taken back."""
        self._match, self._phrases = match, {}
        self.lines.clear()
        self.tell(began(match))
        for event in told_again(match.round):
            self.tell(event)

    @property
    def phrases(self) -> Phrases:
        """The words for whoever reads the answer to the request."""
        reader = READER.get()
        if reader not in self._phrases:
            self._phrases[reader] = Phrases(self._match, speech=reader)
        return self._phrases[reader]

    @property
    def names(self) -> Mapping[str, str]:
        """What each player is called, by letter."""
        return self.phrases.names

    def hear(self, told: Iterable[Event], match: Match) -> None:
        """Tell what has happened just now, by which the match has become what it is."""
        for event in told:
            if isinstance(event, RoundBegan | TakenBack):
                self.retell(match)
            if not isinstance(event, RoundBegan):
                self.tell(event, aloud=True)

    def tell(self, event: Event, *, aloud: bool = False) -> None:
        """Tell an event, `aloud` if it happens now; draws in a row take the place of a line."""
        if aloud and isinstance(event, Acted) and len(event.moves) > 1:
            told = next(line for line in reversed(self.lines) if isinstance(line.event, Acted))
            self.lines.remove(told)
        self.count += 1
        self.lines.append(Told(self.count, event, aloud))

    def texts(self, seat: str, most: int) -> list[str]:
        """What a seat reads of the last lines."""
        phrases = self.phrases
        return [phrases.told(line.event, seat) for line in [*self.lines][-most:]]

    def sounds_since(self, number: int) -> list[str]:
        """The sounds of all that was told after a line."""
        return [line.sound for line in self._since(number) if line.sound]

    def since(self, number: int, seat: str) -> str:
        """What a seat reads of all that was told after a line, as sentences."""
        phrases = self.phrases
        return " ".join(f"{phrases.told(line.event, seat)}." for line in self._since(number))

    def _since(self, number: int) -> Iterator[Told]:
        return (line for line in self.lines if line.number > number)
