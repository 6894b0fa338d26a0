"""The ratings of a season: those of all closed tournaments in the folder of tables."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

from dominoes_lang.text.quoting import short
from dominoes_rules.club.club_tournament import ClubTournament
from dominoes_rules.club.side_ratings import ratings_of
from dominoes_rules.club.tournament_file import TOURNAMENT_SUFFIX, read_tournament
from dominoes_rules.state_files import UNREADABLE, reason

MOST_TOURNAMENTS = 100
"""The ones that were changed last."""
log = logging.getLogger(__name__)


def season_ratings(folder: Path) -> dict[str, int]:
    """The ratings that are shown, by name, best first: of those with enough matches."""
    rated = ratings_of(_tournaments(folder))
    return {player.name: round(player.rating) for player in rated if player.is_shown}


def _tournaments(folder: Path) -> Iterator[ClubTournament]:
    files = sorted(folder.glob(f"*{TOURNAMENT_SUFFIX}"), key=lambda path: path.lstat().st_mtime)
    for file in files[-MOST_TOURNAMENTS:]:
        try:
            yield read_tournament(file)
        except UNREADABLE as error:
            log.warning("tournament %s has no ratings: %s", short(file.stem), reason(error))
