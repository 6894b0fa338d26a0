"""How much players may hold when a round ends: the heaviest and the lightest hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from dominoes_lang.analysis.revealed.steps import Unable, reveals
from dominoes_lang.analysis.turns.going_out import tiles_at, tiles_in
from dominoes_lang.analysis.turns.length import Length, length
from dominoes_lang.lowering.intervals import Interval
from dominoes_lang.lowering.lower import Award, Lowering
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import PASSING, Act, Expression, Role


class Holdings:
    """Bounds on the hands at the end of a round of one setup."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._pips: dict[tuple[int, ...], Interval] = {}
        self._lowered: dict[int, tuple[Award, ...]] = {}
        self.drawn = setup.stock_size - setup.reserve if setup.draws else 0
        """The most tiles that can be drawn."""
        least = tiles_at(setup.domino)
        self.least = min(least + 1, setup.hand_size)
        """The fewest tiles that any player holds while a round goes on."""

    def lowered(self, award: nodes.AwardClause) -> tuple[Award, ...]:
        """An award for each of those that it goes through; asked again for every ending."""
        awards = self._lowered.get(id(award))
        if not awards or awards[0].rule is not award:
            awards = tuple(bound.award(award) for bound in Lowering(self.setup).bindings(award))
            self._lowered[id(award)] = awards
        return awards

    @cached_property
    def length(self) -> Length | None:
        """The longest round; None if it is not proven that every round ends."""
        return length(self.setup)

    @cached_property
    def left_over(self) -> int | None:
        """The most tiles in the hand of a finisher by domino; None if that is not certain."""
        if self.setup.turn.discards:
            return None  # the last tile may have been laid aside, by another player
        parts = [_implied(part) for part in _parts(self.setup.domino, "or")]
        most = max(parts)
        return most if min(parts) >= 0 and most < self.setup.hand_size else None

    @cached_property
    def stuck(self) -> bool:
        """Whether no tile in any hand fits an end where a round ends blocked."""
        setup = self.setup
        if setup.turn.discards or setup.turn.drops_out:
            return False  # a tile laid aside, or laid down, still counts, and may fit by now
        free_play = not setup.turn.forced_passes and any(
            step.act is Act.PLAY and step.guard is None for step in setup.turn.steps
        )
        unable = [
            reveals(setup, number).unable is Unable.ALWAYS
            for number, step in enumerate(setup.turn.steps)
            if step.act in PASSING
        ]
        for part in _parts(setup.blocked, "and"):
            match part:
                case nodes.Can(verb=verb, who=nodes.Who(role=Role.NOBODY)):
                    if verb == "play" or free_play:
                        return True
                case nodes.PassedInARow():
                    if all(unable) and not setup.draws:
                        return True
        return False

    def tiles(self, seats: Sequence[int], finisher: int, *, domino: bool) -> Interval:
        """The number of tiles that these players hold together."""
        low = high = 0
        out = domino and self.left_over is not None
        for seat in seats:
            if seat == finisher:
                low += max(0, self.least - 1) if domino else self.least
                high += self.left_over if out and self.left_over else 0
                high += 0 if out else self.setup.hand_size - 1
            else:
                low += self.least
                high += self.setup.hand_size
        if self.drawn and any(seat != finisher or not out for seat in seats):
            high += self.drawn
        return Interval(min(low, high), high)

    def pips(self, seats: Sequence[int], finisher: int, *, domino: bool) -> Interval:
        """The bounds of the value of the tiles that these players hold together."""
        # Asked again for every award and every way in which a round may end.
        asked = (*seats, finisher, domino)
        if asked not in self._pips:
            self._pips[asked] = self._pips_of(seats, finisher, domino=domino)
        return self._pips[asked]

    def _pips_of(self, seats: Sequence[int], finisher: int, *, domino: bool) -> Interval:
        count = self.tiles(seats, finisher, domino=domino)
        low, high = int(count.low or 0), int(count.high or 0)
        sets = self._without_a_number if self.stuck and not domino else [self._weights]
        return Interval(
            min(sum(weights[:low]) for weights in sets),
            max(sum(weights[max(0, len(weights) - high) :]) if high else 0 for weights in sets),
        )

    def doubles(self, seats: Sequence[int], finisher: int, *, domino: bool) -> Interval:
        count = self.tiles(seats, finisher, domino=domino)
        doubles = self.setup.tiles.doubles.bit_count()
        singles = len(self.setup.tiles) - doubles
        low, high = int(count.low or 0), int(count.high or 0)
        return Interval(max(0, low - singles), min(high, doubles))

    @cached_property
    def _weights(self) -> list[int]:
        return sorted(self.setup.values)

    @cached_property
    def _without_a_number(self) -> list[list[int]]:
        """The tiles that may be held with a number open that nobody can play on, by number."""
        setup = self.setup
        waits = setup.touching.after_double or setup.shape.then_doubles
        return [
            sorted(value for tile, value in enumerate(setup.values) if not fitting >> tile & 1)
            for fitting in (setup.fits.own_double if waits else setup.fits.by_number)
        ]


def _parts(node: Expression, joiner: str) -> Iterator[Expression]:
    if isinstance(node, nodes.Both) and node.joiner == joiner:
        for part in node.parts:
            yield from _parts(part, joiner)
    else:
        yield node


def _implied(node: Expression) -> int:
    """The most tiles of a mover for whom a condition holds; -1 for no such bound."""
    return max(tiles_in(part) for part in _parts(node, "and"))
