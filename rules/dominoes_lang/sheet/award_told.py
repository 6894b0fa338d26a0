"""What a sheet tells about an award: who scores what, and when."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.amounts_told import SUM_OF_ENDS, TAKEN
from dominoes_lang.sheet.cases_told import NOTHING, SetupTold, led_line
from dominoes_lang.sheet.known import open_rows, simplified
from dominoes_lang.sheet.message import Part, SheetMessage, changed, within
from dominoes_lang.sheet.players_told import THEY, THEY_AS_SIDE, actor
from dominoes_lang.sheet.sheet_lines import SheetLine, line
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import AnyNode, Expression, Fact, Moment, Role

_AFTER = {
    Moment.THE_DEAL: SheetMessage("at-the-deal"),
    Moment.AFTER_PLAY: SheetMessage("after-each-play"),
    Moment.AFTER_PASS: SheetMessage("after-each-pass"),
    Moment.AFTER_DRAW: SheetMessage("after-each-draw"),
    Moment.AFTER_TRICK: SheetMessage("after-each-trick"),
}
_SCORES = {
    (False, False): ("scores", "also-scores"),
    (True, False): ("loses", "also-loses"),
    (False, True): ("earns-side", "also-earns-side"),
    (True, True): ("costs-side", "also-costs-side"),
}
"""What somebody does, by whether points are lost and whether they are a side's: the first time,
and where it was told of them before."""
_FIRST = {also: first for first, also in _SCORES.values()}
_NAMED_BEFORE = {
    THEY: SheetMessage("they-named-before"),
    THEY_AS_SIDE: SheetMessage("side-named-before"),
}
"""Who `they` are, where somebody else is the subject of the sentence by then."""
_TAKERS = {
    "bidder": THEY,
    "who-took-it": THEY,
    "winner": THEY,
    "bidders-side": THEY_AS_SIDE,
    "winning-side": THEY_AS_SIDE,
}
"""Who are `they` where they are paid for what they have taken."""
_BOUND = {Role.EACH_PLAYER, Role.EACH_SIDE, Role.THEM}
_FOR_EACH_HALF = {"point-for-each-half", "point-for-each-half-left"}
_LONG = _FOR_EACH_HALF | {
    "rounded-to-whole", "rounded-to-nearest", "rounded-up", "rounded-up-to-multiple",
    "rounded-down", "rounded-down-to-multiple", "excess-of-pips-of-each",
    "excess-of-tiles-of-each", "excess-of-doubles-of-each", "best-or",
    "point-for-each-tile-in", "point-for-each-tile-left-in", "point-for-each-double-in",
    "point-for-each-double-left-in", "point-for-each-tile-in-stock", "point-for-each-player",
    "point-for-each-round-without-winner", "point-for-each-tile-taken",
    "point-for-each-double-taken", "point-for-each-trick-taken",
}  # fmt: skip
"""Amounts and players behind which a condition is set apart."""
_MANY = 3
"""How many things of a list are so long."""


class AwardTold(SetupTold):
    """Tells about one award."""

    def __init__(
        self,
        setup: Setup,
        award: nodes.AwardClause,
        among: Sequence[Setup] = (),
        told: Collection[SheetMessage] = (),
    ) -> None:
        """`told` is who scores by the awards before: they `also` score by this one."""
        super().__init__(setup, among)
        self.award = award
        self.told = told
        self.scoring: set[SheetMessage] = set()
        """Who scores by this award, as far as its lines were made."""
        self.after = replace(self.after, actor=actor(self.setup, award.moment))

    def lines(self) -> list[SheetLine]:
        """The lines about the award; none if it has no effect."""
        lines = [*self.paid()]
        if self.after.distant and not pays_them(self.award):
            lines = [told.with_messages(_named_before) for told in lines]
        if self.award.moment is Moment.ROUND_END:
            return lines
        when = _AFTER[self.award.moment]
        if self.award.moment is Moment.AFTER_PASS and self.setup.turn.drops_out:
            when = SheetMessage("after-each-drop-out")
        return [told if told.is_case else led_line(when, told) for told in lines]

    def paid(self) -> Iterator[SheetLine]:
        """The lines but for the moment."""
        award, each = self.award, self.award.each
        # The subject comes first: it is named there, and `they` from then on.
        award = award if each is None else with_role(award, Role.THEM)
        to, start = award.to, None
        condition = None if award.condition is None else simplified(award.condition)
        if condition is not None and isinstance(condition, nodes.YesNo):
            if not condition.value:
                return
            condition = None
        rows = open_rows([(row.condition, row.value) for row in award.amount.rows])
        if not rows:
            return
        table = len(rows) > 1 or rows[0][0] is not None
        if each is not None:
            if pays_them(award) and (condition is None or not table):
                to = with_role(to, each)
            else:
                start = SheetMessage("for-each", who=self.after.role(each))
            of_player = each is Role.EACH_PLAYER
            self.after = replace(self.after, of_player=of_player, distant=start is not None)
        once = self.once(start, condition) if table and condition else None

        def phrase(value: object, _: Fact | None) -> list[SheetMessage]:
            paid = self.pays(to, value)  # type: ignore[arg-type]
            return [paid if once or not start else SheetMessage("led", when=start, clause=paid)]

        def halves(value: object) -> tuple[SheetMessage, Part]:
            return self.score(to, value)  # type: ignore[arg-type]

        if once:
            yield from self.cases_where(once, rows, phrase, halves)
        elif table:
            yield from self.cases(rows, phrase, halves)
        else:
            value: Expression = rows[0][1]  # type: ignore[assignment]
            (clause,) = phrase(value, None)
            if self.after.fixed(value) == 0:
                because = self.zero(award)
                if not because:
                    return
                clause = SheetMessage("paid-because", clause=clause, because=because)
            yield line(clause if condition is None else self.in_case(clause, condition))

    def once(self, start: SheetMessage | None, condition: Expression) -> SheetMessage:
        """The condition of all rows of a table, in front of them."""
        when = SheetMessage("if", condition=self.after.condition(condition))
        return when if start is None else SheetMessage("led", when=start, clause=when)

    def in_case(self, clause: SheetMessage, condition: Expression) -> SheetMessage:
        """A main clause with its condition behind it, which does not repeat an amount."""
        case: Part = self.after.case(condition)
        keys = {part.key for part in within(clause)}
        if SUM_OF_ENDS.key in keys:
            case = changed(
                case, lambda part: SheetMessage("that-sum") if part == SUM_OF_ENDS else part
            )
        if keys & _FOR_EACH_HALF:
            case = changed(case, _without_halves)
        apart = keys & _LONG or any(map(_is_long, within(clause)))
        return SheetMessage("in-case-apart" if apart else "in-case", what=clause, case=case)

    def zero(self, award: nodes.AwardClause) -> tuple[SheetMessage, ...]:
        """`capicua is 0`: the parameters that make an award 0; none if nothing does."""
        values = dict(self.setup.parameters)
        read = self.setup.ruleset.parameters_of(award.key)
        return tuple(
            SheetMessage("is-zero", name=name)
            for name in values
            if name in read and values[name] == 0
        )

    def pays(self, to: Expression, amount: Expression) -> SheetMessage:
        """The clause that somebody scores an amount, or loses it."""
        start, points = self.score(to, amount)
        if points == NOTHING:
            start = SheetMessage(_FIRST.get(start.key, start.key), **dict(start.parts))
        return SheetMessage("paid", start=start, points=points)

    def score(self, to: Expression, amount: Expression) -> tuple[SheetMessage, Part]:
        """The same in two: who scores or loses, and what."""
        lost = self.lost(amount)
        loses, amount = lost is not None, lost or amount
        points: Part = NOTHING if self.after.fixed(amount) == 0 else self.after.points(amount)
        of_side = self.teams and not self.after.is_side(to)
        first, also = _SCORES[loses, of_side]
        start = SheetMessage(first, who=self.after.who(to))
        self.scoring.add(start)
        points = _taken_by_them(points, self.after.who(to))
        return SheetMessage(also, who=self.after.who(to)) if start in self.told else start, points

    def lost(self, amount: Expression) -> Expression | None:
        """What is taken off, if the amount is 0 minus something, rounded or not."""
        if isinstance(amount, nodes.Arithmetic):
            taken_off = amount.operator == "-" and self.after.fixed(amount.left) == 0
            return amount.right if taken_off else None
        if not isinstance(amount, nodes.Rounded) or amount.way != "nearest":
            return None
        lost, to = self.lost(amount.amount), self.after.fixed(amount.to)
        # Multiples of an even number have whole numbers half way between them.
        return None if lost is None or to is None or to % 2 == 0 else replace(amount, amount=lost)


def pays_them(award: nodes.AwardClause) -> bool:
    """Whether an award of each player or side pays whom it is about."""
    subject = award.to.who if isinstance(award.to, nodes.Except) else award.to
    return isinstance(subject, nodes.Who) and subject.role in _BOUND


def with_role(node: AnyNode, role: Role) -> AnyNode:
    """The node with every `each …` and `they` in it replaced by one of these."""

    def phrase(part: nodes.Node) -> nodes.Node:
        bound = isinstance(part, nodes.Who) and part.role in _BOUND
        return replace(part, role=role) if bound else part  # type: ignore[call-arg]

    return nodes.changed(node, phrase)


def _named_before(part: SheetMessage) -> SheetMessage:
    """A message with those of before in place of `they`."""
    return _NAMED_BEFORE.get(part, part)


def _taken_by_them(points: Part, who: SheetMessage) -> Part:
    """What the same people have taken who are paid for it: `taken by them`."""
    them = _TAKERS.get(who.key)
    if them is None:
        return points

    def by_them(part: SheetMessage) -> SheetMessage:
        taken = part.key in TAKEN and part.part("who") == who
        return part.having(who=them) if taken else part

    return changed(points, by_them)


def _is_long(part: SheetMessage) -> bool:
    """Whether a list in it is long: more than one thing that players are ranked by, or reasons."""
    lists = [item for _, item in part.parts if isinstance(item, tuple)]
    fewest = 2 if part.key in {"best-player", "best-side"} else _MANY
    return any(len(items) >= fewest for items in lists)


def _without_halves(part: SheetMessage) -> SheetMessage:
    """How many halves there are, where it is told of which: `there are exactly two`."""
    if part.key == "halves" and part.part("n") != 1:
        return SheetMessage("so-many", n=part.part("n"))
    known = any(inner.key == "so-many" for inner in within(part))
    if known and part.key == "there-are-halves-like-it":
        return SheetMessage("there-are", what=part.part("what"))
    return part
