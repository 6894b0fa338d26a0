"""`solve --train`: the best chains of a hand, as players write them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from dominoes_lang.english.wording import listed
from dominoes_lang.languages.places_in_words import where
from dominoes_lang.table.marks import Train, tile_words
from dominoes_rules.cli.common import many
from dominoes_rules.position import drawing
from dominoes_rules.solving.hand_chains import ChainsAtEnd, HandChain, HandChains, chain_words

WIDTH = 76


def text(chains: HandChains) -> str:
    """The table, then for each number at an open end the chains from there, and what they leave."""
    parts = [drawing.table(chains.position)]
    by_number: dict[int, list[ChainsAtEnd]] = {}
    for row in chains.at_ends:
        by_number.setdefault(row.end.number, []).append(row)
    parts += ["\n".join(_from(number, rows)) for number, rows in by_number.items()]
    return "\n\n".join(parts)


def _from(number: int, rows: Sequence[ChainsAtEnd]) -> list[str]:
    """The chains from all ends with a number."""
    places = [f"{_place(row)}{'' if row.end.is_open else ' (not open now)'}" for row in rows]
    longest, lightest = rows[0].longest, rows[0].lightest
    title = f"from {number}: {listed(places, 'and')}"
    if longest == lightest:
        return [title, *_chain("longest", longest, number)]
    return [title, *_chain("longest", longest, number), *_chain("lightest", lightest, number)]


def _place(row: ChainsAtEnd) -> str:
    mark = row.end.mark
    assert mark is not None
    return mark.words if isinstance(mark, Train) else where(mark)


def _chain(label: str, chain: HandChain, number: int) -> list[str]:
    """A chain and its rest, each in rows of its own."""
    rest, pips = " ".join(map(tile_words, chain.rest)), many(chain.pips, "pip")
    lines = [
        *_wrapped(f"{label}, {many(len(chain.tiles), 'tile')}", chain_words(chain.tiles, number)),
        *_wrapped(f"rest, {pips}", rest),
    ]
    if chain.uncovered:
        double = tile_words(chain.uncovered)
        lines.append(f"  {double} fits at the end, but no tile of the hand would cover it")
    return lines


def _wrapped(label: str, tiles: str) -> list[str]:
    return textwrap.wrap(
        f"{label}: {tiles or 'none'}",
        WIDTH,
        initial_indent="  ",
        subsequent_indent="    ",
        break_on_hyphens=False,
    )
