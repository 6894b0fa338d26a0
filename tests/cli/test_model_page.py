"""Every command on the page about the model does what the page shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import dominoes_rules
from dominoes_rules.cli import main

PAGE = Path(dominoes_rules.__file__).parent / "authoring" / "explanations" / "model.txt"
_BLOCK = re.compile(r"^    \$ dominoes-rules (.+)\n((?:    .+\n)*)", re.MULTILINE)

BLOCKS = _BLOCK.findall(PAGE.read_text(encoding="utf-8"))


def test_the_page_has_commands() -> None:
    assert len(BLOCKS) == 3
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > 80 and not line.startswith("    $ ")] == []


@pytest.mark.parametrize(("command", "shown"), BLOCKS)
def test_a_command_of_the_page(
    command: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(shlex.split(command)) == 0
    printed = capsys.readouterr().out
    pattern = "".join(
        r"(?:.*\n)*" if line == "…" else re.escape(line) + r"\n"
        for line in (line[4:] for line in shown.splitlines())
    )
    assert re.search(pattern, printed), printed
    assert not shown or "model: every world" in printed
