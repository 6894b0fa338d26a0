"""A word of the language may be a name wherever that can't be misread, and is then only a name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from dominoes_lang.load import load
from dominoes_lang.syntax import naming
from dominoes_lang.syntax.clauses import ClauseText, split
from dominoes_lang.syntax.parse import Mistake, keywords, parse
from dominoes_lang.syntax.vocabulary import RESERVED
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.source import Source
from dominoes_rules.authoring import explaining
from dominoes_rules.library import bundled

WORDS = frozenset(word for word in keywords().values() if word.isalpha())
JOINED_LATER = frozenset({"bid", "bidder", "spinner", "stock", "taker", "trump"})
"""Words that mean something by themselves, but joined the language when they were names already."""

CHILD = """variant "x"
extends "partnership"
parameter {0} = 5 from 1 to 20
define more_of_it: {0} + 2 * {0}
next opener:
    when round is {0}: lot plays any tile
    otherwise: opener
award extra: {0} to winner at round end when {0} is at least {0} or {0} - 1 is 3
award during: more_of_it - {0} to player after finisher after pass when passes in a row is {0}
match: first side to reach {0}, drawn when another side has {0}
example "x":
    given {0} is 7, line [6|6], A to play, A holds [6|5]
    when A plays [6|5] on left
    then round over
"""
WORD_OF_A_PARAMETER = """variant "x"
extends "partnership"
parameter mode = {0} one of {0}, other
award extra: 2 to winner at round end when mode is {0} or mode is not {0} and blocked
"""
PERSON = """variant "x"
extends "partnership"
define {0}: finisher
award extra: pips held by {0} to {0}'s side at round end when {0} is winner or {0} holds no 6
award next: tiles held by player after {0} to {0} at round end when {0} is A
"""


def clauses() -> Iterator[ClauseText]:
    """The clauses of the examples of every phrase, as `explain` shows them."""
    yield from split(Source("x.rules", "parameter bonus = no"), [])
    for phrase in explaining.phrases().values():
        yield from split(Source("x.rules", phrase.whole_example), [])


def test_every_word_that_is_not_reserved_may_be_a_parameter_of_a_child() -> None:
    refused = set()
    for word in WORDS:
        try:
            load(Source("x.rules", CHILD.format(word)), bundled)
        except RulesError:
            refused.add(word)
    assert refused == RESERVED


@pytest.mark.parametrize("text", [WORD_OF_A_PARAMETER, PERSON])
def test_it_may_be_a_word_of_a_parameter_and_a_player(text: str) -> None:
    read = {
        word: [parse(clause) for clause in split(Source("x.rules", text.format(word)), [])]
        for word in WORDS
    }
    refused = {word for word, trees in read.items() if any(isinstance(t, Mistake) for t in trees)}
    assert refused == RESERVED


def test_only_words_that_could_be_misread_are_reserved(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a name like any other, a phrase of the language means what it meant without."""
    monkeypatch.setattr(naming, "RESERVED", frozenset())
    misread = set()
    for clause in {clause.text: clause for clause in clauses()}.values():
        for word in WORDS.intersection(clause.text.replace(":", " ").replace(",", " ").split()):
            tree = parse(replace(clause, names=clause.names - {word}))
            named = replace(clause, names=clause.names | {word})
            defined = replace(named, defines=clause.defines | {word})
            if not parse(named) == parse(defined) == tree:
                misread.add(word)
    assert misread == RESERVED | JOINED_LATER


def test_the_name_of_a_file_goes_before_a_word_that_joins_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a file from before `plays` was a word of the language would be read."""
    monkeypatch.setattr(naming, "RESERVED", RESERVED - {"plays"})
    text = CHILD.format("plays").replace("plays = 5", "plays = 7")
    amount = load(Source("x.rules", text), bundled).setup(4).match.amount
    assert amount == 7


def test_a_clause_full_of_such_names_is_read_too() -> None:
    sums = " + ".join(["rounds"] * 900)
    text = f'variant "x"\nextends "partnership"\nparameter rounds = 5\ndefine long: {sums}\n'
    (*_, clause) = split(Source("x.rules", text), [])
    assert clause.names == {"rounds", "long"}
    assert not isinstance(parse(clause), Mistake)
