"""`standings`: who has won how many rounds on a server."""

from __future__ import annotations

import argparse
from itertools import groupby

from dominoes_lang.text.quoting import plain
from dominoes_rules.cli.common import write_json
from dominoes_rules.cli.main import FINE
from dominoes_rules.server.storage.results import standings


def run(args: argparse.Namespace) -> int:
    """Print the standings, game by game, most wins first."""
    table = standings(args.db)
    if args.json:
        write_json([row._asdict() for row in table])
        return FINE
    if not table:
        print("nobody has played a round yet")
    for gametype, rows in groupby(table, key=lambda row: row.gametype):
        print(f"{plain(gametype)}\n    won  rounds")
        for row in rows:
            share = f"{row.won / row.rounds:.0%}"
            print(f"{row.won:7,} {row.rounds:7,} {share:>5}  {plain(row.nick)}{' (bot)' * row.bot}")
    return FINE
