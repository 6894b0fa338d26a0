"""The tables in a folder: which go on after a restart, and which are closed in their files."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from dominoes_lang.text.quoting import short
from dominoes_lang.text.whole_files import remove_abandoned
from dominoes_rules.play.matches import Match
from dominoes_rules.state_files import UNREADABLE, reason
from dominoes_rules.web.room_files import RoomFiles
from dominoes_rules.web.settings import Pace

log = logging.getLogger(__name__)


class KeptTable(NamedTuple):
    """What the files of a table hold."""

    name: str
    match: Match
    seating: Mapping[str, Any]
    files: RoomFiles


class KeptTables:
    """The tables in a folder."""

    def __init__(self, folder: Path, pace: Pace) -> None:
        self._folder, self._pace = folder, pace
        self._finished: list[KeptTable] = []
        """Those that have been found and still have to be closed in their files."""

    def unfinished(self) -> Iterator[KeptTable]:
        """The tables that go on, those first that were touched last."""
        now = time.time()
        for age, path in sorted((now - _touched(path), path) for path in self._files()):
            if age > self._pace.kept:
                return
            try:
                files = RoomFiles(self._folder, path.stem)
                seating = files.read_seating()
                if seating.get("closed") and not _can_be_reopened(seating, now):
                    continue
                table = KeptTable(path.stem, files.read_match(), seating, files)
            except UNREADABLE as error:
                log.warning("table %s can't go on: %s", short(path.stem), reason(error))
                continue
            if table.match.is_over and age > self._pace.patience(table.seating.get("evening")):
                self._finished.append(table)
            else:
                yield table

    def _files(self) -> Iterator[Path]:
        return self._folder.glob("*.json")

    def tidy(self) -> None:
        """Close what has finished, and remove what killed processes have left.

        This takes time in proportion to the files, so it is not for the loop of a server.
        """
        finished, self._finished = self._finished, []
        for table in finished:
            try:
                table.files.write_seating({**table.seating, "closed": True})
            except OSError as error:
                log.warning("table %s can't be closed: %s", table.name, reason(error))
        try:
            remove_abandoned(self._folder)
        except OSError as error:
            log.warning("the folder of tables can't be tidied: %s", reason(error))


def _can_be_reopened(seating: Mapping[str, Any], now: float) -> bool:
    """Whether the host has closed a table only a while ago."""
    until = seating.get("reopens_until")
    return type(until) is float and now < until


def _touched(path: Path) -> float:
    """When one of the files of a table was written last."""
    times = [0.0]
    for file in (path, path.with_suffix(".match")):
        try:
            times.append(file.lstat().st_mtime)
        except OSError:
            continue
    return max(times)
