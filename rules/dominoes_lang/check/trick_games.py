"""Games of tricks: the clauses and words that only they have, and those that need open ends."""

from __future__ import annotations

from dominoes_lang.check.context import Checking
from dominoes_lang.check.names import Names
from dominoes_lang.check.read_scopes import LEAD
from dominoes_lang.setup.defaults import is_defaults
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Act, Fact, Moment, Role

_OF_TRICKS = (
    nodes.SuitsClause,
    nodes.BidsClause,
    nodes.TrumpsClause,
    nodes.WidowClause,
    nodes.LeadClause,
)
OF_ENDS = (nodes.FitsClause, nodes.DoublesClause, nodes.BlockedClause, nodes.ReserveClause)
"""Clauses that have no meaning in a game of tricks."""
_STEPS = frozenset({Act.PLAY, Act.PLAY_OF_SUIT})
"""The steps of a turn in which a tile is played to a trick."""
_FACTS_OF_ENDS = frozenset(
    {
        Fact.PIPS_ON_ENDS,
        Fact.ENDS_ALIKE,
        Fact.ENDS_IT_FITTED,
        Fact.HALVES_LIKE_IT,
        Fact.BLOCKED,
        Fact.PASSES_IN_A_ROW,
        Fact.PASSES_BEFORE_IT,
        Fact.NOTHING_TO_DRAW,
        Fact.TILES_THIS_TURN,
    }
)


def check_tricks(checking: Checking, names: Names) -> None:
    """Report what a game of tricks can't have, and what no other game can have."""
    layout = checking.clause(nodes.LayoutClause)
    if layout is None:
        return
    if not layout.shape.tricks:
        _needs_tricks(checking)
        return
    _needs_ends(checking)
    _check_auction(checking)
    _check_leads(checking, names)
    for clause in (
        checking.clause(nodes.FirstOpenerClause),
        checking.clause(nodes.NextOpenerClause),
    ):
        _check_openings(checking, clause)


def _needs_tricks(checking: Checking) -> None:
    """Report clauses and words of tricks where tiles are laid against each other."""
    instead = 'write "layout: tricks", or leave this out'
    for kind in _OF_TRICKS:
        clause = checking.clause(kind)
        if clause is not None:
            checking.report("no-tricks", f'"{clause.key}" needs "layout: tricks"', clause.span,
                            "leave this clause out, or play for tricks")  # fmt: skip
    for clause in checking.ruleset.clauses.values():
        if isinstance(clause, _OF_TRICKS):
            continue
        for node in nodes.walk(clause):
            match node:
                case nodes.Taken() | nodes.Read(fact=Fact.BID):
                    what = node.span.words
                case nodes.Who(role=Role.BIDDER | Role.TAKER):
                    what = node.span.words
                case nodes.GivenTiles(where="trick" | "taken"):
                    what = node.span.words
                case nodes.GivenFact(what="trump" | "bid" | "bidder"):
                    what = node.span.words
                case nodes.Happening(act="bid" | "name") | nodes.Check(sort="takes the trick"):
                    what = node.span.words
                case nodes.AwardClause(moment=Moment.AFTER_TRICK):
                    checking.report("no-tricks", '"after trick" needs "layout: tricks"',
                                    node.name_span, 'pay it "at round end"')  # fmt: skip
                    return
                case _:
                    continue
            checking.report("no-tricks", f'"{what}" needs "layout: tricks"', node.span, instead)
            return


