"""Bots of one's own: a function of a module, a program, and what becomes of bad answers."""

from __future__ import annotations

import json
import re
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import dominoes_rules as dr
from dominoes_rules.bots import NamedBot, bot, decide, processes

MODULE = """
import sys
from dominoes_rules.bots import cheat

def last(position, random):
    print("thinking")
    return position.legal_moves[-1]

def peeks(position, random):
    frame = sys._getframe()
    while frame is not None:
        if "game" in frame.f_locals:
            raise ValueError(frame.f_locals["game"].state.hands)
        frame = frame.f_back
    return position.legal_moves[-1]

def junk(position, random):
    return ["24l"]

def raises(position, random):
    raise ValueError("boo\\x1b[2J")

def leaves(position, random):
    sys.stderr.write("bye\\x1b[2J\\n")
    sys.exit(3)

@cheat
def seer(game, random):
    return game.legal_moves[-1]
"""

PROGRAM = """
import json, sys, time
for line in sys.stdin:
    with open("asked.txt", "a") as file:
        file.write(line)
    question = json.loads(line)
    {}
"""
ANSWER = 'print(json.dumps({"move": question["legal"][-1]}), flush=True)'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine_of_test.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "mine_of_test", raising=False)
    return tmp_path


def program(folder: Path, what: str) -> str:
    (folder / "program.py").write_text(PROGRAM.format(what), encoding="utf-8")
    return f"run:{shlex.quote(sys.executable)} program.py"


def played(player: NamedBot) -> dr.Round:
    """A round in which A is played by a bot, and B by the last move."""
    game = dr.Round(dr.variant("block"), seed=4)
    try:
        while not game.is_over:
            move = game.legal_moves[-1]
            game.push(decide(player, game) if game.turn == "A" else move)
    finally:
        player.close()
    return game


@pytest.fixture
def last_moves() -> tuple[dr.Move, ...]:
    game = dr.Round(dr.variant("block"), seed=4)
    while not game.is_over:
        game.push(game.legal_moves[-1])
    return game.moves


def test_a_function(folder: Path, last_moves: tuple[dr.Move, ...]) -> None:
    assert folder
    mine = bot("mine_of_test:last")
    assert mine.name == "mine_of_test:last"
    assert played(mine).moves == last_moves
    assert mine.replaced == 0


def test_who_peeks_finds_the_hands_in_this_process_and_not_in_rated_play(
    folder: Path, last_moves: tuple[dr.Move, ...]
) -> None:
    assert folder
    said: list[str] = []
    here = bot("mine_of_test:peeks", say=said.append)
    played(here)
    hidden = dr.Round(dr.variant("block"), seed=4).state.hands[1]
    assert here.replaced
    assert f", {hidden});" in said[0]
    there = bot("mine_of_test:peeks", rated=True, say=said.append)
    assert played(there).moves == last_moves
    assert (there.replaced, len(said)) == (0, 1)


def test_rated_play_by_rules_that_are_in_no_file(folder: Path) -> None:
    assert folder
    rules = dr.loads('variant "Five"\nextends "block"\ndeal: 5 each\n')
    game, other = dr.Round(rules, seed=4), dr.Round(rules, seed=4)
    mine = bot("mine_of_test:last", rated=True)
    while not game.is_over:
        game.push(decide(mine, game, seed=1))
        other.push(other.legal_moves[-1])
    mine.close()
    assert (game.moves, mine.replaced) == (other.moves, 0)


def test_a_declared_cheat_gets_the_round_but_not_in_rated_play(
    folder: Path, last_moves: tuple[dr.Move, ...]
) -> None:
    assert folder
    assert played(bot("mine_of_test:seer")).moves == last_moves
    with pytest.raises(dr.ArgumentError, match="cheats, and has no place in rated play"):
        bot("mine_of_test:seer", rated=True)


def test_a_program_is_told_no_hidden_tile(folder: Path, last_moves: tuple[dr.Move, ...]) -> None:
    mine = bot(program(folder, ANSWER), time=300)
    game = played(mine)
    assert game.moves == last_moves
    assert mine.replaced == 0
    hidden = {str(tile) for tile in dr.Round(dr.variant("block"), seed=4).hand("B")}
    for line in (folder / "asked.txt").read_text().splitlines():
        question = json.loads(line)
        assert set(question) == {"position", "legal", "time"}
        dealt = question["position"].partition("/B:x7")[0]
        assert not hidden & set(dealt.replace(":", ".").split("."))
        assert question["time"] == 300
        laid = dr.Position(question["position"])
        assert [str(move) for move in laid.legal_moves] == question["legal"]


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("time.sleep(60)", "it has not answered within 0.5 s"),
        ('print("24", flush=True)', "its answer '24␊' is not {"),
        ('print("[" * 9999, flush=True)', "is not JSON"),
        ('print("x" * 99999, flush=True)', "has no end of line, or is too long"),
        ('print(json.dumps({"move": "-"}), flush=True)', "- is not legal here"),
        ('print(json.dumps({"move": "\\x1b[2J"}), flush=True)', "'\\x1b[2J' is not a move"),
        ("raise SystemExit(3)", "it has ended with status 3 instead of answering"),
        ("sys.stdout.buffer.write(bytes([255, 10])); sys.stdout.flush()", "is not JSON"),
    ],
)
def test_a_bad_answer_is_replaced_by_the_first_move_and_said_once(
    folder: Path, what: str, said: str
) -> None:
    heard: list[str] = []
    # Any limit is too short for a program that never answers; others need time to start.
    mine = bot(program(folder, what), time=0.5 if "sleep" in what else 300, say=heard.append)
    game = dr.Round(dr.variant("block"), seed=4)
    for _ in range(2):
        assert decide(mine, game) == game.legal_moves[0]
    mine.close()
    assert len(heard) == 1
    assert said in heard[0]
    assert mine.replaced == 2


