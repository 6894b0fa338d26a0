"""The pages of `explain`: one for each code, one for each phrase of the language, and others.

The pages are in `explanations/`: `codes.md` has a section for each code, `words.md` one for each
phrase, and `NAME.txt` is a free page. To add a page, add a section or such a file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable

from dominoes_lang.syntax.vocabulary import NEAR, SETS, suggestion
from dominoes_lang.text import resources
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import DominoesError

_BLOCK = re.compile(r"^```rules ?(\w*)\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)
_HEADINGS = {mark: re.compile(rf"^{mark} (.+)\n", re.MULTILINE) for mark in ("#", "##")}
_RESERVED = "Reserved."
_WORD = re.compile(r"'s\b|\.\.|[\w-]+|[^\w\s]")
_SEVERAL = re.compile(r"\b(?!1\b)\d+\b")


@dataclass(frozen=True)
class Code:
    """What the code of a finding means: `wrong` is a file that raises it, `right` the file fixed.

    Both are empty if the text of a single file can't show it.
    """

    name: str
    text: str
    why: str
    wrong: str = ""
    right: str = ""

    def as_json(self) -> dict[str, object]:
        return {"kind": "code", **vars(self)}


@dataclass(frozen=True)
class Phrase:
    """A word or phrase of the language: `example` is a clause of a game that extends `base`."""

    name: str
    group: str
    also: tuple[str, ...]
    text: str
    base: str
    example: str
    is_built: bool = True
    """Whether this version supports it; some words are reserved for later versions."""

    @property
    def words(self) -> frozenset[str]:
        """The language's own words in the phrase; words in capitals are placeholders."""
        shown = " ".join([self.name, *self.also])
        return frozenset(word for word in _WORD.findall(shown) if word == word.lower())

    @property
    def clauses(self) -> list[str]:
        """The clauses that the phrase may appear in."""
        from dominoes_lang.syntax.parse import (
            keywords,
        )  # imported here: nothing else needs the grammar
        from dominoes_lang.syntax.word_places import clauses_with

        known = set(keywords().values())
        parts = [word if word in known else None for word in _WORD.findall(self.name)]
        return clauses_with(parts) if any(parts) else []

    @property
    def whole_example(self) -> str:
        """The example as a file of its own."""
        return f'variant "Example"\nextends "{self.base}"\n{self.example}'

    def as_json(self) -> dict[str, object]:
        return {
            "kind": "word",
            "name": self.name,
            "group": self.group,
            "also": list(self.also),
            "text": self.text,
            "clauses": self.clauses,
            "built": self.is_built,
            "example": self.whole_example,
        }


@dataclass(frozen=True)
class FreePage:
    """A page on a subject that is neither a code nor a word."""

    name: str
    text: str

    def as_json(self) -> dict[str, object]:
        return {"kind": "page", **vars(self)}


class UnknownSubject(DominoesError, ValueError):
    """A subject that `explain` has no page for; the message lists similar ones."""


def _folder() -> Traversable:
    return resources.bundled("dominoes_rules.authoring", "explanations")


def _sections(text: str, mark: str) -> list[tuple[str, str]]:
    """Heading and text of each section whose heading begins with `mark`."""
    sections = _HEADINGS[mark].split(text)
    return list(zip(sections[1::2], sections[2::2], strict=True))


@cache
def codes() -> dict[str, Code]:
    """Every code that has a page, by name."""
    text = (_folder() / "codes.md").read_text("utf-8")
    return {name: _code(name, section) for name, section in _sections(text, "##")}


def _code(name: str, section: str) -> Code:
    text, why = section.split("### ")[0].strip().split("\n\n", 1)
    blocks = [block[2] for block in _BLOCK.finditer(section)]
    return Code(name, _joined(text), _joined(why), *blocks)


@cache
def phrases() -> dict[str, Phrase]:
    """Every word and phrase that has a section, by name."""
    text = (_folder() / "words.md").read_text("utf-8")
    return {
        name: _phrase(name, group, section)
        for group, phrases in _sections(text, "#")
        for name, section in _sections(phrases, "##")
    }


def _phrase(name: str, group: str, section: str) -> Phrase:
    block = _BLOCK.search(section)
    assert block is not None, name
    before = section[: block.start()].strip()
    also: tuple[str, ...] = ()
    if before.startswith("Also: "):
        line, before = before.split("\n", 1)
        also = tuple(line.removeprefix("Also: ").replace(",", " ").split())
    text = before.removeprefix(_RESERVED)
    return Phrase(name, group, also, _joined(text), block[1], block[2], text == before)


@cache
def pages() -> dict[str, FreePage]:
    """Every free page, by name."""
    files = [file for file in _folder().iterdir() if file.name.endswith(".txt")]
    names = sorted(file.name.removesuffix(".txt") for file in files)
    return {name: FreePage(name, (_folder() / f"{name}.txt").read_text("utf-8")) for name in names}


def _joined(text: str) -> str:
    """A paragraph joined into one line, as Markdown reads it."""
    return " ".join(text.split())


def find(subject: str) -> list[Code | Phrase | FreePage]:
    """The pages on a subject, the page of exactly this name first.

    Raises `UnknownSubject`.
    """
    asked = " ".join(subject.split())
    exact: list[Code | Phrase | FreePage] = [
        *(page for page in (codes().get(asked.lower()), pages().get(asked.lower())) if page),
        *(phrase for phrase in phrases().values() if _is(phrase, asked)),
    ]
    wanted = _WORD.findall(asked)
    holds = [phrase for phrase in phrases().values() if wanted and _holds(phrase, wanted)]
    pages_found = [*exact, *(phrase for phrase in holds if phrase not in exact)]
    if not pages_found:
        raise UnknownSubject(_unknown(asked))
    return pages_found


@cache
def _by_name() -> dict[str, Phrase]:
    return {
        _numberless(name): page for page in phrases().values() for name in (page.name, *page.also)
    }


def phrase(words: str) -> Phrase | None:
    """The page on exactly this phrase, with one space between its words."""
    return _by_name().get(_numberless(words))


def is_exact(subject: str, page: Code | Phrase | FreePage) -> bool:
    """Whether a page has exactly this name, and does not merely mention it."""
    asked = " ".join(subject.split())
    return page.name == asked.lower() or (isinstance(page, Phrase) and _is(page, asked))


def _is(phrase: Phrase, asked: str) -> bool:
    known = {_numberless(name) for name in (phrase.name, *phrase.also)}
    return _numberless(asked) in known or (phrase.name == "double-six" and asked.lower() in SETS)


def _numberless(text: str) -> str:
    """A phrase with N for every number but 1."""
    return _SEVERAL.sub("n", text.lower())


def _holds(phrase: Phrase, wanted: list[str]) -> bool:
    """Whether the words appear in a phrase, one after the other."""
    words = _WORD.findall(phrase.name)
    size = len(wanted)
    lower = [word.lower() for word in wanted]
    return any(words[at : at + size] == lower for at in range(len(words) - size + 1)) or (
        size == 1 and lower[0] in phrase.words
    )


def _unknown(asked: str) -> str:
    names = {name.lower(): name for name in [*codes(), *pages(), *phrases()]}
    words = {word: word for phrase in phrases().values() for word in phrase.words}
    near = NEAR.get(asked.lower()) or suggestion(asked, {**words, **names})
    hint = f'; did you mean "{names.get(near, near)}"?' if near else ""
    ending = hint or "; `dominoes-rules explain` lists all of them"
    return f'there is no explanation of "{short(asked, 60)}"{ending}'
