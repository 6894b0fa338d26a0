"""Links from the site to its playground: each position of a page, and each game, opens there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from urllib.parse import urlencode

from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.position.position import Position

PLAYGROUND = "playground/index.html"
"""The page of the site that shows the pages of tables, each named by what follows the `#`."""
ABOUT = "playground.md"
"""The page about it, which begins with a link to it."""
_FENCED = re.compile(r"^```.*?^```\n", re.MULTILINE | re.DOTALL)
_POSITION = re.compile(r"\b[a-z]\w*(?:/\d)?(?: (?:\w+[:=][^\s\"']+|\d\d(?:-\d\d)*|[A-Z]\b))+")
"""What may be one: the name of a game, and then words such as `26-66`, `A:66.x6` and `opener:A`."""


def with_try_links(name: str, page: str) -> str:
    """A page with a link below each block of code for every position in it.

    name: that of the page on the site, such as `adding/game.md`.
    """
    if name == ABOUT:
        title, _, rest = page.partition("\n")
        page = f"{title}\n\n{try_line(name, 'Open', [('the playground', '/', {})])}\n{rest}"
    return _FENCED.sub(lambda block: block[0] + _links(name, positions_in(block[0])), page)


def positions_in(block: str) -> list[str]:
    """The positions that can be opened in a block of code, each once."""
    return [text for text in dict.fromkeys(_POSITION.findall(block)) if _is_position(text)]


def _is_position(text: str) -> bool:
    try:
        Position(text)
    except DominoesError:
        return False
    return True


def _links(name: str, positions: Iterable[str]) -> str:
    found = [("this position", "/analyse", {"position": text}) for text in positions]
    return f"\n{try_line(name, 'Open', found)}\n" if found else ""


def try_line(name: str, verb: str, links: Iterable[tuple[str, str, dict[str, str]]]) -> str:
    """A line of links to pages of the playground.

    links: the words of each, the page, and what is asked of it.
    """
    up = "../" * name.count("/")
    shown = (
        f'<a href="{escape(up + PLAYGROUND)}#{escape(_asked(page, fields))}">{words}</a>'
        for words, page, fields in links
    )
    return f'<p class="try" markdown="0">{verb} {", ".join(shown)} in the browser.</p>\n'


def _asked(page: str, fields: dict[str, str]) -> str:
    return f"{page}?{urlencode(fields)}" if fields else page
