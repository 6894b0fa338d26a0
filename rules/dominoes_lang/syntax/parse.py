"""From a clause to a tree: the grammar, and the error where a clause does not follow it."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.lexer import PatternStr

from dominoes_lang.syntax import parser_cache
from dominoes_lang.syntax.clauses import ClauseText
from dominoes_lang.syntax.naming import as_read
from dominoes_lang.syntax.vocabulary import (
    CLAUSES,
    NEAR,
    NEEDLESS,
    NUMBERS,
    OF_CONSTANTS,
    SIGNS,
    UNIQUE_BY_NAME,
    is_sure,
    suggestion,
)
from dominoes_lang.text import resources
from dominoes_lang.text.diagnostics import Diagnostic, Edit, Fix, did_you_mean
from dominoes_lang.text.quoting import short
from dominoes_lang.text.source import Source, Span

MOST_TOKENS = 4000
MOST_EXPECTED = 9

_CONTRACTION = re.compile(r"\w+n['’]t\b")
_DIGITS = re.compile("[0-9]+")
_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_BLANKS = re.compile(rf"[{_UNSEEN}]|(?![ \t\r\n])\s")
_NAMES = frozenset({"WORD", "NUMBER", "TILE", "YES", "NO"})
_CONSTANTS = frozenset({"WORD", "NUMBER", "PLAYERS"})
"""How amounts begin that are made of numbers and parameters."""
_JOINERS = frozenset({"and", "or", "otherwise", "then", "to", "when"})
_LIKELY = ("IS", "HAS", "HOLDS", "CAN", "AND", "OR")

_WORD = re.compile(r"[^\W\d]\w*")
_IN_PARTS = re.compile(rf"{_WORD.pattern}(?:(?:[ \t]+|-)\w+){{1,3}}")
_BETWEEN = re.compile(r"[ \t]+|-")
_PLAIN_NAMES = {
    "WORD": "a name",
    "NUMBER": "a number",
    "TILE": "a tile such as [6|4]",
    "STRING": 'a text in "quotes"',
    "SEAT": "a seat letter",
    "SET": "a tile set such as double-six",
    "TIES": '", ties to"',
    "GO": '"go on"',
    "$END": "the end of the clause",
}


@cache
def parser() -> Lark:
    """The parser of the language, with a start rule for each clause and one for a question.

    The basic lexer matters: it knows every keyword in every place, so that a keyword is a whole
    word (`passs` is not `pass`). Which of them are names, `naming.py` says.
    """
    grammar = resources.bundled("dominoes_lang.syntax", "grammar.lark").read_text(encoding="utf-8")
    starts = [*CLAUSES.values(), "question_clause"]
    lark = parser_cache.parser_of((grammar, *starts))
    if lark is not None:
        return lark
    lark = Lark(
        grammar,
        start=starts,
        parser="lalr",
        lexer="basic",
        propagate_positions=True,
        maybe_placeholders=True,
    )
    parser_cache.keep((grammar, *starts), lark)
    return lark


@cache
def keywords() -> dict[str, str]:
    """Every word of the language, by the name of its terminal."""
    return {
        terminal.name: terminal.pattern.value
        for terminal in parser().terminals
        if isinstance(terminal.pattern, PatternStr)
    }


@dataclass(frozen=True)
class Mistake:
    """Why a clause cannot be parsed."""

    diagnostic: Diagnostic
    meant: str | None = None
    """The word that was certainly meant."""
    fixable: bool = True
    """Whether it is worth looking for a fix."""
    beyond: int = 0
    """How far behind the word at fault the first sign is that does not follow the grammar."""


def parse(clause: ClauseText) -> Tree[Token] | Mistake:
    """The tree of a clause, or its first mistake."""
    read: list[Token] = []
    try:
        return _tree(clause.text, clause, read)
    except _TooLong:
        return Mistake(_too_long(clause.span), fixable=False)
    except UnexpectedToken as error:
        if error.token.type != "$END":
            read.pop()
        return _unexpected(error.token, read, clause)
    except UnexpectedCharacters as error:
        return Mistake(_unreadable(clause, error.pos_in_stream or 0))


class _TooLong(Exception):
    """A clause with too many words."""


def _tree(text: str, clause: ClauseText, read: list[Token]) -> Tree[Token]:
    """The tree of a clause with this text; `read` gets the tokens up to the first that is wrong."""
    interactive = parser().parse_interactive(text, start=clause.rule)
    tokens: list[Token] = []
    unreadable: UnexpectedCharacters | None = None
    try:
        lexed = interactive.lexer_thread.lex(interactive.parser_state)
        tokens.extend(islice(lexed, MOST_TOKENS + 1))
        tokens.append(Token("$END", ""))
    except UnexpectedCharacters as error:  # what is before it may be wrong as well
        unreadable = error
    for token in as_read(tokens, clause, interactive):
        if token.type == "$END":
            break
        read.append(token)
        if len(read) > MOST_TOKENS:
            raise _TooLong
        interactive.feed_token(token)
    if unreadable is not None:
        raise unreadable
    tree = interactive.feed_eof()
    assert isinstance(tree, Tree)
    return tree


def first_mistake(text: str, clause: ClauseText) -> int | None:
    """The offset at which a clause's text stops making sense, at most its end; None for nowhere."""
    try:
        _tree(text, clause, [])
    except _TooLong:
        return 0
    except UnexpectedToken as error:
        return len(text) if error.token.type == "$END" else error.token.start_pos or 0
    except UnexpectedCharacters as error:
        return error.pos_in_stream or 0
    return None


