"""Whom a sheet speaks of: players, sides and their hands, for the players of one setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.message import SheetMessage
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact, Moment, Role
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.table.tiles import Order

THEY = SheetMessage("they")
THEY_AS_SIDE = SheetMessage("they-as-side")
THEM = {THEY, THEY_AS_SIDE}
"""Who was just named, a player or a side: in some languages one is `he` and the other one `she`."""
LAST_TILE = SheetMessage("last-tile")
FINISHER = SheetMessage("finisher")
OPENER = SheetMessage("opener")
BIDDER = SheetMessage("bidder")
TAKER = SheetMessage("taker")
ACTORS = {
    Moment.AFTER_PLAY: SheetMessage("who-laid-it"),
    Moment.AFTER_PASS: SheetMessage("who-passed"),
    Moment.AFTER_DRAW: SheetMessage("who-drew-it"),
    Moment.AFTER_TRICK: SheetMessage("who-took-it"),
}
"""What the mover is called in a sentence about each moment of play."""
_NEIGHBOURS = {
    "after": ("player-after", "nth-player-after"),
    "before": ("player-before", "nth-player-before"),
}
_EXTREMES = {
    ("fewest", "pips"): "fewest-pips",
    ("fewest", "tiles"): "fewest-tiles",
    ("fewest", "doubles"): "fewest-doubles",
    ("most", "pips"): "most-pips",
    ("most", "tiles"): "most-tiles",
    ("most", "doubles"): "most-doubles",
}
_DEALT = {
    Order.HIGHEST_DOUBLE: SheetMessage("highest-double"),
    Order.LOWEST_DOUBLE: SheetMessage("lowest-double"),
    Order.HEAVIEST_TILE: SheetMessage("heaviest-tile"),
}
_TIES = {
    (False, False): "tie",
    (False, True): "tie-in-that-too",
    (True, False): "still-tie",
    (True, True): "still-tie-in-that-too",
}
"""Whether more than one thing was compared, and whether another tie came before."""


def actor(setup: Setup, moment: Moment) -> SheetMessage | None:
    """What the mover is called in a sentence about a moment; None at the end of a round."""
    if moment is Moment.AFTER_PASS and setup.turn.drops_out:
        return SheetMessage("who-just-dropped-out")
    return ACTORS.get(moment)


@dataclass(frozen=True)
class PlayersTold:
    """The players and sides of one setup: who is playing decides what an opponent is called."""

    setup: Setup
    among: Sequence[Setup] = ()
    """The setups for all numbers of players for whom the sheet is; that of the setup if none."""
    ended: bool = False
    """Whether a finished round is spoken of, otherwise a turn: `they`."""
    actor: SheetMessage | None = None
    """What the mover is called where it is clear what they did."""
    of_player: bool = True
    """Whether `they` are a player, not a side."""
    distant: bool = False
    """Whether `they` are not the subject of the sentence."""
    names: Mapping[int, str] | None = None
    """The names of the players by their seats, if they have any."""

    @cached_property
    def games(self) -> Sequence[Setup]:
        """The setups for all numbers of players."""
        return self.among or (self.setup,)

    @cached_property
    def draws(self) -> bool:
        """Whether players draw, with some number of players."""
        return any(game.draws for game in self.games)

    @cached_property
    def draws_in_turns(self) -> bool:
        """Whether they draw in their turns, and not only before the opening."""
        return any(game.draws_in_turns for game in self.games)

    @cached_property
    def teams(self) -> bool:
        return self.setup.team_size > 1

    @cached_property
    def two_sides(self) -> bool:
        return all(game.sides == 2 for game in self.games)

    @cached_property
    def two_players(self) -> bool:
        """Whether `everyone` is two players, with any number of players of the sheet."""
        return all(game.seats == 2 for game in self.games)

    @cached_property
    def by_side(self) -> bool:
        """Whether a side goes out: all partners must have laid their tiles."""
        return self.teams and _by_side(self.setup.domino)

    # ------------------------------------------------------------------ who

    def who(self, who: Expression) -> SheetMessage:
        """Players or sides."""
        match who:
            case nodes.Who(role=role):
                return self.role(role)
            case nodes.Seat(number=seat):
                if self.names is not None:
                    return SheetMessage("written", text=self.names[seat])
                return SheetMessage("player", letter=SEAT_LETTERS[seat])
            case nodes.Neighbour(way=way, who=inner):
                distance = 1
                while isinstance(inner, nodes.Neighbour) and inner.way == way:
                    distance, inner = distance + 1, inner.who
                next_one, nth = _NEIGHBOURS[way]
                if distance == 1:
                    return SheetMessage(next_one, who=self.who(inner))
                return SheetMessage(nth, who=self.who(inner), n=distance)
            case nodes.Related(relation=relation, who=inner):
                return self.related(relation, inner)
            case nodes.HolderOf(tile=tile):
                key = "who-has-of-all" if isinstance(tile, nodes.DealtTile) else "who-holds"
                return SheetMessage(key, tile=self.tile(tile))
            case nodes.Ranked():
                return self.ranked(who)
            case nodes.Except(who=inner, but=but):
                if isinstance(inner, nodes.Who) and inner.role is Role.EVERYONE:
                    return SheetMessage("all-except", but=self.who(but))
                return SheetMessage("except", who=self.who(inner), but=self.who(but))
        raise TypeError(f"this is not a player or side: {who!r}")

    def role(self, role: Role) -> SheetMessage:
        match role:
            case Role.MOVER:
                return self.actor or (SheetMessage("who-acted-last") if self.ended else THEY)
            case Role.FINISHER:
                return FINISHER
            case Role.OPENER:
                return OPENER
            case Role.BIDDER:
                return BIDDER
            case Role.TAKER:
                took_it = ACTORS[Moment.AFTER_TRICK]
                return took_it if self.actor == took_it else TAKER
            case Role.WINNER:
                return SheetMessage("winning-side" if self.teams else "winner")
            case Role.NOBODY:
                return SheetMessage("nobody")
            case Role.EVERYONE:
                return SheetMessage("both-players" if self.two_players else "all-players")
            case Role.EACH_PLAYER:
                return SheetMessage("each-player")
            case Role.EACH_SIDE:
                return SheetMessage("each-side" if self.teams else "each-player")
            case Role.ANY_PLAYER:
                return SheetMessage("any-player")
            case Role.ANY_SIDE:
                return SheetMessage("any-side" if self.teams else "any-player")
            case Role.THEM:
                return THEY if self.are_player else THEY_AS_SIDE
            case Role.LOT:
                return SheetMessage("player-by-lot")
            case Role.STILL_IN:
                return SheetMessage("players-still-in")
            case Role.LAST_IN:
                return SheetMessage("last-player-in")

    def related(self, relation: str, inner: Expression) -> SheetMessage:
        """The side, the partner or the opponents of somebody."""
        if relation == "side" and (not self.teams or self.is_side(inner)):
            return self.who(inner)
        if relation == "opponents":
            return self.opponents(inner)
        of_side = relation == "side"
        who = self.who(inner)
        if who == BIDDER and of_side:
            return SheetMessage("bidders-side")
        if who in THEM:
            return SheetMessage("their-side" if of_side else "their-partner")
        if isinstance(inner, nodes.Seat):
            letter = SEAT_LETTERS[inner.number]
            return SheetMessage("side-by-seat" if of_side else "partner-by-seat", letter=letter)
        return SheetMessage("side-of" if of_side else "partner-of", who=who)

    def opponents(self, inner: Expression) -> SheetMessage:
        if isinstance(inner, nodes.Related) and inner.relation == "side":
            inner = inner.who
        if isinstance(inner, nodes.Who) and inner.role is Role.WINNER:
            if self.two_sides:
                return SheetMessage("losing-side" if self.teams else "loser")
            return SheetMessage("other-sides" if self.teams else "other-players")
        if isinstance(inner, nodes.Related) and inner.relation == "opponents" and self.two_sides:
            return self.who(inner.who)
        who = self.who(inner)
        if who in THEM:
            if self.two_sides:
                return SheetMessage("opposing-side" if self.teams else "opposing-player")
            return SheetMessage("other-sides" if self.teams else "other-players")
        if who == BIDDER:
            return SheetMessage("bidders-opponents")
        alone = self.two_sides and not self.teams
        return SheetMessage("opponent-of" if alone else "opponents-of", who=who)

    def is_side(self, who: Expression) -> bool:
        """Whether an expression names a side rather than a single player."""
        match who:
            case nodes.Who(role=role):
                return role in {Role.WINNER, Role.EACH_SIDE, Role.ANY_SIDE}
            case nodes.Related(relation=relation):
                return relation in {"side", "opponents"}
            case nodes.Ranked(noun=noun):
                return noun == "side"
        return False

    def ranks_sides(self, who: nodes.Ranked) -> bool:
        """Whether sides are compared as such, and not by a player of theirs."""
        return self.teams and who.noun == "side"

    def tie(self, who: nodes.Ranked, *, too: bool = False) -> SheetMessage:
        """The clause that those who may tie do so; partners do not where they rank for their side.

        too: whether it is to decide another tie.
        """
        if self.teams and who.noun == "player's side":
            rivals = "players-of-different-sides"
        else:
            rivals = "sides" if self.ranks_sides(who) else "players"
        return SheetMessage(_TIES[len(who.extremes) > 1, too], who=SheetMessage(rivals))

    def best(self, who: nodes.Ranked) -> SheetMessage:
        """The side with the fewest pips and, among equals, the fewest tiles."""
        extremes = tuple(SheetMessage(_EXTREMES[part.which, part.measure]) for part in who.extremes)
        return SheetMessage(
            "best-side" if self.ranks_sides(who) else "best-player", extremes=extremes
        )

    def ranked(self, who: nodes.Ranked) -> SheetMessage:
        ties = SheetMessage("nobody") if who.ties is None else self.who(who.ties)
        return SheetMessage("best-or", who=self.best(who), ties=ties, tie=self.tie(who))

    def hand(self, who: Expression) -> SheetMessage:
        """What somebody holds: the winner's hand, all hands."""
        match who:
            case nodes.Who(role=Role.EVERYONE):
                return SheetMessage("both-hands" if self.two_players else "all-hands")
            case nodes.Who() if self.who(who) in THEM:
                if self.distant:
                    return SheetMessage(
                        "that-players-hand" if self.are_player else "that-sides-hands"
                    )
                return SheetMessage("their-own-hand" if self.are_player else "their-own-hands")
            case nodes.Who(role=Role.WINNER) if not self.teams:
                return SheetMessage("winners-hand")
            case nodes.Related(relation="opponents", who=inner) if self.two_sides:
                loser = isinstance(inner, nodes.Who) and inner.role is Role.WINNER
                if loser and not self.teams:
                    return SheetMessage("losers-hand")
        of_side = self.teams and self.is_side(who)
        return SheetMessage("hands-of-side" if of_side else "hand-of", who=self.who(who))

    @property
    def are_player(self) -> bool:
        """Whether `they` hold one hand."""
        return self.of_player or not self.teams

    # ------------------------------------------------------------------ tiles

    def tile(self, tile: Expression) -> SheetMessage:
        match tile:
            case nodes.TileLiteral(tile=literal):
                return SheetMessage("written", text=literal.bracketed)
            case nodes.DealtTile(order=order):
                return _DEALT[order]
            case nodes.RoundsDouble():
                return SheetMessage("rounds-double")
            case nodes.Read(fact=Fact.LAST_TILE):
                return LAST_TILE
        raise TypeError(f"this is not a tile: {tile!r}")


def _by_side(domino: Expression) -> bool:
    """Whether a round ends when the mover's whole side has no tiles."""
    return (
        isinstance(domino, nodes.HasNoTiles)
        and isinstance(domino.who, nodes.Related)
        and domino.who.relation == "side"
        and isinstance(domino.who.who, nodes.Who)
        and domino.who.who.role is Role.MOVER
    )
