"""All sentences that players read, gathered from where modules and templates say them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from babel.messages.catalog import Catalog
from jinja2.ext import babel_extract

FACE = Path(__file__).parent.parent / "dominoes_rules"
"""The package that speaks to players; the language below it tells by tables of phrases."""
KEYWORDS = {"text": 1, "plural": 2, "marked": 1}
"""The calls that hold sentences of a module, and how many of their arguments these are."""
WORDS_OF_TEMPLATES = ("_", "gettext", "ngettext")
TEMPLATE_OPTIONS = {"trimmed": "true", "trim_blocks": "true", "lstrip_blocks": "true"}
"""As `dominoes_rules/web/markup.py` has them, so that both find the same sentences."""


FOR_TRANSLATORS = "Translators:"
"""How a comment begins that is for them, in the lines before a sentence of a module or a page."""


class NotASentence(Exception):
    """A sentence is put together where it is said, so no catalogue can have it."""


def sentences(face: Path = FACE) -> Catalog:
    """A catalogue of all sentences without translations, in the order of files and their lines.

    Raises `NotASentence`.
    """
    catalogue = Catalog()
    for path in sorted([*face.rglob("*.py"), *face.rglob("templates/*.html")]):
        name = path.relative_to(face.parent).as_posix()
        said = said_by_module(path) if path.suffix == ".py" else said_by_page(path)
        for line, texts, comments in said:
            words = texts if len(texts) > 1 else texts[0]
            catalogue.add(words, locations=[(name, line)], auto_comments=comments)
    return catalogue


Said: TypeAlias = Iterator[tuple[int, tuple[str, ...], list[str]]]
"""Sentences with their lines and comments; two texts are for one and for several."""


def said_by_page(path: Path) -> Said:
    """The sentences of a template."""
    with path.open("rb") as file:
        extracted = babel_extract(file, WORDS_OF_TEMPLATES, (FOR_TRANSLATORS,), TEMPLATE_OPTIONS)
        for line, _, words, comments in extracted:
            texts = (words,) if isinstance(words, str) else words or ()
            if said := tuple(text for text in texts if text):
                yield line, said, comments


def said_by_module(path: Path) -> Said:
    """The sentences of a module. Raises `NotASentence`.

    Babel has a reader of its own that goes by tokens. It takes three times as long, and of
    `text("a" if well else "b")` it makes `ab`.
    """
    source = path.read_bytes()
    if not any(f"{keyword}(".encode() in source for keyword in KEYWORDS):
        return
    lines, gathered = source.decode().splitlines(), set[ast.AST]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node not in gathered:
            count = KEYWORDS.get(getattr(node.func, "attr", "") or getattr(node.func, "id", ""))
            arguments = node.args[:count] if count else []
            if count and any(isinstance(text, ast.JoinedStr | ast.BinOp) for text in arguments):
                raise NotASentence(
                    f"{path}:{node.lineno}: write a sentence as one text, values as {{name}}: "
                    'speech.text("{name} passes", name=name)'
                )
            gathered.update(arguments)
            for texts in _choices(arguments):
                yield node.lineno, texts, _comments(lines[: node.lineno - 1])


def _comments(lines: list[str]) -> list[str]:
    """The comment for translators in the last lines."""
    block = list[str]()
    while lines and lines[-1].strip().startswith("#"):
        block.insert(0, lines.pop().strip().lstrip("# "))
        if block[0].startswith(FOR_TRANSLATORS):
            return [block[0].removeprefix(FOR_TRANSLATORS).strip(), *block[1:]]
    return []


def _choices(arguments: list[ast.expr]) -> Iterator[tuple[str, ...]]:
    """What arguments that are texts, or marked here, may be; a name is marked elsewhere."""
    if len(arguments) == 1 and isinstance(arguments[0], ast.IfExp):
        yield from _choices([arguments[0].body])
        yield from _choices([arguments[0].orelse])
    marked = [
        node.args[0] if isinstance(node, ast.Call) and node.args else node for node in arguments
    ]
    texts = [node.value for node in marked if isinstance(node, ast.Constant)]
    if texts and len(texts) == len(arguments) and all(isinstance(text, str) for text in texts):
        yield tuple(map(str, texts))
