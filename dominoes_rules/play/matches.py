"""A match: rounds one after another, until a side has won."""

from __future__ import annotations

from collections.abc import Iterable

from dominoes_rules.play.match_lines import head_line, read_match, round_line
from dominoes_rules.play.match_rounds import MatchRounds


class Match(MatchRounds):
    """The rounds of a match, dealt from a seed; the rules decide openers, scores and winners.

    >>> from dominoes_rules import variant
    >>> match = Match(variant("block"), seed=7)
    >>> while not match.is_over:
    ...     if match.round.is_over:
    ...         last = match.next_round()
    ...     match.round.push(match.round.legal_moves[0])
    >>> match.winner, match.scores, len(match.rounds)
    (('B',), {'A': 36, 'B': 107}, 9)

    Round 1 is dealt from `Random(f"{seed}/deal")`, and round n from `Random(f"{seed}/deal/{n}")`.
    Lots and redeals use the same random numbers. Matches are equal if their rules, seed, names,
    players and rounds are.
    """

    def __repr__(self) -> str:
        setup = self.setup
        scores = ", ".join(f"{side} {points}" for side, points in self.scores.items())
        state = "over" if self.is_over else f"round {len(self._rounds)}"
        return f"<Match {setup.name}/{setup.seats}, {state}: {scores}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self._rounds == other._rounds and (
            (self.seed, self.names, self.players, self.hints, self.undone)
            == (other.seed, other.names, other.players, other.hints, other.undone)
        )

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Match:
        """An independent match in the same state, with the same finished rounds."""
        match = type(self).__new__(type(self))
        match.compiled, match.seed = self.compiled, self.seed
        match.names, match.players = {**self.names}, {**self.players}
        match.hints = [*self.hints[:-1], [*self.hints[-1]]]
        match.undone = [*self.undone[:-1], [*self.undone[-1]]]
        match._rounds = [*self._rounds[:-1], self.round.copy()]
        match._texts = self._texts
        return match

    def __reduce__(self) -> tuple[object, ...]:
        return Match.read, (self.record(),)

    # ------------------------------------------------------------------ as text

    def record(self) -> list[str]:
        """The match as lines of JSON: a head, then a line for each round; see docs/records.md."""
        numbers = range(1, len(self._rounds) + 1)
        return [head_line(self), *(round_line(self, number) for number in numbers)]

    @classmethod
    def read(cls, lines: Iterable[str]) -> Match:
        """Read a match from its record, and play every action again.

        It needs no other file, because the record contains rules that are not bundled. Raises
        `RecordError`, with the line and the reason.
        """
        return read_match(lines, cls)
