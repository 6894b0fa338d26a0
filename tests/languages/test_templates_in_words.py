"""No template has a plain word that is not translated, in any of its branches."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from jinja2 import Environment

import dominoes_rules.web
from tests.languages.shown_texts import plain_texts

TEMPLATES = sorted((Path(dominoes_rules.web.__file__).parent / "templates").glob("*.html"))
KNOWN = ("CSV", "QR", "block A:66.61.22.24.20.43.50/B:x7 opener:A play:66")
"""What is the same in all languages: names of formats, and a position."""
READER = Environment(extensions=["jinja2.ext.i18n"], trim_blocks=True, lstrip_blocks=True)
VALUE = "0"
IN_A_CALL = {"(", ",", "[", "{", "==", "!=", "in"}
"""What is before a text that is an argument, a key or compared, and so not shown."""


def shown(source: str) -> str:
    """A template as it is written, less its sentences, with a value for each expression."""
    html, tokens, is_translated = list[str](), list[str](), False
    for _, kind, text in READER.lex(source):
        if kind in {"block_begin", "variable_begin"}:
            tokens = [""]
        elif kind == "data" and not is_translated:
            html.append(text)
        elif kind == "block_end" and tokens[1] in {"trans", "endtrans"}:
            is_translated = tokens[1] == "trans"
        elif kind == "variable_end" and not is_translated:
            texts = [
                token[1:-1]
                for before, token in pairwise(tokens)
                if token[0] in "\"'" and before not in IN_A_CALL
            ]
            html.append(f" {' '.join(texts)} " if texts else VALUE)
        elif kind not in {"data", "whitespace"}:
            tokens.append(text)
    return "".join(html)


def test_templates_say_nothing_that_is_not_translated() -> None:
    left = [
        f"{path.name}: {text}"
        for path in TEMPLATES
        for text in plain_texts(shown(path.read_text("utf-8")), KNOWN)
    ]
    if left:
        pytest.fail("\n".join(left), pytrace=False)
