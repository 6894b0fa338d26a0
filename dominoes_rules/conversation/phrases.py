"""The texts of the conversation: actions, the end of a round, the score."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.match_told import value_told
from dominoes_lang.sheet.message import SheetMessage
from dominoes_lang.table.marks import tile_words
from dominoes_lang.table.state import NOBODY, Kind
from dominoes_lang.table.suits import is_suit
from dominoes_lang.table.tricks import Tricks, trick_in
from dominoes_rules.conversation.move_words import KIND_WORDS, drops_out, play_words
from dominoes_rules.play.match_rounds import PERSON
from dominoes_rules.play.matches import Match
from dominoes_rules.play.payments import Payment, unpaid, why_decided
from dominoes_rules.play.round import Round
from dominoes_rules.position.description import shown
from dominoes_rules.position.notation import Move
from dominoes_rules.position.table_view import TableView
from dominoes_rules.position.trick_words import suit_words
from dominoes_rules.speech.speech import ENGLISH, Speech, marked
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
_BY_SEAT = {
    HintAsked: marked("{name} asks for a hint"),
    TakenBack: marked("{name} takes back a choice"),
    TableShut: marked("{name} closes the table"),
    TableReopened: marked("{name} opens the table again"),
    MatchBegan: marked("{name} begins another match"),
}
_WITHOUT_TILE = {Kind.PASS: marked("{name} passes"), Kind.STOP: marked("{name} stops")}
_ONLY = {Kind.PASS: marked("You can only pass"), Kind.STOP: marked("You can only stop")}
_DROPS_OUT = marked("{name} drops out of the round")
_ONLY_OUT = marked("You can only drop out of the round")
"""What a pass is where players drop out."""
_WORTH = {
    (False, True): marked("{reason}, {points}"),
    (True, True): marked("{reason}, {points} for {side}"),
    (False, False): marked("{reason}, but {points} would go beyond {target}"),
    (True, False): marked("{reason}, but {points} for {side} would go beyond {target}"),
}
"""What was paid, by whether it is for another side than the player's, and whether it counts."""
_REASONED = marked("{what}: {why}")
"""What happened, and why or for what."""


_NO_SEAT = "-"
"""In place of the seat that acts, where nobody does."""


