"""The pictures of a page, and templates: the only place where text is taken to be markup."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.quoting import plain_lines
from dominoes_rules.board.board_svg import OpenPlace, board_svg
from dominoes_rules.board.drawn_tiles import half_svg, tile_svg
from dominoes_rules.board.laid_table import LaidTable
from dominoes_rules.board.laying.windows import Window
from dominoes_rules.pad.printed_sheet import SheetOfTable, printed_rules, printed_sheets
from dominoes_rules.speech.speech import Speech, offered
from dominoes_rules.speech.speech import speech as speech_of
from dominoes_rules.web.http.reader import PAGE_ADDRESS, READER
from dominoes_rules.web.http.root_path import ROOT_PATH
from dominoes_rules.web.settings import ALONE

MOST_CODES = 256
"""QR codes that are kept drawn."""


def _shown(value: object) -> object:
    """A value without signs that hide or turn what is around them; markup is left as it is."""
    return plain_lines(value) if type(value) is str else value


def _of_shown_values(translated: Any) -> Callable[..., Any]:
    """A function that translates a sentence of a template, which is given values as they show."""

    @pass_context
    def sentence(context: Context, *texts: Any, **values: object) -> Any:
        shown = {name: _shown(value) for name, value in values.items()}
        return translated(context, *texts, **shown)

    return sentence


@cache
def _templates(speech: Speech) -> Environment:
    """The templates as readers of a language see them."""
    templates = Environment(
        loader=PackageLoader("dominoes_rules.web"),
        autoescape=True,
        finalize=_shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    templates.policies["ext.i18n.trimmed"] = True
    templates.install_gettext_translations(speech.catalogue, newstyle=True)  # type: ignore[attr-defined]
    for name in ("gettext", "ngettext"):
        templates.globals[name] = _of_shown_values(templates.globals[name])
    templates.globals.update(
        tile_picture=tile_picture,
        half_picture=half_picture,
        qr_picture=qr_picture,
        drawn_picture=drawn_picture,
        marked_text=marked_text,
        root=ROOT_PATH.get,
        alone=ALONE.get,
        speech=speech,
        languages=_languages,
        listed=listed,
        page_address=PAGE_ADDRESS.get,
    )
    return templates


def _languages() -> list[Speech]:
    """Those of the menu; none where there is no choice."""
    return [*map(speech_of, offered())] if len(offered()) > 1 else []


def listed(items: Iterable[str], joiner: str = "and") -> Markup:
    """A list as the reader's language writes it: of names, each set apart, or pieces of markup."""
    name = Markup("<bdi>{}</bdi>")
    pieces = tuple(
        f"{item if isinstance(item, Markup) else name.format(plain_lines(item))}" for item in items
    )
    return Markup(READER.get().language.words(pieces, joiner))


def rendered(template: str, **values: Any) -> Markup:
    """A template with these values, each escaped that is neither a picture nor rendered.

    It is in the language of whoever reads the answer to the request.
    """
    return Markup(_templates(READER.get()).get_template(template).render(values))


def board_picture(
    laid: LaidTable,
    window: Window,
    ghosts: Iterable[OpenPlace],
    last: Tile | None,
    by: str,
    label: str,
) -> Markup:
    """The tiles on the table, with the places at which this seat may lay one."""
    return Markup(board_svg(laid, window, ghosts, last, by=by, label=label))


def drawn_picture(text: str) -> Markup:
    """A picture that another process of this server has made by `board_picture`."""
    return Markup(text)


@cache
def tile_picture(tile: Tile | None, turn: int = 1) -> Markup:
    """A tile; None shows its back."""
    return Markup(tile_svg(tile, turn))


@cache
def half_picture(number: int) -> Markup:
    """Half a tile, with its number as a figure."""
    return Markup(half_svg(number))


@lru_cache(MOST_CODES)
def qr_picture(link: str) -> Markup:
    """A link as a QR code, made by segno; nothing if that is not installed."""
    try:
        import segno
    except ImportError:
        return Markup()
    code = segno.make(link, error="m", micro=False)
    return Markup(code.svg_inline(border=3, light="#fff", omitsize=True))


_CODE, _STRONG = re.compile(r"`([^`]+)`"), re.compile(r"\*\*([^*]+)\*\*")
_FENCE = re.compile(r"```[^\n]*\n(.*?)\n?```", re.DOTALL)


def marked_text(paragraph: str) -> Markup:
    """A paragraph of our Markdown: words that are strong or code, or lines of code."""
    if fenced := _FENCE.fullmatch(paragraph):
        return Markup("<pre>{}</pre>").format(plain_lines(fenced[1]))
    text = f"{escape(plain_lines(paragraph))}"
    text = _STRONG.sub(r"<b>\1</b>", _CODE.sub(r"<code>\1</code>", text))
    return Markup("<p>{}</p>").format(Markup(text))


def score_sheets(setup: Setup, tables: Sequence[SheetOfTable], paper: str) -> Markup:
    """A score sheet for each table, to be printed."""
    return Markup(printed_sheets(setup, tables, paper=paper, speech=READER.get()))


def rules_behind(setup: Setup, paper: str) -> Markup:
    """The rule sheet for the back of a score sheet."""
    return Markup(printed_rules(setup, paper=paper, speech=READER.get()))
