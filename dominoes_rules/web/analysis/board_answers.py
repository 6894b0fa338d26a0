"""The answers of the analysis board: a position, who may hold what, what each move is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from dominoes_lang.table.spots import ends_of
from dominoes_lang.table.state import Kind, play
from dominoes_lang.table.tiles import Tile, numbers_in
from dominoes_rules.errors import PositionError
from dominoes_rules.position.assumptions import assumptions
from dominoes_rules.position.choice_models import usual_model
from dominoes_rules.position.hidden_hands import STOCK_NAME, Worlds, holder_in
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.position.remarks import remark_in
from dominoes_rules.position.world_numbers import how_many
from dominoes_rules.solving import footer
from dominoes_rules.solving.bid_chances import USUAL_WORLDS, bid_chances, says_something
from dominoes_rules.solving.move_search import solve
from dominoes_rules.solving.progress import Progress
from dominoes_rules.solving.why import Lead, Why
from dominoes_rules.speech.sayings import retold
from dominoes_rules.speech.speech import marked
from dominoes_rules.web.analysis.answering import (
    CHANCE,
    COMPILING,
    POINTS,
    Question,
    Tell,
    bid_figures,
    figures,
    position_of,
)
from dominoes_rules.web.analysis.seen_table import (
    filled_hands,
    in_words,
    listed_moves,
    seen_table,
)
from dominoes_rules.web.drawn_board import moves_at_ends
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.screens import TEXT_SCREEN
from dominoes_solver.contracts.open_contracts import worlds_in_time
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
IF = marked("if")
DIFFERENCE, LEAD = marked("difference"), marked("lead")
"""The heads of the columns of what decides the value of a move, besides its points."""


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
        "game": READER.get().language.title(position.setup.ruleset.title),
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
    position, reader = _asked(question), READER.get()
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
        "ended": "" if ended is None else ended.ending_in(reader),
        "undecided": remark_in(position.evidence.undecided, reader),
        "count": how_many(position.evidence, reader),
        "weighted": retold(hands.model.premise, reader) if hands.are_weighed else "",
        "holders": [holder_in(name, reader) for name, row in hands.holders.items() if row],
        "rows": _heat(hands),
        "deductions": [
            *hands.deductions(reader),
            *(remark_in(note, reader) for note in position.evidence.notes),
            *(
                reader.text("assumed: {rules}", rules=rules)
                for rules in assumptions(position, reader)
            ),
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
    if position.setup.tricks is not None and not state.begun:
        actions = position.compiled.legal(state)
        spoken = [Move.of(action, layout, state).unseen for action in actions]
        yield from dict.fromkeys(spoken or [Move(Kind.DISCARD)])
        return
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
    holders, reader = {name: row for name, row in hands.holders.items() if row}, READER.get()
    tiles = next(iter(holders.values()), {})
    rows: list[dict[str, object]] = []
    for text in tiles:
        tile = Tile.parse(text)
        cells = []
        for name, row in holders.items():
            holder_text = "nobody" if name == STOCK_NAME else name
            exact = hands.errors[name][text] is None
            is_open = not exact or 0 < row[text] < 1
            cells.append(
                {
                    "chance": _percent(row[text], exact=exact),
                    "shade": round(SHADES * row[text]),
                    "given": f"{holder_text} holds {tile.bracketed}" if is_open else "",
                    "supposed": reader.text(
                        "{name} holds {tile}",
                        name=reader.text("nobody") if name == STOCK_NAME else name,
                        tile=tile.bracketed,
                    ),
                }
            )
        rows.append({"tile": [tile.high, tile.low], "cells": cells})
    return rows


def _percent(chance: float, *, exact: bool) -> str:
    if exact and chance in {0, 1}:
        return READER.get().text("sure") if chance else "–"
    return f"{chance:.1%}"


def solved(question: Question, tell: Tell, cancel: Cancel) -> dict[str, object]:
    """What each move is worth: `report` as `solve --json`, and what the page shows of it."""
    position = _asked(question)
    if says_something(position):
        worlds = worlds_in_time(USUAL_WORLDS)
        chances = bid_chances(position, worlds=worlds, seed=question["seed"])
        numbers: dict[str, object] = {**bid_figures(chances), "moves": []}
        return {"report": chances.as_json(), "figures": numbers, "why": None}

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
    shown, reader = figures(report), READER.get()
    shown["moves"] = [f"{row.move}" for row in report]
    notes = footer.legend(report, reader), footer.footer(report, reader), report.remarks_in(reader)
    shown["notes"] = [line for lines in notes for line in lines]
    return {
        "report": report.as_json(),
        "figures": shown,
        "why": None if report.why is None else _why(report.why),
    }


def _progress_text(reached: Progress) -> str:
    reader = READER.get()
    if reached.compiling:
        return reader.text(COMPILING)
    if reached.asked is None:
        worlds = reader.plural("{count:,} world", "{count:,} worlds", reached.used)
    else:
        worlds = reader.text("{used:,} of {asked:,} worlds", used=reached.used, asked=reached.asked)
    seconds = f"{reached.seconds:.0f}"
    if reached.best is None:
        return reader.text("{worlds}, {seconds} s …", worlds=worlds, seconds=seconds)
    return reader.text(
        "{worlds}, {seconds} s, {move} is ahead …",
        worlds=worlds,
        seconds=seconds,
        move=in_words(reached.best),
    )


def _why(why: Why) -> dict[str, object]:
    """What decides the value of a move: holdings that explain most, and the worst worlds."""
    holdings = [held for held in why.holdings if held.points is not None][:SHOWN_HOLDINGS]
    reader = READER.get()
    return {
        "move": in_words(why.move),
        "points": f"{why.points}",
        "head": [*map(reader.text, (IF, CHANCE, POINTS, DIFFERENCE, LEAD))],
        "rows": [
            [
                held.in_words(speech=reader),
                f"{held.probability:.1%}",
                f"{held.points}",
                f"{held.difference}",
                "" if held.lead is None else _lead(held.lead),
            ]
            for held in holdings
        ],
        "notes": [],
        "worst": [
            {
                "position": f"{bad.position}",
                "text": reader.text(
                    "{points} points; {move} makes {best}",
                    points=f"{bad.points:+g}",
                    move=in_words(bad.best),
                    best=f"{bad.best_points:+g}",
                ),
            }
            for bad in why.worst
        ],
    }


def _lead(lead: Lead) -> str:
    return READER.get().text("{points} over {move}", points=lead.by, move=in_words(lead.over))


ANSWERS: Mapping[str, Callable[[Question, Tell, Cancel], dict[str, object]]] = {
    "table": table,
    "legal": legal,
    "worlds": worlds,
    "page": page,
    "solve": solved,
}
