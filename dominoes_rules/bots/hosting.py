"""`python -m dominoes_rules.bots.hosting MODULE:FUNCTION`: a Python function as a program.

It uses the line format of `processes`, so that a stranger's function can play without access to the
hands of others. Its random numbers come from the text of the position, since a seed would reveal
the deal.

With `any` in place of the function each question names one of the project's bots, and its chance:
so bots think for a server, which waits for none of them.
"""

from __future__ import annotations

import json
import os
import sys

from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.bots.asked_move import answer_to
from dominoes_rules.bots.named import is_cheat
from dominoes_rules.bots.own_bots import function_of
from dominoes_rules.bots.processes import ANY, READY


def main(words: list[str]) -> int:
    """Answer every question on standard input, until that ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what the function prints is no answer

    def say(answer: dict[str, object]) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    try:
        function = None if words[0] == ANY else function_of(words[0])
    except DominoesError as error:
        say({"error": str(error).removeprefix(f"bot {short(words[0])}: ")})
        return 2
    if function is not None and is_cheat(function):
        say({"error": "it cheats, and has no place in rated play"})
        return 2
    say(READY)
    for line in sys.stdin:
        say(answer_to(json.loads(line), function))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
