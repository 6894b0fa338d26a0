"""What happens at a table by itself: bots move, forced actions are made, a time is over."""

from __future__ import annotations

import asyncio

from dominoes_lang.table.state import Kind
from dominoes_lang.table.tricks import trick_in
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import has_model
from dominoes_rules.position.notation import Move
from dominoes_rules.server.asked_bots import AskedBots
from dominoes_rules.tables.match_table import ToMove
from dominoes_rules.web.refusals import Rejected
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.settings import Pace

SECONDS_TO_WRITE_AGAIN = 2.0
LONGER_AFTER_TRICK = 3
"""Times as long as usual is before a bot leads, so that eyes can follow who took the last trick."""


async def drive(room: Room, bots: AskedBots, pace: Pace, saving: asyncio.Lock) -> None:
    """Make the moves that no person makes, until the table or the server is closed.

    saving: shared by all tables, so that one of their moves is saved in each turn of the loop, and
    requests are answered in between.
    """
    while not room.closed and not bots.closing:
        try:
            await _step(room, bots, pace, saving)
        except Rejected:  # it could not be saved, which the log shows
            await asyncio.sleep(SECONDS_TO_WRITE_AGAIN)


async def _step(room: Room, bots: AskedBots, pace: Pace, saving: asyncio.Lock) -> None:
    turn, version = room.table.asks, room.acted
    if not room.goes_on or not isinstance(turn, ToMove):
        if not await room.stirred(room.waits_until):
            await room.stop_waiting()
        return
    move = None
    if room.seats[turn.seat].plays:
        if room.options.auto and turn.forced is not None and turn.forced.kind is not Kind.PLAY:
            move = turn.forced
        seconds = pace.forced if move else room.options.think if room.has_limit else None
        if await room.stirred(None if seconds is None else room.table.thinking_since + seconds):
            return
    move = move or await _bot_move(room, bots, pace)
    async with saving:
        if not bots.closing:  # the moves of many tables would be in the way of the end
            await room.push(move, version)


async def _bot_move(room: Room, bots: AskedBots, pace: Pace) -> Move:
    """The move of the bot of a seat, after some seconds at least."""
    game = room.match.round
    player = room.seats[game.turn].plays_as
    earlier = room.match.earlier_rounds if has_model(game.setup) else ()
    thinking = bots.move(player, game, room.match.seed, pace.bot_limit, earlier, room.lesson.policy)
    seconds = pace.bot * (LONGER_AFTER_TRICK if _shows_taken_trick(game) else 1)
    return (await asyncio.gather(thinking, asyncio.sleep(seconds)))[0]


def _shows_taken_trick(game: Round) -> bool:
    """Whether a trick lies on the table that was taken, until the next one is led."""
    is_of_tricks = game.setup.tricks is not None
    return is_of_tricks and bool(game.line) and not trick_in(game.state.ends).tiles
