"""From the tree of an example to its node."""

from __future__ import annotations

from typing import Any

from lark import Token

from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.build_expressions import Branch, Expressions, branches, tokens_of
from dominoes_lang.table.marks import PUBLIC_TRAINS, Mark, Train
from dominoes_lang.table.state import End
from dominoes_lang.table.suits import DOUBLES, NO_TRUMP, NO_TRUMP_WITH, DoublesRank
from dominoes_lang.table.tiles import HIGHEST_PIP

_GIVEN = frozenset(
    (
        "mover opener finisher players round passes score idle open out "
        "sets streaks redeals all_passes pass_runs bid bidder"
    ).split()
)
"""Facts of an example that are a number or a seat."""


class Examples(Expressions):
    """Makes the nodes of examples, and reads the names and texts that clauses have."""

    def trump(self, tree: Branch) -> int:
        """A trump that is named, as in `table/suits.py`."""
        rule = str(tree.data)
        if rule == "number_trump":
            number = self.number(token := tokens_of(tree)[0])
            if number > HIGHEST_PIP:
                raise self.refuse(token, "not-in-set", f"there is no suit of {number}",
                                  f"the largest set is double-{HIGHEST_PIP}")  # fmt: skip
            return number
        if rule == "doubles_trump":
            return DOUBLES
        ranked = branches(tree)
        return NO_TRUMP_WITH[self.rank(branches(ranked[0])[0])] if ranked else NO_TRUMP

    def rank(self, tree: Branch) -> DoublesRank:
        """How doubles rank."""
        return DoublesRank[str(tree.data).upper()]

    def title(self, tree: Branch) -> str:
        return self.text(tokens_of(tree)[0])

    def name(self, token: Token) -> str:
        """The name that a clause gives to what it declares."""
        if not token.isidentifier():
            raise self.refuse(token, "bad-character", 'a name is made of letters, digits and "_"')
        return str(token)

    def text(self, token: Token) -> str:
        """What is between the quotes."""
        text = str(token)[1:-1].strip()
        if not text:
            raise self.refuse(
                token, "empty-text", "this text is empty", "write it between the quotes"
            )
        return text

    def example_clause(self, tree: Branch) -> nodes.ExampleClause:
        given, happens, then = branches(tree)
        return nodes.ExampleClause(
            self.title(tree),
            tuple(self.given(part) for part in branches(given)),
            tuple(self.happening(part) for part in branches(happens)),
            tuple(self.check(part) for part in branches(then)),
            span=self.whole,
        )

    def given(self, tree: Branch) -> nodes.GivenTiles | nodes.GivenFact | nodes.GivenParameter:
        span, rule, tokens = self.span_of(tree), str(tree.data), tokens_of(tree)
        if rule == "given_parameter":
            return nodes.GivenParameter(str(tokens[0]), self.literal(branches(tree)[0]), span=span)
        where = rule.removeprefix("given_")
        if where == "trump":
            return nodes.GivenFact(where, self.trump(branches(tree)[0]), span=span)
        if where in _GIVEN:
            seats = [self.seat(token) for token in tokens if token.type == "SEAT"]
            numbers = [self.number(token) for token in tokens if token.type == "NUMBER"]
            return nodes.GivenFact(
                where,
                numbers[0] if numbers else seats[0],
                seats[0] if seats and numbers else None,
                span=span,
            )
        seat = self.seat(tokens.pop(0)) if where in {"hand", "train", "taken"} else None
        if where == "second":
            where, seat = "public", PUBLIC_TRAINS[1]
        return nodes.GivenTiles(
            where,  # type: ignore[arg-type]
            tuple(
                self.halves(token) if where in nodes.GivenTiles.LYING else self.tile(token).tile
                for token in tokens
            ),
            seat,
            span=span,
        )

    def happening(self, tree: Branch) -> nodes.Happening:
        seat, *rest = tokens_of(tree)
        return self.deed(str(tree.data).removeprefix("event_"), seat, rest, tree, tree)

    def deed(
        self, act: str, seat: Token, rest: list[Token], tree: Branch, whole: Branch
    ) -> nodes.Happening:
        """What a seat does: the tokens behind it, and the branches of the tree."""
        span = self.span_of(whole)
        if act in {"bid", "name"}:
            said = self.number(rest[0]) if act == "bid" else self.trump(branches(tree)[0])
            return nodes.Happening(act, self.seat(seat), said=said, span=span)  # type: ignore[arg-type]
        return nodes.Happening(
            act,  # type: ignore[arg-type]
            self.seat(seat),
            self.tile(rest[0]) if rest else None,
            *self.way(branches(tree)),
            span=span,
        )

    def way(self, parts: list[Branch]) -> tuple[nodes.NamedPlace | None, int | None]:
        """What is written behind a play: its place, and the number that it leaves open."""
        place, leaving = None, None
        for part in parts:
            name, tokens = str(part.data).removeprefix("on_"), tokens_of(part)
            if name == "leaving":
                leaving = self.number(tokens[0])
                continue
            mark: Mark
            match name:
                case "tile":
                    mark = self.tile(tokens[0]).tile
                case "train":
                    mark = Train(self.seat(tokens[0]))
                case "public" | "second":
                    mark = Train(PUBLIC_TRAINS[name == "second"])
                case _:
                    mark = End[name.upper()]
            place = nodes.NamedPlace(mark, span=self.span_of(part))
        return place, leaving

    def check(self, tree: Branch) -> nodes.Check:
        span = self.span_of(tree)
        sort: Any = str(tree.data).removeprefix("check_").replace("_", " ")
        if sort in {"may", "may not"}:
            event = branches(tree)[0]
            act, seat = str(event.data).removeprefix("may_"), tokens_of(tree)[0]
            happening = self.deed(act, seat, tokens_of(event), event, tree)
            return nodes.Check(sort, happening=happening, span=span)
        subject, amount = [*(self.expression(part) for part in branches(tree)), None, None][:2]
        return nodes.Check(sort, subject, amount, span=span)
