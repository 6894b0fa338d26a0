"""A rule sheet as Markdown, and as a page to print: a round in progress, then the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from random import Random

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.languages.rule_sheet import Section, sheet_for_all
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.board.as_html import html_page, html_section, html_table
from dominoes_rules.play.deals import deal, random_of
from dominoes_rules.play.round import Round
from dominoes_rules.position.drawing import svg
from dominoes_rules.position.position import Position
from dominoes_rules.speech.speech import ENGLISH, Speech

SEED = 1
_MARKS = re.compile(r"[\\`*_\[\]<>#]")
"""What Markdown would take for its own."""
MAX_ACTIONS = 500
"""After so many actions a round of any rules is far enough in progress."""
STYLE = """
.sheet{columns:2 20em;column-gap:2.5em;line-height:1.4;margin-top:1em}
.sheet h2{font-size:1.05em;margin:.9em 0 .2em;break-after:avoid}
.sheet section:first-child h2{margin-top:0}
.sheet p,.sheet ul{margin:.2em 0;orphans:2;widows:2}
.sheet p:has(+ul){break-after:avoid}
.sheet ul{padding-left:1.3em}
svg{display:block;margin:0 auto}
@page{margin:14mm}
@media print{
body{margin:0!important;max-width:none!important;padding:0!important;font-size:8.5pt}
h1{font-size:16pt;margin:0 0 .4em}
.sheet{columns:2;line-height:1.25}
svg{max-height:75mm;break-inside:avoid;print-color-adjust:exact}
}
"""


def rule_page(
    title: str, sections: Sequence[Section], compiled: Compiled, speech: Speech = ENGLISH
) -> str:
    """The page, with a picture of a random round of these rules, always the same one."""
    try:
        position = in_progress(compiled)
        drawing = svg(position, speech=speech)
    except DominoesError as error:
        note = speech.text("There is no picture of a round: {error}", error=error)
        picture = html_table("", "", [], [], [note])
    else:
        note = speech.text(
            "A round in progress. It is {player}'s turn; the other hands are hidden.",
            player=position.turn,
        )
        picture = html_table(drawing, "", [], [], [note])
    rules = "".join(html_section(section.title, section.lines) for section in sections)
    return html_page(title, [picture, f'<div class="sheet">{rules}</div>'], STYLE, speech.code)


def as_markdown(ruleset: Ruleset, level: int, *, without: str = "") -> str:
    """The rule sheet for all numbers of players, as Markdown with headings of a level.

    without: the key of a section that is left out.
    """
    sections = sheet_for_all([ruleset.setup(count) for count in ruleset.players])
    return "\n".join(
        _markdown_section(section, level) for section in sections if section.key != without
    )


def _markdown_section(section: Section, level: int) -> str:
    parts = [f"{'#' * level} {section.title}"]
    for are_cases, lines in groupby(section.lines, lambda line: line.startswith("- ")):
        texts = (_MARKS.sub(r"\\\g<0>", line.removeprefix("- ")) for line in lines)
        parts.append("\n".join(f"- {text}" for text in texts) if are_cases else "\n\n".join(texts))
    return "\n\n".join(parts) + "\n"


def in_progress(compiled: Compiled) -> Position:
    """About half of a random round, as the player to move sees it.

    Raises `DominoesError` if no round can be dealt or shown.
    """
    random = Random(SEED)
    game = Round.dealt(compiled, deal(compiled, random_of(SEED, 1)))
    dealt = sum(game.hand_counts.values())
    while 2 * game.state.plays < dealt and len(game.moves) < MAX_ACTIONS and not game.is_over:
        game.push(random.choice(game.legal_moves))
    while game.is_over:
        game.pop()
    return game.seen_by(game.turn)
