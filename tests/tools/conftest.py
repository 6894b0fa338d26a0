"""The command line, called as a user calls it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from dominoes_rules.cli import main


class Called:
    """What a call of the command line gave."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Call = Callable[..., Called]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    def run(*words: str) -> Called:
        capsys.readouterr()
        code = main(list(words))
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert "this is a bug" not in err
        return Called(code, out, err)

    return run
