"""From a question to the messages that answer it, wherever they are found.

A question has the kind `ask`, and what that kind needs; `language` is the code of the language in
which people read the answer. Without it, as programs ask, that is English. Messages
`{"progress": …}` may come, then `{"answer": …}` or `{"refused": {"kind": …, "message": …}}`.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.bots import asked_move
from dominoes_rules.errors import AmbiguousMove, IllegalMove, InvalidMove, UnclearPosition
from dominoes_rules.web.analysis import board_answers, lesson_answers, review_answers
from dominoes_rules.web.analysis.answering import Question, Tell, hinted, reader_of
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.pad.typed_round import own_turns
from dominoes_rules.web.refusals import TOO_SLOW
from dominoes_rules.web.writing.writing_answers import WRITING_ANSWERS
from dominoes_solver.limit import Cancel

Answer: TypeAlias = dict[str, object]
ANSWERS: dict[str, Callable[[Question, Tell, Cancel], Answer]] = {
    "hint": hinted,
    "review": review_answers.plan,
    "decision": review_answers.decision,
    "results": review_answers.results,
    "learn": lesson_answers.learnt,
    "warm": board_answers.warm,
    "own_turns": own_turns,
    "bot": lambda question, _, __: asked_move.answer_to(question),
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


class Overdue(BaseException):
    """Raised in a look that takes too long, or that nobody waits for any more."""


def _unlimited(look: Callable[[], Answer]) -> Answer:
    return look()


def reply(
    question: Question,
    send: Callable[[dict[str, object]], None],
    cancel: Cancel,
    keep: Callable[[Callable[[], Answer]], Answer] = _unlimited,
) -> None:
    """Send the messages that answer a question, the last of which is no progress.

    keep: carries out a look within its time, or raises `Overdue`; by default whoever asks ends it.
    """
    asking = READER.set(reader_of(question))
    try:
        _reply(question, send, cancel, keep)
    finally:
        READER.reset(asking)


def _reply(
    question: Question,
    send: Callable[[dict[str, object]], None],
    cancel: Cancel,
    keep: Callable[[Callable[[], Answer]], Answer],
) -> None:
    kind, reader = question["ask"], READER.get()
    answer = partial(ANSWERS[kind], question, lambda reached: send({"progress": reached}), cancel)
    try:
        if kind in LOOKS and cancel.is_set():
            raise Overdue
        send({"answer": keep(answer) if kind in LOOKS else answer()})
    except Overdue:
        send(_refused("too_slow", reader.text(TOO_SLOW)))
    except DominoesError as error:
        sort = next(name for kind_of, name in KINDS.items() if isinstance(error, kind_of))
        send(_refused(sort, str(error)))
    except MemoryError:
        send(_refused("too_large", reader.text("This needs too much memory.")))
    except KeyboardInterrupt:
        send(_refused("cancelled", reader.text("The search was stopped.")))
    except Exception:  # noqa: BLE001 (a fault in one answer ends no other)
        traceback.print_exc()
        failed = reader.text("An error in the program left this without an answer.")
        send(_refused("failed", failed))


def _refused(kind: str, message: str) -> dict[str, object]:
    return {"refused": {"kind": kind, "message": message}}
