"""The canonical layout says the same as the text did, keeps every comment, and is stable."""

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from lark import Lark, Token

from dominoes_lang.format.columns import WIDTH
from dominoes_lang.format.formatting import formatted
from dominoes_lang.repair.fixes import parse_with_fixes
from dominoes_lang.syntax.build import build
from dominoes_lang.syntax.clauses import split
from dominoes_lang.syntax.nodes import Clause
from dominoes_lang.syntax.parse import words
from dominoes_lang.syntax.vocabulary import CLAUSES
from dominoes_lang.text.diagnostics import Diagnostic, RulesError
from dominoes_lang.text.source import Source

ROOT = Path(__file__).parents[2]
VARIANTS = sorted((ROOT / "variants").glob("*.rules"))
DESIGN = ROOT / "tests" / "rulesets" / "design"
MISSPELT = DESIGN / "house.rules"
RULESETS = sorted({*VARIANTS, *(ROOT / "tests" / "rulesets").rglob("*.rules")} - {MISSPELT})
BROKEN = sorted((ROOT / "tests" / "errors" / "broken").glob("*.rules"))


SMALL_EXAMPLE = """\
example "x":
    given line [1|6],  arm [1|1] [1|5],  A holds [6|1]
    when  A plays [6|1]
    then  illegal
"""


INHERITED = frozenset({"blocker"})
"""A define of a parent."""


def laid_out(text: str) -> str:
    return formatted(Source("some.rules", text), INHERITED)


def meaning(text: str) -> list[Clause | list[str]]:
    """Every clause as its node; as its words where it can be read and means nothing."""
    found: list[Diagnostic] = []
    said: list[Clause | list[str]] = []
    for clause in split(Source("some.rules", text), found, INHERITED):
        tree = parse_with_fixes(clause, found)
        assert tree is not None
        node = build(clause, tree, [])
        said.append(node or [spelt(word) for word in words(clause)])
    assert found == []
    return said


def spelt(word: Token) -> str:
    """A word of a clause that means nothing: its numbers and tiles as they count."""
    if word.type in {"NUMBER", "TILE"}:
        return str(sorted(int(number) for number in re.findall(r"[0-9]+", word)))
    return str(word).strip(' "') if word.type == "STRING" else "".join(word.split())


def comments(text: str) -> list[str]:
    """The comments of a text; a quote in one opens no title."""
    outside = re.compile(r'"[^"\n]*"|(#[^\n]*)')
    return sorted(found[1].strip() for found in outside.finditer(text) if found[1])


def check(text: str) -> str:
    """The text laid out, once all that must be true of it is."""
    once = laid_out(text)
    assert meaning(once) == meaning(text)
    assert comments(once) == comments(text)
    assert laid_out(once) == once
    lines = once.split("\n")
    assert lines[-1] == ""
    assert all(line == line.rstrip() for line in lines)
    assert "\n\n\n" not in once
    return once


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_a_bundled_variant_is_in_canonical_layout(path: Path) -> None:
    text = path.read_text("utf-8")
    assert laid_out(text) == text


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=pytest.mark.thorough if number % 4 else ())
        for number, path in enumerate(RULESETS)
    ],
)
def test_a_file_agrees_in_canonical_layout(path: Path) -> None:
    for line in check(path.read_text("utf-8")).split("\n"):
        assert len(line) <= WIDTH or "#" in line or '"' in line


@pytest.mark.thorough
def test_a_mistake_of_form_is_refused_and_one_of_meaning_is_not() -> None:
    for path in BROKEN:
        text = path.read_text("utf-8")
        found: list[Diagnostic] = []
        for clause in split(Source("some.rules", text), found):
            if not clause.misnamed:
                parse_with_fixes(clause, found)
        if found:
            with pytest.raises(RulesError) as raised:
                laid_out(text)
            assert len(raised.value.diagnostics) == len(found), path.stem
        else:
            once = laid_out(text)
            assert laid_out(once) == once, path.stem


GAPS = [" "] * 12 + ["  ", "\t", "\n ", "\n\n   ", "\n  \n\t", " # a\n  ", "\n#b\n\n  # c  #d\n "]
BETWEEN = ["\n", "\n", "\n\n", "\n\n\n", " # when e: f\n", '\n   # "\n\n#\n']


@given(seed=st.integers(0, 10**6), path=st.sampled_from(RULESETS))
@settings(max_examples=12, deadline=None, phases=[Phase.generate])
def test_spaces_line_breaks_and_comments_change_nothing(seed: int, path: Path) -> None:
    """The words of a file with other spaces, breaks and comments between them."""
    random = Random(seed)
    parts: list[str] = []
    for clause in split(Source(path.name, path.read_text("utf-8")), []):
        first, *rest = words(clause)
        parts.append(first)
        for word in rest:
            gap = random.choice(GAPS)
            # A word that would begin a clause on a line of its own stays where it is.
            kept = word in {*CLAUSES, "opener", "value"}
            parts += ["" if word.type == "TIES" else " " if kept else gap, word]
        parts.append(random.choice(BETWEEN))
    check("".join(parts))


