"""The kind of each expression, and whether it is allowed in its place."""

from __future__ import annotations

import unicodedata

from dominoes_lang.check.naming_scope import NamingScope
from dominoes_lang.check.read_scopes import WINNER, ReadScope
from dominoes_lang.check.readable import Readable
from dominoes_lang.check.wanted import WHO, ValueKind, declared, instead
from dominoes_lang.setup.binding import as_side
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.clauses import MOST_FINDINGS
from dominoes_lang.syntax.nodes import Expression, Role
from dominoes_lang.syntax.vocabulary import (
    CUSTOMARY,
    NO_WINNER,
    NUMBERS,
    TIES,
    WORDS,
    is_sure,
    suggestion,
    tile_meant,
)
from dominoes_lang.text.diagnostics import Diagnostic, Edit, Fix

_ONE = frozenset({ValueKind.PLAYER, ValueKind.SIDE, ValueKind.NOBODY})
_SHARED = frozenset(
    (
        ("is", "or"),
        ("is not", "and"),
        ("multiple of", "or"),
        ("multiple of", "and"),
    )
)
"""Relations, with the joiners that may join several values after them without doubt."""
_RUNNING = {"passes": "the passes", "wins": "the rounds won"}
"""What is counted in a row."""
_HELD = {
    "at least": ("at least", 0),
    "more than": ("at least", 1),
    "at most": ("at most", 0),
    "less than": ("at most", -1),
}
"""How a hand that holds so much is described, and what is added to the number."""
_BY_CASES = 'name one player of it by cases: "when winner is finisher\'s side: {}", "otherwise: {}"'


