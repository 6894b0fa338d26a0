"""What has happened at a table, in the words of the conversation."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from dominoes_lang.table.state import Kind
from dominoes_rules.conversation.phrases import Phrases
from dominoes_rules.play.matches import Match
from dominoes_rules.play.round import Round
from dominoes_rules.position.notation import Move

MOST_LINES = 200


@dataclass(frozen=True)
class Told:
    """A line of what has happened."""

    number: int
    """It grows with each line, a line that takes the place of another included."""
    text: str
    """What everybody may read."""
    own: Mapping[str, str] = field(default_factory=dict)
    """By seat what that player reads instead."""
    sound: str = ""
    """`knock` for a pass, `note` for points."""

    def for_seat(self, seat: str) -> str:
        return self.own.get(seat, self.text)


class Chronicle:
    """The lines that a table has been told in its current round; draws in a row are one line."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lines: deque[Told] = deque(maxlen=MOST_LINES)
        self.count = 0
        self.retell()

    def retell(self) -> None:
        """Tell the current round from its beginning, as after a restart or a choice taken back."""
        self.phrases = Phrases(self.match)
        self.lines.clear()
        self._drawn: list[Move] = []
        self.tell(self.phrases.beginning().rstrip("."))
        game = self.match.round
        played = Round.dealt(game.compiled, game.states[0])
        for move in game.moves:
            played.push(move)
            self._acted(played)

    @property
    def names(self) -> Mapping[str, str]:
        """What each player is called, by letter."""
        return self.phrases.names

    def tell(self, text: str, own: Mapping[str, str] | None = None, sound: str = "") -> None:
        """Tell a line."""
        self.count += 1
        self.lines.append(Told(self.count, text, own or {}, sound))

    def acted(self) -> None:
        """Tell the last action of the round."""
        self._acted(self.match.round, aloud=True)

    def _acted(self, game: Round, *, aloud: bool = False) -> None:
        number, phrases = len(game.actions), self.phrases
        before, move = game.states[-2], game.moves[-1]
        seat = game.setup.seat_names[before.mover]
        goes_on = bool(self._drawn) and before.step >= 0
        self._drawn = [*(self._drawn if goes_on else ()), move] if move.kind is Kind.DRAW else []
        done = self._drawn or [move]
        first = number - len(done) + 1
        paid = (one for one in game.payments if one.action >= first and not one.at_end)
        worth = phrases.payments(seat, paid)
        text = phrases.action(seat, done, opens=not before.begun) + worth
        words = phrases.to_mover(done, game)
        own = {seat: words + worth} if words else {}
        if len(self._drawn) > 1:
            self.lines.pop()
        sound = "note" if worth else "knock" if move.kind is Kind.PASS else ""
        self.tell(text, own, sound if aloud else "")

    def sounds_since(self, number: int) -> list[str]:
        """The sounds of all that was told after a line."""
        return [line.sound for line in self.lines if line.number > number and line.sound]

    def since(self, number: int, seat: str) -> str:
        """What a seat reads of all that was told after a line, as sentences."""
        lines = [line.for_seat(seat) for line in self.lines if line.number > number]
        return " ".join(f"{line}." for line in lines)
