"""Mistakes that a translation can have: a value, a tag or a sign that is not the original's.

Pages take a sentence as markup, so this is also what keeps a stranger's catalogue from bringing
any of its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

COUNTS = {"{count}", "%(num)s"}
"""The number that decides on the form of a plural; a form for one number may leave it out."""
_TAG = re.compile(r"<[^<>]*>")
_VALUE = re.compile(r"\{[^{}]*\}|%\(\w*\)\w|%%|%")
_ENTITY = re.compile(r"&#?\w+;")
_FREE_ENTITIES = {"&nbsp;", "&#160;", "&shy;"}
_UNSHOWN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
_SHOWN = {"\n", "\u200c", "\u200d", "\u00ad"}
"""The next line, and signs of no width that some languages are written with."""
_INSTEAD = {'"': "“ ” or « »", "<": "&lt;", ">": "&gt;", "{": "( )", "}": "( )"}
"""Signs that mean something on a page or in a sentence, and what to write."""


def faults(
    originals: Sequence[str], translations: Sequence[str], of_one_number: Collection[int] = ()
) -> Iterator[str]:
    """What is wrong with a translation, and how it is mended.

    originals: a sentence, or the two for one and for several.
    translations: its forms; an empty one is not there yet.
    of_one_number: the places of the forms that are for a single number, which need not show it.
    """
    for place, text in enumerate(translations):
        if text:
            yield from _faulty_values(originals, text, shows_number=place not in of_one_number)
            yield from _faulty_tags(originals, text)
            yield from _faulty_signs(originals, text)


def _faulty_values(originals: Sequence[str], text: str, *, shows_number: bool) -> Iterator[str]:
    in_originals = [set(_VALUE.findall(original)) for original in originals]
    known, shown = set.union(*in_originals), set(_VALUE.findall(text))
    needed = known if shows_number else set.intersection(*in_originals) - COUNTS
    for value in sorted(shown - known):
        theirs = f"which has {', '.join(sorted(known))}" if known else "which has no value"
        yield f"{value} is not in the original, {theirs}; take it out or write it as there"
    for value in sorted(needed - shown):
        yield f"{value} is missing; write it where its value belongs"


def _faulty_tags(originals: Sequence[str], text: str) -> Iterator[str]:
    tags = Counter(_TAG.findall(text))
    in_originals = [Counter(_TAG.findall(original)) for original in originals]
    likest = min(in_originals, key=lambda known: ((tags - known) + (known - tags)).total())
    for tag in tags - likest:
        yield f"{tag} is not in the original, or not so often; write its tags as they are there"
    for tag in likest - tags:
        yield f"{tag} is missing; write it around the words that it is around in the original"
    if tags == likest and not _is_nested(text) and all(map(_is_nested, originals)):
        yield "a tag ends before it begins, or within another; write each pair around its words"


def _is_nested(text: str) -> bool:
    waiting: list[str] = []
    for tag in _TAG.findall(text):
        name = tag.strip("</> ").partition(" ")[0]
        if not tag.startswith("</"):
            waiting += [] if name in {"br", "hr", "img", "input"} else [name]
        elif not waiting or waiting.pop() != name:
            return False
    return not waiting


def _faulty_signs(originals: Sequence[str], text: str) -> Iterator[str]:
    bare, *bare_originals = (_VALUE.sub("", _TAG.sub("", part)) for part in (text, *originals))
    for sign, instead in _INSTEAD.items():
        if bare.count(sign) > max(original.count(sign) for original in bare_originals):
            yield f"{sign} is not in the original, or not so often; write {instead}"
    known = {entity for original in originals for entity in _ENTITY.findall(original)}
    for entity in sorted({*_ENTITY.findall(bare)} - known - _FREE_ENTITIES):
        yield f"{entity} is not in the original; write the sign itself"
    for sign in sorted({*text} - _SHOWN):
        if unicodedata.category(sign) in _UNSHOWN:
            yield f"U+{ord(sign):04X} is a sign that nobody sees; take it out"
