"""The command line as a process: its start, its signals, its pipes, its sense of time."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.other_systems import needs_signals

ROOT = Path(__file__).parents[2]
RECORD = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,-"
OPENING = "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 opener:A"
HOPELESS = {
    "draw_one": "draw_one A:66.64.43.31.20.10.50/B:65.55.44.33.22.11.00 "
    "stock:63.62.61.60.54.53.52.51.42.41.40.32.30.21 play:66",
    "domohnoes": "domohnoes/4 A:66.64.43.31.20.10.50/B:x7/C:x7/D:x7 opener:A",
}
PATHS = os.pathsep.join(str(ROOT / folder) for folder in (".", "rules", "solver"))
ENVIRONMENT = {**os.environ, "PYTHONPATH": PATHS, "PYTHONUTF8": "1"}
COMMAND = [sys.executable, "-m", "dominoes_rules"]


def run_program(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    """A program run to its end, at the root of the checkout."""
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**ENVIRONMENT, **environment},
        timeout=300,
        check=False,
    )


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return run_program([*COMMAND, *words], **environment)


def started(*words: str, **environment: str) -> subprocess.Popen[str]:
    """A command that runs on, as the leader of a group of its own."""
    return subprocess.Popen(
        [*COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**ENVIRONMENT, **environment},
        start_new_session=True,
    )


def wait_for(process: subprocess.Popen[str], pattern: str) -> None:
    """Until a line on stderr begins with this."""
    assert process.stderr is not None
    assert any(re.match(pattern, line) for line in process.stderr)


def said(err: str) -> list[str]:
    """What stands on stderr besides progress, which is shown every few seconds."""
    return [line for line in err.splitlines() if not re.search(r"\(Ctrl-C .*\)$", line)]


def wait_for_reader(fifo: Path) -> int:
    """Until somebody reads a pipe; the end to write to."""
    for _ in range(600):
        try:
            return os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            time.sleep(0.1)
    raise AssertionError("nobody reads it")


def is_gone(group: int) -> bool:
    """Whether no process of a group is left, within some seconds."""
    for _ in range(200):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def test_the_module_is_the_command() -> None:
    called = run("check", "block")
    assert (called.returncode, called.stdout, called.stderr) == (0, "block: fine\n", "")
    assert run("chek").returncode == 2


HEAVY = {"numpy", "numba", "scipy", "joblib", "distributed", "pygments", "hypothesis", "constraint"}
"""What other people's programs install, and what no command without search needs."""
SEARCH = {"dominoes_solver", "dominoes_lang.codegen.generate"}
"""What a command that only reads rules does not need."""


@pytest.mark.parametrize(
    "commands",
    [
        [
            (["--version"], HEAVY | SEARCH | {"dominoes_lang.syntax.nodes", "lark", "shtab"}),
            (["--help"], HEAVY | SEARCH | {"dominoes_lang.syntax.nodes", "lark"}),
            (["check", "partnership"], HEAVY | SEARCH | {"dominoes_lang.repair.habits"}),
            (["show", "partnership"], HEAVY | SEARCH),
            (["show", "block", "--clauses"], HEAVY | SEARCH),
            (["fmt", "--check", "variants/block.rules"], HEAVY | SEARCH),
            (["explain", "extends"], HEAVY | SEARCH),
            (["new", "{folder}/mine.rules"], HEAVY | SEARCH),
        ],
        [
            (["diff", "partnership", "block"], HEAVY),
            (["test", "block", "--rounds", "3", "--scope", "50"], HEAVY),
            (["perft", HOPELESS["draw_one"], "1"], HEAVY),
            (["worlds", RECORD, "--model", "counted"], HEAVY),
        ],
    ],
    ids=["reading", "playing"],
)
def test_a_command_imports_nothing_that_it_does_not_need(
    commands: list[tuple[list[str], set[str]]], tmp_path: Path
) -> None:
    """Which modules are there at its end; so it starts in no time whatever is installed.

    One process for several commands, of which none may bring what those after it do not need.
    """
    calls = [[word.replace("{folder}", str(tmp_path)) for word in words] for words, _ in commands]
    program = (
        "import sys\nfrom dominoes_rules.cli import main\n"
        f"for words in {calls!r}:\n"
        "    print('=', main(words), file=sys.stderr)\n"
        "    print('=', *(name for name, found in sys.modules.items() if found), file=sys.stderr)"
    )
    called = run_program([sys.executable, "-c", program])
    found = [line[2:] for line in called.stderr.splitlines() if line.startswith("= ")]
    assert len(found) == 2 * len(commands), called.stderr
    for (words, unwanted), code, names in zip(commands, found[::2], found[1::2], strict=True):
        assert code == ("1" if words[0] == "diff" else "0"), called.stderr
        assert unwanted & set(names.split()) == set(), words


def test_one_job_needs_no_joblib_and_a_pipe_no_colours() -> None:
    program = (
        "import sys; from dominoes_rules.cli import main;"
        f"code = main(['solve', {RECORD!r}, '--worlds', '60']);"
        "sys.exit(code or str({'joblib', 'distributed'} & sys.modules.keys()))"
    )
    called = run_program([sys.executable, "-c", program])
    assert called.stderr.splitlines()[-1] == "set()"
    assert "\x1b" not in called.stdout


