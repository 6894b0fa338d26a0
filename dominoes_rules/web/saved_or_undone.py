"""What is done at a table is undone where it can't be saved."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import copy
from typing import TYPE_CHECKING

from dominoes_rules.errors import MatchFileError
from dominoes_rules.play.taking_back import restorer
from dominoes_rules.web.refusals import Rejected

if TYPE_CHECKING:
    from dominoes_rules.position.notation import Move
    from dominoes_rules.web.rooms import Room

log = logging.getLogger(__name__)


@contextmanager
def saved_or_undone(room: Room) -> Iterator[None]:
    """Do what is in the block, or nothing of it. It must not wait for anything, and tell last.

    Raises `Rejected` if a file could not be written: the match, its seats, and what has been
    agreed are then as they were. If one of the two files was written already, so is it again.
    """
    objects = room, room.undoing, *room.seats.values()
    before = [{name: copy(value) for name, value in _plain(one)} for one in objects]
    before[0] |= {"match": room.match, "seats": room.seats}
    restore = restorer(room.match)
    try:
        yield
    except (MatchFileError, OSError) as error:
        for one, values in zip(objects, before, strict=True):
            vars(one).update(values)
        restore()
        with suppress(MatchFileError, OSError):
            room.keep()
        raise _unsaved(room, error) from None


async def pushed_and_saved(room: Room, move: Move | str) -> None:
    """Make a move and save it in a thread, since a disk may be slow; or do nothing.

    The lock of the room is held, so nobody is shown the move before it is saved. Raises
    `PositionError`, and `Rejected` if the file could not be written.
    """
    restore = restorer(room.match)
    room.match.round.push(move)
    try:
        await asyncio.to_thread(room.files.write_match, room.match)
    except (MatchFileError, OSError) as error:
        restore()
        raise _unsaved(room, error) from None


def _unsaved(room: Room, error: Exception) -> Rejected:
    log.warning("table %s can't be saved: %s", room.name, error)
    return Rejected(503, "unsaved", "The table can't be saved, so nothing was changed.")


def _plain(one: object) -> Iterator[tuple[str, object]]:
    """The attributes of an object that are plain values, or sets of them."""
    kinds = str, bool, int, float, set, type(None)
    return ((name, value) for name, value in vars(one).items() if isinstance(value, kinds))
