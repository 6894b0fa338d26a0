"""The script at the root: help, the environment it makes, and the exit codes it passes on."""

import ast
import importlib.util
import os
import runpy
import shutil
import signal
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import dev
from tests.scripts import posix_only, write_script

SCRIPT = Path(__file__).parents[1] / "dev.py"


class Checkout:
    """A folder with `dev.py` and a ready environment whose programs are shell scripts."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.venv = root / ".venv"
        shutil.copy(SCRIPT, root / "dev.py")
        (root / "pyproject.toml").write_text("[project]\n", "utf-8")
        self.program("python", "exit 0")
        self.stamp()

    def program(self, name: str, text: str) -> None:
        """Put a shell script into the environment."""
        write_script(self.venv / "bin" / name, text)

    def stamp(self) -> None:
        """Mark the environment as ready."""
        self.python("import dev; dev.STAMP.write_text(dev.fingerprint())")

    def python(self, code: str) -> str:
        """Run a line of Python that may import this checkout's `dev`."""
        return subprocess.run(
            [sys.executable, "-c", code],
            cwd=self.root,
            env=self.environment(),
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    def environment(self) -> dict[str, str]:
        """The variables of this process, less those that the script reads."""
        return {key: text for key, text in os.environ.items() if key != "DOMINOES_RULES_VENV"}

    def dev(self, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Call the script."""
        return subprocess.run(
            [sys.executable, str(self.root / "dev.py"), *arguments],
            cwd=cwd or self.root,
            env=self.environment(),
            check=False,
            capture_output=True,
            text=True,
            timeout=300,
        )


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    root = tmp_path / "a checkout"
    root.mkdir()
    return Checkout(root)


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The imported `dev`, moved to an empty checkout without an environment."""
    (tmp_path / "pyproject.toml").write_text("[project]\n", "utf-8")
    venv = tmp_path / ".venv"
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "VENV", venv)
    monkeypatch.setattr(dev, "SCRIPTS", venv / "bin")
    monkeypatch.setattr(dev, "STAMP", venv / "dominoes-rules.stamp")
    monkeypatch.setattr(dev, "ANSWERS_STAMP", venv / "answers.stamp")
    monkeypatch.setattr(dev, "LANGUAGES_STAMP", venv / "languages.stamp")
    monkeypatch.setenv("PATH", "")  # where no uv is
    return tmp_path


def pretend(
    monkeypatch: pytest.MonkeyPatch, *, pip: int = 0, venv: int = 0, uv: int = 0
) -> list[list[str]]:
    """Replace the children by ones that end with these codes; what was called, as it comes."""
    calls: list[list[str]] = []

    def call(command: Sequence[str], **_: Any) -> int:
        calls.append(list(command))
        if "venv" in command:
            (dev.VENV / "bin").mkdir(exist_ok=True)
            Path(dev.tool("python")).touch()
        if Path(command[0]).name == "uv":
            return uv
        return venv if "venv" in command else pip

    monkeypatch.setattr(dev, "call", call)
    return calls


# --- talking ------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["help"]])
def test_help_lists_every_command_and_makes_nothing(
    bare: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert dev.main(arguments) == 0
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in dev.COMMANDS)
    assert not (bare / ".venv").exists()


def test_an_unknown_command_is_an_error_with_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["tset"]) == 2
    streams = capsys.readouterr()
    assert "unknown command 'tset'" in streams.err
    assert "usage:" in streams.err
    assert not streams.out


@pytest.mark.parametrize("line", ["setup now", "fix it", "all of it", "check spelling", "language"])
def test_arguments_that_mean_nothing_are_refused_before_any_work(
    bare: Path, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dev.main(line.split()) == 2
    assert "dev.py:" in capsys.readouterr().err
    assert not (bare / ".venv").exists()


def test_the_script_still_parses_on_an_old_python() -> None:
    # What stands above the version test must run there, what stands below must at least parse.
    tree = ast.parse(SCRIPT.read_text("utf-8"), feature_version=(3, 7))
    assert isinstance(tree.body[0], ast.Expr)


def test_an_old_python_is_shown_which_one_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 1, "final", 0))
    with pytest.raises(SystemExit, match=r"(?s)needs Python 3\.11 or newer, .* is Python 3\.9\."):
        runpy.run_path(str(SCRIPT), run_name="__main__")


# --- the environment ----------------------------------------------------------------------------


