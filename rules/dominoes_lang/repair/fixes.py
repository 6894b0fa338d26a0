"""Fixes for a clause that cannot be parsed: only those with which parsing gets further."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, TypeAlias

from lark import Token, Tree

from dominoes_lang.syntax.clauses import ClauseText
from dominoes_lang.syntax.parse import Mistake, first_mistake, parse
from dominoes_lang.syntax.vocabulary import CONDITIONS, HEADERS, SAMPLES
from dominoes_lang.text.diagnostics import Diagnostic, Edit, Fix
from dominoes_lang.text.quoting import short
from dominoes_lang.text.source import Source, Span

if TYPE_CHECKING:
    from dominoes_lang.repair.habit import Habit

FirstMistake: TypeAlias = Callable[[str], int | None]
"""The offset at which a clause's text stops making sense, or None."""

MARKS = frozenset(";{}")
"""Signs that are a mistake by themselves, whatever comes before them."""
AROUND = 240
"""How many characters before and after a mistake are examined, a run of blanks being one."""

MOST_FURTHER = 8
"""How many mistakes of a clause are looked for behind its first one."""
LONGEST_READ_ON = 4_000
"""Signs of a clause in which further mistakes are looked for."""

_JOINER = re.compile(r"(?:and|or|with|plus)\b\s*|[+&;]\s*")
_CONDITION = re.compile(r"\bwhen\s[^:]*$")
"""A condition that is not over yet."""
_WITH_CONDITIONS = frozenset({"award", "winner", "next opener"})
_FIRST_WORD = re.compile(r"\s*\S*")
_OPPOSITE = {"after": "before", "before": "after"}
_NEIGHBOUR = re.compile("|".join(_OPPOSITE))
_PARTS = re.compile(r"\s+|[\w-]+|[^\w\s]")
_ONE_WORD = 2
"""Parts, as above, of a word at the end of a phrase and the blank before it."""
_OF_WORDS = frozenset({"unexpected", "unknown-word"})
"""Findings about words that make no sense where they are."""
_NOTHING = re.compile(r"(?:\s|#[^\n]*+)*+")
_NAME = re.compile(r"\s+(?:\"[^\"\n]*\"|\w+)")
_BLANKS = re.compile(r"[^\S\n]+|\n(?:\s*\n)?")
_WITHOUT_COLON = frozenset({"variant", "extends", "without", "note", "parameter"})


@dataclass(frozen=True)
class Squeezed:
    """The text of a clause with one blank for each run of blanks, and without empty lines.

    Fixes are looked for in it, so that a run of blanks costs a pattern no more than one.
    """

    clause: ClauseText
    text: str
    places: list[int]
    """Where each character, and the end, of the squeezed text is in that of the clause."""

    @classmethod
    def of(cls, clause: ClauseText) -> Squeezed:
        """The clause to look for fixes in; `places` is one longer than the text."""
        return cls(clause, *squeezed(clause.text))

    def offset_of(self, at: int) -> int:
        """Where a place in the clause's own text is in the squeezed one."""
        return bisect_left(self.places, at)

    def edit(self, start: int, end: int, new: str) -> Edit:
        """The edit of the clause that writes something new in a stretch of the squeezed text."""
        whole = self.clause.span
        start, end = self.places[start], self.places[end]
        return Edit(Span(whole.source, whole.start + start, whole.start + end), new)


def squeezed(text: str) -> tuple[str, list[int]]:
    """A text with its runs of blanks squeezed, and where each of its characters was."""
    kept: list[str] = []
    offsets: list[int] = []
    end = 0
    for run in _BLANKS.finditer(text):
        kept += [text[end : run.start()], "\n" if run[0][0] == "\n" else " "]
        offsets += range(end, run.start() + 1)
        end = run.end()
    return "".join([*kept, text[end:]]), [*offsets, *range(end, len(text) + 1)]


