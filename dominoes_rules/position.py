"""A position: a round as one observer knows it, as text and as a value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from dominoes_lang.compiled import Compiled
from dominoes_lang.diagnostics import RulesError
from dominoes_lang.ruleset import Ruleset
from dominoes_lang.setup import ParameterError, Setup, Value
from dominoes_lang.state import NO_TILE, SEAT_LETTERS, Kind, Over
from dominoes_lang.syntax import Act
from dominoes_lang.tiles import Tile
from dominoes_rules import library
from dominoes_rules.errors import IllegalMove, InvalidMove, PositionError
from dominoes_rules.notation import (
    Move,
    extend,
    format_holding,
    format_line,
    format_tiles,
    parse_hand,
    parse_line,
)
from dominoes_solver.evidence import Evidence, NoWorld
from dominoes_solver.replay import replay
from dominoes_solver.snapshot import look
from dominoes_solver.view import Holding, Record, Snapshot, View

LONGEST = 20_000
_FACT = re.compile(r"(opener|round|score|passes|finisher|void):(.*)")
_HANDS = re.compile(r"[A-J]:")
_RECORD_FACTS = frozenset({"opener", "round", "score", "stock", "play"})
_SNAPSHOT_FACTS = frozenset({"opener", "round", "score", "stock", "passes", "finisher", "void"})

Halves = tuple[tuple[int, int], ...]


class Position:
    """A round as one observer knows it. Immutable; `play` gives the next position.

    It is made from its text, a record or a snapshot, and checked against the rules of the variant:

    >>> pos = Position("block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A")
    >>> pos.turn, [str(move) for move in pos.legal_moves]
    ('A', ['20l', '22l', '42l'])
    >>> str(pos.play("22l"))
    'block/2 22-26-66-61-15 A:20.42.43/B:x6 B opener:A finisher:A'

    Raises `PositionError` for a text that can't be read or that can't have come about; the message
    says which action and why. A ruleset that can't be used raises `RulesError`.
    """

    __slots__ = ("_written", "compiled", "evidence", "view")

    compiled: Compiled
    view: View
    evidence: Evidence
    """What the position tells; its worlds are `evidence.table`."""
    _written: _Written

    def __init__(self, text: str, ruleset: Ruleset | None = None) -> None:
        """Read a position; `ruleset` is used in place of the one that the text names."""
        written = _Reader(text, ruleset).read()
        self._set(written)

    @classmethod
    def from_view(
        cls, compiled: Compiled, view: View, line: Halves = (), name: str | None = None
    ) -> Position:
        """The position of a record or snapshot; `line` is that of a snapshot."""
        position = cls.__new__(cls)
        position._set(_Written(name or compiled.setup.name, compiled, view, line))
        return position

    def _set(self, written: _Written) -> None:
        object.__setattr__(self, "_written", written)
        object.__setattr__(self, "compiled", written.compiled)
        object.__setattr__(self, "view", written.view)
        read = replay if isinstance(written.view, Record) else look
        try:
            evidence = read(written.compiled, written.view)  # type: ignore[arg-type]
        except NoWorld as error:
            raise IllegalMove(str(error)) from None
        object.__setattr__(self, "evidence", evidence)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a position can't be changed; play(move) gives the next one")

    # ------------------------------------------------------------------ as text

    def __str__(self) -> str:
        return self._written.text

    def __repr__(self) -> str:
        return f"Position({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    # ------------------------------------------------------------------ what it says

    @property
    def setup(self) -> Setup:
        """The ruleset, bound to seats and parameters."""
        return self.compiled.setup

    @property
    def variant(self) -> str:
        """The variant as the text names it, without the number of seats."""
        return self._written.name

    @property
    def turn(self) -> str:
        """The letter of the mover; at the end of the round of who acted last."""
        return SEAT_LETTERS[self.evidence.state.mover]

    @property
    def is_over(self) -> bool:
        """Whether the round is certainly over."""
        return bool(self.evidence.state.over)

    @property
    def knows_mover(self) -> bool:
        """Whether every tile of the mover's hand is known."""
        return self.evidence.knows_mover

    @property
    def line(self) -> Halves:
        """The tiles on the table as they lie, from left to right."""
        return self._written.line_now

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves in canonical order. Raises `PositionError` for a mover with hidden tiles."""
        self.require_mover()
        if self.is_over:
            return ()
        state = self.evidence.open_state(self.evidence.table.unrank(0))
        tiles, opening = self.setup.tiles, not state.ends
        return tuple(
            Move.of(action, tiles, opening=opening) for action in self.compiled.legal(state)
        )

    def require_mover(self) -> None:
        """Raise `PositionError` unless the mover's hand is known in full."""
        if not self.is_over and not self.knows_mover:
            raise PositionError(
                f"{self.turn} is to move, and not all of {self.turn}'s tiles are written"
            )

    def play(self, move: Move | str) -> Position:
        """The position after a move of the mover.

        Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`.
        """
        if isinstance(move, str):
            move = Move.parse(move)
        if self.is_over:
            raise IllegalMove(f"{move}: the round is over")
        written = self._written
        resolved = move.resolve(self.setup.tiles, self.evidence.state.ends)
        if isinstance(written.view, Record):
            record = replace(written.view, moves=(*written.view.moves, resolved))
            return Position.from_view(self.compiled, record, name=written.name)
        return self._play_on(written.view, move)

    def _play_on(self, snapshot: Snapshot, move: Move) -> Position:
        """The snapshot after a move; it stands between turns, so no turn may be left half done."""
        resolved = move.resolve(self.setup.tiles, self.evidence.state.ends)
        self.require_mover()
        action = resolved.action
        if str(move) not in {str(legal) for legal in self.legal_moves} and (
            move.kind is not Kind.PLAY or not self._fits_either(move)
        ):
            raise IllegalMove(f"{move} is not legal; legal is {', '.join(map(str, self.legal_moves))}")
        mover, hands = snapshot.mover, list(snapshot.hands)
        after = replace(snapshot, mover=self.setup.after(mover))
        line = self.line
        if action.kind is Kind.PLAY:
            tile = self.setup.tiles.tiles[action.tile]
            line = extend(line, tile, action.end)
            hands[mover] = Holding(hands[mover].known & ~(1 << action.tile), hands[mover].unseen)
            if not hands[mover].size:
                raise IllegalMove(f"{move} ends the round, which a snapshot can't show; use a record")
            after = replace(
                after,
                ends=(line[0][0], line[-1][1]),
                laid=snapshot.laid | 1 << action.tile,
                passes=0,
                finisher=mover,
                void=(),
            )
        elif action.kind is Kind.PASS:
            finisher = self.evidence.state.finisher
            after = replace(after, passes=snapshot.passes + 1, finisher=finisher)
        elif all(step.act is not Act.DRAW_THEN_STOP for step in self.setup.steps):
            raise IllegalMove(f"{move}: a snapshot stands between turns; use a record for draws")
        else:
            hands[mover], after = self._drawn(snapshot, after, hands[mover], resolved.drawn)
        after = replace(after, hands=tuple(hands), void=self._void_after(snapshot, mover, action))
        return Position.from_view(self.compiled, after, line, self._written.name)

    def _fits_either(self, move: Move) -> bool:
        """Whether a play is legal at the left, the two ends being equal."""
        ends = self.evidence.state.ends
        return bool(ends) and ends[0] == ends[1] and Move(Kind.PLAY, move.tile) is not None and any(
            legal.tile == move.tile for legal in self.legal_moves
        )

    def _void_after(self, snapshot: Snapshot, mover: int, action: object) -> tuple[int, ...]:
        """What seats are known not to hold stays true, but for a seat that has just drawn."""
        void = list(snapshot.void) or [0] * self.setup.seats
        if getattr(action, "kind", None) is Kind.DRAW:
            void[mover] = 0
        return tuple(void)

    def _drawn(
        self, snapshot: Snapshot, after: Snapshot, hand: Holding, tile: int
    ) -> tuple[Holding, Snapshot]:
        """The hand and the stock after a draw that ends the turn."""
        finisher = self.evidence.state.finisher
        after = replace(after, finisher=finisher)
        if snapshot.stock:
            if tile not in {NO_TILE, snapshot.stock[0]}:
                raise IllegalMove("another tile is the next in the stock")
            known = hand.known | 1 << snapshot.stock[0]
            return Holding(known, hand.unseen), replace(after, stock=snapshot.stock[1:])
        after = replace(after, stock_unseen=snapshot.stock_unseen - 1)
        if tile == NO_TILE:
            return Holding(hand.known, hand.unseen + 1), after
        if not self.evidence.hidden.tiles >> tile & 1:
            raise IllegalMove(f"{self.setup.tiles.tiles[tile]} is not in the stock")
        return Holding(hand.known | 1 << tile, hand.unseen), after

    @property
    def outcome(self) -> dict[str, object] | None:
        """How the round ended: `over`, `winner` (a side, or None) and `points` by side.

        None while it goes on, or where hidden hands are needed to tell.
        """
        state = self.evidence.state
        if not state.over or self.evidence.hidden.tiles & ~self.evidence.gone and (
            self.evidence.hand_sizes != tuple(hand.bit_count() for hand in state.hands)
        ):
            return None
        names = self.setup.side_names
        winner = self.compiled.winner(*state)
        awards = self.compiled.payoff(*state)
        return {
            "over": Over(state.over).name.lower(),
            "winner": names[winner] if winner >= 0 else None,
            "points": dict(zip(names, awards, strict=True)),
        }


