"""The checker: everything that is wrong with a ruleset, found in one go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from dominoes_lang.check import read_scopes
from dominoes_lang.check.bound_setups import check_whole, needed
from dominoes_lang.check.completeness import check_tables
from dominoes_lang.check.context import Checking, Unread
from dominoes_lang.check.judge import Judge
from dominoes_lang.check.layouts import check_layout
from dominoes_lang.check.leaving_match import check_leaving
from dominoes_lang.check.match_warnings import check_series
from dominoes_lang.check.names import Names
from dominoes_lang.check.openers import check_choices
from dominoes_lang.check.parameters import check_values
from dominoes_lang.check.player_counts import MOST_PLAYERS, check_players
from dominoes_lang.check.trick_games import check_tricks
from dominoes_lang.check.unused import check_unused
from dominoes_lang.check.wanted import ValueKind
from dominoes_lang.setup.binding import as_side, set_named
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import MatchKind, Role, names_in
from dominoes_lang.table.tiles import TileSet
from dominoes_lang.text.diagnostics import Diagnostic, Edit, Fix
from dominoes_lang.text.source import Span

_OF_ONE_CONDITION = (
    nodes.RedealClause | nodes.DominoClause | nodes.BlockedClause | nodes.InvariantClause
)
_PLACES: dict[type[nodes.Clause], read_scopes.ReadScope] = {
    nodes.RedealClause: read_scopes.REDEAL,
    nodes.DominoClause: read_scopes.DOMINO,
    nodes.BlockedClause: read_scopes.BLOCKED,
    nodes.InvariantClause: read_scopes.INVARIANT,
}
"""What the condition of each of these clauses may read."""


def check(ruleset: Ruleset, findings: list[Diagnostic], unread: Unread) -> list[Diagnostic]:
    """Report everything wrong with a ruleset in `findings`; returns the warnings.

    `unread` are clauses already reported as faulty.
    """
    return _Checker(Checking(ruleset, unread, findings)).run()


def check_wording(ruleset: Ruleset, findings: list[Diagnostic], unread: Unread) -> None:
    """Report what is wrong with the clauses by themselves, not with the game that they make."""
    _Checker(Checking(ruleset, unread, findings)).wording()


class _Checker:
    def __init__(self, checking: Checking) -> None:
        self.checking = checking
        self.ruleset = checking.ruleset
        self.findings = checking.findings
        self.clause, self.each, self.report = checking.clause, checking.each, checking.report

    def run(self) -> list[Diagnostic]:
        self.wording()
        check_tables(self.checking, self.names)
        check_layout(self.checking, self.names)
        check_tricks(self.checking, self.names)
        check_leaving(self.checking)
        setups = check_whole(self.checking)
        if not self.findings:
            check_unused(self.checking, self.names, setups)
            check_series(self.checking, self.names, setups)
        return self.checking.warnings

    def wording(self) -> None:
        self.missing()
        players = self.clause(nodes.PlayersClause)
        if players is not None:
            check_players(self.checking, players)
        fine = self.checking.clean(nodes.PlayersClause)
        self.names = Names(self.checking, players if fine else None)
        self.kinds = self.names.kinds
        self.judge = Judge(self.checking, self.names)
        check_values(self.checking, self.kinds)
        self.expressions()

    # ------------------------------------------------------------------ what must be there

    def missing(self) -> None:
        """Clauses that every game needs; a clause that could not be read is not missing."""
        wanted = needed(self.ruleset)
        lacking = [
            words
            for words in wanted
            if words not in self.ruleset.clauses and not self.checking.unread.clause(words)
        ]
        if not lacking:
            return
        source = self.ruleset.source
        title = self.clause(nodes.VariantClause)
        if title is not None:
            where = title.span
        else:
            start = len(source.text) - len(source.text.lstrip())
            where = Span(source, min(start, max(0, len(source.text) - 1)), start + 1)
        if len(lacking) == len(wanted):
            if self.findings:
                return
            self.report(
                "missing-clause", "there are no rules here", where,
                'to start from the rules of another game, write a title such as '
                'variant "My game", and below it: extends "block"',
            )  # fmt: skip
            return
        quoted = [f'"{words}"' for words in lacking]
        message = (
            f"the clause {quoted[0]} is missing"
            if len(lacking) == 1
            else f"the clauses {', '.join(quoted[:-1])} and {quoted[-1]} are missing"
        )
        samples = [f"write, for instance: {wanted[words]}" for words in lacking]
        self.report("missing-clause", message, where, *samples)

    # ------------------------------------------------------------------ expressions

    def expressions(self) -> None:
        """Check every expression for kind and place, a define where it is used."""
        visit: dict[type[nodes.Clause], Callable[..., object]] = {
            nodes.TilesClause: self.tile_set,
            nodes.DealClause: self.deal,
            nodes.LayoutClause: self.layout,
            nodes.BidsClause: self.bids,
            nodes.ReserveClause: lambda clause: self.judge.constant(clause.amount),
            nodes.FirstOpenerClause: self.first_opener,
            nodes.NextOpenerClause: self.next_opener,
            nodes.TurnClause: self.turn,
            nodes.WinnerClause: self.winner,
            nodes.AwardClause: self.award,
            nodes.TileValueClause: self.tile_value,
            nodes.MatchClause: self.match,
            nodes.ExampleClause: self.example,
        }
        for clause in self.ruleset.clauses.values():
            if isinstance(clause, _OF_ONE_CONDITION):
                self.judge.condition(clause.condition, _PLACES[type(clause)])
            elif type(clause) in visit:
                visit[type(clause)](clause)
        for define in self.each(nodes.DefineClause):
            self.kinds.want(as_side(define.value), read_scopes.AWARD, *ValueKind)

    # ------------------------------------------------------------------ clause by clause

    def tile_set(self, clause: nodes.TilesClause) -> None:
        for exclusion in clause.without:
            literal = exclusion.tile
            if literal.tile.high > clause.highest:
                self.report(
                    "not-in-set",
                    f"there is no {literal.tile.bracketed} in the set",
                    literal.span,
                    set_named(TileSet.up_to(clause.highest)),
                )
            if exclusion.players is not None and exclusion.players not in self.ruleset_players():
                self.dead_part(exclusion.players, exclusion.span)
                return

    def deal(self, clause: nodes.DealClause) -> None:
        for part in clause.parts:
            self.judge.constant(part.amount)
        counts = Counter(part.players for part in clause.parts)
        for part in clause.parts:
            if counts[part.players] > 1:
                self.report(
                    "said-twice", "two parts are for the same number of players", part.span,
                    "keep one of the two",
                )  # fmt: skip
                return
            if part.players is not None and part.players not in self.ruleset_players():
                self.dead_part(part.players, part.span)

    def layout(self, clause: nodes.LayoutClause) -> None:
        if clause.star is not None:
            self.judge.constant(clause.star)
        tile = clause.starter_tile
        if tile is not None and not isinstance(tile, nodes.DealtTile):
            self.judge.tile(tile, read_scopes.CONSTANT)

    def bids(self, clause: nodes.BidsClause) -> None:
        for rung in clause.rungs:
            for amount in dict.fromkeys((rung.lowest, rung.highest)):
                self.judge.constant(amount)

    def dead_part(self, players: int, span: Span) -> None:
        self.report(
            "dead-part",
            f"this game is not for {players} players",
            span,
            'remove this part, or change "players"',
        )

    def ruleset_players(self) -> range:
        """How many may play a round."""
        players, match = self.clause(nodes.PlayersClause), self.clause(nodes.MatchClause)
        if players is None:
            return range(2, MOST_PLAYERS + 1)
        leave = match is not None and match.series is MatchKind.UNTIL_ONE_LEFT
        return range(2 * players.team_size if leave else players.fewest, players.most + 1)

    def first_opener(self, clause: nodes.FirstOpenerClause) -> None:
        if len(clause.rows) > 1 or clause.rows[0].condition is not None:
            self.report(
                "opener-table",
                '"first opener" can\'t depend on a case: nothing has happened yet',
                clause.rows[0].span,
                'join choices by "or else"',
            )
            return
        self.choices(clause.rows[0].choices, read_scopes.FIRST_OPENER)

    def next_opener(self, clause: nodes.NextOpenerClause) -> None:
        for row in clause.rows:
            if row.condition is not None:
                self.judge.condition(row.condition, read_scopes.NEXT_OPENER)
            self.choices(row.choices, read_scopes.NEXT_OPENER)

    def choices(self, choices: Sequence[nodes.Opening], scope: read_scopes.ReadScope) -> None:
        """Check who opens with what; the last choice must always apply."""
        before = len(self.findings)
        doubles = self.names.scope.tiles is None or self.names.scope.tiles.doubles
        for choice in choices:
            who = choice.who
            if who is None:
                continue
            for node in nodes.walk(choice):
                dealt = isinstance(node, nodes.DealtTile | nodes.RoundsDouble) and node.of_doubles
                if not doubles and (dealt or (isinstance(node, nodes.AnyOf) and node.doubles)):
                    self.report(
                        "not-in-set",
                        "there are no doubles in the set",
                        node.span,
                        'write "holder of heaviest tile plays it"' if dealt else 'write "any tile"',
                    )
                    return
            meant = self.names.written_out(who)
            holder = isinstance(meant, nodes.HolderOf)
            lot = isinstance(who, nodes.Who) and who.role is Role.LOT
            of_whom = read_scopes.NEXT_DEAL if scope is read_scopes.NEXT_OPENER else scope
            if choice.by_choice:
                self.side_by_choice(choice, who, of_whom)
            elif not lot:
                self.judge.people(who, of_whom, player=True)
            if isinstance(choice.tile, nodes.AnyOf):
                for tile in choice.tile.tiles:
                    self.judge.tile(tile, scope)
            elif choice.tile is not None and not isinstance(
                choice.tile, nodes.DealtTile | nodes.RoundsDouble
            ):
                self.judge.tile(choice.tile, scope)
            if choice.with_it and not holder:
                self.report(
                    "no-it", '"it" has no tile to refer to', choice.span,
                    'write "holder of [6|6] plays it", or "plays any tile"',
                )  # fmt: skip
        if len(self.findings) == before:
            check_choices(self.checking, self.names, choices)

    def side_by_choice(
        self, choice: nodes.Opening, who: nodes.Expression, scope: read_scopes.ReadScope
    ) -> None:
        """Check `WHO by choice`, which takes a side of several players."""
        if not self.judge.side(who, scope):
            return
        full = self.names.written_out(who)
        kind = None if full is None else self.kinds.kind(as_side(full))
        alone = self.names.scope.team_size == 1
        if alone or kind in {ValueKind.PLAYER, ValueKind.NOBODY}:
            single = "a side of one player" if alone else "a single player"
            written = choice.span.words
            without = written.removesuffix("by choice").strip()
            self.checking.add(
                Diagnostic(
                    "choice-of-one",
                    f"{single} has nothing to choose",
                    choice.span,
                    helps=() if alone else ('name a side: "… side by choice"',),
                    fixes=(Fix(f'write "{without}"', (Edit(choice.span, without),)),),
                )
            )

    def turn(self, clause: nodes.TurnClause) -> None:
        for step in clause.steps:
            if step.guard is not None:
                self.judge.condition(step.guard, read_scopes.GUARD)
        if clause.again is not None:
            self.judge.condition(clause.again, read_scopes.AGAIN)

    def winner(self, clause: nodes.WinnerClause) -> None:
        for row in clause.table.rows:
            if row.condition is not None:
                self.judge.condition(row.condition, read_scopes.WINNER)
            self.judge.side(row.value, read_scopes.WINNER)

    def award(self, clause: nodes.AwardClause) -> None:
        roles = self.roles(clause)
        bound = {node.role for node, _ in roles} & {Role.EACH_PLAYER, Role.EACH_SIDE}
        if len(bound) > 1:
            self.report(
                "two-eachs",
                '"each player" and "each side" can\'t be used in the same award',
                clause.name_span,
                "split it into two awards",
            )
        if not bound:
            for node, scope in roles:
                if node.role is Role.THEM:
                    self.report(
                        "no-them",
                        '"them" and "their" must refer to an "each player" or "each side"',
                        scope,
                        'name the player or side that you mean, or pay "to each player"',
                    )
        at_end = clause.moment is nodes.Moment.ROUND_END
        where = read_scopes.AWARD if at_end else read_scopes.DURING[clause.moment]
        for row in clause.amount.rows:
            if row.condition is not None:
                self.judge.condition(row.condition, where)
            self.judge.paid_amount(row, clause, where)
        self.judge.paid(clause.to, where)
        if clause.condition is not None:
            self.judge.condition(clause.condition, where)

    def roles(self, clause: nodes.AwardClause) -> list[tuple[nodes.Who, Span]]:
        """The players and sides that an award refers to, also in its defines, and where."""
        parts = [(clause.to, clause.to.span)]
        for row in clause.amount.rows:
            parts += [(node, node.span) for node in (row.condition, row.value) if node is not None]
        if clause.condition is not None:
            parts.append((clause.condition, clause.condition.span))
        roles = []
        for part, span in parts:
            names = names_in(part)
            full = self.names.written_out(part) or part
            roles += [
                (node, span if names else node.span)
                for node in nodes.walk(full)
                if isinstance(node, nodes.Who)
            ]
        return roles

    def tile_value(self, clause: nodes.TileValueClause) -> None:
        counts = Counter(entry.tiles for entry in clause.entries)
        for entry in clause.entries:
            if counts[entry.tiles] > 1:
                these = "this tile" if isinstance(entry.tiles, nodes.TileLiteral) else "these tiles"
                self.report(
                    "said-twice", f"two values are given for {these}", entry.tiles.span,
                    "keep one of the two",
                )  # fmt: skip
                return
            if isinstance(entry.tiles, nodes.TileLiteral):
                self.kinds.tile(entry.tiles, read_scopes.CONSTANT)
            elif (
                isinstance(entry.tiles, nodes.TileClass)
                and (tiles := self.names.scope.tiles) is not None
            ):
                number = entry.tiles.number
                named = "double" if number is None else f"half with {number} pips"
                self.kinds.in_set(entry.tiles, named, any(map(entry.has, tiles.tiles)))
            self.judge.constant(entry.amount)
        self._overridden(clause)

    def _overridden(self, clause: nodes.TileValueClause) -> None:
        """Report values that later ones leave no tile."""
        tiles = self.names.scope.tiles
        if tiles is None:
            return
        for at, entry in enumerate(clause.entries):
            if isinstance(entry.tiles, nodes.OtherTiles):
                continue
            own = [tile for tile in tiles.tiles if entry.has(tile)]
            later = [
                value
                for value in clause.entries[at + 1 :]
                if not isinstance(value.tiles, nodes.OtherTiles)
            ]
            if own and all(any(value.has(tile) for value in later) for tile in own):
                self.report(
                    "said-twice", "what follows gives all of these tiles another value",
                    entry.tiles.span,
                    "the last value counts: put what is special behind what is general",
                )  # fmt: skip

    def match(self, clause: nodes.MatchClause) -> None:
        for amount in (clause.amount, clause.drawn_when, clause.lead, clause.best_of):
            if amount is not None:
                self.judge.constant(amount)
        for start in clause.head_starts:
            self.judge.side(start.who, read_scopes.CONSTANT)
            self.judge.constant(start.amount)
        counted_down = clause.series in {
            MatchKind.ROUNDS_LOWEST,
            MatchKind.UNTIL_LOWEST,
            MatchKind.UNTIL_ONE_LEFT,
            MatchKind.WINS_IN_A_ROW,
            MatchKind.ONE_ROUND,
        }
        if clause.starting_again and clause.series is not MatchKind.FIRST_TO_WINS:
            self.report(
                "bad-match", "only a match that is counted in wins can start again", clause.span,
                'write for instance "6 wins, starting again when every side has won"',
            )  # fmt: skip
        elif clause.drawn_when is not None and clause.series not in {
            MatchKind.FIRST_TO_WINS, MatchKind.FIRST_TO_REACH
        }:  # fmt: skip
            self.report(
                "bad-match", "only a match with a number to reach can be drawn on the way",
                clause.span, 'write for instance "10 wins, drawn when another side has 5"',
            )  # fmt: skip
        elif clause.head_starts and clause.series is MatchKind.WINS_IN_A_ROW:
            self.report(
                "bad-match", "wins in a row can't be a head start",
                clause.head_starts[0].span, 'count all wins, as in "6 wins, A starts with 2"',
            )  # fmt: skip
        elif clause.lead is not None and (
            clause.overshoot_ignored
            or clause.checked
            or clause.series
            in {MatchKind.WINS_IN_A_ROW, MatchKind.ONE_ROUND, MatchKind.UNTIL_ONE_LEFT}
        ):
            self._no_lead(clause, clause.lead)
        elif clause.checked and clause.series is MatchKind.UNTIL_ONE_LEFT:
            self.report(
                "bad-match", "a side that is out of the match ends no round", clause.span,
                'leave out "checked after every play"',
            )  # fmt: skip
        elif clause.shutout_double and counted_down:
            self.report(
                "bad-match", "there is no shutout without points or wins", clause.span,
                'leave out "shutout counts double"',
            )  # fmt: skip

    def _no_lead(self, clause: nodes.MatchClause, lead: nodes.Expression) -> None:
        """Report a lead that nobody can have, or that comes too late."""
        if clause.series is MatchKind.ONE_ROUND:
            why, instead = (
                "there is but one round",
                'write for instance "1 rounds, highest total wins, ties play on"',
            )
        elif clause.series is MatchKind.UNTIL_ONE_LEFT:
            why, instead = "who is out plays no other round", "leave it out"
        elif clause.series is MatchKind.WINS_IN_A_ROW:
            why, instead = "after a win the others have none in a row", "leave it out"
        elif clause.overshoot_ignored:
            why, instead = "nobody can go beyond the target", "leave out one of the two"
        else:
            why, instead = (
                "a side that reaches the target ends the match at once",
                "leave out one of the two",
            )
        self.report("bad-match", f"no lead can be asked for here: {why}", lead.span, instead)

    def example(self, clause: nodes.ExampleClause) -> None:
        for check in clause.checks:
            if check.sort == "condition" and check.subject is not None:
                self.judge.condition(check.subject, read_scopes.EXAMPLE)
            elif check.subject is not None:
                is_player = check.sort in {"to play", "takes the trick"}
                self.judge.people(check.subject, read_scopes.EXAMPLE, player=is_player)
            if check.amount is not None and check.sort == "opens next":
                self.judge.people(check.amount, read_scopes.EXAMPLE)
            elif check.amount is not None:
                self.judge.amount(check.amount, read_scopes.EXAMPLE)
