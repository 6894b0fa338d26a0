"""What a sheet tells about the result of a round: who wins it, and its points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dominoes_lang.setup.binding import ParameterError, Value, bind, some_values, whole
from dominoes_lang.sheet.amounts_told import adds_tricks
from dominoes_lang.sheet.award_told import AwardTold
from dominoes_lang.sheet.cases_told import THAT_PLAYER, SetupTold
from dominoes_lang.sheet.known import simplified
from dominoes_lang.sheet.match_told import IN_WINS, value_told
from dominoes_lang.sheet.message import SheetMessage
from dominoes_lang.sheet.sheet_lines import SheetLine, line
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact, Role


class OutcomeTold(SetupTold):
    """Tells what a round is worth."""

    def winner(self) -> Iterator[SheetLine]:
        rows = [(row.condition, row.value) for row in self.setup.winner.rows]

        def phrase(value: object, fact: Fact | None) -> list[SheetMessage]:
            return [self.wins(value, fact)]  # type: ignore[arg-type]

        yield from self.cases(rows, phrase)

    def wins(self, who: Expression, fact: Fact | None, *, too: bool = False) -> SheetMessage:
        """The clause that somebody wins the round, with the result of a tie.

        too: whether it is to decide another tie.
        """
        told = self.after
        finisher = nodes.Who(Role.FINISHER, span=who.span)
        mover = nodes.Who(Role.MOVER, span=who.span)
        inner, side = who, False
        if isinstance(who, nodes.Related) and who.relation == "side":
            inner, side = who.who, self.teams
        if fact is Fact.DOMINO and inner in {finisher, mover}:
            if told.by_side:
                return SheetMessage("wins", who=SheetMessage("that-side"))
            return SheetMessage(
                "wins", who=SheetMessage("that-players-side") if self.teams else THAT_PLAYER
            )
        if isinstance(who, nodes.Ranked):
            return self.ranked_wins(who, too=too)
        nobody = nodes.Who(Role.NOBODY, span=who.span)
        of_side = side or told.is_side(who) or not self.teams or who == nobody
        return SheetMessage("wins" if of_side else "wins-for-side", who=told.who(who))

    def ranked_wins(self, who: nodes.Ranked, *, too: bool) -> SheetMessage:
        """The clause that the best of some wins, and who does if some tie."""
        told = self.after
        for_side = self.teams and not told.ranks_sides(who)
        wins = SheetMessage("wins-for-side" if for_side else "wins", who=told.best(who))
        if who.ties is None:
            then = SheetMessage("wins", who=SheetMessage("nobody"))
        else:
            then = self.wins(who.ties, None, too=isinstance(who.ties, nodes.Ranked))
        return SheetMessage("wins-unless-tie", wins=wins, tie=told.tie(who, too=too), then=then)

    # ------------------------------------------------------------------ points

    def points(self) -> Iterator[SheetLine]:
        setup = self.setup
        in_wins = setup.match.series in IN_WINS
        if not setup.scored:
            winner = self.after.role(Role.WINNER)
            one_point = SheetMessage("pips-not-counted", who=winner)
            yield line(SheetMessage("no-points") if in_wins else one_point)
            return
        if in_wins:
            yield line(SheetMessage("points-for-interest"))
        told: set[SheetMessage] = set()
        for award in map(self.for_all, (*setup.in_play, *setup.awards)):
            of_award = AwardTold(setup, award, self.among, told)
            yield from of_award.lines() or self.set_aside(award)
            told |= of_award.scoring
        if setup.match.overshoot_ignored and setup.target is not None:
            if setup.in_play:
                yield line(
                    SheetMessage("one-sum-at-a-time", side=self.side),
                    SheetMessage("sum-beyond-target", side=self.side, n=setup.target),
                )
            else:
                yield line(SheetMessage("round-beyond-target", side=self.side, n=setup.target))
        if any(
            isinstance(node, nodes.Held) and node.measure == "pips"
            for node in nodes.walk(setup.awards)
        ):
            yield line(SheetMessage("what-pips-are"))

    def for_all(self, award: nodes.AwardClause) -> nodes.AwardClause:
        """An award as all numbers of players of the sheet have it: with `players` as an amount.

        Bound to one number where that decides a condition, so that the others differ.
        """
        if len(self.among) == 1:
            return award
        ruleset = self.setup.ruleset
        general = bind(ruleset.clauses[award.key], ruleset.names(dict(self.setup.parameters)))
        assert isinstance(general, nodes.AwardClause)
        decided = any(
            isinstance(simplified(bind(node, {}, self.setup.seats)), nodes.YesNo)
            for node in nodes.walk(general)
            if isinstance(node, nodes.Compare) and not isinstance(simplified(node), nodes.YesNo)
        )
        return award if decided else general

    def set_aside(self, award: nodes.AwardClause) -> Iterator[SheetLine]:
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
                if lines := AwardTold(setup, effective, self.among).lines():
                    yield line(_house_rule(clause.text or clause.name, value, here))
                    yield from (replace(told, is_case=True) for told in lines)
                    return

    def tile_values(self) -> Iterator[SheetLine]:
        """The tiles that count something else than their dots.

        Single ones in the order of the set; where there are classes, all as they were written, as
        the last one counts.
        """
        setup = self.setup
        tricks = setup.shape.tricks
        single = all(isinstance(entry.tiles, nodes.TileLiteral) for entry in setup.valued)
        if setup.valued and (tricks or not single):
            of_others = [
                entry for entry in setup.valued if isinstance(entry.tiles, nodes.OtherTiles)
            ]
            named = [entry for entry in setup.valued if entry not in of_others]
            counted = tuple(map(_counts, [*named, *of_others[-1:]]))
            doubt = any(sum(entry.has(tile) for entry in named) > 1 for tile in setup.tiles.tiles)
            plain = "odd-classes-taken" if tricks else "odd-classes"
            key = "odd-classes-in-order" if doubt else plain
            yield line(SheetMessage(key, tiles=counted), *self.tricks_count())
            return
        odd = tuple(
            SheetMessage("tile-counts", tile=tile.bracketed, n=value)
            for tile, value in zip(setup.tiles.tiles, setup.values, strict=True)
            if value != tile.pips
        )
        if odd:
            yield line(SheetMessage("odd-tiles", tiles=odd))

    def tricks_count(self) -> Iterator[SheetMessage]:
        """That a trick counts as the pips of its tiles do, where the rules add it to them."""
        setup = self.setup
        parts = (node for part in (setup.winner, *setup.awards) for node in nodes.walk(part))
        if not any(isinstance(part, nodes.Arithmetic) and adds_tricks(part) for part in parts):
            return
        if setup.stock_size:
            yield SheetMessage("trick-counts-one")
        else:
            total = sum(setup.values) + setup.hand_size
            yield SheetMessage("trick-counts-one-of", n=total)


def _counts(entry: nodes.TileValue) -> SheetMessage:
    """What some tiles count."""
    n = whole(entry.amount)
    if isinstance(entry.tiles, nodes.TileLiteral):
        told = SheetMessage("tile-counts", tile=entry.tiles.tile.bracketed, n=n)
    elif isinstance(entry.tiles, nodes.OtherTiles):
        told = SheetMessage("other-tiles-count", n=n)
    elif entry.tiles.number is None:
        told = SheetMessage("double-counts", n=n)
    else:
        told = SheetMessage("tile-with-counts", number=entry.tiles.number, n=n)
    return SheetMessage("for-each-pip", what=told) if entry.per_pip else told


def _house_rule(name: str, value: Value, here: Value) -> SheetMessage:
    """The heading of what only a house rule brings, by its name and the value that does."""
    if isinstance(value, bool):
        return SheetMessage("where-house-plays" if value else "where-house-does-not", name=name)
    return SheetMessage(
        "where-it-is-instead", name=name, value=value_told(value), here=value_told(here)
    )
