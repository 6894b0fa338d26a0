"""The score of a pad as text: a row a round, and what each round has paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from dominoes_lang.play.match import MatchStanding
from dominoes_rules.pad.pad_match import PadMatch, RoundSheet, RoundStatus
from dominoes_rules.pad.pad_phrases import PadPhrases
from dominoes_rules.pad.payments_told import PadPayment
from dominoes_rules.pad.round_sheet import RoundEnd
from dominoes_rules.speech.speech import ENGLISH, Speech


def score_table(match: PadMatch, speech: Speech = ENGLISH) -> str:
    """A column for each side, a row for each round, and the totals."""
    phrases = PadPhrases(match.setup, match.names, speech)
    sides = [phrases.side(side) for side in range(match.setup.sides)]
    wins = match.setup.counts_wins
    rows = [[speech.text("Round"), *sides]]
    for sheet in match.sheets:
        if sheet.end is not None:
            won = [int(side == sheet.end.winner) for side in range(match.setup.sides)]
            rows.append([str(sheet.number), *map(str, won if wins else sheet.end.points)])
        else:
            rows.append([str(sheet.number), *[_OPEN[sheet.status]] * len(sides)])
    rows.append([speech.text("Total"), *map(str, match.totals)])
    if match.sets:
        rows.append([speech.text("Sets"), *map(str, match.sets)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


_OPEN = {RoundStatus.OPEN: "?", RoundStatus.WAITING: "?", RoundStatus.BEYOND: "-"}


def payment_line(phrases: PadPhrases, payment: PadPayment) -> str:
    """A payment as a line: `Ana and Carl +23: the pips left in all hands`."""
    line = f"{phrases.side_of(payment.side)} {payment.points:+}: {phrases.reason(payment)}"
    if payment.counts:
        return line
    return phrases.speech.text("{payment} (beyond the target, so it does not count)", payment=line)


def end_lines(match: PadMatch, sheet: RoundSheet, speech: Speech = ENGLISH) -> Iterator[str]:
    """What a finished round was worth, and what follows from it, a sentence a line."""
    phrases, end = PadPhrases(match.setup, match.names, speech), sheet.end
    assert end is not None
    if end.winner >= 0:
        yield _won(phrases, sheet.number, end)
    elif end.victors is None or end.payments:
        yield speech.text("Nobody wins round {number}.", number=sheet.number)
    yield from (payment_line(phrases, payment) for payment in end.payments)
    if end.standing.sets and end.standing.set_won is not None:
        yield set_won(phrases, end.standing)
    if end.victors is None and end.next_opener is not None:
        yield phrases.next_opener(end.next_opener)


def set_won(phrases: PadPhrases, stood: MatchStanding) -> str:
    """Who has won a set that is over, as a sentence."""
    sides, speech = stood.set_won or (), phrases.speech
    if len(sides) != 1:
        return speech.text("Nobody wins the set.")
    (side,) = sides
    who, count = phrases.side(side), len(phrases.setup.players_of[side])
    return speech.plural("{who} wins the set.", "{who} win the set.", count, who=who)


def _won(phrases: PadPhrases, number: int, end: RoundEnd) -> str:
    """Who has won a round, and why where it was blocked."""
    speech, players = phrases.speech, phrases.side(end.winner)
    count = len(phrases.setup.players_of[end.winner])
    if end.because is None:
        return speech.plural(
            "{players} wins round {number}.",
            "{players} win round {number}.",
            count,
            players=players,
            number=number,
        )
    return speech.plural(
        "{players} wins round {number} as {reason}.",
        "{players} win round {number} as {reason}.",
        count,
        players=players,
        number=number,
        reason=speech.language.words(end.because),
    )


def victory(match: PadMatch, speech: Speech = ENGLISH) -> str:
    """Who has won a finished match, as a sentence."""
    phrases, sides = PadPhrases(match.setup, match.names, speech), match.victors or ()
    totals = _against(sorted(match.sets or match.totals, reverse=True), speech)
    if not sides:
        return speech.text("The match is drawn, {totals}.", totals=totals)
    if len(sides) > 1:
        winners = speech.listed(map(phrases.side, sides))
        return speech.text("{winners} share the match, {totals}.", winners=winners, totals=totals)
    return speech.plural(
        "{winners} wins the match, {totals}.",
        "{winners} win the match, {totals}.",
        match.setup.team_size,
        winners=phrases.side(sides[0]),
        totals=totals,
    )


def _against(totals: Sequence[int], speech: Speech) -> str:
    """Totals from the highest to the lowest, `200 to 145`."""
    return reduce(
        lambda more, less: speech.text("{more} to {less}", more=more, less=less), map(str, totals)
    )
