"""From a text to its clauses: a file is split at the left margin."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from dominoes_lang.syntax.vocabulary import (
    CLAUSES,
    HEADERS,
    NEAR_CLAUSES,
    PARTS,
    UNIQUE_BY_NAME,
    is_sure,
    one_slip,
    suggestion,
)
from dominoes_lang.text.diagnostics import Diagnostic, Edit, Fix, did_you_mean
from dominoes_lang.text.quoting import short
from dominoes_lang.text.source import Source, Span

MOST_CLAUSES = 500
MOST_FINDINGS = 100

_HEADER = re.compile(
    r"(?:(?:first|next)[^\S\n]+opener|tile[^\S\n]+value|[^\s:=\"#]+)", re.IGNORECASE
)
_OF_TWO_WORDS = frozenset(words for words in CLAUSES if " " in words)
_SEVERAL_WORDS = re.compile(r"[^\W\d]+(?:[ \t]+[^\W\d]+){1,3}(?=[ \t]*[:=])")
_PROSE = re.compile(
    r"(?!(?:\w+[ \t]+){0,2}\w+[ \t]*[:=\"])(?=[^\n#]*[^\W\d])"
    r"(?:[^\s:=\"{}]+[ \t]+){2,}[^\s:=\"{}]+"
)
"""Three words or more, and no sign among the first that would make them a clause."""
_SENTENCE = re.compile(r"(?:[^\s:=]+[ \t]+){3}(?=\S)[^\n:=]*[.!?][ \t]*(?:\n|$)")
_STRAY = re.compile(r"^[ \t]+[^\s#].*$", re.MULTILINE)
_NAME = re.compile(r"[^\W\d]\w*")
_NOT_VALUES = re.compile(r"(?<=\w)\s+one\s+of\b|(?<=\w)\s+from\s+[0-9]+\s+to\s+[0-9]+|#[^\n]*")
_SPACED = re.compile(r"(parameter|define)[ \t]+([^\W\d]\w*(?:[ \t]+[^\W\d]\w*){1,3})[ \t]*[:=]")
"""A name of several words, which is one with "_" between them."""
_NAMED = re.compile(r"\w+(?:\s|#[^\n]*\n)+(\"[^\"\n]*\"|[^\s:=\"#][^\s:=\"]*)")
_PLAIN_CLAUSES = "|".join(
    re.escape(words).replace(r"\ ", r"[ \t]+")
    for words in CLAUSES
    if words not in UNIQUE_BY_NAME | {"variant", "extends"}
)
_INDENTED_HEADER = re.compile(
    rf"[ \t]+(?!(?:domino|blocked)[ \t]*:(?![ \t]*when\b))"  # a row that lacks its "when"
    rf"(?:(?:{_PLAIN_CLAUSES})[ \t]*:|(?:award|define)[ \t]+\w+[ \t]*:"
    r"|parameter[ \t]+\w+[ \t]*="
    r"|(?:variant|extends|note|invariant|example)[ \t]*\"|without[ \t]+award\b)"
)


@dataclass(frozen=True)
class _Foreign:
    """A beginning of a line in another language, with a replacement for its first group."""

    pattern: re.Pattern[str]
    text: str
    title: str

    def clause(
        self, span: Span, match: re.Match[str], findings: list[Diagnostic]
    ) -> ClauseText | None:
        """Report the line; returns the clause that was meant."""
        word_span = Span(span.source, span.start + match.start(1), span.start + match.end(1))
        message = f'unknown clause "{short((match[1] or match[0]).split()[0])}"'
        fix = Fix(self.title, (Edit(word_span, self.text),))
        findings.append(Diagnostic("unknown-clause", message, word_span, fixes=(fix,)))
        rule = CLAUSES.get(self.text.strip())
        return ClauseText(rule, span, True, self.text, match.end(1)) if rule else None


_FOREIGN = (
    _Foreign(re.compile(r"((?:`{3,}+|~{3,}+)[^\n]*)"), "", "leave out the fence around the rules"),
    _Foreign(re.compile(r"([=_~]{3,}|<!--)"), "#", "begin a comment with #"),
    _Foreign(re.compile(r"()\[[^\W\d][^\]\n]*\][ \t]*(?:\n|$)"), "# ", "begin a comment with #"),
    _Foreign(
        re.compile(r"(//+|/\*+|--+|;+(?=[ \t])|%+(?=[ \t])|'(?=[ \t])|\*+(?=[ \t/]))"),
        "#",
        "begin a comment with #",
    ),
    _Foreign(re.compile(r"([{}][;,]?)"), "", "leave out the brace"),
    _Foreign(
        re.compile(
            r"((?:int|let|const|var|final|number|param|set)[ \t]+)"
            r"\w+[ \t]*=(?![ \t]*[^\W\d]\w*[ \t]+[^\W\d])"
        ),
        "parameter ",
        'write "parameter" before its name',
    ),
    _Foreign(
        re.compile(r"((?:let|const|var|set)[ \t]+)\w+[ \t]*="),
        "define ",
        'write "define" before its name',
    ),
    _Foreign(
        re.compile(
            r"((?:set|let|option|change)[ \t]+)"
            r"[^\W\d]\w*[ \t]+(?:(?:to|is)[ \t]+)?(?:\d|yes\b|no\b|\[)"
        ),
        "parameter ",
        'write "parameter" before its name',
    ),
    _Foreign(
        re.compile(r"((?:remove|delete|drop|omit|no)[ \t]+)(?=(?:award|invariant|match)\b)"),
        "without ",
        'write "without"',
    ),
    _Foreign(re.compile(r"()\w+[ \t]*=(?!=)"), "parameter ", 'write "parameter" before its name'),
    _Foreign(
        re.compile(
            r"((?:(?:based|built|modelled)[ \t]+(?:up)?on|inherit(?:s|ed)?[ \t]+from|derive[sd]?"
            r"[ \t]+from|variant[ \t]+of|same[ \t]+as|like|from|uses?)[ \t]*(?::[ \t]*)?)(?=[\"'“])"
        ),
        "extends ",
        'write "extends"',
    ),
)
_CONTINUES = re.compile(
    r"(?:(?:\d+[.)]|[-*•·])[ \t]+)?"
    r"(?:(?:or|and|when|otherwise|given|then|again|to|ties|play|draw|pass)(?![\w:])"
    r"|otherwise[ \t]*:)"
)
_SETTING = re.compile(
    r"([^\W\d]\w{0,39})[ \t]*:[ \t]*(\d{1,6}|yes|no|\[\d+\|\d+\])[ \t]*(?:#|$)", re.MULTILINE
)
"""A name and one value, as other languages set a parameter."""
_HEADED = re.compile(r"[^\W\d]\w*(?:[ \t]+[^\W\d]\w*)?[ \t]*[:=\"]|[^\w\[]")


_TAG = r"(?:</?(?:b|i|u|p|em|strong|code|span)>)"
_TAGS = re.compile(_TAG)
_SIGNS = rf"(?:[*_`\"'“”‘’|]|{_TAG})*+"
_DECORATED = re.compile(
    rf"(?P<before>(?:(?:[-*+•·–—>|]|\d++[.)])[ \t]*+)*+{_SIGNS})"
    rf"(?P<name>(?:{_PLAIN_CLAUSES}|(?:award|define|parameter)[ \t]+\w++)"
    rf"(?P<within>{_SIGNS})[ \t]*[:=](?P<after>(?:[*_`]+|{_TAG}++)?)"
    r"|(?<![\"'“”])(?:variant|extends|note|invariant|example)[ \t]*(?=\")|without[ \t]+award\b)",
    re.IGNORECASE,
)
"""A clause with the signs of a list, a quotation or emphasis around its name."""


@dataclass(frozen=True)
class ClauseText:
    """The text of one clause, and the start rule of the grammar that reads it."""

    rule: str
    span: Span
    misnamed: bool = False
    """Whether the header is only near one: the clause can't be read, and is not missing either."""
    header: str = ""
    """The header as it should be written, where it is not; as long as the one that is there,
    unless the clause is misnamed."""
    header_end: int = 0
    """Where the written header ends."""
    defines: frozenset[str] = frozenset()
    """The names of the defines that it may read."""
    names: frozenset[str] = frozenset()
    """All names that it may read, with those of parameters and the words these may be set to."""
    counterclockwise: bool = False
    """Whether the next player sits on the right."""

    @property
    def text(self) -> str:
        """The text of the clause with its header as it should be."""
        return self.header + self.span.text[self.header_end :] if self.header else self.span.text

    @property
    def key(self) -> str:
        """Its identity in its file, as far as its text can be read: `turn`, `award hand`."""
        header = HEADERS[self.rule]
        if header not in UNIQUE_BY_NAME:
            return header
        if header == "without":
            return " ".join(self.text.split()[:3])
        spaced, named = _SPACED.match(self.text), _NAMED.match(self.text)
        if spaced:
            return f"{header} {'_'.join(spaced[2].split())}"
        name = named[1].strip('" ') if named else ""
        return f"{header} {name}"