_WORDS = {
    "WORD": ["bonus", "key_tile", "x"],
    "STRING": ['"a"', '" two words "', '"#"', '"' + "long " * 30 + '"'],
    "SEAT": ["A", "B", "J"],
    "SET": ["double-six", "double-nine"],
    "NUMBER": ["0", "7", "012", "1000000"],
    "TILE": ["[6|4]", "[4|6]", "[ 0 |01]", "[10|9]", "[9|12]"],
    "TIES": [", ties", ",ties"],
    "WHO_NAME": [*INHERITED],
}


@cache
def whole_grammar() -> Lark:
    text = (ROOT / "rules" / "dominoes_lang" / "syntax" / "grammar.lark").read_text("utf-8")
    return Lark(text, start=[*CLAUSES.values()], parser="lalr", lexer="basic")


class Derivations:
    """Random texts that follow a rule of the grammar."""

    def __init__(self, rule: str, random: Random) -> None:
        terminals, rules, _ = whole_grammar().grammar.compile([rule], set())
        self.random = random
        self.words = {one.name: [one.pattern.value] for one in terminals} | _WORDS
        self.rules: dict[str, list[list[str]]] = {}
        for one in rules:
            expansion = [symbol.name for symbol in one.expansion]
            self.rules.setdefault(one.origin.name, []).append(expansion)
        self.least = dict.fromkeys(self.rules, 10**6)
        for _ in self.rules:
            for name, expansions in self.rules.items():
                self.least[name] = min(self.depth(expansion) for expansion in expansions)

    def depth(self, expansion: list[str]) -> int:
        return 1 + max((self.least.get(name, 0) for name in expansion), default=0)

    def text(self, name: str, depth: int) -> list[str]:
        """Words that follow a rule, which goes no deeper than it must below `depth`."""
        if name not in self.rules:
            return [self.random.choice(self.words[name])]
        fitting = [one for one in self.rules[name] if self.depth(one) <= depth]
        shortest = [one for one in self.rules[name] if self.depth(one) == self.least[name]]
        expansion = self.random.choice(fitting or shortest)
        return [word for part in expansion for word in self.text(part, depth - 1)]


@pytest.mark.thorough
def test_whatever_the_grammar_allows() -> None:
    """Clauses made from the grammar itself, phrases that are not built yet included."""
    random = Random(1)
    tried = dict.fromkeys(CLAUSES.values(), 0)
    for rule in CLAUSES.values():
        derivations = Derivations(rule, random)
        for _ in range(4):
            found: list[Diagnostic] = []
            made = derivations.text(rule, random.randrange(4, 20))
            gaps = [
                " " if word in CLAUSES or n < 3 else random.choice(GAPS)
                for n, word in enumerate(made)
            ]
            text = "".join(map(str.__add__, made, gaps))[:3000].rstrip()
            parts = split(Source("some.rules", text), found, INHERITED)
            # The grammar is wider than the parser: a name may be no word of the language.
            if found or len(parts) != 1 or parse_with_fixes(parts[0], found) is None:
                continue
            tried[rule] += 1
            check(text)
    assert all(tried.values()), tried


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", ""),
        ("\n\n  \n", ""),
        ("# only a remark", "# only a remark\n"),
        ('\n\nvariant   " A  game "', 'variant "A  game"\n'),
        ("deal:7 each for 02,5 each", "deal:           7 each for 2, 5 each\n"),
        ("players: 2 .. 4", "players:        2..4\n"),
        (
            "winner: side with fewest pips ,  ties to A 's side",
            "winner:         side with fewest pips, ties to A's side\n",
        ),
        ("turn: pass or play a tile", "turn:\n    pass\n    or play a tile\n"),
        (
            "turn:\n  play a tile  # if it fits\n  # never mind\n\n  or else pass",
            "turn:\n    play a tile  # if it fits\n    # never mind\n\n    or else pass\n",
        ),
        (
            "define p_long_name: domino and not\n\n   blocked " + "and domino " * 6,
            "define p_long_name:\n    domino and not blocked" + " and domino" * 6 + "\n",
        ),
        (
            "define p: 1\ndefine longer: 2\n\ndefine q: 3",
            "define p:         1\ndefine longer:    2\n\ndefine q: 3\n",
        ),
        (
            SMALL_EXAMPLE.replace("    ", "").replace("\n", " ").replace("[6|1]", "[1|6]"),
            SMALL_EXAMPLE,
        ),
        (
            "tiles: double-six\n    # all of them\n",
            "tiles:          double-six\n    # all of them\n",
        ),
        (
            "tiles: double-six # a\nplayers: 2 # b\n",
            "tiles:          double-six  # a\nplayers:        2           # b\n",
        ),
    ],
)
def test_layout(text: str, wanted: str) -> None:
    assert laid_out(text) == wanted


def test_a_row_is_never_broken_so_that_it_begins_a_clause() -> None:
    long = " and ".join(["blocked"] * 11)
    check(f"winner:\n    when {long} and not domino: nobody\n    otherwise: finisher\n")
