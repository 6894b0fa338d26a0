"""What all tests share: how Hypothesis searches, and the command line called as users call it."""

import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings

from dominoes_rules.cli import main
from dominoes_solver.search import native
from dominoes_solver.search.native.compiling import loading
from tests.calls import Call, Called
from tests.modules import compile_kernels
from translating.compiling import compile_catalogues

# How long one example takes, or is made, says more about the machine than about the code.
settings.register_profile(
    "dev", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
# The same examples in every run, so that a red build is red because of the change. More would be
# the same again each time; other examples come in every run elsewhere.
settings.register_profile(
    "ci", settings.get_profile("dev"), derandomize=True, print_blob=True, max_examples=25
)

# Python is started by the hundred, and would compile every module each time.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A shell that runs tests in the background has them, and the programs they start, ignore Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# What a person reads is in the language of the environment; tests read English unless they ask.
os.environ["LANGUAGE"] = "en"

# No test starts a compiler that outlives it, and no answer depends on how far one has come.
os.environ.setdefault(native.SWITCH, loading.WAITING)

compile_catalogues()  # a checkout has only what translators write

# Rules files here are for the tests, many of them broken on purpose.
collect_ignore_glob = ["*.rules"]

settings.load_profile("ci" if os.environ.get("CI") else "dev")

# Nearly all that collecting makes stays to the end, and to look for the rest takes a second.
gc.disable()


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One worker more than cores: while a test waits for a program or a page, the others go on."""
    cores = yield
    return cores + 1


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the kernels before there are workers, each of which would have them compiled."""
    config = session.config
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        compile_kernels()


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what stays to the end, a tenth of the time if it looks.

    Tests make many small tuples, so it is called less often as well.
    """
    gc.collect()
    gc.enable()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Calls a command; no call may end in a traceback, or blame us."""

    def run(*words: str) -> Called:
        capsys.readouterr()
        code = main(words)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert "this is a bug" not in err
        return Called(code, out, err)

    return run


@pytest.fixture
def fresh_workers() -> Iterator[None]:
    """None that joblib has kept from before, with an environment of then, and none left behind."""

    def stop() -> None:
        get_reusable_executor().shutdown(wait=True, kill_workers=True)

    from joblib.externals.loky import get_reusable_executor

    stop()
    yield
    stop()
