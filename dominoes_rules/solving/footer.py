"""The lines below the moves of an answer: three short ones, and the details for those who ask."""

from __future__ import annotations

from dominoes_lang.setup.ruleset import Goal
from dominoes_rules.position.world_numbers import slow_swaps
from dominoes_rules.solving.answered_moves import AnsweredMoves
from dominoes_rules.solving.weighed import EQUAL, Weights
from dominoes_rules.speech.sayings import retold
from dominoes_rules.speech.speech import ENGLISH, Speech, marked
from dominoes_solver.belief.weighing import TOO_FEW
from dominoes_solver.means import Mean
from dominoes_solver.pimc.chunk_plan import BATCH
from dominoes_solver.pimc.findings import Findings
from dominoes_solver.pimc.pimc import FEWEST_WORLDS
from dominoes_solver.pimc.weighed_search import Worth

_WORTHS = {
    Worth.BEST: marked("all hands open"),
    Worth.HALF: marked("half open hands, half playouts"),
    Worth.PLAY: marked("playouts alone"),
}
_HALF_BY_POLICY = marked("half open hands, half playouts by a policy")

_SEARCHES_ALL = {"--all-moves", "--only", "--why"}


def effective_sample(effective: float, *, few: bool = False, speech: Speech = ENGLISH) -> str:
    """The effective number of some weighted worlds in words; `few` adds a warning."""
    number = f"{effective:,.0f}"
    if few:
        return speech.text("effective sample: {number}, too few to rely on", number=number)
    return speech.text("effective sample: {number}", number=number)


def legend(report: AnsweredMoves, speech: Speech = ENGLISH) -> list[str]:
    """What has to be known to read the figures."""
    lines = []
    if any(row.is_close for row in report.rows):
        lines.append(speech.text("* within three errors of the best"))
    if report.complete is not None:
        lines.append(
            speech.plural(
                "clearly worse moves are not searched further; "
                "`best in` covers the first {count:,} world",
                "clearly worse moves are not searched further; "
                "`best in` covers the first {count:,} worlds",
                report.complete,
            )
        )
    setup = report.position.setup
    if setup.goal is Goal.FEWEST:
        lines.append(speech.text("fewest points wins"))
    if setup.counts_wins:
        lines.append(speech.text("points: 1 for the side that wins the round"))
    elif setup.in_play:
        lines.append(speech.text("points: of the whole round, including those already paid"))
    return lines


def footer(report: AnsweredMoves, speech: Speech = ENGLISH) -> list[str]:
    """The worlds and how they were sampled; model and seed; what counting alone finds instead."""
    findings, weights = report.findings, report.weights
    if findings is None:
        return []
    model = short_model(report, speech)
    lines = [
        _worlds(report, speech),
        speech.text("model: {model}; seed {seed}", model=model, seed=findings.seed),
    ]
    if slow := slow_swaps(report.position.evidence, report.used, speech):
        lines.insert(1, slow)
    if weights is not None and weights.changed:
        lines.append(_unweighed(weights, speech))
    return lines


def short_model(report: AnsweredMoves, speech: Speech = ENGLISH) -> str:
    """What the values rest on, in a few words; `report.model` has it in full."""
    worth, weights = worth_in(report, speech), report.weights
    if weights is None:
        return speech.text("every world equally likely, {worth}", worth=worth)
    if not weights.premise:
        return f"{speech.text(EQUAL)}; {worth}"
    return speech.text(
        "worlds weighted by others' choices, {premise}; {worth}",
        premise=retold(weights.premise, speech),
        worth=worth,
    )


def playouts_in(findings: Findings, speech: Speech = ENGLISH) -> str:
    """By what worlds were played out."""
    by_policy = speech.text("playouts by a policy")
    return by_policy if findings.by_policy else speech.text("random playouts")


