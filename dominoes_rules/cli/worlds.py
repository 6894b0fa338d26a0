"""`worlds`: the hidden hands that fit a position."""

from __future__ import annotations

import argparse

from dominoes_rules.cli.common import position, testing, write_json, write_json_list
from dominoes_rules.cli.main import FINE
from dominoes_rules.position import drawing
from dominoes_rules.position.hidden_hands import Worlds
from dominoes_rules.position.questions import Answer, ask


def run(args: argparse.Namespace) -> int:
    """Print how many hidden hands fit and who may hold what, or those hands themselves."""
    worlds = Worlds(position(args.position, args.given))
    if args.question is not None:
        with testing() as progress:
            answer = ask(worlds.position, args.question, seed=args.seed, progress=progress)
        if args.json:
            write_json({**answer.as_json(), **_given(args)})
        else:
            print(_answer(answer, args.question))
        return FINE
    if args.list or args.sample:
        chosen = worlds.sampled(args.sample, seed=args.seed) if args.sample else iter(worlds)
        if args.json:
            write_json_list(str(one) for one in chosen)
        else:
            for one in chosen:
                print(one, flush=True)  # each takes a while, and somebody may wait
        return FINE
    if args.json:
        write_json({**worlds.as_json(), **_given(args)})
    else:
        print(f"{drawing.table(worlds.position)}\n\n{counted(worlds)}")
    return FINE


def _given(args: argparse.Namespace) -> dict[str, object]:
    """The conditions that were assumed, where there are any."""
    return {"given": args.given} if args.given else {}


def _answer(answer: Answer, condition: str) -> str:
    """How likely a condition is, and how that was found."""
    if answer.se is None:
        counted = f"{answer.matching:,} of {answer.count:,} worlds, counted"
        return f"{answer.probability:.2%}  {condition}\n{counted}"
    return (
        f"{answer.probability:.2%} ± {answer.se:.2%}  {condition}\n"
        f"{answer.matching:,} of {answer.sampled:,} worlds drawn out of {answer.count:,}\n"
        f"sampled: {answer.why}"
    )


def counted(worlds: Worlds) -> str:
    """How many worlds there are, who may hold what in them, and why."""
    lines = [f"{worlds.count:,} {'world fits' if worlds.count == 1 else 'worlds fit'}"]
    holders = {name: row for name, row in worlds.holders.items() if row}
    if holders:
        lines.append("")
        lines.append("tile  " + "".join(f"{name:>8}" for name in holders))
        for tile in next(iter(holders.values())):
            shares = "".join(f"{_share(row[tile]):>8}" for row in holders.values())
            lines.append(f"{tile:<6}{shares}")
    deductions = worlds.deductions()
    if deductions:
        lines += ["", *deductions]
    lines += [f"note: {note}" for note in worlds.position.evidence.notes if worlds.count > 1]
    return "\n".join(lines)


def _share(chance: float) -> str:
    """A probability in per cent; certain and impossible are marked as such."""
    if chance == 0:
        return "-"
    return "sure" if chance == 1 else f"{100 * chance:.1f} %"
