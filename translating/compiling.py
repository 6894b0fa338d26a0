"""Catalogues as `gettext` reads them, which a build makes of what translators write.

`python -m translating.compiling` makes those that have changed.
"""

from __future__ import annotations

import os
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from translating.catalogues import (
    CATALOGUES,
    NoLanguageFile,
    fresh_catalogue,
    read_catalogue,
)
from translating.table_faults import table_faults
from translating.wholeness import (
    LEAST_SHARE,
    catalogue_faults,
    is_translated,
    messages,
    missing_phrases,
    table_path,
)


def compile_catalogues() -> None:
    """Make a `.mo` of each `.po` that has changed; a language that is not whole has none."""
    for compiled in CATALOGUES.glob("*.mo"):
        if not compiled.with_suffix(".po").is_file():
            compiled.unlink(missing_ok=True)
    for written in CATALOGUES.glob("*.po"):
        compiled = written.with_suffix(".mo")
        if not _is_newer(compiled, [written, table_path("en"), table_path(written.stem)]):
            _compile(written, compiled)


def _is_newer(compiled: Path, sources: list[Path]) -> bool:
    changed = max(path.stat().st_mtime for path in sources if path.is_file())
    return compiled.is_file() and compiled.stat().st_mtime > changed


def _compile(written: Path, compiled: Path) -> None:
    catalogue = whole_catalogue(written)
    if catalogue is None:
        compiled.unlink(missing_ok=True)
        return
    fresh = compiled.with_suffix(f".{os.getpid()}")  # another process may do the same
    with fresh.open("wb") as target:
        write_mo(target, catalogue)
    fresh.replace(compiled)


def whole_catalogue(written: Path) -> Catalog | None:
    """What players may read of a language; None if it is not whole, or can't be read.

    A translation with a mistake is left out, as if nobody had written it. A table with a mistake is
    not whole, as its phrases are parts of each other.
    """
    code = written.stem
    try:
        read = read_catalogue(written)
        is_table_whole = not missing_phrases(code) and not table_faults(code)
    except NoLanguageFile:
        return None
    catalogue = fresh_catalogue(code)
    faulty = {id(message) for message, _ in catalogue_faults(read, written.name)}
    for message in messages(read):
        if is_translated(message) and id(message) not in faulty:
            catalogue[message.id] = message
    is_whole = len(messages(catalogue)) >= LEAST_SHARE * len(messages(read))
    return catalogue if is_whole and is_table_whole else None


if __name__ == "__main__":
    compile_catalogues()