@dataclass(frozen=True)
class _Written:
    """What a position says, in a form that its text follows from."""

    name: str
    compiled: Compiled
    view: View
    line: Halves = ()
    """The line of a snapshot."""

    @property
    def text(self) -> str:
        setup, view = self.compiled.setup, self.view
        parts = [self._variant()]
        if isinstance(view, Snapshot):
            parts.append(format_line(self.line))
            parts += [self._hands(view.hands), SEAT_LETTERS[view.mover]]
        else:
            parts.append(self._hands(view.dealt))
        if view.stock:
            parts.append("stock:" + format_tiles(view.stock, view.stock_unseen, setup.tiles))
        if isinstance(view, Record):
            if view.moves:
                parts.append("play:" + ",".join(str(move) for move in self._moves(view)))
            facts = {}
        else:
            facts = {"void": self._void(view), "passes": str(view.passes or "")}
        if view.opener is not None:
            facts["opener"] = SEAT_LETTERS[view.opener]
        if isinstance(view, Snapshot) and view.finisher is not None:
            if view.finisher != setup.after(view.mover, -1 - view.passes):
                facts["finisher"] = SEAT_LETTERS[view.finisher]
        if view.round != 1:
            facts["round"] = str(view.round)
        if any(view.scores):
            facts["score"] = "-".join(str(score) for score in view.scores)
        parts += [f"{name}:{fact}" for name, fact in facts.items() if fact]
        return " ".join([*parts, *self._parameters()])

    def _variant(self) -> str:
        players = self.compiled.setup.ruleset.players
        return self.name if len(players) == 1 else f"{self.name}/{self.compiled.setup.seats}"

    def _hands(self, hands: tuple[Holding, ...]) -> str:
        tiles = self.compiled.setup.tiles
        return "/".join(
            f"{SEAT_LETTERS[seat]}:{format_holding(hand, tiles)}" for seat, hand in enumerate(hands)
        )

    def _void(self, view: Snapshot) -> str:
        """The numbers that each seat is known not to hold."""
        bearing = self.compiled.setup.tiles.bearing
        parts = []
        for seat, tiles in enumerate(view.void):
            numbers = [str(n) for n, mask in enumerate(bearing) if mask and not mask & ~tiles]
            if numbers:
                parts.append(f"{SEAT_LETTERS[seat]}={'.'.join(numbers)}")
        return ",".join(parts)

    def _parameters(self) -> list[str]:
        """The parameters that differ from their defaults."""
        setup = self.compiled.setup
        default = dict(setup.ruleset.setup(setup.seats).parameters)
        return [
            f"{name}={_shown(value)}"
            for name, value in setup.parameters
            if default[name] != value
        ]

    def _moves(self, view: Record) -> list[Move]:
        tiles = self.compiled.setup.tiles
        moves, empty = [], True
        for move in view.moves:
            moves.append(Move.of(move.action, tiles, opening=empty, drawn=move.drawn))
            empty = empty and move.kind is not Kind.PLAY
        return moves

    @property
    def line_now(self) -> Halves:
        if isinstance(self.view, Snapshot):
            return self.line
        line: Halves = ()
        for move in self.view.moves:
            if move.kind is Kind.PLAY:
                tile = self.compiled.setup.tiles.tiles[move.action.tile]
                line = extend(line, tile, move.action.end)
        return line


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


