"""How `.ci/run` ends. A shell script stands in for Python, so that only the script is tested."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.scripts import posix_only, write_script

SCRIPT = Path(__file__).parents[1] / ".ci" / "run"
pytestmark = posix_only

PYTHON = """
environment() { # what making an environment leaves behind: this script under two names
    mkdir -p "$1/bin"
    cp "$0" "$1/bin/python"
    cp "$0" "$1/bin/dominoes-rules"
}
case "$*" in
"dev.py setup") environment "$DOMINOES_RULES_VENV" ;;
"-m venv "*) environment "$3" ;;
"-m build "*) mkdir -p "$4" && touch "$4/one.whl" ;;
esac
case "$*" in "$FAILING"*) exit 3 ;; esac
"""


def run(root: Path, failing: str) -> tuple[subprocess.CompletedProcess[str], list[Path]]:
    """Run the script where the command that begins with `failing` fails; also what it left."""
    (root / ".ci").mkdir()
    (root / "variants").mkdir()
    (root / "variants" / "block.rules").touch()
    write_script(root / "python", PYTHON)
    # A folder of its own for what is temporary, not within the checkout that is packaged.
    with tempfile.TemporaryDirectory() as temporary:
        done = subprocess.run(
            ["bash", shutil.copy(SCRIPT, root / ".ci" / "run")],
            env={**os.environ, "PYTHON": str(root / "python"), "TMPDIR": temporary}
            | {"FAILING": failing},
            check=False,
            capture_output=True,
            text=True,
            timeout=120,
        )
        return done, list(Path(temporary).iterdir())


def test_a_run_without_failures_succeeds_and_leaves_nothing(tmp_path: Path) -> None:
    done, left = run(tmp_path, "nothing")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "CI passed in" in done.stdout.splitlines()[-1]
    assert left == []


@pytest.mark.parametrize(
    ("failing", "stages"),
    [
        ("dev.py setup", "set-up"),
        ("warm", "warm"),
        ("dev.py check", "check"),
        ("-m build", "package"),
        ("-I /", "plain"),
        ("dev.py site", "site"),
        ("dev.py web-test", "browser"),
        ("dev.py test", "test"),
    ],
)
def test_a_failure_is_named_and_fails_the_run(tmp_path: Path, failing: str, stages: str) -> None:
    done, left = run(tmp_path, failing)
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == f"CI failed: {stages}"
    assert left == []
