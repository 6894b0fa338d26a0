"""What is assumed of the hidden hands of a deal, besides the tiles that are written."""

from __future__ import annotations

from collections.abc import Iterator

from dominoes_lang.languages.rule_sheet import shown_line
from dominoes_lang.sheet.round_told import FIRST_ROUND, NEXT_ROUND, RoundTold
from dominoes_rules.position.position import Position
from dominoes_rules.speech.speech import ENGLISH, Speech
from dominoes_solver.evidence.chains import chains_of, opens_by_hands
from dominoes_solver.evidence.evidence import Evidence
from dominoes_solver.evidence.view import Record


def assumptions(position: Position, speech: Speech = ENGLISH) -> tuple[str, ...]:
    """The rules that leave out some deals, as long as nobody has acted; afterwards, nothing.

    >>> for rule in assumptions(Position("cut_throat A:x7/B:x7/C:x7/D:x7 opener:A")):
    ...     print(rule)
    A opens. The player dealt [6|6] opens the first round, and must open with it.
    """
    view = position.view
    if not isinstance(view, Record) or view.moves or not _leaves_out(position.evidence):
        return ()
    return tuple(_rules(position, view.round, speech))


def _leaves_out(evidence: Evidence) -> bool:
    """Whether some deals of the hidden tiles are not worlds."""
    hidden = evidence.hidden
    return bool(evidence.cases or evidence.unread or any(hidden.refused) or hidden.counters)


def _rules(position: Position, number: int, speech: Speech) -> Iterator[str]:
    setup, language = position.setup, speech.language
    of_round = RoundTold(setup)
    if opens_by_hands(setup, number):
        chains = chains_of(setup, number)
        if len(chains) == 1:
            which = FIRST_ROUND if number == 1 else NEXT_ROUND
            lines = [language.sentence(told) for told in of_round.chain(chains[0], which)]
        else:
            lines = [shown_line(language, line) for line in of_round.next_opener()]
        if position.turn:
            opens = speech.text("{seat} opens.", seat=position.turn)
        else:
            opens = speech.text("Somebody opens.")
        yield " ".join([opens, *lines])
    yield from (shown_line(language, line) for line in list(of_round.redeal())[:1])
