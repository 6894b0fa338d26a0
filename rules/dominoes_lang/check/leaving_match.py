"""What a match that leaves sides out asks of the other clauses."""

from __future__ import annotations

from collections.abc import Iterator

from dominoes_lang.check.context import Checking
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import MatchKind
from dominoes_lang.table.state import SEAT_LETTERS

_MAY_NAME_SEATS = (
    nodes.MatchClause,
    nodes.ExampleClause,
    nodes.FirstOpenerClause,
    nodes.NextOpenerClause,
)


def check_leaving(checking: Checking) -> None:
    """Report what has no meaning in a round that some players do not play."""
    match, players = checking.clause(nodes.MatchClause), checking.clause(nodes.PlayersClause)
    if match is None or match.series is not MatchKind.UNTIL_ONE_LEFT or players is None:
        return
    if players.most // max(1, players.team_size) < 3:
        checking.report(
            "left-out", "with two sides the match is over once one of them is out", match.span,
            'write "until a side reaches 100, lowest total wins", or let three sides play',
        )  # fmt: skip
        return
    layout, tiles = checking.clause(nodes.LayoutClause), checking.clause(nodes.TilesClause)
    if layout is not None and layout.shape.tricks:
        checking.report(
            "left-out", "a trick has a tile of every player, so nobody can be out of the match",
            match.span, 'write "until a side reaches 100, lowest total wins"',
        )  # fmt: skip
        return
    for left_out in tiles.without if tiles is not None else ():
        if left_out.players is not None:
            checking.report(
                "left-out", "the set can't depend on how many play where some leave the match",
                left_out.span, f'leave out "for {left_out.players}"',
            )  # fmt: skip
    for seat in _named_seats(checking):
        checking.report(
            "left-out", f"{SEAT_LETTERS[seat.number]} may be out of the match here", seat.span,
            'write who it is in the round, such as "opener" or "player after finisher"',
        )  # fmt: skip
    for choice in _choices_of_drawing(checking):
        checking.report(
            "left-out", "everyone draws before the opening, which who is out of the match can't",
            choice.span, 'write "redeal", or "lot plays any tile"',
        )  # fmt: skip
    for ranked in _ranked_by_deal(checking):
        checking.report(
            "left-out", "new hands can't be compared where somebody may be dealt none",
            ranked.span, 'write "holder of heaviest tile", or a player of the finished round',
        )  # fmt: skip


def _named_seats(checking: Checking) -> Iterator[nodes.Seat]:
    """Seats in rules; for one who should open, and is out, the next player does."""
    for clause in checking.ruleset.clauses.values():
        if not isinstance(clause, _MAY_NAME_SEATS):
            yield from (node for node in nodes.walk(clause) if isinstance(node, nodes.Seat))


def _choices_of_drawing(checking: Checking) -> Iterator[nodes.Opening]:
    """The choices of openers by which everyone draws."""
    for clause in (nodes.FirstOpenerClause, nodes.NextOpenerClause):
        for node in nodes.walk(checking.clause(clause)):
            if isinstance(node, nodes.Opening) and node.draws:
                yield node


def _ranked_by_deal(checking: Checking) -> Iterator[nodes.Ranked]:
    """Players of `next opener` who are compared by what they are dealt."""
    first, later = checking.clause(nodes.FirstOpenerClause), checking.clause(nodes.NextOpenerClause)
    for row in (later or first).rows if later or first else ():  # type: ignore[union-attr]
        for choice in row.choices:
            for node in nodes.walk(choice):
                if isinstance(node, nodes.Ranked) and any(
                    extreme.measure != "tiles" for extreme in node.extremes
                ):
                    yield node
