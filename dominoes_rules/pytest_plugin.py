"""Collects rules files: each example and each invariant of a `*.rules` file is a test.

It is loaded in every run of pytest where dominoes-rules is installed, so it imports nothing of the
language before it has met a rules file.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr

    from dominoes_lang.syntax.nodes import ExampleClause, InvariantClause
    from dominoes_rules.trial import TrialOutcome

ROUNDS = 100
_LARGEST = 64 * 1024
_HEADER = re.compile(rb'^[ \t]*(?:variant|extends)\s*(?:[:=]\s*)?["\'\xe2\xc2]', re.MULTILINE)
_CLAUSE = re.compile(
    rb"^(tiles|players|deal|layout|fits|turn|domino|blocked|winner|match)[ \t]*:", re.MULTILINE
)
_CLAUSES = 3
"""So many different clauses make a game of a file whose first line is wrong."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of the random rounds in which invariants are watched."""
    group = parser.getgroup("dominoes-rules", "rules of domino games")
    group.addoption(
        "--rules-rounds",
        type=_count,
        default=ROUNDS,
        metavar="N",
        help=f"random rounds in which each invariant of a rules file is watched ({ROUNDS})",
    )
    group.addoption(
        "--rules-seed", type=int, default=0, metavar="N", help="the seed of these rounds (0)"
    )


def _count(text: str) -> int:
    """A number from 1: with no round at all every invariant would pass."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 1")
    return int(text)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A rules file, where that is what it is: other programs have files of this name too.

    One that is named on the command line is taken to be a rules file.
    """
    if file_path.suffix != ".rules":
        return None
    if not _is_game(file_path) and not parent.session.isinitpath(file_path):
        return None
    collected: pytest.Collector = RulesFile.from_parent(parent, path=file_path)
    return collected


def _is_game(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            text = stream.read(_LARGEST)
    except OSError:
        return False
    return _HEADER.search(text) is not None or len(set(_CLAUSE.findall(text))) >= _CLAUSES


class RulesFile(pytest.File):
    """A rules file; one that `check` finds fault with is an error of collection."""

    def collect(self) -> Iterator[pytest.Item]:
        """The examples and the invariants, in the order of the file."""
        from dominoes_lang.text.diagnostics import RulesError
        from dominoes_lang.text.quoting import plain
        from dominoes_rules import library, trial

        try:
            ruleset = library.load(self._from_here())
        except RulesError as error:
            raise self.CollectError(str(error)) from None
        rounds = self.config.getoption("--rules-rounds")
        seed = self.config.getoption("--rules-seed")

        def example(clause: ExampleClause) -> TrialOutcome:
            return trial.try_example(ruleset, clause)

        def invariant(clause: InvariantClause) -> TrialOutcome:
            return trial.try_invariant(ruleset, clause, rounds=rounds, seed=seed)

        items_found = [
            *((clause.span.line, "example", clause.title, partial(example, clause))
              for clause in ruleset.examples),
            *((clause.span.line, "invariant", clause.title, partial(invariant, clause))
              for clause in ruleset.invariants),
        ]  # fmt: skip
        for line, kind, title, run in sorted(items_found, key=lambda entry: entry[0]):
            name = f'{kind} "{plain(title)}"'
            yield RulesItem.from_parent(self, name=name, line=line, run=run)

    def _from_here(self) -> Path:
        """The path as one would type it, so that messages are short and their lines can be used."""
        here = self.config.invocation_params.dir
        return self.path.relative_to(here) if self.path.is_relative_to(here) else self.path


class FailedCheck(Exception):
    """An example or an invariant that fails; the message is the whole report."""


class RulesItem(pytest.Item):
    """One example or invariant."""

    def __init__(self, *, line: int, run: Callable[[], TrialOutcome], **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self.line = line
        self.run = run

    def runtest(self) -> None:
        """Run it. Raises `FailedCheck`."""
        from dominoes_lang.text.quoting import plain_lines

        failure = self.run().failure
        if failure:
            raise FailedCheck(plain_lines(failure))

    def repr_failure(
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: Any = None,  # noqa: ARG002 (pytest's signature)
    ) -> str | TerminalRepr:
        """The message, which names the line of the rules file; a traceback only of a bug."""
        if isinstance(excinfo.value, FailedCheck):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The place in the rules file, the line from 0, and the name."""
        return self.path, self.line - 1, self.name
