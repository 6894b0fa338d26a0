"""The folder that the browser keeps from one visit to the next, and the file that it travels as.

The file is a stranger's, wherever it comes from: only names that a table can have are taken from
it, nothing that is here is replaced, and what the files say is read as carefully as ever.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from dominoes_lang.text.json_text import NotJson, read_json
from dominoes_lang.text.whole_files import replacing
from dominoes_rules.speech.speech import marked
from dominoes_rules.state_files import expect_name, make_private
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.in_browser.cookie_jar import CookieJar, Entry

COOKIES = "cookies.json"
LARGEST_EXPORT = 32 * 2**20
"""Bytes of all files together."""
MOST_FILES = 20_000
_COMPRESSIONS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_ENDING = re.compile(r"(\.\d{1,4})?\.[a-z]{1,16}")
_NO_EXPORT = marked("This is no file of saved games.")

_TOO_LARGE = marked("Saved games have at most {most:,} bytes.")


class NotAnExport(ValueError):
    """A file that was not exported from here, and why it is refused."""


class ImportedFiles(NamedTuple):
    """What was taken of a file."""

    added: int
    here: int
    """Files that were here already, and stay as they are."""


class KeptFolder:
    """The files of all tables, and the cookies that open them."""

    def __init__(self, folder: Path, tables: Path) -> None:
        """tables: the folder in it that the application keeps its files in.

        Cookies that can't be read are forgotten.
        """
        self.jar = CookieJar()
        self._tables, self._cookies = tables, folder / COOKIES
        with suppress(OSError, NotAnExport):
            self.jar.add(_read_cookies(self._cookies.read_bytes()))
        self._written = self.jar.entries
        self._seen = self._state()

    def has_changed(self) -> bool:
        """Whether there is something to keep that was not there when this was last asked.

        Files are written by replacing others, which changes the time of their folder.
        """
        if self.jar.entries != self._written:
            with replacing(self._cookies) as stream:
                stream.write(_as_json(self.jar))
            self._written = self.jar.entries
        before, self._seen = self._seen, self._state()
        return self._seen != before

    def _state(self) -> tuple[object, ...]:
        return tuple(
            path.stat().st_mtime_ns if path.exists() else None
            for path in (self._tables, self._cookies)
        )

    def exported(self) -> bytes:
        """All files as one, a zip."""
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(COOKIES, _as_json(self.jar))
            for path in sorted(self._tables.iterdir()):
                if _is_kept(path.name):
                    archive.write(path, path.name)
        return data.getvalue()

    def take(self, data: bytes) -> ImportedFiles:
        """Add what is in such a file and not here. Raises `NotAnExport` and `OSError`."""
        files = _read_export(data)
        self.jar.add(_read_cookies(files.pop(COOKIES, b"[]")))
        new = {name: content for name, content in files.items() if not self._path(name).exists()}
        for name, content in new.items():
            make_private(self._path(name))
            self._path(name).write_bytes(content)
        return ImportedFiles(len(new), len(files) - len(new))

    def _path(self, name: str) -> Path:
        return self._tables / name


def _is_kept(name: str) -> bool:
    """Whether a file of a table may have the name, which is no path then."""
    stem, dot, rest = name.partition(".")
    try:
        expect_name(stem)
    except ValueError:
        return False
    return _ENDING.fullmatch(dot + rest) is not None


def _read_export(data: bytes) -> dict[str, bytes]:
    """The files in a zip, by name. Raises `NotAnExport`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if (
                len(entries) > MOST_FILES
                or sum(each.file_size for each in entries) > LARGEST_EXPORT
            ):
                raise NotAnExport(READER.get().text(_TOO_LARGE, most=LARGEST_EXPORT))
            if not all(map(_is_expected, entries)):
                raise NotAnExport(_NO_EXPORT)
            return {each.filename: archive.read(each) for each in entries}
    except NotAnExport:
        raise
    except (zipfile.BadZipFile, zlib.error, RuntimeError, ValueError, EOFError, OSError):
        raise NotAnExport(_NO_EXPORT) from None


def _is_expected(entry: zipfile.ZipInfo) -> bool:
    is_known = entry.filename == COOKIES or _is_kept(entry.filename)
    return is_known and entry.compress_type in _COMPRESSIONS


def _as_json(jar: CookieJar) -> bytes:
    return json.dumps(jar.entries).encode()


def _read_cookies(data: bytes) -> list[Entry]:
    try:
        entries = read_json(data)
    except NotJson:
        raise NotAnExport(_NO_EXPORT) from None
    cookies = [_cookie(entry) for entry in entries] if isinstance(entries, list) else [None]
    if None in cookies:
        raise NotAnExport(_NO_EXPORT)
    return [cookie for cookie in cookies if cookie is not None]


def _cookie(entry: object) -> Entry | None:
    """A cookie; None for anything that can't be one."""
    match entry:
        case [str(path), str(name), str(value)]:
            is_plain = all(part.isprintable() and ";" not in part for part in entry)
            return (path, name, value) if is_plain else None
    return None
