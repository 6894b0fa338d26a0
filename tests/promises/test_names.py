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
SHARED_CLASSES = {
    "Holding": "what is asked about, and what an observer saw of it",
    "Row": "of an answer, and of a table in the rules",
    "Series": "of the package `dominoes`, and a clause of the rules",
    "Table": "where clients of a server sit, and a clause of the rules",
}
"""Names that are used twice, each for what everybody calls so."""


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
    assert used_twice(classes) == {*SHARED_CLASSES}
