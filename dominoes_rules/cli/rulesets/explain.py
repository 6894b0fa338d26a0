"""`explain`: what a code or a phrase of the language means, and some more pages."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Iterable
from itertools import groupby

from dominoes_rules.authoring import explaining
from dominoes_rules.authoring.explaining import Code, FreePage, Phrase
from dominoes_rules.cli.common import write_json
from dominoes_rules.cli.main import FINE

WIDTH = 80
_PAUSE = re.compile("[.;:] ")
MANY = 6
"""A phrase that may appear in more clauses than this is part of any amount or condition."""


def run(args: argparse.Namespace) -> int:
    """Print the pages on a subject, or without one a list of all pages."""
    subject = " ".join(args.words)
    if not args.words:
        _print_all(args.json)
        return FINE
    pages = explaining.find(subject)
    exact = [page for page in pages if explaining.is_exact(subject, page)]
    if args.json:
        write_json({"subject": subject, "found": [page.as_json() for page in exact or pages]})
        return FINE
    shown = exact or (pages if len(pages) == 1 else [])
    print(
        "\n\n".join(_page(page) for page in shown) or f'"{subject}" appears in these; ask for one'
    )
    rest = [page for page in pages if page not in shown]
    if rest:
        print("\nsee also" if shown else "")
        for page in rest:
            text = page.text if isinstance(page, Phrase | Code) else ""
            print(_row(_marked(page), text, max(len(_marked(entry)) for entry in rest)))
        _print_mark(rest)
    return FINE


def _page(page: Code | Phrase | FreePage) -> str:
    match page:
        case FreePage(text=text):
            return text.rstrip("\n")
        case Code():
            parts = [page.name, _filled(page.text), _filled(page.why.replace("`", '"'))]
            if page.wrong:
                parts += ["Wrong:", _indented(page.wrong)]
            if page.right:
                parts += ["Right:", _indented(page.right)]
            return "\n\n".join(parts)
        case Phrase():
            title = f"{page.name}  ({page.group.lower()})"
            parts = [title, _filled(page.text), _indented(page.example)]
            if page.also:
                parts.insert(1, "also: " + "  ".join(page.also))
            clauses = page.clauses
            if len(clauses) > MANY:
                kind = page.group.lower()
                parts.append(f"may be used wherever {kind} are read, if its facts are known there")
            elif clauses and page.name not in clauses:
                parts.append(_filled("may be used in: " + ", ".join(clauses)))
            if not page.is_built:
                parts.insert(1, "Reserved: this version does not support it yet.")
            return "\n\n".join(parts)


def _marked(page: Code | Phrase | FreePage) -> str:
    """The name of a page, with a mark where this version does not support what it is about."""
    return f"{page.name}*" if isinstance(page, Phrase) and not page.is_built else page.name


def _print_mark(pages: Iterable[Code | Phrase | FreePage]) -> None:
    if any(isinstance(page, Phrase) and not page.is_built for page in pages):
        print("\n* reserved: this version does not support it yet")


def _filled(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def _indented(text: str) -> str:
    return textwrap.indent(text.rstrip("\n"), "    ")


def _row(name: str, text: str, width: int) -> str:
    """A page in one line: its name and its first sentence."""
    line = f"  {name:<{width}}  " + _PAUSE.split(text)[0].rstrip(".")
    return line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"


def _print_all(json: bool) -> None:
    codes, phrases, pages = explaining.codes(), explaining.phrases(), explaining.pages()
    if json:
        write_json(
            {
                "codes": {name: code.text for name, code in codes.items()},
                "words": {name: phrase.text for name, phrase in phrases.items()},
                "reserved": [name for name, phrase in phrases.items() if not phrase.is_built],
                "pages": list(pages),
            }
        )
        return
    print("dominoes-rules explain CODE, or a word of the language, or a page.\n")
    if pages:
        print(f"Pages\n{_listed(list(pages))}\n")
    for group, members in groupby(phrases.values(), key=lambda phrase: phrase.group):
        print(f"{group}\n{_listed([_marked(phrase) for phrase in members])}\n")
    print(f"Codes of findings\n{_listed(list(codes))}")
    _print_mark(phrases.values())


def _listed(names: list[str]) -> str:
    text = "\xa0· ".join(name.replace(" ", "\xa0") for name in names)
    lines = textwrap.wrap(text, WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    return textwrap.indent("\n".join(lines), "  ").replace("\xa0", " ")
