"""The score pads of a server: what each file keeps, and which go on after a restart."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dominoes_lang.text.quoting import short
from dominoes_rules.pad.pad_file import pad_text
from dominoes_rules.pad.pad_match import PadMatch
from dominoes_rules.speech.speech import marked
from dominoes_rules.state_files import (
    UNREADABLE,
    expect_hash,
    expect_name,
    new_name,
    read_state,
    reason,
    write_state,
)
from dominoes_rules.web.pad.offered_pads import offered_pad
from dominoes_rules.web.refusals import Rejected
from dominoes_rules.web.settings import Settings
from dominoes_rules.web.table_seats import hashed, is_secret, new_secret

log = logging.getLogger(__name__)
FORMAT, SUFFIX = "dominoes-rules pad page", ".pad"
LARGEST_PAD = 262_144
"""Bytes of a file."""


@dataclass(eq=False)
class KeptPad:
    """A pad, whose every change is on disk before anybody sees it."""

    name: str
    game: str
    """The name by which the server offers it."""
    match: PadMatch
    writer: str
    """The hash of the secret of the browser that opened it."""
    opened_from: str = ""
    """The address that the pad counts for."""
    streams: set[asyncio.Event] = field(default_factory=set)
    touched: float = field(default_factory=time.monotonic)
    """When it was written on last."""

    def is_writer(self, cookie: str) -> bool:
        """Whether a browser may write."""
        return is_secret(cookie, self.writer)


class Pads:
    """The pads by name."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pads: dict[str, KeptPad] = {}

    def open(self) -> None:
        """Go on with the pads in the folder that were written on in the last days."""
        now, kept = time.time(), self._settings.pace.kept
        aged = sorted((now - path.lstat().st_mtime, path) for path in self._files())
        for age, path in aged[: self._settings.shares.rooms_in_all // 2]:
            if age > kept:
                return
            try:
                pad = self._read(path)
            except UNREADABLE as error:
                log.warning("pad %s can't go on: %s", short(path.stem), reason(error))
                continue
            self._pads[pad.name] = pad

    def _files(self) -> Iterator[Path]:
        return self._settings.folder.glob(f"*{SUFFIX}")

    def _read(self, path: Path) -> KeptPad:
        """Raises what `UNREADABLE` names."""
        expect_name(path.stem)
        kept = read_state(path, FORMAT, LARGEST_PAD)
        expect_hash(kept["writer"])
        game, match = offered_pad(kept["pad"], self._settings.games)
        return KeptPad(path.stem, game, match, kept["writer"])

    def pad(self, name: str) -> KeptPad:
        """A pad by its name. Raises `Rejected`."""
        pad = self._pads.get(name)
        if pad is None:
            raise Rejected(404, "not_found", marked("There is no such score pad."))
        return pad

    def count_from(self, address: str) -> int:
        """The pads that were opened from an address and go on."""
        since = time.monotonic() - self._settings.pace.idle
        return sum(
            pad.opened_from == address and not pad.match.is_over and pad.touched > since
            for pad in self._pads.values()
        )

    def begin(self, game: str, match: PadMatch, opened_from: str) -> tuple[KeptPad, str]:
        """Open a pad; returns it, and the secret of the browser that writes. Raises `Rejected`."""
        since = time.monotonic() - self._settings.pace.kept
        for old in [pad for pad in self._pads.values() if pad.touched < since and not pad.streams]:
            del self._pads[old.name]  # its file stays
        if len(self._pads) >= self._settings.shares.rooms_in_all:
            raise Rejected(503, "full", marked("There is no room for another score pad."))
        secret = new_secret()
        pad = KeptPad(new_name(), game, match, hashed(secret), opened_from)
        self.keep(pad, match)
        self._pads[pad.name] = pad
        return pad, secret

    def keep(self, pad: KeptPad, match: PadMatch) -> None:
        """Take a new state once it is on disk. Raises `Rejected`."""
        state: dict[str, Any] = {"writer": pad.writer, "pad": pad_text(match)}
        try:
            write_state(self._settings.folder / f"{pad.name}{SUFFIX}", FORMAT, state)
        except OSError as error:
            log.warning("a pad can't be saved: %s", error)
            unsaved = marked("The pad can't be saved, so nothing was changed.")
            raise Rejected(503, "unsaved", unsaved) from None
        pad.match, pad.touched = match, time.monotonic()
        for wake in pad.streams:
            wake.set()