class Kinds(Readable):
    """Checks the kinds of expressions as well; errors go into `findings`."""

    def __init__(self, scope: NamingScope, findings: list[Diagnostic]) -> None:
        super().__init__(scope, findings)
        self.kind = scope.kind
        self.used: set[str] = set()

    # ------------------------------------------------------------------ kinds

    def want(self, node: Expression, scope: ReadScope, *wanted: ValueKind) -> bool:
        """Check an expression that must be of one of these kinds."""
        kind = self.kind(node)
        if kind is None:
            assert isinstance(node, nodes.Name)
            if self.scope.may_be_known(node.name):
                return False
            self._unknown_name(node, scope, wanted)
            return False
        if isinstance(node, nodes.Name):
            self.used.add(node.name)
        if kind not in wanted:
            names = [option.value for option in wanted]
            sought = " or ".join(dict.fromkeys(names)) if len(names) < 3 else "a player or side"
            message = f"this is {kind.value}, but {sought} is needed here"
            meant = tile_meant(node.span.text) if wanted == (ValueKind.TILE,) else None
            helps = (
                self._members(node) if kind is ValueKind.PLAYERS and _ONE.issuperset(wanted) else ()
            )
            if not (helps or meant):
                helps = instead(kind, wanted, node.span.words, self.scope.words)
            if wanted == (ValueKind.AMOUNT,) and self._is_switch(node):
                name = node.span.words
                numbered = f'"parameter {name} = 25"'
                helps = (f'"{name}" is yes or no: declare a number, {numbered}',)
            self.report_with(meant, "wrong-kind", message, node, *helps)
            return False
        return self._inside(node, scope)

    def _is_switch(self, node: Expression) -> bool:
        """Whether it is a parameter that is yes or no."""
        parameter = isinstance(node, nodes.Name) and node.name not in self.scope.defines
        return parameter and self.kind(node) is ValueKind.CONDITION

    def _unknown_name(
        self, node: nodes.Name, scope: ReadScope, wanted: tuple[ValueKind, ...]
    ) -> None:
        """Report an unknown name, with the name or word that may be meant."""
        known = self.scope.names
        fit = [name for name, kind in known.items() if kind in wanted]
        words = [word for word in WORDS if word not in known]
        number = NUMBERS.get(node.name.lower())
        plain = unicodedata.normalize("NFD", node.name.lower()).encode("ascii", "ignore").decode()
        if ValueKind.CONDITION in wanted and plain in CUSTOMARY and node.name not in known:
            written = CUSTOMARY[plain]
            self.report(
                "unknown-name",
                f'unknown name "{node.name}"; there is no such parameter or define',
                node,
                TIES
                if scope is WINNER and written == NO_WINNER
                else f'write "{written}", or give it a name: "define {node.name}: {written}"',
            )
            return
        near = number
        if near is None and len(self.findings) < MOST_FINDINGS:  # each takes a while, of many names
            near = (
                suggestion(node.name, fit)
                or suggestion(node.name, known.keys() - fit)
                or suggestion(node.name, words)
            )
        hint = "" if near else "; there is no such parameter or define"
        sure = near is not None and (
            (near == number and ValueKind.AMOUNT in wanted)
            or (near in fit and is_sure(node.name, near, [*known, *words]))
        )
        self.report_with(
            near if sure else None,
            "unknown-name",
            f'unknown name "{node.name}"{hint}',
            node,
            *(() if near else declared(node.name, wanted, self.scope.words)),
            asked=near or "",
        )

    def condition(self, node: Expression, scope: ReadScope) -> bool:
        return self.want(node, scope, ValueKind.CONDITION)

    def _is_another_value(self, node: nodes.Both, at: int) -> bool:
        """Report a part that is a value like the one compared before it, as in "X is A or B"."""
        part = node.parts[at]
        while isinstance(part, nodes.Both):
            part = part.parts[0]
        kind = self.kind(part)
        compared = next(
            (before for before in reversed(node.parts[:at]) if isinstance(before, nodes.Compare)),
            None,
        )
        if kind in {None, ValueKind.CONDITION} or compared is None:
            return False
        alike = kind is self.kind(compared.right) or {kind, self.kind(compared.right)} <= WHO
        if not alike:
            return False
        source, until = compared.span.source, compared.right.span.start
        shared = " ".join(source.text[compared.span.start : until].split())
        meant = f"{shared} {part.span.words}"
        sure = (compared.relation, node.joiner) in _SHARED
        self.report_with(
            meant if sure else None,
            "wrong-kind",
            f'"{node.joiner}" joins conditions, but this is {kind.value}',
            part,
            *(() if sure else (f'write it out: "… {node.joiner} {meant}"',)),
        )
        return True

    def amount(self, node: Expression, scope: ReadScope) -> bool:
        return self.want(node, scope, ValueKind.AMOUNT)

    def tile(self, node: Expression, scope: ReadScope) -> bool:
        return self.want(node, scope, ValueKind.TILE)

    def people(self, node: Expression, scope: ReadScope) -> bool:
        return self.want(
            node, scope, ValueKind.PLAYER, ValueKind.SIDE, ValueKind.PLAYERS, ValueKind.NOBODY
        )

    def player(self, node: Expression, scope: ReadScope) -> bool:
        """Check for one player; a side counts where sides are single players."""
        if not self.want(node, scope, *_ONE):
            return False
        size = self.scope.team_size
        if self.kind(node) is ValueKind.SIDE and size is not None and size > 1:
            self.report(
                "side-for-player",
                f"this is a side of {size} players, but one player is needed here",
                node,
                *self._members(node),
            )
            return False
        return True

    def _members(self, node: Expression) -> tuple[str, ...]:
        """How to name one of the several players that are meant."""
        who = self.scope.defined(node)
        text = node.span.words
        match who:
            case nodes.Related(relation="side", who=inner) if self.kind(inner) is ValueKind.PLAYER:
                of_two = self.scope.team_size == 2
                names = [inner.span.words, f"{inner.span.words}'s partner" if of_two else ""]
            case nodes.Related(relation="side", who=inner):
                return self._members(inner)
            case nodes.Related(relation="opponents", who=inner) if self.kind(
                inner
            ) is ValueKind.PLAYER and not isinstance(inner, nodes.Neighbour):
                names = [f"player after {inner.span.words}", f"player before {inner.span.words}"]
            case nodes.Who(role=Role.WINNER) if self.scope.two_sides:
                return (_BY_CASES.format("finisher", "player after finisher"),)
            case nodes.Related(who=nodes.Who(role=Role.WINNER)) if self.scope.two_sides:
                return (_BY_CASES.format("player after finisher", "finisher"),)
            case _:
                names = []
        quoted = " or ".join(f'"{name}"' for name in names if name)
        if not quoted:
            return (f'name one player of "{text}", for instance by a seat letter',)
        return (f"name one player of it: {quoted}",)

    def side(self, node: Expression, scope: ReadScope) -> bool:
        """Check for one side, or nobody."""
        return self.want(as_side(node), scope, *_ONE)

    # ------------------------------------------------------------------ inside

    def _inside(self, node: Expression, scope: ReadScope) -> bool:
        match node:
            case nodes.Arithmetic(left=left, right=right):
                if self._is_hyphened(node):
                    return False
                return self.amount(left, scope) & self.amount(right, scope)
            case nodes.Rounded(amount=amount, to=to):
                return self.amount(amount, scope) & self.amount(to, scope)
            case nodes.Not(condition=inner):
                return self.condition(inner, scope)
            case nodes.Both(parts=parts):
                fine = [
                    not self._is_another_value(node, at) and self.condition(part, scope)
                    for at, part in enumerate(parts)
                ]
                return all(fine)
            case nodes.Compare():
                return self._compare(node, scope)
            case nodes.IsDouble(tile=tile) | nodes.HalfOf(tile=tile):
                return self.tile(tile, scope)
            case nodes.TileLiteral(tile=tile):
                known = self.scope.tiles
                return self.in_set(node, tile.bracketed, not known or tile in known.number)
            case nodes.Read(fact=fact):
                return self.fact(node, fact, scope)
            case nodes.Who(role=role):
                return self.role(node, role, scope)
            case nodes.Seat(number=number):
                return self.seat(node, number, scope)
            case nodes.DealtTile() | nodes.RoundsDouble():
                return scope.hands or self.not_here(node, "what the others hold", scope)
            case nodes.Number() | nodes.YesNo() | nodes.Name():
                return True
        return self._about_people(node, scope)

    def _about_people(self, node: Expression, scope: ReadScope) -> bool:
        """The parts of an expression that refer to somebody."""
        match node:
            case nodes.Held(measure=measure, who=who):
                fine = self._collective(who, scope) & self._measure(node, measure)
                return fine and (measure == "tiles" or self.hand(node, who, scope))
            case nodes.Excess(who=who, over=over):
                fine = self._collective(who, scope) & self._collective(over, scope)
                return fine and self.whole_hands(node, scope)
            case nodes.InStock():
                return self.whole_hands(node, scope)
            case nodes.Taken(who=who):
                if not scope.table:
                    return self.on_table(node, "who takes tricks", scope)
                return self._collective(who, scope)
            case nodes.ScoreOf(who=who):
                if not scope.table:
                    return self.on_table(node, "the score", scope)
                return self._collective(as_side(who), scope)
            case nodes.Running(what=what, who=who):
                if not scope.table:
                    return self.on_table(node, _RUNNING[what], scope)
                return self._collective(who if what == "passes" else as_side(who), scope)
            case nodes.Can(who=who) if scope.locking and any(
                self.scope.is_role(who, role) for role in (Role.NOBODY, Role.ANY_PLAYER)
            ):
                return self.people(who, scope)
            case (
                nodes.Can(who=who)
                | nodes.HoldsTile(who=who)
                | nodes.HoldsNumber(who=who)
                | nodes.HoldsNumberOf(who=who)
            ):
                fine = self.people(who, scope) and self.hand(node, who, scope)
                if isinstance(node, nodes.HoldsTile | nodes.HoldsNumberOf):
                    fine &= self.tile(node.tile, scope)
                if isinstance(node, nodes.HoldsNumber):
                    fine &= self._has_half(node, node.number)
                return fine
            case nodes.DroppedOut(who=who):
                if not scope.table:
                    return self.on_table(node, "who dropped out", scope)
                return self.people(who, scope)
            case nodes.HasNoTiles(who=who):
                if not scope.table and not scope.hands:
                    return self.not_here(node, "a hand", scope)
                return self.people(who, scope)
            case nodes.HoldsAmount(who=who, amount=amount, measure=measure):
                fine = self.people(who, scope) & self.amount(amount, scope)
                fine &= self._measure(node, measure)
                return fine and (measure == "tiles" or self.hand(node, who, scope))
            case nodes.PassedInARow(who=who):
                if not self.scope.is_role(who, Role.EVERYONE):
                    self.report(
                        "wrong-kind",
                        'only "everyone" can be asked about here',
                        who,
                        'write "everyone passed in a row"',
                    )
                    return False
                return self.on_table(node, "a pass", scope)
            case nodes.Neighbour(who=who):
                return self.player(who, scope)
            case nodes.Related(relation=relation, who=who):
                if relation == "partner" and self.scope.team_size not in {2, None}:
                    self.report(
                        "no-partners",
                        "there are partners only in teams of 2",
                        node,
                        'write "players: 4 in teams of 2", or name another player',
                    )
                    return False
                if relation == "partner":
                    return self.want(who, scope, ValueKind.PLAYER)
                return self.side(who, scope)
            case nodes.HolderOf(tile=tile):
                if not scope.hands:
                    return self.not_here(node, "who holds a tile", scope)
                return isinstance(tile, nodes.DealtTile | nodes.RoundsDouble) or self.tile(
                    tile, scope
                )
            case nodes.Ranked(noun=noun, extremes=extremes, ties=ties):
                hidden = [extreme for extreme in extremes if extreme.measure != "tiles"]
                if hidden and not scope.hands:
                    return self.not_here(hidden[0], "what the others hold", scope)
                if ties is None:
                    return True
                return (self.player if noun == "player" else self.side)(ties, scope)
            case nodes.Except(who=who, but=but):
                return self.people(who, scope) & self.people(but, scope)
        raise AssertionError(f"unchecked: {node}")

    def _compare(self, node: nodes.Compare, scope: ReadScope) -> bool:
        left = self.kind(node.left)
        if node.relation not in {"is", "is not"}:
            if self._of_any_hand(node):
                return False
            fine = self.amount(node.left, scope) & self.amount(node.right, scope)
            if fine and node.relation == "multiple of" and _is_zero(node.right):
                self.report(
                    "by-zero",
                    "nothing is a multiple of 0",
                    node.right,
                    'write "is 0", or a number above 0, as in "is a multiple of 5"',
                )
                return False
            return fine
        if left in WHO:
            if ValueKind.SIDE in {left, self.kind(node.right)}:
                return self.side(node.left, scope) & self.side(node.right, scope)
            return self.want(node.left, scope, *_ONE) & self.want(node.right, scope, *_ONE)
        if left is None or left is ValueKind.CONDITION:
            return self.want(node.left, scope, ValueKind.AMOUNT, ValueKind.TILE, *WHO)
        return self.want(node.left, scope, left) and self.want(node.right, scope, left)

    def _of_any_hand(self, node: nodes.Compare) -> bool:
        """Report a number compared with what "any player" holds, which is not added up."""
        held, number = node.left, node.right
        meant = _HELD.get(node.relation)
        if not (meant and isinstance(held, nodes.Held) and isinstance(number, nodes.Number)):
            return False
        anybody = any(
            self.scope.is_role(held.who, role) for role in (Role.ANY_PLAYER, Role.ANY_SIDE)
        )
        if not anybody or number.value + meant[1] < 0:
            return False
        holder = held.who.span.words
        text = f"{holder} holds {meant[0]} {number.value + meant[1]} {held.measure}"
        fix = Fix(f'write "{text}"', (Edit(node.span, text),))
        message = f'"{holder}" can\'t be added up'
        self.findings.append(Diagnostic("wrong-kind", message, held.who.span, fixes=(fix,)))
        return True

    def _measure(self, node: Expression, measure: nodes.HandMeasure) -> bool:
        return not isinstance(measure, nodes.TilesWith) or self._has_half(node, measure.number)

    def _has_half(self, node: Expression, number: int) -> bool:
        """Check that the set has tiles with a number."""
        known = self.scope.tiles
        return self.in_set(
            node, f"half with {number} pips", known is None or number <= known.highest
        )

    def _is_hyphened(self, node: nodes.Arithmetic) -> bool:
        """Report a known name with hyphens in it, which reads as a subtraction of others."""
        parts = node.span.text.split("-")
        name = "_".join(parts)
        known = self.scope.names
        if name not in known or len(parts) < 2 or all(part in known for part in parts):
            return False
        message = f'"-" subtracts; the name is "{name}"'
        self.report_with(name, "unknown-name", message, node)
        return True

    def _collective(self, who: Expression, scope: ReadScope) -> bool:
        """Check players whose hands or points are added up."""
        for role in (Role.ANY_PLAYER, Role.ANY_SIDE):
            if self.scope.is_role(who, role):
                self.report(
                    "wrong-kind", f'"{role.value}" can\'t be added up', who, 'write "everyone"'
                )
                return False
        return self.people(who, scope)


def _is_zero(node: Expression) -> bool:
    return isinstance(node, nodes.Number) and node.value == 0
