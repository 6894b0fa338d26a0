"""The answers to what the pages ask, as plain values; they are found in a `worker`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

from dominoes_rules import library
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.reviewing.calls import Calls
from dominoes_rules.solving import footer, hint
from dominoes_rules.solving.bid_chances import UNGUESSED, BidChances, trump_named
from dominoes_rules.solving.report import Report
from dominoes_rules.speech.speech import ENGLISH, Speech, marked, offered, speech
from dominoes_rules.web.analysis.seen_table import in_words
from dominoes_rules.web.http.reader import READER
from dominoes_solver.limit import Cancel

COMPILING = marked("Compiling the search, once …")
MOVE, POINTS, WINS, TIES = marked("move"), marked("points"), marked("wins"), marked("ties")
GAP, BEST_IN, WORLDS = marked("gap"), marked("best in"), marked("worlds")
"""The heads of the columns of what each move is worth."""
TRUMP, BID, OPEN_HANDS = marked("trump"), marked("bids"), marked("open hands")
CHANCE = marked("chance")
"""The heads of the columns of how often bids are made."""
Question = Mapping[str, Any]
Tell = Callable[[dict[str, object]], None]


def reader_of(question: Question) -> Speech:
    """How whoever reads the answer is spoken to: `language` is the code; English without one."""
    code = question.get("language", "")
    return speech(code) if code in offered() else ENGLISH


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
    reader, dropped = READER.get(), report.complete is not None
    head = [MOVE, POINTS, WINS, TIES, *((GAP, BEST_IN) if report.compares else ())]
    head += [WORLDS] if dropped else []
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
    notes = [*footer.legend(report, reader), *report.remarks_in(reader)]
    return {"head": [*map(reader.text, head)], "rows": rows, "notes": notes}


def call_figures(calls: Calls, named: Callable[[Move], str]) -> dict[str, object]:
    """What a bid or a trump is compared with, as `figures` has it for moves."""
    reader, is_trump = READER.get(), calls.rows[0].gap is not None
    head = [MOVE, *([] if is_trump else [TRUMP]), OPEN_HANDS]
    head += [CHANCE] if calls.has_curve else []
    rows = []
    for row in calls.rows:
        trump = trump_named(row.trump, reader) if row.trump else ""
        cells = [named(row.move), *([] if is_trump else [trump])]
        cells.append("" if row.open_hands is None else f"{row.open_hands:.1%}")
        cells += [row.share] if calls.has_curve else []
        rows.append([*cells, *([] if row.gap is None else [f"{row.gap}"])])
    head += [GAP] if is_trump else []
    return {"head": [*map(reader.text, head)], "rows": rows, "notes": [reader.text(UNGUESSED)]}


def bid_figures(chances: BidChances) -> dict[str, object]:
    """How often each bid is made, by trump, as `figures` has it for moves."""
    reader = READER.get()
    head = [TRUMP, BID, OPEN_HANDS, *([] if chances.curve is None else [CHANCE])]
    full = {trump for trump, _ in chances.by_trump}
    tried = [(trump, row, last) for trump, rows in chances.by_trump for row, last in rows]
    tried += [(row.trump, row, row.bid) for row in chances.rows if row.trump not in full]
    rows = [
        [
            trump_named(trump, reader),
            f"{row.bid}" if row.bid == last else f"{row.bid}–{last}",
            f"{row.open_hands:.1%}",
            *([] if row.chance is None else [f"{row.chance:.0%}"]),
        ]
        for trump, row, last in tried
    ]
    return {"head": [*map(reader.text, head)], "rows": rows, "notes": chances.notes(reader)}


def hinted(question: Question, _: Tell, cancel: Cancel) -> dict[str, object]:
    """What to play, in a sentence, and the figures behind it."""
    position = position_of(question).after_rounds(*question.get("earlier", ()))
    named, reader = partial(in_words, names=question.get("names", {})), READER.get()
    sentence = hint.only_move(position.legal_moves, named, reader)
    if sentence:
        return {"sentence": sentence, "figures": None}
    report = hint.hint(position, cancel=cancel)
    numbers = figures(report, named)
    sentences = hint.verdict(report, named, reader), hint.train_line(report, reader)
    return {
        "sentence": " ".join(filter(None, sentences)),
        "figures": {**numbers, "model": hint.hint_model(report, reader)},
    }
