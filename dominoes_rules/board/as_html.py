"""Tables of figures in HTML, which take the colours of the page around them; and whole pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import groupby

from dominoes_lang.text.quoting import xml_text

_TABLE = "border-collapse:collapse;background:none;font-variant-numeric:tabular-nums"
_TITLE = "margin:.5em 0;font-weight:600"
_NOTE = "opacity:.75;font-size:90%;overflow-wrap:anywhere"
_SCROLLED = "overflow-x:auto"
"""A table that is wider than the screen scrolls, and not the page."""
_CELL = (
    "padding:.2em min(.8em,1.2vw);text-align:right;border-bottom:1px solid rgba(128,128,128,.35)"
)
_SHARE = (
    "min-width:4em;background:"
    "linear-gradient(to right,rgba(64,150,110,.45) {0:.1f}%,transparent {0:.1f}%)"
)

_PAGE_START = """<!DOCTYPE html>
<html lang="{}"><head><meta charset="utf-8"><meta name="generator" content="dominoes-rules">"""
OWN_PAGE = re.compile(re.escape(_PAGE_START).replace(r"\{\}", "[a-zA-Z-]+").encode())
"""How pages of ours begin, whatever language they are in."""
_PAGE = "max-width:60em;margin:2em auto;padding:0 1em;font-family:system-ui,sans-serif"

Cell = str | float
"""A text, or a share from 0 to 1, which is shown in per cent and as a bar behind it."""


def html_table(
    picture: str,
    title: str,
    headings: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    notes: Sequence[str] = (),
) -> str:
    """A picture, a title, rows of figures and notes below; every text is escaped.

    picture: SVG, put in as it is.
    """
    head = "".join(f'<th scope="col" style="{_CELL}">{_text(word)}</th>' for word in headings)
    body = "".join(f"<tr>{''.join(map(_cell, row, range(len(row))))}</tr>" for row in rows)
    table = f'<table style="{_TABLE}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    table = f'<div style="{_SCROLLED}">{table}</div>'
    below = "".join(f'<div style="{_NOTE}">{_text(note)}</div>' for note in notes)
    above = f'<div style="{_TITLE}">{_text(title)}</div>'
    return f"<div>{picture}{above}{table if rows else ''}{below}</div>"


def html_section(title: str, lines: Sequence[str]) -> str:
    """A heading with paragraphs; lines that begin with "- " are items of a list. All is escaped."""
    parts = [f"<h2>{_text(title)}</h2>"]
    for is_item, group in groupby(lines, key=lambda line: line.startswith("- ")):
        if is_item:
            items = "".join(f"<li>{_text(line.removeprefix('- '))}</li>" for line in group)
            parts.append(f"<ul>{items}</ul>")
        else:
            parts += [f"<p>{_text(line)}</p>" for line in group]
    return f"<section>{''.join(parts)}</section>"


def page_start(code: str = "en") -> str:
    """How a page begins in the language of a code, inside its head."""
    return _PAGE_START.format(code)


def html_page(title: str, parts: Sequence[str], style: str = "", code: str = "en") -> str:
    """A page that needs nothing but itself; the title is escaped.

    parts, style: HTML and CSS, put in as they are.
    code: that of the language of the page.
    """
    head = f'<meta name="viewport" content="width=device-width"><title>{_text(title)}</title>'
    if style:
        head += f"<style>{style}</style>"
    body = "\n".join([f"<h1>{_text(title)}</h1>", *parts])
    return f'{page_start(code)}{head}</head>\n<body style="{_PAGE}">\n{body}\n</body></html>\n'


def _cell(cell: Cell, column: int) -> str:
    """A cell; the first of a row is its heading."""
    if isinstance(cell, float):
        share = f"{cell:.1%}" if cell else "–"
        return f'<td style="{_CELL};{_SHARE.format(100 * cell)}">{share}</td>'
    if column:
        return f'<td style="{_CELL}">{_text(cell)}</td>'
    return f'<th scope="row" style="{_CELL}">{_text(cell)}</th>'


def _text(text: str) -> str:
    return escape(xml_text(text))
