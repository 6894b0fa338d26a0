"""From the expressions of a setup to Python expressions: one stage of the generator."""

from __future__ import annotations

from dataclasses import dataclass

from dominoes_lang.setup.facts import SOURCES
from dominoes_lang.setup.ruleset import Goal, Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Act, Expression, Fact, Role
from dominoes_lang.table.state import NOBODY, More
from dominoes_lang.table.tiles import Tile

_READS = {
    fact: f"more.{source.field}" if source.field in More._fields else source.field
    for fact, source in SOURCES.items()
} | {
    Fact.PIPS_ON_ENDS: "sum(ends)",
    Fact.HALVES_LIKE_IT: "halves_like(more.left_open, ends, more.doubles)",
    Fact.ENDS_ALIKE: "max(map(ends.count, ends), default=0)",
    Fact.TILES_IN_STOCK: "len(stock)",
    Fact.DOMINO: "over == 1",
    Fact.BLOCKED: "over == 2",
}
_RELATIONS = {
    "is": "==",
    "is not": "!=",
    "at least": ">=",
    "at most": "<=",
    "more than": ">",
    "less than": "<",
}


ACTING = (
    "mover, hands, ends, stock, opener, finisher,",
    "last_tile, fitted, plays, passes, round, scores, more,",
)
"""The arguments of the generated `can_act`: the fields of a state that a guard may read."""


@dataclass(frozen=True)
class One:
    """A Python expression for a seat, or with `side` for a side; -1 for nobody."""

    code: str
    side: bool = False


@dataclass(frozen=True)
class Many:
    """Several seats: known beforehand, or a Python expression for a tuple of them."""

    seats: tuple[int, ...] | str
    side: str = ""
    """A Python expression for the side that they are, where they are always one."""