class Phrases:
    """The phrases for one match; players are called by their names, or else by their letters."""

    def __init__(
        self,
        match: Match,
        shows: Callable[[str], bool] = lambda _: True,
        speech: Speech = ENGLISH,
    ) -> None:
        """`shows`: whether a name can be shown; who has another goes by the letter of the seat."""
        self.setup: Setup = match.setup
        self.speech = speech
        """How whoever reads them is spoken to."""
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

    def side(self, side: Iterable[str]) -> str:
        """The players of a side."""
        return self.speech.listed(self.names[seat] for seat in side)

    def title(self, match: Match) -> list[str]:
        """The game, its players and the parameters, each in the words of the rules."""
        setup, speech = self.setup, self.speech
        players = (
            f"{seat} {name}".rstrip() + (f" ({self._player(player)})" if player != name else "")
            for seat, player in match.players.items()
            for name in [self.given.get(seat, "")]
        )
        heading = {
            "game": speech.language.title(setup.ruleset.title),
            "players": speech.listed(players, "comma"),
            "seed": match.seed,
        }
        if setup.team_size > 1:
            sides = speech.listed(map(self.side, setup.side_names), "against")
            row = speech.text("{game}: {players}. {sides}. Seed {seed}.", sides=sides, **heading)
        else:
            row = speech.text("{game}: {players}. Seed {seed}.", **heading)
        settings = speech.language.sentences(self._settings())
        return [row, settings] if settings else [row]

    def _player(self, player: str) -> str:
        """Who plays at a seat: a person, or a bot by its name."""
        return self.speech.text("person") if player == PERSON else player

    def _settings(self) -> Iterator[SheetMessage]:
        ruleset = self.setup.ruleset
        texts = {clause.name: clause.text for clause in ruleset.parameters}
        for name, value in self.setup.parameters:
            if name not in ruleset.names_read:  # a clause that this file replaced did
                continue
            told = value_told(value) if isinstance(value, bool) else shown(value)
            yield SheetMessage("setting", name=texts[name] or name.replace("_", " "), value=told)

    def nameless(self) -> list[str]:
        """Why some players go by their letters, where their names can't be shown."""
        if not self._unshown:
            return []
        names = self.speech.listed(self._unshown, "or")
        return [self.speech.text("This terminal can't show the name of {names}.", names=names)]

    # ------------------------------------------------------------------ what is told

    def told(self, event: Event, seat: str = "") -> str:
        """What a player reads of an event at the table; without a seat what everybody may read."""
        text = self.speech.text
        match event:
            case RoundBegan():
                return self._began(event)
            case Acted():
                words = self._own(event) if seat == event.seat else ""
                done = self._taking(words or self._action(event), event)
                return self._paying(done, event.seat, event.paid)
            case BySeat(player):
                return text(_BY_SEAT[type(event)], name=self.names[player])
            case ChoiceStands(player, because, by):
                why, name = self._why(because, by), self.names[player]
                return text("{why}: the choice of {name} stands", why=why, name=name)
            case HintsSwitched(are_open):
                return text("Hints are open") if are_open else text("Hints are closed")
            case SeatsSwapped():
                first, second = self.names[event.first], self.names[event.second]
                return text("{first} and {second} were swapped", first=first, second=second)

    def _began(self, event: RoundBegan) -> str:
        """The heading of a round, with what happened before its opening."""
        heading, speech = self._beginning(event.number, event.set_number), self.speech
        if event.void_deals:
            heading = speech.text(
                "{heading}. Void deals before it: {count}",
                heading=heading,
                count=event.void_deals,
            )
        if event.drew:
            drew = speech.plural(
                "nobody could open, so everyone drew a tile",
                "nobody could open, so everyone drew {count} tiles",
                event.drew,
            )
            heading = f"{heading}: {drew}"
        return self._paying(heading, _NO_SEAT, event.paid)

    def _beginning(self, number: int, set_number: int) -> str:
        """The heading of a round; that of the first with the score if a side has a head start."""
        head_start, text = self.setup.match.head_start, self.speech.text
        if set_number:
            return text("Round {number}, set {set}", number=number, set=set_number)
        if number == 1 and any(head_start):
            scores = self.scores(dict(zip(self.setup.side_names, head_start, strict=True)))
            return text("Round {number}. {scores}", number=number, scores=scores)
        return text("Round {number}", number=number)

    def _why(self, because: Because, by: Sequence[str]) -> str:
        who, text, plural = self.side(by), self.speech.text, self.speech.plural
        match because:
            case Because.REFUSED:
                return text("{who} does not agree", who=who)
            case Because.SILENT:
                return plural("{who} has not answered", "{who} have not answered", len(by), who=who)
            case Because.PLAYED_ON:
                return text("{who} plays on", who=who)

    def scores(self, scores: Mapping[str, int]) -> str:
        """The score of a match."""
        return self.speech.text("Score: {scores}", scores=self._each_side(scores))

    def sets(self, match: Match) -> list[str]:
        """In a match of sets, who has won the set with the last round, and the sets so far."""
        if not match.sets:
            return []
        sets = self.speech.text("Sets: {sets}.", sets=self._each_side(match.sets))
        if match.set_won is None:
            return [sets]
        if len(match.set_won) != 1:
            return [self.speech.text("Nobody wins the set."), sets]
        (side,) = match.set_won
        who, count = self.side(side), len(side)
        won = self.speech.plural("{who} wins the set.", "{who} win the set.", count, who=who)
        return [won, sets]

    def _each_side(self, counts: Mapping[str, int]) -> str:
        sides = (f"{self.side(side)} {count:,}" for side, count in counts.items())
        return self.speech.listed(sides, "comma")

    def _action(self, event: Acted) -> str:
        """What everybody reads of what a player has done, without what was paid for it.

        Tiles that are drawn or laid aside are not named. That nothing else was possible is not
        mentioned: it would reveal something of the hand.
        """
        move, name, text = event.moves[0], self.names[event.seat], self.speech.text
        if move.kind is Kind.DRAW:
            count = len(event.moves)
            return self.speech.plural(
                "{name} draws a tile", "{name} draws {count} tiles", count, name=name
            )
        if move.kind is Kind.DISCARD:
            return text("{name} lays a tile aside", name=name)
        if move.kind is Kind.BID:
            return text("{name} bids {number}", name=name, number=move.said)
        if move.said is not None:
            trump = suit_words(move.said, self.speech)
            if is_suit(move.said):
                return text("{name} makes {suit} trump", name=name, suit=trump)
            return text("{name} names {trump}", name=name, trump=trump)
        if move.tile is None:
            leaves = drops_out(move, self.setup)
            return text(_DROPS_OUT if leaves else _WITHOUT_TILE[move.kind], name=name)
        if event.opens:
            return text("{name} opens with {tile}", name=name, tile=tile_words(move.tile))
        return text("{name} plays {play}", name=name, play=self.play(move))

    def play(self, move: Move) -> str:
        """A play in a sentence: `6-4 on the left`."""
        return play_words(move, self.names, self.speech)

    def _taking(self, done: str, event: Acted) -> str:
        """What a player has done, and who takes the trick that it ends."""
        if not event.taker:
            return done
        taker = self.names[event.taker]
        return self.speech.text("{what}; {name} takes the trick", what=done, name=taker)

    def before_a_move(self, view: TableView, moves: Sequence[Move]) -> str:
        """What a player should know before a move of a game of tricks; empty in any other game."""
        setup, text, state = self.setup, self.speech.text, view._known
        if setup.tricks is None or not moves:
            return ""
        kinds = {move.kind for move in moves}
        if Kind.BID in kinds or kinds == {Kind.PASS}:
            if state.more.bidder == NOBODY:
                return text("Nobody has bid yet.")
            name = self.names[setup.seat_names[state.more.bidder]]
            return text("{name} has bid {number}.", name=name, number=state.more.bid)
        if view.widow:
            tiles = [tile_words(tile) for tile in view.widow]
            return text("You took {tiles}.", tiles=self.speech.listed(tiles, "and"))
        if Kind.PLAY not in kinds:
            return ""
        trick = trick_in(state.ends)
        trump = suit_words(trick.trump, self.speech)
        known = text("Trump: {trump}.", trump=trump)
        if not trick.tiles:
            return text("{trump} You lead.", trump=known)
        rules = setup.layout.rules
        assert isinstance(rules, Tricks)
        led = setup.tiles.tiles[trick.tiles[0]]
        suit = rules.suit_led(state.ends)
        values = {"trump": known, "tile": tile_words(led), "suit": suit_words(suit, self.speech)}
        following = setup.tiles.in_mask(rules.suits(trick.trump).following[suit])
        if any(move.tile in following for move in moves):
            return text("{trump} {tile} led: follow {suit}.", **values)
        return text("{trump} {tile} led: you have no {suit}, play anything.", **values)

    def _own(self, event: Acted) -> str:
        """What only the player reads of it; empty where that is what everybody reads."""
        move, text = event.moves[0], self.speech.text
        if move.kind is Kind.DRAW:
            return self._drawn(event)
        if move.kind is Kind.DISCARD and move.tile is not None:
            tile = tile_words(move.tile)
            if event.forced:
                return text("You must lay {tile} aside", tile=tile)
            return text("You lay {tile} aside", tile=tile)
        if not event.forced:
            return ""
        if move.said is not None:
            words = f"{move.said}"
            if move.kind is Kind.NAME:
                words = suit_words(move.said, self.speech)
            return text("You can only say: {words}", words=words)
        if move.tile is None:
            return text(_ONLY_OUT if drops_out(move, self.setup) else _ONLY[move.kind])
        return text("You must open with {tile}", tile=tile_words(move.tile))

    def _drawn(self, event: Acted) -> str:
        """The draws of a player as only that player sees them, and whether the last tile fits."""
        drawn = [tile_words(move.tile) for move in event.moves if move.tile is not None]
        count, tiles, plural = len(drawn), self.speech.listed(drawn, "comma"), self.speech.plural
        if not event.fits:
            return plural("You draw {tiles}", "You draw {count} tiles: {tiles}", count, tiles=tiles)
        return plural(
            "You draw {tiles}; {last} fits",
            "You draw {count} tiles: {tiles}; {last} fits",
            count,
            tiles=tiles,
            last=drawn[-1],
        )

    def _paying(self, action: str, seat: str, paid: Iterable[Payment]) -> str:
        """What a player has done, with what it was worth if anything."""
        parts = [
            self._worth(points, reason, "" if seat in side else self.side(side), counts=counts)
            for (side, reason, counts), points in self._together(paid)
        ]
        if not parts:
            return action
        return self.speech.text(_REASONED, what=action, why=self.speech.listed(parts, "semicolon"))

    def _worth(self, points: int, reason: str, side: str, *, counts: bool) -> str:
        """What was paid for a reason, to a side unless it is the one that acted."""
        phrase = _WORTH[bool(side), counts]
        worth = points_words(points, self.speech)
        target = self.setup.target
        return self.speech.text(phrase, reason=reason, points=worth, side=side, target=target)

    # ------------------------------------------------------------------ how it ended

    def ending(self, match: Match) -> list[str]:
        """How the last round ended: why, who won it, what was paid for what, the score."""
        game = match.round
        rows = [self.speech.text("Points of this round:")] if game.payments else []
        for side, total, items in self.ledger(game):
            if len(items) == 1 and items[0].startswith(f"{total:+,}  "):
                rows.append(f"  {side} {items[0]}")
            else:
                rows.append(f"  {side} {total:+,}")
                rows += (f"    {item:>4}" for item in items)
        score = f"{self.scores(match.scores)}."
        return [*self.result(game), *rows, score, *self.sets(match)]

    def result(self, game: Round) -> list[str]:
        """How a round ended, and who won it."""
        return [f"{self._how_it_ended(game)}.", *self._result(game)]

    def _how_it_ended(self, game: Round) -> str:
        """The sentence about the end of a round, without its full stop."""
        outcome, setup, plural = game.outcome, self.setup, self.speech.plural
        assert outcome is not None
        if outcome.over == "cut":
            target = setup.target or 0
            standing = game.standing.items()
            there = "".join(side for side, points in standing if points >= target)
            return plural(
                "{who} reaches {target} points, which ends the round",
                "{who} reach {target} points, which ends the round",
                len(there),
                who=self.side(there),
                target=f"{target:,}",
            )
        if outcome.over == "blocked":
            return self.speech.text("The round is blocked")
        if outcome.over == "void":
            return self.speech.text("Everybody has passed, so the deal is void")
        if setup.tricks is not None and not any(map(game.hand, setup.seat_names)):
            return self.speech.text("All tricks are played")
        out = "".join(seat for seat in setup.seat_names if not game.hand(seat))
        ours = next(side for side in setup.side_names if game.turn in side)
        if set(ours) <= set(out):
            out = ours
        elif game.turn in out:
            out = game.turn
        if not out:
            return self.speech.text("{name} ends the round", name=self.names[game.turn])
        return plural("{who} goes out", "{who} go out", len(out), who=self.side(out))

    def _result(self, game: Round) -> list[str]:
        """Who has won a round, and why where that is not clear; nothing if it was cut short."""
        outcome, speech = game.outcome, self.speech
        assert outcome is not None
        if outcome.over in {"cut", "void"}:
            return []
        winner = outcome.winner
        won = speech.text("Nobody wins the round")
        if winner is not None:
            who, count = self.side(winner), len(winner)
            won = speech.plural("{who} wins the round", "{who} win the round", count, who=who)
        why = why_decided(game.compiled, game.state, speech.language)
        rows = [f"{speech.text(_REASONED, what=won, why=why) if why else won}."]
        nothing = unpaid(game.compiled, game.state, speech.language)
        return [*rows, speech.text("No points: {why}.", why=nothing)] if nothing else rows

    def ledger(self, game: Round) -> list[tuple[str, int, list[str]]]:
        """Each side that a round has paid, with the total, and what for, one line each."""
        moves, payments, text = game.moves, game.payments, self.speech.text
        rows = []
        for side in self.setup.side_names:
            items = []
            ours = [pay for pay in payments if pay.side == side]
            for number, paid in groupby(ours, key=lambda pay: 0 if pay.at_end else pay.action):
                for (_, reason, counts), points in self._together(paid):
                    line = reason
                    if number:
                        before = game.states[number - 1]
                        seat = self.setup.seat_names[before.mover]
                        event = Acted(seat, moves[number - 1 : number], number, not before.begun)
                        line = text(_REASONED, what=self._action(event), why=reason)
                    if not counts:
                        target = self.setup.target
                        line = text("{what} (not paid, beyond {target})", what=line, target=target)
                    items.append(f"{points:+,}  {line}")
            total = sum(pay.points for pay in ours if pay.counts)
            if items:
                rows.append((self.side(side), total, items))
        return rows

    def _together(self, payments: Iterable[Payment]) -> list[tuple[tuple[str, str, bool], int]]:
        """The points of payments by side, reason and whether they count; equal ones in a sum."""
        totals: dict[tuple[str, str, bool], int] = {}
        for payment in payments:
            key = payment.side, payment.because(self.speech.language), payment.counts
            totals[key] = totals.get(key, 0) + payment.points
        return list(totals.items())

    def victory(self, match: Match) -> str:
        """Who has won a match that is over."""
        winner, plural = match.winner or (), self.speech.plural
        after = plural("after {count} round", "after {count} rounds", len(match.rounds))
        if len(winner) in {0, len(self.setup.side_names)}:
            return self.speech.text("The match is drawn {after}.", after=after)
        who, count = self.speech.listed(map(self.side, winner), "all"), sum(map(len, winner))
        if match.worth > 1:
            return plural(
                "{who} wins the match {after}, which counts double.",
                "{who} win the match {after}, which counts double.",
                count,
                who=who,
                after=after,
            )
        return plural(
            "{who} wins the match {after}.",
            "{who} win the match {after}.",
            count,
            who=who,
            after=after,
        )

    @staticmethod
    def choices(moves: Iterable[Move], columns: int, speech: Speech = ENGLISH) -> str:
        """The moves that a player can choose from: numbered, or what may be said."""
        moves = [*moves]
        # What is typed for a trump comes first, as "1" would be taken for the first of the list.
        said = [f"{str(move)[1:]}\N{NO-BREAK SPACE}{suit_words(move.said, speech)}"
                if move.kind is Kind.NAME else str(move.said)
                for move in moves if move.said is not None]  # fmt: skip
        if said:
            passes = [speech.text(KIND_WORDS[Kind.PASS])] * (moves[0].kind is Kind.PASS)
            kind = speech.text(KIND_WORDS[moves[-1].kind])
            return wrapped("  ".join([f"{kind}:", *said, *passes]), columns)
        kinds = [speech.text(KIND_WORDS[move.kind]) if move.kind in KIND_WORDS else ""
                 for move in moves]  # fmt: skip
        words = [
            f"{number})\N{NO-BREAK SPACE}{move.decimal}" for number, move in enumerate(moves, 1)
        ]
        if len(moves) > 1 and len({*kinds}) == 1 and kinds[0]:
            return wrapped("  ".join([f"{kinds[0]}:", *words]), columns)
        words = [
            f"{word}\N{NO-BREAK SPACE}{kind}" if kind else word
            for word, kind in zip(words, kinds, strict=True)
        ]
        return wrapped("  ".join(words), columns)


def points_words(points: int, speech: Speech = ENGLISH) -> str:
    """`1 point` and its like, in figures."""
    return speech.plural("{points} point", "{points} points", abs(points), points=f"{points:,}")


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
