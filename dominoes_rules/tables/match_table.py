"""A table: a match, who decides at its seats, and what they are waiting for.

It is a value. Whatever is done makes another table of it, so a face goes on with the new one once
that is saved, and otherwise keeps the old one. It knows no files, no clock and no bots: a face says
what time it is (`now`, in seconds from any moment), and asks whom `asks` names.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

from dominoes_rules.errors import InvalidMove
from dominoes_rules.play.match_rounds import PERSON
from dominoes_rules.play.matches import Match
from dominoes_rules.play.round import Round
from dominoes_rules.play.taking_back import is_forced, since_last_choice
from dominoes_rules.position.notation import Move
from dominoes_rules.tables.events import (
    Because,
    ChoiceStands,
    Event,
    HintAsked,
    TableReopened,
    TableShut,
    TakenBack,
)
from dominoes_rules.tables.telling import acted, began

Step: TypeAlias = "tuple[MatchTable, tuple[Event, ...]]"
"""The table after something was done, and what is told of it."""


class Presence(Enum):
    """Who decides at a seat."""

    HERE = "here"
    AWAY = "away"
    """A person, for whom the next round need not wait."""
    BOT = "bot"
    """A bot: its own seat, or one in which it stands in for somebody."""


class Consent(Enum):
    """Who has to agree that a choice is taken back."""

    ALL = "all"
    """All other persons."""
    LATER = "later"
    """Those who have made a choice since."""


@dataclass(frozen=True)
class ToMove:
    """A player is to move."""

    seat: str
    forced: Move | None
    """The only move, where it is made without asking."""


@dataclass(frozen=True)
class Answers:
    """Persons are to say whether a choice may be taken back."""

    seats: tuple[str, ...]


@dataclass(frozen=True)
class NextRound:
    """A round is over, and the next one can be dealt."""

    seats: tuple[str, ...]
    """The persons there who have not said yet that they have seen the result."""


Asks: TypeAlias = ToMove | Answers | NextRound | None
"""Whom a table waits for; None where it is over, has not begun, pauses or is closed."""


@dataclass(frozen=True)
class MatchTable:
    """A table in one moment."""

    match: Match
    """It must not be changed in place."""
    seats: Mapping[str, Presence]
    """By letter, in the order of play."""
    consent: Consent = Consent.ALL
    started: bool = True
    paused: bool = False
    shut: bool = False
    asking_back: str = ""
    """The seat that wants to take a choice back; empty while none does."""
    agreed: frozenset[str] = field(default_factory=frozenset)
    """Who has agreed to that."""
    ready: frozenset[str] = field(default_factory=frozenset)
    """Who has seen the result of a finished round."""
    thinking_since: float = 0.0
    """When the player to move began to think."""
    asked_at: float = 0.0
    """Since when others have been asked whether a choice may be taken back, pauses not counted;
    until it is settled no time passes."""
    thought: float = 0.0
    """The seconds that the player to move had thought by then."""

    @classmethod
    def of(cls, match: Match, consent: Consent = Consent.ALL) -> MatchTable:
        """A table at which persons are there, and bots, as the match says."""
        return cls(
            match,
            {
                seat: Presence.HERE if player == PERSON else Presence.BOT
                for seat, player in match.players.items()
            },
            consent,
        )

    # ------------------------------------------------------------------ what it waits for

    @property
    def game(self) -> Round:
        """The round that is played, or was played last."""
        return self.match.round

    @property
    def persons(self) -> tuple[str, ...]:
        """The seats at which persons decide."""
        return tuple(seat for seat, who in self.seats.items() if who is not Presence.BOT)

    @property
    def asks(self) -> Asks:
        """Whom the table waits for."""
        if not self.started or self.paused or self.shut:
            return None
        if self.asking_back:
            return Answers(self.silent)
        if not self.game.is_over:
            return ToMove(
                self.game.turn, self.game.legal_moves[0] if is_forced(self.game) else None
            )
        return None if self.match.is_over else NextRound(self._not_ready)

    @property
    def silent(self) -> tuple[str, ...]:
        """Who still has to agree that a choice is taken back."""
        if not self.asking_back:
            return ()
        answered = {self.asking_back, *self.agreed}
        if self.consent is Consent.LATER:
            later = since_last_choice(self.game, self.asking_back)[1]
            answered |= {seat for seat in self.seats if seat not in later}
        return tuple(seat for seat in self.persons if seat not in answered)

    @property
    def _not_ready(self) -> tuple[str, ...]:
        there = (seat for seat, who in self.seats.items() if who is Presence.HERE)
        return tuple(seat for seat in there if seat not in self.ready)

    def can_ask_back(self, seat: str) -> bool:
        """Whether a seat has a choice to take back, in a round that goes on."""
        if self.game.is_over or self.asking_back or seat not in self.persons:
            return False
        with suppress(InvalidMove):
            return bool(since_last_choice(self.game, seat)[0])
        return False

    # ------------------------------------------------------------------ what is done

    def play(self, move: Move | str, now: float = 0.0, *, forced: bool = False) -> Step:
        """The player to move makes a move; `forced` if nobody was asked. Raises `PositionError`."""
        match = self.match.copy()
        match.round.push(move)
        table = replace(self, match=match)
        told: tuple[Event, ...] = (acted(match.round, forced=forced),)
        if self.asking_back:
            table, stands = table._stands(Because.PLAYED_ON, (self.game.turn,), now)
            told += stands
        return replace(table, thinking_since=now), told

    def deal(self, now: float = 0.0) -> Step:
        """The next round is dealt. Raises `ArgumentError` and `PositionError` if it can't be."""
        match = self.match.copy()
        match.next_round()
        table = replace(self, match=match, ready=frozenset(), thinking_since=now)
        return table, (began(match),)

    def anew(self, match: Match, now: float = 0.0) -> Step:
        """Another match is played, at the same seats."""
        table = replace(self, match=match, asking_back="", ready=frozenset(), thinking_since=now)
        return table, (began(match),)

    def say_ready(self, seat: str, now: float = 0.0) -> Step:
        """A player has seen how a round ended; once all who are there have, the next is dealt."""
        return replace(self, ready=self.ready | {seat})._settled(now)

    def ask_hint(self) -> Step:
        """The player to move asks for a hint, which the record notes."""
        match = self.match.copy()
        match.mark_hint()
        return replace(self, match=match), (HintAsked(self.game.turn),)

    # ------------------------------------------------------------------ a choice is taken back

    def ask_back(self, seat: str, now: float = 0.0) -> Step:
        """A player wants to take back the last choice; at once done if nobody has to agree.

        Raises `InvalidMove` for a player who has made none in this round.
        """
        since_last_choice(self.game, seat)
        table = replace(
            self,
            asking_back=seat,
            agreed=frozenset(),
            asked_at=now,
            thought=now - self.thinking_since,
        )
        return table._settled(now)

    def allow(self, seat: str, now: float = 0.0) -> Step:
        """A player agrees to that."""
        return replace(self, agreed=self.agreed | {seat})._settled(now)

    def refuse(self, seat: str, now: float = 0.0) -> Step:
        """A player does not agree to that."""
        return self._stands(Because.REFUSED, (seat,), now)

    def expire(self, now: float = 0.0) -> Step:
        """The time for such answers is over."""
        return self._stands(Because.SILENT, self.silent, now)

    def _stands(self, because: Because, by: tuple[str, ...], now: float) -> Step:
        return self._asking_no_more(now), (ChoiceStands(self.asking_back, because, by),)

    def _asking_no_more(self, now: float) -> MatchTable:
        """Nobody asks any more; the player to move has the time that was left."""
        return replace(self, asking_back="", thinking_since=now - self.thought)

    def _settled(self, now: float) -> Step:
        """The table, once what all have agreed to is done."""
        if self.asking_back and not self.silent:
            match = self.match.copy()
            match.take_back(since_last_choice(self.game, self.asking_back)[0])
            match.mark_undone()
            return replace(self, match=match, asking_back="", thinking_since=now), (
                TakenBack(self.asking_back),
            )
        is_dealt = self.ready and not self._not_ready and not self.match.is_over and not self.shut
        return self.deal(now) if is_dealt else (self, ())

    # ------------------------------------------------------------------ who is there

    def sit(self, seat: str, presence: Presence, now: float = 0.0) -> Step:
        """Somebody comes, is away, or leaves a seat to a bot."""
        table = replace(self, seats={**self.seats, seat: presence})
        gone = self.asking_back == seat and presence is Presence.BOT
        return (table._asking_no_more(now) if gone else table)._settled(now)

    def begin(self, now: float = 0.0) -> MatchTable:
        """The match begins: until then nobody is asked."""
        return replace(self, started=True, thinking_since=now)

    def pause(self, now: float = 0.0) -> MatchTable:
        """The match pauses, or goes on."""
        return replace(self, paused=not self.paused, thinking_since=now, asked_at=now)

    def close(self, seat: str) -> Step:
        """Somebody closes the table: nobody is asked any more."""
        return replace(self, shut=True), (TableShut(seat),)

    def reopen(self, seat: str, now: float = 0.0) -> Step:
        """Somebody opens the table again."""
        table, told = replace(self, shut=False, thinking_since=now, asked_at=now)._settled(now)
        return table, (*told, TableReopened(seat))