def test_one_process_needs_no_multiprocessing() -> None:
    """Some systems have one process alone."""
    tournament = ["tournament", "random", "lowest", "--deals", "2"]
    program = (
        "import sys; sys.modules.update(multiprocessing=None, numba=None, numpy=None);"
        "from dominoes_rules.cli import main;"
        f"sys.exit(main({tournament!r}) or main(['solve', {RECORD!r}, '--worlds', '5']))"
    )
    called = run_program([sys.executable, "-c", program])
    assert called.returncode == 0, called.stderr


def test_a_search_does_not_wait_for_scipy(tmp_path: Path) -> None:
    """Which numba imports wherever it is."""
    pytest.importorskip("numba")
    (tmp_path / "scipy.py").write_text("raise RuntimeError('scipy is asked for')")
    called = subprocess.run(
        [*COMMAND, "solve", OPENING, "--worlds", "5"],
        capture_output=True,
        text=True,
        env=ENVIRONMENT | {"PYTHONPATH": os.pathsep.join([str(tmp_path), PATHS])},
        timeout=300,
        check=False,
    )
    assert (called.returncode, "scipy" in called.stderr) == (0, False)


def test_a_reader_that_goes_away_is_no_trouble() -> None:
    command = " ".join([*COMMAND, "worlds", f"'{RECORD}'", "--list", "| head -1"])
    called = run_program(["bash", "-c", f"set -o pipefail; {command}"])
    assert (called.returncode, called.stderr) == (0, "")
    assert called.stdout.startswith("partnership A:")


def test_streams_that_are_closed_are_no_trouble() -> None:
    for closing in (">&-", "<&-", "2>&-"):
        called = run_program(["bash", "-c", f"{' '.join(COMMAND)} check block {closing}"])
        assert "Traceback" not in called.stderr
        assert called.returncode == 0


def test_a_terminal_without_unicode_is_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / "house.rules"
    path.write_text('variant "Fichas — dominó"\nextends "block"\nmatch: one rond # ñ\n', "utf-8")
    environment = {**ENVIRONMENT, "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    called = subprocess.run(
        [*COMMAND, "check", str(path)],
        capture_output=True,
        env=environment,
        timeout=300,
        check=False,
    )
    assert called.returncode == 1
    assert b"Traceback" not in called.stderr


@needs_signals
def test_ctrl_c_gives_the_answer_that_there_is() -> None:
    process = started("solve", OPENING, "--worlds", "1000000", "--model", "counted", "--details")
    wait_for(process, "[1-9]")  # the sign of life says that there is something to answer with
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert re.search(
        r"^stopped early; to repeat: --worlds \d+ --seed 0 --model counted$", out, re.MULTILINE
    )
    assert "Traceback" not in err


@needs_signals
def test_ctrl_c_ends_all_jobs() -> None:
    """It goes to every process of the terminal, and one of them answers."""
    process = started(
        *("solve", OPENING, "--worlds", "1000000", "--jobs", "2", "--given", "B holds [6|4]"),
        *("--model", "counted", "--details"),
    )
    wait_for(process, "[1-9]")
    time.sleep(2)  # the workers are there by now, or about to be
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, said(err)) == (0, [])
    repeat = r"^stopped early; to repeat: --worlds \d+ --seed 0 .*--given 'B holds \[6\|4\]'"
    assert re.search(repeat, out, re.MULTILINE)
    assert is_gone(process.pid), "some of them are left"


@needs_signals
def test_ctrl_c_while_it_compiles(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    process = started("warm", NUMBA_CACHE_DIR=str(tmp_path))
    wait_for(process, r"compiling 1 of \d+, search of plain games")
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out, said(err)) == (130, "", ["stopped"])


@pytest.mark.slow  # it asks that compiling takes longer than two seconds, and starting less
def test_no_time_to_compile(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    called = run(
        *("solve", RECORD, "--worlds", "15000", "--time", "2.5", "--details"),
        NUMBA_CACHE_DIR=str(tmp_path),
    )
    assert called.returncode == 0
    assert re.search(
        r"^stopped early; to repeat: --worlds \d+ --seed 0$", called.stdout, re.MULTILINE
    )
    assert "plain Python answers while machine code is compiled" in called.stderr


@needs_signals
def test_ctrl_c_without_an_answer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "position")
    process = started("solve", str(tmp_path / "position"))
    writer = wait_for_reader(tmp_path / "position")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out, err) == (130, "", "stopped\n")
    os.close(writer)


@pytest.mark.parametrize("name", HOPELESS)
def test_a_hopeless_position_is_answered_in_time(name: str) -> None:
    called = run("solve", HOPELESS[name], "--time", "3")  # which would take hours without
    assert called.returncode == 0, called.stderr
    if name == "domohnoes" and "estimates: " not in called.stdout:
        return  # in machine code it may be searched to the end, or played out by the model at once
    assert re.search(
        r"^(\d[\d,]* of .* worlds?, .*|searching the first world, .*)\d+ s",
        called.stderr,
        re.MULTILINE,
    )
    assert "estimates: " in called.stdout
    assert re.search(r"exact would take (about|more than) \d[\d,]*0 nodes a world", called.stdout)
