"""A review as a page in HTML: the board at each mistake, then how each result came about."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_rules.board.as_html import html_page, html_table
from dominoes_rules.position.drawing import svg
from dominoes_rules.reviewing.breakdown import Breakdown
from dominoes_rules.reviewing.calls import Calls
from dominoes_rules.reviewing.decisions import Decision
from dominoes_rules.reviewing.reviews import Review
from dominoes_rules.speech.speech import marked

RESULT_COLUMNS = (
    marked("round"),
    marked("result"),
    marked("deal"),
    marked("known"),
    marked("rest"),
    marked("others"),
)
"""The heads of the table of how results came about."""
CONTRACT_COLUMNS = (
    *RESULT_COLUMNS[:2],
    marked("contract"),
    marked("luck"),
    *RESULT_COLUMNS[3:],
)
"""The same in a game of tricks."""
CONTRACT_NOTES = (
    marked(
        "contract: what bid and trump were worth to the player's side with open hands, in the mean "
        "over the worlds of the player who named the trump"
    ),
    marked(
        "luck: how much more they were worth because of where the hidden tiles lay, if all played "
        "best with open hands"
    ),
    marked("a bid counts by itself, since nobody's bidding is guessed"),
    marked(
        "known: the mistakes above; "
        "rest: what else the player's moves changed, because of hidden tiles"
    ),
    marked(
        "others: what the moves of the others changed; "
        "result = contract + luck + known + rest + others"
    ),
)
"""What these columns hold."""
NOTES = (
    marked(
        "deal: what the true deal was worth to the player's side if all played best with open hands"
    ),
    marked(
        "known: the mistakes above; "
        "rest: what else the player's moves changed, because of hidden tiles"
    ),
    marked("others: what the moves of the others changed; result = deal + known + rest + others"),
)
"""What these columns hold."""


def review_page(reviewed: Review) -> str:
    """The page; the mistakes are in the order of the review, the worst first."""
    mistakes = [_mistake(decision) for decision in reviewed.mistakes]
    parts = mistakes or ["<p>No decision has a clear loss.</p>"]
    calls = [turn for turn in reviewed if isinstance(turn.report, Calls)]
    if calls:
        rows = [
            (str(turn.round), str(turn.action), turn.played.decimal, turn.reason)
            for turn in sorted(calls, key=lambda turn: (turn.round, turn.action))
        ]
        head = ["round", "action", "said", "how often it is made"]
        parts.append(html_table("", "Bids and trumps", head, rows))
    return html_page(
        f"{reviewed.game}: review of seat {reviewed.seat}", [*parts, _results(reviewed)]
    )


def _mistake(decision: Decision) -> str:
    title = f"Round {decision.round}, action {decision.action}: a {decision.kind}"
    rows = [(decision.played.decimal, decision.best.decimal, str(decision.lost))]
    notes = [decision.reason, str(decision.position)]
    return html_table(svg(decision.position), title, ["played", "best", "points lost"], rows, notes)


def _results(reviewed: Review) -> str:
    """How the result of each round came about, and their sum."""
    rows = [result_row(str(result.round), [result], reviewed) for result in reviewed.rounds]
    if len(rows) > 1:
        rows.append(result_row("all", reviewed.rounds, reviewed))
    model = [f"model: {reviewed.model}"] if reviewed.model else []
    columns, notes = heads(reviewed.rounds)
    return html_table("", "Results", columns, rows, [*notes, *model])


def heads(rounds: Sequence[Breakdown]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The heads of the columns of how results came about, and what these hold."""
    if has_contracts(rounds):
        return CONTRACT_COLUMNS, CONTRACT_NOTES
    return RESULT_COLUMNS, NOTES


def has_contracts(rounds: Sequence[Breakdown]) -> bool:
    """Whether the deals of some rounds are told apart into contracts and luck."""
    return any(result.contract is not None for result in rounds)


def result_row(name: str, rounds: Sequence[Breakdown], reviewed: Review) -> tuple[str, ...]:
    """How the sum of some rounds came about: result, deal, known, rest and others, as texts."""
    known = sum(reviewed.known(result.round) for result in rounds)
    return parts(name, rounds, known, has_contracts(reviewed.rounds))


def parts(name: str, rounds: Sequence[Breakdown], known: float, contracts: bool) -> tuple[str, ...]:
    """The same; `known` is the part of the player's own steps that could have been avoided.

    contracts: whether contract and luck are in place of the deal.
    """
    result, deal = sum(game.result for game in rounds), sum(game.deal for game in rounds)
    rest = sum(game.own for game in rounds) - known
    by_others: dict[str, int] = {}
    for game in rounds:
        for seat, change in game.others.items():
            by_others[seat] = by_others.get(seat, 0) + change
    shown = ", ".join(f"{seat} {change:+}" for seat, change in by_others.items())
    of_deal = [f"{deal:+}"]
    if contracts:
        contract = sum(game.contract or 0.0 for game in rounds)
        of_deal = [hundredths(contract), hundredths(deal - contract)]
    return name, f"{result:+}", *of_deal, hundredths(known), hundredths(rest), shown


def hundredths(points: float) -> str:
    """Points with their sign; never -0.00, which a sum of nothing can come to."""
    return f"{round(points, 2) + 0.0:+.2f}"
