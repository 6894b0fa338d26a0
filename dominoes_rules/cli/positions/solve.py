"""`solve`: what each move of a position is worth."""

from __future__ import annotations

import argparse
import shlex
import time
from collections.abc import Iterable, Sequence
from math import inf

from dominoes_lang.english.wording import listed
from dominoes_lang.table.state import Kind
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.cli.arguments.options import given
from dominoes_rules.cli.common import ProgressLine, mean_text, position, write_json
from dominoes_rules.cli.main import FINE
from dominoes_rules.cli.positions import solve_bids, solve_train
from dominoes_rules.cli.positions.earlier import after_rounds
from dominoes_rules.errors import PositionError
from dominoes_rules.position import drawing
from dominoes_rules.position.choice_models import how_to_fit
from dominoes_rules.position.hidden_hands import Worlds
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.solving import bid_chances, footer, hint
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
    if bid_chances.says_something(asked_position):
        return _bids(args, asked_position)
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


def _bids(args: argparse.Namespace, asked: Position) -> int:
    """Print how often bids are made, which are no moves of a search."""
    of_search = ("only", "all_moves", "why", "world", "model", "types", "worth", "time", "cluster")
    if unfit := [name for name in (*of_search, "exact", "details") if getattr(args, name)]:
        options = listed([f"--{name.replace('_', '-')}" for name in unfit])
        raise ArgumentError(f"before the first trick no move is searched: leave out {options}")
    worlds = bid_chances.USUAL_WORLDS if args.worlds is None else args.worlds
    chances = bid_chances.bid_chances(asked, worlds=worlds, seed=args.seed)
    if args.json:
        write_json(chances.as_json())
    else:
        print(solve_bids.text(chances))
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


def progress_text(reached: Progress, speech: Speech = ENGLISH) -> str:
    """How far a search is, and what Ctrl-C would do."""
    seconds, nodes = f"{reached.seconds:.0f}", f"{reached.nodes:,}"
    if not reached.used:
        return speech.text(
            "{searching}, {seconds} s (Ctrl-C stops without an answer)",
            searching=_searching(reached, speech),
            seconds=seconds,
        )
    if reached.compiling:
        since = speech.text("compiling the native search, once, {seconds} s", seconds=seconds)
    else:
        since = reached.waiting or speech.text(
            "{nodes} nodes, {seconds} s", nodes=nodes, seconds=seconds
        )
    if reached.asked is None:
        worlds = speech.plural("{count:,} world", "{count:,} worlds", reached.used)
    else:
        worlds = speech.text("{used:,} of {asked:,} worlds", used=reached.used, asked=reached.asked)
    return speech.text(
        "{worlds}, {since} (Ctrl-C answers from the worlds so far)", worlds=worlds, since=since
    )


def _searching(reached: Progress, speech: Speech) -> str:
    """What is done in the first world."""
    nodes = f"{reached.nodes:,}"
    if reached.compiling:
        return speech.text("compiling the native search, once")
    if reached.limit is None:
        return speech.text("searching the first world, {nodes} nodes", nodes=nodes)
    if reached.nodes < reached.limit:
        most = f"{reached.limit:,}"
        return speech.text(
            "searching the first world, {nodes} of at most {most} nodes", nodes=nodes, most=most
        )
    return speech.text("searching the first world, {nodes} nodes, now estimating it", nodes=nodes)


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
    model = hint.hint_model(report, speech)
    return "\n".join([*filter(None, sentences), "", *figures(report, speech), "", model])


def figures(report: Report, speech: Speech = ENGLISH) -> list[str]:
    """The moves with what each is worth, a row for each."""
    moves = [speech.text("move"), *(row.move.decimal for row in report)]
    width = max(4, *map(len, moves))
    marks = [" ", *("*" if row.is_close else " " for row in report)]
    columns = [
        _column(speech.text("points"), (mean_text(row.points) for row in report), 16),
        _column(speech.text("win"), (f"{row.win:.1%}" for row in report), 6),
        _column(speech.text("tie"), (f"{row.tie:.1%}" for row in report), 6),
    ]
    if report.compares:
        columns += [
            _column(speech.text("gap"), (mean_text(row.gap) for row in report), 16),
            _column(speech.text("best in"), (f"{row.best_in:.1%}" for row in report), 7),
        ]
    if report.complete is not None:
        columns.append(_column(speech.text("worlds"), (f"{row.worlds:,}" for row in report), 9))
    lines = zip(moves, marks, *columns, strict=True)
    return [
        *(f"{move:<{width}}  {mark} {'  '.join(cells)}" for move, mark, *cells in lines),
        *footer.legend(report, speech),
    ]


def _column(head: str, cells: Iterable[str], least: int) -> list[str]:
    """Numbers below their head, as wide as the widest of them."""
    texts = [head, *cells]
    width = max(least, len(head))
    return [f"{text:>{width}}" for text in texts]


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
        "the round is over ({way}): {result}",
        way=ended.how_in(speech),
        result=ended.result_in(speech),
    )
