"""Warnings about parts without effect: unused names, awards never paid, idle clauses.

Only the file's own clauses are checked, and only what is certain whatever its parameters are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from dominoes_lang.analysis.payoffs.holdings import Holdings
from dominoes_lang.analysis.payoffs.never_paid import cases_of, never_paid
from dominoes_lang.analysis.redeals import hands_of, is_possible, redeal_parts
from dominoes_lang.analysis.turns.guarded_rows import cases
from dominoes_lang.check.context import Checking
from dominoes_lang.check.names import Names
from dominoes_lang.check.paid_twice import check_added_awards, check_awards_to_partners
from dominoes_lang.setup.binding import ParameterError, written_out
from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, AnyNode, MatchKind, names_in
from dominoes_lang.syntax.vocabulary import suggestion
from dominoes_lang.table.shape import Spinners

MOST_VALUES = 500
"""The most values of a parameter that are tried, the lowest first."""
MOST_BOUND = 20_000
"""The most clauses that are bound again to try such values."""
MOST_CASES = 10_000
"""The most cases, of endings and of those who are paid, in which awards are examined."""
_COUNTS_NOTHING = nodes.AwardClause | nodes.InvariantClause | nodes.ExampleClause
_SHOWING = nodes.InvariantClause | nodes.ExampleClause
_FIXED = (
    nodes.DealClause,
    nodes.ReserveClause,
    nodes.TileValueClause,
    nodes.TurnClause,
    nodes.DominoClause,
    nodes.BlockedClause,
)
"""The clauses that bound the hands at the end of a round."""


def check_unused(checking: Checking, names: Names, setups: Sequence[Setup]) -> None:
    """Warn of everything in a ruleset without errors that has no effect."""
    finder = _Unused(checking, names, setups)
    finder.parameters()
    finder.fixed()
    finder.defines()
    finder.values()
    finder.ends()
    finder.reserve()
    finder.stock()
    finder.redeal()
    finder.tile_values()
    finder.next_opener()
    finder.new_hands()
    finder.match_options()
    finder.doubles()
    finder.awards()
    check_added_awards(checking, setups)
    check_awards_to_partners(checking, names, setups)


class _Unused:
    def __init__(self, checking: Checking, names: Names, setups: Sequence[Setup]) -> None:
        self.checking = checking
        self.ruleset = checking.ruleset
        self.names = names
        self.setups = setups
        self.warn = checking.warn

    def _own(self, clause: nodes.Clause | None) -> bool:
        return clause is not None and clause.key in self.ruleset.own

    # ------------------------------------------------------------------ names

    def parameters(self) -> None:
        reads = self._reads()
        for clause in self.checking.each(nodes.ParameterClause):
            if self._own(clause) and clause.name not in reads:
                theirs = [node.name for node in self.ruleset.parameters if not self._own(node)]
                near = suggestion(clause.name, theirs)
                hint = f'; did you mean "{near}", which is inherited?' if near else ""
                self.warn(
                    "unused-parameter",
                    f'the parameter "{clause.name}" is never used{hint}',
                    clause.name_span,
                    "use it or remove it",
                )

    def fixed(self) -> None:
        """Warn of a parameter that can only be set to its default."""
        for clause in self.checking.each(nodes.ParameterClause):
            values = set(map(repr, clause.choices))
            one_number = clause.lowest is not None and clause.lowest == clause.highest
            if self._own(clause) and (len(values) == 1 or one_number):
                self.warn(
                    "fixed-parameter",
                    f'"{clause.name}" can only be {clause.default.span.text}',
                    clause.name_span,
                    "widen its range, or write the value in its place",
                )

    def defines(self) -> None:
        reads = self._reads()
        for clause in self.checking.each(nodes.DefineClause):
            if self._own(clause) and clause.name not in reads:
                self.warn(
                    "unused-define",
                    f'"{clause.name}" is never used',
                    clause.name_span,
                    "use it or remove it",
                )

    def _reads(self) -> set[str]:
        reads = set(self.names.kinds.used)
        for define in self.checking.each(nodes.DefineClause):
            reads |= names_in(define.value)
        return reads

    def values(self) -> None:
        """Warn of a parameter with values that the tiles do not allow."""
        for clause in self.ruleset.parameters:
            if not self._own(clause) or not self._counts_tiles(clause.name):
                continue
            values = _values(clause)
            ends = (*values[:1], *values[-1:])
            if not any(self._refused(self.ruleset, clause.name, value) for value in ends):
                continue
            # What counts no tiles refuses no value, and awards by the hundred take their time.
            counting = {
                key: bound_clause
                for key, bound_clause in self.ruleset.clauses.items()
                if not isinstance(bound_clause, _COUNTS_NOTHING)
            }
            slim = replace(self.ruleset, clauses=counting)
            most = MOST_BOUND // (len(counting) * len(slim.players))
            tried = [(slim, value) for value in values[: max(1, min(MOST_VALUES, most))]]
            for ruleset, value in (*tried, (self.ruleset, values[-1])):
                wrong = self._refused(ruleset, clause.name, value)
                if wrong:
                    self.warn(
                        "impossible-value",
                        f'with "{clause.name}" at {value} the game can\'t be played',
                        clause.span,
                        "allow only values that suit the tiles and the number of players",
                        label=wrong,
                    )
                    break

    def _counts_tiles(self, name: str) -> bool:
        """Whether a parameter affects how many tiles are dealt, reserved or asked for."""
        for kind in (nodes.DealClause, nodes.ReserveClause, nodes.MatchClause,
                     nodes.TileValueClause):  # fmt: skip
            clause = self.checking.clause(kind)
            full = None if clause is None else self._names_written_out(clause)
            if full is not None and name in full:
                return True
        return False

    def _names_written_out(self, clause: nodes.Clause) -> set[str]:
        """The parameters that a clause reads, also by its defines."""
        read: set[str] = set()
        for name in names_in(clause):
            full = self.names.full.get(name)
            read |= {name} if full is None else names_in(full)
        return read

    @staticmethod
    def _refused(ruleset: Ruleset, name: str, value: int) -> str:
        for seats in ruleset.players:
            try:
                ruleset.setup(seats, {name: value})
            except ParameterError as error:
                return str(error)
        return ""

    # ------------------------------------------------------------------ clauses

    def ends(self) -> None:
        """Warn of an end of the round whose condition contradicts itself."""
        for clause in (
            self.checking.clause(nodes.DominoClause),
            self.checking.clause(nodes.BlockedClause),
        ):
            if clause is None or not self._own(clause):
                continue
            known = cases([self._open(clause.condition)], None, on_a_line=self.checking.on_a_line)
            if known is not None and all(known.reached(case) is None for case in known):
                self.warn(
                    "dead-end",
                    f'"{clause.key}" can never be true',
                    clause.condition.span,
                    "its parts contradict each other: change one of them",
                )

    def reserve(self) -> None:
        clause = self.checking.clause(nodes.ReserveClause)
        turn = self.checking.clause(nodes.TurnClause)
        if clause is None or turn is None or not self._own(clause):
            return
        if not any(setup.reserve for setup in self.setups) or any(
            step.act in DRAWING for step in turn.steps
        ):
            return
        if any(setup.draws_to_open for setup in self.setups):
            return
        self.warn(
            "idle-reserve",
            "no step of the turn draws, so nothing needs to be reserved",
            clause.span,
            'remove "reserve", or add a step that draws to "turn"',
        )

    def stock(self) -> None:
        """Warn of a question whether a tile can be drawn where nobody ever draws."""
        turn = self.checking.clause(nodes.TurnClause)
        if turn is None or any(step.act in DRAWING for step in turn.steps):
            return
        if any(setup.draws_to_open for setup in self.setups):
            return
        for clause in self.ruleset.clauses.values():
            if not self._own(clause) or isinstance(clause, _SHOWING):
                continue
            for part in nodes.walk(clause):
                if isinstance(part, nodes.Read) and part.fact is nodes.Fact.NOTHING_TO_DRAW:
                    left = {setup.stock_size > setup.reserve for setup in self.setups}
                    truth = {True: "is never true", False: "is always true"}
                    self.warn(
                        "idle-stock",
                        f'"{part.span.words}" '
                        f"{truth[left.pop()] if len(left) == 1 else 'does not change'} here, "
                        "since no step of the turn draws",
                        part.span,
                        'leave it out, or add a step that draws to "turn"',
                    )
                    return

    def redeal(self) -> None:
        clause = self.checking.clause(nodes.RedealClause)
        if clause is None or not self._own(clause) or names_in(clause):
            return
        for number, part in enumerate(redeal_parts(self.setups[0])):
            if any(is_possible(setup, redeal_parts(setup)[number]) for setup in self.setups):
                continue
            holder, of_all = "deal", {nodes.Role.EVERYONE, nodes.Role.NOBODY}
            if isinstance(part, nodes.HoldsAmount | nodes.HoldsNumber | nodes.HoldsTile) and (
                getattr(part.who, "role", None) not in of_all
            ):
                most, players = max(
                    (players * setup.hand_size, players)
                    for setup in self.setups
                    for players in map(len, hands_of(setup, part.who))
                )
                holder = f"{'side' if players > 1 else 'hand'} of {most} tiles"
            self.warn(
                "dead-redeal",
                f"no {holder} can meet this condition",
                part.span,
                "ask for less, or remove it",
            )

    def tile_values(self) -> None:
        clause = self.checking.clause(nodes.TileValueClause)
        if clause is None or not self._own(clause):
            return
        for reader in self.ruleset.clauses.values():
            for part in nodes.walk(reader):
                if (
                    isinstance(part, nodes.Held | nodes.HoldsAmount | nodes.Extreme | nodes.Taken)
                    and part.measure == "pips"
                ):
                    return
        self.warn(
            "idle-tile-value",
            "nothing counts the pips that a player holds, so no tile needs a value",
            clause.span,
            'remove "tile value", or count pips in "winner" or in an award',
        )

    def next_opener(self) -> None:
        clause = self.checking.clause(nodes.NextOpenerClause)
        match = self.checking.clause(nodes.MatchClause)
        if clause is None or match is None or not (self._own(clause) and self._own(match)):
            return
        if match.series is not MatchKind.ONE_ROUND or self._asks_who_opens_next():
            return
        self.warn(
            "idle-opener",
            "the match is one round, so nobody opens a next one",
            clause.span,
            'remove "next opener", or set the length of the match with "match"',
        )

    def new_hands(self) -> None:
        """Warn of a later opener found by the new hands alone, where old ones may be meant."""
        clause = self.checking.clause(nodes.NextOpenerClause)
        first = self.checking.clause(nodes.FirstOpenerClause)
        if clause is None or not self._own(clause) or self._rankings(first):
            return
        for ranked in self._rankings(clause):
            words = ranked.span.words.partition(",")[0]
            self.warn(
                "new-hands",
                f'"{words}" means the hands that are dealt for the next round',
                ranked.span,
                'for the hands at the end of a round, let "winner" find the player, and write '
                '"winner" here',
            )

    def _rankings(self, clause: nodes.Clause | None) -> list[nodes.Ranked]:
        """The players of a clause that are found by their hands."""
        return [] if clause is None else nodes.rankings_of_hands(self._open(clause))

    def _asks_who_opens_next(self) -> bool:
        return any(
            check.sort == "opens next"
            for example in self.checking.each(nodes.ExampleClause)
            for check in example.checks
        )

    # ------------------------------------------------------------------ awards

    def awards(self) -> None:
        """Warn of an award that is never paid, however a round goes."""
        own = [clause for clause in self.checking.each(nodes.AwardClause) if self._own(clause)]
        if not own or any(
            self._names_written_out(clause)
            for clause in self.ruleset.clauses.values()
            if isinstance(clause, _FIXED)
        ):
            return
        winner = self.checking.clause(nodes.WinnerClause)
        assert winner is not None
        table = self._open(winner.table)
        every = []
        for setup in self.setups:
            # Any number of rounds: a parameter may set it.
            match = replace(setup.match, series=MatchKind.FIRST_TO_REACH)
            every.append(Holdings(replace(setup, winner=table, match=match)))
        asked = 0
        for clause in own:
            award = self._open(clause)
            reasons = list(takewhile(bool, (never_paid(holdings, award) for holdings in every)))
            # Of hundreds of awards for ten players, the rest is left without a warning.
            asked += sum(cases_of(holdings, award) for holdings in every[: len(reasons)])
            if asked > MOST_CASES:
                return
            if len(reasons) < len(every):
                continue
            self.warn(
                "dead-award",
                f'the award "{clause.name}" is never paid',
                clause.span,
                "change it, or remove it",
                label=str(min(reasons, key=str)),
            )

    def match_options(self) -> None:
        """Warn of options of a match about payments that the game does not make."""
        match = self.checking.clause(nodes.MatchClause)
        if match is None or not self._own(match):
            return
        if match.checked and not any(setup.in_play for setup in self.setups):
            self.warn(
                "idle-check",
                "nothing is paid before the round is over",
                match.span,
                'leave out "checked after every play"'
                + (', or pay an award "after play"' * any(setup.target for setup in self.setups)),
            )
        if match.overshoot_ignored and all(setup.target is None for setup in self.setups):
            self.warn(
                "idle-overshoot",
                "there is no target to go beyond",
                match.span,
                'leave out "overshoot is ignored", or write "first side to reach 61"',
            )

    def doubles(self) -> None:
        """Warn of halves that are counted and that no rule reads."""
        clause = self.checking.clause(nodes.DoublesClause)
        if clause is None or not self._own(clause):
            return
        layout = self.checking.clause(nodes.LayoutClause)
        spinner = clause.spinners is not Spinners.NONE or (layout is not None and layout.star)
        if clause.count_tips and not (spinner and clause.count_both):
            self.warn(
                "idle-tips",
                "no double has tips that could count"
                if clause.count_both
                else "open tips count only where doubles count both halves",
                clause.span,
                'remove "count open tips"'
                if clause.count_both
                else 'write "count both halves at ends, count open tips"',
            )
        if not clause.count_both:
            return
        read = {
            node.fact
            for reader in self.ruleset.clauses.values()
            for node in nodes.walk(reader)
            if isinstance(node, nodes.Read)
        }
        if not read & {nodes.Fact.PIPS_ON_ENDS, nodes.Fact.HALVES_LIKE_IT}:
            self.warn(
                "idle-halves",
                "doubles count both halves, and no rule reads the ends",
                clause.span,
                'remove "count both halves at ends", or pay for "pips on ends"',
            )

    def _open(self, node: AnyNode) -> AnyNode:
        """A clause with its defines expanded and its parameters left open."""
        return written_out(node, self.names.full)


def _values(clause: nodes.ParameterClause) -> Sequence[int]:
    """The numbers that a parameter may be set to, in order; none if they are unbounded."""
    if clause.lowest is not None and clause.highest is not None:
        return range(clause.lowest, clause.highest + 1)
    choices = [choice.value for choice in clause.choices if isinstance(choice, nodes.Number)]
    return sorted(choices)
