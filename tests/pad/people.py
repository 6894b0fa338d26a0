"""People who answer a pad from a round that the engine has played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax.nodes import Moment
from dominoes_lang.table.state import NOBODY, SEAT_LETTERS, Action, Over, State
from dominoes_rules.pad.pad_match import PadMatch, PadRound, RoundStatus
from dominoes_rules.pad.round_sheet import NextOpener
from dominoes_rules.pad.table_questions import (
    BLOCKED_SAID,
    END,
    FINISHER,
    LAST_TILE,
    MOVER,
    NOBODY_SAID,
    OPENER,
    OUT_SAID,
    Answer,
    AnswerKind,
    TableQuestion,
)
from dominoes_rules.pad.taps import Tap, TapKind
from dominoes_rules.play.deals import deal, deal_after, standing_after
from dominoes_rules.play.payments import as_it_was_paid, moments_after


def seen(rules: Interpreter, state: State, question: TableQuestion) -> Answer:
    """The answer to a question by who sees the table with every hand open."""
    setup, key = rules.setup, question.key
    if key == END:
        if state.over == Over.BLOCKED:
            return BLOCKED_SAID
        return OUT_SAID if OUT_SAID in question.choices else SEAT_LETTERS[state.mover]
    if key == LAST_TILE:
        return str(setup.tiles.tiles[state.last_tile])
    seats = {OPENER: state.opener, FINISHER: state.finisher, MOVER: state.mover}
    if key in seats:
        return NOBODY_SAID if seats[key] == NOBODY else SEAT_LETTERS[seats[key]]
    if question.measure is not None:
        return sum(rules._held(question.measure, state, seat) for seat in question.seats)
    assert question.node is not None
    if question.kind is AnswerKind.YES_NO:
        return rules.holds(question.node, state)
    if question.kind is AnswerKind.CHOICE:
        seat = rules.player(question.node, state)
        return NOBODY_SAID if seat == NOBODY else SEAT_LETTERS[seat]
    return int(rules.amount(question.node, state))


def taps_of(
    compiled: Compiled, kinds: Sequence[TapKind], before: State, action: Action, after: State
) -> tuple[Tap, ...]:
    """The taps of an action that was paid for at once, with everything that they may be asked."""
    setup, rules, taps = compiled.setup, Interpreter(compiled.setup), list[Tap]()
    acted = as_it_was_paid(setup, before, action, after)
    for moment in sorted(moments_after(setup, before, action, after), key=list(Moment).index):
        awards = [award for award in setup.in_play if award.moment is moment]
        paid = tuple(award.name for award in awards if any(compiled.paid_by(award)(*acted)))
        told = dict[str, Answer]()
        for kind in kinds:
            if set(kind.awards) & set(paid):
                for part in kind.form.questions:
                    told[part.question.key] = seen(rules, acted, part.question)
        taps += [Tap(paid, told)] if paid else []
    return tuple(taps)


def told_truly(match: PadMatch, end: State, taps: tuple[Tap, ...]) -> PadMatch:
    """The match with one more round, of which just what is asked for is told, one by one."""
    number, told = len(match.rounds) + 1, dict[str, Answer]()
    rules = Interpreter(match.setup.in_round(end.scores))
    match = match.told(number, PadRound(told, taps))
    while match.sheets[-1].status is RoundStatus.OPEN:
        question = match.sheets[-1].missing
        assert question is not None
        assert question.key not in told, "nothing is asked twice"
        told = {**told, question.key: seen(rules, end, question)}
        match = match.told(number, PadRound(told, taps))
    return match


def random_match(
    compiled: Compiled, random: Random, most: int
) -> Iterator[tuple[State, tuple[Tap, ...]]]:
    """The ends of the rounds of a match played at random, with what was paid on the way."""
    kinds = PadMatch(compiled.setup).tap_kinds()
    start = deal(compiled, random)
    for _ in range(most):
        state, taps = start, tuple[Tap, ...]()
        compiled = compiled.in_round(start.scores)
        while not state.over:
            action = random.choice(compiled.legal(state))
            after = compiled.play(state, action)
            taps += taps_of(compiled, kinds, state, action, after)
            state = after
        yield state, taps
        if standing_after(compiled, state).won is not None:
            return
        start = deal_after(compiled, state, random)


def holds_against(compiled: Compiled, match: PadMatch, end: State) -> None:
    """Compare the last round of a pad with the end of the engine's."""
    sheet, compiled = match.sheets[-1], compiled.in_round(end.scores)
    assert sheet.end is not None
    assert sheet.end.winner == compiled.winner(*end)
    assert sheet.end.points == compiled.awards(*end)
    assert sheet.end.standing == standing_after(compiled, end)
    if sheet.end.next_opener is not None and not sheet.end.standing.next_set:
        rules = Interpreter(compiled.setup)
        choices = rules.next_choices(end)
        opener = sheet.end.next_opener
        assert opener.choices == choices[len(choices) - len(opener.choices) :]
        for choice in choices[: len(choices) - len(opener.choices)]:
            assert rules.player(choice.who, end) == NOBODY  # type: ignore[arg-type]
        _check_who(rules, opener, end, compiled.setup.in_round(sheet.end.totals))


def _check_who(rules: Interpreter, opener: NextOpener, end: State, following: Setup) -> None:
    choice = opener.choices[0] if opener.choices else None
    if choice is None or not opener.among:
        return
    assert choice.who is not None
    expected = rules.seats(choice.who, end)
    if choice.by_choice:
        expected = rules.setup.players_of[rules.side(choice.who, end)]
    assert opener.among == tuple(dict.fromkeys(map(following.from_seat, expected)))
