"""The last sections of a rule sheet: who wins a round, points, the match, house rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dominoes_lang.english.condition_phrases import LIKE_IT
from dominoes_lang.english.sections import SetupWriter, lowered
from dominoes_lang.english.wording import counted, listed, number, sentence
from dominoes_lang.setup.binding import ParameterError, Value, bind, shown, some_values, value_shown
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.known import open_rows, simplified
from dominoes_lang.sheet.players_told import ACTORS
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import AnyNode, Expression, Fact, MatchKind, Role, names_in
from dominoes_lang.table.state import SEAT_LETTERS


class OutcomeSections(SetupWriter):
    """Writes the sentences about what a round is worth."""

    def __init__(self, setup: Setup, among: Sequence[Setup] = ()) -> None:
        super().__init__(setup, among)
        self.said: set[str] = set()
        """Who scores by the awards before: they `also` score by others."""
        self.saying: set[str] = set()
        """Who scores by the award that is being written."""

    def winner(self) -> Iterator[str]:
        rows = [(row.condition, row.value) for row in self.setup.winner.rows]

        def phrase(value: object, fact: Fact | None) -> str:
            return self.wins(value, fact)  # type: ignore[arg-type]

        yield from self.cases(rows, phrase)

    def wins(self, who: Expression, fact: Fact | None) -> str:
        """The clause that somebody wins the round, with the result of a tie."""
        english = self.after
        finisher = nodes.Who(Role.FINISHER, span=who.span)
        mover = nodes.Who(Role.MOVER, span=who.span)
        inner, side = who, False
        if isinstance(who, nodes.Related) and who.relation == "side":
            inner, side = who.who, self.teams
        if fact is Fact.DOMINO and inner in {finisher, mover}:
            if self.after.leaver == "side":
                return "that side wins"
            return f"that player{chr(39) + 's side' if self.teams else ''} wins"
        if isinstance(who, nodes.Ranked):
            return self.ranked_wins(who)
        if (
            side
            or english.is_side(who)
            or not self.teams
            or who == nodes.Who(Role.NOBODY, span=who.span)
        ):
            return f"{english.who(who)} {'win' if english.is_plural(who) else 'wins'}"
        return f"{english.who(who)} wins for their side"

    def ranked_wins(self, who: nodes.Ranked) -> str:
        english = self.after
        for_side = " for their side" if self.teams and english.noun(who) == "player" else ""
        text = f"{english.best(who)} wins{for_side}"
        if who.ties is None:
            return f"{text}; if {english.tie(who)}, nobody wins"
        again = ""
        if isinstance(who.ties, nodes.Ranked):
            again = self.wins(who.ties, None).replace(" tie, ", " tie in that too, ", 1)
        return f"{text}; if {english.tie(who)}, {again or self.wins(who.ties, None)}"

    # ------------------------------------------------------------------ points

    def points(self) -> Iterator[str]:
        setup = self.setup
        if not setup.scored:
            winner = "winning side" if self.teams else "winner"
            if setup.match.series in _IN_WINS:
                yield "No points are scored; only rounds won count."
            else:
                yield f"Pips are not counted: the {winner} of a round gets one point."
            return
        if setup.match.series in _IN_WINS:
            yield "Rounds won decide the match; points are kept only for interest."
        for award in map(self.for_all, (*setup.in_play, *setup.awards)):
            yield from list(self.award(award)) or self.set_aside(award)
            self.said |= self.saying
        if setup.match.overshoot_ignored and setup.target is not None:
            beyond = f"carry the {self.side} beyond {counted(setup.target, 'point')}"
            if setup.in_play:
                yield (
                    f"All that a {self.side} scores at one moment, such as after one tile, is one "
                    f"sum. A sum that would {beyond} does not count, not even in part."
                )
            else:
                yield (
                    f"If what a {self.side} scores in a round would {beyond}, none of it counts."
                )
        if any(
            isinstance(node, nodes.Held) and node.measure == "pips"
            for node in nodes.walk(setup.awards)
        ):
            yield "Pips are the dots on the tiles left in hand at the end of the round."

    def for_all(self, award: nodes.AwardClause) -> nodes.AwardClause:
        """An award as all numbers of players of the sheet have it: with `players` as an amount.

        Bound to one number where that decides a condition, so that the others differ.
        """
        if len(self.among) == 1:
            return award
        general = bind(self.setup.ruleset.clauses[award.key], self.names())
        assert isinstance(general, nodes.AwardClause)
        decided = any(
            isinstance(simplified(bind(node, {}, self.setup.seats)), nodes.YesNo)
            for node in nodes.walk(general)
            if isinstance(node, nodes.Compare) and not isinstance(simplified(node), nodes.YesNo)
        )
        return award if decided else general

    def set_aside(self, award: nodes.AwardClause) -> Iterator[str]:
        """An award that parameters leave without effect as they are now: a rule all the same."""
        ruleset, now = self.setup.ruleset, dict(self.setup.parameters)
        read = ruleset.parameters_of(award.key)
        for clause in ruleset.parameters:
            if clause.name not in read:
                continue
            here = now[clause.name]
            for value in some_values(clause):
                try:
                    setup = ruleset.setup(self.setup.seats, {**now, clause.name: value})
                except ParameterError:
                    continue
                paid = (*setup.in_play, *setup.awards)
                effective = next(paid_award for paid_award in paid if paid_award.key == award.key)
                texts = list(OutcomeSections(setup, self.among).award(effective))
                if texts:
                    yield _house_rule(clause.text or clause.name, value, here)
                    yield from (f"- {text.removeprefix('- ')}" for text in texts)
                    return

    def award(self, award: nodes.AwardClause) -> Iterator[str]:
        if award.moment is nodes.Moment.ROUND_END:
            yield from self.paid(award)
            return
        when, actor = AFTER[award.moment], ACTORS[award.moment]
        self.after.about(actor=actor)
        for line in self.paid(award):
            yield line if line.startswith("- ") else f"{when}, {lowered(line)}"
        self.after.about()

    def paid(self, award: nodes.AwardClause) -> Iterator[str]:
        each = award.each
        # The subject comes first in English: it is named there, and `they` from then on.
        award = award if each is None else with_role(award, Role.THEM)
        start, to = "", award.to
        condition = None if award.condition is None else simplified(award.condition)
        if condition is not None and isinstance(condition, nodes.YesNo):
            if not condition.value:
                return
            condition = None
        rows = open_rows([(row.condition, row.value) for row in award.amount.rows])
        if not rows:
            return
        table = len(rows) > 1 or rows[0][0] is not None
        if each is not None:
            of_player = each is Role.EACH_PLAYER
            if pays_them(award) and (condition is None or not table):
                to = with_role(to, each)
            else:
                start = f"for {self.after.role(each)}, "
            self.after.about(actor=self.after.told.actor, of_player=of_player, distant=bool(start))
        once = f"{start}if {self.after.condition(condition)}" if table and condition else ""

        def phrase(value: object, _: Fact | None) -> str:
            return f"{'' if once else start}{self.scores(to, value)}"  # type: ignore[arg-type]

        def halves(value: object) -> tuple[str, str]:
            return self.score(to, value)  # type: ignore[arg-type]

        if once:
            yield from self.cases_where(once, rows, phrase, halves)
        elif table:
            yield from self.cases(rows, phrase, halves)
        else:
            text = phrase(rows[0][1], None)
            if self.after.fixed(rows[0][1]) == 0:  # type: ignore[arg-type]
                zero = self.zero(award)
                if not zero:
                    return
                text += f" ({zero})"
            when = "" if condition is None else f" {self.after.case(condition)}"
            if _SUM in text:
                when = when.replace(_SUM, "that sum")
            if " for each half " in text:
                when = when.replace(f" halves {LIKE_IT}", "")
            long = "," in text.removeprefix(start) or " for each " in text
            yield sentence(f"{text}{',' if when and long else ''}{when}")

    def zero(self, award: nodes.AwardClause) -> str:
        """`capicua is 0`: the parameters that make an award 0; empty if none does."""
        values = dict(self.setup.parameters)
        read = self.setup.ruleset.parameters_of(award.key)
        return listed([f"{name} is 0" for name in values if name in read and values[name] == 0])

    def scores(self, to: Expression, amount: Expression) -> str:
        """The clause that somebody scores an amount, or loses it."""
        start, points = self.score(to, amount)
        return f"{start.replace(' also ', ' ') if points == _NOTHING else start} {points}"

    def score(self, to: Expression, amount: Expression) -> tuple[str, str]:
        """The same in two: who scores or loses, and what."""
        english = self.after
        lost = self.lost(amount)
        loses, amount = lost is not None, lost or amount
        value = english.fixed(amount)
        points = _NOTHING if value == 0 else english.points(amount)
        plural = english.is_plural(to)
        receiver = english.who(to)
        verb = ("lose" if loses else "score") + ("" if plural else "s")
        if self.teams and not english.is_side(to):
            verb = ("cost" if loses else "earn") + f"{'' if plural else 's'} their side"
        start = f"{receiver} {verb}"
        self.saying.add(start)
        return f"{receiver} also {verb}" if start in self.said else start, points

    def lost(self, amount: Expression) -> Expression | None:
        """What is taken off, if the amount is 0 minus something, rounded or not."""
        if isinstance(amount, nodes.Arithmetic):
            taken_off = amount.operator == "-" and self.after.fixed(amount.left) == 0
            return amount.right if taken_off else None
        if not isinstance(amount, nodes.Rounded) or amount.way != "nearest":
            return None
        lost, to = self.lost(amount.amount), self.after.fixed(amount.to)
        # Multiples of an even number have whole numbers half way between them.
        return None if lost is None or to is None or to % 2 == 0 else replace(amount, amount=lost)

    def tile_values(self) -> Iterator[str]:
        setup = self.setup
        odd = [
            f"{tile.bracketed} counts {number(value)}"
            for tile, value in zip(setup.tiles.tiles, setup.values, strict=True)
            if value != tile.pips
        ]
        if odd:
            yield sentence(
                f"when pips are counted, {listed(odd)}, whatever the dots on {_IT[len(odd) > 1]}"
            )

    # ------------------------------------------------------------------ the match

    def match(self) -> Iterator[str]:
        count = self.setup.match.amount
        rounds, points = counted(count, "round"), counted(count, "point")
        reached = f"exactly {points}" if self.setup.match.overshoot_ignored else f"{points} or more"
        side = self.side
        who = "who" if side == "player" else "that"
        most = f"the {side} with the most points wins"
        yield {
            MatchKind.ONE_ROUND: f"A match is a single round; {most}.",
            MatchKind.FIRST_TO_REACH: (
                f"Play rounds until a {side} has {reached}; {most} the match."
            ),
            MatchKind.ROUNDS_LOWEST: (
                f"Play {rounds}; the {side} with the fewest points wins the match."
            ),
            MatchKind.ROUNDS_HIGHEST: f"Play {rounds}; {most} the match.",
            MatchKind.ROUNDS_MOST_WINS: (
                f"Play {rounds}; the {side} {who} wins the most rounds wins the match."
            ),
            MatchKind.FIRST_TO_WINS: (f"The first {side} to win {rounds} wins the match."),
            MatchKind.WINS_IN_A_ROW: (
                f"The first {side} to win {rounds} in a row wins the match; a round that nobody "
                "wins does not break the streak."
            ),
            MatchKind.UNTIL_LOWEST: (
                f"Play rounds until a {side} has {reached}; the {side} with the "
                "fewest points wins the match."
            ),
        }[self.setup.match.series]
        unit = "win" if self.setup.match.series in _IN_WINS else "point"
        for players, ahead in zip(self.setup.players_of, self.setup.match.head_start, strict=True):
            if ahead:
                letters = listed([SEAT_LETTERS[seat] for seat in players])
                who = f"the side of {letters}" if len(players) > 1 else f"player {letters}"
                yield sentence(f"{who} starts the match with {counted(ahead, unit)}")
        if self.setup.match.starting_again:
            yield f"As soon as every {side} has won a round, all wins are wiped out."
        if self.setup.match.drawn_when is not None:
            has = counted(self.setup.match.drawn_when, unit)
            rival = "the other" if self.after.two_sides else "another"
            yield f"If {rival} {side} has {has} or more by then, the match is drawn."
        if self.setup.match.shutout_double:
            losers = f"the other {side} ends" if self.after.two_sides else f"all other {side}s end"
            yield f"A match counts double if {losers} it without a {unit}."
        if self.setup.match.checked:
            yield (
                f"As soon as a {side} has that many points, even in the middle of a round, the "
                "match is over."
            )
        if self.setup.match.series not in {MatchKind.FIRST_TO_WINS, MatchKind.WINS_IN_A_ROW}:
            yield f"If {side}s finish level, they share the match."

    # ------------------------------------------------------------------ house rules

    def parameters(self) -> Iterator[str]:
        values = dict(self.setup.parameters)
        ruleset = self.setup.ruleset
        read = names_in(tuple(ruleset.clauses.values()))
        for clause in ruleset.parameters:
            if clause.name not in read:
                continue
            value = values[clause.name]
            usual = shown(clause.default)
            now = shown(bind(nodes.Name(clause.name, span=clause.span), self.names()))
            notes = []
            if now != usual:
                notes.append(f"usually {usual}")
            if clause.lowest is not None:
                notes.append(f"from {clause.lowest} to {clause.highest}")
            if clause.choices:
                notes.append(listed([shown(choice) for choice in clause.choices], "or"))
            elif isinstance(value, bool):
                notes.append("yes or no")
            name = clause.name
            if clause.text:
                name = f"{clause.text[:1].upper()}{clause.text[1:]} ({name})"
            yield f"{name}: {now}" + (f" ({'; '.join(notes)})" if notes else "")

    def notes(self) -> Iterator[str]:
        """What the file wants on the sheet besides the rules, as it is written."""
        for clause in self.setup.ruleset.clauses.values():
            if isinstance(clause, nodes.NoteClause):
                yield clause.text

    def names(self) -> dict[str, Expression]:
        return self.setup.ruleset.names(dict(self.setup.parameters))


_IN_WINS = {MatchKind.ROUNDS_MOST_WINS, MatchKind.FIRST_TO_WINS, MatchKind.WINS_IN_A_ROW}
AFTER = {
    nodes.Moment.AFTER_PLAY: "After each tile that is laid",
    nodes.Moment.AFTER_PASS: "After each pass",
    nodes.Moment.AFTER_DRAW: "After each tile that is drawn",
}
"""For each moment of play how a sentence about it begins."""
_NOTHING = "nothing"
_SUM = "the sum of the open ends"
_BOUND = {Role.EACH_PLAYER, Role.EACH_SIDE, Role.THEM}
_IT = {False: "it", True: "them"}


def _house_rule(name: str, value: Value, here: Value) -> str:
    """The heading of what only a house rule brings, by its name and the value that does."""
    if isinstance(value, bool):
        return f"Only where a house {'plays' if value else 'does not play'} “{name}”:"
    return f"Only where “{name}” is {value_shown(value)} instead of {value_shown(here)}:"


def pays_them(award: nodes.AwardClause) -> bool:
    """Whether an award of each player or side pays whom it is about."""
    subject = award.to.who if isinstance(award.to, nodes.Except) else award.to
    return isinstance(subject, nodes.Who) and subject.role in _BOUND


def with_role(node: AnyNode, role: Role) -> AnyNode:
    """The node with every `each …` and `they` in it replaced by one of these."""

    def phrase(part: nodes.Node) -> nodes.Node:
        bound = isinstance(part, nodes.Who) and part.role in _BOUND
        return replace(part, role=role) if bound else part  # type: ignore[call-arg]

    return nodes.changed(node, phrase)
