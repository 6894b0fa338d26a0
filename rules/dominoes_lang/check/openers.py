"""Whether somebody opens in every case, and each choice of an opener applies in some."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.analysis.turns.guarded_rows import can_be_nobody, names_winner, needs_a_play
from dominoes_lang.check.context import Checking
from dominoes_lang.check.names import Names
from dominoes_lang.setup.binding import tile_set
from dominoes_lang.syntax import nodes
from dominoes_lang.table.shape import Starter


def check_choices(checking: Checking, names: Names, choices: Sequence[nodes.Opening]) -> None:
    """Report a choice that leaves none for the next, and a last one that may not apply."""
    if _wrong_draw(checking, names, choices):
        return
    for number, choice in enumerate(choices[:-1], 1):
        if choice.draws:
            continue
        if choice.who is None or (choice.tile is None and _surely(checking, names, choice)):
            never = choices[number].span.words
            checking.report(
                "dead-choice",
                "this choice always applies, so nothing after it ever applies",
                choice.span,
                "remove one of the two",
                label=f'"{never}" is never reached',
            )
            return
    last = choices[-1]
    if last.draws:
        written = " or else ".join(opening.span.words for opening in choices)
        checking.report(
            "no-opener",
            "the stock may run out before anybody can open",
            last.span,
            f'write "{written} or else redeal", or "{written} or else A plays any tile"',
        )
    if last.who is not None and _surely(checking, names, last, spare=True) is False:
        written = " or else ".join(opening.span.words for opening in choices)
        who = names.written_out(last.who)
        held = isinstance(who, nodes.HolderOf) or last.tile is not None
        checking.report(
            "no-opener",
            "there may be nobody to open the round",
            last.span,
            f'write "{written} or else redeal", or "{written} or else A plays any tile"'
            if held or isinstance(who, nodes.Ranked)
            else f'write "{written} or else opener"',
            label="it may be that nobody holds that tile" if held else "this may be nobody",
        )


def _wrong_draw(checking: Checking, names: Names, choices: Sequence[nodes.Opening]) -> bool:
    """Report a choice that everyone draws which comes too early, twice, or without a number."""
    draws = [number for number, choice in enumerate(choices) if choice.draws is not None]
    if not draws:
        return False
    first, choice = draws[0], choices[draws[0]]
    before = [earlier.who and names.written_out(earlier.who) for earlier in choices[:first]]
    by_tile = all(isinstance(who, nodes.HolderOf) for who in before if who is not None)
    layout = checking.clause(nodes.LayoutClause)
    if layout is not None and layout.shape.tricks:
        checking.report(
            "draws-to-open",
            "in games of tricks nobody draws",
            choice.span,
            'write "redeal" in its place',
        )
    elif not before or not by_tile or any(earlier.by_choice for earlier in choices[:first]):
        checking.report(
            "draws-to-open",
            "everyone draws where nobody holds a tile that opens, and no other choice stands "
            "before that",
            choice.span,
            'write the tiles before it, for instance "holder of highest double plays it or else '
            f'{choice.span.words}"',
        )
    elif len(draws) > 1:
        checking.report(
            "draws-to-open",
            "the choices are tried again after each draw, so one is enough",
            choices[draws[1]].span,
            "remove it",
        )
    elif not choice.draws:
        checking.report(
            "draws-to-open",
            "everyone must draw at least 1 tile",
            choice.span,
            'write "everyone draws 1 and tries again"',
        )
    elif choice.draws != (usual := _first_draw(checking)):
        checking.report(
            "draws-to-open",
            f"in other rounds everyone draws {usual} at a time",
            choice.span,
            f'write "everyone draws {usual} and tries again"',
        )
    else:
        return False
    return True


def _first_draw(checking: Checking) -> int | None:
    """How many tiles everyone draws by the first choice that says so."""
    first = checking.clause(nodes.FirstOpenerClause)
    later = checking.clause(nodes.NextOpenerClause)
    rows = (*(first.rows if first else ()), *(later.rows if later else ()))
    choices = (choice for row in rows for choice in row.choices)
    return next((choice.draws for choice in choices if choice.draws is not None), None)


def _surely(
    checking: Checking, names: Names, choice: nodes.Opening, *, spare: bool = False
) -> bool | None:
    """Whether a choice always names a player who can carry it out; None if that is unknown.

    spare: count the tiles that are left over: they may be too few for all doubles. What follows
    such a choice is not called dead, since most people would write it.
    """
    assert choice.who is not None
    who = names.written_out(choice.who)
    # Whether there is a winner depends on the row of the table.
    if who is None or names_winner(who):
        return None
    if needs_a_play(who) and _may_be_of_passes(checking):
        return False
    if not isinstance(who, nodes.HolderOf):
        return choice.tile is None and not can_be_nobody(who)
    tiles = names.scope.tiles
    if not (choice.with_it or choice.tile is None or choice.tile == who.tile):
        return False
    if tiles is None or not checking.clean(nodes.TilesClause):
        return None
    if isinstance(who.tile, nodes.DealtTile | nodes.RoundsDouble):
        if not who.tile.of_doubles:
            return True
        if not tiles.doubles:
            return False
        if isinstance(who.tile, nodes.DealtTile) and spare:
            return _surely_dealt(checking, names, any_double=True)
    return _surely_dealt(checking, names)


def _may_be_of_passes(checking: Checking) -> bool:
    """Whether a round may end without a play: nobody bids, or all pass at a tile on the table."""
    bids, layout = checking.clause(nodes.BidsClause), checking.clause(nodes.LayoutClause)
    if bids is not None:
        return bids.redeal
    return layout is not None and layout.shape.starter is not Starter.NONE


def _surely_dealt(checking: Checking, names: Names, *, any_double: bool = False) -> bool | None:
    """Whether every tile is in somebody's hand, or some double; None if the deal is in doubt."""
    deal, players = checking.clause(nodes.DealClause), checking.clause(nodes.PlayersClause)
    clause = checking.clause(nodes.TilesClause)
    if deal is None or players is None or clause is None:
        return None
    if not checking.clean(nodes.DealClause, nodes.PlayersClause):
        return None
    for seats in range(players.fewest, players.most + 1):
        dealt_from = tile_set(clause, seats)
        tiles = len(dealt_from)
        if not deal.parts:
            if tiles % seats:
                return None
            continue
        parts = [part for part in deal.parts if part.players == seats]
        parts = parts or [part for part in deal.parts if part.players is None]
        size = names.constant(parts[0].amount) if parts else None
        if size is None:
            return None
        left_over = tiles - size * seats
        if left_over and not (any_double and left_over < dealt_from.doubles.bit_count()):
            return False
    return True
