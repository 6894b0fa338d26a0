"""What a position consists of, and the text that follows from it.

A variant for one number of players is written without `/SEATS`; both are read. The end of a play on
two equal ends is kept as it was written, since it decides how the line is drawn.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.binding import Value
from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.table.layout import LaidTiles
from dominoes_lang.table.rows import laid_by, lying
from dominoes_lang.table.shape import Starter
from dominoes_lang.table.state import NOBODY, SEAT_LETTERS
from dominoes_lang.text.quoting import plain
from dominoes_rules import library
from dominoes_rules.position.laid_text import facts_of, format_paths
from dominoes_rules.position.notation import (
    format_drawn,
    format_holding,
    format_tiles,
    in_order,
)
from dominoes_solver.evidence.builder import starter_of, table_before
from dominoes_solver.evidence.last_tile import reads_last_tile
from dominoes_solver.evidence.view import Holding, Record, Snapshot, View


@dataclass(frozen=True)
class Description:
    """A position's parts: the variant, as its text names it, and what was seen of the round."""

    name: str
    compiled: Compiled
    view: View
    laid: LaidTiles = LaidTiles()  # noqa: RUF009 (it is immutable)
    """The tiles on the table of a snapshot; empty in a record."""

    @property
    def text(self) -> str:
        setup, view = self.compiled.setup, self.view
        parts = [self._variant()]
        if isinstance(view, Snapshot):
            parts.append(format_paths(self.laid, setup.layout))
            parts += [self._hands(view.hands), SEAT_LETTERS[view.mover]]
        else:
            parts.append(self._dealt(view))
        if view.stock:
            parts.append("stock:" + format_tiles(view.stock, view.stock_unseen, setup.tiles))
        if isinstance(view, Record):
            if view.moves:
                moves = in_order(view.moves, setup.layout, table_before(setup, view))
                parts.append("play:" + ",".join(map(str, moves)))
            turned = setup.shape.starter is Starter.STOCK
            facts = {"turned": str(setup.tiles.tiles[view.turned]) if turned else ""}
        else:
            facts = {
                **facts_of(self.laid, setup.layout, setup.starter_of(view.round)),
                "aside": self._aside(view),
                "void": self._void(view),
                "passes": str(view.passes or ""),
            }
        if view.opener is not None:
            facts["opener"] = SEAT_LETTERS[view.opener]
        if isinstance(view, Record) and view.opening is not None:
            facts["with"] = format_holding(Holding(view.opening), setup.tiles)
        if isinstance(view, Snapshot) and view.finisher is not None and view.finisher != NOBODY:
            usual = setup.after(view.mover, -1 - view.passes)
            facts["finisher"] = "" if view.finisher == usual else SEAT_LETTERS[view.finisher]
        if isinstance(view, Snapshot) and view.laid.bit_count() > len(view.tips) == 1:
            last = setup.tiles.tiles[view.tips[0][0]]
            facts["last"] = str(last) if reads_last_tile(setup) else ""
        if view.round != 1:
            facts["round"] = str(view.round)
        if view.scores and any(view.scores + setup.match.head_start):
            facts["score"] = "-".join(str(score) for score in view.scores)
        if view.paid:
            facts["paid"] = "-".join(str(points) for points in view.paid)
        facts["idle"] = str(view.idle or "")
        facts["sets"] = "-".join(map(str, view.sets))
        facts["streaks"] = "-".join(map(str, view.streaks))
        facts["redeals"] = str(view.redeals or "")
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

    def _dealt(self, record: Record) -> str:
        """The hands as they were dealt, each with what its player drew before the opening."""
        if not record.drew:
            return self._hands(record.dealt)
        tiles, before = self.compiled.setup.tiles, record.before_drawing
        return "/".join(
            f"{SEAT_LETTERS[seat]}:{format_holding(hand, tiles)}+{format_drawn(drew, tiles)}"
            for seat, (hand, drew) in enumerate(zip(before, record.drew, strict=True))
        )

    def _aside(self, view: Snapshot) -> str:
        """What each seat has laid aside: how many unseen tiles, and those that are known."""
        every = self.compiled.setup.tiles
        return ".".join(
            "".join(
                [SEAT_LETTERS[seat], str(aside.unseen or "")]
                + [f"~{tile}" for tile in every.in_mask(aside.known)]
            )
            for seat, aside in enumerate(view.aside)
            if aside.size
        )

    def _void(self, view: Snapshot) -> str:
        """The numbers that each seat is known not to hold, and single tiles besides."""
        every = self.compiled.setup.tiles
        parts = []
        for seat, tiles in enumerate(view.void):
            numbers = every.missing(every.all & ~tiles, every.all)
            rest = tiles & ~view.laid
            for number in numbers:
                rest &= ~every.bearing[number]
            words = [*map(str, numbers), *(tile.bracketed for tile in every.in_mask(rest))]
            if words:
                parts.append(f"{SEAT_LETTERS[seat]}={'.'.join(words)}")
        return ",".join(parts)

    def _parameters(self) -> list[str]:
        """The parameters that differ from their defaults."""
        setup = self.compiled.setup
        default = setup.ruleset.defaults
        return [
            f"{name}={shown(value)}" for name, value in setup.parameters if default[name] != value
        ]

    @property
    def laid_now(self) -> LaidTiles:
        if isinstance(self.view, Snapshot):
            return self.laid
        setup = self.compiled.setup
        starter = lying(starter_of(setup, self.view))
        return laid_by(setup.layout.picture, (*starter, *(move.action for move in self.view.moves)))


def shown(value: Value) -> str:
    """The value of a parameter as it is written in a position."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def name_of(ruleset: Ruleset) -> str:
    """The name of a ruleset in a position: that of a bundled variant, or the path of its file."""
    name = ruleset.name
    if library.is_bundled(name, ruleset):
        return name
    return ruleset.source.name if ruleset.source.name.endswith(".rules") else name


def typed_name(setup: Setup) -> str:
    """The rules as they are named on a command line: `block`, `domohnoes/4`, `my/house.rules`."""
    ruleset = setup.ruleset
    seats = "" if len(ruleset.players) == 1 else f"/{setup.seats}"
    return plain(shlex.quote(name_of(ruleset) + seats))
