"""From a clause to a tree: the grammar, and what to say where a clause does not follow it."""

from __future__ import annotations

from functools import cache

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.lexer import PatternStr

from dominoes_lang import resources
from dominoes_lang.clauses import ClauseText
from dominoes_lang.diagnostics import Diagnostic
from dominoes_lang.source import Source, Span
from dominoes_lang.vocabulary import CLAUSES, suggestion

MOST_TOKENS = 4000

_PLAIN_NAMES = {
    "WORD": "a name",
    "NUMBER": "a number",
    "TILE": "a tile such as [6|4]",
    "STRING": 'a text in "quotes"',
    "SEAT": "a seat letter",
    "SET": "a tile set such as double-six",
    "TIES": '", ties to"',
    "$END": "the end of the clause",
}


@cache
def parser() -> Lark:
    """The parser of the language, with a start rule for each clause and one for a question.

    The basic lexer matters: it knows every keyword in every place, so that a keyword is a whole
    word (`passs` is no `pass`) and none can serve as a name.
    """
    return Lark(
        resources.bundled("dominoes_lang", "grammar.lark").read_text(encoding="utf-8"),
        start=[*CLAUSES.values(), "question_clause"],
        parser="lalr",
        lexer="basic",
        propagate_positions=True,
        maybe_placeholders=True,
    )


@cache
def keywords() -> dict[str, str]:
    """Every word of the language that is reserved, by the name of its terminal."""
    return {
        terminal.name: terminal.pattern.value
        for terminal in parser().terminals
        if isinstance(terminal.pattern, PatternStr)
    }


def parse(clause: ClauseText, found: list[Diagnostic]) -> Tree[Token] | None:
    """The tree of a clause, or None once the mistake is reported in `found`."""
    span = clause.span
    try:
        interactive = parser().parse_interactive(span.text, start=clause.rule)
        before = ""
        for count, token in enumerate(interactive.iter_parse()):
            if before == "award" and token.isalpha():
                token.type = "WORD"  # no other place reads an award's name, so any word may be one
            before = str(token)
            if count > MOST_TOKENS:
                found.append(
                    Diagnostic(
                        "too-long",
                        f"this clause has more than {MOST_TOKENS:,} words",
                        Span(span.source, span.start, span.start + 1),
                        helps=("name its parts with define, or split it",),
                    )
                )
                return None
        tree = interactive.feed_eof()
    except UnexpectedToken as error:
        found.append(_unexpected(error, span))
        return None
    except UnexpectedCharacters as error:
        found.append(_unreadable(span, error.pos_in_stream or 0))
        return None
    assert isinstance(tree, Tree)
    return tree


def _unreadable(span: Span, offset: int) -> Diagnostic:
    place = Span(span.source, span.start + offset, span.start + offset + 1)
    sign = place.text
    rest = span.text[offset:].split("\n", 1)[0]
    if sign == "[":
        return Diagnostic("bad-tile", "this is not a tile", place, helps=("write a tile as [6|4]",))
    if sign == '"':
        return Diagnostic(
            "open-quote",
            "this text has no closing quote on its line",
            Span(span.source, place.start, place.start + len(rest)),
        )
    helps = ("there are no parentheses; name a part with define",) if sign in "()" else ()
    return Diagnostic("bad-character", f"{sign!r} means nothing here", place, helps=helps)


def _unexpected(error: UnexpectedToken, span: Span) -> Diagnostic:
    token = error.token
    known = keywords()
    accepted = _accepted(error)
    words = [known[name] for name in accepted if name in known and known[name][0].isalpha()]
    expected = _expected(accepted)
    if token.type == "$END":
        end = Span(span.source, span.end - 1, span.end)
        return Diagnostic("unfinished", "this clause stops too early", end, f"expected {expected}")
    start = span.start + (token.start_pos or 0)
    place = Span(span.source, start, start + len(token))
    near = suggestion(str(token), words)
    if token.type == "WORD" or (near and token.type in known):
        ending = f'; did you mean "{near}"?' if near else ""
        return Diagnostic(
            "unknown-word",
            f'"{token}" is not a word I know here{ending}',
            place,
            "" if near else f"expected {expected}",
        )
    if "WORD" in accepted and token.type in known and token.isalpha():
        return Diagnostic(
            "reserved-word",
            f'"{token}" is a word of the language and can\'t be a name here',
            place,
            f"expected {expected}",
            helps=(f'choose another name, for instance "my_{token}"',) if not words else (),
        )
    return Diagnostic("unexpected", f'"{token}" does not fit here', place, f"expected {expected}")


def _accepted(error: UnexpectedToken) -> list[str]:
    """The terminals that can really follow; LALR look-ahead sets name some that can't."""
    state = error.interactive_parser
    names = state.accepts() if state is not None else error.expected
    return sorted(names)


def _expected(accepted: list[str]) -> str:
    known = keywords()
    shown = [_PLAIN_NAMES.get(name) or f'"{known.get(name, name)}"' for name in accepted]
    if len(shown) > 12:
        shown = [*shown[:12], "…"]
    if len(shown) < 2:
        return "".join(shown)
    return ", ".join(shown[:-1]) + (", " if shown[-1] == "…" else " or ") + shown[-1]


def question(text: str) -> ClauseText:
    """A condition typed on its own, as a clause."""
    return ClauseText("question_clause", Span(Source("condition", text), 0, len(text)))
