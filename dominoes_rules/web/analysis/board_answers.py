"""The answers of the analysis board: a position, who may hold what, what each move is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from dominoes_lang.table.spots import ends_of
from dominoes_lang.table.state import play
from dominoes_lang.table.tiles import Tile, numbers_in
from dominoes_rules.errors import PositionError
from dominoes_rules.position.assumptions import assumptions
from dominoes_rules.position.choice_models import usual_model
from dominoes_rules.position.hidden_hands import STOCK_NAME, Worlds
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.position.world_numbers import how_many
from dominoes_rules.solving import footer
from dominoes_rules.solving.move_search import solve
from dominoes_rules.solving.progress import Progress
from dominoes_rules.solving.why import Why
from dominoes_rules.web.analysis.answering import COMPILING, Question, Tell, figures, position_of
from dominoes_rules.web.analysis.seen_table import (
    filled_hands,
    in_words,
    listed_moves,
    seen_table,
)
from dominoes_rules.web.drawn_board import moves_at_ends
from dominoes_rules.web.screens import TEXT_SCREEN
from dominoes_solver.limit import Cancel, Limit

SEARCH = Limit(time=20)
WORLDS_TO_STEP_INTO = 5
SHOWN_HOLDINGS = 12
SHADES = 10
"""Of the table of who may hold what."""
USUAL_QUESTION: Question = {
    "position": "partnership A:x7/B:x7/C:x7/D:x7", "rules": (), "given": (), "play": "", "seed": 0
}  # fmt: skip
OTHER_MOVES = ("+", "-", ".")


def _asked(question: Question) -> Position:
    """The position of a question, after its move `play`, restricted to what is `given`."""
    position = position_of(question)
    if question.get("play"):
        return position.play(question["play"])
    return position.supposing(*question["given"])


def table(question: Question, _: Tell, __: Cancel) -> dict[str, object]:
    """The table of a position, and the moves from it."""
    position = _asked(question)
    moves = tuple(_moves(position))
    ended, outcome = position.outcome_bounds, position.outcome
    return {
        "position": f"{position}",
        "variant": position.variant,
        "game": position.setup.ruleset.title,
        "knows_mover": position.knows_mover,
        "outcome": None if outcome is None else outcome.as_json(),
        "certain": None if ended is None else ended.as_json(),
        **seen_table(position, moves, screen=question.get("screen", TEXT_SCREEN)),
    }


def legal(question: Question, _: Tell, __: Cancel) -> dict[str, object]:
    """The legal moves; for a hidden hand those that are possible by what is known."""
    position = _asked(question)
    return {
        "turn": position.turn,
        "certain": position.knows_mover,
        "moves": [f"{move}" for move in _moves(position)],
    }


def worlds(question: Question, _: Tell, __: Cancel) -> dict[str, object]:
    """Who may hold what, as `worlds --json`."""
    return Worlds(_asked(question)).as_json()


def warm(question: Question, tell: Tell, cancel: Cancel) -> dict[str, object]:
    """Nothing new; but what most other answers need is in memory then."""
    page({**question, **USUAL_QUESTION}, tell, cancel)
    return {}


def page(question: Question, tell: Tell, cancel: Cancel) -> dict[str, object]:
    """All that the page of a position shows without a search."""
    position = _asked(question)
    hands = Worlds(position, usual_model(position), question["seed"], hurried=True)
    ended = position.outcome_bounds
    sample = () if position.is_over else hands.sample(WORLDS_TO_STEP_INTO, seed=question["seed"])
    return {
        "table": table(question, tell, cancel),
        "screen": question.get("screen", TEXT_SCREEN),
        "at_ends": [
            {"where": end.where, "moves": listed_moves(end.moves)}
            for end in moves_at_ends(position, _moves(position))
        ],
        "ended": "" if ended is None else f"{ended.how}: {ended.result}",
        "undecided": position.evidence.undecided,
        "count": how_many(position.evidence),
        "weighted": hands.model.premise if hands.are_weighed else "",
        "holders": [name for name, row in hands.holders.items() if row],
        "rows": _heat(hands),
        "deductions": [
            *hands.deductions(),
            *position.evidence.notes,
            *(f"assumed: {condition}" for condition in assumptions(position)),
        ],
        "sample": [
            {"position": f"{world}", "hands": filled_hands(position, world)}
            for world in (sample if hands.count != 1 else ())
        ],
    }


def _moves(position: Position) -> Iterator[Move]:
    """The legal moves; for a hidden hand the plays of all tiles that it may hold, and others."""
    if position.is_over or not position.turn:
        return
    if position.knows_mover:
        yield from position.legal_moves
        return
    state, layout = position._known, position.setup.layout
    may = position.evidence.may_hold(state.mover) | state.hands[state.mover]
    for number in numbers_in(may):
        for end in ends_of(layout.rules, state, number):
            yield Move.of(play(number, end), layout, state)
    for text in OTHER_MOVES:
        with suppress(PositionError):  # such as a pass after a tile that blocks the round
            if position.is_legal(text):
                yield Move.parse(text)


def _heat(hands: Worlds) -> list[dict[str, object]]:
    """For each hidden tile how likely each holder has it, and the condition that supposes it."""
    holders = {name: row for name, row in hands.holders.items() if row}
    tiles = next(iter(holders.values()), {})
    rows: list[dict[str, object]] = []
    for text in tiles:
        tile = Tile.parse(text)
        cells = []
        for name, row in holders.items():
            holder_text = "nobody" if name == STOCK_NAME else name
            exact = hands.errors[name][text] is None
            cells.append(
                {
                    "chance": _percent(row[text], exact=exact),
                    "shade": round(SHADES * row[text]),
                    "given": f"{holder_text} holds [{tile.high}|{tile.low}]"
                    if not exact or 0 < row[text] < 1
                    else "",
                }
            )
        rows.append({"tile": [tile.high, tile.low], "cells": cells})
    return rows


def _percent(chance: float, *, exact: bool) -> str:
    if exact and chance in {0, 1}:
        return "sure" if chance else "–"
    return f"{chance:.1%}"


def solved(question: Question, tell: Tell, cancel: Cancel) -> dict[str, object]:
    """What each move is worth: `report` as `solve --json`, and what the page shows of it."""
    position = _asked(question)

    def progress(reached: Progress) -> None:
        tell(
            {
                "used": reached.used,
                "asked": reached.asked,
                "nodes": reached.nodes,
                "seconds": round(reached.seconds, 1),
                "best": None if reached.best is None else f"{reached.best}",
                "text": _progress_text(reached),
            }
        )

    why = question.get("why") or None
    report = solve(position, SEARCH, why=why, progress=progress, cancel=cancel)
    shown = figures(report)
    shown["moves"] = [f"{row.move}" for row in report]
    shown["notes"] = [*footer.legend(report), *footer.footer(report), *report.remarks]
    return {
        "report": report.as_json(),
        "figures": shown,
        "why": None if report.why is None else _why(report.why),
    }


def _progress_text(reached: Progress) -> str:
    if reached.compiling:
        return COMPILING
    of = "" if reached.asked is None else f" of {reached.asked:,}"
    best = "" if reached.best is None else f", {in_words(reached.best)} is ahead"
    return f"{reached.used:,}{of} worlds, {reached.seconds:.0f} s{best} …"


def _why(why: Why) -> dict[str, object]:
    """What decides the value of a move: holdings that explain most, and the worst worlds."""
    holdings = [held for held in why.holdings if held.points is not None][:SHOWN_HOLDINGS]
    return {
        "move": in_words(why.move),
        "points": f"{why.points}",
        "head": ["if", "chance", "points", "difference", "lead"],
        "rows": [
            [
                f"{held}",
                f"{held.probability:.1%}",
                f"{held.points}",
                f"{held.difference}",
                "" if held.lead is None else f"{held.lead.by} over {in_words(held.lead.over)}",
            ]
            for held in holdings
        ],
        "notes": [],
        "worst": [
            {
                "position": f"{bad.position}",
                "text": f"{bad.points:+g} points; {in_words(bad.best)} makes {bad.best_points:+g}",
            }
            for bad in why.worst
        ],
    }


ANSWERS: Mapping[str, Callable[[Question, Tell, Cancel], dict[str, object]]] = {
    "table": table,
    "legal": legal,
    "worlds": worlds,
    "page": page,
    "solve": solved,
}
