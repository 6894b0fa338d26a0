"""Which actions were choices, and what goes when the last choice of a player is taken back."""

from __future__ import annotations

from dominoes_lang.table.state import Kind
from dominoes_rules.errors import InvalidMove
from dominoes_rules.play.round import Round
from dominoes_rules.speech.speech import marked


def is_forced(game: Round) -> bool:
    """Whether a move is made without asking: the only one, and no play but the opening."""
    moves = game.legal_moves
    return len(moves) == 1 and (moves[0].kind is not Kind.PLAY or not game.state.begun)


def since_last_choice(game: Round, seat: str) -> tuple[int, set[str]]:
    """How many actions lie after the last choice of a seat, with it, and who has chosen since.

    Raises `InvalidMove` for a player who has made no choice in this round.
    """
    back, since = game.copy(), set[str]()
    while back.actions:
        back.pop()
        if is_forced(back):
            continue
        if back.turn == seat:
            return len(game.actions) - len(back.actions), since
        since.add(back.turn)
    raise InvalidMove(marked("You have made no choice in this round yet."), seat=seat)
