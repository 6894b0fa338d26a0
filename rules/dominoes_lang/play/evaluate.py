"""Evaluation of conditions, amounts, tiles and players in a state: one half of the interpreter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from dominoes_lang.setup.arithmetic import Amount, combine, compare, round_to
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import (
    COUNTED_ASIDE,
    DRAWING,
    PASSING,
    PLACED,
    Act,
    Expression,
    Fact,
    Role,
)
from dominoes_lang.table import spots
from dominoes_lang.table.state import (
    DRAW,
    NO_TILE,
    NOBODY,
    PASS,
    STOP,
    Action,
    Over,
    State,
    as_turn_of,
    discard,
    laid_aside,
    play,
)
from dominoes_lang.table.tiles import Tile, numbers_in


@dataclass(frozen=True)
class Player:
    """A single player, or nobody."""

    seat: int


@dataclass(frozen=True)
class Side:
    """A side, or nobody."""

    number: int


@dataclass(frozen=True)
class Players:
    """Several players."""

    seats: tuple[int, ...]


Whom = Player | Side | Players
"""Whatever an expression for players or sides may evaluate to."""


class Evaluator:
    """Evaluates the expressions of one setup."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    # ------------------------------------------------------------------ conditions

    def holds(self, node: Expression, state: State, them: Whom | None = None) -> bool:
        """Whether a condition is true in a state; `them` is bound to `each …`."""
        match node:
            case nodes.YesNo(value=value):
                return value
            case nodes.Not(condition=inner):
                return not self.holds(inner, state, them)
            case nodes.Both(joiner=joiner, parts=parts):
                answers = (self.holds(part, state, them) for part in parts)
                return all(answers) if joiner == "and" else any(answers)
            case nodes.Compare():
                return self._compare(node, state, them)
            case nodes.IsDouble(tile=inner):
                tile = self.tile(inner, state)
                return tile is not None and tile.is_double
            case nodes.Read(fact=Fact.DOMINO):
                return state.over == Over.DOMINO
            case nodes.Read(fact=Fact.BLOCKED):
                return state.over == Over.BLOCKED
            case nodes.Read(fact=Fact.NOTHING_TO_DRAW):
                return not self.stock_is_open(state)
            case nodes.PassedInARow():
                if self.setup.turn.drops_out:
                    return state.more.out == self.setup.everyone
                return state.passes >= self.setup.player_count
            case (
                nodes.Can()
                | nodes.DroppedOut()
                | nodes.HasNoTiles()
                | nodes.HoldsTile()
                | nodes.HoldsNumber()
                | nodes.HoldsNumberOf()
                | nodes.HoldsAmount()
            ):
                return self._quantified(node, state, them)
        raise AssertionError(f"no condition: {node}")

    def _compare(self, node: nodes.Compare, state: State, them: Whom | None) -> bool:
        if node.relation in {"is", "is not"}:
            return self._same(node.left, node.right, state, them) == (node.relation == "is")
        left, right = self.amount(node.left, state, them), self.amount(node.right, state, them)
        return compare(node.relation, left, right)

    def _same(self, left: Expression, right: Expression, state: State, them: Whom | None) -> bool:
        """Whether two tiles, players, sides or amounts are the same."""
        if nodes.is_tile(left):
            return self.tile(left, state) == self.tile(right, state)
        if not nodes.is_who(left):
            return self.amount(left, state, them) == self.amount(right, state, them)
        first, second = self.who(left, state, them), self.who(right, state, them)
        if isinstance(first, Side) or isinstance(second, Side):
            return self._side(first) == self._side(second)
        return self._seats(first) == self._seats(second)

    def _quantified(self, node: Expression, state: State, them: Whom | None) -> bool:
        """A condition on what somebody holds or can do, read with its quantifier."""
        who = node.who  # type: ignore[union-attr]
        groups = self.setup.quantified(who)
        if isinstance(who, nodes.Who) and groups:
            answers = (self._of_players(node, seats, state, them) for seats in groups)
            if who.role is Role.EVERYONE:
                return all(answers)
            return any(answers) == (who.role is not Role.NOBODY)
        return self._of_players(node, self._seats(self.who(who, state, them)), state, them)

    def _of_players(
        self, node: Expression, seats: tuple[int, ...], state: State, them: Whom | None
    ) -> bool:
        """The condition, applied to these players taken together."""
        hand = 0
        for seat in seats:
            hand |= state.hands[seat]
        in_mask = self.setup.tiles.in_mask
        match node:
            case nodes.DroppedOut():
                return bool(seats) and all(state.more.out >> seat & 1 for seat in seats)
            case nodes.HasNoTiles():
                return not hand
            case nodes.HoldsTile(tile=tile):
                return self.tile(tile, state) in in_mask(hand)
            case nodes.HoldsNumber(number=number, some=some):
                return any(number in tile for tile in in_mask(hand)) == some
            case nodes.HoldsNumberOf(tile=tile, some=some):
                halves = self.tile(tile, state) or ()
                return any(half in tile for tile in in_mask(hand) for half in halves) == some
            case nodes.HoldsAmount(relation=relation, amount=amount, measure=measure):
                held = self._held_by(measure, state, seats)
                bound = self.amount(amount, state, them)
                return held >= bound if relation == "at least" else held <= bound
            case nodes.Can(verb="play"):
                fits = self.setup.layout.rules.mask
                return any(
                    state.hands[seat] & fits(state.ends, state.more, seat)
                    for seat in seats
                    if not state.more.out >> seat & 1
                )
            case nodes.Can():
                return any(self._can_act(seat, state) for seat in seats)
        raise AssertionError(f"no condition: {node}")

    def _can_act(self, seat: int, state: State) -> bool:
        """Whether a play or a draw would be possible if it were this player's turn."""
        if state.more.out >> seat & 1:
            return False
        theirs = as_turn_of(state, seat)
        if not state.begun:
            return bool(state.hands[seat])
        for group in self.setup.turn.groups:
            actions = [action for number in group for action in self.step_actions(theirs, number)]
            if actions:
                return actions != [PASS]
        return False

    # ------------------------------------------------------------------ what a step allows

    def step_actions(self, state: State, number: int) -> list[Action]:
        step = self.setup.turn.steps[number]
        if step.guard is not None and not self.holds(step.guard, state):
            return []
        if step.act in PASSING:
            return [PASS]
        if step.act in DRAWING:
            return [DRAW] if self.stock_is_open(state) else []
        if step.act is Act.STOP:
            return [STOP] if state.more.turn_tiles else []
        rules, hand = self.setup.layout.rules, state.hands[state.mover]
        if step.act is Act.DISCARD:
            return [discard(tile) for tile in numbers_in(hand)]
        if step.act in PLACED:
            return spots.plays_where(rules, PLACED[step.act], state, hand)
        if step.act is Act.PLAY_AT_EACH:
            return spots.plays_at_each(rules, state.ends, state.more, hand)
        doubles = step.act is Act.PLAY_DOUBLE
        return spots.plays_of(rules, state, hand & self.setup.tiles.doubles if doubles else hand)

    def plays(self, state: State, tile: int) -> list[Action]:
        """The plays of one tile; with both ends equal there is one."""
        ends = spots.ends_of(self.setup.layout.rules, state, tile)
        return [play(tile, end) for end in ends]

    def stock_is_open(self, state: State) -> bool:
        return len(state.stock) > self.setup.reserve

    # ------------------------------------------------------------------ amounts and tiles

    def amount(self, node: Expression, state: State, them: Whom | None = None) -> Amount:
        """The value of an amount in a state."""
        match node:
            case nodes.Number(value=value):
                return value
            case nodes.Arithmetic(operator=operator, left=left, right=right):
                return combine(
                    operator, self.amount(left, state, them), self.amount(right, state, them)
                )
            case nodes.Rounded(way=way, amount=amount, to=to):
                return round_to(way, self.amount(amount, state, them), self.amount(to, state, them))
            case nodes.Held(measure=measure, who=who):
                return self._held_by(measure, state, self._seats(self.who(who, state, them)))
            case nodes.Taken(measure=measure, who=who):
                return self._taken(measure, state, self._seats(self.who(who, state, them)))
            case nodes.ScoreOf(who=who):
                return sum(self.standing(side, state) for side in self.sides(who, state, them))
            case nodes.Running(what="passes", who=who):
                seats = self._seats(self.who(who, state, them))
                return sum(self._passes_running(state, seat) for seat in seats)
            case nodes.Running(who=who):
                won = state.more.streaks
                return sum(won[side] for side in self.sides(who, state, them)) if won else 0
            case nodes.Excess(measure=measure, who=who, over=over):
                over_seats = self._seats(self.who(over, state, them))
                own = sum(self._held(measure, state, seat) for seat in over_seats)
                seats = self._seats(self.who(who, state, them))
                held = [self._held(measure, state, seat) for seat in seats]
                return sum(max(0, count - own) for count in held)
            case nodes.HalfOf(which=which, tile=tile):
                halves = self.tile(tile, state)
                return 0 if halves is None else halves.high if which == "high" else halves.low
            case nodes.InStock(measure=measure):
                return self._measured(measure, sum(1 << tile for tile in state.stock))
            case nodes.Read(fact=fact):
                return self._read(fact, state)
        raise AssertionError(f"no amount: {node}")

    def _passes_running(self, state: State, seat: int) -> int:
        return state.more.pass_runs[seat] if state.more.pass_runs else 0

    def _read(self, fact: Fact, state: State) -> int:
        match fact:
            case Fact.PIPS_ON_ENDS:
                return spots.pips(self.setup.layout.rules, state.ends, state.more)
            case Fact.HALVES_LIKE_IT:
                return spots.halves_like_it(self.setup.layout.rules, state.ends, state.more)
            case Fact.ENDS_ALIKE:
                return spots.most_alike(self.setup.layout.rules, state.ends)
            case Fact.TILES_IN_STOCK:
                return len(state.stock)
            case Fact.PLAYERS:  # in a define; elsewhere it is a number
                return self.setup.player_count
            case Fact.STILL_IN:
                return len(self._still_in(state))
            case Fact.LAST_TILE | Fact.DOMINO | Fact.BLOCKED | Fact.NOTHING_TO_DRAW:
                raise AssertionError(f"no amount: {fact}")
        return int(getattr(state if fact.field in State._fields else state.more, fact.field))

    def standing(self, side: int, state: State) -> int:
        """The score of a side as it stands: earlier rounds, and what it was paid in this one."""
        paid = () if self.setup.counts_wins else state.more.paid
        return state.scores[side] + (paid[side] if paid else 0)

    def _held(self, measure: nodes.Measure, state: State, seat: int) -> int:
        """What a player holds."""
        return self._held_by(measure, state, (seat,))

    def _held_by(self, measure: nodes.HandMeasure, state: State, seats: tuple[int, ...]) -> int:
        """What players hold together; pips and doubles of tiles laid aside count as well."""
        tiles = 0
        for seat in seats:
            tiles |= state.hands[seat]
            if measure in COUNTED_ASIDE:
                tiles |= laid_aside(state, seat)
        return self._measured(measure, tiles)

    def _taken(self, measure: nodes.TakenMeasure, state: State, seats: tuple[int, ...]) -> int:
        """What the tricks of some players have."""
        tiles = sum(state.more.taken[seat] for seat in seats if state.more.taken)
        if measure == "tricks":
            return tiles.bit_count() // self.setup.seats
        return self._measured(measure, tiles)

    def _measured(self, measure: nodes.HandMeasure, hand: int) -> int:
        tiles = self.setup.tiles
        match measure:
            case "pips":
                return sum(self.setup.values[tile] for tile in numbers_in(hand))
            case "doubles":
                return (hand & tiles.doubles).bit_count()
            case nodes.TilesWith(number=number):
                return sum(number in tile for tile in tiles.in_mask(hand))
            case nodes.OF_ONE_NUMBER:
                return max((hand & bearing).bit_count() for bearing in tiles.bearing)
        return hand.bit_count()

    def tile(self, node: Expression, state: State) -> Tile | None:
        """The tile of an expression, or None if there is none (yet)."""
        match node:
            case nodes.TileLiteral(tile=tile):
                return tile
            case nodes.Read(fact=Fact.LAST_TILE):
                return (
                    None if state.last_tile == NO_TILE else self.setup.tiles.tiles[state.last_tile]
                )
            case nodes.RoundsDouble(ahead=ahead):
                return self.setup.tiles.tiles[self.setup.double_of(state.round + ahead)]
            case nodes.DealtTile(order=order):
                for number in self.setup.tiles.in_order(order):
                    if holder(state.hands, number) != NOBODY:
                        return self.setup.tiles.tiles[number]
                return None
        raise AssertionError(f"no tile: {node}")

    # ------------------------------------------------------------------ who

    def who(self, node: Expression, state: State, them: Whom | None = None) -> Whom:
        """The player, side or players of an expression."""
        match node:
            case nodes.Seat(number=seat):
                return Player(seat)
            case nodes.Who(role=role):
                return self._role(role, state, them)
            case nodes.Neighbour(way=way, who=inner):
                seat = self.player(inner, state, them)
                return Player(self.setup.after(seat, 1 if way == "after" else -1))
            case nodes.Related(relation=relation, who=inner):
                return self._related(relation, self.who(inner, state, them))
            case nodes.HolderOf(tile=inner):
                tile = self.tile(inner, state)
                if tile is None:
                    return Player(NOBODY)
                return Player(holder(state.hands, self.setup.tiles.number[tile]))
            case nodes.Except(who=inner, but=but):
                left_out = self._seats(self.who(but, state, them))
                seats = self._seats(self.who(inner, state, them))
                return Players(tuple(seat for seat in seats if seat not in left_out))
            case nodes.Ranked():
                return self._ranked(node, state, them)
        raise AssertionError(f"no who: {node}")

    def _role(self, role: Role, state: State, them: Whom | None) -> Whom:
        match role:
            case Role.MOVER:
                return Player(state.mover)
            case Role.FINISHER:
                return Player(state.finisher)
            case Role.OPENER:
                return Player(state.opener)
            case Role.BIDDER:
                return Player(state.more.bidder)
            case Role.TAKER:
                return Player(state.more.taker)
            case Role.WINNER:
                return Side(self.winner(state) if state.over else NOBODY)
            case Role.NOBODY:
                return Player(NOBODY)
            case Role.EVERYONE | Role.ANY_PLAYER | Role.ANY_SIDE:
                return Players(self.setup.playing)
            case Role.STILL_IN:
                return Players(self._still_in(state))
            case Role.LAST_IN:
                seats = self._still_in(state)
                return Player(seats[0] if len(seats) == 1 else NOBODY)
            case Role.EACH_PLAYER | Role.EACH_SIDE | Role.THEM:
                assert them is not None, "the checker binds every pronoun"
                return them
            case Role.LOT:
                raise AssertionError("the lot names nobody before it has fallen")
        assert_never(role)

    def _still_in(self, state: State) -> tuple[int, ...]:
        """The seats that have not dropped out."""
        return tuple(seat for seat in self.setup.playing if not state.more.out >> seat & 1)

    def _related(self, relation: str, whom: Whom) -> Whom:
        if relation == "side":
            return Side(self._side(whom))
        seats = self._seats(whom)
        if relation == "partner":
            team = self.setup.players_of[self.setup.side_of[seats[0]]] if seats else ()
            return Player(next((seat for seat in team if seat not in seats), NOBODY))
        own = self._side(whom)
        if self.setup.sides == 2:
            return Side(NOBODY if own == NOBODY else 1 - own)
        if not seats:
            return Players(())
        return Players(
            tuple(seat for seat in self.setup.playing if self.setup.side_of[seat] != own)
        )

    def _ranked(self, node: nodes.Ranked, state: State, them: Whom | None) -> Whom:
        whoms: list[Whom] = [Side(side) for side in self.setup.sides_playing]
        if node.noun == "player":
            whoms = [Player(seat) for seat in self.setup.playing]
        if node.noun == "player's side":
            keys = [
                min(
                    self._ranking_key(node, Player(seat), state)
                    for seat in self.setup.players_of[side]
                )
                for side in self.setup.sides_playing
            ]
        else:
            keys = [self._ranking_key(node, whom, state) for whom in whoms]
        best = [whom for whom, key in zip(whoms, keys, strict=True) if key == min(keys)]
        if len(best) == 1:
            return best[0]
        tied = Player(NOBODY) if node.ties is None else self.who(node.ties, state, them)
        return tied if node.noun == "player" else Side(self._side(tied))

    def _ranking_key(self, node: nodes.Ranked, whom: Whom, state: State) -> tuple[int, ...]:
        key = []
        for extreme in node.extremes:
            held = sum(self._held(extreme.measure, state, seat) for seat in self._seats(whom))
            key.append(held if extreme.which == "fewest" else -held)
        return tuple(key)

    def player(self, node: Expression, state: State, them: Whom | None = None) -> int:
        """The seat of a single player, or nobody."""
        whom = self.who(node, state, them)
        seats = self._seats(whom)
        assert len(seats) <= 1, "the checker wants one player here"
        return seats[0] if seats else NOBODY

    def side(self, node: Expression, state: State, them: Whom | None = None) -> int:
        """The side of an expression, or nobody."""
        return self._side(self.who(node, state, them))

    def sides(self, node: Expression, state: State, them: Whom | None = None) -> tuple[int, ...]:
        """The sides of an expression, each once."""
        whom = self.who(node, state, them)
        if isinstance(whom, Players):
            return tuple(sorted({self.setup.side_of[seat] for seat in whom.seats}))
        side = self._side(whom)
        return () if side == NOBODY else (side,)

    def seats(self, node: Expression, state: State, them: Whom | None = None) -> tuple[int, ...]:
        """The seats of an expression."""
        return self._seats(self.who(node, state, them))

    def _side(self, whom: Whom) -> int:
        if isinstance(whom, Side):
            return whom.number
        seats = self._seats(whom)
        sides = {self.setup.side_of[seat] for seat in seats}
        assert len(sides) <= 1, "the checker wants one side here"
        return sides.pop() if sides else NOBODY

    def _seats(self, whom: Whom) -> tuple[int, ...]:
        if isinstance(whom, Players):
            return whom.seats
        if isinstance(whom, Player):
            return () if whom.seat == NOBODY else (whom.seat,)
        return () if whom.number == NOBODY else self.setup.players_of[whom.number]

    # ------------------------------------------------------------------ tables

    def winner(self, state: State) -> int:
        """The side that wins a finished round, or nobody."""
        if state.over in {Over.CUT, Over.VOID}:
            return NOBODY
        return self.side(self.value_in(self.setup.winner, state), state)

    def value_in(self, table: nodes.Table, state: State, them: Whom | None = None) -> Expression:
        for row in table.rows:
            if row.condition is None or self.holds(row.condition, state, them):
                return row.value
        raise AssertionError("the checker lets no incomplete table pass")


def holder(hands: tuple[int, ...], tile: int) -> int:
    """The seat that holds a tile, or nobody."""
    return next((seat for seat, hand in enumerate(hands) if hand >> tile & 1), NOBODY)
