"""Amounts that a sheet speaks of, for the players of one setup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dominoes_lang.setup.arithmetic import Amount, constant
from dominoes_lang.sheet.message import Part, SheetMessage
from dominoes_lang.sheet.players_told import THEM, THEY, PlayersTold
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact

SUM_OF_ENDS = SheetMessage("sum-of-ends")
_FACTS = {
    Fact.PIPS_ON_ENDS: SUM_OF_ENDS,
    Fact.ENDS_ALIKE: SheetMessage("ends-alike"),
    Fact.ENDS_IT_FITTED: SheetMessage("ends-it-fitted"),
    Fact.TILES_IN_STOCK: SheetMessage("tiles-in-stock"),
    Fact.ROUND: SheetMessage("number-of-round"),
    Fact.PLAYS: SheetMessage("tiles-laid"),
    Fact.PASSES_IN_A_ROW: SheetMessage("passes-in-a-row"),
    Fact.HALVES_LIKE_IT: SheetMessage("halves-like-it"),
    Fact.PASSES_BEFORE_IT: SheetMessage("passes-before-it"),
    Fact.TILES_THIS_TURN: SheetMessage("tiles-this-turn"),
    Fact.PLAYERS: SheetMessage("number-of-players"),
    Fact.ROUNDS_WITHOUT_WINNER: SheetMessage("rounds-without-winner"),
    Fact.PASSES_THIS_ROUND: SheetMessage("passes-this-round"),
    Fact.VOID_DEALS: SheetMessage("void-deals-before-it"),
    Fact.STILL_IN: SheetMessage("number-still-in"),
    Fact.BID: SheetMessage("the-bid"),
}
_RUNNING = {"passes": "passes-running", "wins": "rounds-won-running"}
_TAKEN = {
    "pips": "pips-taken",
    "tiles": "tiles-taken",
    "doubles": "doubles-taken",
    "tricks": "tricks-taken",
}
_POINT_FOR_EACH_TAKEN = {
    "tiles": "point-for-each-tile-taken",
    "doubles": "point-for-each-double-taken",
    "tricks": "point-for-each-trick-taken",
}
TAKEN = frozenset({"pips-and-tricks-taken", *_TAKEN.values(), *_POINT_FOR_EACH_TAKEN.values()})
"""What somebody has taken."""
_IN_HAND: dict[tuple[object, bool], str] = {
    ("pips", False): "pips-in",
    ("pips", True): "pips-left-in",
    ("tiles", False): "tiles-in",
    ("tiles", True): "tiles-left-in",
    ("doubles", False): "doubles-in",
    ("doubles", True): "doubles-left-in",
    (nodes.TilesWith, False): "tiles-with-in",
    (nodes.TilesWith, True): "tiles-with-left-in",
    (nodes.OF_ONE_NUMBER, False): "tiles-of-one-number-in",
    (nodes.OF_ONE_NUMBER, True): "tiles-of-one-number-left-in",
}
"""What is in a hand, by what is counted and whether the round has ended."""
_POINT_FOR_EACH: dict[tuple[object, bool], str] = {
    ("tiles", False): "point-for-each-tile-in",
    ("tiles", True): "point-for-each-tile-left-in",
    ("doubles", False): "point-for-each-double-in",
    ("doubles", True): "point-for-each-double-left-in",
    (nodes.TilesWith, False): "point-for-each-tile-with-in",
    (nodes.TilesWith, True): "point-for-each-tile-with-left-in",
    (nodes.OF_ONE_NUMBER, False): "point-for-each-tile-of-one-number-in",
    (nodes.OF_ONE_NUMBER, True): "point-for-each-tile-of-one-number-left-in",
}
_EXCESS = {
    ("pips", False): "excess-of-pips",
    ("pips", True): "excess-of-pips-of-each",
    ("tiles", False): "excess-of-tiles",
    ("tiles", True): "excess-of-tiles-of-each",
    ("doubles", False): "excess-of-doubles",
    ("doubles", True): "excess-of-doubles-of-each",
}
_HALF_OF = {"high": "high-half-of", "low": "low-half-of"}
_IN_STOCK = {
    "pips": SheetMessage("pips-in-stock"),
    "tiles": SheetMessage("tiles-in-stock"),
    "doubles": SheetMessage("doubles-in-stock"),
}
_POINTS = {
    Fact.TILES_IN_STOCK: SheetMessage("point-for-each-tile-in-stock"),
    Fact.PLAYERS: SheetMessage("point-for-each-player"),
    Fact.STILL_IN: SheetMessage("point-for-each-still-in"),
    Fact.ROUNDS_WITHOUT_WINNER: SheetMessage("point-for-each-round-without-winner"),
}
_ROUNDED = {
    "nearest": ("rounded-to-whole", "rounded-to-nearest"),
    "up": ("rounded-up", "rounded-up-to-multiple"),
    "down": ("rounded-down", "rounded-down-to-multiple"),
}
"""How an amount is rounded to whole numbers, and to multiples of another number."""


@dataclass(frozen=True)
class AmountsTold(PlayersTold):
    """Players and amounts of one setup."""

    def fixed(self, amount: Expression) -> Amount | None:
        """The value of an amount made of numbers alone."""
        try:
            return constant(amount)
        except ZeroDivisionError:
            return None

    def amount(self, amount: Expression) -> SheetMessage | Amount:
        """An amount: its value if it is made of numbers alone."""
        value = self.fixed(amount)
        if value is not None:
            return value
        match amount:
            case nodes.Read(fact=Fact.PASSES_THIS_ROUND) if self.setup.turn.drops_out:
                return SheetMessage("number-dropped-out")
            case nodes.Read(fact=fact) if fact in _FACTS:
                return _FACTS[fact]
            case nodes.Held(measure=measure, who=who):
                return _of_hand(_IN_HAND, measure, self.ended, self.hand(who))
            case nodes.Taken(measure=measure, who=who):
                return SheetMessage(_TAKEN[measure], who=self.who(who))
            case nodes.ScoreOf(who=who):
                if self.who(who) not in THEM:
                    return SheetMessage("score-of", who=self.who(who))
                if not self.distant:
                    return SheetMessage("their-score")
                return SheetMessage("that-players-score" if self.of_player else "that-sides-score")
            case nodes.Running(what=what, who=who):
                return SheetMessage(_RUNNING[what], who=self.who(who))
            case nodes.Excess(measure=measure, who=who, over=over):
                each = self.are_several(who) or (self.teams and self.is_side(who))
                return SheetMessage(_EXCESS[measure, each], who=self.who(who), over=self.who(over))
            case nodes.HalfOf(which=which, tile=tile):
                return SheetMessage(_HALF_OF[which], tile=self.tile(tile))
            case nodes.InStock(measure=measure):
                return _IN_STOCK[measure]
            case nodes.Arithmetic():
                return self.arithmetic(amount)
            case nodes.Rounded(way=way, amount=inner, to=to):
                to_whole, to_multiple = _ROUNDED[way]
                if self.fixed(to) == 1:
                    return SheetMessage(to_whole, amount=self.amount(inner))
                return SheetMessage(to_multiple, amount=self.amount(inner), to=self.amount(to))
        raise TypeError(f"this is not an amount: {amount!r}")

    def are_several(self, who: Expression) -> bool:
        """Whether an expression may name more than one player or side."""
        match who:
            case nodes.Who(role=role):
                several = {nodes.Role.EVERYONE, nodes.Role.THEM, nodes.Role.STILL_IN}
                return role in several or self.role(role) == THEY
            case nodes.Related(relation="opponents"):
                return self.opponents(who.who).key in {
                    "other-players", "other-sides", "opponents-of"
                }  # fmt: skip
            case nodes.Except(who=inner):
                return self.are_several(inner)
        return False

    def arithmetic(self, amount: nodes.Arithmetic) -> SheetMessage:
        left, right = amount.left, amount.right
        match amount.operator:
            case "-" if self.fixed(left) == 0:
                return SheetMessage("negative", amount=self.factor(right))
            case "+" if adds_tricks(amount):
                assert isinstance(left, nodes.Taken)
                return SheetMessage("pips-and-tricks-taken", who=self.who(left.who))
            case "+":
                return SheetMessage("plus", left=self.amount(left), right=self.amount(right))
            case "-":
                return SheetMessage("minus", left=self.amount(left), right=self.factor(right))
            case "*":
                factor = self.fixed(left)
                if factor is None and self.fixed(right) is not None:
                    left, right, factor = right, left, self.fixed(right)
                if factor == 2:
                    return SheetMessage("twice", amount=self.factor(right))
                return SheetMessage("times", left=self.factor(left), right=self.factor(right))
            case _ if self.fixed(right) == 2:
                return SheetMessage("half-of", amount=self.factor(left))
        return SheetMessage("divided", left=self.factor(left), right=self.factor(right))

    def factor(self, amount: Expression) -> Part:
        """An amount inside a product: a sum keeps together."""
        plain = self.fixed(amount) is not None or not (
            isinstance(amount, nodes.Rounded)
            or (isinstance(amount, nodes.Arithmetic) and amount.operator in "+-")
        )
        told = self.amount(amount)
        return told if plain else SheetMessage("grouped", amount=told)

    def points(self, amount: Expression) -> SheetMessage | Amount:
        """What a side scores: `ten points`, `the pips in all hands`."""
        value = self.fixed(amount)
        if value is not None:
            return SheetMessage("points", n=value)
        match amount:
            case nodes.Held(measure=measure, who=who) if measure != "pips":
                return _of_hand(_POINT_FOR_EACH, measure, self.ended, self.hand(who))
            case nodes.Taken(measure=measure, who=who) if measure != "pips":
                return SheetMessage(_POINT_FOR_EACH_TAKEN[measure], who=self.who(who))
            case nodes.Read(fact=Fact.HALVES_LIKE_IT):
                return SheetMessage(
                    "point-for-each-half-left" if self.actor else "point-for-each-half"
                )
            case nodes.Read(fact=fact) if fact in _POINTS:
                return _POINTS[fact]
        return self.amount(amount)


def _of_hand(
    keys: Mapping[tuple[object, bool], str],
    measure: nodes.HandMeasure,
    ended: bool,
    hand: SheetMessage,
) -> SheetMessage:
    """What is counted in a hand, with the number that the tiles show, if one is named."""
    if isinstance(measure, nodes.TilesWith):
        return SheetMessage(keys[nodes.TilesWith, ended], half=measure.number, hand=hand)
    return SheetMessage(keys[measure, ended], hand=hand)


def adds_tricks(amount: nodes.Arithmetic) -> bool:
    """Whether a sum is of all that the same players took: `pips taken by A + tricks taken by A`."""
    left, right = amount.left, amount.right
    return (
        amount.operator == "+"
        and isinstance(left, nodes.Taken)
        and isinstance(right, nodes.Taken)
        and left.who == right.who
        and {left.measure, right.measure} == {"pips", "tricks"}
    )