def _needs_ends(checking: Checking) -> None:
    """Report clauses and words of open ends in a game of tricks."""
    for kind in OF_ENDS:
        clause = checking.clause(kind)
        if clause is not None and not is_defaults(clause.span.source):
            inherited = clause.key not in checking.ruleset.own
            checking.report(
                "no-ends",
                f'"{clause.key}" has no meaning where no tile lies against another',
                clause.span if not inherited else _layout(checking).span,
                'start without "extends"' if inherited else "leave this clause out",
            )
            if inherited:
                return
    turn = checking.clause(nodes.TurnClause)
    for step in turn.steps if turn is not None else ():
        if step.act not in _STEPS:
            checking.report(
                "no-ends", f'"{step.words}" has no meaning in a trick', step.span,
                'write "play a tile of suit led", and "or else play a tile"',
            )  # fmt: skip
            return
    if turn is not None and turn.again is not None:
        checking.report("no-ends", "each player plays one tile to a trick", turn.again.span,
                        'leave out "again"')  # fmt: skip
        return
    for clause in checking.ruleset.clauses.values():
        for node in nodes.walk(clause):
            of_ends = (
                (isinstance(node, nodes.Read) and node.fact in _FACTS_OF_ENDS)
                or isinstance(node, nodes.Can | nodes.PassedInARow)
                or (
                    isinstance(node, nodes.GivenTiles)
                    and node.where in nodes.GivenTiles.LYING | {"spinner"}
                )
                or (isinstance(node, nodes.GivenFact) and node.what in {"open", "passes"})
                or (isinstance(node, nodes.Happening) and node.act in {"draw", "stop"})
            )
            if of_ends:
                checking.report(
                    "no-ends", f'"{node.span.words}" has no meaning in a game of tricks', node.span,
                    'ask, for instance, "tricks taken by bidder\'s side"',
                )  # fmt: skip
                return
            if isinstance(node, nodes.AwardClause) and node.moment in {
                Moment.AFTER_PASS, Moment.AFTER_DRAW
            }:  # fmt: skip
                checking.report("no-ends", f'nothing is paid "{node.moment.value}" here',
                                node.name_span, 'pay it "after trick"')  # fmt: skip
                return


def _layout(checking: Checking) -> nodes.LayoutClause:
    layout = checking.clause(nodes.LayoutClause)
    assert layout is not None
    return layout


def _check_auction(checking: Checking) -> None:
    """Report an auction without an end, or with two."""
    bids = checking.clause(nodes.BidsClause)
    if bids is None:
        return
    for rung in bids.rungs:
        match rung.lowest:
            case nodes.Arithmetic("-", nodes.Number(low), nodes.Number(high)) if low < high:
                checking.report("bad-bids", f"this is {low} minus {high}", rung.span,
                                f'for all bids between them write "{low}..{high}"')  # fmt: skip
                return
    if not bids.once_each and not bids.until_all_pass:
        checking.report(
            "endless", "it is not stated when the auction is over", bids.span,
            'write "once each", or "until all pass"',
        )  # fmt: skip
    elif not bids.last_must_bid and not bids.redeal:
        checking.report(
            "no-bidder", "everybody may pass, and then there is no bidder", bids.span,
            'write "last must bid", or "or else redeal"',
        )  # fmt: skip
    elif bids.rungs[0].over_last:
        checking.report(
            "bad-bids", "the first bid has none before it", bids.rungs[0].span,
            'leave out "then"',
        )  # fmt: skip


def _check_leads(checking: Checking, names: Names) -> None:
    """Report leaders and namers who are not known, or not one player."""
    lead, trumps = checking.clause(nodes.LeadClause), checking.clause(nodes.TrumpsClause)
    people = [] if lead is None else [lead.first, lead.later]
    if trumps is not None and trumps.named_by is not None:
        people.append(trumps.named_by)
    for number, who in enumerate(people):
        names.kinds.player(who, LEAD)
        early = number != 1
        for node in nodes.walk(names.written_out(who)):
            taker = isinstance(node, nodes.Who) and node.role is Role.TAKER
            nobody = isinstance(node, nodes.Who) and node.role is Role.NOBODY
            if nobody and lead is not None and who in (lead.first, lead.later):
                checking.report(
                    "not-known-here", "somebody has to lead every trick", who.span,
                    f'write "{"bidder" if early else "taker"}"',
                )  # fmt: skip
            if early and taker:
                checking.report("not-known-here", '"taker" is not known before the first trick',
                                who.span, 'write "bidder"')  # fmt: skip


def _check_openings(
    checking: Checking, clause: nodes.FirstOpenerClause | nodes.NextOpenerClause | None
) -> None:
    """Report an opener that plays a named tile: the auction comes first."""
    for row in clause.rows if clause is not None else ():
        for choice in row.choices:
            if choice.tile is not None or choice.with_it:
                checking.report(
                    "opens-with-nothing", "who opens bids first, and plays no tile", choice.span,
                    'name the player alone, as in "player after opener"',
                )  # fmt: skip
                return
