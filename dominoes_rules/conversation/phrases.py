"""The texts of the conversation: actions, the end of a round, the score."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from dominoes_lang.english.wording import listed, sentence
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.marks import tile_words
from dominoes_lang.table.state import Kind
from dominoes_rules.conversation.move_words import play_words
from dominoes_rules.play.matches import Match
from dominoes_rules.play.payments import Payment, unpaid, why_decided
from dominoes_rules.play.round import Round
from dominoes_rules.position.description import shown
from dominoes_rules.position.notation import Move
from dominoes_rules.tables.events import (
    Acted,
    Because,
    BySeat,
    ChoiceStands,
    Event,
    HintAsked,
    HintsSwitched,
    MatchBegan,
    RoundBegan,
    SeatsSwapped,
    TableReopened,
    TableShut,
    TakenBack,
)

_INDENT = re.compile(" *")
_KINDS = {
    Kind.DRAW: "draw",
    Kind.DISCARD: "lay a tile aside",
    Kind.PASS: "pass",
    Kind.STOP: "stop",
}
_BY_SEAT = {
    HintAsked: "asks for a hint",
    TakenBack: "takes back a choice",
    TableShut: "closes the table",
    TableReopened: "opens the table again",
    MatchBegan: "begins another match",
}


class Phrases:
    """The phrases for one match; players are called by their names, or else by their letters."""

    def __init__(self, match: Match, shows: Callable[[str], bool] = lambda _: True) -> None:
        """`shows`: whether a name can be shown; who has another goes by the letter of the seat."""
        self.setup: Setup = match.setup
        self.given = {
            seat: name for seat, name in match.names.items() if name != seat and shows(name)
        }
        """The names that were given to seats, by letter."""
        self._unshown = [
            seat for seat, name in match.names.items() if name != seat and seat not in self.given
        ]
        every = list(self.given.values())
        self.names: Mapping[str, str] = {seat: seat for seat in match.names} | {
            seat: name if every.count(name) == 1 else f"{name} ({seat})"
            for seat, name in self.given.items()
        }

    def side(self, side: str) -> str:
        """The players of a side."""
        return listed([self.names[seat] for seat in side])

    def title(self, match: Match) -> list[str]:
        """The game, its players and the parameters, each in the words of the rules."""
        setup = self.setup
        players = ", ".join(
            f"{seat} {name}".rstrip() + (f" ({player})" if player != name else "")
            for seat, player in match.players.items()
            for name in [self.given.get(seat, "")]
        )
        teams = [self.side(side) for side in setup.side_names] if setup.team_size > 1 else []
        against = f" {' against '.join(teams)}." if teams else ""
        texts = {clause.name: clause.text for clause in setup.ruleset.parameters}
        values = (
            sentence(f"{texts[name] or _plain(name)}: {shown(value)}")
            for name, value in setup.parameters
        )
        rows = f"{setup.ruleset.title}: {players}.{against} Seed {match.seed}.", " ".join(values)
        return [row for row in rows if row]

    def nameless(self) -> list[str]:
        """Why some players go by their letters, where their names can't be shown."""
        if not self._unshown:
            return []
        return [f"This terminal can't show the name of {listed(self._unshown, 'or')}."]

    # ------------------------------------------------------------------ what is told

    def told(self, event: Event, seat: str = "") -> str:
        """What a player reads of an event at the table; without a seat what everybody may read."""
        match event:
            case RoundBegan(number):
                return self._beginning(number)
            case Acted():
                words = self._own(event) if seat == event.seat else ""
                return (words or self._action(event)) + self._payments(event.seat, event.paid)
            case BySeat(player):
                return f"{self.names[player]} {_BY_SEAT[type(event)]}"
            case ChoiceStands(player, because, by):
                return f"{self._why(because, by)}: the choice of {self.names[player]} stands"
            case HintsSwitched(are_open):
                return f"Hints are {'open' if are_open else 'closed'}"
            case SeatsSwapped(first, second):
                return f"{self.names[first]} and {self.names[second]} were swapped"

    def _beginning(self, number: int) -> str:
        """The heading of a round; that of the first with the score if a side has a head start."""
        head_start = self.setup.match.head_start
        if number == 1 and any(head_start):
            scores = zip(self.setup.side_names, head_start, strict=True)
            return f"Round 1. {self.scores(dict(scores))}"
        return f"Round {number}"

    def _why(self, because: Because, by: Sequence[str]) -> str:
        who = listed([self.names[seat] for seat in by])
        match because:
            case Because.REFUSED:
                return f"{who} does not agree"
            case Because.SILENT:
                return f"{who} {'has' if len(by) == 1 else 'have'} not answered"
            case Because.PLAYED_ON:
                return f"{who} plays on"

    def scores(self, scores: Mapping[str, int]) -> str:
        """The score of a match."""
        return "Score: " + ", ".join(f"{self.side(side)} {n:,}" for side, n in scores.items())

    def _action(self, event: Acted) -> str:
        """What everybody reads of what a player has done, without what was paid for it.

        Tiles that are drawn or laid aside are not named. That nothing else was possible is not
        mentioned: it would reveal something of the hand.
        """
        move, name, count = event.moves[0], self.names[event.seat], len(event.moves)
        if move.kind is Kind.DRAW:
            return f"{name} draws {'a tile' if count == 1 else f'{count} tiles'}"
        if move.kind is Kind.DISCARD:
            return f"{name} lays a tile aside"
        if move.tile is None:
            return f"{name} {'passes' if move.kind is Kind.PASS else 'stops'}"
        if event.opens:
            return f"{name} opens with {tile_words(move.tile)}"
        return f"{name} plays {play_words(move, self.names)}"

    @classmethod
    def _own(cls, event: Acted) -> str:
        """What only the player reads of it; empty where that is what everybody reads."""
        move = event.moves[0]
        if move.kind is Kind.DRAW:
            return cls._drawn(event)
        if move.kind is Kind.DISCARD and move.tile is not None:
            return f"You {'must lay' if event.forced else 'lay'} {tile_words(move.tile)} aside"
        if not event.forced:
            return ""
        if move.tile is None:
            return f"You can only {move.kind.value}"
        return f"You must open with {tile_words(move.tile)}"

    @staticmethod
    def _drawn(event: Acted) -> str:
        """The draws of a player as only that player sees them, and whether the last tile fits."""
        tiles = [tile_words(move.tile) for move in event.moves if move.tile is not None]
        count = "" if len(tiles) == 1 else f"{len(tiles)} tiles: "
        fits = f"; {tiles[-1]} fits" if event.fits else ""
        return f"You draw {count}{', '.join(tiles)}{fits}"

    def _payments(self, seat: str, paid: Iterable[Payment]) -> str:
        """What an action of a player was worth, behind its phrase; empty for nothing."""
        parts = []
        for (side, reason, counts), points in _together(paid):
            to = "" if seat in side else f" for {self.side(side)}"
            worth = f"{points_words(points)}{to}"
            if not counts:
                worth = f"but {worth} would go beyond {self.setup.target}"
            parts.append(f"{reason}, {worth}")
        return f": {'; '.join(parts)}" if parts else ""

    # ------------------------------------------------------------------ how it ended

    def ending(self, match: Match) -> list[str]:
        """How the last round ended: why, who won it, what was paid for what, the score."""
        game = match.round
        rows = ["Points of this round:"] if game.payments else []
        for side, total, items in self.ledger(game):
            if len(items) == 1 and items[0].startswith(f"{total:+,}  "):
                rows.append(f"  {side} {items[0]}")
            else:
                rows.append(f"  {side} {total:+,}")
                rows += (f"    {item:>4}" for item in items)
        return [*self.result(game), *rows, f"{self.scores(match.scores)}."]

    def result(self, game: Round) -> list[str]:
        """How a round ended, and who won it."""
        return [f"{self._how_it_ended(game)}.", *self._result(game)]

    def _how_it_ended(self, game: Round) -> str:
        """The sentence about the end of a round, without its full stop."""
        outcome, setup = game.outcome, self.setup
        assert outcome is not None
        if outcome.over == "cut":
            standing = game.standing.items()
            there = "".join(side for side, points in standing if points >= (setup.target or 0))
            reach = "reach" if len(there) > 1 else "reaches"
            return f"{self.side(there)} {reach} {setup.target:,} points, which ends the round"
        if outcome.over == "blocked":
            return "The round is blocked"
        out = "".join(seat for seat in setup.seat_names if not game.hand(seat))
        ours = next(side for side in setup.side_names if game.turn in side)
        if set(ours) <= set(out):
            out = ours
        elif game.turn in out:
            out = game.turn
        if not out:
            return f"{self.names[game.turn]} ends the round"
        return f"{self.side(out)} {'go' if len(out) > 1 else 'goes'} out"

    def _result(self, game: Round) -> list[str]:
        """Who has won a round, and why where that is not clear; nothing if it was cut short."""
        outcome = game.outcome
        assert outcome is not None
        if outcome.over == "cut":
            return []
        winner = "Nobody wins" if outcome.winner is None else self._wins(outcome.winner)
        why = why_decided(game.compiled, game.state)
        rows = [f"{winner} the round{why and f': {why}'}."]
        nothing = unpaid(game.compiled, game.state)
        return [*rows, f"No points: {nothing}."] if nothing else rows

    def ledger(self, game: Round) -> list[tuple[str, int, list[str]]]:
        """Each side that a round has paid, with the total, and what for, one line each."""
        moves, payments = game.moves, game.payments
        rows = []
        for side in self.setup.side_names:
            items = []
            ours = [pay for pay in payments if pay.side == side]
            for number, paid in groupby(ours, key=lambda pay: 0 if pay.at_end else pay.action):
                for (_, reason, counts), points in _together(paid):
                    line = reason
                    if number:
                        before = game.states[number - 1]
                        seat = self.setup.seat_names[before.mover]
                        event = Acted(seat, moves[number - 1 : number], number, not before.begun)
                        line = f"{self._action(event)}: {reason}"
                    beyond = "" if counts else f" (not paid, beyond {self.setup.target})"
                    items.append(f"{points:+,}  {line}{beyond}")
            total = sum(pay.points for pay in ours if pay.counts)
            if items:
                rows.append((self.side(side), total, items))
        return rows

    def _wins(self, *sides: str) -> str:
        players = " and ".join(self.side(side) for side in sides)
        return f"{players} {'win' if sum(map(len, sides)) > 1 else 'wins'}"

    def victory(self, match: Match) -> str:
        """Who has won a match that is over."""
        winner, rounds = match.winner or (), len(match.rounds)
        after = f"after {rounds} round{'s'[: rounds != 1]}"
        if len(winner) in {0, len(self.setup.side_names)}:
            return f"The match is drawn {after}."
        twice = ", which counts double" if match.worth > 1 else ""
        return f"{self._wins(*winner)} the match {after}{twice}."

    @staticmethod
    def choices(moves: Iterable[Move], columns: int) -> str:
        """The numbered moves that a player can choose from."""
        words = [
            f"{number})\N{NO-BREAK SPACE}{move.decimal}"
            + (f"\N{NO-BREAK SPACE}{_KINDS[move.kind]}" if move.kind in _KINDS else "")
            for number, move in enumerate(moves, 1)
        ]
        return wrapped("  ".join(words), columns)