def test_setup_makes_the_environment_once(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = pretend(monkeypatch)
    dev.setup()
    assert len(calls) == 2
    assert calls[1][-2:] == ["--editable", ".[dev]"]
    assert dev.is_ready(dev.STAMP)

    dev.setup()
    assert len(calls) == 2

    (bare / "pyproject.toml").write_text("[project]\nname = 'other'\n", "utf-8")
    assert not dev.is_ready(dev.STAMP)
    dev.setup()
    assert len(calls) == 4
    assert dev.is_ready(dev.STAMP)


@pytest.mark.usefixtures("bare")
def test_the_demo_installs_what_its_answer_needs_and_the_tests_add_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = pretend(monkeypatch)
    monkeypatch.setattr(dev, "become", lambda _: 0)
    for _ in range(2):
        assert dev.main(["demo"]) == 0
    assert len(calls) == 2
    assert calls[1][-2:] == ["--editable", ".[native]"]

    dev.setup()
    assert len(calls) == 3
    assert calls[2][-2:] == ["--editable", ".[dev]"]
    assert dev.main(["demo"]) == 0
    assert len(calls) == 3


@posix_only
@pytest.mark.parametrize("works", [True, False])
def test_uv_makes_the_environment_where_it_can(
    bare: Path, monkeypatch: pytest.MonkeyPatch, works: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    write_script(bare / "bin" / "uv", "exit 2")
    monkeypatch.setenv("PATH", str(bare / "bin"))
    calls = pretend(monkeypatch, uv=0 if works else 2)
    dev.setup()
    tools = [Path(command[0]).name for command in calls]
    assert (tools if works else tools[::2]) == ["uv", "uv"]
    assert (tools[-1] == "python") is not works
    assert ("trying pip" in capfd.readouterr().err) is not works
    assert dev.is_ready(dev.STAMP)


def test_the_browser_tests_install_the_project_and_what_drives_a_browser(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = pretend(monkeypatch)
    monkeypatch.setenv("DOMINOES_RULES_CHROMIUM", sys.executable)
    extras = '[project.optional-dependencies]\nbrowser = ["axe>=1", "playwright>=2"]\n'
    (bare / "pyproject.toml").write_text(extras, "utf-8")
    assert dev.main(["web-test"]) == 0
    assert calls[1][-2:] == ["--editable", ".[dev]"]
    assert calls[2][-3:] == ["install", "axe>=1", "playwright>=2"]
    played = [Path(word) for word in calls[-1] if word.endswith(".py")]
    assert {"test_browser_pads.py", "test_club_browser.py"} <= {file.name for file in played}
    assert all((Path(__file__).parents[1] / file).is_file() for file in played)


@pytest.mark.usefixtures("bare")
def test_an_environment_that_lost_its_python_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = pretend(monkeypatch)
    dev.setup()
    Path(dev.tool("python")).unlink()
    dev.setup()
    assert len(calls) == 4


@pytest.mark.usefixtures("bare")
def test_when_pip_fails_its_code_is_passed_on_and_the_next_call_tries_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pretend(monkeypatch, pip=23)
    assert dev.main(["test"]) == 23
    assert "pip could not install the project" in capsys.readouterr().err
    assert not dev.is_ready(dev.STAMP)

    pretend(monkeypatch)
    assert dev.main(["setup"]) == 0
    assert dev.is_ready(dev.STAMP)


@pytest.mark.usefixtures("bare")
def test_when_venv_fails_pip_is_not_called_and_the_next_call_tries_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = pretend(monkeypatch, venv=1)
    assert dev.main(["setup"]) == 1
    assert "could not be made" in capsys.readouterr().err
    assert len(calls) == 1
    assert not dev.is_ready(dev.STAMP)

    pretend(monkeypatch)
    assert dev.main(["setup"]) == 0
    assert dev.is_ready(dev.STAMP)


def test_a_python_without_ensurepip_is_shown_what_to_install(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "ensurepip" else find(name)
    )
    assert dev.main(["demo"]) == 1
    assert "apt install python3-venv" in capsys.readouterr().err
    assert not (bare / ".venv").exists()


@pytest.mark.parametrize("name", ["letters", "pyvenv.cfg"])
def test_a_folder_that_the_script_did_not_make_is_left_alone(
    bare: Path, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = pretend(monkeypatch)
    (bare / ".venv").mkdir()
    (bare / ".venv" / name).touch()
    assert dev.main(["setup"]) == 1
    assert "left alone" in capsys.readouterr().err
    assert (bare / ".venv" / name).exists()
    assert not calls


# --- passing on ---------------------------------------------------------------------------------


@posix_only
def test_run_hands_over_arguments_folder_and_exit_code(checkout: Checkout, tmp_path: Path) -> None:
    checkout.program("dominoes-rules", 'pwd\nprintf "<%s>\\n" "$@"\nexit 7')
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = checkout.dev("run", "solve", "block A:66 B", "--json", cwd=elsewhere)
    assert done.returncode == 7
    assert done.stdout.splitlines() == [str(elsewhere), "<solve>", "<block A:66 B>", "<--json>"]
    assert not done.stderr


@posix_only
def test_demo_solves_the_position(checkout: Checkout) -> None:
    checkout.program("dominoes-rules", 'printf "<%s>\\n" "$@"')
    done = checkout.dev("demo", "--json")
    assert done.returncode == 0
    assert done.stdout.splitlines() == ["<solve>", f"<{dev.DEMO_POSITION}>", "<--json>"]
    assert "$ dominoes-rules solve" in done.stderr


@posix_only
def test_test_calls_pytest_at_the_root(checkout: Checkout, tmp_path: Path) -> None:
    checkout.program("python", 'pwd\nprintf "<%s>\\n" "$@"\nexit 5')
    done = checkout.dev("test", "-x", "-m", "", cwd=tmp_path)
    assert done.returncode == 5
    words = ["-m", "pytest", "-n", "auto", "--dist", "loadgroup", "-x", "-m", ""]
    assert done.stdout.splitlines() == [str(checkout.root), *(f"<{word}>" for word in words)]


@posix_only
def test_check_runs_every_check_and_names_those_that_failed(checkout: Checkout) -> None:
    checkout.program("ruff", 'echo "ruff $1"; [ "$1" = format ]')
    checkout.program("mypy", "echo mypy; exit 3")
    checkout.program("lint-imports", "echo imports")
    done = checkout.dev("check")
    assert done.returncode == 1
    assert done.stdout.splitlines() == ["ruff check", "ruff format", "mypy", "imports"]
    assert done.stderr.splitlines()[-1] == "--- failed: lint, types"

    assert checkout.dev("check", "types").returncode == 3
    assert checkout.dev("check", "import rules").returncode == 0


@posix_only
def test_all_runs_the_tests_even_when_a_check_failed(checkout: Checkout) -> None:
    checkout.program("python", 'echo "$@"')
    checkout.program("ruff", "exit 0")
    checkout.program("mypy", "exit 3")
    checkout.program("lint-imports", "exit 0")
    done = checkout.dev("all")
    assert done.returncode == 3
    assert done.stdout.strip() == "-m pytest -n auto --dist loadgroup -m"


@posix_only
def test_bench_installs_the_peers_once_and_measures(checkout: Checkout, tmp_path: Path) -> None:
    checkout.program("python", 'pwd\nprintf "<%s>\\n" "$@"\n[ "$2" = pip ] || exit 4')
    done = checkout.dev("bench", "--only", "deals", cwd=tmp_path)
    assert done.returncode == 4
    measured = [str(checkout.root), "<-m>", "<benchmarks>", "<--only>", "<deals>"]
    assert done.stdout.splitlines() == measured
    assert "<.[dev,benchmarks]>" in done.stderr.splitlines()

    again = checkout.dev("bench", "--only", "deals")
    assert again.stdout.splitlines() == measured
    assert not again.stderr


@posix_only
@pytest.mark.parametrize("option", ["--quick", "--list", "--help"])
def test_bench_needs_no_peers_for_a_look(checkout: Checkout, option: str) -> None:
    checkout.program("python", 'printf "<%s>\\n" "$@"')
    done = checkout.dev("bench", option)
    assert done.stdout.splitlines() == ["<-m>", "<benchmarks>", f"<{option}>"]
    assert not done.stderr


@posix_only
def test_bench_goes_on_without_a_peer_that_is_not_to_be_had(checkout: Checkout) -> None:
    checkout.program("python", '[ "$2" != pip ] || exit 1; echo measured')
    for _ in range(2):
        done = checkout.dev("bench")
        assert done.returncode == 0
        assert done.stdout == "measured\n"
        assert "could not install all of them" in done.stderr


@posix_only
def test_a_child_ended_by_a_signal_counts_as_in_a_shell(checkout: Checkout) -> None:
    checkout.program("python", "kill -TERM $$")
    assert checkout.dev("test").returncode == 128 + signal.SIGTERM


@posix_only
def test_interrupted_work_ends_with_130(checkout: Checkout) -> None:
    # In a terminal both get the signal; here the child tells the script, and ends in peace.
    checkout.program("ruff", "kill -INT $PPID; sleep 0.2; echo last words")
    checkout.program("mypy", "echo never")
    done = checkout.dev("check")
    assert done.returncode == dev.INTERRUPTED, done.stderr
    assert done.stdout.splitlines() == ["last words"]
    assert "interrupted" in done.stderr


@posix_only
def test_a_broken_environment_is_named(checkout: Checkout) -> None:
    done = checkout.dev("run", "check")
    assert done.returncode == 1
    assert "dominoes-rules" in done.stderr
    assert f"remove {checkout.venv}" in done.stderr


@posix_only
def test_the_environment_may_stand_elsewhere(checkout: Checkout, tmp_path: Path) -> None:
    code = textwrap.dedent(f"""
        import os
        os.environ["DOMINOES_RULES_VENV"] = {str(tmp_path / "other")!r}
        import dev
        print(dev.VENV, dev.is_ready(dev.STAMP))
    """)
    assert checkout.python(code).split() == [str(tmp_path / "other"), "False"]


def test_languages_are_compiled_when_a_translator_has_changed_one(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = pretend(monkeypatch)
    catalogues = bare / "dominoes_rules" / "speech" / "catalogues"
    catalogues.mkdir(parents=True)
    for _ in range(2):
        assert dev.main(["setup"]) == 0
    assert not [call for call in calls if "translating.compiling" in call]
    for text in ("a", "ab"):
        (catalogues / "es.po").write_text(text)
        os.utime(catalogues / "es.po", (len(text), len(text)))
        calls.clear()
        for _ in range(2):
            assert dev.main(["language", "es"]) == 0
        compiled, begun, again = [call[1:] for call in calls if "pip" not in call]
        assert compiled == ["-m", "translating.compiling"]
        assert begun == again == ["-m", "translating", "es"]
