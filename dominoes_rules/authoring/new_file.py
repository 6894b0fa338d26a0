"""The text of a new rules file: a whole game to change, or a variation of another."""

from __future__ import annotations

import os
from pathlib import Path

from dominoes_lang.check.trick_games import OF_ENDS
from dominoes_lang.format.formatting import formatted
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax.nodes import (
    CLAUSE_WORDS,
    Clause,
    DefineClause,
    ExampleClause,
    InvariantClause,
    LayoutClause,
    ParameterClause,
    VariantClause,
)
from dominoes_lang.text import resources
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.authoring.edited_text import UNSAVED


def whole_game(title: str) -> str:
    """A complete game, each rule with a comment that explains it."""
    template = resources.bundled("dominoes_rules.authoring", "template.rules")
    text = template.read_text("utf-8")
    return text.replace("TITLE", title, 1)


def child(title: str, path: Path, parent: str) -> str:
    """A file at `path` that extends `parent`, with the parent's rules as comments to change.

    `parent` is the name of a bundled variant, or a path ending in `.rules`. Raises `RulesError`
    where it can't be read, and `ArgumentError` where the new file can't refer to it.
    """
    return child_text(title, library.find(parent), _called(path, parent), str(path))


def child_text(
    title: str,
    ruleset: Ruleset,
    called: str,
    name: str = UNSAVED,
    *,
    with_parameters: bool = False,
) -> str:
    """A text that extends a ruleset, whose rules are comments in it.

    called: how the text names its parent. name: the file that the text is for.
    with_parameters: the parameters are no comments, so that each has only to be changed.
    """
    rules = [
        clause
        for clause in ruleset.clauses.values()
        if not isinstance(clause, VariantClause | ExampleClause | InvariantClause)
    ]
    layout = ruleset.clauses.get("layout")
    if isinstance(layout, LayoutClause) and layout.shape.tricks:
        rules = [clause for clause in rules if not isinstance(clause, OF_ENDS)]
    own = [clause for clause in rules if with_parameters and isinstance(clause, ParameterClause)]
    rules = [clause for clause in rules if clause not in own]
    parts = [
        f'variant "{title}"',
        f'extends "{called}"',
        f'# Whatever is not written here is as in "{called}". Its rules follow: to change one,',
        "# remove the # from all its lines. A rule left as a comment stays the parent's.",
        "",
        *([*(clause.span.text for clause in own), ""] if own else []),
        _commented(rules, frozenset(clause.key for clause in own)),
        *_example(ruleset),
    ]
    defines = frozenset(clause.key for clause in rules if isinstance(clause, DefineClause))
    text = formatted(Source(name, "\n".join(parts)), defines)
    # The new file must load like its parent; if not, there is a bug here.
    load(Source(name, text), library.bundled)
    return text


def _called(path: Path, parent: str) -> str:
    """How the new file names its parent."""
    if parent.endswith(".rules"):
        called = os.path.relpath(parent, path.parent).replace(os.sep, "/").removesuffix(".rules")
        if '"' in called or "\n" in called:
            raise ArgumentError(f"{parent}: a file whose name has a quote in it can't be extended")
        if Path(parent).resolve() == path.resolve():
            raise ArgumentError(f"{parent} can't extend itself")
        return called
    beside = path.parent / f"{parent}.rules"
    if beside.exists() and beside.resolve() != path.resolve():
        raise ArgumentError(
            f'"{parent}" would mean {beside}, which is next to the new file; if you mean that, '
            f"write --from {beside}"
        )
    return parent


def _commented(rules: list[Clause], names: frozenset[str]) -> str:
    """Rules in their usual order and canonical layout, as comments.

    names: what is declared elsewhere and may be read, as `clauses.declared` gives it.
    """
    order = list(CLAUSE_WORDS)
    rules.sort(key=lambda clause: order.index(type(clause)))
    texts: list[str] = []
    knobs = [clause for clause in rules if isinstance(clause, ParameterClause)]
    for clause in rules:
        apart = "\n" in clause.span.text or clause in knobs[-1:]
        before = "\n" if "\n" in clause.span.text else ""
        texts.append(before + clause.span.text + ("\n" if apart else ""))
    laid = formatted(Source("rules", "\n".join(texts)), names)
    return "\n".join(f"# {line}" if line else "" for line in laid.split("\n"))


def _example(ruleset: Ruleset) -> list[str]:
    """The parent's first example, which holds as long as its rules do."""
    if not ruleset.examples:
        return []
    return [
        "",
        "# Examples are not inherited. This one is the parent's and holds while its rules do.",
        ruleset.examples[0].span.text,
    ]