@dataclass(frozen=True)
class Expressions:
    """Writes the expressions of a setup; `them` is what `each …` is bound to."""

    setup: Setup
    them: One | None = None
    """The binding of `each player`, `each side` and `them`."""

    # ------------------------------------------------------------------ conditions

    def condition(self, node: Expression) -> str:
        """The Python expression for a condition; safe after `not` and in a join."""
        match node:
            case nodes.YesNo(value=value):
                return str(value)
            case nodes.Not(condition=inner):
                return f"(not {self.condition(inner)})"
            case nodes.Both(joiner=joiner, parts=parts):
                return "(" + f" {joiner} ".join(self.condition(part) for part in parts) + ")"
            case nodes.Compare(relation="multiple of", left=left, right=right):
                return f"({self.amount(left)} % {self.amount(right)} == 0)"
            case nodes.Compare(relation=relation, left=left, right=right):
                one, other = self.comparable(left, right)
                return f"({one} {_RELATIONS[relation]} {other})"
            case nodes.IsDouble(tile=tile):
                return f"({self.tile_bit(tile)} & DOUBLES != 0)"
            case nodes.Read(fact=Fact.NOTHING_TO_DRAW):
                return f"(len(stock) <= {self.setup.reserve})"
            case nodes.Read(fact=fact):
                return f"({_READS[fact]})"
            case nodes.PassedInARow():
                return f"(passes >= {self.setup.seats})"
        return self.quantified(node)

    def comparable(self, left: Expression, right: Expression) -> tuple[str, str]:
        """Two Python expressions that are equal when two tiles, whos or amounts are."""
        if nodes.is_tile(left):
            return self.tile_number(left), self.tile_number(right)
        if not nodes.is_who(left):
            return self.amount(left), self.amount(right)
        one, other = self.who(left), self.who(right)
        if any(isinstance(who, Many) and not who.side for who in (one, other)):
            return self.seats(one), self.seats(other)
        if one.side or other.side:
            return self.as_side(one), self.as_side(other)
        assert isinstance(one, One)
        assert isinstance(other, One)
        return one.code, other.code

    def quantified(self, node: Expression) -> str:
        """A condition on what somebody holds or can do, with its quantifier."""
        who = node.who  # type: ignore[union-attr]
        everyone = range(self.setup.seats)
        role = who.role if isinstance(who, nodes.Who) else None
        if role is Role.EVERYONE:
            return "(" + " and ".join(self.of_seats(node, Many((s,))) for s in everyone) + ")"
        if role is Role.ANY_PLAYER or role is Role.NOBODY:
            anyone = self.anybody(node)
            return anyone if role is Role.ANY_PLAYER else f"(not {anyone})"
        return self.of_seats(node, self.who(who))

    def anybody(self, node: Expression) -> str:
        """Whether the condition holds for at least one player."""
        everyone = tuple(range(self.setup.seats))
        # Whether anybody holds or can play something is one test of all hands together.
        together = isinstance(node, nodes.Can | nodes.HoldsTile) or (
            isinstance(node, nodes.HoldsNumber) and node.some
        )
        if together and (not isinstance(node, nodes.Can) or self.plainly_able(node)):
            return self.of_seats(node, Many(everyone))
        return "(" + " or ".join(self.of_seats(node, Many((s,))) for s in everyone) + ")"

    def plainly_able(self, node: nodes.Can) -> bool:
        """Whether what somebody can do depends on the tiles held and on the stock alone."""
        return node.verb == "play" or not self.guarded()

    def guarded(self) -> bool:
        acting = [step for step in self.setup.steps if step.act is not Act.PASS]
        if any(step.act in {Act.PLAY_DOUBLE, Act.STOP} for step in acting):
            return True
        return bool(self.setup.forced_passes) or any(step.guard for step in acting)

    def of_seats(self, node: Expression, who: One | Many) -> str:
        """The condition, applied to these players taken together."""
        hand = self.hand(who)
        match node:
            case nodes.HasNoTiles():
                return f"(not {hand})"
            case nodes.HoldsTile(tile=tile):
                return f"({hand} & {self.tile_bit(tile)} != 0)"
            case nodes.HoldsNumber(number=number, some=some):
                return f"({hand} & BEARING[{number}] {'!=' if some else '=='} 0)"
            case nodes.HoldsAmount(relation=relation, amount=amount, measure=measure):
                return (
                    f"({self.measured(measure, hand)} {_RELATIONS[relation]} {self.amount(amount)})"
                )
            case nodes.Can(verb="play"):
                return f"({hand} & FITTING[ends] != 0)"
            case nodes.Can():
                return self.can_act(who, hand)
        raise AssertionError(f"no condition: {node}")

    def can_act(self, who: One | Many, hand: str) -> str:
        if self.guarded():
            arguments = " ".join(ACTING).replace("mover", "seat", 1).rstrip(",")
            if "turn_tiles" in self.setup.tracks:
                arguments = arguments.replace("more", "more._replace(turn_tiles=0)")
            return f"any(can_act({arguments}) for seat in {self.seats(who)})"
        acts = {step.act for step in self.setup.steps}
        able = [f"{hand} & FITTING[ends] != 0"] if Act.PLAY in acts else []
        if acts & nodes.DRAWING:
            # The tiles of nobody fit nowhere, but the stock is open whoever is meant.
            somebody = "" if self.certain(who) else f" and {self.seats(who)} != ()"
            able.append(f"len(stock) > {self.setup.reserve}{somebody}")
        return "(" + (" or ".join(able) or "False") + ")"

    # ------------------------------------------------------------------ amounts and tiles

    def amount(self, node: Expression) -> str:
        """The Python expression for an amount: an int, or a `Fraction` after a division."""
        match node:
            case nodes.Number(value=value):
                return str(value)
            case nodes.Arithmetic(operator="/", left=left, right=right):
                return f"Fraction({self.amount(left)}, {self.amount(right)})"
            case nodes.Arithmetic(operator=operator, left=left, right=right):
                return f"({self.amount(left)} {operator} {self.amount(right)})"
            case nodes.Rounded(way=way, amount=amount, to=to):
                return f"round_to({way!r}, {self.amount(amount)}, {self.amount(to)})"
            case nodes.Held(measure=measure, who=who):
                return self.measured(measure, self.hand(self.who(who)))
            case nodes.ScoreOf(who=who):
                return self.score(self.who(who))
            case nodes.Excess(measure=measure, who=who, over=over):
                own = self.measured(measure, self.hand(self.who(over)))
                each = self.measured(measure, "hands[seat]")
                return f"sum(max(0, {each} - {own}) for seat in {self.seats(self.who(who))})"
            case nodes.InStock(measure=measure):
                return self.measured(measure, "sum(1 << tile for tile in stock)")
            case nodes.Read(fact=Fact.PIPS_ON_ENDS) if "doubles" in self.setup.tracks:
                return "pips_on(ends, more.doubles)"
            case nodes.Read(fact=fact):
                return _READS[fact]
        raise AssertionError(f"no amount: {node}")

    def measured(self, measure: nodes.Measure, hand: str) -> str:
        if measure == "pips":
            return f"pips({hand})"
        return f"({hand} & DOUBLES).bit_count()" if measure == "doubles" else f"{hand}.bit_count()"

    def score(self, who: One | Many) -> str:
        score = "scores[side]"
        if "paid" in self.setup.tracks and self.setup.goal is not Goal.WINS:
            score = "(scores[side] + (more.paid[side] if more.paid else 0))"
        if isinstance(who, One):
            side = self.as_side(who)
            return f"sum({score} for side in ({side},) if side >= 0)"
        return f"sum({score} for side in {{SIDE_OF[seat] for seat in {self.seats(who)}}})"

    def tile_number(self, node: Expression) -> str:
        """The number of a tile, -1 for none."""
        match node:
            case nodes.TileLiteral(tile=tile):
                return str(self.number(tile))
            case nodes.DealtTile(order=order):
                held = self.hand(Many(tuple(range(self.setup.seats))))
                return f"{order.name.lower()}({held})"
            case nodes.Read(fact=Fact.LAST_TILE):
                return "last_tile"
        raise AssertionError(f"no tile: {node}")

    def tile_bit(self, node: Expression) -> str:
        """The mask of a tile, 0 for none."""
        if isinstance(node, nodes.TileLiteral):
            return str(1 << self.number(node.tile))
        return f"(1 << {self.tile_number(node)} + 1 >> 1)"

    def number(self, tile: Tile) -> int:
        return self.setup.tiles.number[tile]

    # ------------------------------------------------------------------ who

    def who(self, node: Expression) -> One | Many:
        """The player, side or players of an expression."""
        match node:
            case nodes.Seat(number=seat):
                return One(str(seat))
            case nodes.Who(role=role):
                return self.role(role)
            case nodes.Neighbour(way=way, who=inner):
                return One(f"{way.upper()}[{self.as_player(self.who(inner))}]")
            case nodes.Related(relation="side", who=inner):
                return One(self.as_side(self.who(inner)), side=True)
            case nodes.Related(relation="partner", who=inner):
                return One(f"PARTNER[{self.as_player(self.who(inner))}]")
            case nodes.Related(who=inner):
                own = self.as_side(self.who(inner))
                other = f"OTHER_SIDE[{own}]" if self.setup.sides == 2 else ""
                return Many(f"OPPONENTS_OF[{own}]", other)
            case nodes.HolderOf(tile=tile):
                return One(self.holder(tile))
            case nodes.Except(who=inner, but=but):
                everyone, left_out = self.seats(self.who(inner)), self.seats(self.who(but))
                return Many(f"tuple(seat for seat in {everyone} if seat not in {left_out})")
            case nodes.Ranked():
                return self.ranked(node)
        raise AssertionError(f"no who: {node}")

    def role(self, role: Role) -> One | Many:
        if role in {Role.MOVER, Role.FINISHER, Role.OPENER}:
            return One(role.value)
        if role is Role.WINNER:
            return One("won", side=True)
        if role is Role.NOBODY:
            return One(str(NOBODY))
        if role in {Role.EVERYONE, Role.ANY_PLAYER}:
            return Many(tuple(range(self.setup.seats)))
        assert self.them is not None, "the checker binds every pronoun"
        return self.them

    def holder(self, tile: Expression) -> str:
        if isinstance(tile, nodes.TileLiteral):
            return f"holder(hands, {self.number(tile.tile)})"
        number = self.tile_number(tile)
        return f"(holder(hands, {number}) if {number} >= 0 else {NOBODY})"

    def ranked(self, node: nodes.Ranked) -> One:
        side = node.noun != "player"
        if node.noun == "side":
            keys = [self.ranking_key(node, seats) for seats in self.setup.players_of]
        else:
            keys = [self.ranking_key(node, (seat,)) for seat in range(self.setup.seats)]
        if node.noun == "player's side" and self.setup.team_size > 1:
            keys = [
                f"min({', '.join(keys[seat] for seat in team)})" for team in self.setup.players_of
            ]
        ties = str(NOBODY)
        if node.ties is not None:
            tied = self.who(node.ties)
            ties = self.as_side(tied) if side else self.as_player(tied)
        return One(f"leader(({', '.join(keys)}), {ties})", side=side)

    def ranking_key(self, node: nodes.Ranked, seats: tuple[int, ...]) -> str:
        """The ranking key of these players, smallest first."""
        hand = self.hand(Many(seats))
        parts = [
            ("-" if extreme.which == "most" else "") + self.measured(extreme.measure, hand)
            for extreme in node.extremes
        ]
        return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"

    def as_player(self, who: One | Many) -> str:
        """The seat of a single player; a side stands for its only player."""
        if isinstance(who, Many):
            assert who.side, "the checker wants one player here"
            return who.side
        return who.code

    def as_side(self, who: One | Many) -> str:
        if isinstance(who, Many):
            assert who.side, "the checker wants one side here"
            return who.side
        if who.side or self.setup.team_size == 1:
            return who.code
        if who.code.lstrip("-").isdigit():
            seat = int(who.code)
            return str(self.setup.side_of[seat] if seat >= 0 else NOBODY)
        return f"SIDE_OF[{who.code}]"

    def seats(self, who: One | Many) -> str:
        """A Python expression for the tuple of the seats that are meant."""
        if isinstance(who, One):
            return f"{'PLAYERS_OF' if who.side else 'ONLY'}[{who.code}]"
        return who.seats if isinstance(who.seats, str) else repr(who.seats)

    def certain(self, who: One | Many) -> bool:
        """Whether it certainly means somebody: seats known beforehand, or the mover."""
        if isinstance(who, Many):
            return not isinstance(who.seats, str)
        return not who.side and who.code in {"mover", *"0123456789"}

    def hand(self, who: One | Many) -> str:
        """A Python expression for the tiles that these players hold together."""
        if isinstance(who, Many) and not isinstance(who.seats, str):
            held = " | ".join(f"hands[{seat}]" for seat in who.seats)
            return held if len(who.seats) == 1 else f"({held})"
        if isinstance(who, One) and self.certain(who):
            return f"hands[{who.code}]"
        return f"union(hands, {self.seats(who)})"
