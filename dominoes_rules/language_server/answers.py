"""What the lenses answer: an example that was run, a rule sheet, what differs from the parent."""

from __future__ import annotations

from dominoes_lang.examples.example_runs import run
from dominoes_rules import library
from dominoes_rules.authoring.rule_page import as_markdown
from dominoes_rules.compare.differences import changes
from dominoes_rules.language_server.open_texts import OpenText

BROKEN = "The rules have errors; mend these first."


def example_run(text: OpenText, key: str) -> str:
    """Whether an example holds, and where it does not, why."""
    if text.ruleset is None:
        return BROKEN
    for example in text.ruleset.examples:
        if example.key == key:
            failure = run(text.ruleset, example)
            return f"{key}: holds" if failure is None else failure.render()
    return f"There is no {key} any more."


def sheet(text: OpenText) -> str:
    """The rule sheet, as Markdown."""
    ruleset = text.ruleset
    return BROKEN if ruleset is None else f"# {ruleset.title}\n\n{as_markdown(ruleset, 2)}"


def comparison(text: OpenText) -> str:
    """The clauses that differ from the parent's."""
    ruleset = text.ruleset
    if ruleset is None:
        return BROKEN
    parent = library.parent(ruleset)
    if parent is None:
        return "This variant extends no other one."
    lines = [line for change in changes(parent, ruleset) for line in change.lines]
    shown = "\n".join(lines) or "Nothing differs."
    return f"# {parent.title} → {ruleset.title}\n\n```diff\n{shown}\n```\n"
