"""The kind of each expression, and whether it is allowed in its place."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType

from dominoes_lang.check.places import EXAMPLE, FIRST_OPENER, NEXT_OPENER, WINNER, Place
from dominoes_lang.check.wanted import WHO, ValueKind, declared, instead
from dominoes_lang.setup.binding import as_side, set_named
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.clauses import MOST_FINDINGS
from dominoes_lang.syntax.nodes import Expression, Fact, Node, Role
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
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.table.tiles import TileSet
from dominoes_lang.text.diagnostics import Diagnostic, Edit, Fix

_ONE = frozenset({ValueKind.PLAYER, ValueKind.SIDE, ValueKind.NOBODY})
_PEOPLE = {
    Role.WINNER: ValueKind.SIDE,
    Role.NOBODY: ValueKind.NOBODY,
    Role.EVERYONE: ValueKind.PLAYERS,
    Role.ANY_PLAYER: ValueKind.PLAYERS,
    Role.ANY_SIDE: ValueKind.PLAYERS,
    Role.EACH_SIDE: ValueKind.SIDE,
}
_LOCKING = ('after a play, an award may read hands only by "when nobody can play" (or "act")',)
_CONDITIONS = frozenset({Fact.DOMINO, Fact.BLOCKED, Fact.NOTHING_TO_DRAW})

_SHARED = frozenset(
    (
        ("is", "or"),
        ("is not", "and"),
        ("multiple of", "or"),
        ("multiple of", "and"),
    )
)
"""Relations, with the joiners that may join several values after them without doubt."""
_HELD = {
    "at least": ("at least", 0),
    "more than": ("at least", 1),
    "at most": ("at most", 0),
    "less than": ("at most", -1),
}
"""How a hand that holds so much is described, and what is added to the number."""
_BY_CASES = 'name one player of it by cases: "when winner is finisher\'s side: {}", "otherwise: {}"'


class Kinds:
    """Checks expressions; errors go into `findings`.

    `names` holds the kind of every parameter and define; `tiles` is None if the set is not
    known because its own clause is wrong, and so with `team_size`; `seats` are the fewest and the
    most. A name that `may_be_known` is not reported: its clause could not be read. `defines` are
    what names are written out as.
    """

    def __init__(
        self,
        names: Mapping[str, ValueKind],
        words: frozenset[str],
        tiles: TileSet | None,
        seats: tuple[int, int],
        team_size: int | None,
        findings: list[Diagnostic],
        may_be_known: Callable[[str], bool] = lambda name: False,
        defines: Mapping[str, Expression] = MappingProxyType({}),
    ) -> None:
        self.names = names
        self.words = words
        self.tiles = tiles
        self.fewest, self.most = seats
        self.team_size = team_size
        self.findings = findings
        self.may_be_known = may_be_known
        self.defines = defines
        self.used: set[str] = set()

    def report(self, code: str, message: str, node: Node, *helps: str) -> None:
        self.findings.append(Diagnostic(code, message, node.span, helps=helps))

    def kind(self, node: Expression) -> ValueKind | None:
        """The kind of an expression; None for an unknown name, which `want` reports."""
        match node:
            case nodes.Name(name=name):
                return self.names.get(name) or (ValueKind.WORD if name in self.words else None)
            case nodes.Number() | nodes.Held() | nodes.ScoreOf():
                return ValueKind.AMOUNT
            case nodes.Excess() | nodes.InStock():
                return ValueKind.AMOUNT
            case nodes.Arithmetic() | nodes.Rounded():
                return ValueKind.AMOUNT
            case nodes.Read(fact=fact):
                if fact in _CONDITIONS:
                    return ValueKind.CONDITION
                return ValueKind.TILE if fact is Fact.LAST_TILE else ValueKind.AMOUNT
            case nodes.TileLiteral() | nodes.DealtTile() | nodes.RoundsDouble():
                return ValueKind.TILE
            case nodes.Who(role=role):
                return _PEOPLE.get(role, ValueKind.PLAYER)
            case nodes.Seat() | nodes.Neighbour() | nodes.HolderOf():
                return ValueKind.PLAYER
            case nodes.Related(relation=relation):
                opponents = ValueKind.SIDE if self._two_sides else ValueKind.PLAYERS
                return {
                    "side": ValueKind.SIDE,
                    "partner": ValueKind.PLAYER,
                    "opponents": opponents,
                }[relation]
            case nodes.Ranked(noun=noun):
                return ValueKind.PLAYER if noun == "player" else ValueKind.SIDE
            case nodes.Except():
                return ValueKind.PLAYERS
        return ValueKind.CONDITION

    @property
    def _two_sides(self) -> bool:
        """Whether there are always two sides."""
        return self.fewest == self.most == 2 * (self.team_size or self.most)

    # ------------------------------------------------------------------ kinds

    def want(self, node: Expression, place: Place, *wanted: ValueKind) -> bool:
        """Check an expression that must be of one of these kinds."""
        kind = self.kind(node)
        if kind is None:
            assert isinstance(node, nodes.Name)
            if self.may_be_known(node.name):
                return False
            self._unknown_name(node, place, wanted)
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
                helps = instead(kind, wanted, _words(node), self.words)
            if wanted == (ValueKind.AMOUNT,) and self._is_switch(node):
                name = _words(node)
                numbered = f'"parameter {name} = 25"'
                helps = (f'"{name}" is yes or no: declare a number, {numbered}',)
            self._report_with(meant, "wrong-kind", message, node, *helps)
            return False
        return self._inside(node, place)

    def _is_switch(self, node: Expression) -> bool:
        """Whether it is a parameter that is yes or no."""
        parameter = isinstance(node, nodes.Name) and node.name not in self.defines
        return parameter and self.kind(node) is ValueKind.CONDITION

    def _unknown_name(self, node: nodes.Name, place: Place, wanted: tuple[ValueKind, ...]) -> None:
        """Report an unknown name, with the name or word that may be meant."""
        fit = [name for name, kind in self.names.items() if kind in wanted]
        words = [word for word in WORDS if word not in self.names]
        number = NUMBERS.get(node.name.lower())
        plain = unicodedata.normalize("NFD", node.name.lower()).encode("ascii", "ignore").decode()
        if ValueKind.CONDITION in wanted and plain in CUSTOMARY and node.name not in self.names:
            written = CUSTOMARY[plain]
            self.report(
                "unknown-name",
                f'unknown name "{node.name}"; there is no such parameter or define',
                node,
                TIES
                if place is WINNER and written == NO_WINNER
                else f'write "{written}", or give it a name: "define {node.name}: {written}"',
            )
            return
        near = number
        if near is None and len(self.findings) < MOST_FINDINGS:  # each takes a while, of many names
            near = (
                suggestion(node.name, fit)
                or suggestion(node.name, self.names.keys() - fit)
                or suggestion(node.name, words)
            )
        hint = f'did you mean "{near}"?' if near else "there is no such parameter or define"
        sure = near is not None and (
            (near == number and ValueKind.AMOUNT in wanted)
            or (near in fit and is_sure(node.name, near, [*self.names, *words]))
        )
        self._report_with(
            near if sure else None,
            "unknown-name",
            f'unknown name "{node.name}"; {hint}',
            node,
            *(() if near else declared(node.name, wanted, self.words)),
        )

    def _report_with(
        self, meant: str | None, code: str, message: str, node: Node, *helps: str
    ) -> None:
        """Report an error in a node, with a fix if it surely has one meaning."""
        fixes = (Fix(f'write "{meant}"', (Edit(node.span, meant),)),) if meant else ()
        self.findings.append(Diagnostic(code, message, node.span, helps=helps, fixes=fixes))

    def condition(self, node: Expression, place: Place) -> bool:
        return self.want(node, place, ValueKind.CONDITION)

    def _is_another_value(self, node: nodes.Both, at: int) -> bool:
        """Report a part that is a value like the one compared before it, as in "X is A or B"."""
        part = node.parts[at]
        while isinstance(part, nodes.Both):
            part = part.parts[0]
        kind = self.kind(part)
        compared = next(
            (one for one in reversed(node.parts[:at]) if isinstance(one, nodes.Compare)), None
        )
        if kind in {None, ValueKind.CONDITION} or compared is None:
            return False
        alike = kind is self.kind(compared.right) or {kind, self.kind(compared.right)} <= WHO
        if not alike:
            return False
        source, until = compared.span.source, compared.right.span.start
        shared = " ".join(source.text[compared.span.start : until].split())
        meant = f"{shared} {_words(part)}"
        sure = (compared.relation, node.joiner) in _SHARED
        self._report_with(
            meant if sure else None,
            "wrong-kind",
            f'"{node.joiner}" joins conditions, but this is {kind.value}',
            part,
            *(() if sure else (f'write it out: "… {node.joiner} {meant}"',)),
        )
        return True

    def amount(self, node: Expression, place: Place) -> bool:
        return self.want(node, place, ValueKind.AMOUNT)

    def tile(self, node: Expression, place: Place) -> bool:
        return self.want(node, place, ValueKind.TILE)

    def people(self, node: Expression, place: Place) -> bool:
        return self.want(
            node, place, ValueKind.PLAYER, ValueKind.SIDE, ValueKind.PLAYERS, ValueKind.NOBODY
        )

    def player(self, node: Expression, place: Place) -> bool:
        """Check a who that must be one player: a side counts where sides are single players."""
        if not self.want(node, place, *_ONE):
            return False
        if self.kind(node) is ValueKind.SIDE and self.team_size is not None and self.team_size > 1:
            self.report(
                "side-for-player",
                f"this is a side of {self.team_size} players, but one player is needed here",
                node,
                *self._members(node),
            )
            return False
        return True

    def _members(self, node: Expression) -> tuple[str, ...]:
        """How to name one of the several players that a who means."""
        who = self._defined(node)
        text = _words(node)
        match who:
            case nodes.Related(relation="side", who=inner) if self.kind(inner) is ValueKind.PLAYER:
                of_two = self.team_size == 2
                names = [_words(inner), f"{_words(inner)}'s partner" if of_two else ""]
            case nodes.Related(relation="side", who=inner):
                return self._members(inner)
            case nodes.Related(relation="opponents", who=inner) if self.kind(
                inner
            ) is ValueKind.PLAYER and not isinstance(inner, nodes.Neighbour):
                names = [f"player after {_words(inner)}", f"player before {_words(inner)}"]
            case nodes.Who(role=Role.WINNER) if self._two_sides:
                return (_BY_CASES.format("finisher", "player after finisher"),)
            case nodes.Related(who=nodes.Who(role=Role.WINNER)) if self._two_sides:
                return (_BY_CASES.format("player after finisher", "finisher"),)
            case _:
                names = []
        quoted = " or ".join(f'"{name}"' for name in names if name)
        if not quoted:
            return (f'name one player of "{text}", for instance by a seat letter',)
        return (f"name one player of it: {quoted}",)

    def side(self, node: Expression, place: Place) -> bool:
        """Check a who that must be one side, or nobody."""
        return self.want(as_side(node), place, *_ONE)

    # ------------------------------------------------------------------ inside

    def _inside(self, node: Expression, place: Place) -> bool:
        match node:
            case nodes.Arithmetic(left=left, right=right):
                if self._is_hyphened(node):
                    return False
                return self.amount(left, place) & self.amount(right, place)
            case nodes.Rounded(amount=amount, to=to):
                return self.amount(amount, place) & self.amount(to, place)
            case nodes.Not(condition=inner):
                return self.condition(inner, place)
            case nodes.Both(parts=parts):
                fine = [
                    not self._is_another_value(node, at) and self.condition(part, place)
                    for at, part in enumerate(parts)
                ]
                return all(fine)
            case nodes.Compare():
                return self._compare(node, place)
            case nodes.IsDouble(tile=tile):
                return self.tile(tile, place)
            case nodes.TileLiteral(tile=tile):
                return self._in_set(
                    node, tile.bracketed, tile in self.tiles.number if self.tiles else True
                )
            case nodes.Read(fact=fact):
                return self._read(node, fact, place)
            case nodes.Who(role=role):
                return self._role(node, role, place)
            case nodes.Seat(number=number):
                return self._seat(node, number, place)
            case nodes.DealtTile() | nodes.RoundsDouble():
                return place.hands or self._not_here(node, "what the others hold", place)
            case nodes.Number() | nodes.YesNo() | nodes.Name():
                return True
        return self._about_people(node, place)

    def _about_people(self, node: Expression, place: Place) -> bool:
        """The parts of an expression that refer to somebody."""
        match node:
            case nodes.Held(measure=measure, who=who):
                fine = self._collective(who, place)
                return fine and (measure == "tiles" or self._hidden(node, who, place))
            case nodes.Excess(who=who, over=over):
                fine = self._collective(who, place) & self._collective(over, place)
                return fine and self._whole_hands(node, place)
            case nodes.InStock():
                return self._whole_hands(node, place)
            case nodes.ScoreOf(who=who):
                if not place.table:
                    return self._not_here(node, "the score", place)
                return self._collective(as_side(who), place)
            case nodes.Can(who=who) if place.locking and any(
                self._is_role(who, role) for role in (Role.NOBODY, Role.ANY_PLAYER)
            ):
                return self.people(who, place)
            case nodes.Can(who=who) | nodes.HoldsTile(who=who) | nodes.HoldsNumber(who=who):
                fine = self.people(who, place) and self._hidden(node, who, place)
                if isinstance(node, nodes.HoldsTile):
                    fine &= self.tile(node.tile, place)
                if isinstance(node, nodes.HoldsNumber) and self.tiles is not None:
                    fine &= self._in_set(
                        node, f"half with {node.number} pips", node.number <= self.tiles.highest
                    )
                return fine
            case nodes.HasNoTiles(who=who):
                if not place.table and not place.hands:
                    return self._not_here(node, "a hand", place)
                return self.people(who, place)
            case nodes.HoldsAmount(who=who, amount=amount, measure=measure):
                fine = self.people(who, place) & self.amount(amount, place)
                return fine and (measure == "tiles" or self._hidden(node, who, place))
            case nodes.PassedInARow(who=who):
                if not self._is_role(who, Role.EVERYONE):
                    self.report(
                        "wrong-kind",
                        'only "everyone" can be asked about here',
                        who,
                        'write "everyone passed in a row"',
                    )
                    return False
                return place.table or self._not_here(node, "a pass", place)
            case nodes.Neighbour(who=who):
                return self.player(who, place)
            case nodes.Related(relation=relation, who=who):
                if relation == "partner" and self.team_size not in {2, None}:
                    self.report(
                        "no-partners",
                        "there are partners only in teams of 2",
                        node,
                        'write "players: 4 in teams of 2", or name another player',
                    )
                    return False
                if relation == "partner":
                    return self.want(who, place, ValueKind.PLAYER)
                return self.side(who, place)
            case nodes.HolderOf(tile=tile):
                if not place.hands:
                    return self._not_here(node, "who holds a tile", place)
                return isinstance(tile, nodes.DealtTile | nodes.RoundsDouble) or self.tile(
                    tile, place
                )
            case nodes.Ranked(noun=noun, extremes=extremes, ties=ties):
                hidden = [extreme for extreme in extremes if extreme.measure != "tiles"]
                if hidden and not place.hands:
                    return self._not_here(hidden[0], "what the others hold", place)
                if ties is None:
                    return True
                return (self.player if noun == "player" else self.side)(ties, place)
            case nodes.Except(who=who, but=but):
                return self.people(who, place) & self.people(but, place)
        raise AssertionError(f"unchecked: {node}")

    def _whole_hands(self, node: Node, place: Place) -> bool:
        """Whether a term over all hands or the stock may be read: once a round is over."""
        if place.winner and place.hands:
            return True
        if place.during:
            return self._hidden_award(node)
        return self._not_here(node, f'"{_words(node)}"', place)

    def _hidden_award(self, node: Node, *helps: str) -> bool:
        self.report(
            "hidden-award",
            "what players hold can't be paid for before the round is over",
            node,
            'pay it "at round end"',
            *helps,
        )
        return False

    def _compare(self, node: nodes.Compare, place: Place) -> bool:
        left = self.kind(node.left)
        if node.relation not in {"is", "is not"}:
            if self._of_any_hand(node):
                return False
            fine = self.amount(node.left, place) & self.amount(node.right, place)
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
                return self.side(node.left, place) & self.side(node.right, place)
            return self.want(node.left, place, *_ONE) & self.want(node.right, place, *_ONE)
        if left is None or left is ValueKind.CONDITION:
            return self.want(node.left, place, ValueKind.AMOUNT, ValueKind.TILE, *WHO)
        return self.want(node.left, place, left) and self.want(node.right, place, left)

    def _of_any_hand(self, node: nodes.Compare) -> bool:
        """Report a number compared with what "any player" holds, which is not added up."""
        held, number = node.left, node.right
        meant = _HELD.get(node.relation)
        if not (meant and isinstance(held, nodes.Held) and isinstance(number, nodes.Number)):
            return False
        anybody = any(self._is_role(held.who, one) for one in (Role.ANY_PLAYER, Role.ANY_SIDE))
        if not anybody or number.value + meant[1] < 0:
            return False
        who = _words(held.who)
        text = f"{who} holds {meant[0]} {number.value + meant[1]} {held.measure}"
        fix = Fix(f'write "{text}"', (Edit(node.span, text),))
        message = f'"{who}" can\'t be added up'
        self.findings.append(Diagnostic("wrong-kind", message, held.who.span, fixes=(fix,)))
        return True

    def _is_hyphened(self, node: nodes.Arithmetic) -> bool:
        """Report a known name with hyphens in it, which reads as a subtraction of others."""
        parts = node.span.text.split("-")
        name = "_".join(parts)
        if name not in self.names or len(parts) < 2 or all(part in self.names for part in parts):
            return False
        message = f'"-" subtracts; the name is "{name}"'
        self._report_with(name, "unknown-name", message, node)
        return True

    # ------------------------------------------------------------------ places

    def _not_here(self, node: Node, what: str, place: Place, *more: str) -> bool:
        helps = (*((place.instead,) if place.instead else ()), *more)
        self.report("not-known-here", f"{what} is not known {place.where}", node, *helps)
        return False

    def _in_set(self, node: Node, what: str, inside: bool) -> bool:
        if not inside:
            helps = (set_named(self.tiles),) if self.tiles else ()
            self.report("not-in-set", f"there is no {what} in the set", node, *helps)
        return inside

    def _seat(self, node: Node, number: int, place: Place) -> bool:
        """A rule may name the seats that always exist, an example the others too."""
        seats = self.most if place is EXAMPLE else self.fewest
        if number < seats:
            return True
        letter = SEAT_LETTERS[number]
        least = f" with {seats} players" if number < self.most else ""
        letters = ", ".join(SEAT_LETTERS[:seats])
        self.report(
            "no-such-seat", f"there is no seat {letter}{least}", node, f"the seats are {letters}"
        )
        return False

    def _read(self, node: Node, fact: Fact, place: Place) -> bool:
        if fact is Fact.PLAYERS:
            return True
        if fact in {Fact.DOMINO, Fact.BLOCKED}:
            locked = fact is Fact.BLOCKED and place.during
            more = ('or ask whether "nobody can play"',) if locked else ()
            return place.end or self._not_here(node, "how the round ended", place, *more)
        return place.table or self._not_here(node, f'"{fact.value}"', place)

    def _role(self, node: Node, role: Role, place: Place) -> bool:
        if role in {Role.MOVER, Role.FINISHER, Role.OPENER}:
            return place.table or self._not_here(node, f'"{role.value}"', place)
        if role is Role.WINNER:
            if place.during:
                meant = "mover"
                self._report_with(
                    meant,
                    "no-winner-yet",
                    f'"winner" is not known {place.name}; did you mean "mover"?',
                    node,
                )
                return False
            return place.winner or self._not_here(node, '"winner"', place)
        if role in {Role.EACH_PLAYER, Role.EACH_SIDE, Role.THEM} and not place.each:
            self.report(
                "not-known-here",
                f'"{role.value}" has nobody to refer to {place.where}',
                node,
                place.instead or 'write "everyone", "any player" or "nobody"',
            )
            return False
        if role is Role.LOT:
            opens = place in {FIRST_OPENER, NEXT_OPENER}
            self.report(
                "not-known-here",
                '"lot" can\'t be a part of a larger phrase'
                if opens
                else '"lot" can only decide who opens',
                node,
                'write it by itself: "lot plays any tile"' if opens else "name a player or a side",
            )
            return False
        return True

    def _collective(self, who: Expression, place: Place) -> bool:
        """A who whose hands or points are added up."""
        for role in (Role.ANY_PLAYER, Role.ANY_SIDE):
            if self._is_role(who, role):
                self.report(
                    "wrong-kind", f'"{role.value}" can\'t be added up', who, 'write "everyone"'
                )
                return False
        return self.people(who, place)

    def _is_role(self, who: Expression, role: Role) -> bool:
        """Whether a who, or the define that it names, is this role."""
        who = self._defined(who)
        return isinstance(who, nodes.Who) and who.role is role

    def _defined(self, node: Expression) -> Expression:
        """The value of a define that an expression names, or the expression itself."""
        return self.defines.get(node.name, node) if isinstance(node, nodes.Name) else node

    def _hidden(self, node: Node, who: Expression, place: Place) -> bool:
        """Whether a term over this hand may be read: others' hands are hidden from a player."""
        if place.hands:
            return True
        if place.during:
            return self._hidden_award(node, *_LOCKING[: place.locking])
        if place.own_hand and self._is_role(who, Role.MOVER):
            return True
        self.report(
            "hidden-hand",
            f"the other hands can't be read {place.where}: no player can see them",
            node,
            *(('only the hand of "mover" may be read here',) if place.own_hand else ()),
        )
        return False


def _words(node: Node) -> str:
    return " ".join(node.span.text.split())


def _is_zero(node: Expression) -> bool:
    return isinstance(node, nodes.Number) and node.value == 0