def tokens_read(clause: ClauseText) -> list[Token]:
    """The words of a clause, names with the type of one, up to the first that makes no sense."""
    read: list[Token] = []
    with suppress(_TooLong, UnexpectedCharacters, UnexpectedToken):
        _tree(clause.text, clause, read)
    return read


def following(clause: ClauseText) -> frozenset[str]:
    """What may follow the text of a clause: words of the language, and kinds such as `TILE`.

    The kinds are in capitals. Nothing may follow a text that makes no sense by itself.
    """
    read: list[Token] = []
    try:
        _tree(clause.text, clause, read)
    except UnexpectedToken as error:
        if error.token.type != "$END":
            return frozenset()
    except (_TooLong, UnexpectedCharacters):
        return frozenset()
    known, may = keywords(), _accepted(read, clause)
    amounts = _phrases()["an amount"]
    if clause.rule in OF_CONSTANTS and amounts <= may:
        may -= amounts - _CONSTANTS
    return frozenset(known.get(name, name) for name in may)


def words(clause: ClauseText) -> list[Token]:
    """The words and signs of a clause that `parse` has read, comments left out."""
    interactive = parser().parse_interactive(clause.span.text, start=clause.rule)
    return list(interactive.lexer_thread.lex(interactive.parser_state))


def _too_long(span: Span) -> Diagnostic:
    return Diagnostic(
        "too-long",
        f"this clause has more than {MOST_TOKENS:,} words",
        Span(span.source, span.start, span.start + 1),
        helps=("name its parts with define, or split it",),
    )


def _unreadable(clause: ClauseText, offset: int) -> Diagnostic:
    span = clause.span
    sign_span = Span(span.source, span.start + offset, span.start + offset + 1)
    sign = sign_span.text
    rest = span.text[offset:].split("\n", 1)[0]
    if sign == "[":
        end = rest.find("]") + 1
        whole = Span(span.source, sign_span.start, sign_span.start + max(1, end))
        halves = _DIGITS.findall(whole.text)
        if len(halves) == 1 and len(halves[0]) == 2:
            halves = list(halves[0])
        sure = len(halves) == 2 and end > 0
        meant = f"[{halves[0]}|{halves[1]}]" if sure else "[6|4]"
        title = f"write it as {meant}"
        if sure:
            fixes = (Fix(title, (Edit(whole, meant),)),)
            return Diagnostic("bad-tile", "this is not a tile", whole, fixes=fixes)
        return Diagnostic("bad-tile", "this is not a tile", whole, helps=(title,))
    if sign == '"':
        end = sign_span.start + len(rest.rstrip())
        title = "end it with a quote"
        sure = clause.rule in {"variant_clause", "extends_clause"} and len(rest.strip()) > 1
        fix = Fix(title, (Edit(Span(span.source, end, end), '"'),))
        return Diagnostic(
            "open-quote",
            "this text has no closing quote on its line",
            Span(span.source, sign_span.start, sign_span.start + len(rest)),
            helps=() if sure else (title,),
            fixes=(fix,) if sure else (),
        )
    if sign.isspace() or sign in _UNSEEN:
        edits = tuple(
            Edit(Span(span.source, at, at + 1), " " if span.source.text[at].isspace() else "")
            for at in (span.start + blank.start() for blank in _BLANKS.finditer(span.text))
        )
        kind = "kind of space" if sign.isspace() else "invisible character"
        message = f"unexpected {kind}, U+{ord(sign):04X}"
        fix = Fix("write plain spaces", edits)
        return Diagnostic("bad-character", message, sign_span, fixes=(fix,))
    help_ = SIGNS.get(rest[:2]) or SIGNS.get(sign)
    helps = (help_,) if help_ else ()
    shown = sign if sign.isprintable() else f"U+{ord(sign):04X}"
    return Diagnostic("bad-character", f'unexpected character "{shown}"', sign_span, helps=helps)


