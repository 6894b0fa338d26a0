"""Conditions in plain English, for the players of one setup."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.english.nouns import Nouns
from dominoes_lang.english.wording import counted, half_named, ordinal
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact, Role

_CONDITIONS = {
    Fact.DOMINO: ("a player goes out", "nobody goes out"),
    Fact.BLOCKED: ("the round is blocked", "the round is not blocked"),
    Fact.NOTHING_TO_DRAW: ("no tile can be drawn", "a tile can be drawn"),
}
LIKE_IT = "at the open ends with the number just left open"
"""What `halves like it` counts."""
_LAST_TILE = "the last tile "
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
_AGAINST = {
    "is": ("as many", "as"),
    "less than": ("fewer", "than"),
    "more than": ("more", "than"),
    "at least": ("at least as many", "as"),
    "at most": ("at most as many", "as"),
}


class English(Nouns):
    """The phrases of one setup: nouns, and the clauses after `if`."""

    def condition(self, condition: Expression, *, holds: bool = True) -> str:
        """The clause after `if`; with `holds` False the opposite."""
        match condition:
            case nodes.YesNo(value=value):
                return "always" if value == holds else "never"
            case nodes.Not(condition=inner):
                return self.condition(inner, holds=not holds)
            case nodes.Both(joiner=joiner, parts=parts):
                return self.both(joiner, parts, holds=holds)
            case nodes.Read(fact=fact) if fact in _CONDITIONS:
                if self.ended and not holds and fact is not Fact.NOTHING_TO_DRAW:
                    return self.outcome(_OTHER[fact])
                return self.outcome(fact, holds=holds)
            case nodes.IsDouble(tile=tile):
                return f"{self.tile(tile)} is {'' if holds else 'not '}a double"
            case nodes.Compare():
                return self.comparison(condition, holds=holds)
            case nodes.PassedInARow(who=who):
                return self.verb(who, "has passed in a row", "have passed in a row", holds=holds)
            case nodes.Can(verb=verb, who=who):
                if verb == "play":
                    does = "lay a tile"
                else:
                    does = "lay or draw a tile" if self.draws else "lay a tile"
                return self.verb(who, f"can {does}", f"can {does}", holds=holds)
            case nodes.HasNoTiles(who=nodes.Who(role=Role.EVERYONE)):
                return "nobody has any tiles left" if holds else "somebody has tiles left"
            case nodes.HasNoTiles(who=who):
                return self.verb(who, "has no tiles left", "have no tiles left", holds=holds)
        return self.holding(condition, holds=holds)

    def outcome(self, fact: Fact, *, holds: bool = True) -> str:
        """How a round ends, as a clause: `a player goes out`."""
        return _CONDITIONS[fact][0 if holds else 1].replace("a player", f"a {self.leaver}")

    def holding(self, condition: Expression, *, holds: bool) -> str:
        """What somebody holds."""
        match condition:
            case nodes.HoldsTile(who=who, tile=tile):
                held = self.tile(tile)
                return self.verb(who, f"holds {held}", f"hold {held}", holds=holds)
            case nodes.HoldsNumber(who=who, number=half, some=some):
                held = (
                    f"a tile with {half_named(half)}"
                    if some
                    else f"no tile with {half_named(half)}"
                )
                return self.verb(who, f"holds {held}", f"hold {held}", holds=holds)
            case nodes.HoldsAmount(who=who, relation=relation, amount=amount, measure=measure):
                value = self.fixed(amount)
                if relation == "at most" and value == 0:
                    held = f"no {measure}"
                elif value == 1:
                    held = f"{relation} one {measure[:-1]}"
                else:
                    held = f"{relation} {self.amount(amount)} {measure}"
                return self.verb(who, f"holds {held}", f"hold {held}", holds=holds)
        raise TypeError(f"this is not a condition: {condition!r}")

    def verb(self, who: Expression, singular: str, plural: str, *, holds: bool) -> str:
        """A who with its verb; the opposite negates the whole."""
        text = f"{self.who(who)} {plural if self.is_plural(who) else singular}"
        if holds:
            return text
        role = who.role if isinstance(who, nodes.Who) else None
        if role is Role.NOBODY:
            return f"somebody {singular}"
        if role is Role.ANY_SIDE:
            return f"no {text.removeprefix('any ')}"
        if role is Role.ANY_PLAYER:
            return f"nobody {singular}"
        if role is Role.EVERYONE:
            return f"not {text}"
        return f"{self.who(who)} {_denied(plural, plural=self.is_plural(who))}"

    def both(self, joiner: str, parts: Sequence[Expression], *, holds: bool) -> str:
        shown = joiner if holds else {"and": "or", "or": "and"}[joiner]
        words: list[str] = []
        common = ""  # how the clause before begins: with what need not be said twice
        for part in parts:
            text = self.condition(part, holds=holds)
            if common and text.startswith(common):
                words[-1] += f" {shown} {text.removeprefix(common)}"
                continue
            common = _common(text, shown)
            words.append(f"{'either' if shown == 'and' else 'both'} {text}"
                        if isinstance(_positive(part), nodes.Both) else text)  # fmt: skip
        nested = any(isinstance(_positive(part), nodes.Both) for part in parts)
        return f"{',' * nested} {shown} ".join(words)

    def comparison(self, node: nodes.Compare, *, holds: bool) -> str:
        left, right = node.left, node.right
        equal = (node.relation == "is") == holds
        if nodes.is_tile(left) or nodes.is_tile(right):
            return f"{self.tile(left)} is {'' if equal else 'not '}{self.tile(right)}"
        if nodes.is_who(left) or nodes.is_who(right):
            return self.same(left, right, equal=equal)
        relation = node.relation if holds else _OPPOSITE.get(node.relation, node.relation)
        if holds or relation != node.relation:
            words = (
                self.count(left, relation, right)
                or self.score(left, relation, right)
                or self.held(left, relation, right)
            )
            if words:
                return words
        words = _RELATIONS[node.relation][0 if holds else 1]
        if isinstance(left, nodes.Held) and left.measure == "pips":
            words = words.replace("is", "are", 1)
        return f"{self.amount(left)} {words} {self.amount(right)}"

    def score(self, left: Expression, relation: str, right: Expression) -> str:
        """Whether somebody has scored before; empty if that is not the question."""
        if not isinstance(left, nodes.ScoreOf) or self.fixed(right) != 0:
            return ""
        wins = self.setup.counts_wins
        phrase = {
            "more than": "won a round already" if wins else "points already",
            "is": "won no round yet" if wins else "no points yet",
            "at most": "won no round yet" if wins else "no points yet",
        }.get(relation)
        have = "have" if self.is_plural(left.who) else "has"
        return (phrase and f"{self.who(left.who)} {have} {phrase}") or ""

    def held(self, left: Expression, relation: str, right: Expression) -> str:
        """What somebody holds, against a number or a hand; empty if another phrase describes it."""
        if not isinstance(left, nodes.Held) or not _is_one(left.who):
            return ""
        start = f"{self.who(left.who)} {'hold' if self.is_plural(left.who) else 'holds'}"
        fixed = self.fixed(right)
        if fixed is not None and relation in _COUNTED:
            if fixed == 0 and relation == "is":
                return f"{start} no {left.measure}"
            measure = left.measure[:-1] if fixed == 1 else left.measure
            return f"{start} {_COUNTED[relation]} {self.amount(right)} {measure}"
        if not isinstance(right, nodes.Held) or right.measure != left.measure:
            return ""
        if relation not in _AGAINST or not _is_one(right.who):
            return ""
        more, than = _AGAINST[relation]
        rival, rival_short = self.who(right.who), self.one(right.who)
        if rival_short in start:
            rival = rival_short.replace("the last tile", "it")
        return f"{start} {more} {left.measure} {than} {rival}"

    def case(self, condition: Expression) -> str:
        """A condition behind its main clause: `if …`, `in the first round`."""
        text = self.condition(condition)
        start = "it is the "
        if text.startswith(start) and text.endswith(" round"):
            return f"in the {text.removeprefix(start)}"
        return f"if {text}"

    def count(self, left: Expression, relation: str, right: Expression) -> str:
        """A count against a number, as people say it; empty if there is no idiom for it."""
        value = self.fixed(right)
        if not isinstance(left, nodes.Read) or value is None or relation not in _COUNTED:
            return ""
        amount = f"{_COUNTED[relation]} {counted(value, 'tile')}"
        if value == 0:
            amount = {"is": "no tiles", "more than": "some tiles"}.get(relation, amount)
        match left.fact:
            case Fact.PLAYS:
                be = "has" if value == 1 else "have"
                return f"{amount} {be} been laid"
            case Fact.HALVES_LIKE_IT if value:
                there = "there is" if value == 1 else "there are"
                halves = counted(value, "half", "halves")
                return f"{there} {_COUNTED[relation]} {halves} {LIKE_IT}"
            case Fact.TILES_IN_STOCK:
                return f"the stock holds {amount}"
            case Fact.ENDS_IT_FITTED if relation == "is" and value == 2:
                both_word = "two" if self.setup.layout.branches else "both"
                return f"the last tile fitted {both_word} ends"
            case Fact.ENDS_ALIKE if relation == "is" and value == 2:
                both_word = "two" if self.setup.layout.branches else "both"
                return f"{both_word} open ends show the same number"
            case Fact.ROUND if relation == "is" and value >= 1:
                return f"it is the {ordinal(int(value))} round"
            case Fact.TILES_THIS_TURN if relation == "is" and value == 0:
                return "they have not laid a tile yet in this turn"
            case Fact.TILES_THIS_TURN:
                return f"they have laid {amount} in this turn"
            case Fact.PASSES_BEFORE_IT if relation == "is" and value > 0:
                return f"{counted(value, 'player')} passed just before it"
            case Fact.PASSES_IN_A_ROW if relation == "is" and value == 1:
                return "it is the first pass since the last play"
            case Fact.PASSES_IN_A_ROW if relation == "is" and value >= 1:
                return f"it is the {ordinal(int(value))} pass in a row"
            case Fact.PASSES_IN_A_ROW if relation == "is" and value == 0:
                return "nobody has passed since the last play"
        return ""

    def same(self, left: Expression, right: Expression, *, equal: bool) -> str:
        """The clause that two players or sides are the same, or are not."""
        for first, second in ((left, right), (right, left)):
            role = first.role if isinstance(first, nodes.Who) else None
            if role is Role.WINNER:
                return self.wins(second, equal=equal)
            if role is Role.NOBODY:
                return f"{self.who(second)} is {'' if equal else 'not '}nobody"
        if isinstance(right, nodes.Seat):
            left, right = right, left
        plural = self.is_plural(left)
        role = right.role if isinstance(right, nodes.Who) else None
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
        if isinstance(who, nodes.Who) and who.role is Role.NOBODY:
            return "nobody wins the round" if equal else "somebody wins the round"
        if equal:
            return f"{self.who(who)} {'win' if plural else 'wins'} the round"
        return f"{self.who(who)} {'do' if plural else 'does'} not win the round"


def _common(text: str, joiner: str) -> str:
    """The subject and verb that may be left out of the next clause; empty if it may not.

    Any player who holds this or that: one may hold this and another that. But with `and`, both are
    asked of different players, and with `or`, all players must hold the same.
    """
    if text.startswith(_LAST_TILE):
        return _LAST_TILE
    subject, holds, _ = text.partition(" holds ")
    if not holds:
        subject, holds, _ = text.partition(" hold ")
    somebody = subject.startswith("any ") or subject == "somebody"
    everybody = subject.startswith(("all ", "both ", "each "))
    if not holds or subject.startswith(("no ", "nobody", "not ")):
        return ""
    if (somebody and joiner == "and") or (everybody and joiner == "or"):
        return ""
    return subject + holds


def _positive(condition: Expression) -> Expression:
    """What a condition with `not` denies; any other one as it is."""
    return condition.condition if isinstance(condition, nodes.Not) else condition


def _is_one(who: Expression) -> bool:
    """Whether an expression is one player or side, whose tiles count together."""
    return not isinstance(who, nodes.Except) and (
        not isinstance(who, nodes.Who) or who.role not in {Role.EVERYONE, Role.NOBODY}
    )


def _denied(verb: str, *, plural: bool) -> str:
    """The opposite of a verb that is given in the plural."""
    if verb.startswith("can "):
        return verb.replace("can", "can't", 1)
    if verb.startswith("have no "):
        return f"still {'have' if plural else 'has'} {verb.removeprefix('have no ')}"
    if verb.startswith("have "):
        return verb.replace("have", "have not" if plural else "has not", 1)
    return f"{'do' if plural else 'does'} not {verb}"
