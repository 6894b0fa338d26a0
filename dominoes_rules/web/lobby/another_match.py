"""After a match the same players begin another one in the same seats."""

from __future__ import annotations

from dominoes_rules.tables.events import MatchBegan
from dominoes_rules.web.hall import new_match
from dominoes_rules.web.rooms import Room


def another_match(room: Room) -> None:
    """Deal another match by the same rules; links and cookies stay, and so does the old record.

    Raises `MatchFileError` and `OSError`, and `Rejected` without a new deal.
    """
    over = room.match
    dealt = new_match(over.setup.ruleset, over.setup.seats)
    dealt.names.update(over.names)
    dealt.players.update(over.players)
    room.ready.clear()
    with room.files.match_put_aside():
        room.begin_anew(dealt)
    room.chronicle.tell(MatchBegan(room.host))