def _unexpected(token: Token, read: list[Token], clause: ClauseText) -> Mistake:
    """The mistake at the first token that does not follow the grammar, after those in `read`.

    If the word before it was read as a name and nothing has that name, that word is the mistake.
    """
    in_parts = _name_in_parts(read, clause)
    if in_parts is not None:
        return in_parts
    if token.type != "$END" and _is_stranger(read, clause):
        mistake = _unexpected(read[-1], read[:-1], clause)
        beyond = (token.start_pos or 0) - (read[-1].start_pos or 0)
        return replace(mistake, beyond=beyond)
    span, known = clause.span, keywords()
    accepted = _accepted(read, clause)
    names = clause.defines if "WHO_NAME" in accepted else frozenset()
    accepted -= {"WHO_NAME"}
    expected = _expected(accepted)
    if token.type == "$END":
        end = span.start + ((read[-1].end_pos or 1) if read else 1)
        fault = Span(span.source, end - 1, end)
        early = "this clause ends too early"
        return Mistake(Diagnostic("unfinished", early, fault, f"expected {expected}"))
    if _is_unfinished_step(token, read, accepted, clause):
        end = span.start + (read[-1].end_pos or 1)
        early = "this step ends too early"
        fault = Span(span.source, span.start + (read[-1].start_pos or 0), end)
        return Mistake(Diagnostic("unfinished", early, fault, f"expected {expected}"))
    start = span.start + (token.start_pos or 0)
    whole = _CONTRACTION.match(span.source.text, start)  # or "isn't" would be blamed as "isn"
    fault = Span(span.source, start, whole.end() if whole else start + len(token))
    near: str | None
    if "WORD" in accepted:
        names |= clause.names
    words = [*(known[name] for name in accepted if name in known), *sorted(names)]
    if "NUMBER" in accepted and token in NUMBERS:
        near = NUMBERS[token]
    elif read and f"{read[-1]} {token}" in NEAR:
        near = NEAR[f"{read[-1]} {token}"]
    else:
        near = suggestion(str(token), words)
    number = "NUMBER" in accepted and token in NUMBERS
    plural = near is not None and near + "s" == token != "tiles"
    slip = token.type == "WORD" or token.lower() in NEAR or number or plural  # others: as intended
    meant = near if near and slip and is_sure(str(token), near, words) else None
    shown = short(fault.text)
    if token.type == "WORD" or (near and token.type in known):
        ending = did_you_mean(near)
        unknown = Diagnostic(
            "unknown-word",
            f'"{shown}" is not expected here{ending}'
            if token.type in known
            else f'unknown word "{shown}"{ending}',
            fault,
            "" if near or not expected else f"expected {expected}",
            helps=() if near or token not in NEEDLESS else (NEEDLESS[token],),
            asked=near or "",
        )
        return Mistake(unknown, meant)
    if "WORD" in accepted and accepted <= _NAMES and (token.type in known or token.type == "SEAT"):
        kind = "a seat letter" if token.type == "SEAT" else "a word of the language"
        if token.isalpha():
            reserved = Diagnostic(
                "reserved-word",
                f'"{token}" is {kind} and can\'t be a name',
                fault,
                helps=(f'choose another name, for instance "my_{token}"',),
            )
            return Mistake(reserved)
    comma = bool(read) and read[-1] == "," and token in _JOINERS
    helps = ("leave out the comma before it",) if comma else ()
    unexpected = Diagnostic(
        "unexpected",
        f'"{shown}" is not expected here',
        fault,
        "" if comma or not expected else f"expected {expected}",
        helps=helps,
    )
    return Mistake(unexpected)


