"""What players read who study: hints, reviews and the analysis board in a language of their own."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import dominoes_rules as dr
import dominoes_solver
from dominoes_rules import library
from dominoes_rules.cli.positions import solve as solve_command
from dominoes_rules.cli.positions import solve_why
from dominoes_rules.cli.positions import worlds as worlds_command
from dominoes_rules.position.choice_models import usual_model
from dominoes_rules.position.hidden_hands import Worlds
from dominoes_rules.position.remarks import SENTENCES
from dominoes_rules.reviewing.review_options import ReviewOptions
from dominoes_rules.solving import hint
from dominoes_rules.speech.speech import Speech, speech
from dominoes_rules.statistics.in_words import in_words
from dominoes_rules.web.analysis import board_answers, review_answers
from dominoes_rules.web.analysis.hinting import Hints
from dominoes_rules.web.analysis.replies import reply
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.markup import rendered
from dominoes_solver.evidence import replay
from dominoes_solver.limit import Limit
from tests.languages.pseudo import CODE, PLAIN_WORD, offered_too
from tests.languages.shown_texts import plain_texts

LATE = (
    "partnership A:00.30.32.44.51.52.55/B:x7/C:x7/D:x7 play:66,-,-,65l,63r,53l,30l,10l,21l,20l,"
    "32r,62r,61r,11r,00l,60l,64l,40l,51r,-,50l,- opener:C"
)
TRAINS = "mexican_train A:C1.10.02.23.CB.BA.99.88.77.66.55.44.64.75.86.97/B:x16 opener:A"
SNAPSHOT = "block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A"
OVER = "block A:x7/B:00.11.20.40.51.54.62 opener:A play:55,54l,43l,51r,32l,62l,60l,20l,10r,00r,-"
DEALT = "cut_throat A:x7/B:x7/C:x7/D:x7 opener:A"
TYPED = re.compile(r"\b\w+(?:/\d)? (?:\S+ )*[A-F]:\S.*|`[^`]*`|\b\w+:(?=\s)|\bs\b")
"""Positions, and words of rules and positions."""
BOTS = ("solver",)
FOR_PROGRAMS = {"board", "given", "kind", "move", "moves", "position", "variant"}
FOR_PROGRAMS |= {"best", "certain", "outcome", "report", "screen", "sides", "winner"}


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Speech]:
    """How a player is spoken to in the language of the machine."""
    folder = tmp_path_factory.mktemp("catalogues")
    with offered_too(["block", "cut_throat", "mexican_train", "partnership"], folder):
        yield speech(CODE)


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches end after a few worlds."""
    monkeypatch.setattr(hint, "HINT", Limit(worlds=3))
    monkeypatch.setattr(board_answers, "SEARCH", Limit(worlds=3))
    options = ReviewOptions
    monkeypatch.setattr(
        review_answers, "ReviewOptions", lambda played, seat: options(played, seat=seat, worlds=12)
    )
    review_answers._reviewer.cache_clear()


class _Never:
    def is_set(self) -> bool:
        return False


def asked(**question: object) -> Any:
    """The answer to a question, as it comes from where it is found."""
    sent: list[dict[str, Any]] = []
    files = {"rules": (), "given": (), "seed": 0}
    reply({**files, **question}, sent.append, _Never())
    assert READER.get().code == "en", "whoever answers has no language of their own"
    return json.loads(json.dumps(sent[-1]))["answer"]


def shown(value: object, key: str = "") -> Iterator[str]:
    """What people read of an answer."""
    if isinstance(value, str):
        yield TYPED.sub("", value)
    elif isinstance(value, list):
        for item in value:
            yield from shown(item, key)
    elif isinstance(value, dict):
        for name, item in value.items():
            if name not in FOR_PROGRAMS:
                yield from shown(item, name)


def plain(texts: Iterator[str]) -> list[str]:
    """Those that have a word in plain English."""
    return [text for text in texts if PLAIN_WORD.search(text)]


