"""What a sheet tells about a game of tricks: the bidding, suits and trumps, who takes a trick."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TypeVar

from dominoes_lang.setup.arithmetic import Amount
from dominoes_lang.setup.binding import bind
from dominoes_lang.sheet.cases_told import SetupTold
from dominoes_lang.sheet.message import SheetMessage
from dominoes_lang.sheet.players_told import BIDDER, TAKER
from dominoes_lang.sheet.sheet_lines import SheetLine, line
from dominoes_lang.syntax import nodes
from dominoes_lang.table.suits import DOUBLES, NO_TRUMP, NO_TRUMP_WITH, DoublesRank

AnyClause = TypeVar("AnyClause", bound=nodes.Clause)

_RANKS = {
    DoublesRank.HIGH: SheetMessage("doubles-rank-high"),
    DoublesRank.LOW: SheetMessage("doubles-rank-low"),
    DoublesRank.APART: SheetMessage("doubles-rank-apart"),
}
_TRUMPS = {
    DOUBLES: SheetMessage("trump-doubles"),
    NO_TRUMP: SheetMessage("trump-none"),
    NO_TRUMP_WITH[DoublesRank.HIGH]: SheetMessage("trump-none-high"),
    NO_TRUMP_WITH[DoublesRank.LOW]: SheetMessage("trump-none-low"),
    NO_TRUMP_WITH[DoublesRank.APART]: SheetMessage("trump-none-apart"),
}
"""What may be named besides a number."""
_ANY_NUMBER = SheetMessage("trump-any-number")


class TricksTold(SetupTold):
    """Tells about the bidding and the tricks; nothing where tiles lie against each other."""

    @cached_property
    def trumps(self) -> nodes.TrumpsClause | None:
        return self.bound(nodes.TrumpsClause)

    @cached_property
    def choices(self) -> list[SheetMessage]:
        """What may be named as trump."""
        if self.trumps is None:
            return []
        named = [_TRUMPS[choice] for choice in self.trumps.choices]
        return [_ANY_NUMBER, *named] if self.trumps.any_number else named

    def bound(self, kind: type[AnyClause]) -> AnyClause | None:
        """A clause with values in place of its names; None if the rules have none of the kind."""
        ruleset = self.setup.ruleset
        clause = ruleset.clauses.get(nodes.CLAUSE_WORDS[kind])
        if not self.setup.shape.tricks or not isinstance(clause, kind):
            return None
        return bind(clause, ruleset.names(dict(self.setup.parameters)), self.setup.seats)

    # ------------------------------------------------------------------ bids

    def bidding(self) -> Iterator[SheetLine]:
        bids = self.bound(nodes.BidsClause)
        if bids is None:
            return
        way = SheetMessage("bidding-goes-on" if bids.until_all_pass else "bidding-once")
        yield line(way, *self.ladder(bids))
        if bids.last_must_bid:
            yield line(SheetMessage("last-must-bid"))
        elif bids.redeal:
            yield line(SheetMessage("nobody-bids"))
        yield line(SheetMessage("bidder-is"), *self.widow(), *self.naming())

    def ladder(self, bids: nodes.BidsClause) -> Iterator[SheetMessage]:
        """What may be bid, and which of it only over the bid just before it."""
        rungs = [(self.value(rung.lowest), self.value(rung.highest)) for rung in bids.rungs]
        told = tuple(
            SheetMessage("a-bid", n=lowest)
            if lowest == highest
            else SheetMessage("bids-from-to", first=lowest, last=highest)
            for lowest, highest in rungs
        )
        if len(rungs) == 1 and rungs[0][0] == rungs[0][1]:
            yield SheetMessage("only-bid", bid=told[0])
            return
        yield SheetMessage("bids-are", bids=told)
        over_last = tuple(bid for bid, rung in zip(told, bids.rungs, strict=True) if rung.over_last)
        if over_last:
            yield SheetMessage("bids-over-last", bids=over_last)

    def value(self, amount: nodes.Expression) -> Amount:
        value = self.during.fixed(amount)
        assert value is not None
        return value

    def widow(self) -> Iterator[SheetMessage]:
        widow = self.bound(nodes.WidowClause)
        if widow is not None and self.setup.stock_size:
            yield SheetMessage("bidder-takes-widow", left=self.setup.stock_size, n=widow.discards)

    def naming(self) -> Iterator[SheetMessage]:
        """Who names which trump."""
        if self.trumps is None:
            return
        if self.choices == [_TRUMPS[NO_TRUMP]]:
            yield SheetMessage("no-trumps-ever")
        elif self.choices == [_TRUMPS[DOUBLES]]:
            yield SheetMessage("doubles-always-trumps")
        else:
            namer = self.trumps.named_by
            who = BIDDER if namer is None else self.during.who(namer)
            yield SheetMessage("names-trump", who=who, trumps=tuple(self.choices))

    # ------------------------------------------------------------------ tricks

    def tricks(self) -> Iterator[SheetLine]:
        suits, lead = self.bound(nodes.SuitsClause), self.bound(nodes.LeadClause)
        if suits is None or lead is None:
            return
        first, later = self.during.who(lead.first), self.during.who(lead.later)
        if later == TAKER:
            leads = SheetMessage("taker-leads", first=first)
        else:
            leads = SheetMessage("who-leads", first=first, later=later)
        yield line(SheetMessage("what-trick-is"), leads)
        yield line(SheetMessage("suits-of-halves"), _RANKS[suits.doubles])
        for rank, named in NO_TRUMP_WITH.items():
            if rank is not suits.doubles and _TRUMPS[named] in self.choices:
                as_named = {"named": _TRUMPS[named], "rank": _RANKS[rank]}
                yield line(SheetMessage("doubles-rank-named", **as_named))
        of_numbers, of_doubles = _ANY_NUMBER in self.choices, _TRUMPS[DOUBLES] in self.choices
        own = [SheetMessage("trump-suit-alone")] if of_numbers else []
        if of_doubles and suits.doubles is not DoublesRank.APART:
            own.append(SheetMessage("doubles-as-trumps"))
        if own:
            yield line(*own)
        taken = "trick-taken" if of_numbers or of_doubles else "trick-taken-by-suit"
        yield line(SheetMessage(taken))