def _name_in_parts(read: list[Token], clause: ClauseText) -> Mistake | None:
    """The mistake of a known name that is written as several words, from the last one read on."""
    start = (read[-1].start_pos or 0) if read else 0
    parts = _IN_PARTS.match(clause.text, start)
    ends = [part.end() for part in _WORD.finditer(parts[0])] if parts else []
    for end in reversed(ends[1:]):
        name = _BETWEEN.sub("_", clause.text[start : start + end])
        if name in clause.names:
            begin = clause.span.start + start
            name_span = Span(clause.span.source, begin, begin + end)
            fixes = (Fix(f'write "{name}"', (Edit(name_span, name),)),)
            message = f'"{short(name_span.text)}" is not one word, as a name must be'
            return Mistake(Diagnostic("unknown-word", message, name_span, fixes=fixes))
    return None


def _is_unfinished_step(
    token: Token, read: list[Token], accepted: frozenset[str], clause: ClauseText
) -> bool:
    """Whether a step of a turn ends too early at the end of its line, before this token."""
    if clause.rule != CLAUSES["turn"] or not read or "$END" in accepted:
        return False
    between = clause.text[read[-1].end_pos : token.start_pos]
    return "\n" in between and read[-1] not in {":", "or", "else"}


def _is_stranger(read: list[Token], clause: ClauseText) -> bool:
    """Whether the last word read was taken for a name, and no clause declares one like it."""
    if not read or read[-1].type != "WORD" or clause.rule == CLAUSES["parameter"]:
        return False
    return read[-1] not in clause.names and not (len(read) == 2 and read[0] in UNIQUE_BY_NAME)


def _accepted(read: list[Token], clause: ClauseText) -> frozenset[str]:
    """The terminals that can follow these tokens."""
    # From the start again: a token that does not fit has already changed the parser's stack, and
    # the look-ahead sets of an LALR parser name terminals that can't follow.
    interactive = parser().parse_interactive("", start=clause.rule)
    for token in read:
        interactive.feed_token(token)
    return frozenset(interactive.accepts())


@cache
def _after(text: str, rule: str) -> frozenset[str]:
    """The terminals that can follow a text."""
    interactive = parser().parse_interactive(text, start=rule)
    interactive.exhaust_lexer()
    return frozenset(interactive.accepts()) - {"WHO_NAME"}


@cache
def _phrases() -> dict[str, frozenset[str]]:
    """The phrases that may be expected, with the terminals that they may begin with."""
    return {
        "a condition": _after("", "question_clause"),
        "an amount": _after("reserve:", "reserve_clause"),
        "a player or side": _after("winner:", "winner_clause") - {"WHEN"},
    }


@cache
def _going_on() -> frozenset[str]:
    """The terminals that may continue any condition, amount or who."""
    starts = ("A", "1", "last tile", "A is B")
    follow = frozenset().union(*(_after(text, "question_clause") for text in starts))
    return follow - {"$END"}


def _expected(accepted: frozenset[str]) -> str:
    """What may follow, for people: phrases, then words, the likely ones first."""
    rest = set(accepted)
    shown = []
    for phrase, names in _phrases().items():
        if names <= accepted:
            shown.append(phrase)
            rest -= names
            break
    ends = sorted(rest - _going_on(), key=lambda name: (name == "$END", name))
    likely = [name for name in _LIKELY if name in rest]
    if {"AT", "AFTER"} <= set(ends):
        shown, ends = ['"at round end"'], []
    order = [*likely, *ends] if "IS" in rest else [*ends, *likely]
    order = order or sorted(rest - {"AFTER", "AT"})
    shown += [_PLAIN_NAMES.get(name) or f'"{keywords().get(name, name)}"' for name in order]
    if len(shown) > MOST_EXPECTED:
        shown = [*shown[:MOST_EXPECTED], "…"]
    if len(shown) < 2:
        return "".join(shown)
    return ", ".join(shown[:-1]) + (", " if shown[-1] == "…" else " or ") + shown[-1]


def question(text: str, names: frozenset[str] = frozenset()) -> ClauseText:
    """A condition typed on its own, as a clause that may read these names."""
    span = Span(Source("condition", text), 0, len(text))
    return ClauseText("question_clause", span, defines=names, names=names)
