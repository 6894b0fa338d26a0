"""What a sheet tells about the match, its house rules, and what the file notes."""

from __future__ import annotations

from collections.abc import Iterator

from dominoes_lang.setup.binding import Value, bind, value_of, value_shown
from dominoes_lang.sheet.cases_told import SetupTold
from dominoes_lang.sheet.message import Part, SheetMessage
from dominoes_lang.sheet.sheet_lines import SheetLine, entry, line
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import MatchKind
from dominoes_lang.table.state import SEAT_LETTERS

IN_WINS = {MatchKind.ROUNDS_MOST_WINS, MatchKind.FIRST_TO_WINS, MatchKind.WINS_IN_A_ROW}
_SERIES = {
    MatchKind.ONE_ROUND: "one-round",
    MatchKind.FIRST_TO_REACH: "until-highest",
    MatchKind.ROUNDS_LOWEST: "rounds-lowest",
    MatchKind.ROUNDS_HIGHEST: "rounds-highest",
    MatchKind.ROUNDS_MOST_WINS: "rounds-most-wins",
    MatchKind.FIRST_TO_WINS: "first-to-win",
    MatchKind.WINS_IN_A_ROW: "first-to-win-in-a-row",
    MatchKind.UNTIL_LOWEST: "until-lowest",
    MatchKind.UNTIL_ONE_LEFT: "until-one-left",
}


class MatchTold(SetupTold):
    """Tells about the match."""

    def match(self) -> Iterator[SheetLine]:
        match, side = self.setup.match, self.side
        # Of sets each is what the rest of the clause says of a match.
        whole = SheetMessage("the-set" if match.has_sets else "the-match")
        if match.has_sets:
            yield line(SheetMessage("in-sets", side=side, most=match.best_of, n=match.sets_to_win))
            yield line(SheetMessage("set-is-the-match"))
            if match.shutout_double:
                yield line(SheetMessage("double-set"))
        has = SheetMessage(
            "exactly-points" if match.overshoot_ignored else "points-or-more", n=match.amount
        )
        yield line(
            SheetMessage(_SERIES[match.series], side=side, n=match.amount, has=has, whole=whole)
        )
        if match.series is MatchKind.UNTIL_ONE_LEFT:
            yield line(SheetMessage("left-out"))
            yield line(SheetMessage("all-out-together", side=side))
        in_wins = match.series in IN_WINS
        for players, ahead in zip(self.setup.players_of, match.head_start, strict=True):
            if ahead:
                letters = tuple(SEAT_LETTERS[seat] for seat in players)
                who = SheetMessage("side-of-letters" if len(players) > 1 else "player-of-letter",
                              letters=letters)  # fmt: skip
                by = SheetMessage("wins-counted" if in_wins else "points", n=ahead)
                yield line(SheetMessage("head-start", who=who, by=by, whole=whole))
        if match.starting_again:
            yield line(SheetMessage("wins-wiped-out", side=side))
        if match.drawn_when is not None:
            by = SheetMessage("wins-counted" if in_wins else "points", n=match.drawn_when)
            key = "drawn-if-other" if self.after.two_sides else "drawn-if-another"
            yield line(SheetMessage(key, side=side, by=by, whole=whole))
        if match.shutout_double:
            none = SheetMessage("without-a-win" if in_wins else "without-a-point")
            key = "double-if-other" if self.after.two_sides else "double-if-others"
            yield line(SheetMessage(key, side=side, none=none, whole=whole))
        if match.checked:
            yield line(SheetMessage("over-at-once", side=side, whole=whole))
        if match.lead > 1:
            by = SheetMessage("wins-counted" if in_wins else "points", n=match.lead)
            yield line(SheetMessage("must-lead", side=side, by=by))
        elif match.lead:
            yield line(SheetMessage("level-plays-on", side=side))
        elif match.series not in {MatchKind.FIRST_TO_WINS, MatchKind.WINS_IN_A_ROW}:
            yield line(SheetMessage("level", side=side, whole=whole))

    # ------------------------------------------------------------------ house rules

    def parameters(self) -> Iterator[SheetLine]:
        values = dict(self.setup.parameters)
        ruleset = self.setup.ruleset
        for clause in ruleset.parameters:
            if clause.name not in ruleset.names_read:
                continue
            usual = value_told(value_of(clause.default))
            bound = bind(nodes.Name(clause.name, span=clause.span), ruleset.names(values))
            now = value_told(value_of(bound))
            notes: list[SheetMessage] = []
            if now != usual:
                notes.append(SheetMessage("usually", value=usual))
            if clause.lowest is not None and clause.highest is not None:
                notes.append(SheetMessage("in-range", lowest=clause.lowest, highest=clause.highest))
            if clause.choices:
                choices = tuple(value_told(value_of(choice)) for choice in clause.choices)
                notes.append(SheetMessage("one-of", values=choices))
            elif isinstance(values[clause.name], bool):
                notes.append(SheetMessage("yes-or-no"))
            if clause.text:
                title = f"{clause.text[:1].upper()}{clause.text[1:]}"
                setting = SheetMessage("setting-named", title=title, name=clause.name, value=now)
            else:
                setting = SheetMessage("setting", name=clause.name, value=now)
            noted = SheetMessage("noted", of=setting, notes=tuple(notes))
            yield entry(noted if notes else setting)

    def notes(self) -> Iterator[SheetLine]:
        """What the file wants on the sheet besides the rules, as it is written."""
        for clause in self.setup.ruleset.clauses.values():
            if isinstance(clause, nodes.NoteClause):
                yield entry(SheetMessage("written", text=clause.text))


def value_told(value: Value) -> Part:
    """The value of a parameter."""
    if isinstance(value, bool):
        return SheetMessage("yes" if value else "no")
    return value_shown(value)
