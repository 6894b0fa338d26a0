"""The answers to what the pages ask, as plain values; they are found in a `worker`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

from dominoes_rules import library
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.solving import footer, hint
from dominoes_rules.solving.report import Report
from dominoes_rules.web.analysis.seen_table import in_words
from dominoes_solver.limit import Cancel

COMPILING = "Compiling the search, once …"
Question = Mapping[str, Any]
Tell = Callable[[dict[str, object]], None]


def position_of(question: Question) -> Position:
    """The position of a question: `position` is its text, `rules` the texts of its rules.

    Without rules, the game is a bundled one. Raises `PositionError` and `RulesError`.
    """
    text = question["position"]
    files = tuple((file["name"], file["text"]) for file in question["rules"])
    if not files:
        return Position(text, library=library.Library())
    return Position(text, _rules(text.split()[0].partition("/")[0], files))


_rules = lru_cache(16)(library.of_kept)
"""The rules of past questions, which are mostly those of the next."""


def figures(report: Report, named: Callable[[Move], str] = in_words) -> dict[str, object]:
    """What each move is worth, as a table: `head`, `rows` of texts, and `notes` on them.

    named: what a move is called.
    """
    dropped = report.complete is not None
    head = ["move", "points", "wins", "ties", *(("gap", "best in") if report.compares else ())]
    head += ["worlds"] if dropped else []
    rows = [
        [
            f"{named(row.move)}{'*' if row.is_close else ''}",
            f"{row.points}",
            f"{row.win:.1%}",
            f"{row.tie:.1%}",
            *((f"{row.gap}", f"{row.best_in:.1%}") if report.compares else ()),
            *((f"{row.worlds:,}",) if dropped else ()),
        ]
        for row in report
    ]
    return {"head": head, "rows": rows, "notes": [*footer.legend(report), *report.remarks]}


def hinted(question: Question, _: Tell, cancel: Cancel) -> dict[str, object]:
    """What to play, in a sentence, and the figures behind it."""
    position = position_of(question).after_rounds(*question.get("earlier", ()))
    named = partial(in_words, names=question.get("names", {}))
    sentence = hint.only_move(position.legal_moves, named)
    if sentence:
        return {"sentence": sentence, "figures": None}
    report = hint.hint(position, cancel=cancel)
    numbers = figures(report, named)
    return {
        "sentence": " ".join(filter(None, (hint.verdict(report, named), hint.train_line(report)))),
        "figures": {**numbers, "model": hint.hint_model(report)},
    }
