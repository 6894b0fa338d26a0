"""The interpreter over what people have told of a finished round, or of one moment in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from dominoes_lang.play.evaluate import Player, Side, Whom
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.setup.arithmetic import Amount, constant
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Act, Expression, Fact, Moment, Role
from dominoes_lang.table.state import NOBODY, SEAT_LETTERS, State
from dominoes_lang.table.tiles import Tile
from dominoes_rules.pad.table_questions import (
    BLOCKED_SAID,
    END,
    FINISHER,
    LAST_TILE,
    MOVER,
    NOBODY_SAID,
    OPENER,
    OUT_SAID,
    Answer,
    AnswerKind,
    Ask,
    TableQuestion,
    held,
)

OWN_FACTS = frozenset({Fact.ROUND, Fact.ROUNDS_WITHOUT_WINNER, Fact.PLAYERS})
"""What a pad knows by itself."""
_COUNTED = frozenset({Fact.TILES_IN_STOCK, Fact.VOID_DEALS})
"""What is asked for as a number in any case: others ask for it, too."""
_ENDINGS = frozenset({Fact.DOMINO, Fact.BLOCKED, Fact.NOTHING_TO_DRAW, Fact.LAST_TILE})

_YES_NO: tuple[Answer, ...] = (True, False)


class TableFacts(Interpreter):
    """The rules of one setup over facts that are asked for, in place of a table.

    The state holds what a pad knows: the number of the round, scores, payments, rounds without
    winner, and the opener where the round before decides who it is. Nothing else of it is read.
    """

    def __init__(
        self, setup: Setup, ask: Ask, read_by: Iterable[object], moment: Moment = Moment.ROUND_END
    ) -> None:
        """`read_by`: the clauses that are evaluated, which decide what a question must settle."""
        super().__init__(setup)
        self._ask = ask
        self._read_by = tuple(read_by)
        self._moment = moment

    # ------------------------------------------------------------------ how it ended

    @property
    def _at_end(self) -> bool:
        return self._moment is Moment.ROUND_END

    @cached_property
    def _lays_aside(self) -> bool:
        """Whether tiles may be laid aside, so that who goes out may hold pips all the same."""
        return any(step.act is Act.DISCARD for step in self.setup.turn.steps)

    @cached_property
    def _out_with(self) -> str:
        """Whose tiles are gone when a player goes out: `player`, `side`, `everyone`, or unknown."""
        match self.setup.domino:
            case nodes.HasNoTiles(who=nodes.Who(role=Role.MOVER)):
                return "player"
            case nodes.HasNoTiles(
                who=nodes.Related(relation="side", who=nodes.Who(role=Role.MOVER))
            ):
                return "side"
            case nodes.HasNoTiles(who=nodes.Who(role=Role.EVERYONE)):
                return "everyone"
        return ""

    def _end(self) -> str:
        """Who went out, or how the round ended."""
        if self.setup.tricks is not None:  # in tricks nobody is blocked
            return OUT_SAID
        named = self._out_with in {"player", "side"}
        choices = (*(self.setup.playing_names if named else (OUT_SAID,)), BLOCKED_SAID)
        return str(self._ask(TableQuestion(END, AnswerKind.CHOICE, choices, choices)))

    @property
    def _went_out(self) -> int:
        """The seat that went out, or nobody where that is not known."""
        if not self._at_end or self._out_with not in {"player", "side"}:
            return NOBODY
        end = self._end()
        return NOBODY if end == BLOCKED_SAID else SEAT_LETTERS.index(end)

    def _empty_hands(self) -> frozenset[int]:
        """The seats that are known to hold no tile."""
        if not self._at_end or not self._out_with or self._end() == BLOCKED_SAID:
            return frozenset()
        if self._out_with == "everyone":
            return frozenset(self.setup.playing)
        seat = self._went_out
        side = self.setup.players_of[self.setup.side_of[seat]]
        return frozenset(side if self._out_with == "side" else (seat,))

    @property
    def _may_be_void(self) -> bool:
        """Whether a round of tricks ends at once where nobody has bid."""
        return self.setup.tricks is not None and not self.setup.tricks.auction.last_must_bid

    def nobody_bid(self, state: State) -> bool:
        """Whether nobody has bid, and the round paid nothing."""
        return self._may_be_void and self._role(Role.BIDDER, state, None) == Player(NOBODY)

    # ------------------------------------------------------------------ conditions

    def holds(self, node: Expression, state: State, them: Whom | None = None) -> bool:
        match node:
            case nodes.Read(fact=Fact.DOMINO):
                return self._at_end and self._end() != BLOCKED_SAID
            case nodes.Read(fact=Fact.BLOCKED):
                return self._at_end and self._end() == BLOCKED_SAID
            case nodes.PassedInARow():
                return self._is_so("everyone passed in a row", node)
        if node in self._asked_whole:
            return self._is_so(self._asked_whole[node], node)
        return super().holds(node, state, them)

    def _is_so(self, key: str, node: Expression) -> bool:
        return bool(self._ask(TableQuestion(key, AnswerKind.YES_NO, _YES_NO, _YES_NO, node)))

    @cached_property
    def _asked_whole(self) -> dict[Expression, str]:
        """Conditions on a fact that nothing else reads, by which a yes or no settles it."""
        conditions: dict[Fact, set[Expression]] = {}
        other_reads: Counter[Fact] = Counter()
        for node in nodes.walk(self._read_by):
            if isinstance(node, nodes.Read):
                other_reads[node.fact] += 1
            fact = _condition_on(node)
            if fact is not None:
                conditions.setdefault(fact, set()).add(node)  # type: ignore[arg-type]
                other_reads[fact] -= 1  # the one within the condition
        return {
            condition: _key_of(condition)
            for fact, (condition, *more) in conditions.items()
            if not more and not other_reads[fact]
        }

    def stock_is_open(self, state: State) -> bool:  # noqa: ARG002
        if not self.setup.draws:
            return self.setup.stock_size > self.setup.reserve
        key = Fact.NOTHING_TO_DRAW.value
        node = nodes.Read(Fact.NOTHING_TO_DRAW, span=self.setup.domino.span)
        return not self._is_so(key, node)

    def _of_players(
        self, node: Expression, seats: tuple[int, ...], state: State, them: Whom | None
    ) -> bool:
        match node:
            case nodes.DroppedOut():
                return bool(seats) and all(self._is_out(seat) for seat in seats)
            case nodes.HasNoTiles():
                return not self._sum("tiles", seats)
            case nodes.HoldsTile(tile=tile):
                return self._holder(tile, state) in seats
            case nodes.HoldsAmount(relation=relation, amount=amount, measure=measure):
                count, bound = self._sum(measure, seats), self.amount(amount, state, them)
                return count >= bound if relation == "at least" else count <= bound
            case nodes.HoldsNumberOf(tile=tile, some=some):
                halves = dict.fromkeys(self.tile(tile, state) or ())
                numbers = [
                    nodes.HoldsNumber(node.who, half, some=True, span=node.span) for half in halves
                ]
                return any(self._of_players(held, seats, state, them) for held in numbers) == some
            case nodes.HoldsNumber(number=number, some=some):
                empty = self._empty_hands()
                some_tile = any(
                    self._is_so(
                        f"{SEAT_LETTERS[seat]} holds a {number}",
                        nodes.HoldsNumber(_seat(node, seat), number, some=True, span=node.span),
                    )
                    for seat in seats
                    if seat not in empty
                )
                return some_tile == some
            case nodes.Can(verb=verb):
                if self._at_end and self.setup.blocked_by_hands and self._end() == BLOCKED_SAID:
                    return False
                return any(
                    self._is_so(
                        f"{SEAT_LETTERS[seat]} can {verb}",
                        nodes.Can(verb, _seat(node, seat), span=node.span),
                    )
                    for seat in seats
                )
        raise AssertionError(f"no condition: {node}")

    def _still_in(self, state: State) -> tuple[int, ...]:  # noqa: ARG002
        return tuple(seat for seat in self.setup.playing if not self._is_out(seat))

    def _is_out(self, seat: int) -> bool:
        """Whether a player has dropped out; who has gone out has not."""
        if seat in self._empty_hands():
            return False
        node = nodes.DroppedOut(_seat(self.setup.domino, seat), span=self.setup.domino.span)
        return self._is_so(f"{SEAT_LETTERS[seat]} dropped out", node)

    # ------------------------------------------------------------------ amounts and tiles

    def amount(self, node: Expression, state: State, them: Whom | None = None) -> Amount:
        match node:
            case nodes.Held(measure=measure, who=who):
                return self._sum(measure, self.seats(who, state, them))
            case nodes.InStock(measure=measure):
                return self._in_stock(measure)
        return super().amount(node, state, them)

    def _sum(self, measure: nodes.HandMeasure, seats: Iterable[int]) -> int:
        """What these players hold together."""
        seats = frozenset(seats)
        if measure not in nodes.COUNTED_ASIDE or not self._lays_aside:
            seats -= self._empty_hands()
        if not seats:
            return 0
        if isinstance(measure, nodes.TilesWith) and len(seats) > 1:
            return sum(self._sum(measure, (seat,)) for seat in seats)
        if isinstance(measure, nodes.TilesWith) or measure == nodes.OF_ONE_NUMBER:
            letters = "".join(SEAT_LETTERS[seat] for seat in sorted(seats))
            node = nodes.Held(measure, self._named(seats), span=self.setup.domino.span)
            return int(
                self._ask(TableQuestion(f"{measure} {letters}", AnswerKind.NUMBER, node=node))
            )
        return int(self._ask(held(measure, tuple(sorted(seats)))))

    def _named(self, seats: frozenset[int]) -> Expression:
        """An expression for these players: one of them, a side, its opponents, or all."""
        span, first = self.setup.domino.span, min(seats)
        others = [seat for seat in self.setup.playing if seat not in seats]
        if not others:
            return nodes.Who(nodes.Role.EVERYONE, span=span)
        if len(seats) == 1:
            return nodes.Seat(first, span=span)
        if seats == {*self.setup.players_of[self.setup.side_of[first]]}:
            return nodes.Related("side", nodes.Seat(first, span=span), span=span)
        return nodes.Related("opponents", nodes.Seat(others[0], span=span), span=span)

    def _held(self, measure: nodes.Measure, state: State, seat: int) -> int:  # noqa: ARG002
        return self._sum(measure, (seat,))

    def _taken(
        self,
        measure: nodes.TakenMeasure,
        state: State,  # noqa: ARG002
        seats: tuple[int, ...],
    ) -> int:
        """What the tricks of these players have, asked of sides where whole ones are meant."""
        total, left = 0, frozenset(seats)
        for players in (*self.setup.players_of, *((seat,) for seat in seats)):
            if players and left.issuperset(players):
                left -= {*players}
                letters = "".join(SEAT_LETTERS[seat] for seat in players)
                who = self._named(frozenset(players))
                node = nodes.Taken(measure, who, span=self.setup.domino.span)
                key = f"{measure} taken {letters}"
                asked = TableQuestion(key, AnswerKind.NUMBER, node=node, seats=players)
                total += int(self._ask(asked))
        return total

    def _passes_running(self, state: State, seat: int) -> int:  # noqa: ARG002
        if self._went_out == seat:
            return 0
        key = f"passes running by {SEAT_LETTERS[seat]}"
        span = self.setup.domino.span
        node = nodes.Running("passes", nodes.Seat(seat, span=span), span=span)
        return int(self._ask(TableQuestion(key, AnswerKind.NUMBER, node=node)))

    def _ranked(self, node: nodes.Ranked, state: State, them: Whom | None) -> Whom:
        """Who is best; what only breaks ties is asked of those who tie."""
        of_sides = node.noun == "side"
        best = (
            [self.setup.players_of[side] for side in self.setup.sides_playing]
            if of_sides
            else [(seat,) for seat in self.setup.playing]
        )
        for extreme in node.extremes:
            if len(self._ranked_for(node, best)) == 1:
                break
            counts = [self._sum(extreme.measure, seats) for seats in best]
            bound = min(counts) if extreme.which == "fewest" else max(counts)
            best = [seats for seats, count in zip(best, counts, strict=True) if count == bound]
        ranked = self._ranked_for(node, best)
        if len(ranked) == 1:
            return ranked[0]
        tied = Player(NOBODY) if node.ties is None else self.who(node.ties, state, them)
        return tied if node.noun == "player" else Side(self._side(tied))

    def _ranked_for(self, node: nodes.Ranked, best: Sequence[tuple[int, ...]]) -> list[Whom]:
        """The players, or the sides of the players, that are left in a ranking."""
        if node.noun == "player":
            return [Player(seats[0]) for seats in best]
        return [Side(side) for side in sorted({self.setup.side_of[seats[0]] for seats in best})]

    def _in_stock(self, measure: nodes.Measure) -> int:
        if measure == "tiles" and not self.setup.draws:
            return self.setup.stock_size
        node = nodes.InStock(measure, span=self.setup.domino.span)
        return int(self._ask(TableQuestion(f"{measure} stock", AnswerKind.NUMBER, node=node)))

    def _read(self, fact: Fact, state: State) -> int:
        if fact in OWN_FACTS:
            return super()._read(fact, state)
        if fact is Fact.TILES_IN_STOCK:
            return self._in_stock("tiles")
        if fact is Fact.STILL_IN:
            return len(self._still_in(state))
        if fact is Fact.PASSES_IN_A_ROW and self._went_out != NOBODY:
            return 0
        if fact is Fact.BID and self.setup.tricks is not None:
            bids = tuple(rung.bid for rung in self.setup.tricks.auction.ladder)
            said = nodes.Read(fact, span=self.setup.domino.span)
            return int(self._ask(TableQuestion(fact.value, AnswerKind.NUMBER, bids, bids, said)))
        node = nodes.Read(fact, span=self.setup.domino.span)
        return int(self._ask(TableQuestion(fact.value, AnswerKind.NUMBER, node=node)))

    def tile(self, node: Expression, state: State) -> Tile | None:
        if node == nodes.Read(Fact.LAST_TILE, span=node.span):
            question = TableQuestion(LAST_TILE, AnswerKind.TILE, *self._tiles_to_name, node)
            return Tile.parse(str(self._ask(question)))
        return super().tile(node, state)

    @cached_property
    def _tiles_to_name(self) -> tuple[tuple[Answer, ...], tuple[Answer, ...]]:
        """All tiles as answers, and those that rules may tell apart."""
        tiles = self.setup.tiles.tiles
        read = nodes.walk(self._read_by)
        named = {part.tile for part in read if isinstance(part, nodes.TileLiteral)}
        usual = {tile.is_double: tile for tile in tiles if tile not in named}.values()
        return tuple(map(str, tiles)), tuple(
            str(tile) for tile in tiles if tile in named or tile in usual
        )

    # ------------------------------------------------------------------ who

    def _role(self, role: Role, state: State, them: Whom | None) -> Whom:
        match role:
            case Role.OPENER if state.opener == NOBODY:
                return self._player(OPENER, role)
            case Role.BIDDER:
                void = (NOBODY_SAID,) if self._may_be_void else ()
                return self._player(role.value, role, void)
            case Role.TAKER:
                return self._player(role.value, role)
            case Role.MOVER:
                seat = self._went_out
                return self._player(MOVER, role) if seat == NOBODY else Player(seat)
            case Role.FINISHER:
                if self._moment is Moment.AFTER_PLAY:
                    return self._role(Role.MOVER, state, them)
                seat = NOBODY if self._lays_aside else self._went_out
                nobody = (NOBODY_SAID,) if self.setup.shape.begun else ()
                return self._player(FINISHER, role, nobody) if seat == NOBODY else Player(seat)
        return super()._role(role, state, them)

    def _player(self, key: str, role: Role, nobody: tuple[str, ...] = ()) -> Player:
        node = nodes.Who(role, span=self.setup.domino.span)
        choices: tuple[Answer, ...] = (*self.setup.playing_names, *nobody)
        said = str(self._ask(TableQuestion(key, AnswerKind.CHOICE, choices, choices, node)))
        return Player(NOBODY if said == NOBODY_SAID else SEAT_LETTERS.index(said))

    def who(self, node: Expression, state: State, them: Whom | None = None) -> Whom:
        if isinstance(node, nodes.HolderOf):
            return Player(self._holder(node.tile, state))
        return super().who(node, state, them)

    def _holder(self, tile: Expression, state: State) -> int:
        """The seat that holds a tile, or nobody."""
        if isinstance(tile, nodes.DealtTile):
            name = tile.order.value
        else:
            literal = self.tile(tile, state)
            assert literal is not None
            name, tile = literal.bracketed, nodes.TileLiteral(literal, span=tile.span)
        node = nodes.HolderOf(tile, span=tile.span)
        choices: tuple[Answer, ...] = (*self.setup.playing_names, NOBODY_SAID)
        said = str(
            self._ask(TableQuestion(f"holder of {name}", AnswerKind.CHOICE, choices, choices, node))
        )
        return NOBODY if said == NOBODY_SAID else SEAT_LETTERS.index(said)


def _seat(node: Expression, seat: int) -> nodes.Seat:
    return nodes.Seat(seat, span=node.span)


def _condition_on(node: object) -> Fact | None:
    """The fact that a condition compares with a constant; None for anything else."""
    if isinstance(node, nodes.IsDouble):
        is_last = isinstance(node.tile, nodes.Read)
        return Fact.LAST_TILE if is_last else None
    if not isinstance(node, nodes.Compare) or not isinstance(node.left, nodes.Read):
        return None
    fact = node.left.fact
    if fact is Fact.LAST_TILE:
        return fact if isinstance(node.right, nodes.TileLiteral) else None
    if fact in OWN_FACTS or fact in _ENDINGS or fact in _COUNTED:
        return None
    try:
        return None if constant(node.right) is None else fact
    except ZeroDivisionError:
        return None


def _key_of(condition: Expression) -> str:
    """A condition on a fact in the words of a rules file."""
    if isinstance(condition, nodes.IsDouble):
        return f"{LAST_TILE} is double"
    assert isinstance(condition, nodes.Compare)
    assert isinstance(condition.left, nodes.Read)
    if isinstance(condition.right, nodes.TileLiteral):
        value = condition.right.tile.bracketed
    else:
        value = str(constant(condition.right))
    relation = (
        "is" if condition.relation == "is" else f"is {condition.relation.removeprefix('is ')}"
    )
    return f"{condition.left.fact.value} {relation} {value}"