def worth_in(report: AnsweredMoves, speech: Speech = ENGLISH) -> str:
    """What a move is worth in a world, in a few words."""
    findings, weights = report.findings, report.weights
    assert findings is not None
    playouts = playouts_in(findings, speech)
    if weights is None and findings.estimated == findings.used:
        return playouts
    worth = _WORTHS[findings.worth or Worth.BEST] if weights is None else _WORTHS[weights.worth]
    if weights is None and findings.worth is Worth.HALF:
        worth = _HALF_BY_POLICY
    if not findings.estimated:
        return speech.text(worth)
    return speech.plural(
        "{worth}, {count:,} world by {playouts}",
        "{worth}, {count:,} worlds by {playouts}",
        findings.estimated,
        worth=speech.text(worth),
        playouts=playouts,
    )


def _worlds(report: AnsweredMoves, speech: Speech) -> str:
    findings, weights = report.findings, report.weights
    assert findings is not None
    worlds = report.used_in(speech)
    sort = speech.text("exact") if findings.exact else speech.text("sampled")
    if report.count is None:
        sort = speech.text("not counted")
    elif report.used > report.count:
        worlds = speech.plural(
            "{used:,} orders of the stock, drawn for {count:,} world",
            "{used:,} orders of the stock, drawn for {count:,} worlds",
            report.count,
            used=report.used,
        )
    elif report.used == report.count and not findings.exact:
        sort = speech.text("all used")
    parts = [worlds, sort]
    if weights is not None:
        few = weights.sampled and weights.effective < TOO_FEW
        parts.append(effective_sample(weights.effective, few=few, speech=speech))
    if findings.interrupted:
        parts.append(speech.text("stopped early"))
    elif findings.spent:
        parts.append(speech.text("ended after the usual amount of work"))
    return ", ".join(parts)


def _unweighed(weights: Weights, speech: Speech = ENGLISH) -> str:
    assert weights.counted is not None
    gap = weights.counted.gap
    return speech.text(
        "without weighting: {best} is best, {second} second (-{gap})",
        best=weights.counted.best,
        second=weights.counted.second,
        gap=Mean(abs(gap.mean), gap.se),
    )


def details(report: AnsweredMoves, again: str = "") -> list[str]:
    """All else that the search reports: time, engine, how to repeat it, the model in full.

    again: further options of the command that asked for it.
    """
    findings, weights = report.findings, report.weights
    if findings is None:
        return []
    lines = [f"searched in {report.engine}, {findings.seconds:.1f} s"]
    if findings.interrupted:
        lines.append(_repeated(report, again))
    if findings.spent:
        more = duration(findings.seconds * FEWEST_WORLDS / findings.used)
        lines.append(
            f"--worlds {FEWEST_WORLDS} would take about {more}, --time S sets the time, "
            "--jobs auto shares the work"
        )
    if report.only is not None:
        named = ", ".join(move.decimal for move in report.only)
        compared = "gaps are among these" if report.compares else "no other move to compare"
        lines.append(f"searched only {named}; {compared}")
    lines.append(f"model in full: {report.model}")
    if weights is None:
        return lines
    if weights.slip != weights.usual_slip:
        lines.append(
            f"the others' actions are unlikely in most worlds, so {weights.slip:.0%} of choices "
            f"are assumed to be random, not {weights.usual_slip:.0%}"
        )
    if weights.counted is not None and not weights.changed:
        lines += ["same best move with and without weighting", _unweighed(weights)]
    if weights.clue:
        lines.append(f"strongest clue: {weights.clue}")
    return lines


def _repeated(report: AnsweredMoves, again: str) -> str:
    """How to repeat an answer that was stopped early, or why that is impossible."""
    findings = report.findings
    assert findings is not None
    if findings.estimated:
        return "stopped early; estimates depend on the time, so this can't be repeated"
    # An exact answer takes orders of the stock one by one; a sample draws them.
    orders = findings.count is not None and findings.count != report.count
    if orders and not findings.exact:
        return "stopped early; only --exact uses these orders of the stock"
    if report.weights is not None:
        return "stopped early; the worlds depend on the number asked for"
    if findings.all_moves and findings.used > BATCH and not _SEARCHES_ALL & {*again.split()}:
        again += " --all-moves"
    return f"stopped early; to repeat: --worlds {findings.used} --seed {findings.seed}{again}"


def duration(seconds: float) -> str:
    """A rough time, in words: `40 s`, `3 min`."""
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
