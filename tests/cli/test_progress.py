"""The line of progress on a terminal, and what is written over it."""

from __future__ import annotations

import io
import sys

import pytest

from dominoes_lang.text.notices import notice
from dominoes_rules.cli.common import ProgressLine
from dominoes_rules.cli.streams import plain_output


class Screen(io.StringIO):
    """A stderr that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_warning_wipes_the_line_of_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with plain_output():
        line = ProgressLine()
        line.next = 0.0
        line("20 of 400 worlds")
        notice("searched in plain Python")
    shown = screen.getvalue().split("\r\x1b[K")
    assert shown[1:] == [
        "20 of 400 worlds",
        "dominoes-rules: searched in plain Python\n",
    ]
