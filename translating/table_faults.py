"""Mistakes in a table of phrases: a line that has no sense, and so would stop a rule sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from dominoes_lang.languages.templates import Agreeing, Template, TemplateSlot, template
from translating.wholeness import read_table

AGREEMENT = {"number": ("none", "one", "several"), "gender": ("m", "f")}
"""What a line may say of the words around its phrase."""
_NO_TEXTS = {*AGREEMENT, "like"}
_UNREADABLE = (ValueError, LookupError, OverflowError, RecursionError, re.error)
"""What is raised for a line that is no template, and for a pattern that is none."""
FIGURES = "figures"
_Judge: TypeAlias = Callable[[str, Any, Mapping[str, Any], Mapping[str, Any]], Iterator[str]]
"""What is wrong with a line, by its key, itself, and the tables of English and of the language."""


def table_faults(code: str) -> list[str]:
    """What is wrong with the lines that a table has, each behind its part and its key.

    Raises `NoLanguageFile`.
    """
    english, table = read_table("en"), read_table(code)
    judges: Mapping[str, _Judge] = {
        "numbers": _faults_of_numbers,
        "lists": _faults_of_list,
        "euphony": _faults_of_euphony,
        "phrases": _faults_of_phrase,
        "games": _faults_of_text,
    }
    return [
        f"{part}: {key}: {fault}"
        for part, judge in judges.items()
        for key, line in table.get(part, {}).items()
        for fault in judge(key, line, english, table)
    ]


def _faults_of_numbers(
    key: str, line: object, english: Mapping[str, Any], table: Mapping[str, Any]
) -> Iterator[str]:
    if key == "one_below":
        if not isinstance(line, int | float):
            yield "write a number"
    elif key.endswith("_endings"):
        if not isinstance(line, dict) or not _are_texts(line.values()):
            yield f"write a part [numbers.{key}] of texts"
    elif not isinstance(line, list) or not _are_texts(line):
        yield "write a list of texts"
    elif _is_ordinal(key) and f"{key}_endings" not in {**english["numbers"], **table["numbers"]}:
        yield f"it needs a part [numbers.{key}_endings]"


def _faults_of_list(_key: str, line: object, *_tables: Mapping[str, Any]) -> Iterator[str]:
    if not isinstance(line, list) or len(line) != 2 or not _are_texts(line):
        yield "write two texts: what is between two items, and before the last one"


def _faults_of_text(_key: str, line: object, *_tables: Mapping[str, Any]) -> Iterator[str]:
    if not isinstance(line, str):
        yield "write a text"


def _faults_of_euphony(key: str, line: object, *_tables: Mapping[str, Any]) -> Iterator[str]:
    if not isinstance(line, str):
        yield "write a text"
        return
    try:
        re.compile(key).sub(line, "")
    except _UNREADABLE as problem:
        yield f"no pattern with its replacement: {_reason(problem)}"


def _faults_of_phrase(
    key: str, line: object, english: Mapping[str, Any], table: Mapping[str, Any]
) -> Iterator[str]:
    texts = _texts(line)
    if not isinstance(line, str | dict) or "" not in texts or not _are_texts(texts.values()):
        yield 'write a text, or its forms, { text = "…", object = "…" }'
        return
    if isinstance(line, dict):
        for name, choices in AGREEMENT.items():
            if line.get(name, choices[0]) not in choices:
                yield f"{name} is none of {', '.join(choices)}"
        if not isinstance(line.get("like", ""), str):
            yield "like is not the name of a part"
            return
    try:
        read = _Parts(line)
    except _UNREADABLE as problem:
        yield _reason(problem)
        return
    if key in english["phrases"]:
        yield from _faulty_parts(read, _Parts(english["phrases"][key]), english, table)


class _Parts:
    """The parts that the line of a phrase has in any of its forms."""

    def __init__(self, line: str | dict[str, str]) -> None:
        pieces = [piece for text in _texts(line).values() for piece in _pieces(template(text))]
        self.slots = {
            (piece.name, piece.form) for piece in pieces if isinstance(piece, TemplateSlot)
        }
        self.shown = {name for name, _ in self.slots}
        like = {line["like"]} if isinstance(line, dict) and "like" in line else set()
        self.known = {piece.name for piece in pieces} | like

    def forms(self, name: str) -> set[str]:
        return {form for part, form in self.slots if part == name}


def _faulty_parts(
    ours: _Parts, theirs: _Parts, english: Mapping[str, Any], table: Mapping[str, Any]
) -> Iterator[str]:
    """Parts that are not those of the English line, and forms that a part can't have."""
    for name in sorted(ours.shown - theirs.shown):
        yield f"{{{name}}} is not in the English line"
    for name in sorted(theirs.shown - ours.shown):
        yield f"{{{name}}} is missing"
    for name in sorted(ours.known - theirs.known - ours.shown):
        yield f"[{name} or like = {name!r} is not in the English line"
    for name in sorted(ours.shown & theirs.shown):
        kind, possible = "part", _forms_of_parts(english, table)
        if theirs.forms(name) & english["lists"].keys():
            kind, possible = "list", {*english["lists"], *table.get("lists", {})}
        elif theirs.forms(name) & (_forms_of_numbers(english) - {""}):
            kind, possible = "number", _forms_of_numbers(english, table)
        for form in sorted(ours.forms(name) - possible):
            yield f"{{{name}:{form}}}: no {kind} has the form {form!r}"


def _forms_of_numbers(*tables: Mapping[str, Any]) -> set[str]:
    keys = {key for table in tables for key in table.get("numbers", {})}
    in_words = {key.removeprefix("words").removeprefix("_") for key in keys if key[:5] == "words"}
    return in_words | {key for key in keys if _is_ordinal(key)} | {FIGURES, ""}


def _forms_of_parts(*tables: Mapping[str, Any]) -> set[str]:
    """Of a part that English shows as it is: a number, a text of a file, or another phrase."""
    lines = [line for table in tables for line in table.get("phrases", {}).values()]
    of_phrases = {form for line in lines if isinstance(line, dict) for form in line}
    return of_phrases | _forms_of_numbers(*tables) | {"small", "known", "again", "object"}


def _texts(line: object) -> dict[str, Any]:
    """The text of a line by the key "", and its other forms."""
    if isinstance(line, dict):
        return {
            "" if form == "text" else form: text
            for form, text in line.items()
            if form not in _NO_TEXTS
        }
    return {"": line}


def _pieces(line: Template) -> Iterator[TemplateSlot | Agreeing]:
    for piece in line:
        if not isinstance(piece, str):
            yield piece
        if isinstance(piece, Agreeing):
            for text in piece.texts:
                yield from _pieces(text)


def _reason(problem: Exception) -> str:
    return "it is nested too deep" if isinstance(problem, RecursionError) else str(problem)


def _is_ordinal(key: str) -> bool:
    return key.startswith("ordinal") and not key.endswith("_endings")


def _are_texts(lines: Any) -> bool:
    return all(isinstance(line, str) for line in lines)
