"""The lines below the moves of an answer: three short ones, and the details for those who ask."""

from __future__ import annotations

from dominoes_lang.setup.ruleset import Goal
from dominoes_rules.position.world_numbers import slow_swaps
from dominoes_rules.solving.answered_moves import AnsweredMoves
from dominoes_rules.solving.weighed import EQUAL, Weights
from dominoes_solver.belief.weighing import TOO_FEW
from dominoes_solver.means import Mean
from dominoes_solver.pimc.chunk_plan import BATCH
from dominoes_solver.pimc.findings import Findings
from dominoes_solver.pimc.pimc import FEWEST_WORLDS
from dominoes_solver.pimc.weighed_search import Worth

_WORTHS = {
    Worth.BEST: "all hands open",
    Worth.HALF: "half open hands, half playouts",
    Worth.PLAY: "playouts alone",
}

_SEARCHES_ALL = {"--all-moves", "--only", "--why"}


def effective_sample(effective: float, *, few: bool = False) -> str:
    """The effective number of some weighted worlds in words; `few` adds a warning."""
    return f"effective sample: {effective:,.0f}{', too few to rely on' if few else ''}"


def legend(report: AnsweredMoves) -> list[str]:
    """What has to be known to read the figures."""
    lines = []
    if any(row.is_close for row in report.rows):
        lines.append("* within three errors of the best")
    if report.complete is not None:
        lines.append(
            "clearly worse moves are not searched further; "
            f"`best in` covers the first {report.complete:,} worlds"
        )
    setup = report.position.setup
    if setup.goal is Goal.FEWEST:
        lines.append("fewest points wins")
    if setup.counts_wins:
        lines.append("points: 1 for the side that wins the round")
    elif setup.in_play:
        lines.append("points: of the whole round, including those already paid")
    return lines


def footer(report: AnsweredMoves) -> list[str]:
    """The worlds and how they were sampled; model and seed; what counting alone finds instead."""
    findings, weights = report.findings, report.weights
    if findings is None:
        return []
    lines = [_worlds(report), f"model: {short_model(report)}; seed {findings.seed}"]
    if slow := slow_swaps(report.position.evidence, report.used):
        lines.insert(1, slow)
    if weights is not None and weights.changed:
        lines.append(_unweighed(weights))
    return lines


def short_model(report: AnsweredMoves) -> str:
    """What the values rest on, in a few words; `report.model` has it in full."""
    if report.weights is None:
        return f"every world equally likely, {worth_in(report)}"
    premise = report.weights.premise
    weights = f"worlds weighted by others' choices, {premise}" if premise else EQUAL
    return f"{weights}; {worth_in(report)}"


def playouts_in(findings: Findings) -> str:
    """By what worlds were played out."""
    return "playouts by a policy" if findings.by_policy else "random playouts"


def worth_in(report: AnsweredMoves) -> str:
    """What a move is worth in a world, in a few words."""
    findings, weights = report.findings, report.weights
    assert findings is not None
    playouts = playouts_in(findings)
    if weights is None and findings.estimated == findings.used:
        return playouts
    worth = _WORTHS[findings.worth or Worth.BEST] if weights is None else _WORTHS[weights.worth]
    if weights is None and findings.worth is Worth.HALF:
        worth += " by a policy"
    number = findings.estimated
    played = f", {number:,} world{'s'[: number != 1]} by {playouts}" if number else ""
    return f"{worth}{played}"


def _worlds(report: AnsweredMoves) -> str:
    findings, weights = report.findings, report.weights
    assert findings is not None
    worlds = report.used_of
    sort = "exact" if findings.exact else "sampled"
    if report.count is None:
        sort = "not counted"
    elif report.used > report.count:
        worlds = f"{report.used:,} orders of the stock, drawn for {report.count:,} worlds"
    elif report.used == report.count and not findings.exact:
        sort = "all used"
    parts = [worlds, sort]
    if weights is not None:
        few = weights.sampled and weights.effective < TOO_FEW
        parts.append(effective_sample(weights.effective, few=few))
    if findings.interrupted:
        parts.append("stopped early")
    elif findings.spent:
        parts.append("ended after the usual amount of work")
    return ", ".join(parts)


def _unweighed(weights: Weights) -> str:
    assert weights.counted is not None
    best, second, gap = weights.counted.best, weights.counted.second, weights.counted.gap
    return f"without weighting: {best} is best, {second} second (-{Mean(abs(gap.mean), gap.se)})"


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
