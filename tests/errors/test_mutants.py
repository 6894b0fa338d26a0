"""Any text, and any mutant of a sound file: a ruleset that can be played, or a diagnostic."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.examples import example_runs
from dominoes_lang.load import load
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.state import State
from dominoes_lang.text.diagnostics import Diagnostic, RulesError
from dominoes_lang.text.source import Source
from dominoes_rules.errors import PositionError
from dominoes_rules.library import bundled
from dominoes_rules.library import load as load_file
from dominoes_rules.play.deals import deal
from tests.games import TELLING
from tests.soon import soon

RULESETS = Path(__file__).parents[1] / "rulesets"
LONGEST_CHECK = 5.0
"""Seconds of the processor for one file; a second on a quiet machine."""

TEXTS = {
    **{name: bundled()[name]().text for name in TELLING},
    **{path.stem: path.read_text("utf-8") for path in sorted(RULESETS.glob("*.rules"))},
}
TOKEN = re.compile(r'"[^"\n]*"|\[[^\]\n]*\]|[\w-]+|\n[ \t]*|[ \t]+|.')
WORDS = sorted({token for text in TEXTS.values() for token in TOKEN.findall(text) if token.strip()})
PHRASES = [
    *WORDS,
    *"A J them 0 7 1000000 redeal lot winner mover nobody everyone not and or".split(),
    *("or else", "any player", "each player", "each side", "holder of [6|6]", "is at least"),
    *("/ 2", "* 3", "- 100", "rounded down to 1", "plays it", "winner's opponents", "score of A"),
    *("passes in a row", "in teams of 2", "2..4", "can act", "everyone passed in a row", "ties to"),
]


def sound(text: str) -> Ruleset | None:
    """The ruleset of a text, or None where it is refused, as it must be: soon, with its place."""
    ruleset: Ruleset | None = None
    found: tuple[Diagnostic, ...] = ()
    with soon(LONGEST_CHECK):
        try:
            ruleset = load(Source("mutant.rules", text), bundled)
        except RulesError as error:
            found = error.diagnostics
        for one in found:
            assert one.render().startswith(one.place)
            assert one.as_json()["line"] == one.span.line
    assert ruleset is not None or found
    return ruleset


def play(compiled: Compiled, random: Random) -> None:
    """Play a round both ways; it ends, and nobody is ever without an action."""
    rules = Interpreter(compiled.setup)
    try:
        state = deal(compiled, random)
    except PositionError:
        return  # nearly every deal is void, which no reading of the file can tell
    setup, dealt = compiled.setup, state.hands
    for _ in range(2 * (len(setup.tiles) + 1) * (setup.seats + 1)):
        if state.over:
            break
        actions = compiled.legal(state)
        assert actions
        assert actions == rules.legal(state)
        # Passes and draws, which come last, are what a round can go on for ever with.
        action = actions[-1] if random.random() < 0.5 else random.choice(actions)
        after = compiled.play(state, action)
        assert after == rules.play(state, action)
        state = after
    assert state.over, "a round that does not end"
    finish(compiled, rules, state, dealt)


def finish(compiled: Compiled, rules: Interpreter, state: State, hands: tuple[int, ...]) -> None:
    """What is asked of a finished round; `hands` are some to deal for the next."""
    assert compiled.winner(*state) == rules.winner(state)
    assert compiled.payoff(*state) == rules.payoff(state)
    for _, condition in compiled.setup.invariants:
        rules.holds(condition, state)
    for lot in range(compiled.setup.seats):
        assert compiled.next_opening(state, hands, lot) == rules.next_opening(state, hands, lot)


def assert_playable(ruleset: Ruleset, random: Random) -> None:
    for seats in ruleset.players:
        play(compile_rules(ruleset.setup(seats)), random)
    for one in ruleset.examples:
        example_runs.run(ruleset, one)


@st.composite
def mutants(draw: st.DrawFn) -> str:
    """A sound file in which one to three words or lines are changed.

    Shrinks towards one change near the top of the first file.
    """
    text = TEXTS[draw(st.sampled_from(sorted(TEXTS)))]
    for _ in range(draw(st.integers(1, 3))):
        by_line = draw(st.integers(0, 3)) == 3
        parts = text.split("\n") if by_line else TOKEN.findall(text)
        places = [number for number, part in enumerate(parts) if part.strip()]
        if not places:
            break
        # Rules stand at the top and examples below; the rules are worth more changes.
        place = places[min(draw(st.integers(0, len(places) - 1)) for _ in range(2))]
        what = draw(st.sampled_from(["replace", "insert", "delete", "double", "swap"]))
        if what == "delete":
            del parts[place]
        elif what == "double":
            parts[place:place] = [parts[place], "" if by_line else " "]
        elif what == "swap":
            other = draw(st.sampled_from(places))
            parts[place], parts[other] = parts[other], parts[place]
        else:
            word = draw(st.sampled_from(PHRASES))
            parts[place] = word if what == "replace" else f"{word} {parts[place]}"
        text = ("\n" if by_line else "").join(parts)
    return text


@settings(max_examples=35)
@given(text=mutants(), seed=st.integers(0, 2**32))
def test_a_mutant_is_refused_or_can_be_played(text: str, seed: int) -> None:
    ruleset = sound(text)
    if ruleset is not None:
        assert_playable(ruleset, Random(seed))


def clauses_of(text: str) -> dict[str, list[str]]:
    """The rules of a file by header: parameters and defines stand together, under ''."""
    clauses: dict[str, list[str]] = {"": []}
    header = ""
    for line in text.split("\n"):
        if line[:1] not in {"", " ", "#"}:
            header = line.split(":")[0].strip()
            if line.split()[0] in {"parameter", "define", "variant", "extends", "without"}:
                header = ""
            if line.split()[0] in {"example", "invariant"}:
                header = "examples"
        clauses.setdefault(header, []).append(line)
    clauses.pop("examples", None)
    return clauses


CLAUSES_OF = {name: clauses_of(text) for name, text in TEXTS.items() if "\nextends " not in text}
HEADERS = sorted({header for clauses in CLAUSES_OF.values() for header in clauses} - {""})


@st.composite
def crossings(draw: st.DrawFn) -> str:
    """A sound file with clauses of others in place of its own. Shrinks towards one file."""
    names = st.sampled_from(sorted(CLAUSES_OF))
    clauses = dict(CLAUSES_OF[draw(names)])
    for header in draw(st.lists(st.sampled_from(HEADERS), max_size=5, unique=True)):
        other = CLAUSES_OF[draw(names)]
        if header in other:
            clauses[header] = other[header]
            clauses[""] = [*clauses[""], *(line for line in other[""] if "parameter" in line)]
    lines = [line for part in clauses.values() for line in part]
    return "\n".join(dict.fromkeys(lines)) if draw(st.booleans()) else "\n".join(lines)


@settings(max_examples=25)
@given(text=crossings(), seed=st.integers(0, 2**32))
def test_clauses_of_different_games_go_together_or_are_refused(text: str, seed: int) -> None:
    ruleset = sound(text)
    if ruleset is not None:
        assert_playable(ruleset, Random(seed))


@settings(max_examples=25)
@given(text=st.text(max_size=300))
@example(text="\x00")
@example(text='variant "x"\x85tiles: double-six')
def test_any_text(text: str) -> None:
    sound(text)


@settings(max_examples=25)
@given(words=st.lists(st.sampled_from([*PHRASES, "\n", "\n    ", ":", ",", "'s"]), max_size=60))
def test_any_words_of_the_language(words: list[str]) -> None:
    sound(" ".join(words))


@settings(max_examples=30)
@given(
    clause=st.sampled_from("winner blocked domino turn deal match reserve redeal award".split()),
    words=st.lists(st.sampled_from([*PHRASES, ":", ",", "'s"]), min_size=1, max_size=12),
)
def test_any_words_in_a_clause(clause: str, words: list[str]) -> None:
    header = "award w" if clause == "award" else clause
    sound(f'variant "x"\nextends "draw"\n{header}: {" ".join(words)}\n')


@settings(max_examples=30)
@given(data=st.binary(max_size=300))
def test_any_bytes(data: bytes, tmp_path_factory: object) -> None:
    path = tmp_path_factory.mktemp("bytes") / "x.rules"  # type: ignore[attr-defined]
    path.write_bytes(data)
    with contextlib.suppress(RulesError):
        load_file(path)
