"""Players, sides and tiles of the rules as values: the lower half of the lowering."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from dominoes_lang.lowering.program import (
    LAID,
    Tables,
    Type,
    Value,
    const,
    counted,
    held,
    known,
    least,
    less,
    most,
    plus,
    remainder,
    shared,
    times,
    whole,
)
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact, Role
from dominoes_lang.table.state import NOBODY

_READ = {
    Role.MOVER: "mover",
    Role.FINISHER: "finisher",
    Role.OPENER: "opener",
    Role.BIDDER: "bidder",
    Role.TAKER: "taker",
}


@dataclass(frozen=True)
class PlayerLowering:
    """Lowers the players and tiles of a setup."""

    setup: Setup
    them: Value | None = None
    """What `each player`, `each side` and `them` are."""
    laid: Value = LAID
    """Whether a tile lies on the table; machine code asks where that is certain."""
    mover: int | None = None
    """The seat whose turn it is, where that is certain."""
    begins: bool = False
    """Whether it is asked what could be done at the beginning of a turn."""

    @cached_property
    def tables(self) -> Tables:
        return Tables(self.setup)

    @cached_property
    def everyone(self) -> Value:
        return const(Type.SEATS, self.setup.everyone)

    # ------------------------------------------------------------------ tiles

    def held(self, measure: nodes.HandMeasure, seats: Value) -> Value:
        """What players hold together; pips and doubles of tiles laid aside count as well."""
        aside = measure in nodes.COUNTED_ASIDE and "aside" in self.setup.tracks
        return self.measured(measure, counted(seats) if aside else held(seats))

    def measured(self, measure: nodes.HandMeasure, tiles: Value) -> Value:
        """How many tiles, doubles or pips there are in a set of tiles."""
        of_set = self.setup.tiles
        match measure:
            case "pips":
                return Value("pips", Type.WHOLE, (tiles,))
            case "doubles":
                tiles = shared(tiles, const(Type.TILES, of_set.doubles))
            case nodes.TilesWith(number=number):
                tiles = shared(tiles, const(Type.TILES, of_set.showing(number)))
            case nodes.OF_ONE_NUMBER:
                numbers = range(of_set.highest + 1)
                return most([self.measured(nodes.TilesWith(n), tiles) for n in numbers])
        return whole(0) if known(tiles) == 0 else Value("count", Type.WHOLE, (tiles,))

    def tile(self, node: Expression) -> Value:
        """The number of a tile, -1 for none."""
        match node:
            case nodes.TileLiteral(tile=tile):
                return const(Type.TILE, self.setup.tiles.number[tile])
            case nodes.RoundsDouble(ahead=ahead):
                later = plus(Value("read", Type.WHOLE, (), "round"), whole(ahead - 1))
                doubles = len(self.setup.rounds_doubles)
                return self.tables.at("rounds_double", remainder(later, doubles))
            case nodes.DealtTile(order=order):
                return Value("first", Type.TILE, (held(self.everyone),), order)
            case nodes.Read(fact=Fact.LAST_TILE):
                return Value("read", Type.TILE, (), "last_tile")
            case nodes.Name(name=name):
                return Value("parameter", Type.TILE, (), name)
        raise AssertionError(f"no tile: {node}")

    def bit(self, node: Expression) -> Value:
        """The mask of a tile, 0 for none."""
        return self.tables.at("bit", self.tile(node))

    # ------------------------------------------------------------------ who

    def who(self, node: Expression) -> Value:
        """The player, side or players of an expression."""
        at = self.tables.at
        match node:
            case nodes.Seat(number=seat):
                return const(Type.SEAT, seat)
            case nodes.Who(role=role):
                return self._role(role)
            case nodes.Neighbour(way=way, who=inner):
                return at(way, self.player(inner))
            case nodes.Related(relation="side", who=inner):
                return self.side(inner)
            case nodes.Related(relation="partner", who=inner):
                return at("partner", self.player(inner))
            case nodes.Related(who=inner):
                table = "other_side" if self.setup.sides == 2 else "opponents"
                return at(table, self.side(inner))
            case nodes.HolderOf(tile=tile):
                return Value("holder", Type.SEAT, (self.bit(tile),))
            case nodes.Except(who=inner, but=but):
                return less(self.seats(inner), self.seats(but))
            case nodes.Ranked():
                return self._ranked(node)
        raise AssertionError(f"no who: {node}")

    def _role(self, role: Role) -> Value:
        if role is Role.MOVER and self.mover is not None:
            return const(Type.SEAT, self.mover)
        if role in _READ:
            return Value("read", Type.SEAT, (), _READ[role])
        if role is Role.WINNER:
            return Value("read", Type.SIDE, (), "won")
        if role is Role.NOBODY:
            return const(Type.SEAT, NOBODY)
        if role is Role.STILL_IN:
            return Value("still in", Type.SEATS)
        if role is Role.LAST_IN:
            return Value("last in", Type.SEAT)
        if role in {Role.EVERYONE, Role.ANY_PLAYER, Role.ANY_SIDE}:
            return self.everyone
        assert self.them is not None, "the checker binds every pronoun"
        return self.them

    def _ranked(self, node: nodes.Ranked) -> Value:
        if node.noun == "player":
            groups: Iterable[tuple[int, ...]] = ((seat,) for seat in range(self.setup.seats))
            kind, lower = Type.SEAT, self.player
        else:
            groups, kind, lower = self.setup.players_of, Type.SIDE, self.side
        tie = const(kind, NOBODY) if node.ties is None else lower(node.ties)
        keys = [
            self._ranking_key(node, team)
            if node.noun == "side"
            else least([self._ranking_key(node, (seat,)) for seat in team])
            for team in groups
        ]
        return Value("leader", kind, (tie, *keys))

    def _ranking_key(self, node: nodes.Ranked, seats: tuple[int, ...]) -> Value:
        """One number for all the measures of these players, the first weighing most."""
        span = 2 * (sum(map(abs, self.setup.values)) + len(self.setup.tiles)) + 1
        if seats[0] not in self.setup.playing:
            return whole(span ** len(node.extremes))  # behind everybody who plays
        players = const(Type.SEATS, sum(1 << seat for seat in seats))
        key = whole(0)
        for extreme in node.extremes:
            sign = -1 if extreme.which == "most" else 1
            measured = times(self.held(extreme.measure, players), whole(sign))
            key = plus(times(key, whole(span)), measured)
        return key

    def player(self, node: Expression) -> Value:
        """A single player; a side stands for its only one."""
        who = self.who(node)
        assert who.type is not Type.SEATS, "the checker wants one player here"
        return who._replace(type=Type.SEAT)

    def side(self, node: Expression) -> Value:
        """A single side, that of a player."""
        return self.side_of(self.who(node))

    def seats(self, node: Expression) -> Value:
        """All the players of an expression."""
        return self.seats_of(self.who(node))

    def side_of(self, who: Value) -> Value:
        assert who.type is not Type.SEATS, "the checker wants one side here"
        if who.type is Type.SIDE or self.setup.team_size == 1:
            return who._replace(type=Type.SIDE)
        return self.tables.at("side_of", who)

    def seats_of(self, who: Value) -> Value:
        if who.type is Type.SEATS:
            return who
        return self.tables.at("players" if who.type is Type.SIDE else "only", who)
