"""Whether somebody opens in every case, and each choice of an opener applies in some."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.analysis.turns.guarded_rows import can_be_nobody, names_winner
from dominoes_lang.check.context import Checking
from dominoes_lang.check.names import Names
from dominoes_lang.setup.binding import tile_set
from dominoes_lang.syntax import nodes


def check_choices(checking: Checking, names: Names, choices: Sequence[nodes.Opening]) -> None:
    """Report a choice that leaves none for the next, and a last one that may not apply."""
    for number, choice in enumerate(choices[:-1], 1):
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
    if last.who is not None and _surely(checking, names, last) is False:
        written = " or else ".join(opening.span.words for opening in choices)
        held = isinstance(names.written_out(last.who), nodes.HolderOf) or last.tile is not None
        checking.report(
            "no-opener",
            "there may be nobody to open the round",
            last.span,
            f'write "{written} or else redeal", or "{written} or else A plays any tile"',
            label="it may be that nobody holds that tile" if held else "this may be nobody",
        )


def _surely(checking: Checking, names: Names, choice: nodes.Opening) -> bool | None:
    """Whether a choice always names a player who can carry it out; None if that is unknown."""
    assert choice.who is not None
    who = names.written_out(choice.who)
    # Whether there is a winner depends on the row of the table.
    if who is None or names_winner(who):
        return None
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
    return _all_dealt(checking, names)


def _all_dealt(checking: Checking, names: Names) -> bool | None:
    """Whether every tile is in somebody's hand; None if the deal itself is in doubt."""
    deal, players = checking.clause(nodes.DealClause), checking.clause(nodes.PlayersClause)
    clause = checking.clause(nodes.TilesClause)
    if deal is None or players is None or clause is None:
        return None
    if not checking.clean(nodes.DealClause, nodes.PlayersClause):
        return None
    for seats in range(players.fewest, players.most + 1):
        tiles = len(tile_set(clause, seats))
        if not deal.parts:
            if tiles % seats:
                return None
            continue
        parts = [part for part in deal.parts if part.players == seats]
        parts = parts or [part for part in deal.parts if part.players is None]
        size = names.constant(parts[0].amount) if parts else None
        if size is None:
            return None
        if size * seats != tiles:
            return False
    return True
