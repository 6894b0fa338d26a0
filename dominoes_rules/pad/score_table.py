"""The score of a pad as text: a row a round, and what each round has paid."""

from __future__ import annotations

from collections.abc import Iterator

from dominoes_lang.english.wording import listed
from dominoes_rules.pad.pad_match import PadMatch, RoundSheet, RoundStatus
from dominoes_rules.pad.pad_phrases import PadPhrases
from dominoes_rules.pad.payments_told import PadPayment


def score_table(match: PadMatch) -> str:
    """A column for each side, a row for each round, and the totals."""
    phrases = PadPhrases(match.setup, match.names)
    sides = [phrases.side(side) for side in range(match.setup.sides)]
    wins = match.setup.counts_wins
    rows = [["Round", *sides]]
    for sheet in match.sheets:
        if sheet.end is not None:
            won = [int(side == sheet.end.winner) for side in range(match.setup.sides)]
            rows.append([str(sheet.number), *map(str, won if wins else sheet.end.points)])
        else:
            rows.append([str(sheet.number), *[_OPEN[sheet.status]] * len(sides)])
    rows.append(["Total", *map(str, match.totals)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


_OPEN = {RoundStatus.OPEN: "?", RoundStatus.WAITING: "?", RoundStatus.BEYOND: "-"}


def payment_line(phrases: PadPhrases, payment: PadPayment) -> str:
    """A payment as a line: `Ana and Carl +23: the pips left in all hands`."""
    why = payment.reason or payment.award.replace("_", " ")
    line = f"{phrases.side_of(payment.side)} {payment.points:+}: {why}"
    return line if payment.counts else f"{line} (beyond the target, so it does not count)"


def end_lines(match: PadMatch, sheet: RoundSheet) -> Iterator[str]:
    """What a finished round was worth, and what follows from it, a sentence a line."""
    phrases, end = PadPhrases(match.setup, match.names), sheet.end
    assert end is not None
    won = phrases.side(end.winner) if end.winner >= 0 else ""
    verb = "win" if end.winner >= 0 and match.setup.team_size > 1 else "wins"
    if won:
        why = f" as {end.decided_by}" if end.decided_by.startswith("the ") else ""
        yield f"{won} {verb} round {sheet.number}{why}."
    elif end.victors is None or end.payments:
        yield f"Nobody wins round {sheet.number}."
    yield from (payment_line(phrases, payment) for payment in end.payments)
    if end.victors is None and end.next_opener is not None:
        yield phrases.next_opener(end.next_opener)


def victory(match: PadMatch) -> str:
    """Who has won a finished match, as a sentence."""
    phrases, sides = PadPhrases(match.setup, match.names), match.victors or ()
    winners = listed([phrases.side(side) for side in sides])
    totals = " to ".join(map(str, sorted(match.totals, reverse=True)))
    if not sides:
        return f"The match is drawn, {totals}."
    if len(sides) > 1:
        return f"{winners} share the match, {totals}."
    verb = "win" if match.setup.team_size > 1 else "wins"
    return f"{winners} {verb} the match, {totals}."