def split(
    source: Source, findings: list[Diagnostic], inherited: frozenset[str] = frozenset()
) -> list[ClauseText]:
    """The clauses of a source, in order; anything else is reported in `findings`.

    They may read what the source declares, and what is `inherited`, as `declared` gives it.
    """
    return with_names(parted(source, findings), inherited)


def parted(source: Source, findings: list[Diagnostic]) -> list[ClauseText]:
    """The clauses of a source, likewise, before it is known which names they may read."""
    starts = _starts(source, findings)
    clauses: list[ClauseText] = []
    before_first = source.text[: starts[0]] if starts else source.text
    stray = _STRAY.search(before_first)
    if stray:
        findings.append(
            Diagnostic(
                "stray-text",
                "an indented line continues the clause above, but there is none",
                Span(source, stray.start() + len(stray[0]) - len(stray[0].lstrip()), stray.end()),
                helps=("begin the clause at the left margin",),
            )
        )
    for start, end in pairwise([*starts, len(source.text)]):
        text = source.text[start:end]
        indent = len(text) - len(text.lstrip(" \t"))
        whole = Span(source, start + indent, start + len(_without_remarks(text)))
        clause = _clause(whole, indent, findings)
        if clause:
            clauses.append(clause)
        if len(clauses) > MOST_CLAUSES:
            message = f"a rules file has at most {MOST_CLAUSES} clauses"
            findings.append(Diagnostic("too-long", message, whole))
        if len(findings) > MOST_FINDINGS or len(clauses) > MOST_CLAUSES:
            break
    return clauses