def parse_with_fixes(clause: ClauseText, findings: list[Diagnostic]) -> Tree[Token] | None:
    """The tree of a clause; None once its mistakes, with any fix, are added to `findings`."""
    tree = parse(clause)
    if not isinstance(tree, Mistake):
        return tree
    mistake = _diagnosed(tree, clause)
    findings.append(mistake)
    if tree.fixable and not clause.header and len(clause.text) <= LONGEST_READ_ON:
        findings += _further(clause, mistake)
    return None


def _diagnosed(mistake: Mistake, clause: ClauseText) -> Diagnostic:
    if not mistake.fixable:
        return mistake.diagnostic
    return _fixed(mistake, Squeezed.of(clause), lambda text: first_mistake(text, clause))


def _further(clause: ClauseText, mistake: Diagnostic) -> Iterator[Diagnostic]:
    """The mistakes of a clause that come after its first one.

    Reading goes on as if the fix had been made or, where there is none, without the line of the
    mistake; then what is wrong with the first word of the next line may follow from that.
    """
    draft = Draft.of(clause)
    for _ in range(MOST_FURTHER):
        line_end = draft.text.find("\n", draft.offset_of(mistake.span.end))
        if mistake.fixes:
            draft = draft.edited(mistake.fixes[0].edits)
            before = draft.offset_of(mistake.fixes[0].edits[-1].span.end)
        elif line_end >= 0:
            draft, before = draft.without_line(line_end)
        else:
            return
        tree = parse(draft.clause)
        if not isinstance(tree, Mistake) or not tree.fixable:
            return
        following = draft.original(_diagnosed(tree, draft.clause))
        if following is None or draft.offset_of(following.span.start) < before:
            return
        yield following
        mistake = following


@dataclass(frozen=True)
class Draft:
    """A clause with changes, and where its signs are in the source."""

    whole: ClauseText
    """The clause as it is."""
    text: str
    places: tuple[int | None, ...]
    """For each sign, and the end, the offset in the source; None if it is new."""

    @classmethod
    def of(cls, clause: ClauseText) -> Draft:
        """The clause without changes."""
        return cls(clause, clause.span.text, tuple(range(clause.span.start, clause.span.end + 1)))

    @cached_property
    def clause(self) -> ClauseText:
        """It as a clause of its own."""
        name = self.whole.span.source.name
        return replace(self.whole, span=Span(Source(name, self.text), 0, len(self.text)))

    def offset_of(self, offset: int) -> int:
        """The first place in the draft that is at an offset in the source, or after it."""
        return next(
            (at for at, there in enumerate(self.places) if there is not None and there >= offset),
            len(self.text),
        )

    def edited(self, edits: Iterable[Edit]) -> Draft:
        """With edits of the source made."""
        text, offsets = self.text, self.places
        for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
            start, end = self.offset_of(edit.span.start), self.offset_of(edit.span.end)
            text = text[:start] + edit.text + text[end:]
            offsets = (*offsets[:start], *[None] * len(edit.text), *offsets[end:])
        return replace(self, text=text, places=offsets)

    def without_line(self, end: int) -> tuple[Draft, int]:
        """Without the line that ends at a place, but with the header; and the next line's place.

        That is behind its first word.
        """
        start = max(self.text.rfind("\n", 0, end), self.text.find(":", 0, end)) + 1
        text = self.text[:start] + self.text[end:]
        draft = replace(self, text=text, places=(*self.places[:start], *self.places[end:]))
        words = _FIRST_WORD.match(text, start)
        return draft, words.end() if words else len(text)

    def original(self, finding: Diagnostic) -> Diagnostic | None:
        """A finding about the draft as one about the source; None if it is about a change."""
        try:
            edits = [
                replace(fix, edits=tuple(self._edit(edit) for edit in fix.edits))
                for fix in finding.fixes
            ]
            return replace(finding, span=self._span(finding.span), fixes=tuple(edits))
        except LookupError:
            return None

    def _edit(self, edit: Edit) -> Edit:
        return replace(edit, span=self._span(edit.span))

    def _span(self, span: Span) -> Span:
        """Raises `LookupError` if part of it is new or left out."""
        offsets = self.places[span.start : span.end + 1]
        first = offsets[0]
        if first is None or list(offsets) != list(range(first, first + len(offsets))):
            raise LookupError
        return Span(self.whole.span.source, first, first + len(offsets) - 1)