@contextmanager
def read_in(reader: Speech) -> Iterator[None]:
    """What is rendered meanwhile is for such a reader."""
    token = READER.set(reader)
    try:
        yield
    finally:
        READER.reset(token)


def link(*_: object, **__: object) -> str:
    return "/"


@pytest.mark.parametrize("position", [LATE, TRAINS])
def test_a_hint_is_in_the_language_of_whoever_asks(other: Speech, position: str) -> None:
    answer = asked(ask="hint", language=other.code, position=position)
    assert answer["figures"]
    assert plain(shown(answer)) == []
    with read_in(other):
        assert [*plain_texts(rendered("hint.html", hint=answer), BOTS)] == []
    assert plain(shown(asked(ask="hint", position=position)))


@pytest.mark.parametrize("position", [LATE, SNAPSHOT, OVER, DEALT])
def test_the_analysis_board_is_in_the_language_of_its_reader(other: Speech, position: str) -> None:
    answer = asked(ask="page", language=other.code, position=position)
    assert plain(shown(answer)) == []
    english = asked(ask="page", position=position)
    assert english["table"]["certain"] == answer["table"]["certain"]
    assert english["table"]["position"] == answer["table"]["position"]


def test_what_each_move_is_worth_is_told_and_programs_read_english(other: Speech) -> None:
    why = asked(ask="legal", position=LATE)["moves"][0]
    answer = asked(ask="solve", language=other.code, position=LATE, why=why)
    assert plain(shown(answer)) == []
    with read_in(other):
        assert [*plain_texts(rendered("solved.html", found=answer, link=link), BOTS)] == []
    assert answer["report"] == asked(ask="solve", position=LATE, why=why)["report"]


def test_a_review_is_in_the_language_of_its_reader(other: Speech) -> None:
    match = dr.Match(library.variant("block"), seats=2, seed=4)
    while not match.round.is_over:
        match.round.push(match.round.legal_moves[-1])
    review = {"record": "\n".join(match.record()), "seat": "A", "round": 1, "screen": "page"}
    decisions = []
    for number in range(asked(ask="review", **review)["count"])[:4]:
        question = {**review, "ask": "decision", "decision": number}
        decision = asked(**question, language=other.code)
        decisions.append(decision)
        assert plain(shown(decision)) == []
        with read_in(other):
            html = rendered("decision.html", one=decision, can_analyse=True)
            assert [*plain_texts(html, BOTS)] == []
    assert plain(shown(asked(**question)))
    known = {"known": {}, "language": other.code}
    assert plain(shown(asked(**review, ask="results", **known))) == []


def test_what_a_conversation_shows_of_a_position_is_in_the_language_of_its_screen(
    other: Speech,
) -> None:
    position = dr.Position(LATE)
    report = dr.solve(position, Limit(worlds=12), why=position.legal_moves[0])
    why = report.why
    assert why is not None
    hands = Worlds(position, usual_model(position))
    tellings: list[Callable[[Speech], str]] = [
        lambda reader: solve_command.hint_text(report, reader),
        lambda reader: solve_why.text(why, report, reader, briefly=True),
        lambda reader: worlds_command.counted(hands, reader),
        lambda reader: in_words(position.setup, reader),
    ]
    for told in tellings:
        assert plain(iter(TYPED.sub("", told(other)).splitlines())) == []


def test_a_hint_is_shown_to_nobody_who_reads_another_language(other: Speech) -> None:
    hints = Hints("room", None, lambda: None)
    with read_in(other):
        hints._shown["A"] = other, {"sentence": "", "figures": None}
        assert hints.of("A") is not None
    assert hints.of("A") is None


def test_catalogues_have_every_remark_of_the_solver() -> None:
    said = set()
    solver = Path(dominoes_solver.__file__).parent
    for path in [*solver.glob("evidence/*.py"), *solver.glob("belief/*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Remark":
                said |= {text.value for text in node.args if isinstance(text, ast.Constant)} - {""}
    assert len(said) > 4
    assert {*said, *replay._DONE.values()} <= {*SENTENCES}
