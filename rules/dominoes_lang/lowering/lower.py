"""From the expressions of a setup to values: the one translation that all others start from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import lcm
from typing import NamedTuple

from dominoes_lang.lowering.amounts import Exact, beyond, exact
from dominoes_lang.lowering.program import (
    MOVER,
    MOVER_ALONE,
    NO,
    NUMBER_IN,
    OPEN,
    OVER,
    YES,
    Type,
    Value,
    both,
    compared,
    const,
    divided,
    either,
    held,
    meets,
    minus,
    no,
    open_there,
    open_to,
    plus,
    shared,
    some,
    times,
    whole,
)
from dominoes_lang.lowering.values import PlayerLowering
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, PASSING, PLACED, Act, Expression, Fact, Role
from dominoes_lang.table.shape import Where
from dominoes_lang.table.state import COUNTERS, Over

RELATIONS = {
    "is": "==",
    "is not": "!=",
    "at least": ">=",
    "at most": "<=",
    "more than": ">",
    "less than": "<",
}
"""The operations that compare, by the words of the language."""
_OF_TURN = {counter.name for counter in COUNTERS if counter.of_turn}
_APART = {Act.PLAY_DOUBLE, *PLACED, Act.PLAY_AT_EACH, Act.DISCARD, Act.STOP}
"""The steps that ask for more than a tile that fits, or a stock."""
_ENDS = {Fact.PIPS_ON_ENDS, Fact.ENDS_ALIKE, Fact.HALVES_LIKE_IT}
"""The facts that are operations: the layout answers them."""
THEM: dict[Role | None, Value] = {
    Role.EACH_PLAYER: Value("them", Type.SEAT),
    Role.EACH_SIDE: Value("them", Type.SIDE),
}
"""Those whom an award goes through, one after another."""


class LoweredRow(NamedTuple):
    """A row of a table: its value holds where the condition does and no row above it applies."""

    condition: Value
    value: Value
    rule: nodes.TableRow


class Award(NamedTuple):
    """What one award pays, and to which players, or to which side."""

    condition: Value
    amount: tuple[LoweredRow, ...]
    exact: tuple[Exact, ...]
    """The amounts of the rows, before they are divided."""
    to: Value
    rule: nodes.AwardClause


@dataclass(frozen=True)
class Lowering(PlayerLowering):
    """Lowers the expressions of a setup."""

    # ------------------------------------------------------------------ rows and awards

    def rows(self, table: nodes.Table) -> Iterator[tuple[Value, nodes.TableRow]]:
        """The rows of a table that may apply, each with its condition."""
        for row in table.rows:
            condition = YES if row.condition is None else self.condition(row.condition)
            if condition != NO:
                yield condition, row
            if condition == YES:
                return

    def values(self, rule: nodes.Node | None) -> Iterator[Value]:
        """All values of a rule: of a condition, a player, a table of winners, openers, an award."""
        match rule:
            case None | nodes.Who(role=Role.LOT):
                return
            case nodes.AwardClause():
                award = replace(self, them=THEM.get(rule.each)).award(rule)
                yield from (award.condition, award.to, *(exact.value for exact in award.exact))
                yield from (row.condition for row in award.amount)
            case nodes.Table():
                for condition, row in self.rows(rule):
                    yield from (condition, self.side(row.value))
            case nodes.OpeningRow(condition=condition, choices=choices):
                for part in (condition, *(choice.who for choice in choices)):
                    yield from self.values(part)
            case _ if nodes.is_who(rule):  # type: ignore[arg-type]
                yield self.who(rule)  # type: ignore[arg-type]
            case _:
                yield self.condition(rule)  # type: ignore[arg-type]

    def winner(self) -> tuple[LoweredRow, ...]:
        """The table of the side that wins a finished round, by its end."""
        rows = self.rows(self.setup.winner)
        return tuple(LoweredRow(condition, self.side(row.value), row) for condition, row in rows)

    def award(self, award: nodes.AwardClause) -> Award:
        """One award, for `them`."""
        to = self.who(award.to)
        # The rows cover what the condition of the award allows: with a parameter that forbids it,
        # none may be left.
        nothing = nodes.TableRow(None, nodes.Number(0, span=award.span), span=award.span)
        table = list(self.rows(award.amount)) or [(YES, nothing)]
        rows = [(condition, self.amount(row.value), row) for condition, row in table]
        return Award(
            YES if award.condition is None else self.condition(award.condition),
            tuple(LoweredRow(condition, exact.points, row) for condition, exact, row in rows),
            tuple(exact for _, exact, _ in rows),
            to if to.type is Type.SEATS else self.side_of(to),
            award,
        )

    def bindings(self, award: nodes.AwardClause) -> Sequence[Lowering]:
        """This, with each of the players or sides that an award goes through."""
        if award.each not in THEM:
            return [self]
        kind = THEM[award.each].type
        among = self.setup.playing if kind is Type.SEAT else self.setup.sides_playing
        return [replace(self, them=const(kind, number)) for number in among]

    # ------------------------------------------------------------------ conditions

    def condition(self, node: Expression) -> Value:
        """Whether a condition holds."""
        match node:
            case nodes.YesNo(value=value):
                return const(Type.YES, value)
            case nodes.Name(name=name):
                return Value("parameter", Type.YES, (), name)
            case nodes.Not(condition=inner):
                return no(self.condition(inner))
            case nodes.Both(joiner=joiner, parts=parts):
                return (both if joiner == "and" else either)(map(self.condition, parts))
            case nodes.Compare():
                return self._compare(node)
            case nodes.IsDouble(tile=tile):
                return meets(self.bit(tile), const(Type.TILES, self.setup.tiles.doubles))
            case nodes.Read(fact=Fact.DOMINO | Fact.BLOCKED as fact):
                if self.begins:
                    return NO  # a turn begins, so the round goes on
                over = Over.DOMINO if fact is Fact.DOMINO else Over.BLOCKED
                return compared("==", OVER, whole(over))
            case nodes.Read(fact=Fact.NOTHING_TO_DRAW):
                return compared("<=", self._field("stock"), whole(self.setup.reserve))
            case nodes.PassedInARow():
                if self.setup.turn.drops_out:
                    return compared("==", NUMBER_IN, whole(0))
                return compared(">=", self._field("passes"), whole(self.setup.player_count))
        return self._quantified(node)

    def _compare(self, node: nodes.Compare) -> Value:
        left, right = node.left, node.right
        if nodes.is_tile(left):
            return compared(RELATIONS[node.relation], self.tile(left), self.tile(right))
        if nodes.is_who(left):
            meant = self.who(left), self.who(right)
            types = {person.type for person in meant}
            # A player is compared with a side as that player's side.
            as_one = self.seats_of if Type.SEATS in types else self.side_of
            if types == {Type.SEAT}:
                return compared(RELATIONS[node.relation], *meant)
            return compared(RELATIONS[node.relation], *map(as_one, meant))
        if node.relation == "multiple of":
            return compared("==", beyond(left, right, self._plain_amount), whole(0))
        first, second = self.amount(left), self.amount(right)
        below = lcm(first.below, second.below)
        return compared(RELATIONS[node.relation], first.times(below), second.times(below))

    def _quantified(self, node: Expression) -> Value:
        """A condition on what somebody holds or can do, with its quantifier."""
        who = node.who  # type: ignore[union-attr]
        groups = self.setup.quantified(who)
        if not isinstance(who, nodes.Who) or not groups:
            return self._of(node, self.seats(who))
        masks = [sum(1 << seat for seat in group) for group in groups]
        answers = [self._of(node, const(Type.SEATS, mask)) for mask in masks]
        if who.role is Role.EVERYONE:
            return both(answers)
        return no(either(answers)) if who.role is Role.NOBODY else either(answers)

    def _of(self, node: Expression, seats: Value) -> Value:
        """The condition, applied to these players taken together."""
        tiles = held(seats)
        match node:
            case nodes.HasNoTiles():
                return no(some(tiles))
            case nodes.HoldsTile(tile=tile):
                return meets(tiles, self.bit(tile))
            case nodes.HoldsNumber(number=number, some=holds):
                answer = meets(tiles, const(Type.TILES, self.setup.tiles.showing(number)))
                return answer if holds else no(answer)
            case nodes.HoldsNumberOf(tile=tile, some=holds):
                answer = meets(tiles, self.tables.at("alike", self.tile(tile)))
                return answer if holds else no(answer)
            case nodes.HoldsAmount(relation=relation, amount=amount, measure=measure):
                exact = self.amount(amount)
                measured = times(self.held(measure, seats), whole(exact.below))
                return compared(RELATIONS[relation], measured, exact.value)
            case nodes.DroppedOut():
                return Value("dropped out", Type.YES, (seats,))
            case nodes.Can() if self.setup.turn.drops_out:
                each = [const(Type.SEATS, 1 << seat) for seat in self.setup.playing]
                return either(
                    both([self._is_among(seat, seats), no(out), self._can(node, own)])
                    for seat, own in enumerate(each)
                    for out in [Value("dropped out", Type.YES, (own,))]
                )
            case nodes.Can():
                return self._can(node, seats)
        raise AssertionError(f"no condition: {node}")

    def _can(self, node: nodes.Can, seats: Value) -> Value:
        return self._fits(seats) if node.verb == "play" else self._can_act(seats)

    # ------------------------------------------------------------------ what a turn allows

    @cached_property
    def guarded(self) -> bool:
        """Whether what a player can do depends on more than the tiles held and the stock."""
        acting = [step for step in self.setup.turn.steps if step.act not in PASSING]
        if any(step.act in _APART for step in acting):
            return True
        return bool(self.setup.turn.forced_passes) or any(step.guard for step in acting)

    def _can_act(self, seats: Value) -> Value:
        """Whether one of these players could play or draw if it were their turn."""
        if not self.guarded:
            return self._acts(seats)
        if seats == MOVER_ALONE:
            opens = both([no(self.laid), some(held(seats))])
            return either([opens, both([self.laid, replace(self, begins=True)._acts(seats)])])
        can = []
        for seat in self.setup.playing:
            there = replace(self, mover=seat, begins=True)
            own = const(Type.SEATS, 1 << seat)
            # No guard is asked on the empty table.
            opens = both([no(self.laid), some(held(own))])
            acts = either([opens, both([self.laid, there._acts(own)])])
            can.append(both([self._is_among(seat, seats), acts]))
        return either(can)

    def _acts(self, seats: Value) -> Value:
        """Whether a turn of these players has an action that plays or draws."""
        able = NO
        for group in reversed(self.setup.turn.groups):
            steps = [self.setup.turn.steps[number] for number in group]
            for number in self.setup.turn.forced_passes.intersection(group):
                able = both([no(self._guard(self.setup.turn.steps[number])), able])
            acting = [both([self.possible(step, seats), self._guard(step)]) for step in steps]
            able = either([*acting, able])
        return able

    def possible(self, step: nodes.Step, seats: Value) -> Value:
        """Whether a step could play or draw at the beginning of a turn, its guard left aside."""
        if step.act in PASSING or step.act is Act.STOP:
            return NO
        if step.act in DRAWING:
            # The stock is open to whoever is meant, if anybody is.
            stock = compared(">", self._field("stock"), whole(self.setup.reserve))
            return both([self._is_anybody(seats), stock])
        if step.act is Act.DISCARD:
            return some(held(seats))
        if step.act in PLACED:
            return self._fits_there(seats, PLACED[step.act])
        if step.act is Act.PLAY_AT_EACH:
            return Value("fits at each", Type.YES, (held(seats),))
        doubles = const(Type.TILES, self.setup.tiles.doubles)
        return self._fits(seats, doubles if step.act is Act.PLAY_DOUBLE else None)

    def _fits_there(self, seats: Value, where: Where) -> Value:
        """Whether one of these players has a tile that fits where a step lays one."""
        return either(
            both(
                [
                    self._is_among(seat, seats),
                    meets(held(const(Type.SEATS, 1 << seat)), open_there(seat, where)),
                ]
            )
            for seat in self.setup.playing
        )

    def _fits(self, seats: Value, among: Value | None = None) -> Value:
        """Whether one of these players has a tile, or one of some, that fits an end open to it."""

        def fit(holders: Value, is_open: Value) -> Value:
            tiles = held(holders)
            if among is not None:
                tiles = shared(tiles, among)
            return meets(tiles, is_open)

        if self.setup.layout.open_to_all:
            return fit(seats, OPEN)
        if seats == MOVER_ALONE:
            return fit(seats, open_to(MOVER))
        return either(
            both(
                [
                    self._is_among(seat, seats),
                    fit(const(Type.SEATS, 1 << seat), open_to(const(Type.SEAT, seat))),
                ]
            )
            for seat in self.setup.playing
        )

    def _guard(self, step: nodes.Step) -> Value:
        return YES if step.guard is None else self.condition(step.guard)

    def _is_among(self, seat: int, seats: Value) -> Value:
        if seats.operation == "const":
            return const(Type.YES, bool(seats.constant >> seat & 1))
        return Value("among", Type.YES, (seats,), seat)

    def _is_anybody(self, seats: Value) -> Value:
        """Whether some seats are any; somebody always has the turn."""
        if seats == MOVER_ALONE:
            return YES
        return compared("!=", seats, const(Type.SEATS, 0))

    # ------------------------------------------------------------------ amounts and tiles

    def amount(self, node: Expression) -> Exact:
        """An amount, exactly."""
        return exact(node, self._plain_amount)

    def _plain_amount(self, node: Expression) -> Value:
        """An amount that is whole by itself."""
        match node:
            case nodes.Held(measure=measure, who=who):
                return self.held(measure, self.seats(who))
            case nodes.Taken(measure="tricks", who=who):
                return divided(self.measured("tiles", self._taken(who)), self.setup.seats)
            case nodes.Taken(measure=measure, who=who):
                return self.measured(measure, self._taken(who))  # type: ignore[arg-type]
            case nodes.ScoreOf(who=who):
                return Value("scores", Type.WHOLE, (self.seats(who),))
            case nodes.Running(what=what, who=who):
                return Value(f"{what} running", Type.WHOLE, (self.seats(who),))
            case nodes.Excess(measure=measure, who=who, over=over):
                own = self.held(measure, self.seats(over))
                seats = self.seats(who)
                return plus(*self._excesses(measure, seats, own))
            case nodes.HalfOf(which=which, tile=tile):
                return self.tables.at(f"{which}_half", self.tile(tile))
            case nodes.InStock(measure=measure):
                return self.measured(measure, Value("in stock", Type.TILES))
            case nodes.Name(name=name):
                return Value("parameter", Type.WHOLE, (), name)
            case nodes.Read(fact=Fact.PLAYERS):
                return whole(self.setup.player_count)
            case nodes.Read(fact=Fact.STILL_IN):
                return NUMBER_IN
            case nodes.Read(fact=fact) if fact in _ENDS:
                return Value(fact.value, Type.WHOLE)
            case nodes.Read(fact=fact) if self.begins and fact.field in _OF_TURN:
                return whole(0)
            case nodes.Read(fact=fact):
                return self._field(fact.field)
        raise AssertionError(f"no amount: {node}")

    def _taken(self, who: Expression) -> Value:
        """The tiles of the tricks that players have taken."""
        return Value("taken", Type.TILES, (self.seats(who),))

    def _excesses(self, measure: nodes.Measure, seats: Value, own: Value) -> Iterator[Value]:
        for seat in self.setup.playing:
            more = minus(self.held(measure, const(Type.SEATS, 1 << seat)), own)
            among = self._is_among(seat, seats)
            if among != NO:
                yield times(among, Value("most", Type.WHOLE, (whole(0), more)))

    def _field(self, name: str) -> Value:
        return Value("read", Type.WHOLE, (), name)
