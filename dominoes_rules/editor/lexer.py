"""Colours for rules files where Pygments is: Sphinx, MkDocs, notebooks, `pygmentize`."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import (
    Comment,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
    _TokenType,
)

from dominoes_lang.format import highlighting

SORTS: dict[str, _TokenType] = {
    "comment": Comment.Single,
    "string": String.Double,
    "clause": Keyword.Declaration,
    "blank": Whitespace,
    "name": Name.Variable,
    "tile": Literal,
    "set": Keyword.Constant,
    "joiner": Keyword.Reserved,
    "action": Name.Function,
    "who": Name.Builtin,
    "constant": Keyword.Constant,
    "word": Keyword,
    "seat": Name.Builtin.Pseudo,
    "number": Number.Integer,
    "operator": Operator,
    "punctuation": Punctuation,
}
"""What Pygments calls each sort of a word."""


def _rules() -> list[tuple[object, ...]]:
    rules: list[tuple[object, ...]] = [(r"\s+", Whitespace)]
    for pattern in highlighting.patterns():
        kinds = [SORTS[sort] for sort in pattern.sorts]
        rules.append((pattern.regex, kinds[0] if len(kinds) == 1 else bygroups(*kinds)))
    return rules


class RulesLexer(RegexLexer):
    """The lexer of rules files, made from the words of the grammar."""

    name = "Dominoes rules"
    aliases: ClassVar[list[str]] = ["dominoes-rules", "rules"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    mimetypes: ClassVar[list[str]] = ["text/x-dominoes-rules"]
    url = ""
    tokens: ClassVar[dict[str, list[tuple[object, ...]]]] = {"root": _rules()}

    @staticmethod
    def analyse_text(text: str) -> float:
        """How sure it is that a text is a rules file: udev has files of the same ending."""
        return 0.8 if text.lstrip().startswith('variant "') else 0.0
