"""What a build makes of our sources: the catalogues of languages, as `gettext` reads them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CATALOGUES = Path(__file__).parent / "dominoes_rules" / "speech" / "catalogues"
LEAST_SHARE = 0.95
"""Of the sentences of a language that must be translated before it is offered to players."""


def compile_catalogues() -> None:
    """Make a `.mo` of each `.po` that is newer; an unfinished language has none."""
    for written in CATALOGUES.glob("*.po"):
        compiled = written.with_suffix(".mo")
        if compiled.is_file() and compiled.stat().st_mtime > written.stat().st_mtime:
            continue
        with written.open("rb") as source:
            catalogue = read_po(source, locale=written.stem)
        said = [message for message in catalogue if message.id]
        if sum(is_translated(message) for message in said) < LEAST_SHARE * len(said):
            compiled.unlink(missing_ok=True)
            continue
        fresh = compiled.with_suffix(f".{os.getpid()}")  # another process may do the same
        with fresh.open("wb") as target:
            write_mo(target, catalogue)
        fresh.replace(compiled)


def is_translated(message: Message) -> bool:
    """Whether somebody has written each of its forms, and nobody doubts them."""
    texts = message.string or ""
    return all([texts] if isinstance(texts, str) else texts) and not message.fuzzy


class CatalogueHook(BuildHookInterface[Any]):
    """Compiles before anything is packed, also where the project is installed in place."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (its signature)
        compile_catalogues()
