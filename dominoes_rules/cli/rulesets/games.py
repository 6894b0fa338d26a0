"""`games`: the bundled games by family, a line each."""

from __future__ import annotations

import argparse

from dominoes_rules.authoring.families import by_family, games
from dominoes_rules.cli.common import write_json
from dominoes_rules.cli.main import FINE


def run(args: argparse.Namespace) -> int:
    """Print the games."""
    listed = games()
    if args.json:
        write_json({"games": [game.as_json() for game in listed]})
        return FINE
    print("\n".join(by_family(listed)))
    return FINE
