"""What a round in progress has to tell of its actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dominoes_lang.table.state import Kind
from dominoes_lang.table.tricks import trick_in
from dominoes_rules.play.match_rounds import MatchRounds
from dominoes_rules.play.payments import Payment
from dominoes_rules.play.round import Round
from dominoes_rules.position.notation import Move
from dominoes_rules.tables.events import Acted, RoundBegan


def began(match: MatchRounds) -> RoundBegan:
    """The current round of a match was dealt."""
    more = match.round.states[0].more
    return RoundBegan(
        len(match.rounds),
        match.set_number if match.setup.match.has_sets else 0,
        more.redeals,
        len(more.drew[0]) if more.drew else 0,
        tuple(payment for payment in match.round.payments if not payment.action),
    )


def acted(game: Round, first: int = 0, *, forced: bool = False) -> Acted:
    """The last action of a round; with all draws in a row before it, if it is one.

    first: the number, from 1, of the action to begin with instead, as for a player who has read of
    the others.
    """
    last = len(game.actions)
    first = first or _first_in_a_row(game, last)
    return _acted(game, first, game.moves[first - 1 :], game.payments, forced=forced)


def told_again(game: Round) -> Iterator[Acted]:
    """All actions of a round from its beginning, draws in a row as one."""
    moves, payments, last = game.moves, game.payments, len(game.actions)
    events = []
    while last:
        first = _first_in_a_row(game, last)
        events.append(_acted(game, first, moves[first - 1 : last], payments))
        last = first - 1
    return reversed(events)


def _first_in_a_row(game: Round, last: int) -> int:
    """The number of the first of the draws in one turn up to an action; its own if it is none."""
    actions, states = game.actions, game.states
    first = last
    while (
        first > 1
        and actions[first - 1].kind is Kind.DRAW is actions[first - 2].kind
        and states[first - 1].step >= 0
    ):
        first -= 1
    return first


def _acted(
    game: Round,
    first: int,
    moves: tuple[Move, ...],
    payments: Iterable[Payment],
    *,
    forced: bool = False,
) -> Acted:
    """These moves as an event; `payments`: those of the round."""
    last = first + len(moves) - 1
    before, after = game.states[first - 1], game.states[last]
    fits = False
    if moves[-1].kind is Kind.DRAW and after.step >= 0:
        drawn = game.states[last - 1].stock[0]
        legal = game.compiled.legal(after)
        fits = any(action.kind is Kind.PLAY and action.tile == drawn for action in legal)
    paid = tuple(one for one in payments if first <= one.action <= last and not one.at_end)
    names = game.setup.seat_names
    opens = not before.begun and game.setup.tricks is None
    taker = ""
    if moves[-1].kind is Kind.PLAY and game.setup.tricks is not None:
        taker = "" if trick_in(after.ends).tiles else names[after.more.taker]
    return Acted(names[before.mover], moves, first, opens, paid, fits, forced, taker)