def _fixed(mistake: Mistake, clause: Squeezed, first_mistake: FirstMistake) -> Diagnostic:
    """What is wrong, with what to write instead where that is known."""
    finding, meant = mistake.diagnostic, mistake.meant
    text, begin = clause.text, clause.clause.span.start
    at = clause.offset_of(finding.span.start - begin)
    end = min(clause.offset_of(finding.span.end - begin), len(text))
    if finding.code == "unfinished":
        at = end
    offsets = sorted({at, clause.offset_of(clause.places[at] + mistake.beyond)})
    capitals = meant is not None and text[at:end].lower() == meant
    own = None if capitals else _by_habit(finding, clause, offsets, first_mistake, general=False)
    if own is not None:
        return own
    word = not mistake.beyond
    if meant is not None and _reads_on(text, at, end, meant, first_mistake, word=word):
        return replace(finding, fixes=(*finding.fixes, _fix(clause, at, end, meant)))
    if finding.fixes:
        return finding
    return (
        _by_habit(finding, clause, offsets, first_mistake, general=True)
        or _with_colon(finding, clause, first_mistake)
        or _with_comma(finding, clause, at, first_mistake)
        or _with_sample(finding, clause)
    )


def _by_habit(
    finding: Diagnostic,
    clause: Squeezed,
    offsets: list[int],
    first_mistake: FirstMistake,
    general: bool,
) -> Diagnostic | None:
    """The finding with what the first habit that helps would write; `general`: of all clauses."""
    # Imported here: the patterns take a while to compile, and most files have no mistake.
    from dominoes_lang.repair.habits import HABITS

    header = HEADERS.get(clause.clause.rule, "")
    for habit in HABITS:
        if header not in habit.clauses if habit.clauses else not general:
            continue
        for at in offsets:
            match = _around(habit.pattern, clause.text, at)
            offered = _offered(habit, match, clause, first_mistake) if match else []
            if match and (offered or not habit.writes):
                return with_habit(finding, clause, habit, match, offered)
    return None


def _with_comma(
    finding: Diagnostic, clause: Squeezed, at: int, first_mistake: FirstMistake
) -> Diagnostic | None:
    """The finding with a comma before or for the word at fault, where that is what is missing."""
    joiner = _JOINER.match(clause.text, at)
    end = joiner.end() if joiner else at
    start = len(clause.text[:at].rstrip())
    if not _reads_on(clause.text, start, end, ", ", first_mistake):
        return None
    return replace(finding, label="", fixes=(_fix(clause, start, end, ", ", "write a comma"),))


def _with_sample(finding: Diagnostic, clause: Squeezed) -> Diagnostic:
    """The finding with a sample of the clause, where nothing else is known."""
    header = HEADERS.get(clause.clause.rule, "")
    sample = SAMPLES.get(header)
    if sample is None or finding.helps or finding.asked:
        return finding
    at = clause.offset_of(finding.span.start - clause.clause.span.start)
    before = clause.text[len(header) : at]
    if _CONDITION.search(before) if header in _WITH_CONDITIONS else header == "define":
        sample = CONDITIONS
    return replace(finding, helps=(f"write, for instance: {sample}",))


