"""The scripts that complete commands in a shell, and the version."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dominoes_rules as dr
from tests.calls import Call

TYPED = {
    "so": "solve",
    "show bl": "block",
    "check dr": "drafts",
    "check m": "mine.rules",
    "solve --wor": "--worlds --world --worth",
    "check --format j": "json",
    "--print-completion ": "bash zsh fish",
}


def test_the_version(call: Call) -> None:
    assert call("--version") == (0, f"dominoes-rules {dr.__version__}\n", "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_what_bash_completes(call: Call, tmp_path: Path) -> None:
    (tmp_path / "mine.rules").touch()
    (tmp_path / "my.txt").touch()
    (tmp_path / "drafts").mkdir()
    lines = [call("--print-completion", "bash").out]
    for typed in TYPED:
        lines += [
            f"COMP_LINE='dominoes-rules {typed}'; COMP_WORDS=(dominoes-rules {typed})",
            '[[ "$COMP_LINE" == *" " ]] && COMP_WORDS+=("")',
            "COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )); COMPREPLY=(); _shtab_dominoes_rules",
            'echo "${COMPREPLY[@]}"',
        ]
    found = subprocess.run(
        ["bash", "-c", "\n".join(lines)], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert found.stdout.splitlines() == list(TYPED.values())


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_know_every_game(call: Call, shell: str) -> None:
    assert " ".join(dr.variants()) in call("--print-completion", shell).out


def test_without_the_library(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    called = call("--print-completion", "bash")
    assert (called.code, called.out) == (2, "")
    assert "dominoes-rules[completion]" in called.err
