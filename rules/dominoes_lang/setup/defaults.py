"""The rules that hold in every game until its file says otherwise."""

from __future__ import annotations

from functools import cache

from dominoes_lang.text import resources
from dominoes_lang.text.source import Source


@cache
def defaults() -> Source:
    """The source of these rules."""
    text = resources.bundled("dominoes_lang.setup", "defaults.rules").read_text(encoding="utf-8")
    return Source("defaults.rules", text)


def is_defaults(source: Source) -> bool:
    """Whether a source is that of these rules, and not a file that has its name."""
    return source.name == defaults().name and source.text == defaults().text
