"""`games`: the bundled games by family, a line each."""

from __future__ import annotations

import argparse

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.authoring.families import by_family, games
from dominoes_rules.cli.common import write_json
from dominoes_rules.cli.main import FINE
from dominoes_rules.cli.spoken import speech_of


def run(args: argparse.Namespace) -> int:
    """Print the games."""
    if args.language is not None and args.json:
        raise ArgumentError("--language is for the list as text: leave out --json")
    listed = games()
    if args.json:
        write_json({"games": [game.as_json() for game in listed]})
        return FINE
    print("\n".join(by_family(listed, speech=speech_of(args.language))))
    return FINE
