"""The process in which bots think: reads a question a line, and answers each with a line.

The first line holds the rulesets, pickled by the server that has begun this process. All others
are JSON: what a seat knows of its round, as text, and which bot is to move.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import sys

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_rules.bots import NamedBot, bot
from dominoes_rules.bots.deciding import chance_of
from dominoes_rules.position.position import Position


def main() -> None:
    """Answer until there are no more questions."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a bot may print what it likes
    rulesets: tuple[Ruleset, ...] = pickle.loads(base64.b64decode(sys.stdin.readline()))
    bots: dict[str, NamedBot] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        name = asked["bot"]
        if name not in bots:
            bots[name] = bot(name)
        position = Position(asked["position"], rulesets[asked["rules"]])
        place = asked["seed"], asked["round"], asked["actions"], asked["seat"]
        print(json.dumps(str(bots[name](position, chance_of(*place)))), file=answers, flush=True)


if __name__ == "__main__":
    main()
