"""`worlds`: the hidden hands that fit a position."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.cli.common import position, testing, write_json, write_json_list
from dominoes_rules.cli.main import FINE
from dominoes_rules.cli.positions.earlier import after_rounds
from dominoes_rules.position import drawing, hidden_hands
from dominoes_rules.position.assumptions import assumptions
from dominoes_rules.position.choice_models import usual_model
from dominoes_rules.position.hidden_hands import Worlds, holder_in
from dominoes_rules.position.questions import Answer, answer_of
from dominoes_rules.position.remarks import remark_in
from dominoes_rules.position.world_numbers import how_many, shown_count, slow_swaps
from dominoes_rules.solving.footer import effective_sample
from dominoes_rules.speech.sayings import retold
from dominoes_rules.speech.speech import ENGLISH, Speech, marked
from dominoes_solver.belief.weighing import TOO_FEW
from dominoes_solver.evidence.evidence import SURVEYED_WORLDS

MOST_COLUMNS = 5
"""Holders in a table; of more, the chances are listed below the tiles."""
LINE = 72
"""Characters of such a list."""
NEVER = "-"
LONGEST_GROUP = 20
"""Columns of tiles that share a row; more of them go on below."""


def run(args: argparse.Namespace) -> int:
    """Print how many hidden hands fit and who may hold what, or those hands themselves."""
    asked_position = position(args.position, args.given)
    asked_position, model = after_rounds(asked_position, args.types, args.model, force=args.force)
    if args.list and asked_position.earlier_rounds:
        raise ArgumentError("--list lists every world, whatever it weighs: leave out --types")
    if model is None and not (args.json or args.list or args.sample):
        # Programs get what is counted unless they name a model; people see both.
        worlds = Worlds(asked_position, usual_model(asked_position), args.seed)
    else:
        worlds = hidden_hands.worlds(asked_position, model=model, seed=args.seed, force=args.force)
    if args.question is not None:
        with testing() as progress:
            answer = answer_of(worlds, args.question, progress)
        if args.json:
            alone = {"probability": answer.probability, "se": answer.se}
            weights = worlds.weights_as_json(counted=alone)
            write_json({**answer.as_json(), **weights, **_given(args)})
        else:
            print(_answer(answer if worlds.are_weighed else _alike(answer), args.question))
            print("".join(f"assumed: {condition}\n" for condition in answer.assumed), end="")
            print("".join(f"{line}\n" for line in _weights(worlds)), end="")
        return FINE
    if args.list or args.sample:
        chosen = iter(worlds)
        if args.sample:
            weighed = worlds.model.choices is not None
            chosen = worlds.sampled(args.sample, seed=args.seed, weighed=weighed)
        if args.json:
            write_json_list(str(world) for world in chosen)
        else:
            for world in chosen:
                print(world, flush=True)  # each takes a while, and somebody may wait
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
    if answer.weighed is not None:
        share, se = answer.weighed
        error = "" if se is None else f" ± {se:.2%}"
        counted = _answer(_alike(answer), "counted")
        return f"{share:.2%}{error}  {condition}\n{counted}"
    if answer.se is None:
        counted = f"{answer.matching:,} of {answer.count:,} worlds, counted"
        return f"{answer.probability:.2%}  {condition}\n{counted}"
    out_of = "" if answer.count is None else f" out of {answer.count:,}"
    return (
        f"{answer.probability:.2%} ± {answer.se:.2%}  {condition}\n"
        f"{answer.matching:,} of {answer.sampled:,} worlds drawn{out_of}\n"
        f"sampled: {answer.why}"
    )


def _alike(answer: Answer) -> Answer:
    """The answer where every world counts alike."""
    return replace(answer, weighed=None)


def counted(worlds: Worlds, speech: Speech = ENGLISH) -> str:
    """How many worlds there are, who may hold what in them, and why."""
    lines, errors = [how_many(worlds.position.evidence, speech)], worlds.errors
    if worlds.count is None:
        most = max((se or 0.0 for row in errors.values() for se in row.values()), default=0.0)
        lines.append(
            speech.text(
                "the chances are those in {number:,} worlds, sampled by swaps, not counted "
                "(± {most} at most)",
                number=SURVEYED_WORLDS,
                most=f"{most:.1%}",
            )
        )
    if slow := slow_swaps(worlds.position.evidence, SURVEYED_WORLDS, speech):
        lines.append(slow)
    holders = {name: row for name, row in worlds.holders.items() if row}
    if holders:
        lines += ["", *_holders(worlds, holders, errors, speech)]
    deductions = worlds.deductions(speech)
    if deductions:
        lines += ["", *deductions]
    notes = worlds.position.evidence.notes if worlds.count != 1 else ()
    lines += [speech.text("note: {note}", note=remark_in(note, speech)) for note in notes]
    assumed = assumptions(worlds.position, speech)
    lines += [speech.text("assumed: {rules}", rules=rules) for rules in assumed]
    more = _weights(worlds, speech)
    return "\n".join([*lines, *(["", *more] if more else [])])


def _holders(
    worlds: Worlds,
    holders: Mapping[str, Mapping[str, float]],
    errors: Mapping[str, Mapping[str, float | None]],
    speech: Speech,
) -> list[str]:
    """How likely each holder has a tile: a row for all tiles of which the same is shown."""
    weighed, many = worlds.are_weighed, len(holders) > MOST_COLUMNS
    names = [holder_in(name, speech) for name in holders]
    digits = int(not many or worlds.count is not None)
    alike: dict[tuple[str, ...], list[str]] = {}
    for tile in next(iter(holders.values())):
        cells = []
        for name, row in holders.items():
            exact = errors[name][tile] is None
            before = _share(worlds.counted_holders[name][tile], speech, exact=exact, digits=digits)
            cell = _share(row[tile], speech, exact=exact, digits=digits)
            cells.append(f"{before} → {cell}" if weighed and cell != before else cell)
        alike.setdefault(tuple(cells), []).append(Tile.parse(tile).decimal)
    if many:
        return [line for cells, tiles in alike.items() for line in _listed(tiles, names, cells)]
    groups = {
        cells: textwrap.wrap(" ".join(tiles), LONGEST_GROUP, break_on_hyphens=False)
        for cells, tiles in alike.items()
    }
    wide = max(6, *(len(row) + 1 for rows in groups.values() for row in rows))
    width = 18 if weighed else 8
    head = "".join(f"{name:>{width}}" for name in names)
    lines = [f"{speech.text('tile'):<{wide}}{head}"]
    for shares, (first, *more) in groups.items():
        lines += [f"{first:<{wide}}" + "".join(f"{cell:>{width}}" for cell in shares), *more]
    return lines


def _listed(tiles: Sequence[str], holders: Iterable[str], cells: Sequence[str]) -> list[str]:
    """Tiles of which the same is shown, then who may hold them, as lines."""
    sharing: dict[str, list[str]] = {}
    for name, cell in zip(holders, cells, strict=True):
        if cell != NEVER:
            sharing.setdefault(cell, []).append(name)
    shares = ", ".join(f"{' '.join(names)} {cell}" for cell, names in sharing.items())
    rows = textwrap.wrap(" ".join(tiles), LINE, break_on_hyphens=False)
    above = rows if len(tiles) > 1 else []
    begin = "    " if above else f"{tiles[0]}  "
    return [*above, *textwrap.wrap(shares, LINE, initial_indent=begin, subsequent_indent="    ")]


def _weights(worlds: Worlds, speech: Speech = ENGLISH) -> list[str]:
    """How the worlds were weighted, where they were."""
    said = retold(worlds.model.note, speech)
    note = [speech.text("note: {note}", note=said)] if said else []
    model = worlds.model.choices
    if model is None or not worlds.are_weighed:
        return note
    pool = worlds.pool
    number = f"{len(pool.worlds):,}"
    if worlds.count is None:
        of = marked("{number} worlds sampled by swaps, {weighted}; equal → weighted")
    elif pool.exact:
        of = marked("all of {count} worlds, {weighted}; counted → weighted")
    else:
        of = marked("{number} of {count} worlds, {weighted}; counted → weighted")
    few = pool.effective < TOO_FEW and not pool.exact
    weighted = speech.text(
        "weighted by choices, {premise} ({sample})",
        premise=retold(worlds.model.premise, speech),
        sample=effective_sample(pool.effective, few=few, speech=speech),
    )
    count = "" if worlds.count is None else shown_count(worlds.count, speech)
    lines = [speech.text(of, number=number, count=count, weighted=weighted)]
    if pool.slip != model.slip:
        lines.append(
            speech.text(
                "the others' actions are unlikely in most worlds, so {share} of choices are "
                "assumed to be random, not {usual}",
                share=f"{pool.slip:.0%}",
                usual=f"{model.slip:.0%}",
            )
        )
    return [*lines, *note]


def _share(chance: float, speech: Speech, *, exact: bool, digits: int) -> str:
    """A probability in per cent; certain and impossible are marked as such.

    A holding that a sample never or always has is neither.
    """
    if exact and chance in {0, 1}:
        return speech.text("sure") if chance else NEVER
    return f"{chance:.{digits}%}"
