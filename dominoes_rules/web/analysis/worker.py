"""`python -m dominoes_rules.web.analysis.worker`: answers questions, each a line of JSON.

A question has a `number`, the kind `ask`, and what that kind needs. Lines of `{"progress": …}` may
come back, then `{"answer": …}` or `{"refused": {"kind": …, "message": …}}`. The line
`{"cancel": NUMBER}` ends the search of a question early. The process ends with its standard input.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.errors import AmbiguousMove, IllegalMove, InvalidMove, UnclearPosition
from dominoes_rules.web.analysis import board_answers, review_answers
from dominoes_rules.web.analysis.answering import COMPILING, Question, Tell, hinted
from dominoes_solver.limit import Cancel
from dominoes_solver.search import native

MEMORY_BYTES = 4 * 2**30
"""The address space of the process, so that no question fills the machine."""
NICENESS = 5
"""The tables go first."""
SECONDS_BETWEEN_LOOKS = 0.5
"""From one look whether machine code is being compiled to the next."""
ANSWERS: dict[str, Callable[[Question, Tell, Cancel], dict[str, object]]] = {
    "hint": hinted,
    "review": review_answers.plan,
    "decision": review_answers.decision,
    "results": review_answers.results,
    **board_answers.ANSWERS,
}
"""How each kind of question is answered."""
KINDS: dict[type[Exception], str] = {
    InvalidMove: "invalid",
    IllegalMove: "illegal",
    AmbiguousMove: "ambiguous",
    UnclearPosition: "unclear",
    RulesError: "rules",
    DominoesError: "position",
}


@dataclass
class _Cancelled:
    """Whether a question is no longer of interest."""

    number: int
    latest: int = -1

    def is_set(self) -> bool:
        return self.latest >= self.number


def main() -> int:
    """Answer every question on standard input, until that ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what else is printed is no answer
    _be_modest()
    questions: SimpleQueue[dict[str, Any]] = SimpleQueue()
    cancelled, writing = _Cancelled(0), Lock()

    def send(**message: object) -> None:
        with writing:
            answers.write(json.dumps(message, allow_nan=False) + "\n")
            answers.flush()

    Thread(target=_read, args=(questions, cancelled), daemon=True).start()
    Thread(target=_report_compiling, args=(send, cancelled), daemon=True).start()
    while True:
        question = questions.get()
        cancelled.number = question["number"]
        answer = ANSWERS[question["ask"]]
        try:
            send(answer=answer(question, lambda found: send(progress=found), cancelled))
        except DominoesError as error:
            kind = next(name for sort, name in KINDS.items() if isinstance(error, sort))
            send(refused={"kind": kind, "message": str(error)})
        except MemoryError:
            send(refused={"kind": "too_large", "message": "This needs too much memory."})
        except KeyboardInterrupt:
            send(refused={"kind": "cancelled", "message": "The search was stopped."})
        except Exception:  # noqa: BLE001 (a fault in one answer ends no other)
            traceback.print_exc()
            send(refused={"kind": "failed", "message": "An error in the program ended the search."})


def _read(questions: SimpleQueue[dict[str, Any]], cancelled: _Cancelled) -> None:
    """Take lines as they come; without anybody who writes them, nobody waits for an answer."""
    for line in sys.stdin:
        found = json.loads(line)
        if "cancel" in found:
            cancelled.latest = found["cancel"]
        else:
            questions.put(found)
    os._exit(0)


def _report_compiling(send: Callable[..., None], cancelled: _Cancelled) -> None:
    """Send once for each question that it waits for machine code, whichever part of it does."""
    told = 0
    while True:
        time.sleep(SECONDS_BETWEEN_LOOKS)
        if native.compiling() and cancelled.number != told:
            told = cancelled.number
            send(progress={"text": COMPILING})


def _be_modest() -> None:
    """Leave time and memory to others, as far as the system can."""
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        os.nice(NICENESS)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


if __name__ == "__main__":
    raise SystemExit(main())