def points_words(points: int) -> str:
    """`one point` and its like, in figures."""
    return f"{points:,} point{'s'[: abs(points) != 1]}"


def _together(payments: Iterable[Payment]) -> list[tuple[tuple[str, str, bool], int]]:
    """The points of payments by side, reason and whether they count; equal ones are added up."""
    totals: dict[tuple[str, str, bool], int] = {}
    for payment in payments:
        key = payment.side, payment.reason or _plain(payment.award), payment.counts
        totals[key] = totals.get(key, 0) + payment.points
    return list(totals.items())


def _plain(name: str) -> str:
    """A name of the rules as words."""
    return name.replace("_", " ")


def wrapped(text: str, columns: int) -> str:
    """Lines of a text broken at a width. Gaps in rows of tables shrink; what goes on is indented.

    A no-break space stays one until here, and a mean is not parted from its error.
    """
    rows = []
    for line in text.replace(" ± ", "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}").split("\n"):
        indent, words = _INDENT.match(line).group(), line.split("  ")  # type: ignore[union-attr]
        if len(line) <= columns:
            rows.append(line)
            continue
        cells = [word.strip(" ") for word in words if word.strip(" ")]
        rows += textwrap.wrap(
            indent + "  ".join(cells),
            columns,
            subsequent_indent=indent + "  " * (len(cells) > 1),
            break_on_hyphens=False,
        )
    return "\n".join(rows).replace("\N{NO-BREAK SPACE}", " ")
