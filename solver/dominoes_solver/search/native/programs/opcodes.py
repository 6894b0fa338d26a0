"""The lowest layer of the programs: their words, the tables they look up, who is meant.

See `condition_programs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact, Role
from dominoes_lang.table.state import NO_TILE, NOBODY
from dominoes_lang.table.tiles import Order
from dominoes_solver.search.native import row_format as at

LARGEST = 1 << 60
LARGEST_READ = 10**6
"""Scores and round numbers beyond this are left to plain Python."""
LARGEST_PAYMENT = 10**7
"""What a moment may pay a side while a round goes on."""
LARGEST_STANDING = 10**14
"""No score is larger after `LARGEST_READ` points and all the payments of a round."""


_ROLES = {
    Role.MOVER: at.MOVER,
    Role.FINISHER: at.FINISHER,
    Role.OPENER: at.OPENER,
    Role.WINNER: at.WINNER,
}


class Unsupported(Exception):
    """Something that the kernels can't express; the message names it."""


class Data:
    """The numbers that programs look up: tables indexed from -1, which is nobody or no tile."""

    def __init__(self, setup: Setup) -> None:
        seats, sides = range(setup.seats), range(setup.sides)
        players = [sum(1 << seat for seat in team) for team in setup.players_of]
        everyone = (1 << setup.seats) - 1
        self.numbers: list[int] = []
        partners = []
        for seat in seats:
            team = setup.players_of[setup.side_of[seat]]
            partners.append(next((other for other in team if other != seat), NOBODY))
        self.only = self._table(0, [1 << seat for seat in seats])
        self.players = self._table(0, players)
        self.opponents = self._table(0, [everyone & ~players[side] for side in sides])
        self.other_side = self._table(NOBODY, [1, 0])
        self.side_of = self._table(NOBODY, setup.side_of)
        self.after = self._table(NOBODY, [setup.after(seat) for seat in seats])
        self.before = self._table(NOBODY, [setup.after(seat, -1) for seat in seats])
        self.partner = self._table(NOBODY, partners)
        self.bit = self._table(0, [1 << tile for tile in range(len(setup.tiles))])
        # No number at the ends: the table is empty, and every tile fits.
        self.fits = self._table(setup.fits.mask(()), setup.fits.by_number)
        self.orders = {order: self._order(setup.tiles.in_order(order)) for order in Order}

    def _table(self, none: int, entries: Sequence[int]) -> int:
        """Add a table; the answer is where it begins."""
        base = len(self.numbers)
        self.numbers += [none, *entries]
        return base

    def _order(self, tiles: Sequence[int]) -> int:
        """Add an order of tiles, which ends with none; the answer is where it begins."""
        base = len(self.numbers)
        self.numbers += [*tiles, NO_TILE]
        return base


@dataclass(frozen=True)
class Bound:
    """The number of a seat or side within an expression, known beforehand."""

    number: int
    side: bool = False


