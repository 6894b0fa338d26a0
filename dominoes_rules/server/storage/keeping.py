"""Finished rounds on disk: the record of each set, and the standings."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from weakref import WeakKeyDictionary

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.text.own_files import PRIVATE_FILE, PRIVATE_FOLDER
from dominoes_rules.play.match_lines import head_line, line_of
from dominoes_rules.play.match_rounds import PERSON
from dominoes_rules.server.offered_games import OfferedGame
from dominoes_rules.server.storage.results import Results, Standing, StandingsError
from dominoes_rules.server.storage.unfinished import ENDING, UnderWay, unfinished
from dominoes_rules.server.table import ServerTable


@dataclass(eq=False)
class _Set:
    """A set whose rounds are kept, with what the head of its record tells."""

    compiled: Compiled
    names: dict[str, str]
    players: dict[str, str]
    seed: int
    path: Path
    kept: int = 0
    """The number of the last round in the record."""
    counted: int = 0
    """The number of the last round in the standings."""

    @property
    def setup(self) -> Setup:
        return self.compiled.setup


@dataclass(eq=False)
class _Finished:
    """A round that is to be put on disk."""

    path: Path
    text: str
    results: list[Standing]
    mark: tuple[str, int] | None = None
    """The name of a record that may be gone on with, and the round."""
    error: Exception | None = None


class Keeper:
    """Puts rounds on disk in a thread: at once all that have ended since it did so last."""

    def __init__(self, results: Results, folder: Path) -> None:
        """Raises `OSError` where no records can be written in the folder, which is made."""
        folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(f"{folder}: no records can be written there")
        self._results, self._folder = results, folder
        self._sets: WeakKeyDictionary[ServerTable, _Set] = WeakKeyDictionary()
        self._pending: list[_Finished] = []
        self._thread = ThreadPoolExecutor(1, "keeper")

    def close(self) -> None:
        """Wait until all is on disk."""
        self._thread.shutdown()
        self._results.close()

    def begin(self, table: ServerTable) -> UnderWay:
        """Begin to write a set down that its players may come back to. Raises `OSError`."""
        path = self._sets_of(table).path.with_suffix(ENDING)
        return UnderWay.begun(table, path)

    def unfinished(self, games: Mapping[str, OfferedGame]) -> Iterator[UnderWay | tuple[Path, str]]:
        """The sets in the folder; a path and a reason for each that can't go on."""
        return unfinished(self._folder, games)

    def go_on(self, under_way: UnderWay, table: ServerTable) -> None:
        """Go on with the record of a set. Raises `OSError` and `StandingsError`."""
        set_kept = self._begun(table, under_way.path.with_suffix(".match"))
        set_kept.kept = _rounds_in(set_kept.path)
        set_kept.counted = self._thread.submit(self._results.counted, set_kept.path.stem).result()

    def forget(self, under_way: UnderWay) -> None:
        """A set is over, and needs to be written down no longer."""
        under_way.remove()
        self._thread.submit(self._results.forget, under_way.path.stem)

    async def keep(self, table: ServerTable) -> None:
        """Put the round on disk that is over, or that nobody plays on; returns when it is there.

        A round is kept once, however often this is called. Raises `OSError` or `StandingsError`
        where it can't be written.
        """
        game = table.set.round
        if game is None:
            return
        set_kept, number = self._sets_of(table), table.set.number
        if set_kept.counted == number:
            return
        lines = [] if set_kept.kept else [head_line(set_kept)]
        lines.append(line_of(set_kept.compiled, game, number))
        text = "\n".join([*lines, ""]) if set_kept.kept < number else ""
        mark = (set_kept.path.stem, number) if table.journal is not None else None
        finished = _Finished(set_kept.path, text, results_of(table), mark)
        set_kept.kept = set_kept.counted = number
        self._pending.append(finished)
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write)
        if finished.error is not None:
            raise finished.error

    def _sets_of(self, table: ServerTable) -> _Set:
        return self._sets.get(table) or self._begun(table)

    def _begun(self, table: ServerTable, path: Path | None = None) -> _Set:
        compiled = table.game.bound(table.size, table.rounds)
        letters = compiled.setup.seat_names
        began = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
        set_kept = self._sets[table] = _Set(
            compiled,
            dict(zip(letters, table.nicks, strict=True)),
            {
                letter: seat.own_bot or PERSON
                for letter, seat in zip(letters, table.seats, strict=True)
            },
            table.seed,
            path or self._folder / f"{began}-{os.urandom(6).hex()}.match",
        )
        return set_kept

    def _write(self) -> None:
        """In the thread: write what is pending. What fails is told to whoever waits for it."""
        pending, self._pending = self._pending, []
        written = []
        for finished in pending:
            try:
                if finished.text:
                    _append(finished.path, finished.text)
                written.append(finished)
            except OSError as error:
                finished.error = error
        try:
            self._results.add(
                [result for finished in written for result in finished.results],
                [finished.mark for finished in written if finished.mark is not None],
            )
        except StandingsError as error:
            for finished in written:
                finished.error = error


def _append(path: Path, text: str) -> None:
    # Nobody else may read a record: its seed is that of the rounds to come.
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, PRIVATE_FILE)
    with open(descriptor, "w", encoding="utf-8") as stream:  # noqa: PTH123 (opened already)
        stream.write(text)
        stream.flush()
        os.fsync(descriptor)


def _rounds_in(path: Path) -> int:
    """How many rounds a record holds; what was cut off when it was written is taken away."""
    if not path.exists():
        return 0
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        os.truncate(path, len(whole))
    return max(0, whole.count(b"\n") - 1)


def results_of(table: ServerTable) -> list[Standing]:
    """What a round that is over counts for; for a player who has left it is lost."""
    if not table.set.winners and not table.set.played.is_over:
        return []
    results = []
    for number, seat in enumerate(table.seats):
        won = int(number in (table.set.credited or ()))
        if number in table.set.began:
            results.append(Standing(table.game.gametype, seat.nick, False, 1, won))
        elif seat.own_bot is not None:
            results.append(Standing(table.game.gametype, seat.own_bot, True, 1, won))
    return results
