"""A question for the move of a bot, as plain values, and its answer: whoever asks sees no hands.

A question has the `position` that the seat sees, the texts of its `rules` where they are not
bundled, the name of a `bot`, how much it `overlooks`, and its `chance`. It may have the records of
`earlier` rounds, and the text of a `policy` that was learnt of these rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any

from dominoes_rules import library
from dominoes_rules.bots.deciding import after_rounds
from dominoes_rules.bots.door import bot_at
from dominoes_rules.bots.levels import Level
from dominoes_rules.bots.named import Bot, NamedBot, NoAnswer, what_went_wrong
from dominoes_rules.position.policy_files import adopt
from dominoes_rules.position.position import Position
from dominoes_solver.policy.policy import policies_of


def asked_move(question: Mapping[str, Any], function: Bot | None = None) -> str:
    """The text of the move.

    function: decides in place of the bot that the question names.
    Raises `NoAnswer`, whatever has gone wrong.
    """
    text = question["position"]
    files = tuple((file["name"], file["text"]) for file in question["rules"])
    try:
        position = Position(text, _rules(text.split()[0], files) if files else None)
        if learnt := question.get("policy"):
            _adopt(learnt)
        chooses = function or _bot(question["bot"], question.get("overlooks", 0.0))
        if isinstance(chooses, NamedBot):
            position = after_rounds(chooses, position, question.get("earlier", ()))
        return str(chooses(position, Random(question.get("chance", text))))
    except BaseException as error:  # whatever a stranger's function may raise
        raise NoAnswer(what_went_wrong(error)) from error


def answer_to(question: Mapping[str, Any], function: Bot | None = None) -> dict[str, object]:
    """The answer: the text of a `move`, or an `error`, the reason for having none."""
    try:
        return {"move": asked_move(question, function)}
    except NoAnswer as error:
        return {"error": str(error)}


_rules = lru_cache(16)(library.of_kept)
"""The rules of past questions, which are mostly those of the next."""


@lru_cache(64)
def _bot(name: str, overlooks: float) -> NamedBot:
    return bot_at(Level("", name, overlooks))


@lru_cache(16)
def _adopt(policy: str) -> None:
    """Let bots play by a policy that was learnt, the text of a file."""
    adopt(policies_of(policy))
    _bot.cache_clear()  # they keep what they play by
