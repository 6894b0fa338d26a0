"""A round as somebody at the table sees it, of which nothing is worked out."""

from __future__ import annotations

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.layout import LaidTiles
from dominoes_lang.table.state import NO_TILE, State, only_aside_of
from dominoes_rules.play.round import Round
from dominoes_rules.position.notation import Move
from dominoes_rules.position.outcome import Outcome
from dominoes_rules.position.table_view import TableView, number_of


class SeatView(TableView):
    """What a seat, or somebody who watches, sees of a round: enough to draw it.

    Nothing leads from here to the other hands before the round is over, and nothing about them is
    counted: `Round.seen_by` is for that. Afterwards all hands are open.
    """

    def __init__(self, game: Round, seat: str = "") -> None:
        """`seat` is a letter, empty for a watcher. Raises `ArgumentError` for another letter."""
        self._setup, state = game.setup, game.state
        number = number_of(self._setup, seat) if seat else -1
        self._state = state if state.over else _masked(state, number)
        self._stock_count, self._hand_counts = len(state.stock), game.hand_counts
        self._aside_counts = game.aside_counts
        self._laid, self._outcome = game.laid, game.outcome
        self.moves: tuple[Move, ...] = game.legal_moves if state.mover == number else ()
        """The legal moves of this seat; none if it is not its turn."""
        self._opening_place = game.opening_place

    @property
    def setup(self) -> Setup:
        return self._setup

    @property
    def _known(self) -> State:
        return self._state

    @property
    def stock_count(self) -> int:
        return self._stock_count

    @property
    def laid(self) -> LaidTiles:
        return self._laid

    @property
    def opening_place(self) -> int:
        return self._opening_place

    @property
    def is_over(self) -> bool:
        return bool(self._state.over)

    @property
    def outcome(self) -> Outcome | None:
        return self._outcome

    @property
    def hand_counts(self) -> dict[str, int]:
        return self._hand_counts

    @property
    def aside_counts(self) -> dict[str, int]:
        return self._aside_counts


def _masked(state: State, seat: int) -> State:
    """The state with the tiles of one seat alone."""
    return state._replace(
        hands=tuple(hand if number == seat else 0 for number, hand in enumerate(state.hands)),
        stock=(),
        opening=state.opening if seat == state.opener else 0,
        drawn=state.drawn if state.mover == seat else NO_TILE,
        more=only_aside_of(state.more, seat),
    )
