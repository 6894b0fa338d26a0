"""`worlds`: the hidden hands that fit a position."""

from __future__ import annotations

import argparse

from dominoes_rules import drawing
from dominoes_rules.cli.common import position, write_json
from dominoes_rules.cli.main import FINE
from dominoes_rules.hands import Worlds


def run(args: argparse.Namespace) -> int:
    worlds = Worlds(position(args.position))
    if args.list or args.sample:
        chosen = worlds.sample(args.sample, seed=args.seed) if args.sample else iter(worlds)
        if args.json:
            write_json([str(one) for one in chosen])
        else:
            for one in chosen:
                print(one)
        return FINE
    if args.json:
        write_json(worlds.as_json())
    else:
        print(_text(worlds))
    return FINE


def _text(worlds: Worlds) -> str:
    place = worlds.position
    lines = [drawing.table(place), ""]
    lines.append(f"{worlds.count:,} {'world fits' if worlds.count == 1 else 'worlds fit'}")
    holders = {name: row for name, row in worlds.holders.items() if row}
    if holders:
        lines.append("")
        lines.append("tile  " + "".join(f"{name:>8}" for name in holders))
        for tile in next(iter(holders.values())):
            shares = "".join(f"{_share(row[tile]):>8}" for row in holders.values())
            lines.append(f"{tile:<6}{shares}")
    deductions = worlds.deductions()
    if deductions:
        lines += ["", *deductions]
    lines += [f"note: {note}" for note in place.evidence.notes if worlds.count > 1]
    return "\n".join(lines)


def _share(chance: float) -> str:
    """A probability in per cent; what is certain and what is impossible stand out."""
    if chance == 0:
        return "-"
    return "sure" if chance == 1 else f"{100 * chance:.1f} %"
