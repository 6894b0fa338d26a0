"""`games`: the bundled games by family, a line each."""

from __future__ import annotations

import argparse
from itertools import groupby

from dominoes_rules.authoring.games import games
from dominoes_rules.cli.common import write_json
from dominoes_rules.cli.main import FINE


def run(args: argparse.Namespace) -> int:
    """Print the games."""
    found = games()
    if args.json:
        write_json({"games": [game.as_json() for game in found]})
        return FINE
    name = max(len(game.name) for game in found)
    players = max(len(game.players) for game in found)
    for number, (family, members) in enumerate(groupby(found, key=lambda game: game.family)):
        print(("\n" if number else "") + family)
        for game in members:
            about = f": {game.about}" if game.about else ""
            print(f"  {game.name:{name}}  {game.players:{players}}  {game.title}{about}")
    return FINE
