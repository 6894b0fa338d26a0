"""`solve`: what each move of a position is worth."""

from __future__ import annotations

import argparse
import shlex
import time
from collections.abc import Sequence
from math import inf

from dominoes_lang.english.wording import listed
from dominoes_lang.table.state import Kind
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.cli.arguments.options import given
from dominoes_rules.cli.common import ProgressLine, mean_text, position, write_json
from dominoes_rules.cli.main import FINE
from dominoes_rules.cli.positions import solve_train
from dominoes_rules.cli.positions.earlier import after_rounds
from dominoes_rules.errors import PositionError
from dominoes_rules.position import drawing
from dominoes_rules.position.choice_models import how_to_fit
from dominoes_rules.position.hidden_hands import Worlds
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.solving import footer, hint
from dominoes_rules.solving.answered_moves import Row
from dominoes_rules.solving.best_line import best_line
from dominoes_rules.solving.hand_chains import hand_chains
from dominoes_rules.solving.move_search import solve
from dominoes_rules.solving.progress import Progress
from dominoes_rules.solving.report import Report
from dominoes_rules.solving.solve_options import SolveOptions
from dominoes_rules.speech.speech import ENGLISH, Speech
from dominoes_solver.limit import Limit
from dominoes_solver.pimc.findings import Findings
from dominoes_solver.pimc.pimc import FEWEST_WORLDS
from dominoes_solver.search import native


def run(args: argparse.Namespace) -> int:
    """Print the moves of a position, best first, or the chains of a hand."""
    asked_position = position(args.position, args.given)
    if args.train:
        return _train(args, asked_position)
    if args.world is not None:
        asked_position = _world(asked_position, args.world)
    asked_position, model = after_rounds(asked_position, args.types, args.model, force=args.force)
    if _asks_only_for_a_move(args) and (answer := _without_choice(asked_position)):
        print(answer)
        return FINE
    if _asks_only_for_a_move(args):
        native.answer_meanwhile()
    limit = Limit(worlds=args.worlds, time=_time_left(args), exact=args.exact)
    options = {**given(args, SolveOptions), "model": model}
    with ProgressLine() as shown:
        report = solve(
            asked_position, limit, **options, progress=lambda reached: shown(progress_text(reached))
        )
    if args.json:
        asked: dict[str, object] = {"given": args.given} if args.given else {}
        if args.world is not None:
            line = best_line(asked_position, _first(report))
            asked["position"] = str(asked_position)
            asked["line"] = None if line is None else [str(move) for move in line]
        write_json({**report.as_json(), **asked})
        return FINE
    supposed = [f"given: {condition}" for condition in args.given]
    if args.world is not None:
        supposed += [
            _line(asked_position, _first(report)),
            f"world {args.world:,}: {asked_position}",
        ]
    print(text(report, _again(args), supposed=supposed, detailed=args.details))
    if args.details and model is None and (advice := how_to_fit(asked_position)):
        print(f"note: {advice}")
    if report.why is not None:
        # Imported here because few ask for it.
        from dominoes_rules.cli.positions import solve_why

        print(f"\n{solve_why.text(report.why, report)}")
    return FINE


def _train(args: argparse.Namespace, asked: Position) -> int:
    """Print the best chains of a hand, which no search of worlds finds."""
    of_search = ("only", "all_moves", "why", "world", "model", "types", "worth", "time", "cluster")
    if unfit := [name for name in (*of_search, "details") if getattr(args, name)]:
        options = listed([f"--{name.replace('_', '-')}" for name in unfit])
        raise ArgumentError(f"--train searches no world: leave out {options}")
    chains = hand_chains(asked)
    if args.json:
        write_json(chains.as_json())
    else:
        print(solve_train.text(chains))
    return FINE


def _asks_only_for_a_move(args: argparse.Namespace) -> bool:
    """Whether nothing is asked for but the best move as text."""
    worth = (args.worlds, args.time, args.world, args.why, args.only, args.model, args.worth)
    return all(option is None for option in worth) and not (args.exact or args.details or args.json)


def _without_choice(asked: Position) -> str:
    """The answer where one move is legal, which takes no search; empty elsewhere."""
    only = hint.only_move(asked.legal_moves, _with_kind)
    if not only:
        return ""
    return f"{drawing.table(asked)}\n\n{only}\n--worlds {FEWEST_WORLDS} shows what it is worth."


def _with_kind(move: Move) -> str:
    """A move, and what its sign means where it lays no tile: `+ (draw)`."""
    return move.decimal if move.kind is Kind.PLAY else f"{move.decimal} ({move.kind.name.lower()})"


def _time_left(args: argparse.Namespace) -> float | None:
    """What starting up has left of the time asked for: at least half of it."""
    if args.time is None:
        return None
    return float(max(args.time / 2, args.time - (time.monotonic() - args.started)))


def _world(asked: Position, number: int) -> Position:
    """World `number` of a position, from 1, in the order of `worlds --list`."""
    worlds = Worlds(asked)
    if worlds.count is not None and number > worlds.count:
        raise PositionError(f"there is no world {number:,}: {worlds.count:,} fit")
    return worlds[number - 1]


def _again(args: argparse.Namespace) -> str:
    """The further options that are needed to get the same answer again."""
    words = [f"--only {move}" for move in args.only or ()]
    if args.why is not None:
        words.append(f"--why {args.why}")
    if args.all_moves:
        words.append("--all-moves")
    if args.model is not None:
        words.append(f"--model {shlex.quote(args.model)}")
    if args.worth is not None:
        words.append(f"--worth {args.worth}")
    words += [f"--given {shlex.quote(condition)}" for condition in args.given]
    if args.world is not None:
        words.append(f"--world {args.world}")
    return "".join(f" {word}" for word in words)


