"""The gallery: a page for each bundled game, made from its file, and the list of all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.sheet.whole_sheet import PARAMETERS
from dominoes_lang.syntax import nodes
from dominoes_rules import library
from dominoes_rules.authoring.families import BundledGame, games
from dominoes_rules.authoring.rule_page import as_markdown, in_progress
from dominoes_rules.compare.differences import changes
from dominoes_rules.position.drawing import svg
from dominoes_rules.position.position import Position
from dominoes_rules.statistics.bundled_figures import kept_figures
from dominoes_rules.statistics.figures import GameFigure, Spread
from dominoes_rules.statistics.statistics_text import figure
from website.try_links import try_line

_FIRST_EXAMPLE = re.compile(r"^(?:example|invariant) ", re.MULTILINE)
_INTRODUCTION = """# Games

Each page is made from the rules file of its game: the rule sheet, a round in progress, the
parameters, the differences from the game that it extends, and the examples that test it.
To change a game, extend it: see [house rules](../house-rules.md).
"""

COMPARED = {
    "turns": "turns a round",
    "blocked": "blocked",
    "opener wins": "opener's side wins",
    "match rounds": "rounds a match",
}
"""The figures of the list of games, by their keys."""


def game_files(*, playground: bool = False) -> Iterator[tuple[str, str]]:
    """The files of the gallery: name and text of pages and pictures.

    playground: whether there is one, in which each game can be played and changed.
    """
    found = games()
    yield "index.md", _gallery(found)
    for game in found:
        ruleset = library.variant(game.name)
        position = in_progress(library.compiled(ruleset))
        yield f"{game.name}.svg", svg(position)
        yield f"{game.name}.md", game_page(game, ruleset, position if playground else None)


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
    parts.append(figures_of_all(found))
    return "\n".join(parts)


def game_page(game: BundledGame, ruleset: Ruleset, tried: Position | None = None) -> str:
    """The page of a game, as Markdown.

    tried: the position of its picture, where the playground can open it.
    """
    text = ruleset.source.text
    first = _FIRST_EXAMPLE.search(text)
    end = len(text) if first is None else first.start()
    parts = [
        f"# {game.title}\n\n*{game.family} · {game.players} players*\n\n{game.about}\n",
        f"![A round of {game.title} in progress]({game.name}.svg)\n",
        *([] if tried is None else [_to_try(game, tried)]),
        f"## Rules\n\n{as_markdown(ruleset, 3, without=PARAMETERS.key)}",
        *_figures(ruleset),
        *_parameters(ruleset),
        *_differences(ruleset),
        f"## The rules file\n\n```rules\n{text[:end].rstrip()}\n```\n",
    ]
    if first is not None:
        parts.append(f"## Examples and invariants\n\n```rules\n{text[end:].rstrip()}\n```\n")
    return "\n".join(parts)


def _to_try(game: BundledGame, position: Position) -> str:
    links = [
        ("play it", "/", {"game": game.name}),
        ("analyse the table above", "/analyse", {"position": str(position)}),
        ("change its rules", "/write", {"kind": "house", "game": game.name}),
    ]
    return try_line("games/", "Without installing anything:", links)


def _figures(ruleset: Ruleset) -> Iterator[str]:
    """The table of figures of a game, a column for each number of players."""
    kept = {seats: kept_figures(ruleset.setup(seats)) for seats in ruleset.players}
    known = {seats: figures for seats, figures in kept.items() if figures is not None}
    if not known:
        return
    keys = dict.fromkeys(key for figures in known.values() for key in figures.figures)
    rows = []
    for key in keys:
        cells = [_cell(figures.figures.get(key)) for figures in known.values()]
        if any(cells):
            first = next(each.figures[key] for each in known.values() if key in each.figures)
            rows.append(f"| {first.words} | {' | '.join(cells)} |")
    some = next(iter(known.values()))
    head = " | ".join(f"{seats} players" for seats in known)
    played = f"From {some.rounds:,} rounds and {some.matches:,} matches of the bot `{some.bot}`; "
    yield "\n".join(
        [
            "## How often\n",
            played + "each figure with its standard error. See [statistics](../statistics.md).\n",
            f"| | {head} |",
            f"|---|{'--:|' * len(known)}",
            *rows,
            "",
        ]
    )


def figures_of_all(found: Sequence[BundledGame]) -> str:
    """The table of all games by their main figures, which a reader can sort."""
    rows = list[str]()
    for game in found:
        for seats in game.counts:
            kept = kept_figures(library.variant(game.name).setup(seats))
            if kept is not None:
                cells = " | ".join(_cell(kept.figures.get(key)) for key in COMPARED)
                rows.append(f"| [{game.title}]({game.name}.md) | {seats} | {cells} |")
    if not rows:
        return ""
    head = " | ".join(COMPARED.values())
    return "\n".join(
        [
            "## Length, blocked rounds and openers\n",
            "Choose the head of a column to sort by it.\n",
            f"| game | players | {head} |",
            f"|---|--:|{'--:|' * len(COMPARED)}",
            *rows,
            "",
        ]
    )


def _cell(value: GameFigure | Spread | None) -> str:
    return figure(value) if isinstance(value, GameFigure) else ""


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
