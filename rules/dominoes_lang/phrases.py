"""Where the words of the language may stand, read off the grammar."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from dominoes_lang.parse import keywords, parser
from dominoes_lang.vocabulary import CLAUSES


@cache
def words_of_clauses() -> dict[str, frozenset[str]]:
    """Each clause by its header, with every word and sign of the language that may stand in it."""
    parts: dict[str, set[str]] = {}
    for rule in parser().rules:
        parts.setdefault(rule.origin.name, set()).update(part.name for part in rule.expansion)
    known = keywords()
    found = {}
    for header, start in CLAUSES.items():
        reached, waiting = {start}, [start]
        while waiting:
            new = parts.get(waiting.pop(), set()) - reached
            reached |= new
            waiting += new
        found[header] = frozenset(known[name] for name in reached if name in known)
    return found


def clauses_with(words: Iterable[str]) -> list[str]:
    """The headers of the clauses in which all of these words may stand."""
    wanted = set(words)
    return [header for header, there in words_of_clauses().items() if wanted <= there]
