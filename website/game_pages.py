"""The gallery: a page for each bundled game, made from its file, and the list of all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from dominoes_lang.english.sheet import PARAMETERS
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax import nodes
from dominoes_rules import library
from dominoes_rules.authoring.families import BundledGame, games
from dominoes_rules.authoring.rule_page import as_markdown, in_progress
from dominoes_rules.compare.differences import changes
from dominoes_rules.position.drawing import svg

_FIRST_EXAMPLE = re.compile(r"^(?:example|invariant) ", re.MULTILINE)
_INTRODUCTION = """# Games

Each page is made from the rules file of its game: the rule sheet, a round in progress, the
parameters, the differences from the game that it extends, and the examples that test it.
To change a game, extend it: see [house rules](../house-rules.md).
"""


def game_files() -> Iterator[tuple[str, str]]:
    """The files of the gallery: name and text of pages and pictures."""
    found = games()
    yield "index.md", _gallery(found)
    for game in found:
        ruleset = library.variant(game.name)
        yield f"{game.name}.svg", svg(in_progress(library.compiled(ruleset)))
        yield f"{game.name}.md", game_page(game, ruleset)


def _gallery(found: list[BundledGame]) -> str:
    parts = [_INTRODUCTION]
    for family, members in groupby(found, lambda game: game.family):
        parts.append(f'\n## {family}\n\n<div class="grid cards" markdown>\n')
        for game in members:
            link = f"{game.name}.md"
            parts.append(
                f"- [![A round of {game.title} in progress]({game.name}.svg)]({link})\n\n"
                f"    **[{game.title}]({link})** · {game.players} players\n\n    {game.about}\n"
            )
        parts.append("</div>\n")
    return "\n".join(parts)


def game_page(game: BundledGame, ruleset: Ruleset) -> str:
    """The page of a game, as Markdown."""
    text = ruleset.source.text
    first = _FIRST_EXAMPLE.search(text)
    end = len(text) if first is None else first.start()
    parts = [
        f"# {game.title}\n\n*{game.family} · {game.players} players*\n\n{game.about}\n",
        f"![A round of {game.title} in progress]({game.name}.svg)\n",
        f"## Rules\n\n{as_markdown(ruleset, 3, without=PARAMETERS)}",
        *_parameters(ruleset),
        *_differences(ruleset),
        f"## The rules file\n\n```rules\n{text[:end].rstrip()}\n```\n",
    ]
    if first is not None:
        parts.append(f"## Examples and invariants\n\n```rules\n{text[end:].rstrip()}\n```\n")
    return "\n".join(parts)


def _parameters(ruleset: Ruleset) -> Iterator[str]:
    found = [one for one in ruleset.clauses.values() if isinstance(one, nodes.ParameterClause)]
    if not found:
        return
    rows = [
        f"| `{one.name}` | {one.text} | `{one.default.span.text}` | {_range(one)} |"
        for one in found
    ]
    head = "| parameter | is | default | may be |\n|---|---|---|---|"
    command = f"dominoes-rules show {ruleset.name} --set {found[0].name}=…"
    yield f"## Parameters\n\n{head}\n" + "\n".join(rows) + "\n"
    yield f"`{command}` shows the rules with another value.\n"


def _range(clause: nodes.ParameterClause) -> str:
    if clause.choices:
        return ", ".join(f"`{one.span.text}`" for one in clause.choices)
    if isinstance(clause.default, nodes.YesNo):
        return "`yes`, `no`"
    if clause.lowest is None and clause.highest is None:
        return "any number"
    return f"{clause.lowest} to {clause.highest}"


def _differences(ruleset: Ruleset) -> Iterator[str]:
    parent = library.parent(ruleset)
    if parent is not None:
        lines = "\n".join(line for one in changes(parent, ruleset) for line in one.lines)
        head = (
            f"## What differs from {parent.title}\n\nIt extends [{parent.title}]({parent.name}.md)."
        )
        yield f"{head}\n\n```diff\n{lines}\n```\n"