def with_names(
    clauses: Sequence[ClauseText], inherited: frozenset[str] = frozenset()
) -> list[ClauseText]:
    """The clauses of a source with the names that they may read."""
    keys = inherited | declared(clauses)
    names = frozenset(key.partition(" ")[2] for key in keys)
    defines = frozenset(key.partition(" ")[2] for key in keys if key.startswith("define "))
    stated = [clause.text for clause in clauses if clause.rule == CLAUSES["direction"]]
    turned = "counterclockwise" in stated[-1] if stated else "direction" in inherited
    return [
        replace(clause, defines=defines, names=names, counterclockwise=turned) for clause in clauses
    ]


def declared(clauses: Iterable[ClauseText]) -> frozenset[str]:
    """The names that some clauses declare: `define blocker`, `parameter tie_rule`.

    What a parameter may be set to is among them, as `parameter redraw`, and `direction` where play
    goes counterclockwise.
    """
    keys: set[str] = set()
    for clause in clauses:
        if clause.rule == CLAUSES["define"]:
            keys.add(clause.key)
        elif clause.rule == CLAUSES["parameter"]:
            _, _, values = clause.text.split('"')[0].partition("=")
            words = _NAME.findall(_NOT_VALUES.sub(" ", values))
            keys.update((clause.key, *(f"parameter {word}" for word in words)))
    names = {key for key in keys if _NAME.fullmatch(key.partition(" ")[2])}
    return frozenset(names | {"direction" for clause in clauses if clause.counterclockwise})


def begins_clause(line: str) -> bool:
    """Whether an indented line reads as the beginning of a clause."""
    return _INDENTED_HEADER.match(line) is not None


def _starts(source: Source, findings: list[Diagnostic]) -> list[int]:
    """Where each clause begins."""
    starts: list[int] = []
    outside: list[int] = []
    start = 0
    for line in source.text.split("\n"):
        if not line.strip() or line.lstrip()[0] == "#":
            pass
        elif line[0].isspace():
            # A line that reads like a clause begins one even where it is indented by mistake: so
            # one slip of the space bar is one message, and the clause still counts.
            if begins_clause(line):
                starts.append(start)
        elif starts and _continues(line, source.text[starts[-1] : start]):
            outside.append(start)
        else:
            starts.append(start)
        start += len(line) + 1
    for _, lines in groupby(outside, lambda line: bisect(starts, line)):
        findings.append(_not_indented(source, list(lines)))
    return starts


def _continues(line: str, above: str) -> bool:
    """Whether a line at the left margin reads as if it belonged to the clause above."""
    if _CONTINUES.match(line):
        return True
    waits = _without_remarks(above).endswith((":", ","))
    return waits and not _HEADED.match(line)


def _not_indented(source: Source, lines: list[int]) -> Diagnostic:
    """What is wrong with lines at the left margin that belong to one clause."""
    text = source.text[lines[0] :].split("\n", 1)[0]
    words = _CONTINUES.match(text)
    first = (words[0] if words else text.split()[0]).rstrip(" \t:")
    lines_named = "line so that it continues" if len(lines) == 1 else "lines so that they continue"
    edits = tuple(Edit(Span(source, line, line), "    ") for line in lines)
    return Diagnostic(
        "not-indented",
        f'"{short(first)}" at the left margin would begin a clause',
        Span(source, lines[0], lines[0] + len(first)),
        fixes=(Fix(f"indent the {lines_named} the clause above", edits),),
    )


def _without_remarks(text: str) -> str:
    """The text of a clause up to the last line that is not a comment."""
    lines = text.split("\n")
    while lines and (not lines[-1].strip() or lines[-1].lstrip()[0] == "#"):
        lines.pop()
    return "\n".join(lines).rstrip()


