"""Which words of a clause are names: a word of the language is one where it can be nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

from lark import Token
from lark.exceptions import UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from dominoes_lang.syntax.clauses import ClauseText
from dominoes_lang.syntax.vocabulary import RESERVED

MOST_AHEAD = 24
"""How many words are read to tell a name from a word of the language."""
MOST_READINGS = 8
"""How many ways to read these words are followed."""
_OF_AWARDS = frozenset({"award", "without"})
_DECLARES = frozenset({"parameter", "define"})


def as_read(
    tokens: Sequence[Token], clause: ClauseText, interactive: InteractiveParser
) -> Iterator[Token]:
    """The tokens of a clause, those that are names with the type of one.

    Each must have been fed to the parser before the next is asked for.
    """
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else ""
        if before == "award" and tokens[0] in _OF_AWARDS and at < 3 and token.isalpha():
            yield _as(token, "WORD")  # no other place reads an award's name, so any word may be one
        elif token in RESERVED or token.type == "SEAT":
            yield token
        elif at == 1 and before in _DECLARES and token.isidentifier():
            yield _as(token, "WORD")
        elif token.type == "WORD":
            is_who = token in clause.defines and _takes_who(interactive)
            yield _as(token, "WHO_NAME") if is_who else token
        elif token in clause.names:
            yield _told_apart(tokens[at : at + MOST_AHEAD], clause, interactive)
        else:
            yield token


def _told_apart(ahead: Sequence[Token], clause: ClauseText, parser: InteractiveParser) -> Token:
    """The first of these tokens, as a name unless more of them can be read where it is a word.

    If both go equally far it is the name, so that words which join the language later change no
    file that has a name like theirs.
    """
    first, *rest = ahead
    readings = list(_further(_light(parser), first, clause))
    best = readings[0][0] if readings else first
    for token in rest:
        if len(readings) < 2 or len({way.type for way, _ in readings}) < 2:
            break
        readings = [
            (way, after) for way, before in readings for _, after in _further(before, token, clause)
        ][:MOST_READINGS]
        best = readings[0][0] if readings else best
    return best


def _further(
    parser: InteractiveParser, token: Token, clause: ClauseText
) -> Iterator[tuple[Token, InteractiveParser]]:
    """The ways to read a token, a name before a word, each with the parser behind it."""
    ways = [] if token.type == "WORD" else [token]
    if token.type == "WORD" or (token in clause.names and token not in RESERVED):
        is_who = token in clause.defines and _takes_who(parser)
        ways.insert(0, _as(token, "WHO_NAME" if is_who else "WORD"))
    for typed in ways:
        after = _fed(parser, typed)
        if after is not None:
            yield typed, after


def _takes_who(parser: InteractiveParser) -> bool:
    """Whether the name of a player or side may come next."""
    if "WHO_NAME" not in parser.choices():
        return False
    try:
        _light(parser).feed_token(Token("WHO_NAME", ""))
    except UnexpectedToken:
        return False
    return True


def _light(parser: InteractiveParser) -> InteractiveParser:
    """A copy that builds no tree: the functions that do change lists which copies share."""
    ahead: InteractiveParser = parser.copy(deepcopy_values=False)
    ahead.parser_state.parse_conf = copy(ahead.parser_state.parse_conf)
    ahead.parser_state.parse_conf.callbacks = {}
    return ahead


def _fed(parser: InteractiveParser, token: Token) -> InteractiveParser | None:
    """A parser that builds no tree, one token further; None if the token can't be read."""
    if token.type not in parser.choices():
        return None
    further: InteractiveParser = parser.copy(deepcopy_values=False)
    try:
        further.feed_token(token)
    except UnexpectedToken:
        return None
    return further


def _as(token: Token, sort: str) -> Token:
    """The token with another type."""
    return token if token.type == sort else token.update(type=sort)
