"""The examples of a ruleset's parents: which have another result by the ruleset's own rules."""

from __future__ import annotations

from dataclasses import dataclass

from dominoes_lang.examples import example_runs
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_rules import library


@dataclass(frozen=True)
class Different:
    """An example of a parent with another result; `place` is the line that expects otherwise."""

    name: str
    what: str
    place: str


@dataclass(frozen=True)
class Inherited:
    """A parent, or a parent's parent: how many examples it has, and which have another result."""

    parent: str
    examples: int
    different: tuple[Different, ...]


def try_parents(ruleset: Ruleset) -> list[Inherited]:
    """Run the examples of every ruleset that this one extends, by the rules of this one.

    A difference is information and not a failure: a child is meant to differ. The nearest parent
    comes first; an example that fails by its own rules is left out. Raises `RulesError` for a
    parent that can't be used on its own.
    """
    inherited = []
    for _, source in ruleset.parents:
        parent = load(source, library.bundled)
        tried = list(example_runs.run_under(parent, ruleset))
        different = tuple(
            Different(f'example "{example.title}"', wrong.label or wrong.message, str(wrong.span))
            for example, wrong in tried
            if wrong is not None
        )
        inherited.append(Inherited(parent.name, len(tried), different))
    return inherited
