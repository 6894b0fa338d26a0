"""Whos, tiles and amounts in plain English, for the players of one setup."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.english.wording import counted, number, ordinal
from dominoes_lang.setup.arithmetic import Amount, constant
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact, Role
from dominoes_lang.table.state import SEAT_LETTERS


class Nouns:
    """The noun phrases of one setup: who is playing decides what an opponent is called."""

    def __init__(self, setup: Setup, among: Sequence[Setup] = (), *, ended: bool = False) -> None:
        """`among` are the setups for all numbers of players for whom the phrases are.

        With `ended` the phrases are about a finished round, otherwise about a turn: `they`.
        """
        among = among or (setup,)
        self.setup = setup
        self.ended = ended
        self.rest = "left " if ended else ""
        self.of_player = True
        """Whether `they` are a player, not a side."""
        self.draws = any(game.draws for game in among)
        """Whether players draw, with some number of players."""
        self.actor = ""
        """What the mover is called where it is clear what they did; empty elsewhere."""
        self.distant = False
        """Whether `they` are not the subject of the sentence."""
        self.teams = setup.team_size > 1
        self.two_sides = all(game.sides == 2 for game in among)
        self.everyone = "both" if all(game.seats == 2 for game in among) else "all"
        self.leaver = "side" if self.teams and _by_side(setup.domino) else "player"
        """Who goes out: a side where all partners must have laid their tiles."""

    # ------------------------------------------------------------------ who

    def is_plural(self, who: Expression) -> bool:
        """Whether a verb after this who is plural."""
        match who:
            case nodes.Who(role=role):
                return role in {Role.EVERYONE, Role.THEM} or (role is Role.MOVER and not self.ended)
            case nodes.Related(relation="opponents"):
                return self.opponents(who.who).startswith(("the other players", "the other sides",
                                                           "the opponents"))  # fmt: skip
            case nodes.Except(who=inner):
                return self.is_plural(inner)
        return False

    def who(self, who: Expression) -> str:
        """The noun phrase for players or sides."""
        match who:
            case nodes.Who(role=role):
                return self.role(role)
            case nodes.Seat(number=seat):
                return f"player {SEAT_LETTERS[seat]}"
            case nodes.Neighbour(way=way, who=inner):
                distance = 1
                while isinstance(inner, nodes.Neighbour) and inner.way == way:
                    distance, inner = distance + 1, inner.who
                nth = f"{ordinal(distance)} " if distance > 1 else ""
                return f"the {nth}player {way} {self.one(inner)}"
            case nodes.Related(relation=relation, who=inner):
                return self.related(relation, inner)
            case nodes.HolderOf(tile=tile):
                if isinstance(tile, nodes.DealtTile):
                    return f"the player with {self.tile(tile)}"
                return f"the player who holds {self.tile(tile)}"
            case nodes.Ranked():
                return self.ranked(who)
            case nodes.Except(who=inner, but=but):
                everyone = isinstance(inner, nodes.Who) and inner.role is Role.EVERYONE
                return f"{'all players' if everyone else self.who(inner)} except {self.whom(but)}"
        raise TypeError(f"this is not a player or side: {who!r}")

    def role(self, role: Role) -> str:
        side = "side" if self.teams else "player"
        return {
            Role.MOVER: self.actor or ("the player who acted last" if self.ended else "they"),
            Role.FINISHER: "the player who laid the last tile",
            Role.OPENER: "the player who opened the round",
            Role.WINNER: "the winning side" if self.teams else "the winner",
            Role.NOBODY: "nobody",
            Role.EVERYONE: f"{self.everyone} players",
            Role.EACH_PLAYER: "each player",
            Role.EACH_SIDE: f"each {side}",
            Role.ANY_PLAYER: "any player",
            Role.ANY_SIDE: f"any {side}",
            Role.THEM: "they",
            Role.LOT: "a player chosen by lot",
        }[role]

    def one(self, who: Expression) -> str:
        """A who after the word `player`, which need not be repeated."""
        return self.whom(who).replace("the player who", "the one who", 1).replace(
            "the player with", "the one with", 1
        )  # fmt: skip

    def whom(self, who: Expression) -> str:
        """A who as an object: behind `of`, `than` or `except`."""
        text = self.who(who)
        return "them" if text == "they" else text

    def related(self, relation: str, inner: Expression) -> str:
        if relation == "side" and not self.teams:
            return self.who(inner)
        if relation == "side" and self.is_side(inner):
            return self.who(inner)
        if relation == "opponents":
            return self.opponents(inner)
        if self.who(inner) == "they":
            return f"their {relation}"
        if isinstance(inner, nodes.Seat):
            return f"{SEAT_LETTERS[inner.number]}'s {relation}"
        return f"the {relation} of {self.who(inner)}"

    def opponents(self, inner: Expression) -> str:
        if isinstance(inner, nodes.Related) and inner.relation == "side":
            inner = inner.who
        if isinstance(inner, nodes.Who) and inner.role is Role.WINNER:
            if self.two_sides:
                return "the losing side" if self.teams else "the loser"
            return "the other sides" if self.teams else "the other players"
        if isinstance(inner, nodes.Related) and inner.relation == "opponents" and self.two_sides:
            return self.who(inner.who)
        noun = "side" if self.teams else "player"
        rivals = f"opposing {noun}" if self.two_sides else f"{noun}s"
        if self.who(inner) == "they":
            return f"the {rivals}" if self.two_sides else f"the other {rivals}"
        if self.two_sides:
            return f"the opponent{'s' if self.teams else ''} of {self.who(inner)}"
        return f"the opponents of {self.who(inner)}"

    def is_side(self, who: Expression) -> bool:
        """Whether an expression names a side rather than a single player."""
        match who:
            case nodes.Who(role=role):
                return role in {Role.WINNER, Role.EACH_SIDE, Role.ANY_SIDE}
            case nodes.Related(relation=relation):
                return relation in {"side", "opponents"}
            case nodes.Ranked(noun=noun):
                return noun == "side"
        return False

    def noun(self, who: nodes.Ranked) -> str:
        return "side" if self.teams and who.noun == "side" else "player"

    def tie(self, who: nodes.Ranked) -> str:
        """Those who may tie: partners do not where they are ranked for their side."""
        of = " of different sides" if self.teams and who.noun == "player's side" else ""
        still = " still" if who.extremes[1:] else ""
        return f"{self.noun(who)}s{of}{still} tie"

    def best(self, who: nodes.Ranked) -> str:
        """`the side with the fewest pips and, among equals, the fewest tiles`."""
        first, *rest = [f"the {extreme.which} {extreme.measure}" for extreme in who.extremes]
        then = "".join(f" and, among equals, {extreme}" for extreme in rest)
        return f"the {self.noun(who)} with {first}{then}"

    def ranked(self, who: nodes.Ranked) -> str:
        ties = self.who(who.ties) if who.ties is not None else "nobody"
        return f"{self.best(who)} ({ties}, if {self.tie(who)})"

    def hand(self, who: Expression) -> str:
        """`the winner's hand`, `all hands`."""
        match who:
            case nodes.Who(role=Role.EVERYONE):
                return f"{self.everyone} hands"
            case nodes.Who() if self.who(who) == "they":
                player = self.of_player or not self.teams
                if self.distant:
                    return "that player's hand" if player else "that side's hands"
                return "their own hand" if player else "their own hands"
            case nodes.Who(role=Role.WINNER) if not self.teams:
                return "the winner's hand"
            case nodes.Related(relation="opponents", who=inner) if self.two_sides:
                loser = isinstance(inner, nodes.Who) and inner.role is Role.WINNER
                if loser and not self.teams:
                    return "the loser's hand"
        many = (self.teams and self.is_side(who)) or self.is_plural(who)
        return f"the hand{'s' if many else ''} of {self.who(who)}"

    # ------------------------------------------------------------------ tiles

    def tile(self, tile: Expression) -> str:
        match tile:
            case nodes.TileLiteral(tile=literal):
                return literal.bracketed
            case nodes.DealtTile(order=order):
                return f"the {order.value}"
            case nodes.RoundsDouble():
                return "the round's double"
            case nodes.Read(fact=Fact.LAST_TILE):
                return "the last tile"
        raise TypeError(f"this is not a tile: {tile!r}")

    # ------------------------------------------------------------------ amounts

    def fixed(self, amount: Expression) -> Amount | None:
        """The value of an amount made of numbers alone."""
        try:
            return constant(amount)
        except ZeroDivisionError:
            return None

    def amount(self, amount: Expression) -> str:
        """The noun phrase for an amount."""
        value = self.fixed(amount)
        if value is not None:
            return number(value)
        match amount:
            case nodes.Read(fact=fact) if fact.english:
                return fact.english
            case nodes.Held(measure="pips", who=who):
                return f"the pips {self.rest}in {self.hand(who)}"
            case nodes.Held(measure=measure, who=who):
                return f"the number of {measure} {self.rest}in {self.hand(who)}"
            case nodes.ScoreOf(who=who):
                if self.who(who) != "they":
                    return f"the score of {self.who(who)}"
                if self.distant:
                    return f"that {'player' if self.of_player else 'side'}'s score"
                return "their score"
            case nodes.Excess(measure=measure, who=who, over=over):
                plural = self.is_plural(who)
                more = f"more {measure} than {self.whom(over)}"
                if plural or (self.teams and self.is_side(who)):
                    more += ", each counted by itself"
                return f"what {self.who(who)} {'hold' if plural else 'holds'} in {more}"
            case nodes.InStock(measure=measure):
                measured = "pips" if measure == "pips" else f"number of {measure}"
                return f"the {measured} in the stock"
            case nodes.Arithmetic():
                return self.arithmetic(amount)
            case nodes.Rounded(way=way, amount=inner, to=to):
                return f"{self.amount(inner)}, {self.rounding(way, to)}"
        raise TypeError(f"this is not an amount: {amount!r}")

    def arithmetic(self, amount: nodes.Arithmetic) -> str:
        left, right = amount.left, amount.right
        if amount.operator == "-" and self.fixed(left) == 0:
            return f"minus {self.part(right)}"
        if amount.operator in "+-":
            word = "plus" if amount.operator == "+" else "minus"
            second = self.part(right) if amount.operator == "-" else self.amount(right)
            return f"{self.amount(left)} {word} {second}"
        if amount.operator == "*":
            factor = self.fixed(left)
            if factor is None and self.fixed(right) is not None:
                left, right, factor = right, left, self.fixed(right)
            if factor == 2:
                return f"twice {self.part(right)}"
            return f"{self.part(left)} times {self.part(right)}"
        if self.fixed(right) == 2:
            return f"half of {self.part(left)}"
        return f"{self.part(left)} divided by {self.part(right)}"

    def part(self, amount: Expression) -> str:
        """An amount inside a product: a sum keeps together."""
        text = self.amount(amount)
        plain = self.fixed(amount) is not None or not (
            isinstance(amount, nodes.Rounded)
            or (isinstance(amount, nodes.Arithmetic) and amount.operator in "+-")
        )
        return text if plain else f"({text})"

    def rounding(self, way: str, to: Expression) -> str:
        whole = self.fixed(to) == 1
        if way == "nearest":
            return f"rounded to the nearest {'whole number' if whole else self.amount(to)}"
        return f"rounded {way}" + ("" if whole else f" to a multiple of {self.amount(to)}")

    def points(self, amount: Expression) -> str:
        """What a side scores: `ten points`, `the pips in all hands`."""
        value = self.fixed(amount)
        if value is not None:
            return counted(value, "point")
        match amount:
            case nodes.Held(measure=measure, who=who) if measure != "pips":
                return f"one point for each {measure[:-1]} {self.rest}in {self.hand(who)}"
            case nodes.Read(fact=Fact.TILES_IN_STOCK):
                return "one point for each tile in the stock"
            case nodes.Read(fact=Fact.PLAYERS):
                return "one point for each player"
            case nodes.Read(fact=Fact.PIPS_ON_ENDS):
                return "the sum of the open ends"
            case nodes.Read(fact=Fact.HALVES_LIKE_IT):
                described = "just left open" if self.actor else "that the last tile left open"
                return f"one point for each half at the open ends with the number {described}"
            case nodes.Read(fact=Fact.ROUNDS_WITHOUT_WINNER):
                return "one point for each round without a winner just before this one"
        return self.amount(amount)


def _by_side(domino: Expression) -> bool:
    """Whether a round ends when the mover's whole side has no tiles."""
    return (
        isinstance(domino, nodes.HasNoTiles)
        and isinstance(domino.who, nodes.Related)
        and domino.who.relation == "side"
        and isinstance(domino.who.who, nodes.Who)
        and domino.who.who.role is Role.MOVER
    )
