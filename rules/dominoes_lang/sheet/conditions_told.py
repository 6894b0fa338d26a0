"""Conditions that a sheet tells, for the players of one setup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dominoes_lang.setup.arithmetic import Amount
from dominoes_lang.sheet.amounts_told import AmountsTold
from dominoes_lang.sheet.message import Part, SheetMessage
from dominoes_lang.sheet.players_told import BIDDER, LAST_TILE
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact, Role

_OTHER = {Fact.DOMINO: Fact.BLOCKED, Fact.BLOCKED: Fact.DOMINO}
_RELATIONS = {
    "is": ("equal", "unequal"),
    "is not": ("unequal", "equal"),
    "at least": ("not-less", "less"),
    "at most": ("not-more", "more"),
    "more than": ("more", "not-more"),
    "less than": ("less", "not-less"),
    "multiple of": ("multiple", "no-multiple"),
}
"""One amount against another: the relation, and its opposite."""
_COUNTED = {
    "is": "exactly",
    "at least": "at-least",
    "at most": "at-most",
    "more than": "more-than",
    "less than": "fewer-than",
}
_WHOLE = {"more than": ("at least", 1), "less than": ("at most", -1)}
_OPPOSITE = {
    "at least": "less than",
    "at most": "more than",
    "more than": "at most",
    "less than": "at least",
}
_AGAINST = {
    "is": "as-many",
    "less than": "fewer",
    "more than": "more-of-them",
    "at least": "at-least-as-many",
    "at most": "at-most-as-many",
}
AGAINST = {*_AGAINST.values()}
"""What somebody holds against what another holds."""
_MEASURED: dict[nodes.HandMeasure, str] = {
    "pips": "pips-held",
    "tiles": "tiles-held",
    "doubles": "doubles-held",
    nodes.OF_ONE_NUMBER: "tiles-of-one-number-held",
}
_MANY: dict[nodes.HandMeasure, SheetMessage] = {
    "pips": SheetMessage("many-pips"),
    "tiles": SheetMessage("many-tiles"),
    "doubles": SheetMessage("many-doubles"),
    nodes.OF_ONE_NUMBER: SheetMessage("many-tiles-of-one-number"),
}
_NONE: dict[nodes.HandMeasure, SheetMessage] = {
    "pips": SheetMessage("no-pips"),
    "tiles": SheetMessage("no-tiles"),
    "doubles": SheetMessage("no-doubles"),
    nodes.OF_ONE_NUMBER: SheetMessage("no-tiles"),
}
_SCORED = {
    ("more than", False): "has-points",
    ("more than", True): "has-won",
    ("is", False): "has-no-points",
    ("is", True): "has-won-nothing",
    ("at most", False): "has-no-points",
    ("at most", True): "has-won-nothing",
}
"""A score against 0, by whether it counts rounds won."""
_SHARED = {
    "holds": "what",
    "holds-not": "what",
    "stock-holds": "what",
    "tile-does": "does",
    "not-less": "right",
}
"""The clauses that join others of the same subject, by what they join."""
_ANYBODY = {"any-player", "any-side", "somebody"}
_ANOTHER: dict[Part, SheetMessage] = {
    SheetMessage("any-player"): SheetMessage("any-player-too"),
    SheetMessage("any-side"): SheetMessage("any-side-too"),
}
_EVERYBODY = {"all-players", "both-players", "all-except", "each-player", "each-side"}
_NOBODY = {"nobody", "no-player", "no-side"}


@dataclass(frozen=True)
class ConditionsTold(AmountsTold):
    """Players, amounts and conditions of one setup."""

    def condition(self, condition: Expression, *, holds: bool = True) -> SheetMessage:
        """The clause after `if`; with `holds` False the opposite."""
        match condition:
            case nodes.YesNo(value=value):
                return SheetMessage("always" if value == holds else "never")
            case nodes.Not(condition=inner):
                return self.condition(inner, holds=not holds)
            case nodes.Both(joiner=joiner, parts=parts):
                return self.both(joiner, parts, holds=holds)
            case nodes.Read(fact=Fact.DOMINO | Fact.BLOCKED as fact) if self.ended and not holds:
                return self.outcome(_OTHER[fact])
            case nodes.Read(fact=Fact.DOMINO | Fact.BLOCKED as fact):
                return self.outcome(fact, holds=holds)
            case nodes.Read(fact=Fact.NOTHING_TO_DRAW):
                return SheetMessage("nothing-to-draw" if holds else "something-to-draw")
            case nodes.IsDouble(tile=tile):
                does = SheetMessage("is-double" if holds else "is-no-double")
                return SheetMessage("tile-does", tile=self.tile(tile), does=does)
            case nodes.Compare():
                return self.comparison(condition, holds=holds)
            case nodes.PassedInARow(who=who):
                return self.clause(who, "passed-in-a-row", "not-passed-in-a-row", holds=holds)
            case nodes.DroppedOut(who=who) if self.teams and self.is_side(who):
                # Of a side all must have dropped out, which "the side has" does not say.
                return self.clause(who, "side-dropped-out", "side-not-dropped-out", holds=holds)
            case nodes.DroppedOut(who=who):
                return self.clause(who, "dropped-out", "not-dropped-out", holds=holds)
            case nodes.Can(verb="act", who=who) if self.draws_in_turns:
                return self.clause(who, "can-lay-or-draw", "cannot-lay-or-draw", holds=holds)
            case nodes.Can(who=who):
                return self.clause(who, "can-lay", "cannot-lay", holds=holds)
            case nodes.HasNoTiles(who=nodes.Who(role=Role.EVERYONE)):
                return SheetMessage("nobody-has-tiles" if holds else "somebody-has-tiles")
            case nodes.HasNoTiles(who=who):
                return self.clause(who, "has-no-tiles", "has-tiles", holds=holds)
        return self.holding(condition, holds=holds)

    def outcome(self, fact: Fact, *, holds: bool = True) -> SheetMessage:
        """How a round ends, as a clause: `a player goes out`."""
        if fact is Fact.BLOCKED:
            return SheetMessage("is-blocked" if holds else "is-not-blocked")
        if not holds:
            return SheetMessage("nobody-goes-out")
        return SheetMessage("side-goes-out" if self.by_side else "player-goes-out")

    def holding(self, condition: Expression, *, holds: bool) -> SheetMessage:
        """What somebody holds."""
        match condition:
            case nodes.HoldsTile(who=who, tile=tile):
                held: Part = self.tile(tile)
            case nodes.HoldsNumberOf(who=who, tile=tile, some=some):
                key = "tile-with-number-of" if some else "no-tile-with-number-of"
                held = SheetMessage(key, tile=self.tile(tile))
            case nodes.HoldsNumber(who=who, number=half, some=some):
                held = SheetMessage("tile-with" if some else "no-tile-with", half=half)
            case nodes.HoldsAmount(who=who, relation=relation, amount=amount, measure=measure):
                value = self.fixed(amount)
                if relation == "at most" and value == 0:
                    held = _none(measure)
                elif value is None:
                    by = SheetMessage("by-amount", amount=self.amount(amount), what=_many(measure))
                    held = SheetMessage(_COUNTED[relation], what=by)
                else:
                    held = SheetMessage(
                        _COUNTED[relation], what=_measured(measure, value, relation)
                    )
            case _:
                raise TypeError(f"this is not a condition: {condition!r}")
        return self.clause(who, "holds", "holds-not", holds=holds, what=held)

    def clause(
        self, who: Expression, does: str, does_not: str, *, holds: bool, **parts: Part
    ) -> SheetMessage:
        """What somebody does; the opposite denies the whole."""
        told = self.who(who)
        role = who.role if isinstance(who, nodes.Who) else None
        if holds:
            return SheetMessage(does, who=told, **parts)
        if role is Role.NOBODY:
            return SheetMessage(does, who=SheetMessage("somebody"), **parts)
        if role is Role.ANY_SIDE:
            return SheetMessage(
                does, who=SheetMessage("no-side" if self.teams else "no-player"), **parts
            )
        if role is Role.ANY_PLAYER:
            return SheetMessage(does, who=SheetMessage("nobody"), **parts)
        if role is Role.EVERYONE:
            return SheetMessage("not-all", clause=SheetMessage(does, who=told, **parts))
        return SheetMessage(does_not, who=told, **parts)

    def both(self, joiner: str, parts: Sequence[Expression], *, holds: bool) -> SheetMessage:
        """Clauses joined by `and` or `or`; what the next one shares with one is told once."""
        joined_by_and = (joiner == "and") == holds
        clauses: list[SheetMessage] = []
        shared: list[Part] = []
        for part in parts:
            clause = self.condition(part, holds=holds)
            if clauses and _may_share(clauses[-1], joined_by_and) and _alike(clauses[-1], clause):
                shared.append(clause.part(_SHARED[clause.key]))
                continue
            if shared:
                clauses[-1] = _sharing(clauses[-1], shared, joined_by_and)
            shared = []
            if joined_by_and and any(_names_anybody(told) for told in clauses):
                clause = _of_another(clause)
            if isinstance(_positive(part), nodes.Both):
                clause = SheetMessage("either" if joined_by_and else "both", clause=clause)
            clauses.append(clause)
        if shared:
            clauses[-1] = _sharing(clauses[-1], shared, joined_by_and)
        if len(clauses) == 1:
            return clauses[0]
        nested = any(isinstance(_positive(part), nodes.Both) for part in parts)
        return SheetMessage(_JOINED[joined_by_and, nested], clauses=tuple(clauses))

    def comparison(self, node: nodes.Compare, *, holds: bool) -> SheetMessage:
        left, right = node.left, node.right
        equal = (node.relation == "is") == holds
        if nodes.is_tile(left) or nodes.is_tile(right):
            does = SheetMessage("is-tile" if equal else "is-not-tile", other=self.tile(right))
            return SheetMessage("tile-does", tile=self.tile(left), does=does)
        if nodes.is_who(left) or nodes.is_who(right):
            return self.same(left, right, equal=equal)
        relation = node.relation if holds else _OPPOSITE.get(node.relation, node.relation)
        if holds or relation != node.relation:
            told = (
                self.count(left, relation, right)
                or self.score(left, relation, right)
                or self.running(left, relation, right)
                or self.held(left, relation, right)
            )
            if told:
                return told
        key = _RELATIONS[node.relation][0 if holds else 1]
        amount = self.amount(left)
        told_left = amount if isinstance(amount, SheetMessage) else SheetMessage("number", n=amount)
        return SheetMessage(key, left=told_left, right=self.amount(right))

    def score(self, left: Expression, relation: str, right: Expression) -> SheetMessage | None:
        """Whether somebody has scored before; None if that is not the question."""
        if not isinstance(left, nodes.ScoreOf) or self.fixed(right) != 0:
            return None
        key = _SCORED.get((relation, self.setup.counts_wins))
        return None if key is None else SheetMessage(key, who=self.who(left.who))

    def running(self, left: Expression, relation: str, right: Expression) -> SheetMessage | None:
        """How often somebody has passed or won running; None if that is not the question."""
        value = self.fixed(right)
        if not isinstance(left, nodes.Running) or value is None or relation not in _COUNTED:
            return None
        who, passes = self.who(left.who), left.what == "passes"
        times = _so_many("counted-times" if passes else "counted-rounds", relation, value)
        if times is None:
            key = "has-not-passed-running" if passes else "has-not-won-running"
            return SheetMessage(key, who=who)
        if passes:
            return SheetMessage("has-passed-running", who=who, times=times)
        return SheetMessage("has-won-running", who=who, rounds=times)

    def held(self, left: Expression, relation: str, right: Expression) -> SheetMessage | None:
        """What somebody holds, against a number or a hand; None if another clause tells it."""
        if not isinstance(left, nodes.Held) or not _is_one(left.who):
            return None
        who, measure, value = self.who(left.who), left.measure, self.fixed(right)
        if value is not None and relation in _COUNTED:
            if value == 0 and relation == "is":
                return SheetMessage("holds", who=who, what=_none(measure))
            what = SheetMessage(_COUNTED[relation], what=_measured(measure, value, relation))
            return SheetMessage("holds", who=who, what=what)
        if not isinstance(right, nodes.Held) or right.measure != measure:
            return None
        if relation not in _AGAINST or not _is_one(right.who):
            return None
        rival = self.who(right.who)
        if right.who in _neighbours_of(left.who):
            rival = SheetMessage("already-named", who=rival)
        return SheetMessage(
            "holds",
            who=who,
            what=SheetMessage(_AGAINST[relation], what=_many(measure), rival=rival),
        )

    def case(self, condition: Expression) -> SheetMessage:
        """A condition behind its main clause: `if …`, `in the first round`."""
        told = self.condition(condition)
        if told.key == "it-is-round":
            return SheetMessage("in-round", n=told.part("n"))
        return SheetMessage("if", condition=told)

    def count(self, left: Expression, relation: str, right: Expression) -> SheetMessage | None:
        """A count against a number, as people say it; None if there is no idiom for it."""
        value = self.fixed(right)
        if not isinstance(left, nodes.Read) or value is None or relation not in _COUNTED:
            return None
        counted = SheetMessage(_COUNTED[relation], what=SheetMessage("counted-tiles", n=value))
        if value == 0 and relation in {"is", "more than"}:
            counted = (
                SheetMessage("counted-tiles", n=0)
                if relation == "is"
                else SheetMessage("some-tiles")
            )
        arms = self.setup.layout.branches
        match left.fact:
            case Fact.PLAYS:
                return SheetMessage("have-been-laid", what=counted)
            case Fact.HALVES_LIKE_IT if value:
                halves = SheetMessage(_COUNTED[relation], what=SheetMessage("halves", n=value))
                return SheetMessage("there-are-halves-like-it", what=halves)
            case Fact.TILES_IN_STOCK:
                return SheetMessage("stock-holds", what=counted)
            case Fact.ENDS_IT_FITTED if relation == "is" and value == 2:
                does = SheetMessage("fitted-two-ends" if arms else "fitted-both-ends")
                return SheetMessage("tile-does", tile=LAST_TILE, does=does)
            case Fact.ENDS_ALIKE if relation == "is" and value == 2:
                return SheetMessage("two-ends-alike" if arms else "both-ends-alike")
            case Fact.ROUND if relation == "is" and value >= 1:
                return SheetMessage("it-is-round", n=int(value))
            case Fact.TILES_THIS_TURN if relation == "is" and value == 0:
                return SheetMessage("nothing-laid-this-turn")
            case Fact.TILES_THIS_TURN:
                return SheetMessage("laid-this-turn", what=counted)
            case Fact.STILL_IN if value == 0 and relation == "is":
                return SheetMessage("nobody-still-in")
            case Fact.STILL_IN:
                still_in = SheetMessage(
                    _COUNTED[relation], what=SheetMessage("counted-players", n=value)
                )
                return SheetMessage("are-still-in", what=still_in)
            case Fact.PASSES_BEFORE_IT if relation == "is" and value > 0:
                return SheetMessage("players-passed-before-it", n=value)
            case Fact.PASSES_IN_A_ROW if relation == "is" and value == 1:
                return SheetMessage("first-pass")
            case Fact.PASSES_IN_A_ROW if relation == "is" and value >= 1:
                return SheetMessage("pass-in-a-row", n=int(value))
            case Fact.PASSES_THIS_ROUND if self.setup.turn.drops_out:
                # To drop out is the only pass, and nobody does it twice.
                who = _so_many("counted-players", relation, value)
                if who is None:
                    return SheetMessage("nobody-dropped-out")
                return SheetMessage("some-dropped-out", what=who)
            case Fact.PASSES_THIS_ROUND:
                passes = _so_many("counted-passes", relation, value)
                if passes is None or relation == "is":
                    return SheetMessage("passes-so-far", n=0 if passes is None else int(value))
                return SheetMessage("passes-there-were", what=passes)
            case Fact.VOID_DEALS if value == 0 and relation == "is":
                return SheetMessage("deal-before-stood")
            case Fact.VOID_DEALS if (relation, value) in {("at least", 1), ("more than", 0)}:
                return SheetMessage("deal-before-void")
            case Fact.PASSES_IN_A_ROW if relation == "is" and value == 0:
                return SheetMessage("nobody-has-passed")
        return None

    def same(self, left: Expression, right: Expression, *, equal: bool) -> SheetMessage:
        """The clause that two players or sides are the same, or are not."""
        for first, second in ((left, right), (right, left)):
            role = first.role if isinstance(first, nodes.Who) else None
            if role is Role.WINNER:
                return self.wins_round(second, equal=equal)
            if role is Role.NOBODY and self.who(second) == BIDDER:
                return SheetMessage("nobody-has-bid" if equal else "somebody-has-bid")
            if role is Role.NOBODY:
                return SheetMessage("is-nobody" if equal else "is-somebody", who=self.who(second))
        if isinstance(right, nodes.Seat):
            left, right = right, left
        who = self.who(left)
        role = right.role if isinstance(right, nodes.Who) else None
        if role is Role.FINISHER:
            return SheetMessage("laid-last-tile" if equal else "laid-not-last-tile", who=who)
        if role is Role.OPENER:
            return SheetMessage("opened-round" if equal else "opened-not-round", who=who)
        return SheetMessage(
            "is-player" if equal else "is-not-player", who=who, other=self.who(right)
        )

    def wins_round(self, who: Expression, *, equal: bool) -> SheetMessage:
        if equal:
            return SheetMessage("wins-round", who=self.who(who))
        if isinstance(who, nodes.Who) and who.role is Role.NOBODY:
            return SheetMessage("wins-round", who=SheetMessage("somebody"))
        return SheetMessage("wins-not-round", who=self.who(who))


_JOINED = {
    (True, False): "and",
    (True, True): "and-too",
    (False, False): "or",
    (False, True): "or-else",
}
"""Clauses joined by `and` or by `or`, by whether one of them is joined itself."""


def _alike(clause: SheetMessage, following: SheetMessage) -> bool:
    """Whether two clauses differ by nothing but what they may join."""
    return clause == following.having(**{_SHARED[clause.key]: clause.part(_SHARED[clause.key])})


def _may_share(clause: SheetMessage, joined_by_and: bool) -> bool:
    """Whether the next clause may leave its subject and verb out.

    Any player who holds this or that: one may hold this and another that. But with `and`, both are
    asked of different players, and with `or`, all players must hold the same.
    """
    if clause.key not in _SHARED or (clause.key == "not-less" and joined_by_and):
        return False
    _, subject = clause.parts[0]
    while isinstance(subject, SheetMessage) and subject.key == "except":
        _, subject = subject.parts[0]
    if clause.key == "tile-does":
        return subject == LAST_TILE
    key = subject.key if isinstance(subject, SheetMessage) else ""
    return key not in (_NOBODY | (_ANYBODY if joined_by_and else _EVERYBODY))


def _sharing(clause: SheetMessage, others: Sequence[Part], joined_by_and: bool) -> SheetMessage:
    """A clause with what the clauses behind it say of the same subject."""
    name = _SHARED[clause.key]
    parts = tuple(
        part if isinstance(part, SheetMessage) else SheetMessage("number", n=part)
        for part in (clause.part(name), *others)
    )
    joined = SheetMessage("and" if joined_by_and else "or", clauses=parts)
    return clause.having(**{name: joined})


def _names_anybody(clause: SheetMessage) -> bool:
    return bool(clause.parts) and clause.parts[0][1] in _ANOTHER


def _of_another(clause: SheetMessage) -> SheetMessage:
    """A clause about any player behind another one, of whom it need not be true."""
    if not _names_anybody(clause):
        return clause
    name, who = clause.parts[0]
    assert isinstance(who, SheetMessage)
    return clause.having(**{name: _ANOTHER[who]})


def _positive(condition: Expression) -> Expression:
    """What a condition with `not` denies; any other one as it is."""
    return condition.condition if isinstance(condition, nodes.Not) else condition


def _is_one(who: Expression) -> bool:
    """Whether an expression is one player or side, whose tiles count together."""
    return not isinstance(who, nodes.Except) and (
        not isinstance(who, nodes.Who) or who.role not in {Role.EVERYONE, Role.NOBODY}
    )


def _so_many(key: str, relation: str, value: Amount) -> SheetMessage | None:
    """A whole number of something, `at least two passes`; None if there is to be none."""
    relation, more = _WHOLE.get(relation, (relation, 0))
    number = value + more
    if number <= 0 and relation in {"is", "at most"}:
        return None
    counted = SheetMessage(key, n=number)
    return counted if relation == "is" else SheetMessage(_COUNTED[relation], what=counted)


def _neighbours_of(who: Expression) -> Iterator[nodes.Node]:
    """Whom an expression names, whose neighbour it means."""
    for part in nodes.walk(who):
        if isinstance(part, nodes.Neighbour):
            yield from nodes.walk(part.who)


def _measured(measure: nodes.HandMeasure, count: Amount, relation: str) -> SheetMessage:
    """So much of what is counted: `five doubles`."""
    if measure == nodes.OF_ONE_NUMBER and relation in {"at most", "less than"}:
        return SheetMessage("tiles-of-each-number-held", n=count)
    if isinstance(measure, nodes.TilesWith):
        return SheetMessage("tiles-with-held", n=count, half=measure.number)
    return SheetMessage(_MEASURED[measure], n=count)


def _many(measure: nodes.HandMeasure) -> SheetMessage:
    if isinstance(measure, nodes.TilesWith):
        return SheetMessage("many-tiles-with", half=measure.number)
    return _MANY[measure]


def _none(measure: nodes.HandMeasure) -> SheetMessage:
    if isinstance(measure, nodes.TilesWith):
        return SheetMessage("no-tile-with", half=measure.number)
    return _NONE[measure]
