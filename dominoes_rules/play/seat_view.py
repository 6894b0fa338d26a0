"""A round as somebody at the table sees it, of which nothing is worked out."""

from __future__ import annotations

from dominoes_lang.table.layout import LaidTiles
from dominoes_lang.table.tiles import Tile
from dominoes_rules.play.deals import masked
from dominoes_rules.play.round import Round
from dominoes_rules.position.notation import Move
from dominoes_rules.position.outcome import Outcome
from dominoes_rules.position.table_view import Shown, TableView, number_of


class SeatView(TableView):
    """What a seat, or somebody who watches, sees of a round: enough to draw it.

    Nothing leads from here to the other hands before the round is over, and nothing about them is
    counted: `Round.seen_by` is for that. Afterwards all hands are open.
    """

    __slots__ = ("_shown", "compiled", "laid", "moves", "opening_place", "outcome", "widow")

    _shown: Shown
    laid: LaidTiles
    moves: tuple[Move, ...]
    """The legal moves of this seat; none if it is not its turn."""
    opening_place: int
    outcome: Outcome | None
    widow: tuple[Tile, ...]
    """The tiles that this seat has taken as the bidder, while it lays others aside for them."""

    def __init__(self, game: Round, seat: str = "") -> None:
        """`seat` is a letter, empty for a watcher. Raises `ArgumentError` for another letter."""
        self.compiled, state = game.compiled, game.state
        number = number_of(self.setup, seat) if seat else -1
        known = state if state.over else masked(state, number)
        self._shown = Shown.openly(state)._replace(state=known)
        self.laid, self.opening_place = game.laid, game.opening_place
        self.moves = game.legal_moves if state.mover == number else ()
        self.outcome = game.outcome
        self.widow = game.widow if state.mover == number else ()
