"""`python -m dominoes_rules.web.analysis.worker`: answers questions, each a line of JSON.

A question has a `number`, the kind `ask`, and what that kind needs. Lines of `{"progress": …}` may
come back, then `{"answer": …}` or `{"refused": {"kind": …, "message": …}}`. The line
`{"cancel": NUMBER}` ends the search of a question early. The process ends with its standard input.
"""

from __future__ import annotations

import _thread
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread, Timer
from types import FrameType
from typing import Any

from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.errors import AmbiguousMove, IllegalMove, InvalidMove, UnclearPosition
from dominoes_rules.web.analysis import board_answers, lesson_answers, review_answers
from dominoes_rules.web.analysis.answering import COMPILING, Question, Tell, hinted
from dominoes_rules.web.pad.typed_round import own_turns
from dominoes_rules.web.refusals import TOO_SLOW
from dominoes_rules.web.writing.writing_answers import WRITING_ANSWERS
from dominoes_solver.limit import Cancel
from dominoes_solver.search import native

MEMORY_BYTES = 4 * 2**30
"""The address space of the process, so that no question fills the machine."""
NICENESS = 5
"""The tables go first."""
SECONDS_OF_A_LOOK = 5.0
"""For an answer without a search, once the process has imported what it needs."""
SECONDS_BETWEEN_LOOKS = 0.5
"""From one look whether machine code is being compiled to the next."""
ANSWERS: dict[str, Callable[[Question, Tell, Cancel], dict[str, object]]] = {
    "hint": hinted,
    "review": review_answers.plan,
    "decision": review_answers.decision,
    "results": review_answers.results,
    "learn": lesson_answers.learnt,
    "warm": board_answers.warm,
    "own_turns": own_turns,
    **board_answers.ANSWERS,
    **WRITING_ANSWERS,
}
"""How each kind of question is answered."""
LOOKS = frozenset({"table", "legal", "worlds", "page", "own_turns", *WRITING_ANSWERS})
"""Those that know no limit of their own; they end by force, and then say so."""
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


class Overdue(BaseException):
    """Raised in a look that takes too long, or that nobody waits for any more."""


class Deadline:
    """Ends looks by force, within the process: the next question finds it as warm as it was."""

    def __init__(self) -> None:
        self._looking = False
        signal.signal(signal.SIGINT, self._interrupt)

    def _interrupt(self, _: int, __: FrameType | None) -> None:
        if self._looking:  # in the main thread, so a look can't have ended since
            self._looking = False
            raise Overdue

    def end(self) -> None:
        """End the look under way, if there is one; may be called by any thread."""
        if self._looking:
            _thread.interrupt_main()

    def keep(self, look: Callable[[], dict[str, object]]) -> dict[str, object]:
        """The answer of a look. Raises `Overdue`."""
        timer = Timer(SECONDS_OF_A_LOOK, self.end)
        timer.daemon = True
        timer.start()
        try:
            self._looking = True
            return look()
        finally:
            self._looking = False
            timer.cancel()


def main() -> int:
    """Answer every question on standard input, until that ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what else is printed is no answer
    _be_modest()
    questions: SimpleQueue[dict[str, Any]] = SimpleQueue()
    cancelled, writing, deadline = _Cancelled(0), Lock(), Deadline()

    def send(**message: object) -> None:
        with writing:
            answers.write(json.dumps(message, allow_nan=False) + "\n")
            answers.flush()

    Thread(target=_read, args=(questions, cancelled, deadline), daemon=True).start()
    Thread(target=_report_compiling, args=(send, cancelled), daemon=True).start()
    while True:
        question = questions.get()
        cancelled.number = question["number"]
        kind = question["ask"]
        answer = partial(ANSWERS[kind], question, lambda reached: send(progress=reached), cancelled)
        try:
            if kind in LOOKS and cancelled.is_set():
                raise Overdue
            send(answer=deadline.keep(answer) if kind in LOOKS else answer())
        except Overdue:
            send(refused={"kind": "too_slow", "message": TOO_SLOW})
        except DominoesError as error:
            sort = next(name for kind_of, name in KINDS.items() if isinstance(error, kind_of))
            send(refused={"kind": sort, "message": str(error)})
        except MemoryError:
            send(refused={"kind": "too_large", "message": "This needs too much memory."})
        except KeyboardInterrupt:
            send(refused={"kind": "cancelled", "message": "The search was stopped."})
        except Exception:  # noqa: BLE001 (a fault in one answer ends no other)
            traceback.print_exc()
            send(refused={"kind": "failed", "message": "An error in the program ended the search."})


def _read(
    questions: SimpleQueue[dict[str, Any]], cancelled: _Cancelled, deadline: Deadline
) -> None:
    """Take lines as they come; without anybody who writes them, nobody waits for an answer."""
    for line in sys.stdin:
        message = json.loads(line)
        if "cancel" in message:
            cancelled.latest = message["cancel"]
            if cancelled.is_set():
                deadline.end()
        else:
            questions.put(message)
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
