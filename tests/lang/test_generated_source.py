"""Nothing that strangers write in a rules file, or call it, is run by the generated functions."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from dominoes_lang.codegen.compiled import compile_rules
from dominoes_lang.load import load
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.source import Source
from dominoes_rules import library

ATTACK = 'x"""+str(__import__("os").mkdir("PWNED"))+"""y'
GAME = """variant "{title}"
extends "block"
turn:   # {remark}
    play a tile   # {remark}
    or else pass
award extra: 5 to winner at round end   # {remark}
"""
SIGNS = st.text(
    st.sampled_from("\"'\\\n\r\t\0\x0b\x0c\x1c\x85\u2028{}#:()Nux0 \udc80ñy"), max_size=30
)
TEXTS = SIGNS | st.text(max_size=30)


def shape(source: str) -> str:
    """The syntax tree of a module, its docstring and all line numbers left out."""
    tree = ast.parse(source)
    assert isinstance(tree.body[0], ast.Expr)
    assert isinstance(tree.body[0].value, ast.Constant)
    return ast.dump(ast.Module(tree.body[1:], []))


def generated(title: str, remark: str, name: str) -> str:
    ruleset = load(Source(name, GAME.format(title=title, remark=remark)), library.bundled)
    return compile_rules(ruleset.setup()).source


PLAIN = shape(generated("Plain", "a remark", "plain.rules"))


@given(TEXTS, TEXTS, TEXTS)
@example("C:\\users\\me", "a NUL: \0", f"{ATTACK}.rules")
@example("a\\N{y}", '"""', "a\nimport os\n.rules")
@example("ñ", "\udc80", "\\")
def test_no_text_of_others_is_code(title: str, remark: str, name: str) -> None:
    try:
        source = generated(title, remark, name)
    except RulesError:
        return  # a text that a rules file may not hold
    assert shape(source) == PLAIN


def test_a_hostile_file_name(tmp_path: Path) -> None:
    name = f"{ATTACK}ñ\nb"
    path = tmp_path / f"{name}.rules"
    title = name.translate({ord('"'): None, ord("\n"): None})
    path.write_text(GAME.format(title=title, remark="a remark"), "utf-8")
    for words in (["test", "--rounds", "2"], ["show", "--python"], ["check"]):
        done = subprocess.run(
            [sys.executable, "-m", "dominoes_rules", words[0], path.name, *words[1:]],
            cwd=tmp_path,
            env={**os.environ, "LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
