"""A house rule is written in Neovim, without a screen, as docs/editors.md sets it up."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dominoes_rules import load

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "editors.md"
SECONDS = 120
STEPS = (
    "complete variant", 'type "Kitchen"\n', "complete extends", 'type "', "complete partnership",
    'type "\n', "complete award", "type double_out: 25 ", "complete to", "type  ",
    "complete winner", "type  ", "complete at", "type  ", "complete round", "type  ",
    "complete end", "type  ", "complete when", "type  ", "complete last", "type  ",
    "complete tile", "type  ", "complete is", "type  ", "complete double",
    "type \nparamter target = 150", 'mend write "parameter"',
)  # fmt: skip


@pytest.mark.skipif(shutil.which("nvim") is None, reason="needs Neovim: apt install neovim")
def test_a_house_rule_from_an_empty_file(tmp_path: Path) -> None:
    blocks = re.findall(r"```lua\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    command = f"{{ {json.dumps(sys.executable)}, '-m', 'dominoes_rules', 'lsp' }}"
    setup = blocks[0].replace('{ "dominoes-rules", "lsp" }', command)
    assert command in setup
    steps = ", ".join(f"{{ {json.dumps(kind)}, {json.dumps(text)} }}" for kind, _, text in
                      (step.partition(" ") for step in STEPS))  # fmt: skip
    script = tmp_path / "session.lua"
    written = (HERE / "house_rule.lua").read_text("utf-8")
    script.write_text(f"{setup}\nSTEPS = {{ {steps} }}\n{written}", "utf-8")
    (tmp_path / "house.rules").write_text("")
    done = subprocess.run(
        ["nvim", "--headless", "--clean", "-n", "-c", f"luafile {script}", "-c", "cquit"],
        cwd=tmp_path,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "house.rules").read_text("utf-8") == (
        'variant "Kitchen"\nextends "partnership"\n'
        "award double_out: 25   to winner   at round end   when last tile is double\n"
        "parameter target = 150\n"
    )
    assert load(tmp_path / "house.rules").title == "Kitchen"
