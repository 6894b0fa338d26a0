"""The evening that a server goes on with after a restart, with tables in the browser or without."""

from __future__ import annotations

import logging
from collections.abc import Callable

from dominoes_lang.text.quoting import short
from dominoes_rules.club.evening_state import SUFFIX
from dominoes_rules.club.tournament_file import TOURNAMENT_SUFFIX
from dominoes_rules.state_files import UNREADABLE, reason
from dominoes_rules.web.evening.club_evening import Evening
from dominoes_rules.web.evening.director_desk import DirectorDesk
from dominoes_rules.web.hall import Hall

log = logging.getLogger(__name__)


def newest(hall: Hall, changed: Callable[[], None]) -> Evening | DirectorDesk | None:
    """The evening that was changed last, of those in the folder of tables."""
    folder = hall.settings.folder
    files = [file for end in (SUFFIX, TOURNAMENT_SUFFIX) for file in folder.glob(f"*{end}")]
    for file in sorted(files, key=lambda path: path.lstat().st_mtime, reverse=True):
        try:
            if file.suffix == SUFFIX:
                return Evening.read(file, hall, changed)
            return DirectorDesk.read(file, hall.settings, changed)
        except UNREADABLE as error:
            log.warning("evening %s can't go on: %s", short(file.stem), reason(error))
    return None