def _with_colon(
    finding: Diagnostic, clause: Squeezed, first_mistake: FirstMistake
) -> Diagnostic | None:
    """The finding with a colon after the name of the clause, where that is what is missing."""
    colon = _colon(clause.text, HEADERS.get(clause.clause.rule, ""))
    if colon is None:
        return None
    word = clause.text[colon:].lstrip()[:1].isalnum()
    if not _reads_on(clause.text, colon, colon, ":", first_mistake, word=word):
        return None
    return replace(
        finding, fixes=(Fix("write a colon after the name", (clause.edit(colon, colon, ":"),)),)
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
    habit: Habit, match: re.Match[str], clause: Squeezed, first_mistake: FirstMistake
) -> list[str]:
    """The replacements of a habit with which the clause makes sense further on."""
    text = clause.text
    offered = []
    for write in habit.writes:
        new = match.expand(write) if isinstance(write, str) else write(match)
        if habit.seated and clause.clause.counterclockwise:
            new = _NEIGHBOUR.sub(lambda word: _OPPOSITE[word[0]], new)
        if (new or isinstance(write, str)) and new != match[0]:
            new = _spaced(new, text, match)
            region = match.start(), match.end()
            if habit.always or _reads_on(text, *region, new, first_mistake, habit.by_itself):
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
    if word and reached <= mistake < reached + len(after):
        return True
    next_word = reached + _blanks(after)
    return mistake > next_word or (mistake == next_word and after[_blanks(after) :][:1] in MARKS)


def _blanks(text: str) -> int:
    """How many characters at the beginning of a text mean nothing: blanks and comments."""
    nothing = _NOTHING.match(text)
    return nothing.end() if nothing else 0


def with_habit(
    finding: Diagnostic, clause: Squeezed, habit: Habit, match: re.Match[str], offered: list[str]
) -> Diagnostic:
    """The finding with the advice of a habit, and a fix where that is unambiguous."""
    finding = replace(finding, message=finding.statement, asked="")
    finding = _of_phrase(finding, clause, match, offered)
    sign = match[0].lstrip()[:1]
    there = sign if sign in {",", ":"} else ": "
    texts = [" ".join(text.split()).removeprefix(there).lstrip() for text in offered]
    shown = [text if '"' in text else f'"{text}"' for text in texts if text]
    choice = " or ".join([", ".join(shown[:-1]), *shown[-1:]] if len(shown) > 1 else shown)
    dropped = match[0].strip().removeprefix(sign if any(map(str.strip, offered)) else "").lstrip()
    help_ = match.expand(habit.help) or (f"write {choice}" if shown else f'leave out "{dropped}"')
    if habit.certain and len(offered) == 1:
        fix = _fix(clause, match.start(), match.end(), offered[0], help_)
        return replace(finding, label="", helps=(), fixes=(fix,))
    return replace(finding, label="", helps=(help_,))


def _of_phrase(
    finding: Diagnostic, clause: Squeezed, match: re.Match[str], offered: list[str]
) -> Diagnostic:
    """The finding as one about the whole phrase that is replaced, if it is on one line."""
    texts = [_PARTS.findall(text) for text in (match[0], *offered)]
    words, kept = texts[0], _shared(texts)
    same = _shared([text[kept:][::-1] for text in texts])
    same *= same > _ONE_WORD
    written = "".join(words[kept : len(words) - same])
    phrase = written.strip(" \n,:") or written.strip()
    if finding.code not in _OF_WORDS or not (offered and phrase) or "\n" in phrase:
        return finding
    start = match.start() + len("".join(words[:kept])) + written.index(phrase)
    span = clause.edit(start, start + len(phrase), "").span
    if span == finding.span:
        return finding
    return replace(finding, span=span, message=f'"{short(phrase)}" is not expected here')


def _shared(texts: list[list[str]]) -> int:
    """How many parts some texts begin with alike."""
    return sum(1 for _ in takewhile(lambda same: len(set(same)) == 1, zip(*texts, strict=False)))


def _fix(clause: Squeezed, start: int, end: int, new: str, title: str = "") -> Fix:
    return Fix(title or f'write "{new}"', (clause.edit(start, end, new),))


def _colon(text: str, header: str) -> int | None:
    """The place after the name of a clause where its colon is missing."""
    if not text.startswith(header) or header in _WITHOUT_COLON:
        return None
    end = len(header)
    if header in {"award", "define", "example", "invariant"}:
        name = _NAME.match(text, end)
        if name is None:
            return None
        end = name.end()
    return None if text[end:].lstrip()[:1] == ":" else end
