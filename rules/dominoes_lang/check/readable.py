"""What may be read in a place: who is known there, which hands, how far the round has come."""

from __future__ import annotations

from dominoes_lang.check.naming_scope import NamingScope
from dominoes_lang.check.read_scopes import EXAMPLE, FIRST_OPENER, NEXT_OPENER, ReadScope
from dominoes_lang.setup.binding import set_named
from dominoes_lang.syntax.nodes import Expression, Fact, Node, Role
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.text.diagnostics import Diagnostic, Edit, Fix, did_you_mean

_AT_TABLE = {
    Role.MOVER,
    Role.FINISHER,
    Role.OPENER,
    Role.STILL_IN,
    Role.LAST_IN,
    Role.BIDDER,
    Role.TAKER,
}
_LOCKING = ('after a play, an award may read hands only by "when nobody can play" (or "act")',)


class Readable:
    """Reports in `findings` what an expression reads where it is not known.

    Each check returns whether all is well.
    """

    def __init__(self, scope: NamingScope, findings: list[Diagnostic]) -> None:
        self.scope = scope
        self.findings = findings

    def report(self, code: str, message: str, node: Node, *helps: str) -> None:
        self.findings.append(Diagnostic(code, message, node.span, helps=helps))

    def report_with(
        self, meant: str | None, code: str, message: str, node: Node, *helps: str, asked: str = ""
    ) -> None:
        """Report an error in a node, with a fix if it surely has one meaning.

        The message ends by asking whether the word `asked` was meant, where there is one.
        """
        fixes = (Fix(f'write "{meant}"', (Edit(node.span, meant),)),) if meant else ()
        message += did_you_mean(asked)
        self.findings.append(
            Diagnostic(code, message, node.span, helps=helps, fixes=fixes, asked=asked)
        )

    def not_here(self, node: Node, what: str, place: ReadScope, *more: str) -> bool:
        helps = (*((place.instead,) if place.instead else ()), *more)
        self.report("not-known-here", f"{what} is not known {place.where}", node, *helps)
        return False

    def on_table(self, node: Node, what: str, place: ReadScope) -> bool:
        """Whether what everybody sees may be read: a question need not ask for that."""
        if place.asked:
            self.report(
                "not-known-here",
                f"everybody sees {what}, so a question need not ask for it",
                node,
                place.instead,
            )
            return False
        return place.table or self.not_here(node, what, place)

    def in_set(self, node: Node, what: str, inside: bool) -> bool:
        if not inside:
            helps = (set_named(self.scope.tiles),) if self.scope.tiles else ()
            self.report("not-in-set", f"there is no {what} in the set", node, *helps)
        return inside

    def seat(self, node: Node, number: int, place: ReadScope) -> bool:
        """A rule may name the seats that always exist, an example the others too."""
        seats = self.scope.most if place is EXAMPLE else self.scope.fewest
        if number < seats:
            return True
        letter = SEAT_LETTERS[number]
        least = f" with {seats} players" if number < self.scope.most else ""
        letters = ", ".join(SEAT_LETTERS[:seats])
        self.report(
            "no-such-seat", f"there is no seat {letter}{least}", node, f"the seats are {letters}"
        )
        return False

    def fact(self, node: Node, fact: Fact, place: ReadScope) -> bool:
        if fact is Fact.PLAYERS:
            return True
        if fact in {Fact.DOMINO, Fact.BLOCKED}:
            locked = fact is Fact.BLOCKED and place.during
            more = ('or ask whether "nobody can play"',) if locked else ()
            return place.end or self.not_here(node, "how the round ended", place, *more)
        return self.on_table(node, f'"{fact.value}"', place)

    def role(self, node: Node, role: Role, place: ReadScope) -> bool:
        if role in _AT_TABLE:
            return self.on_table(node, f'"{role.value}"', place)
        if role is Role.WINNER:
            if place.during and place.table:
                meant, message = "mover", f'"winner" is not known {place.name}'
                self.report_with(meant, "no-winner-yet", message, node, asked=meant)
                return False
            return place.winner or self.not_here(node, '"winner"', place)
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

    def hand(self, node: Node, who: Expression, place: ReadScope) -> bool:
        """Whether a term over this hand may be read: others' hands are hidden from a player."""
        if place.hands:
            return True
        if place.during:
            return self.hidden_award(node, *_LOCKING[: place.locking])
        if place.own_hand and self.scope.is_role(who, Role.MOVER):
            return True
        self.report(
            "hidden-hand",
            f"the other hands can't be read {place.where}: no player can see them",
            node,
            *(('only the hand of "mover" may be read here',) if place.own_hand else ()),
        )
        return False

    def whole_hands(self, node: Node, place: ReadScope) -> bool:
        """Whether a term over all hands or the stock may be read: once a round is over."""
        if place.winner and place.hands:
            return True
        if place.during:
            return self.hidden_award(node)
        return self.not_here(node, f'"{node.span.words}"', place)

    def hidden_award(self, node: Node, *helps: str) -> bool:
        self.report(
            "hidden-award",
            "what players hold can't be paid for before the round is over",
            node,
            'pay it "at round end"',
            *helps,
        )
        return False
