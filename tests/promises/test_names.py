"""A class has its name alone and a file name stands in one room, so that a search finds one."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = [
    path
    for package in ("rules/dominoes_lang", "solver/dominoes_solver", "dominoes_rules")
    for path in sorted((ROOT / package).rglob("*.py"))
]
OF_PYTHON = {"__init__.py", "__main__.py"}


def used_twice(names: list[str]) -> set[str]:
    return {name for name, times in Counter(names).items() if times > 1}


def test_a_file_name_stands_in_one_room() -> None:
    assert used_twice([path.name for path in FILES]) == OF_PYTHON


def test_a_class_has_its_name_alone() -> None:
    classes = [
        name
        for path in FILES
        for name in re.findall(r"^class (\w+)", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert not used_twice(classes)