@dataclass(frozen=True)
class Whos:
    """Writes who is meant, and what they hold."""

    setup: Setup
    data: Data
    code: list[tuple[int, int]]
    them: Bound | None = None
    """The binding of `each player`, `each side` and `them`."""
    mover: int | None = None
    """The mover, where it is asked what somebody could do if it were their turn."""

    def add(self, word: int, number: int = 0) -> None:
        if not -(1 << 62) < number < 1 << 62:
            raise Unsupported(f"the number {number}")
        self.code.append((word, number))

    def jump(self, word: int) -> int:
        """A jump whose aim `land` fills in."""
        self.add(word)
        return len(self.code) - 1

    def land(self, jump: int) -> None:
        word, _ = self.code[jump]
        self.code[jump] = (word, len(self.code))

    def measure(self, measure: nodes.Measure) -> None:
        """Pips, doubles or tiles of the mask on the stack."""
        if measure == "pips":
            self.add(at.PIPS)
            return
        if measure == "doubles":
            self.add(at.PUSH, self.setup.tiles.doubles)
            self.add(at.BITS_AND)
        self.add(at.COUNT)

    def tile(self, node: Expression) -> None:
        """The number of a tile, -1 for none."""
        match node:
            case nodes.TileLiteral(tile=tile):
                self.add(at.PUSH, self.setup.tiles.number[tile])
            case nodes.DealtTile(order=order):
                self.add(at.UNION, (1 << self.setup.seats) - 1)
                self.add(at.FIRST, self.data.orders[order])
            case nodes.Read(fact=Fact.LAST_TILE):
                self.add(at.LOAD, at.LAST_TILE)
            case _:
                raise Unsupported(f"the tile {' '.join(node.span.text.split())}")

    def tile_bit(self, node: Expression) -> None:
        self.tile(node)
        self.add(at.LOOKUP, self.data.bit)

    def kind(self, node: Expression) -> str:
        """Whether an expression means a `seat`, a `side` or several `seats`."""
        match node:
            case nodes.Who(role=Role.EVERYONE | Role.ANY_PLAYER):
                return "seats"
            case nodes.Who(role=Role.WINNER):
                return "side"
            case nodes.Who(role=Role.EACH_PLAYER | Role.EACH_SIDE | Role.THEM):
                return "side" if self._them.side else "seat"
            case nodes.Related(relation=relation):
                opponents = "side" if self.setup.sides == 2 else "seats"
                return {"side": "side", "partner": "seat", "opponents": opponents}[relation]
            case nodes.Except():
                return "seats"
            case nodes.Ranked(noun=noun):
                return "seat" if noun == "player" else "side"
        return "seat"

    @property
    def _them(self) -> Bound:
        if self.them is None:
            raise Unsupported("a pronoun without a referent")
        return self.them

    def who(self, node: Expression) -> None:
        """The seat, side or mask of seats of an expression, by `kind`."""
        match node:
            case nodes.Seat(number=seat):
                self.add(at.PUSH, seat)
            case nodes.Who(role=role):
                self._role(role)
            case nodes.Neighbour(way=way, who=inner):
                self.as_player(inner)
                self.add(at.LOOKUP, self.data.after if way == "after" else self.data.before)
            case nodes.Related(relation="side", who=inner):
                self.as_side(inner)
            case nodes.Related(relation="partner", who=inner):
                self.as_player(inner)
                self.add(at.LOOKUP, self.data.partner)
            case nodes.Related(who=inner):
                self.as_side(inner)
                two = self.setup.sides == 2
                self.add(at.LOOKUP, self.data.other_side if two else self.data.opponents)
            case nodes.HolderOf(tile=tile):
                self.tile_bit(tile)
                self.add(at.HOLDER)
            case nodes.Except(who=inner, but=but):
                self.as_seats(inner)
                self.as_seats(but)
                self.add(at.BITS_LESS)
            case nodes.Ranked():
                self._ranked(node)
            case _:
                raise Unsupported(f"the player {type(node).__name__}")

    def _role(self, role: Role) -> None:
        if role is Role.MOVER and self.mover is not None:
            self.add(at.PUSH, self.mover)
        elif role in _ROLES:
            self.add(at.LOAD, _ROLES[role])
        elif role is Role.NOBODY:
            self.add(at.PUSH, NOBODY)
        elif role in {Role.EVERYONE, Role.ANY_PLAYER}:
            self.add(at.PUSH, (1 << self.setup.seats) - 1)
        elif role is Role.LOT:
            raise Unsupported("the lot")
        else:
            self.add(at.PUSH, self._them.number)

    def _ranked(self, node: nodes.Ranked) -> None:
        side = node.noun != "player"
        if node.ties is None:
            self.add(at.PUSH, NOBODY)
        elif side:
            self.as_side(node.ties)
        else:
            self.as_player(node.ties)
        teams = self.setup.players_of if side else [(seat,) for seat in range(self.setup.seats)]
        for team in teams:
            if node.noun == "side":
                self._ranking_key(node, team)
                continue
            for seat in team:
                self._ranking_key(node, (seat,))
            if len(team) > 1:
                self.add(at.LEAST, len(team))
        self.add(at.LEADER, len(teams))

    def _ranking_key(self, node: nodes.Ranked, seats: tuple[int, ...]) -> None:
        """One number for all the measures of these players, the first weighing most."""
        span = 2 * (sum(map(abs, self.setup.values)) + at.MOST_TILES) + 1
        if span ** len(node.extremes) >= LARGEST:
            raise Unsupported("a ranking by so many measures")
        for number, extreme in enumerate(node.extremes):
            if number:
                self.add(at.PUSH, span)
                self.add(at.MULTIPLY)
            self.add(at.UNION, sum(1 << seat for seat in seats))
            self.measure(extreme.measure)
            if extreme.which == "most":
                self.add(at.PUSH, -1)
                self.add(at.MULTIPLY)
            if number:
                self.add(at.ADD)

    def as_player(self, node: Expression) -> None:
        """The seat of a single player; a side stands for its only player."""
        if self.kind(node) == "seats":
            raise Unsupported("several players where one is needed")
        self.who(node)

    def as_side(self, node: Expression) -> None:
        kind = self.kind(node)
        if kind == "seats":
            raise Unsupported("several players where a side is needed")
        self.who(node)
        if kind == "seat" and self.setup.team_size > 1:
            self.add(at.LOOKUP, self.data.side_of)

    def as_seats(self, node: Expression) -> None:
        """The mask of the seats of an expression."""
        kind = self.kind(node)
        self.who(node)
        if kind != "seats":
            self.add(at.LOOKUP, self.data.players if kind == "side" else self.data.only)

    def hand(self, node: Expression) -> None:
        """The mask of the tiles that these players hold together."""
        self.as_seats(node)
        last, before = self.code[-1], self.code[-2:-1]
        if last[0] == at.PUSH:
            self.code[-1] = (at.UNION, last[1])
        elif last == (at.LOOKUP, self.data.only) and before and before[0][0] == at.PUSH:
            self.code.pop()
            seat = before[0][1]
            self.code[-1] = (at.UNION, 1 << seat if seat >= 0 else 0)
        else:
            self.add(at.UNION_OF)
