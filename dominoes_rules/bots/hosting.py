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
from functools import lru_cache
from random import Random

from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules import library
from dominoes_rules.bots.deciding import after_rounds
from dominoes_rules.bots.door import bot
from dominoes_rules.bots.named import Bot, NamedBot, is_cheat, what_went_wrong
from dominoes_rules.bots.own_bots import function_of
from dominoes_rules.bots.processes import ANY, READY
from dominoes_rules.position.policy_files import adopt
from dominoes_rules.position.position import Position
from dominoes_solver.policy.policy import policies_of


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
        say(_answer(function, line))
    return 0


def _answer(function: Bot | None, line: str) -> dict[str, object]:
    """The answer to a question; what the function raises is its reason for having none."""
    question = json.loads(line)
    text = question["position"]
    files = tuple((file["name"], file["text"]) for file in question["rules"])
    try:
        position = Position(text, _rules(text.split()[0], files) if files else None)
        if learnt := question.get("policy"):
            _adopt(learnt)
        chooses = function or _bot(question["bot"])
        if isinstance(chooses, NamedBot):
            position = after_rounds(chooses, position, question.get("earlier", ()))
        return {"move": str(chooses(position, Random(question.get("chance", text))))}
    except BaseException as error:  # noqa: BLE001 (whatever a stranger's function may raise)
        return {"error": what_went_wrong(error)}


_rules = lru_cache(16)(library.of_kept)
"""The rules of past questions, which are mostly those of the next."""
_bot = lru_cache(64)(bot)


@lru_cache(16)
def _adopt(policy: str) -> None:
    """Let bots play by a policy that was learnt, the text of a file."""
    adopt(policies_of(policy))
    _bot.cache_clear()  # they keep what they play by


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
