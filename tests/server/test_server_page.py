"""The page for operators: its commands, its program and its table of limits are as it says."""

from __future__ import annotations

import re
import shlex
import signal
from argparse import Namespace
from dataclasses import fields
from pathlib import Path

import pytest

from dominoes_rules.cli import main
from dominoes_rules.cli.arguments import command_line
from dominoes_rules.server.limits import Limits
from tests.other_systems import needs_signals
from tests.server.test_kept_rounds import Process

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
SERVE, CALLS = re.findall(r"```sh\n(dominoes-rules .*?)```", PAGE, re.DOTALL)
PROGRAM, _ = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@needs_signals
def test_the_page_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(SERVE.replace("--after 2", "--after 0.2"))[2:]
    server = Process(tmp_path, *words)
    try:
        for line in CALLS.splitlines():
            call = shlex.split(line.replace("localhost", f"localhost:{server.port}"))
            assert main(call[1:]) == 0
        assert "quick (bot)" in capsys.readouterr().out
        found: dict[str, object] = {}
        exec(PROGRAM.replace('Client("localhost")', f'Client("localhost", {server.port})'), found)
        assert found["scores"]
        (record, *_) = sorted((tmp_path / "records").iterdir())
        assert main(["review", str(record), "--worlds", "5"]) == 0
    finally:
        assert server.end(signal.SIGTERM) == 0


def test_the_limits_are_those_of_the_server() -> None:
    args = command_line.parser().parse_args(["serve"], Namespace())
    rows = dict(re.findall(r"^\| `--([\w-]+)` \| ([\d,]+)", PAGE, re.MULTILINE))
    for field in fields(Limits):
        assert getattr(args, field.name) == field.default
        assert float(rows.pop(field.name.replace("_", "-")).replace(",", "")) == field.default
    assert rows == {}
