"""The answer to a lesson, found in a `worker`: a policy that has played itself."""

from __future__ import annotations

import time

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.speech.speech import marked
from dominoes_rules.web.analysis.answering import Question, Tell
from dominoes_solver.limit import Cancel
from dominoes_solver.policy.learning import Learnt, await_machine_code, learn
from dominoes_solver.policy.policy import text_of
from dominoes_solver.search import native

SECONDS_TO_COMPILE = 150.0
SECONDS_BETWEEN_WORDS = 1.0
CANT_PLAY = marked("Machine code, by which bots learn, can't play this game.")
CANT_BE_COMPILED = marked("Machine code, by which bots learn, can't be compiled.")


def learnt(question: Question, tell: Tell, cancel: Cancel) -> dict[str, object]:
    """What is learnt in so many `seconds` of the `game` of some `rules`, `seats` and `parameters`.

    Raises `RulesError`, `ArgumentError` for a game that only plain Python plays, and
    `KeyboardInterrupt` where nobody waits for it any more.
    """
    files = tuple((file["name"], file["text"]) for file in question["rules"])
    ruleset = library.of_kept(question["game"], files)
    compiled = library.compiled(ruleset, question["seats"], question["parameters"])
    if not native.will_play_policies(compiled):
        raise ArgumentError(CANT_PLAY)
    seconds, told = question["seconds"], 0.0

    def go_on() -> None:
        if cancel.is_set():
            raise KeyboardInterrupt

    if not await_machine_code(compiled, SECONDS_TO_COMPILE, go_on):
        raise ArgumentError(CANT_BE_COMPILED)

    def tick(progress: Learnt) -> None:
        nonlocal told
        go_on()
        if time.monotonic() >= told + SECONDS_BETWEEN_WORDS:
            told = time.monotonic()
            left = max(1, round(seconds - progress.seconds))
            tell({"rounds": progress.rounds, "seconds_left": left})

    policy = learn(compiled, seconds=seconds, tick=tick)
    return {"policy": text_of([policy]), "rounds": policy.fitted["rounds"]}
