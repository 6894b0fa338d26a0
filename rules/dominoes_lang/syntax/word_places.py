"""Where the words of the language are allowed, read off the grammar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product

from dominoes_lang.syntax.parse import keywords, parser
from dominoes_lang.syntax.vocabulary import CLAUSES


@dataclass(frozen=True)
class ClauseWords:
    """The words and signs that a clause may contain, and which may follow which."""

    words: frozenset[str]
    pairs: frozenset[tuple[str, str]]


@cache
def reach() -> dict[str, ClauseWords]:
    """What each clause may hold, by its header."""
    bodies: dict[str, list[list[str]]] = {}
    for rule in parser().rules:
        assert rule.expansion, "a rule that may be empty needs more than pairs"
        bodies.setdefault(rule.origin.name, []).append([part.name for part in rule.expansion])
    first, last = _edges(bodies, 0), _edges(bodies, -1)
    known = keywords()
    by_header = {}
    for header, start in CLAUSES.items():
        reached, waiting = {start}, [start]
        pairs: set[tuple[str, str]] = set()
        while waiting:
            for body in bodies.get(waiting.pop(), []):
                waiting += set(body) - reached
                reached |= set(body)
                for left, right in pairwise(body):
                    pairs |= set(product(last.get(left, {left}), first.get(right, {right})))
        by_header[header] = ClauseWords(
            frozenset(known[name] for name in reached if name in known),
            frozenset((known.get(left, left), known.get(right, right)) for left, right in pairs),
        )
    return by_header


def _edges(bodies: dict[str, list[list[str]]], side: int) -> dict[str, set[str]]:
    """The terminals with which each rule may begin (0) or end (-1)."""
    edges: dict[str, set[str]] = {name: set() for name in bodies}
    changed = True
    while changed:
        changed = False
        for name, parts in bodies.items():
            for body in parts:
                new = edges.get(body[side], {body[side]}) - edges[name]
                edges[name] |= new
                changed = changed or bool(new)
    return edges


def clauses_with(phrase: Sequence[str | None]) -> list[str]:
    """The headers of the clauses that may contain a phrase; None is a gap of any length."""
    words = {word for word in phrase if word is not None}
    pairs = {(left, right) for left, right in pairwise(phrase) if left is not None and right}
    return [
        header for header, there in reach().items() if words <= there.words and pairs <= there.pairs
    ]
