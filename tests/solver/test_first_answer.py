"""The first answer on a machine does not wait for the compiler, and is that of every later one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import ClassVar

import pytest

import dominoes_rules as dr
from dominoes_rules.bots import bot, sampling_bots
from dominoes_rules.solving import move_search
from dominoes_solver.belief import weighing
from dominoes_solver.belief.likelihood import RecordedPast
from dominoes_solver.belief.model import Choices
from dominoes_solver.pimc import budgets, pimc
from dominoes_solver.pimc.findings import Findings
from dominoes_solver.pimc.pimc import expectimax
from dominoes_solver.pimc.search_task import SearchTask
from dominoes_solver.search import native
from dominoes_solver.search.native import able_games, worth
from dominoes_solver.search.native.compiling import compilation, loading
from dominoes_solver.search.one_world import Question, evaluate_many
from dominoes_solver.worlds.slots import World
from tests.calls import Call
from tests.other_systems import needs_signals

LATE = (
    "partnership A:x7/B:x7/C:40.41.43.52.54.60.63/D:x7 play:62,64l,43l,32r,-,31l,41l,33r,42l,53r,"
    "52r,-,21l,10l,40l,-,22r,20r,60r,61r,51r,44l opener:A round:2"
)
NEVER = 1 << 60


class Child:
    """A compilation that is over when it was looked at so often."""

    in_vain = False
    looks = 0
    compiled: ClassVar[set[str]] = set()

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.left = self.looks

    @property
    def over(self) -> bool:
        self.left -= 1
        if self.left < 0:
            self.compiled.update(self.names)
        return self.left < 0

    def has(self, name: str) -> bool:  # noqa: ARG002
        return False

    def wait(self, name: str, tick: object) -> None:  # noqa: ARG002
        raise AssertionError("somebody waits for the compiler")


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled, and every search is worth to be."""
    pytest.importorskip("numba")
    native.have(native.KERNELS)

    def from_cache(name: str) -> ModuleType:
        if ".kernel_" in name and name not in Child.compiled:
            raise compilation.NotCached
        return import_module(name)

    monkeypatch.setenv(native.SWITCH, "1")
    monkeypatch.setattr(worth, "WORTH_IT", 0)
    monkeypatch.setattr(weighing, "FEW_CHOICES", 0)
    monkeypatch.setattr(loading.Loaded, "kernels", frozenset())
    monkeypatch.setattr(loading.Loaded, "compilations", {})
    monkeypatch.setattr(loading.Loaded, "promised", {})
    monkeypatch.setattr(compilation, "Compilation", Child)
    monkeypatch.setattr(Child, "compiled", set())
    monkeypatch.setattr(loading, "import_module", from_cache)
    loading._report_meanwhile.cache_clear()


