"""A round that somebody typed in one go, and the positions in which that player had the choice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import pairwise

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.quoting import quoted
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.errors import PositionError
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.web.analysis.answering import Question, Tell, position_of
from dominoes_rules.web.analysis.seen_table import in_words
from dominoes_rules.web.http.reader import READER
from dominoes_solver.limit import Cancel

PASS = "-"
PASSES = frozenset({"-", "p", "pass", "passes", "passed", "knock"})
MAX_WORDS = 200
SHOWN_WORDS = 4
"""Of what was played before a choice."""
_BETWEEN = re.compile(r"[\s,;]+")
_HYPHENS = re.compile(r"(?<=[^\s-]{2})-(?=[^\s-]{2})")
"""Between the tiles of `26-66-61`, not between the halves of `6-1`."""


@dataclass(frozen=True)
class TypedRound:
    """What somebody remembers of a round."""

    game: str
    """The name of the game."""
    setup: Setup
    seat: str
    tiles: tuple[Tile, ...]
    """What that player was dealt."""
    line: str
    """The tiles in one go; see `typed_words`."""
    opener: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    """What else is known, by the names that a position has for it: score, round, idle."""

    def deal(self) -> str:
        """The round before its first tile, as the text of a position."""
        hidden = f"x{self.setup.hand_size}"
        unseen = self.setup.hand_size - len(self.tiles)
        own = [*map(str, self.tiles), *([f"x{unseen}"] if unseen else [])]
        return self._text(self._hands(dict.fromkeys(self.setup.seat_names, hidden), own))

    def lying(self, left: Mapping[str, int], lacking: Mapping[str, str]) -> str:
        """The table as it is when it is this player's turn, as the text of a position.

        left: how many tiles each other player holds; whoever is missing has laid one a turn.
        lacking: numbers that a player has passed on, such as `2 5`.

        Raises `PositionError`.
        """
        paths = [turned(part) for part in self.line.split("/")]
        laid = {Tile.parse(text) for path in paths for text in path.split("-")}
        mine = [f"{tile}" for tile in self.tiles if tile not in laid]
        counts = {**self._counts(len(laid)), **left} if len(left) < self.setup.seats - 1 else left
        hidden = {seat: f"x{count}" for seat, count in counts.items()}
        words = ["/".join(paths), self._hands(hidden, mine), self.seat]
        voids = [f"{seat}={'.'.join(typed_words(numbers))}" for seat, numbers in lacking.items()]
        return self._text(*words, *([f"void:{','.join(voids)}"] if voids else []))

    def _counts(self, laid: int) -> dict[str, int]:
        """The tiles that the others hold if nobody passed or drew. Raises `PositionError`."""
        names = self.setup.seat_names
        turns = {seat: laid // len(names) for seat in names}
        first = names.index(self.opener) if self.opener else 0
        extra = [names[(first + at) % len(names)] for at in range(laid % len(names))]
        turns.update((seat, turns[seat] + 1) for seat in extra)
        after = names[(first + laid) % len(names)]
        if not self.opener or after != self.seat:
            reader = READER.get()
            raise PositionError(
                reader.plural(
                    "with {count} tile on the table it is {seat}'s turn only after a pass or a "
                    "draw: write how many tiles each player holds",
                    "with {count} tiles on the table it is {seat}'s turn only after a pass or a "
                    "draw: write how many tiles each player holds",
                    laid,
                    seat=self.seat,
                )
                if self.opener
                else reader.text("choose who opened, or write how many tiles each player holds")
            )
        return {seat: max(self.setup.hand_size - turns[seat], 0) for seat in names}

    def _hands(self, hidden: Mapping[str, str], own: Sequence[str]) -> str:
        texts = {**hidden, self.seat: ".".join(own)}
        return "/".join(f"{seat}:{texts[seat]}" for seat in self.setup.seat_names)

    def _text(self, *words: str) -> str:
        facts = {**({"opener": self.opener} if self.opener else {}), **self.facts}
        known = (f"{name}:{value}" for name, value in facts.items())
        return " ".join([f"{self.game}/{self.setup.seats}", *words, *known])


def typed_words(text: str) -> list[str]:
    """The parts of a line that was typed in one go: `66 61 13`, `66,61,-` or `66-61-13`.

    Raises `PositionError` for too many.
    """
    words = [word for word in _BETWEEN.split(_HYPHENS.sub(" ", text.strip())) if word]
    if len(words) > MAX_WORDS:
        most = MAX_WORDS
        too_many = READER.get().text("a round has at most {most} tiles and passes here", most=most)
        raise PositionError(too_many)
    return [PASS if word.casefold() in PASSES else word for word in words]


def turned(text: str) -> str:
    """Tiles as they lie, each turned so that halves that meet are equal: `26-66-61`.

    Raises `PositionError` where neighbours share no number.
    """
    tiles = [_tile(word) for word in typed_words(text)]
    if not tiles:
        raise PositionError(READER.get().text("write the tiles of the line, such as 66 61 13"))
    halves = (tiles[0].high, tiles[0].low)
    if len(tiles) > 1 and halves[1] not in {tiles[1].high, tiles[1].low}:
        halves = halves[::-1]
    lying = [halves]
    for before, tile in pairwise(tiles):
        end = lying[-1][1]
        if end not in {tile.high, tile.low}:
            torn = READER.get().text(
                "{tile} does not fit beside {before}: write the line from one end to the other",
                tile=tile,
                before=before,
            )
            raise PositionError(torn)
        lying.append((end, tile.low if tile.high == end else tile.high))
    return "-".join(
        f"{tile}" if pair[0] == tile.high else f"{tile}"[::-1]
        for tile, pair in zip(tiles, lying, strict=True)
    )


def _tile(word: str) -> Tile:
    try:
        return Tile.parse(word)
    except DominoesError:
        no_tile = READER.get().text("{word} is not a tile; write 64", word=quoted(word))
        raise PositionError(no_tile) from None


def own_turns(question: Question, _: Tell, __: Cancel) -> dict[str, object]:
    """The positions in which a player had a choice, each with what was played there.

    The question has the `position` before the first tile, the `seat`, the tiles of that player
    as `own`, and the `line` in the order of play. Passes that follow from whose tiles were laid
    may be missing. If it is that player's turn after the line, the last position is that one.
    """
    position, seat = position_of(question), question["seat"]
    own = {Tile.parse(text) for text in question["own"]}
    turns: list[dict[str, object]] = []
    told: list[str] = []
    reader = READER.get()

    def take_note(played: str) -> None:
        if position.turn == seat and not position.is_over and len(position.legal_moves) > 1:
            named = in_words(Move.parse(played)) if played else ""
            turns.append(
                {
                    "position": f"{position}",
                    "after": " ".join(told[-SHOWN_WORDS:]).replace(PASS, reader.text("pass")),
                    "played": played,
                    "named": named,
                }
            )

    try:
        for word in typed_words(question["line"]):
            move = Move.parse(word)
            passes = _passes_before(position, move, seat, own)
            for played in (*[PASS] * passes, word):
                take_note(played)
                position = position.play(played)
                told.append(played)
        take_note("")
    except DominoesError as error:
        if not told:
            dealt = reader.text("after the deal: {why}", why=error)
            raise PositionError(dealt) from None
        played = reader.text("after {moves}: {why}", moves=" ".join(told), why=error)
        raise PositionError(played) from None
    return {"turns": turns, "position": f"{position}"}


def _passes_before(position: Position, move: Move, seat: str, own: Set[Tile]) -> int:
    """How many passes were left out before a tile: it shows whether it was this player's turn."""
    names, turn = position.setup.seat_names, position.turn
    setup = position.setup
    if move.tile is None or not turn or setup.draws or setup.tricks or not position.line:
        return 0
    if move.tile in own:
        return (names.index(seat) - names.index(turn)) % len(names)
    return int(turn == seat)
