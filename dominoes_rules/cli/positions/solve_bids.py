"""`solve` before the first trick: how often bids are made, as text."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from dominoes_lang.english.wording import listed
from dominoes_rules.position import drawing
from dominoes_rules.position.world_numbers import shown_count
from dominoes_rules.solving.bid_chances import BidChance, BidChances, trump_named
from dominoes_rules.speech.speech import ENGLISH

HEADS = ("open hands", "chance")
COLUMNS = 80


def text(chances: BidChances) -> str:
    """The table of bids, then what its figures rest on."""
    parts = [drawing.table(chances.position)]
    parts += ["\n".join(_figures(trump, rows)) for trump, rows in chances.by_trump]
    others = [*chances.trumps.items()][len(chances.by_trump) :]
    parts.append("\n".join([*_others(others), *_footer(chances)]))
    return "\n\n".join(parts)


def _figures(trump: str, rows: Sequence[tuple[BidChance, int]]) -> list[str]:
    """The bids of one trump; neighbours that are made as often share a row."""
    heads = HEADS if rows[0][0].chance is not None else HEADS[:1]
    lines = [f"{_name(trump):<12}" + "".join(f"  {head:>10}" for head in heads)]
    for row, last in rows:
        bids = f"{row.bid}" if row.bid == last else f"{row.bid} to {last}"
        chance = "" if row.chance is None else f"  {row.chance:>10.0%}"
        lines.append(f"  {bids:<10}  {row.open_hands:>10.1%}{chance}")
    return lines


def _name(trump: str) -> str:
    return f"{trump_named(trump)} (t{trump})"


def _others(trumps: Sequence[tuple[str, Sequence[BidChance]]]) -> list[str]:
    """The trumps that were tried with the lowest bid alone."""
    if not trumps:
        return []
    rows = [rows[0] for _, rows in trumps]
    named = [f"{trump_named(row.trump)} {row.open_hands:.0%}" for row in rows]
    return [f"{rows[0].bid} with open hands in {rows[0].worlds} worlds: {listed(named, 'and')}"]


def _footer(chances: BidChances) -> list[str]:
    """What the figures rest on."""
    used = max(row.worlds for row in chances.rows)
    of_all = "" if chances.count is None else f" of {shown_count(chances.count, ENGLISH)}"
    lines = [f"{used:,}{of_all} worlds, every one equally likely; seed {chances.seed}"]
    return [*lines, *(line for note in chances.notes() for line in wrap(note, COLUMNS))]
