"""`python -m dominoes_rules.bots.hosting MODULE:FUNCTION`: a Python function as a program.

It speaks the lines of `processes`, so that a function of a stranger's can play without a way to the
hands of others. Its chance comes from the text of the position: a seed would tell how it was dealt.
"""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from functools import lru_cache
from random import Random

from dominoes_lang.text.exceptions import DominoesError
from dominoes_rules import library
from dominoes_rules.bots.named import is_cheat
from dominoes_rules.bots.own_bots import function_of
from dominoes_rules.position.position import Position


def main(words: list[str]) -> int:
    """Answer every question on standard input, until that ends."""
    answers = sys.stdout
    with redirect_stdout(sys.stderr):  # what the function prints is no answer
        try:
            function = function_of(words[0])
        except DominoesError as error:
            sys.stderr.write(f"dominoes-rules: {error}\n")
            return 2
        if is_cheat(function):
            sys.stderr.write(f"bot {words[0]} cheats, and has no place in rated play\n")
            return 2
        for line in sys.stdin:
            question = json.loads(line)
            text = question["position"]
            files = tuple((one["name"], one["text"]) for one in question["rules"])
            position = Position(text, _rules(text.split()[0], files) if files else None)
            move = function(position, Random(text))
            answers.write(json.dumps({"move": str(move)}) + "\n")
            answers.flush()
    return 0


_rules = lru_cache(1)(library.of_kept)
"""The rules of the last question, which are mostly those of the next."""

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