def begin_anew(monkeypatch: pytest.MonkeyPatch, looks: int) -> None:
    """Nothing is compiled, and will be after so many looks at the child."""
    monkeypatch.setattr(Child, "looks", looks)
    monkeypatch.setattr(loading.Loaded, "kernels", frozenset())
    Child.compiled.clear()
    for kernels in (loading.Loaded.compilations, loading.Loaded.promised):
        kernels.clear()


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("model", ["choices", "counted"])
def test_the_first_answer_is_that_of_every_later_one(
    model: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whenever the kernels are done: before, within or after it."""
    answers = []
    for looks in (0, 4, NEVER):
        begin_anew(monkeypatch, looks)
        report = dr.solve(dr.Position(LATE), model=model)
        assert report.findings is not None
        assert report.findings.natively == (looks < NEVER)
        answers.append(report)
    first, *others = answers
    assert all(str(one) == str(first) and one.used == first.used == 75 for one in others)
    assert capsys.readouterr().err.count("`dominoes-rules warm` compiles all of it") == 1


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("patience", [worth.PATIENCE, 100, 1])
def test_a_seed_is_not_waited_for_while_plain_python_is_quick(
    patience: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nodes may run out here: within its patience, plain Python finds what the kernel would."""
    limit, waits = dr.Limit(worlds=12, nodes=20_000), []
    pimc._report_waiting.cache_clear()

    def wait(child: Child, name: str, tick: Callable[[int], None]) -> None:
        waits.append(name)
        tick(0)
        child.left = 0
        assert child.over

    monkeypatch.setattr(Child, "wait", wait)
    monkeypatch.setattr(worth, "PATIENCE", patience)
    answers = []
    for looks in (0, 4, NEVER):
        begin_anew(monkeypatch, looks)
        answers.append(str(dr.solve(dr.Position(LATE), limit, model="counted", seed=3)))
    assert answers == answers[:1] * 3
    assert bool(waits) == (patience == 1)
    assert capsys.readouterr().err.count("this answer waits for machine code") == len(waits[:1])


def test_a_kernel_has_no_more_nodes_than_plain_python_has_patience_for() -> None:
    """What plain Python searches to the end in its share of the nodes, a kernel does in all."""
    assert native.available()
    for name in ("partnership", "dominican", "cut_throat"):
        game = dr.Round(dr.variant(name), seed=1)
        while not game.is_over and sum(map(int.bit_count, game.state.hands)) > 14:
            game.push(game.legal_moves[0])
        rules, state = game.compiled, game.state
        assert native.may_begin_plainly(rules, 1)
        plainly, natively = (
            next(evaluate_many(rules, [state], Question(natively=way))) for way in (False, True)
        )
        assert plainly.values == natively.values
        assert natively.nodes <= worth.ALIKE * plainly.nodes


def test_plain_python_weighs_a_world_once(monkeypatch: pytest.MonkeyPatch) -> None:
    weighed = []
    usual = RecordedPast.factors

    def factors(past: RecordedPast, model: Choices, world: World) -> list[float]:
        weighed.append(world)
        return usual(past, model, world)

    monkeypatch.setenv(native.SWITCH, "0")
    monkeypatch.setattr(RecordedPast, "factors", factors)
    dr.solve(dr.Position(LATE), model="choices")  # its clue asks for all of them again
    assert len(weighed) == len(set(weighed)) == 75


@pytest.mark.usefixtures("cold")
def test_whoever_must_wait_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where plain Python could run out of nodes, or would take longer than the compiler."""
    rules, state = dr.Position(LATE).compiled, dr.Position(LATE).evidence.state

    def wait(child: Child, name: str, tick: object) -> None:  # noqa: ARG001
        child.left = 0
        assert child.over

    monkeypatch.setattr(Child, "looks", NEVER)
    monkeypatch.setattr(Child, "wait", wait)
    assert not native.wanted(rules, state)
    assert native.wanted(rules, state, 10**12)
    assert loading.Loaded.compilations == {}


@pytest.mark.usefixtures("cold")
def test_where_a_person_waits_nobody_waits_for_the_compiler(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not even where the nodes of plain Python run out: it answers with fewer worlds."""
    monkeypatch.setattr(Child, "looks", NEVER)
    monkeypatch.setattr(sampling_bots, "NODES_MEANWHILE", 600)
    monkeypatch.delenv(native.SWITCH)
    native.answer_meanwhile()
    assert native.meanwhile()
    game = dr.Round(dr.variant("partnership"), seed=3)
    while len(game.actions) < 12 or len(game.legal_moves) == 1:
        game.push(game.legal_moves[0])
    position = game.seen_by(game.turn)
    worlds: list[int] = []

    def search(task: SearchTask) -> Findings:
        findings = expectimax(task)
        worlds.append(findings.used)
        return findings

    monkeypatch.setattr(move_search, "expectimax", search)
    assert bot("solver:worlds=20")(position, Random(1)) in position.legal_moves
    report = dr.solve(position, dr.Limit(worlds=2), model="choices")
    assert report.findings is not None
    assert not report.findings.natively
    assert worlds[0] < 20
    assert worlds[1] == 2


@pytest.mark.usefixtures("cold")
def test_plain_python_plays_no_more_rounds_than_without_a_compiler(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Child, "looks", NEVER)
    game = dr.Round(dr.variant("chicken_foot"), seats=4, seed=1)
    rounds = []
    for switch in (loading.MEANWHILE, "0"):
        monkeypatch.setenv(native.SWITCH, switch)
        rounds.append(budgets.playouts_of(game.compiled, game.state, 3, 1000, 1))
    assert rounds[0] == rounds[1]


@pytest.mark.parametrize(
    ("words", "meanwhile"),
    [(["solve", LATE], True), (["solve", LATE, "--worlds", "2"], False)],
)
def test_who_asks_only_for_a_move_is_not_kept_waiting(
    call: Call, monkeypatch: pytest.MonkeyPatch, words: list[str], meanwhile: bool
) -> None:
    monkeypatch.delenv(native.SWITCH)
    call(*words)
    assert native.meanwhile() is meanwhile


@needs_signals
def test_a_compiler_holds_no_terminal_and_outlives_the_death_of_another() -> None:
    program = (
        f"import fcntl, time; lock = open({compilation.__file__!r}, 'rb'); "
        "fcntl.flock(lock, fcntl.LOCK_EX); print(flush=True); time.sleep(600)"
    )
    holder = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    holder.stdout.readline()
    child = compilation.Compilation(["dominoes_lang", "dominoes_solver"])
    try:
        assert os.getsid(child.child.pid) != os.getsid(0)
        holder.send_signal(signal.SIGKILL)
        child.wait("dominoes_lang", None)
        child.wait("dominoes_solver", None)
        assert child.has("dominoes_lang")
        assert not child.in_vain
    finally:
        holder.stdout.close()
        holder.kill()
        holder.wait()
        child.stop()


def test_warm_compiles_every_kernel(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    called = call("warm")
    assert (called.code, called.out.count("ready")) == (0, len(native.KERNELS))
    games = ("partnership", "dominican", "draw", "domohnoes/4", "mexican_train/4", "texas_42")
    of_games = len(native.KERNELS) - len(("kernel_net", "kernel_net_rounds"))
    assert call("warm", *games).out.count("ready") == of_games
    monkeypatch.setenv(native.SWITCH, "0")
    called = call("warm")
    assert (called.code, called.out) == (1, "")
    assert "DOMINOES_RULES_NATIVE=0 turns machine code off" in called.err


def test_warm_compiles_what_games_need(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("numba")
    mine = tmp_path / "mine.rules"
    mine.write_text('variant "Mine"\nextends "partnership"\n')
    for name in ("partnership", "partnership/4", str(mine)):
        called = call("warm", name)
        assert [line.split("  ")[0] for line in called.out.splitlines()] == [
            "search of plain games between two sides",
            "players' choices",
        ]
    called = call("warm", "no_such_game")
    assert (called.code, called.out) == (2, "")
    assert "no variant of that name" in called.err
    assert call("warm", "partnership/9").code == 2
    monkeypatch.setattr(able_games, "is_small_enough", lambda _: False)
    assert call("warm", "partnership").out.startswith("random rounds")
    monkeypatch.setattr(able_games, "rounds_kernels", lambda _: iter(()))
    called = call("warm", "partnership")
    assert (called.code, called.out) == (1, "")
    assert "no machine code can play partnership yet" in called.err
    monkeypatch.setattr(loading, "NEEDED", ("no_such_package",))
    called = call("warm", "partnership")
    assert (called.code, called.out) == (1, "")


@pytest.mark.usefixtures("cold")
def test_one_process_compiles_what_a_game_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever kernel is asked for first, and each kernel once."""
    rules, started = dr.Position(LATE).compiled, []

    class Counted(Child):
        def __init__(self, names: Sequence[str]) -> None:
            started.append([name.rpartition(".")[2] for name in names])
            super().__init__(names)

    monkeypatch.setattr(Child, "looks", NEVER)
    monkeypatch.setattr(compilation, "Compilation", Counted)
    assert not native.reads_choices(rules)
    assert not native.available(rules, wait=False)
    assert not native.plays_by_net(rules)
    assert started == [["kernel_choices", "kernel_two"], ["kernel_net"]]
    assert set(loading.Loaded.compilations) == {"kernel_choices", "kernel_two", "kernel_net"}


@pytest.mark.usefixtures("cold")
def test_what_is_in_the_cache_waits_for_no_other_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = dr.Position(LATE).compiled
    monkeypatch.setattr(Child, "looks", NEVER)
    Child.compiled.add(loading.module_of("kernel_choices"))
    assert not native.available(rules, wait=False)
    assert "kernel_choices" in loading.Loaded.promised
    assert native.reads_choices(rules)
    assert loading.Loaded.promised == {}


@pytest.mark.usefixtures("cold")
def test_warm_can_be_interrupted(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def wait(child: Child, name: str, tick: object) -> None:  # noqa: ARG001
        child.left = 0  # as one that was stopped
        raise KeyboardInterrupt

    monkeypatch.setattr(Child, "looks", NEVER)
    monkeypatch.setattr(Child, "wait", wait)
    called = call("warm")
    assert (called.code, called.out, called.err) == (130, "", "stopped\n")
    assert loading.Loaded.compilations == loading.Loaded.promised == {}