class _Reader:
    """Reads the text of one position."""

    def __init__(self, text: str, ruleset: Ruleset | None) -> None:
        if len(text) > LONGEST:
            raise PositionError(f"a position has at most {LONGEST:,} characters")
        self.words = text.split()
        if len(self.words) < 2:
            raise PositionError(
                "a position is VARIANT HANDS play:ACTIONS, or VARIANT LINE HANDS TURN; "
                "for instance: block A:66.61.22.24.20.43.50/B:x7 opener:A play:66"
            )
        self.ruleset = ruleset
        self.facts: dict[str, str] = {}
        self.parameters: dict[str, Value] = {}

    def read(self) -> _Written:
        first, second, *rest = self.words
        name, seats = _variant_and_seats(first)
        ruleset = self.ruleset or library.find(name)
        snapshot = not _HANDS.match(second)
        if snapshot and len(rest) < 2:
            raise PositionError(
                f"{second!r} is neither hands (A:66.15/B:x7) nor a line with hands and a turn "
                "behind it (26-66 A:61.12/B:x6 A)"
            )
        hands, behind = (rest[0], rest[2:]) if snapshot else (second, rest)
        self.read_facts(behind, _SNAPSHOT_FACTS if snapshot else _RECORD_FACTS)
        written = self.hand_texts(hands)
        if seats is not None and seats != len(written):
            raise PositionError(f"{first} has {seats} seats, and {len(written)} hands are written")
        try:
            self.compiled = library.compiled(ruleset, len(written), self.parameters)
        except ParameterError as error:
            raise PositionError(str(error)) from None
        self.setup = self.compiled.setup
        self.seen: dict[int, str] = {}
        if snapshot:
            return self.snapshot(name, second, written, rest[1])
        return self.record(name, written)

    # ------------------------------------------------------------------ parts

    def read_facts(self, words: list[str], allowed: frozenset[str]) -> None:
        for word in words:
            name, mark, value = word.partition(":")
            if mark and name in allowed:
                if name in self.facts:
                    raise PositionError(f"{name}: stands twice")
                self.facts[name] = value
            elif "=" in word and not mark:
                key, _, setting = word.partition("=")
                if key in self.parameters:
                    raise PositionError(f"{key}= stands twice")
                self.parameters[key] = setting
            else:
                known = ", ".join(f"{fact}:" for fact in sorted(allowed))
                raise PositionError(f"{word!r} is no fact; there are {known} and parameters x=y")

    def hand_texts(self, text: str) -> list[str]:
        """The text of each hand, by seat."""
        hands: dict[int, str] = {}
        for part in text.split("/"):
            if not _HANDS.match(part):
                raise PositionError(f"{part!r} is no hand; write A:66.15.x5")
            seat = SEAT_LETTERS.index(part[0])
            if seat in hands:
                raise PositionError(f"the hand of {part[0]} stands twice")
            hands[seat] = part[2:]
        for seat in range(len(hands)):
            if seat not in hands:
                raise PositionError(f"there is no hand of {SEAT_LETTERS[seat]}; write {SEAT_LETTERS[seat]}:x7")
        return [hands[seat] for seat in range(len(hands))]

    def see(self, numbers: tuple[int, ...], where: str) -> None:
        """A tile may stand in one place only."""
        for number in numbers:
            if number in self.seen:
                tile = self.setup.tiles.tiles[number]
                raise PositionError(f"{tile} stands twice: {self.seen[number]} and {where}")
            self.seen[number] = where

    def holdings(self, texts: list[str]) -> tuple[Holding, ...]:
        hands = []
        for seat, text in enumerate(texts):
            where = f"hand of {SEAT_LETTERS[seat]}"
            known, unseen = parse_hand(text, self.setup.tiles, where)
            self.see(known, where)
            hands.append(Holding(sum(1 << number for number in known), unseen))
        return tuple(hands)

    def stock(self, dealt: int) -> tuple[tuple[int, ...], int]:
        """The known tiles of the stock and how many are unseen; `dealt` tiles are elsewhere."""
        room = len(self.setup.tiles) - dealt
        if "stock" not in self.facts:
            if room < 0:
                raise PositionError(
                    f"the hands and the line hold {dealt} tiles, and the set has "
                    f"{len(self.setup.tiles)}"
                )
            return (), room
        known, unseen = parse_hand(self.facts["stock"], self.setup.tiles, "stock")
        self.see(known, "stock")
        if len(known) + unseen != room:
            raise PositionError(
                f"the stock holds {len(known) + unseen} tiles, and {room} are left for it"
            )
        return known, unseen

    def seat(self, text: str, what: str) -> int:
        if len(text) != 1 or text not in SEAT_LETTERS[: self.setup.seats]:
            letters = ", ".join(self.setup.seat_names)
            raise PositionError(f"{what}{text!r} is no seat; seats are {letters}")
        return SEAT_LETTERS.index(text)

    def optional_seat(self, name: str) -> int | None:
        return self.seat(self.facts[name], f"{name}:") if name in self.facts else None

    def number(self, name: str, default: int, least: int) -> int:
        text = self.facts.get(name, str(default))
        if not text.isascii() or not text.isdigit() or len(text) > 6 or int(text) < least:
            raise PositionError(f"{name}:{text} wants a number from {least}")
        return int(text)

    def scores(self) -> tuple[int, ...]:
        if "score" not in self.facts:
            return (0,) * self.setup.sides
        parts = self.facts["score"].split("-")
        if len(parts) != self.setup.sides or not all(
            part.isascii() and part.isdigit() and len(part) < 7 for part in parts
        ):
            sides = "-".join("35" for _ in range(self.setup.sides))
            raise PositionError(f"score:{self.facts['score']} wants a number a side, as {sides}")
        return tuple(int(part) for part in parts)

    # ------------------------------------------------------------------ the two forms

    def record(self, name: str, hands: list[str]) -> _Written:
        dealt = self.holdings(hands)
        stock, stock_unseen = self.stock(sum(hand.size for hand in dealt))
        record = Record(
            dealt=dealt,
            moves=(),
            stock=stock,
            stock_unseen=stock_unseen,
            opener=self.optional_seat("opener"),
            round=self.number("round", 1, 1),
            scores=self.scores(),
        )
        ends: tuple[int, ...] = ()
        moves = []
        line: Halves = ()
        text = self.facts.get("play", "")
        for number, part in enumerate(text.split(",") if text else [], 1):
            try:
                move = Move.parse(part).resolve(self.setup.tiles, ends)
            except PositionError as error:
                raise type(error)(f"action {number}: {error}") from None
            moves.append(move)
            if move.kind is Kind.PLAY:
                line = extend(line, self.setup.tiles.tiles[move.action.tile], move.action.end)
                ends = (line[0][0], line[-1][1])
        return _Written(name, self.compiled, replace(record, moves=tuple(moves)))

    def snapshot(self, name: str, line_text: str, hands: list[str], turn: str) -> _Written:
        tiles = self.setup.tiles
        line = parse_line(line_text, tiles)
        laid = tuple(tiles.number[Tile.of(*halves)] for halves in line)
        self.see(laid, "line")
        holdings = self.holdings(hands)
        stock, stock_unseen = self.stock(len(laid) + sum(hand.size for hand in holdings))
        return _Written(
            name,
            self.compiled,
            Snapshot(
                ends=(line[0][0], line[-1][1]),
                laid=sum(1 << number for number in laid),
                hands=holdings,
                mover=self.seat(turn, ""),
                stock=stock,
                stock_unseen=stock_unseen,
                void=self.void(),
                passes=self.number("passes", 0, 0),
                opener=self.optional_seat("opener"),
                finisher=self.optional_seat("finisher"),
                round=self.number("round", 1, 1),
                scores=self.scores(),
            ),
            line,
        )

    def void(self) -> tuple[int, ...]:
        """For each seat the mask of the tiles that a `void:` fact rules out."""
        void = [0] * self.setup.seats
        for part in self.facts["void"].split(",") if self.facts.get("void") else []:
            letter, mark, numbers = part.partition("=")
            seat = self.seat(letter, "void:")
            if not mark:
                raise PositionError(f"void:{part} wants numbers, as void:B=2.5")
            for text in numbers.split("."):
                if not text.isascii() or not text.isdigit() or int(text[:4]) > self.setup.tiles.highest:
                    raise PositionError(f"void:{part}: {text!r} is no number of the set")
                void[seat] |= self.setup.tiles.bearing[int(text)]
        return tuple(void)


def _variant_and_seats(word: str) -> tuple[str, int | None]:
    """`block/2` and `house.rules/3` with their seats, else None."""
    name, mark, seats = word.rpartition("/")
    if mark and seats.isascii() and seats.isdigit():
        return name, int(seats[:4])
    return word, None


def parameters_of(pairs: Mapping[str, str]) -> dict[str, Value]:
    """Parameter values as a user writes them; the ruleset reads each by its kind."""
    return dict(pairs)


__all__ = ["IllegalMove", "InvalidMove", "Position", "PositionError", "RulesError"]
