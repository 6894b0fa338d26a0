"""Amounts, conditions and whos in plain English, for the players of one setup."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang import syntax
from dominoes_lang.arithmetic import Amount, constant
from dominoes_lang.setup import Setup
from dominoes_lang.state import SEAT_LETTERS
from dominoes_lang.syntax import Expression, Fact, Role

_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()

_AMOUNTS = {
    Fact.PIPS_ON_ENDS: "the sum of the open ends",
    Fact.ENDS_ALIKE: "the number of open ends that are alike",
    Fact.ENDS_IT_FITTED: "the number of ends that the last tile fitted",
    Fact.TILES_IN_STOCK: "the number of tiles in the stock",
    Fact.ROUND: "the number of the round",
    Fact.PLAYS: "the number of tiles laid",
    Fact.PASSES_IN_A_ROW: "the number of passes in a row",
}
_CONDITIONS = {
    Fact.DOMINO: ("a player goes out", "nobody goes out"),
    Fact.BLOCKED: ("the round is blocked", "the round is not blocked"),
    Fact.NOTHING_TO_DRAW: ("no tile can be drawn", "a tile can be drawn"),
}
_OTHER = {Fact.DOMINO: Fact.BLOCKED, Fact.BLOCKED: Fact.DOMINO}
_RELATIONS = {
    "is": ("is", "is not"),
    "is not": ("is not", "is"),
    "at least": ("is at least", "is less than"),
    "at most": ("is at most", "is more than"),
    "more than": ("is more than", "is at most"),
    "less than": ("is less than", "is at least"),
    "multiple of": ("is a multiple of", "is not a multiple of"),
}
_COUNTED = {
    "is": "exactly",
    "at least": "at least",
    "at most": "at most",
    "more than": "more than",
    "less than": "fewer than",
}
_OPPOSITE = {
    "at least": "less than",
    "at most": "more than",
    "more than": "at most",
    "less than": "at least",
}


def number(count: Amount) -> str:
    """A number, in words up to twelve."""
    if count == 0:
        return "zero"
    if count == int(count) and 0 < count < len(_NUMBERS):
        return _NUMBERS[int(count)]
    return str(count)


def counted(count: Amount, noun: str, plural: str = "") -> str:
    """`one tile`, `two tiles`, `no tiles`."""
    if count == 0:
        return f"no {plural or noun + 's'}"
    return f"{number(count)} {noun if count == 1 else plural or noun + 's'}"


def listed(parts: Sequence[str], joiner: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {joiner} {parts[-1]}"


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", ":")) else ".")


class English:
    """The phrases of one setup: who sits there decides what an opponent or a side is called."""

    def __init__(self, setup: Setup, *, ended: bool = False) -> None:
        """With `ended` a finished round is spoken of, otherwise the turn of a player: `they`."""
        self.setup = setup
        self.ended = ended
        self.rest = "left " if ended else ""
        self.of_player = True
        """Whether `they` are a player, not a side."""
        self.distant = False
        """Whether `they` are not the subject of the sentence."""
        self.teams = setup.team_size > 1
        self.two_sides = setup.sides == 2

    # ------------------------------------------------------------------ who

    def is_plural(self, who: Expression) -> bool:
        """Whether a verb behind this who stands in the plural."""
        match who:
            case syntax.Who(role=role):
                return role in {Role.EVERYONE, Role.THEM} or (role is Role.MOVER and not self.ended)
            case syntax.Related(relation="opponents"):
                return self.opponents(who.who).startswith(("the other players", "the other sides",
                                                           "the opponents"))  # fmt: skip
            case syntax.Except(who=inner):
                return self.is_plural(inner)
        return False

    def who(self, who: Expression) -> str:
        """The noun phrase for a who."""
        match who:
            case syntax.Who(role=role):
                return self.role(role)
            case syntax.Seat(number=seat):
                return f"player {SEAT_LETTERS[seat]}"
            case syntax.Neighbour(way=way, who=inner):
                return f"the player {way} {self.one(inner)}"
            case syntax.Related(relation=relation, who=inner):
                return self.related(relation, inner)
            case syntax.HolderOf(tile=tile):
                if isinstance(tile, syntax.HighestDouble):
                    return "the player with the highest double"
                return f"the player who holds {self.tile(tile)}"
            case syntax.Ranked():
                return self.ranked(who)
            case syntax.Except(who=inner, but=but):
                return f"{self.who(inner)} except {self.who(but)}"
        raise TypeError(f"this says not who: {who!r}")

    def role(self, role: Role) -> str:
        side = "side" if self.teams else "player"
        return {
            Role.MOVER: "the player who acted last" if self.ended else "they",
            Role.FINISHER: "the player who laid the last tile",
            Role.OPENER: "the player who opened the round",
            Role.WINNER: "the winning side" if self.teams else "the winner",
            Role.NOBODY: "nobody",
            Role.EVERYONE: "both players" if self.setup.seats == 2 else "all players",
            Role.EACH_PLAYER: "each player",
            Role.EACH_SIDE: f"each {side}",
            Role.ANY_PLAYER: "any player",
            Role.THEM: "they",
            Role.LOT: "a player chosen by lot",
        }[role]

    def one(self, who: Expression) -> str:
        """A who behind the word `player`, which need not be said again."""
        return self.who(who).replace("the player who", "the one who", 1).replace(
            "the player with", "the one with", 1
        )  # fmt: skip

    def related(self, relation: str, inner: Expression) -> str:
        if relation == "side" and not self.teams:
            return self.who(inner)
        if relation == "side" and self.is_side(inner):
            return self.who(inner)
        if relation == "opponents":
            return self.opponents(inner)
        if self.who(inner) == "they":
            return f"their {relation}"
        if isinstance(inner, syntax.Seat):
            return f"{SEAT_LETTERS[inner.number]}'s {relation}"
        return f"the {relation} of {self.who(inner)}"

    def opponents(self, inner: Expression) -> str:
        if isinstance(inner, syntax.Related) and inner.relation == "side":
            inner = inner.who
        if isinstance(inner, syntax.Who) and inner.role is Role.WINNER:
            if self.two_sides:
                return "the losing side" if self.teams else "the loser"
            return "the other sides" if self.teams else "the other players"
        if isinstance(inner, syntax.Related) and inner.relation == "opponents" and self.two_sides:
            return self.who(inner.who)
        noun = "side" if self.teams else "player"
        others = f"opposing {noun}" if self.two_sides else f"{noun}s"
        if self.who(inner) == "they":
            return f"the {others}" if self.two_sides else f"the other {others}"
        if self.two_sides:
            return f"the opponent{'s' if self.teams else ''} of {self.who(inner)}"
        return f"the opponents of {self.who(inner)}"

    def is_side(self, who: Expression) -> bool:
        """Whether a who names a side and no single player."""
        match who:
            case syntax.Who(role=role):
                return role in {Role.WINNER, Role.EACH_SIDE}
            case syntax.Related(relation=relation):
                return relation in {"side", "opponents"}
            case syntax.Ranked(noun=noun):
                return noun == "side"
        return False

    def noun(self, who: syntax.Ranked) -> str:
        return who.noun if self.teams else "player"

    def best(self, who: syntax.Ranked) -> str:
        """`the side with the fewest pips and, among equals, the fewest tiles`."""
        first, *rest = [f"the {extreme.which} {extreme.measure}" for extreme in who.extremes]
        then = "".join(f" and, among equals, {extreme}" for extreme in rest)
        return f"the {self.noun(who)} with {first}{then}"

    def ranked(self, who: syntax.Ranked) -> str:
        ties = self.who(who.ties) if who.ties is not None else "nobody"
        return f"{self.best(who)} ({ties}, if {self.noun(who)}s tie)"

    def hand(self, who: Expression) -> str:
        """`the winner's hand`, `all hands`."""
        match who:
            case syntax.Who(role=Role.EVERYONE):
                return "both hands" if self.setup.seats == 2 else "all hands"
            case syntax.Who() if self.who(who) == "they":
                player = self.of_player or not self.teams
                if self.distant:
                    return "that player's hand" if player else "that side's hands"
                return "their own hand" if player else "their own hands"
            case syntax.Related(relation="opponents", who=inner) if self.two_sides:
                loser = isinstance(inner, syntax.Who) and inner.role is Role.WINNER
                if loser and not self.teams:
                    return "the loser's hand"
        many = (self.teams and self.is_side(who)) or self.is_plural(who)
        return f"the hand{'s' if many else ''} of {self.who(who)}"

    # ------------------------------------------------------------------ tiles

    def tile(self, tile: Expression) -> str:
        match tile:
            case syntax.TileLiteral(tile=literal):
                return literal.bracketed
            case syntax.HighestDouble():
                return "the highest double"
            case syntax.Read(fact=Fact.LAST_TILE):
                return "the last tile"
        raise TypeError(f"this is no tile: {tile!r}")

    # ------------------------------------------------------------------ amounts

    def fixed(self, amount: Expression) -> Amount | None:
        """The value of an amount that is made of numbers alone."""
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
            case syntax.Read(fact=fact) if fact in _AMOUNTS:
                return _AMOUNTS[fact]
            case syntax.Held(measure="pips", who=who):
                return f"the pips {self.rest}in {self.hand(who)}"
            case syntax.Held(measure=measure, who=who):
                return f"the number of {measure} {self.rest}in {self.hand(who)}"
            case syntax.ScoreOf(who=who):
                return f"the score of {self.who(who)}"
            case syntax.Arithmetic():
                return self.arithmetic(amount)
            case syntax.Rounded(way=way, amount=inner, to=to):
                return f"{self.amount(inner)}, {self.rounding(way, to)}"
        raise TypeError(f"this is no amount: {amount!r}")

    def arithmetic(self, amount: syntax.Arithmetic) -> str:
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
            isinstance(amount, syntax.Rounded)
            or (isinstance(amount, syntax.Arithmetic) and amount.operator in "+-")
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
            case syntax.Held(measure=measure, who=who) if measure != "pips":
                return f"one point for each {measure[:-1]} {self.rest}in {self.hand(who)}"
            case syntax.Read(fact=Fact.TILES_IN_STOCK):
                return "one point for each tile in the stock"
        return self.amount(amount)

    # ------------------------------------------------------------------ conditions

    def condition(self, condition: Expression, *, holds: bool = True) -> str:
        """The clause behind `if`; with `holds` False the opposite."""
        match condition:
            case syntax.YesNo(value=value):
                return "always" if value == holds else "never"
            case syntax.Not(condition=inner):
                return self.condition(inner, holds=not holds)
            case syntax.Both(joiner=joiner, parts=parts):
                return self.both(joiner, parts, holds=holds)
            case syntax.Read(fact=fact) if fact in _CONDITIONS:
                if self.ended and not holds and fact is not Fact.NOTHING_TO_DRAW:
                    return _CONDITIONS[_OTHER[fact]][0]
                return _CONDITIONS[fact][0 if holds else 1]
            case syntax.IsDouble(tile=tile):
                return f"{self.tile(tile)} is {'' if holds else 'not '}a double"
            case syntax.Compare():
                return self.comparison(condition, holds=holds)
            case syntax.PassedInARow(who=who):
                return self.verb(who, "has passed in a row", "have passed in a row", holds=holds)
            case syntax.Can(verb=verb, who=who):
                if verb == "play":
                    does = "lay a tile"
                else:
                    does = "lay or draw a tile" if self.setup.draws else "lay a tile"
                return self.verb(who, f"can {does}", f"can {does}", holds=holds)
            case syntax.HasNoTiles(who=who):
                return self.verb(who, "has no tiles left", "have no tiles left", holds=holds)
        return self.holding(condition, holds=holds)

    def holding(self, condition: Expression, *, holds: bool) -> str:
        """What somebody holds."""
        match condition:
            case syntax.HoldsTile(who=who, tile=tile):
                what = self.tile(tile)
                return self.verb(who, f"holds {what}", f"hold {what}", holds=holds)
            case syntax.HoldsNumber(who=who, number=half, some=some):
                what = f"a tile with {_half(half)}" if some else f"no tile with {_half(half)}"
                return self.verb(who, f"holds {what}", f"hold {what}", holds=holds)
            case syntax.HoldsAmount(who=who, relation=relation, amount=amount, measure=measure):
                value = self.fixed(amount)
                if relation == "at most" and value == 0:
                    what = f"no {measure}"
                elif value == 1:
                    what = f"{relation} one {measure[:-1]}"
                else:
                    what = f"{relation} {self.amount(amount)} {measure}"
                return self.verb(who, f"holds {what}", f"hold {what}", holds=holds)
        raise TypeError(f"this is no condition: {condition!r}")

    def verb(self, who: Expression, singular: str, plural: str, *, holds: bool) -> str:
        """A who with its verb; the opposite is said of the whole."""
        text = f"{self.who(who)} {plural if self.is_plural(who) else singular}"
        if holds:
            return text
        role = who.role if isinstance(who, syntax.Who) else None
        if role is Role.NOBODY:
            return f"somebody {singular}"
        if role is Role.ANY_PLAYER:
            return f"nobody {singular}"
        if role is Role.EVERYONE:
            return f"not {text}"
        return f"{self.who(who)} {_denied(plural, plural=self.is_plural(who))}"

    def both(self, joiner: str, parts: Sequence[Expression], *, holds: bool) -> str:
        shown = joiner if holds else {"and": "or", "or": "and"}[joiner]
        said = []
        for part in parts:
            text = self.condition(part, holds=holds)
            inner = part.condition if isinstance(part, syntax.Not) else part
            said.append(f"{'either' if shown == 'and' else 'both'} {text}"
                        if isinstance(inner, syntax.Both) else text)  # fmt: skip
        return f" {shown} ".join(said)

    def comparison(self, node: syntax.Compare, *, holds: bool) -> str:
        left, right = node.left, node.right
        equal = (node.relation == "is") == holds
        if syntax.is_tile(left) or syntax.is_tile(right):
            return f"{self.tile(left)} is {'' if equal else 'not '}{self.tile(right)}"
        if syntax.is_who(left) or syntax.is_who(right):
            return self.same(left, right, equal=equal)
        relation = node.relation if holds else _OPPOSITE.get(node.relation, node.relation)
        said = self.count(left, relation, right) if holds or relation != node.relation else ""
        if said:
            return said
        words = _RELATIONS[node.relation][0 if holds else 1]
        if isinstance(left, syntax.Held) and left.measure == "pips":
            words = words.replace("is", "are", 1)
        return f"{self.amount(left)} {words} {self.amount(right)}"

    def count(self, left: Expression, relation: str, right: Expression) -> str:
        """A count against a number, as people say it; empty where there is no such saying."""
        value = self.fixed(right)
        if not isinstance(left, syntax.Read) or value is None or relation not in _COUNTED:
            return ""
        amount = f"{_COUNTED[relation]} {counted(value, 'tile')}"
        if value == 0:
            amount = {"is": "no tiles", "more than": "some tiles"}.get(relation, amount)
        match left.fact:
            case Fact.PLAYS:
                be = "has" if value == 1 else "have"
                return f"{amount} {be} been laid"
            case Fact.TILES_IN_STOCK:
                return f"the stock holds {amount}"
            case Fact.ENDS_IT_FITTED if relation == "is" and value == 2:
                return "the last tile fitted both ends"
            case Fact.ROUND if relation == "is" and 0 < value <= len(_ORDINALS):
                return f"it is the {_ORDINALS[int(value) - 1]} round"
            case Fact.PASSES_IN_A_ROW if relation == "is" and value == 0:
                return "nobody has passed since the last play"
        return ""

    def same(self, left: Expression, right: Expression, *, equal: bool) -> str:
        """That two whos are the same, or are not."""
        for one, other in ((left, right), (right, left)):
            role = one.role if isinstance(one, syntax.Who) else None
            if role is Role.WINNER:
                return self.wins(other, equal=equal)
            if role is Role.NOBODY:
                return f"{self.who(other)} is {'' if equal else 'not '}nobody"
        if isinstance(right, syntax.Seat):
            left, right = right, left
        plural = self.is_plural(left)
        role = right.role if isinstance(right, syntax.Who) else None
        if role is Role.FINISHER:
            done = "laid the last tile" if equal else "did not lay the last tile"
            return f"{self.who(left)} {done}"
        if role is Role.OPENER:
            done = "opened the round" if equal else "did not open the round"
            return f"{self.who(left)} {done}"
        be = f"{'are' if plural else 'is'}{'' if equal else ' not'}"
        return f"{self.who(left)} {be} {self.who(right)}"

    def wins(self, who: Expression, *, equal: bool) -> str:
        plural = self.is_plural(who)
        if isinstance(who, syntax.Who) and who.role is Role.NOBODY:
            return "nobody wins the round" if equal else "somebody wins the round"
        if equal:
            return f"{self.who(who)} {'win' if plural else 'wins'} the round"
        return f"{self.who(who)} {'do' if plural else 'does'} not win the round"


def _denied(verb: str, *, plural: bool) -> str:
    """The opposite of a verb that is given in the plural."""
    if verb.startswith("can "):
        return verb.replace("can", "can't", 1)
    if verb.startswith("have no "):
        return f"still {'have' if plural else 'has'} {verb.removeprefix('have no ')}"
    if verb.startswith("have "):
        return verb.replace("have", "have not" if plural else "has not", 1)
    return f"{'do' if plural else 'does'} not {verb}"


def _half(count: int) -> str:
    return "a blank" if count == 0 else f"{'an' if count in {8, 11, 18} else 'a'} {number(count)}"
