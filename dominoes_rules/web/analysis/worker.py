"""`python -m dominoes_rules.web.analysis.worker`: a process that answers as `replies` does.

Each question and each message is a line of JSON; a question has a `number` as well. The line
`{"cancel": NUMBER}` ends the search of a question early. The process ends with its standard input.
"""

from __future__ import annotations

import _thread
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Event, Lock, Thread
from types import FrameType
from typing import Any

from dominoes_rules.speech.speech import ENGLISH, Speech
from dominoes_rules.web.analysis.answering import COMPILING, reader_of
from dominoes_rules.web.analysis.replies import Overdue, reply
from dominoes_solver.search import native

MEMORY_BYTES = 4 * 2**30
"""The address space of the process, so that no question fills the machine."""
NICENESS = 5
"""The tables go first."""
SECONDS_OF_A_LOOK = 8.0
"""Of a processor, for an answer without a search, once the process has imported what it needs.

A busy machine takes longer over as much; how long anybody waits is for whoever has asked.
"""
SECONDS_BETWEEN_GLANCES = 0.1
"""From one look at the time that a look has taken to the next."""
SECONDS_BETWEEN_LOOKS = 0.5
"""From one look whether machine code is being compiled to the next."""


@dataclass
class _Cancelled:
    """Whether a question is no longer of interest."""

    number: int
    latest: int = -1
    reader: Speech = ENGLISH
    """Of its answer."""

    def is_set(self) -> bool:
        return self.latest >= self.number


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
        is_over = Event()
        Thread(target=self._limit, args=(is_over, time.process_time()), daemon=True).start()
        try:
            self._looking = True
            return look()
        finally:
            self._looking = False
            is_over.set()

    def _limit(self, is_over: Event, began: float) -> None:
        while not is_over.wait(SECONDS_BETWEEN_GLANCES):
            if time.process_time() - began > SECONDS_OF_A_LOOK:
                self.end()
                return


def main() -> int:
    """Answer every question on standard input, until that ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what else is printed is no answer
    _be_modest()
    questions: SimpleQueue[dict[str, Any]] = SimpleQueue()
    cancelled, writing, deadline = _Cancelled(0), Lock(), Deadline()

    def send(message: dict[str, object]) -> None:
        with writing:
            answers.write(json.dumps(message, allow_nan=False) + "\n")
            answers.flush()

    Thread(target=_read, args=(questions, cancelled, deadline), daemon=True).start()
    Thread(target=_report_compiling, args=(send, cancelled), daemon=True).start()
    while True:
        question = questions.get()
        cancelled.number, cancelled.reader = question["number"], reader_of(question)
        reply(question, send, cancelled, deadline.keep)


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


def _report_compiling(send: Callable[[dict[str, object]], None], cancelled: _Cancelled) -> None:
    """Send once for each question that it waits for machine code, whichever part of it does."""
    told = 0
    while True:
        time.sleep(SECONDS_BETWEEN_LOOKS)
        if native.compiling() and cancelled.number != told:
            told = cancelled.number
            send({"progress": {"text": cancelled.reader.text(COMPILING)}})


def _be_modest() -> None:
    """Leave time and memory to others, as far as the system can."""
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        os.nice(NICENESS)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


if __name__ == "__main__":
    raise SystemExit(main())
