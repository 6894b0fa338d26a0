"""Fixes for a clause that cannot be parsed: only those with which parsing gets further."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from lark import Token, Tree

from dominoes_lang.syntax.clauses import ClauseText
from dominoes_lang.syntax.parse import Mistake, first_mistake, parse
from dominoes_lang.syntax.vocabulary import CLAUSES
from dominoes_lang.text.diagnostics import Diagnostic, Edit, Fix
from dominoes_lang.text.source import Span

if TYPE_CHECKING:
    from dominoes_lang.repair.habits import Habit

FirstMistake: TypeAlias = Callable[[str], int | None]
"""Where a clause's text stops making sense, or None where it does not."""

MARKS = frozenset(";{}")
"""Signs that are a mistake of their own, whatever stands before them."""
AROUND = 240
"""How many characters before and after a mistake are looked at."""

_NOTHING = re.compile(r"(?:\s+|#[^\n]*)*")
_HEADERS = {rule: words for words, rule in CLAUSES.items()}


def parse_with_fixes(clause: ClauseText, found: list[Diagnostic]) -> Tree[Token] | None:
    """The tree of a clause, or None once its mistake, with any fix, has been added to `found`."""
    tree = parse(clause)
    if not isinstance(tree, Mistake):
        return tree
    mistake = tree.diagnostic
    if tree.fixable:
        mistake = _fixed(mistake, clause, lambda text: first_mistake(text, clause), tree.meant)
    found.append(mistake)
    return None


def _fixed(
    found: Diagnostic, clause: ClauseText, first_mistake: FirstMistake, meant: str | None
) -> Diagnostic:
    """The finding, with what to write instead where that is known.

    `meant` is a word that the one at fault surely stands for.
    """
    text, at = clause.text, found.span.start - clause.span.start
    end = min(found.span.end - clause.span.start, len(text))
    if found.code == "unfinished":
        at = end
    capitals = meant is not None and text[at:end].lower() == meant
    own = None if capitals else _by_habit(found, clause, at, first_mistake, general=False)
    if own is not None:
        return own
    if meant is not None and _reads_on(text, at, end, meant, first_mistake, word=True):
        return replace(found, fixes=(*found.fixes, _fix(clause, at, end, meant)))
    if found.fixes:
        return found
    return _by_habit(found, clause, at, first_mistake, general=True) or _with_colon(
        found, clause, first_mistake
    )


def _by_habit(
    found: Diagnostic, clause: ClauseText, at: int, first_mistake: FirstMistake, general: bool
) -> Diagnostic | None:
    """The finding with what the first habit that helps would write; `general`: of all clauses."""
    # Here, since the patterns take a while to compile, and most files have no mistake.
    from dominoes_lang.repair.habits import HABITS

    header = _HEADERS.get(clause.rule, "")
    for habit in HABITS:
        if header not in habit.clauses if habit.clauses else not general:
            continue
        match = _around(habit.pattern, clause.text, at)
        if match is None:
            continue
        offered = _offered(habit, match, clause.text, first_mistake)
        if offered or not habit.writes:
            return with_habit(found, clause, habit, match, offered)
    return None


def _with_colon(found: Diagnostic, clause: ClauseText, first_mistake: FirstMistake) -> Diagnostic:
    """The finding with a colon behind the name of the clause, where that is what is missing."""
    colon = _colon(clause.text, _HEADERS.get(clause.rule, ""))
    if colon is None or not _reads_on(clause.text, colon, colon, ":", first_mistake):
        return found
    return replace(
        found, fixes=(Fix("write a colon after the name", (_edit(clause, colon, colon, ":"),)),)
    )


def _around(pattern: re.Pattern[str], text: str, at: int) -> re.Match[str] | None:
    """The stretch that a pattern finds at a place, or with only blanks between."""
    for match in pattern.finditer(text, max(0, at - AROUND), min(len(text), at + AROUND)):
        if match.start() > at:
            return None
        if at <= match.end() + _blanks(text[match.end() : at]) and match.end() > match.start():
            return match
    return None


def _offered(
    habit: Habit, match: re.Match[str], text: str, first_mistake: FirstMistake
) -> list[str]:
    """What a habit would write, as far as the clause reads on with it."""
    offered = []
    for write in habit.writes:
        new = match.expand(write) if isinstance(write, str) else write(match)
        if (new or isinstance(write, str)) and new != match[0]:
            new = _spaced(new, text, match)
            place = match.start(), match.end()
            if habit.always or _reads_on(text, *place, new, first_mistake, habit.by_itself):
                offered.append(new)
    return offered


def _spaced(new: str, text: str, match: re.Match[str]) -> str:
    """The new text without blanks where there are some already, and at the end of a line."""
    before, after = text[: match.start()], text[match.end() :]
    if not before or before[-1].isspace():
        new = new.lstrip(" ")
    if not after or after[0].isspace():
        new = new.rstrip(" ")
    return new


def _reads_on(
    text: str, start: int, end: int, new: str, first_mistake: FirstMistake, word: bool = False
) -> bool:
    """Whether a clause with this edit makes sense beyond it; for one `word`, as far as that."""
    after = text[end:]
    mistake = first_mistake(text[:start] + new + after)
    if mistake is None:
        return True
    reached = start + len(new)
    if word:
        return reached <= mistake < reached + len(after)
    next_word = reached + _blanks(after)
    return mistake > next_word or (mistake == next_word and after[_blanks(after) :][:1] in MARKS)


def _blanks(text: str) -> int:
    """How many characters at the beginning of a text say nothing: blanks and remarks."""
    nothing = _NOTHING.match(text)
    return nothing.end() if nothing else 0


def with_habit(
    found: Diagnostic, clause: ClauseText, habit: Habit, match: re.Match[str], offered: list[str]
) -> Diagnostic:
    """The finding with the advice of a habit, and a fix where that is unambiguous."""
    message = found.message.split("; did you mean ")[0]
    texts = [" ".join(text.split()).removeprefix(": ") for text in offered]
    shown = [text if '"' in text else f'"{text}"' for text in texts if text]
    choice = " or ".join([", ".join(shown[:-1]), *shown[-1:]] if len(shown) > 1 else shown)
    help_ = habit.help or (f"write {choice}" if shown else f'leave out "{match[0].strip()}"')
    if habit.certain and len(offered) == 1:
        fix = _fix(clause, match.start(), match.end(), offered[0], help_)
        return replace(found, message=message, label="", helps=(), fixes=(fix,))
    return replace(found, message=message, label="", helps=(help_,))


def _fix(clause: ClauseText, start: int, end: int, new: str, title: str = "") -> Fix:
    return Fix(title or f'write "{new}"', (_edit(clause, start, end, new),))


def _edit(clause: ClauseText, start: int, end: int, new: str) -> Edit:
    whole = clause.span
    return Edit(Span(whole.source, whole.start + start, whole.start + end), new)


def _colon(text: str, header: str) -> int | None:
    """Where the colon behind the name of a clause is missing."""
    words = re.match(re.escape(header).replace(r"\ ", r"\s+"), text)
    if words is None or header in {"variant", "extends", "without", "parameter"}:
        return None
    if header in {"award", "define", "example", "invariant"}:
        words = re.match(rf"{header}\s+(?:\"[^\"\n]*\"|\w+)", text)
    if words is None or text[words.end() :].lstrip()[:1] == ":":
        return None
    return words.end()
