"""How a rules file is coloured: patterns made from the words of the grammar, for any editor.

They are tried in order at each place of a line, as Pygments and TextMate grammars both do. Only
what the regular expressions of Python, Oniguruma and JavaScript have in common is used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from dominoes_lang.syntax.vocabulary import CLAUSES, SETS
from dominoes_lang.text import resources

_QUOTED = re.compile(r'"([a-z]+)"')
_NAME = re.compile(r"^WORD: */(.*)/$", re.MULTILINE)
GROUPS: dict[str, frozenset[str]] = {
    "joiner": frozenset("when otherwise or else then and not given".split()),
    "action": frozenset("play plays draw draws pass passes discard discards redeal".split()),
    "who": frozenset(
        "mover finisher opener winner nobody everyone lot player players side holder partner "
        "opponents them they their each any".split()
    ),
    "constant": frozenset({"yes", "no"}),
}
"""Words with colours of their own; all others of the language are plain `word`s."""


@dataclass(frozen=True)
class Pattern:
    """A regular expression with the sort of each of its groups, or of the whole if it has none."""

    regex: str
    sorts: tuple[str, ...]


@cache
def words() -> frozenset[str]:
    """Every word that the grammar writes in quotes. Reads the grammar without building a parser."""
    rules = (line.split("//")[0] for line in _grammar().split("\n"))
    return frozenset(word for line in rules for word in _QUOTED.findall(line))


def _grammar() -> str:
    return resources.bundled("dominoes_lang.syntax", "grammar.lark").read_text(encoding="utf-8")


def name() -> str:
    """The regular expression of a name: its first letter, and then those and digits."""
    match = _NAME.search(_grammar())
    assert match is not None
    return match[1]


@cache
def patterns() -> tuple[Pattern, ...]:
    """The patterns in the order in which they are tried; blanks match none of them."""
    headers = sorted(CLAUSES, key=len, reverse=True)
    header = "|".join(name.replace(" ", "[ \\t]+") for name in headers)
    word = name()
    end = f"(?!{word[word.index('][') + 1 : -1]})"
    plain = words() - frozenset().union(*GROUPS.values())
    return (
        Pattern(r"#[^\n]*", ("comment",)),
        Pattern(r'"[^"\n]*"', ("string",)),
        Pattern(
            rf"^(without[ \t]+award|parameter|define|award)([ \t]+)({word}){end}",
            ("clause", "blank", "name"),
        ),
        Pattern(rf"^(?:{header}){end}", ("clause",)),
        Pattern(r"\[[ \t]*[0-9]+[ \t]*\|[ \t]*[0-9]+[ \t]*\]", ("tile",)),
        Pattern(rf"(?:{_any(SETS)}){end}", ("set",)),
        *(Pattern(rf"(?:{_any(group)}){end}", (sort,)) for sort, group in GROUPS.items()),
        Pattern(rf"(?:{_any(plain)}){end}", ("word",)),
        Pattern(rf"[A-J]{end}", ("seat",)),
        Pattern(word, ("name",)),
        Pattern(r"[0-9]+", ("number",)),
        Pattern(rf"'s{end}", ("word",)),
        Pattern(r"\.\.|[-+*/=]", ("operator",)),
        Pattern(r"[:,]", ("punctuation",)),
    )


def _any(names: object) -> str:
    """A regular expression for any of some words, the longer ones first."""
    assert isinstance(names, frozenset | dict)
    return "|".join(sorted(names, key=lambda name: (-len(name), name)))
