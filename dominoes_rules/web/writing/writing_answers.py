"""How each kind of question about a game that is being written is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dominoes_rules.web.analysis.answering import Question, Tell
from dominoes_rules.web.writing import round_answers, text_answers
from dominoes_solver.limit import Cancel

WRITING_ANSWERS: Mapping[str, Callable[[Question, Tell, Cancel], dict[str, object]]] = {
    "written": text_answers.written,
    "mended": text_answers.mended,
    "offered": text_answers.offered,
    "explained": text_answers.explained,
    "random_round": round_answers.random_round,
    "frequencies": round_answers.frequencies,
}
"""All of them are looks."""