def _clause(span: Span, indent: int, findings: list[Diagnostic]) -> ClauseText | None:
    header = _HEADER.match(span.text)
    words = " ".join(header[0].split()) if header else span.text[:1]
    head = Span(span.source, span.start, span.start + max(1, header.end() if header else 1))
    written, near, sure = _name_meant(span.text, words)
    if near != words:
        words = written
        head = Span(span.source, span.start, max(head.end, span.start + len(written)))
        decorated = _DECORATED.match(span.text)
        if decorated and any(decorated.group("before", "within", "after")):
            return _undecorated(span, decorated, findings)
        for habit in _FOREIGN:
            match = habit.pattern.match(span.text)
            if match:
                return habit.clause(span, match, findings)
        prose = _SENTENCE.match(span.text) or (near is None and _PROSE.match(span.text))
        if prose:
            findings.append(_stray_prose(span))
            return None
        setting = None if sure else _SETTING.match(span.text)
        findings.append(
            Diagnostic(
                "unknown-clause",
                f'unknown clause "{short(words)}"{did_you_mean(near)}',
                head,
                asked=near or "",
                helps=(PARTS[words.lower()],)
                if words.lower() in PARTS
                else (f'a parameter is set by "parameter {setting[1]} = {setting[2]}"',)
                if setting
                else (
                    "a line at the left margin begins a clause: " + ", ".join(CLAUSES),
                    "indent the line if it belongs to the clause above",
                )
                if not near
                else (),
                fixes=(Fix(f'write "{near}"', (Edit(head, near),)),) if near and sure else (),
            )
        )
        if near is None:
            return None
        capitals = near == words.lower()
        meant = head.text.lower() if capitals else near
        return ClauseText(CLAUSES[near], span, not capitals, meant, len(head.text))
    if indent:
        findings.append(
            Diagnostic(
                "indented-clause",
                f'"{words}" is indented, so it would continue the clause above',
                head,
                fixes=(
                    Fix(
                        "begin the clause at the left margin",
                        (Edit(Span(span.source, span.start - indent, span.start), ""),),
                    ),
                ),
            )
        )
    return ClauseText(CLAUSES[words], span)


def _name_meant(text: str, words: str) -> tuple[str, str | None, bool]:
    """What is written as the name of a clause, the name that is meant, and whether that is sure.

    Several words up to a colon are one name, if they mean one together.
    """
    several = _SEVERAL_WORDS.match(text)
    if several is not None:
        phrase = " ".join(several[0].lower().split())
        if phrase in NEAR_CLAUSES:
            return several[0], NEAR_CLAUSES[phrase], False
        turned = " ".join(reversed(phrase.split()))
        near = turned if turned in _OF_TWO_WORDS else suggestion(phrase, _OF_TWO_WORDS, {})
        if words not in CLAUSES and near is not None and phrase.count(" ") == 1:
            slips = zip(phrase.split(), near.split(), strict=True)
            sure = all(word == meant or one_slip(word, meant) for word, meant in slips)
            return several[0], near, sure or near == turned
    if words in CLAUSES:
        return words, words, True
    if words.lower() in PARTS:
        return words, None, False
    near = suggestion(words, CLAUSES, NEAR_CLAUSES)
    return words, near, near is not None and is_sure(words, near, CLAUSES)


def _undecorated(
    span: Span, decorated: re.Match[str], findings: list[Diagnostic]
) -> ClauseText | None:
    """Report the signs around the name of a clause; returns the clause without them."""
    signs = [
        Span(span.source, span.start + decorated.start(part), span.start + decorated.end(part))
        for part in ("before", "within", "after")
        if decorated[part]
    ]
    findings.append(
        Diagnostic(
            "unexpected",
            f'"{short(signs[0].text.strip())}" is not expected around the name of a clause',
            signs[0],
            fixes=(Fix("leave it out", tuple(Edit(sign, "") for sign in signs)),),
        )
    )
    name = _TAGS.sub("", decorated["name"].lower()).split()
    words = " ".join(name[:2]).rstrip(":=*_`\"'“”‘’ ")
    rule = CLAUSES.get(words) or CLAUSES.get(words.partition(" ")[0])
    assert rule is not None
    inner = Span(span.source, span.start + decorated.end("before"), span.end)
    return ClauseText(rule, inner, misnamed=len(signs) > 1 or not decorated["before"])


def _stray_prose(span: Span) -> Diagnostic:
    """What is wrong with a sentence at the left margin."""
    line = span.text.split("\n", 1)[0].rstrip()
    return Diagnostic(
        "unknown-clause",
        "this line is no clause",
        Span(span.source, span.start, span.start + len(line)),
        helps=('begin a remark with "#"; for the rule sheet write note "We play on Sundays."',),
    )