@pytest.mark.parametrize(
    ("name", "said"),
    [("raises", "ValueError: boo␛[2J;"), ("leaves", "SystemExit: 3;")],
)
@pytest.mark.parametrize("rated", [False, True])
def test_what_a_function_raises_is_said_once_and_it_goes_on(
    folder: Path, capfd: pytest.CaptureFixture[str], name: str, said: str, rated: bool
) -> None:
    with (folder / "mine_of_test.py").open("a", encoding="utf-8") as module:
        module.write("with open('imports.txt', 'a') as file: file.write('.')")
    heard: list[str] = []
    mine = bot(f"mine_of_test:{name}", rated=rated, say=heard.append)
    game = dr.Round(dr.variant("block"), seed=4)
    for _ in range(3):
        assert decide(mine, game) == game.legal_moves[0]
    mine.close()
    assert [said in one for one in heard] == [True]
    assert (folder / "imports.txt").read_text() == "."
    errors = capfd.readouterr().err
    assert "Traceback" not in errors
    assert "\x1b" not in errors or not rated


FLOOD = """
    try:
        for _ in range(64):
            print("x" * 60_000, flush=True)
    except BrokenPipeError:
        open("stopped", "w").close()
"""


def test_a_program_that_writes_unasked_is_not_listened_to(folder: Path) -> None:
    heard: list[str] = []
    mine = bot(program(folder, ANSWER + FLOOD), time=300, say=heard.append)
    game = dr.Round(dr.variant("block"), seed=4)
    assert decide(mine, game) == game.legal_moves[-1]
    for _ in range(6_000):
        if (folder / "stopped").exists():
            break
        time.sleep(0.05)
    assert decide(mine, game) == game.legal_moves[0]
    assert "1,048,576 characters without a question" in heard[0]
    assert decide(mine, game) == game.legal_moves[-1]  # it was started again
    mine.close()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import time; time.sleep(60)", "it has not been imported within 1 s"),
        ("import sys; sys.exit(0)", "importing bad_of_test raised SystemExit: 0"),
        ("raise ValueError('\\x1b[2J')", "raised ValueError: ␛[2J"),
        ("import os; os._exit(4)", "it has ended with status 4 while it was imported"),
    ],
)
def test_a_module_that_can_t_be_imported(
    folder: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    monkeypatch.setattr(processes, "LOADING_SECONDS", 1 if "sleep" in text else 300)
    (folder / "bad_of_test.py").write_text(text, encoding="utf-8")
    with pytest.raises(dr.ArgumentError) as error:
        bot("bad_of_test:f", rated=True)
    assert said in str(error.value)


def test_a_program_may_end_after_each_answer(folder: Path, last_moves: tuple[dr.Move, ...]) -> None:
    mine = bot(program(folder, f"{ANSWER}; raise SystemExit"), time=300)
    assert played(mine).moves == last_moves
    assert mine.replaced == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bot("no_such_module:f"), "there is no module 'no_such_module'"),
        (lambda: bot("mine_of_test:lsat"), "has no function 'lsat'; it has last"),
        (lambda: bot("mine_of_test:last", own=False), "only bots that come with the project"),
        (lambda: bot("run:ls", own=False), "only bots that come with the project"),
        (lambda: bot("run:"), "a command is missing"),
        (lambda: bot("run:no-such-program -x"), "there is no program 'no-such-program'"),
        (lambda: bot("run:mine_of_test.py"), "to run a file by Python: run:python"),
        (lambda: bot("run:'x"), "No closing quotation"),
    ],
)
def test_errors_of_names(folder: Path, call: Callable[[], object], message: str) -> None:
    assert folder
    with pytest.raises(dr.ArgumentError) as error:
        call()
    assert message in str(error.value)


def test_the_bots_of_the_page(folder: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/bots.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    module, script = [block for block in blocks if not block.startswith(">>>")]
    (folder / "my_bots.py").write_text(module, encoding="utf-8")
    (folder / "answers.py").write_text(script, encoding="utf-8")
    for name in ("my_bots:patient", f"run:{shlex.quote(sys.executable)} answers.py"):
        mine = bot(name)
        assert played(mine).is_over
        assert mine.replaced == 0
    questions = re.findall(r'^{"position": .*}$', page, re.MULTILINE)
    asked = json.loads(questions[0])
    legal = dr.Position(asked["position"]).legal_moves
    assert asked["legal"] == [str(move) for move in legal]
