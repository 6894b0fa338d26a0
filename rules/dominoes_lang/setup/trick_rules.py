"""What a game of tricks adds to a setup: the rank of doubles, the auction, and who leads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dominoes_lang.setup.binding import ParameterError, set_named, whole
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Role
from dominoes_lang.table.auction import AuctionRules, Rung
from dominoes_lang.table.suits import DOUBLES, DoublesRank, Suits
from dominoes_lang.table.tiles import TileSet

MOST_BIDS = 1_000


@dataclass(frozen=True)
class TrickRules:
    """The clauses of a game of tricks with every name resolved."""

    doubles: DoublesRank
    auction: AuctionRules
    lead: Expression
    """Who leads the first trick."""
    later: Expression
    """Who leads each later one."""


@dataclass(frozen=True)
class TrickClauses:
    """The clauses that a game of tricks has besides those of every game."""

    suits: nodes.SuitsClause
    bids: nodes.BidsClause
    trumps: nodes.TrumpsClause
    lead: nodes.LeadClause
    widow: nodes.WidowClause | None

    def rules(
        self, tiles: TileSet, seats: int, hand_size: int, partner: Callable[[int], int]
    ) -> TrickRules:
        """These rules for a number of seats; `partner` gives that of a seat, or nobody.

        Raises `ParameterError`.
        """
        left = len(tiles) - seats * hand_size
        discards = 0 if self.widow is None else self.widow.discards
        if self.widow is not None and not left:
            raise ParameterError("all tiles are dealt, so there is no stock to take", "widow",
                                 "deal fewer tiles, or leave this clause out")  # fmt: skip
        if self.widow is not None and discards != left:
            raise ParameterError(
                f"the bidder takes {left} and lays {discards} aside, so hands are of two sizes",
                "widow",
                f'write "then discards {left}"',
            )
        namer = tuple(self._namer(seat, seats, partner) for seat in range(seats))
        auction = AuctionRules(
            seats,
            self.ladder(),
            self.bids.until_all_pass,
            self.bids.last_must_bid,
            self.named(tiles),
            namer,
            discards,
            self.widow is not None,
        )
        return TrickRules(self.suits.doubles, auction, self.lead.first, self.lead.later)

    def ladder(self) -> tuple[Rung, ...]:
        """All bids, rising. Raises `ParameterError` for bids that do not rise."""
        ladder: list[Rung] = []
        for rung in self.bids.rungs:
            lowest, highest = whole(rung.lowest), whole(rung.highest)
            last = ladder[-1].bid if ladder else 0
            if lowest < 1:
                raise ParameterError(
                    f"a bid is at least 1, and this is {lowest}",
                    "bids",
                    "leave it out: who bids nothing passes",
                )
            if lowest <= last or highest < lowest:
                over = f"{lowest} after {last}" if lowest <= last else f"{lowest}..{highest}"
                raise ParameterError(
                    f"bids rise, but {over} does not", "bids", "write them from low to high"
                )
            if highest - lowest >= MOST_BIDS:
                raise ParameterError(
                    f"there are more than {MOST_BIDS:,} bids", "bids", "leave some out"
                )
            ladder += [Rung(bid, rung.over_last) for bid in range(lowest, highest + 1)]
        return tuple(ladder)

    def named(self, tiles: TileSet) -> tuple[int, ...]:
        """What may be named. Raises `ParameterError` for doubles that the set does not have."""
        bearing = [number for number, mask in enumerate(tiles.bearing) if mask]
        numbers = bearing if self.trumps.any_number else []
        numbers = [n for n in numbers if Suits(tiles, self.suits.doubles, n).following[n]]
        choices = [*self.trumps.choices]
        if DOUBLES in choices and not tiles.doubles:
            raise ParameterError(
                "doubles can't be trumps, since the set has none", "trumps", set_named(tiles)
            )
        return tuple(sorted({*numbers, *choices}))

    def _namer(self, bidder: int, seats: int, partner: Callable[[int], int]) -> int:
        """The seat that names the trump where another has bid highest."""

        def seat_of(who: Expression) -> int:
            match who:
                case nodes.Who(role=Role.BIDDER):
                    return bidder
                case nodes.Seat(number=seat):
                    return seat
                case nodes.Neighbour(way=way, who=inner):
                    return (seat_of(inner) + (1 if way == "after" else -1)) % seats
                case nodes.Related(relation="partner", who=inner):
                    return partner(seat_of(inner))
            raise ParameterError(
                f'"{who.span.words}" is not known before the first trick',
                "trumps",
                'name the bidder, "bidder\'s partner", or a neighbour of theirs',
            )

        return bidder if self.trumps.named_by is None else seat_of(self.trumps.named_by)