def _first(report: Report) -> Move | None:
    """The move that was searched, where it was only one."""
    return report.only[0] if report.only is not None and len(report.only) == 1 else None


def _line(reached: Position, first: Move | None) -> str:
    """The best line of play, each move with its seat, and how it ends."""
    line = best_line(reached, first)
    title = "best play" if first is None else f"best play after {first.decimal}"
    if line is None and reached.evidence.orders_matter:
        return f"{title}: unknown, since the order of the stock is open"
    if line is None:
        return f"{title}: too long to search to the end"
    shown = []
    for move in line:
        shown.append(f"{reached.turn} {move.decimal}")
        reached = reached.play(move)
    return f"{title}: {', '.join(shown)}\n{_ending(reached)}"


def progress_text(reached: Progress) -> str:
    """How far a search is, and what Ctrl-C would do."""
    if not reached.used:
        searching = f"searching the first world, {reached.nodes:,}"
        if reached.compiling:
            searching = "compiling the native search, once"
        elif reached.limit is None:
            searching += " nodes"
        elif reached.nodes < reached.limit:
            searching += f" of at most {reached.limit:,} nodes"
        else:
            searching += " nodes, now estimating it"
        return f"{searching}, {reached.seconds:.0f} s (Ctrl-C stops without an answer)"
    of = "" if reached.asked is None else f" of {reached.asked:,}"
    since = reached.waiting or f"{reached.nodes:,} nodes, {reached.seconds:.0f} s"
    if reached.compiling:
        since = f"compiling the native search, once, {reached.seconds:.0f} s"
    worlds = f"{reached.used:,}{of} worlds, {since}"
    return f"{worlds} (Ctrl-C answers from the worlds so far)"


def text(
    report: Report, again: str = "", *, supposed: Sequence[str] = (), detailed: bool = False
) -> str:
    """A report as text: the table, the moves, and three lines on what the figures rest on.

    again: further options of the command that asked for it; supposed: lines on what the answer
    supposes, put between the moves and those lines; detailed: with all other lines too.
    """
    table = drawing.table(report.position)
    if report.findings is None:
        return "\n".join([table, "", _ending(report.position), *supposed])
    lines = [table, "", *_estimates(report.findings), *figures(report)]
    lines += ["", *supposed] if supposed else []
    lines += ["", *footer.footer(report), *(footer.details(report, again) if detailed else [])]
    return "\n".join([*lines, *report.remarks])


def hint_text(report: Report, speech: Speech = ENGLISH) -> str:
    """A hint as text: one or two sentences, the figures, and a line about the model."""
    if report.findings is None:
        return _ending(report.position, speech)
    sentences = hint.verdict(report, speech=speech), hint.train_line(report, speech)
    told, model = [line for line in sentences if line], hint.hint_model(report, speech)
    return "\n".join([*told, "", *figures(report, speech), "", model])


def figures(report: Report, speech: Speech = ENGLISH) -> list[str]:
    """The moves with what each is worth, a row for each."""
    text, move = speech.text, speech.text("move")
    width = max(len(move), *(len(row.move.decimal) for row in report))
    heading = f"{move:<{width}}    {text('points'):>16}  {text('win'):>6}  {text('tie'):>6}"
    heading += f"  {text('gap'):>16}  {text('best in'):>7}" if report.compares else ""
    rows = [_row(row, width, compares=report.compares) for row in report]
    if report.complete is not None:
        heading += f"  {text('worlds'):>9}"
        rows = [f"{cells}  {row.worlds:>9,}" for cells, row in zip(rows, report, strict=True)]
    return [heading, *rows, *footer.legend(report, speech)]


def _estimates(findings: Findings) -> list[str]:
    """A warning, ahead of the values, that they are not exact."""
    if not findings.estimated:
        return []
    cost = ""
    if findings.cost and findings.cost != inf:
        # The budget that was too small is a lower bound for what it takes.
        about = "about" if findings.cost > findings.nodes / findings.used else "more than"
        two_digits = float(f"{findings.cost:.1e}")
        cost = f"; exact would take {about} {two_digits:,.0f} nodes a world"
    worlds = f"{findings.used:,} world{'s'[: findings.used != 1]}"
    played = footer.playouts_in(findings)
    if findings.by_policy and not findings.cost and findings.estimated == findings.used:
        searched = f"each of {worlds} was played out; values"
    elif findings.estimated == findings.used:
        searched = f"none of {worlds} was searched to the end; values"
    else:
        searched = (
            f"{findings.estimated:,} of {worlds} could not be searched to the end; their values"
        )
    return [f"estimates: {searched} are means of {played}{cost}", ""]


def _ending(final: Position, speech: Speech = ENGLISH) -> str:
    """How a finished round ended."""
    ended = final.outcome_bounds
    assert ended is not None, "the round is over"
    return speech.text(
        "the round is over ({how}): {result}",
        how=ended.how_in(speech),
        result=ended.result_in(speech),
    )


def _row(row: Row, width: int, *, compares: bool) -> str:
    mark = "*" if row.is_close else " "
    line = (
        f"{row.move.decimal:<{width}}  {mark} {mean_text(row.points):>16}  {row.win:>6.1%}"
        f"  {row.tie:>6.1%}"
    )
    return line + (f"  {mean_text(row.gap):>16}  {row.best_in:>7.1%}" if compares else "")
