"""`solve` before the first trick: how often bids are made, as text."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.english.wording import listed
from dominoes_rules.position import drawing
from dominoes_rules.position.world_numbers import shown_count
from dominoes_rules.solving.bid_chances import BidChance, BidChances, trump_named
from dominoes_rules.speech.speech import ENGLISH

HEADS = ("open hands", "chance")


def text(chances: BidChances) -> str:
    """The table of bids, then what its figures rest on."""
    trumps = [*chances.trumps.items()]
    most = max(len(rows) for _, rows in trumps)
    full = [pair for pair in trumps if len(pair[1]) == most]
    parts = [drawing.table(chances.position)]
    parts += ["\n".join(_figures(trump, rows)) for trump, rows in full]
    parts.append("\n".join([*_others(trumps[len(full) :]), *_footer(chances)]))
    return "\n\n".join(parts)


def _figures(trump: str, rows: Sequence[BidChance]) -> list[str]:
    """The bids of one trump; neighbours that are made as often share a row."""
    heads = HEADS if rows[0].chance is not None else HEADS[:1]
    lines = [f"{_name(trump):<12}" + "".join(f"  {head:>10}" for head in heads)]
    first = 0
    while first < len(rows):
        last = first
        while last + 1 < len(rows) and rows[last + 1].open_hands == rows[first].open_hands:
            last += 1
        row = rows[first]
        bids = f"{row.bid}" if first == last else f"{row.bid} to {rows[last].bid}"
        chance = "" if row.chance is None else f"  {row.chance:>10.0%}"
        lines.append(f"  {bids:<10}  {row.open_hands:>10.1%}{chance}")
        first = last + 1
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
    curve = chances.curve
    lines = [f"{used:,}{of_all} worlds, every one equally likely; seed {chances.seed}"]
    if curve is None:
        lines += [
            "open hands flatter the bidder: in play fewer bids are made, and how many fewer was",
            "not measured for this game",
        ]
    else:
        deals, game = curve.fitted.get("deals"), curve.fitted.get("game")
        lines += [
            "open hands flatter the bidder; chance: what came of such bids in play, in",
            f"{deals} deals of {game} whose players saw their own hand alone",
        ]
    return [
        *lines,
        "nobody's bidding is guessed: not who bids higher, nor what a bid or a pass tells",
    ]
