"""The checker: everything that is wrong with a ruleset, found in one go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from dominoes_lang import kinds, syntax
from dominoes_lang.arithmetic import constant
from dominoes_lang.diagnostics import Diagnostic, Label
from dominoes_lang.kinds import Kind, Kinds
from dominoes_lang.redeals import check_redeal
from dominoes_lang.ruleset import Ruleset, misfit, tile_set
from dominoes_lang.setup import ParameterError, Setup
from dominoes_lang.source import Span
from dominoes_lang.state import SEAT_LETTERS
from dominoes_lang.syntax import Expression, Role
from dominoes_lang.tables import MOST_CONDITIONS, Case, can_be_nobody, cases, reached
from dominoes_lang.turns import check_turn

NEEDED = {
    "variant": 'variant "My game"',
    "tiles": "tiles: double-six",
    "players": "players: 2",
    "deal": "deal: 7 each",
    "layout": "layout: line",
    "fits": "fits: equal numbers",
    "first opener": "first opener: lot plays any tile",
    "turn": "turn: play a tile or else pass",
    "domino": "domino: when mover has no tiles",
    "blocked": "blocked: when nobody can act",
    "winner": "winner: when domino: finisher otherwise: player with fewest pips, ties to nobody",
}
LARGEST_EXPRESSION = 2_000
FEWEST_PLAYERS, MOST_PLAYERS = 2, len(SEAT_LETTERS)

SomeClause = TypeVar("SomeClause", bound=syntax.Clause)


def check(ruleset: Ruleset, found: list[Diagnostic]) -> list[Diagnostic]:
    """Report everything wrong with a ruleset in `found`; returns the warnings."""
    return _Checker(ruleset, found).run()


class _Checker:
    def __init__(self, ruleset: Ruleset, found: list[Diagnostic]) -> None:
        self.ruleset = ruleset
        self.found = found
        self.warnings: list[Diagnostic] = []

    def run(self) -> list[Diagnostic]:
        unread = bool(self.found)
        self.missing(unread)
        players = self.clause(syntax.PlayersClause)
        fine_players = players is not None and self.players(players)
        self.kinds = self.names(players if fine_players else None)
        self.expressions()
        self.parameters()
        self.tables()
        if self.found:
            return self.warnings
        for seats in self.ruleset.players:
            if not self.setup(seats):
                break
        if not self.found:
            self.examples()
            self.unused()
        return self.warnings

    def clause(self, kind: type[SomeClause]) -> SomeClause | None:
        """The clause of this kind, where there is one."""
        clause = self.ruleset.clauses.get(syntax.CLAUSE_WORDS[kind])
        return clause if isinstance(clause, kind) else None

    def each(self, kind: type[SomeClause]) -> list[SomeClause]:
        """The clauses of a kind of which there may be several."""
        return [clause for clause in self.ruleset.clauses.values() if isinstance(clause, kind)]

    def report(self, code: str, message: str, span: Span, label: str = "", *helps: str) -> None:
        self.found.append(Diagnostic(code, message, span, label, helps=helps))

    def warn(self, code: str, message: str, span: Span, *helps: str) -> None:
        self.warnings.append(Diagnostic(code, message, span, helps=helps, level="warning"))

    # ------------------------------------------------------------------ what must be there

    def missing(self, unread: bool) -> None:
        """Clauses that every game needs; a clause that could not be read is not missing."""
        text = self.ruleset.source.text
        end = Span(self.ruleset.source, max(0, len(text.rstrip()) - 1), max(1, len(text.rstrip())))
        for words, sample in NEEDED.items():
            attempted = unread and any(
                line.lstrip().startswith(words.split()[0]) for line in text.split("\n")
            )
            if words not in self.ruleset.clauses and not attempted:
                self.report(
                    "missing-clause", f'the clause "{words}" is missing', end, "",
                    f"for instance: {sample}",
                )  # fmt: skip

    def players(self, clause: syntax.PlayersClause) -> bool:
        fewest, most, team = clause.fewest, clause.most, clause.team_size
        if not FEWEST_PLAYERS <= fewest <= most <= MOST_PLAYERS:
            self.report(
                "bad-players",
                f"a game is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players, the smaller number "
                "first",
                clause.span,
            )
            return False
        if team < 1 or fewest % team or most % team or most // team < 2 or fewest // team < 2:
            self.report(
                "bad-teams",
                f"{fewest if fewest == most else f'{fewest} to {most}'} players don't make "
                f"two or more teams of {team}",
                clause.span,
            )
            return False
        if team > 1 and fewest != most:
            self.report(
                "bad-teams", "with teams the number of players must be one number", clause.span
            )
            return False
        return True

    def names(self, players: syntax.PlayersClause | None) -> Kinds:
        """The checker of expressions, once every parameter and define is known."""
        known: dict[str, Kind] = {}
        words: set[str] = set()
        for parameter in self.each(syntax.ParameterClause):
            literal = parameter.default
            by_type = {syntax.Number: Kind.AMOUNT, syntax.TileLiteral: Kind.TILE}
            kind = by_type.get(type(literal))
            if kind is None:
                kind = Kind.WORD if isinstance(literal, syntax.Name) else Kind.CONDITION
            known[parameter.name] = kind
            words |= {item.name for item in parameter.choices if isinstance(item, syntax.Name)}
        tiles = self.clause(syntax.TilesClause)
        checker = Kinds(
            known,
            frozenset(words),
            tile_set(tiles) if tiles is not None else None,
            (players.fewest, players.most) if players else (MOST_PLAYERS, MOST_PLAYERS),
            players.team_size if players is not None else 1,
            self.found,
        )
        self.defines(checker, known)
        return checker

    def defines(self, checker: Kinds, known: dict[str, Kind]) -> None:
        """Each define gets the kind of its value; one that needs itself is an error."""
        waiting = {clause.name: clause for clause in self.each(syntax.DefineClause)}
        for name in list(waiting):
            if name in known:
                clause = waiting.pop(name)
                self.report("said-twice", f'"{name}" is a parameter already', clause.name_span)
        sizes: dict[str, int] = {}
        while waiting:
            ready = [
                clause
                for clause in waiting.values()
                if not any(name in waiting for name in _names_in(clause.value))
            ]
            if not ready:
                for clause in waiting.values():
                    self.report(
                        "cyclic-define", f'"{clause.name}" is defined by itself', clause.name_span
                    )
                return
            for clause in ready:
                del waiting[clause.name]
                sizes[clause.name] = _size(clause.value, sizes)
                kind = checker.kind(clause.value)
                if sizes[clause.name] > LARGEST_EXPRESSION:
                    self.report("too-long", "written out, this is too long", clause.name_span)
                if kind is not None:
                    known[clause.name] = kind

    # ------------------------------------------------------------------ expressions

    def expressions(self) -> None:
        """Check every expression for kind and place, a define where it is used."""
        visit: dict[type[syntax.Clause], Callable[..., object]] = {
            syntax.TilesClause: self.tile_set,
            syntax.DealClause: self.deal,
            syntax.ReserveClause: lambda clause: self.constant(clause.amount),
            syntax.RedealClause: lambda clause: self.condition(clause.condition, kinds.REDEAL),
            syntax.FirstOpenerClause: self.first_opener,
            syntax.NextOpenerClause: self.next_opener,
            syntax.TurnClause: self.turn,
            syntax.DominoClause: lambda clause: self.condition(clause.condition, kinds.DOMINO),
            syntax.BlockedClause: lambda clause: self.condition(clause.condition, kinds.BLOCKED),
            syntax.WinnerClause: self.winner,
            syntax.AwardClause: self.award,
            syntax.TileValueClause: self.tile_value,
            syntax.MatchClause: self.match,
            syntax.InvariantClause: lambda clause: self.condition(
                clause.condition, kinds.INVARIANT
            ),
            syntax.ExampleClause: self.example,
        }
        for clause in self.ruleset.clauses.values():
            if type(clause) in visit:
                visit[type(clause)](clause)
        for define in self.each(syntax.DefineClause):
            self.kinds.want(define.value, kinds.AWARD, *Kind)

    def written_out(self, node: Expression) -> Expression | None:
        """The expression with its defines in place; None where one of them is wrong already."""
        names = {clause.name: clause.value for clause in self.each(syntax.DefineClause)}
        return _write_out(node, names, 0)

    def condition(self, node: Expression, place: kinds.Place) -> bool:
        return self.used(node) and self.kinds.condition(node, place) and self.again(node, place)

    def again(self, node: Expression, place: kinds.Place) -> bool:
        """Check what the names in an expression stand for, since a place may forbid it."""
        full = self.written_out(node)
        if full is None or full == node:
            return True
        before = len(self.found)
        self.kinds.want(full, place, *Kind)
        for number, diagnostic in enumerate(self.found[before:], before):
            note = Label(node.span, "used here")
            self.found[number] = Diagnostic(
                diagnostic.code,
                diagnostic.message,
                diagnostic.span,
                diagnostic.label,
                diagnostic.helps,
                diagnostic.notes,
                (*diagnostic.others, note),
            )
        return len(self.found) == before

    def used(self, node: Expression) -> bool:
        """Note the names that an expression reads; False where it is far too long written out."""
        names = _names_in(node)
        self.kinds.used |= names
        sizes: dict[str, int] = {}
        for _ in range(2):
            for clause in self.each(syntax.DefineClause):
                sizes[clause.name] = _size(clause.value, sizes)
        if _size(node, sizes) > LARGEST_EXPRESSION:
            self.report("too-long", "written out, this is too long", node.span)
            return False
        return True

    def amount(self, node: Expression, place: kinds.Place) -> bool:
        fine = self.used(node) and self.kinds.amount(node, place) and self.again(node, place)
        return fine and self.whole(node)

    def whole(self, node: Expression) -> bool:
        """A division must be rounded, and divide by a number that is not 0."""
        full = self.written_out(node)
        if full is None:
            return False
        fine = True
        for part in syntax.walk(full):
            if isinstance(part, syntax.Arithmetic) and part.operator == "/":
                fine &= self.divisor(part.right)
            if isinstance(part, syntax.Rounded):
                fine &= self.divisor(part.to)
        if fine and not _is_whole(full):
            self.report(
                "not-whole",
                "this does not always come out whole",
                node.span,
                "",
                'write how to round it, for instance "… rounded down to 1"',
            )
            return False
        return fine

    def divisor(self, node: Expression) -> bool:
        """A divisor is a number, or a parameter that can't be 0."""
        if isinstance(node, syntax.Name):
            for clause in self.each(syntax.ParameterClause):
                if clause.name == node.name:
                    low = clause.lowest if clause.lowest is not None else 0
                    values = [
                        choice.value
                        for choice in clause.choices
                        if isinstance(choice, syntax.Number)
                    ]
                    if low > 0 or (values and min(values) > 0):
                        return True
                    self.report(
                        "by-zero",
                        f'"{node.name}" may be 0, and stands where something is divided by it',
                        node.span,
                        "",
                        f"give it a range: parameter {node.name} = … from 1 to …",
                    )
                    return False
        value = constant(node) if not _names_in(node) else None
        if value is None or value <= 0:
            self.report("by-zero", "a number above 0 is wanted here", node.span)
            return False
        return True

    def constant(self, node: Expression) -> bool:
        """An amount made of numbers and parameters."""
        return self.amount(node, kinds.CONSTANT)

    def people(self, node: Expression, place: kinds.Place, *, player: bool = False) -> bool:
        want = self.kinds.player if player else self.kinds.people
        return self.used(node) and want(node, place)

    # ------------------------------------------------------------------ clause by clause

    def tile_set(self, clause: syntax.TilesClause) -> None:
        for literal in clause.without:
            if literal.tile.high > clause.highest:
                self.report(
                    "not-in-set", f"there is no {literal.tile.bracketed} in the set", literal.span
                )

    def deal(self, clause: syntax.DealClause) -> None:
        for part in clause.parts:
            self.constant(part.amount)
        counts = Counter(part.players for part in clause.parts)
        for part in clause.parts:
            if counts[part.players] > 1:
                self.report("said-twice", "two parts speak of the same players", part.span)
                return
            if part.players is not None and part.players not in self.ruleset_players():
                self.report("dead-part", f"the game is not for {part.players} players", part.span)

    def ruleset_players(self) -> range:
        players = self.clause(syntax.PlayersClause)
        return range(players.fewest, players.most + 1) if players else range(2, MOST_PLAYERS + 1)

    def first_opener(self, clause: syntax.FirstOpenerClause) -> None:
        if len(clause.rows) > 1 or clause.rows[0].condition is not None:
            self.report(
                "opener-table",
                '"first opener" can\'t depend on a case: nothing has happened yet',
                clause.rows[0].span,
                "",
                'join choices by "or else"',
            )
            return
        self.choices(clause.rows[0].choices, kinds.FIRST_OPENER)

    def next_opener(self, clause: syntax.NextOpenerClause) -> None:
        for row in clause.rows:
            if row.condition is not None:
                self.condition(row.condition, kinds.NEXT_OPENER)
            self.choices(row.choices, kinds.NEXT_OPENER)

    def choices(self, choices: Sequence[syntax.Opening], place: kinds.Place) -> None:
        """Check who opens with what; the last choice must always apply."""
        doubles = self.kinds.tiles is None or self.kinds.tiles.doubles
        for choice in choices:
            who = choice.who
            if who is None:
                continue
            for node in syntax.walk(choice):
                if isinstance(node, syntax.HighestDouble) and not doubles:
                    self.report("not-in-set", "there are no doubles in the set", node.span)
                    return
            holder = isinstance(who, syntax.HolderOf)
            lot = isinstance(who, syntax.Who) and who.role is Role.LOT
            if not lot:
                self.people(who, kinds.FIRST_OPENER if holder else place, player=True)
            if choice.tile is not None and self.used(choice.tile):
                self.kinds.tile(choice.tile, place)
            if choice.with_it and not holder:
                self.report(
                    "no-it", '"it" needs a tile that it stands for', choice.span, "",
                    'write "holder of [6|6] plays it", or "plays any tile"',
                )  # fmt: skip
        for number, choice in enumerate(choices[:-1], 1):
            if choice.who is None or (self.surely(choice) and choice.tile is None):
                self.report(
                    "dead-choice",
                    "this choice always applies, so nothing behind it ever counts",
                    choice.span,
                    f'"{" ".join(choices[number].span.text.split())}" is never reached',
                )
                return
        last = choices[-1]
        if last.who is not None and not self.surely(last):
            why = (
                "nobody may hold that tile"
                if isinstance(last.who, syntax.HolderOf) or last.tile is not None
                else "that may be nobody"
            )
            self.report(
                "no-opener", "nobody might open here", last.span, why,
                'add "or else redeal", or "or else A plays any tile"',
            )  # fmt: skip

    def surely(self, choice: syntax.Opening) -> bool:
        """Whether a choice always names a player, who can do what it says."""
        who = choice.who
        assert who is not None
        if not isinstance(who, syntax.HolderOf):
            return choice.tile is None and not can_be_nobody(who)
        tiles = self.kinds.tiles
        same = choice.with_it or choice.tile is None or choice.tile == who.tile
        if tiles is None or not same or not self.all_dealt():
            return False
        return not isinstance(who.tile, syntax.HighestDouble) or bool(tiles.doubles)

    def all_dealt(self) -> bool:
        """Whether every tile is in somebody's hand, whatever the number of players."""
        deal, tiles = self.clause(syntax.DealClause), self.kinds.tiles
        if deal is None or tiles is None:
            return False
        if not deal.parts:
            return all(len(tiles) % seats == 0 for seats in self.ruleset_players())
        try:
            return all(not self.ruleset.setup(seats).stock_size for seats in self.ruleset_players())
        except (ParameterError, KeyError, AssertionError):
            return True

    def turn(self, clause: syntax.TurnClause) -> None:
        for step in clause.steps:
            if step.guard is not None:
                self.condition(step.guard, kinds.GUARD)

    def winner(self, clause: syntax.WinnerClause) -> None:
        for row in clause.table.rows:
            if row.condition is not None:
                self.condition(row.condition, kinds.WINNER)
            if self.used(row.value):
                self.kinds.side(row.value, kinds.WINNER)

    def award(self, clause: syntax.AwardClause) -> None:
        roles = [node for node in syntax.walk(clause) if isinstance(node, syntax.Who)]
        bound = {node.role for node in roles} & {Role.EACH_PLAYER, Role.EACH_SIDE}
        if len(bound) > 1:
            self.report(
                "two-eachs",
                '"each player" and "each side" can\'t stand in one award',
                clause.name_span,
            )
        if not bound:
            for node in roles:
                if node.role is Role.THEM:
                    self.report(
                        "no-them",
                        '"them" and "their" need an "each player" or "each side"',
                        node.span,
                    )
        for row in clause.amount.rows:
            if row.condition is not None:
                self.condition(row.condition, kinds.AWARD)
            self.amount(row.value, kinds.AWARD)
        self.people(clause.to, kinds.AWARD)
        if clause.condition is not None:
            if clause.amount.rows[0].condition is not None:
                self.report(
                    "two-conditions",
                    'a table of amounts and a condition behind "at round end" can\'t both stand',
                    clause.condition.span,
                    "",
                    "move the condition into the rows",
                )
            self.condition(clause.condition, kinds.AWARD)

    def tile_value(self, clause: syntax.TileValueClause) -> None:
        counts = Counter(entry.tile.tile for entry in clause.entries)
        for entry in clause.entries:
            if counts[entry.tile.tile] > 1:
                self.report("said-twice", "two values are given for this tile", entry.tile.span)
                return
            self.kinds.tile(entry.tile, kinds.CONSTANT)
            self.constant(entry.amount)

    def match(self, clause: syntax.MatchClause) -> None:
        if clause.amount is not None:
            self.constant(clause.amount)

    def example(self, clause: syntax.ExampleClause) -> None:
        for check in clause.checks:
            if check.sort == "condition" and check.subject is not None:
                self.condition(check.subject, kinds.EXAMPLE)
            elif check.subject is not None:
                one = check.sort in {"to play", "opens next"}
                self.people(check.subject, kinds.EXAMPLE, player=one)
            if check.amount is not None:
                self.amount(check.amount, kinds.EXAMPLE)

    def parameters(self) -> None:
        for clause in self.each(syntax.ParameterClause):
            if clause.lowest is not None and not isinstance(clause.default, syntax.Number):
                self.report("wrong-kind", "only a number has a range", clause.span)
                continue
            if isinstance(clause.default, syntax.Name) and not clause.choices:
                self.report(
                    "wrong-kind",
                    f'"{clause.default.name}" is no number, tile, yes or no',
                    clause.default.span,
                    "",
                    'list the words it may be: "one of a, b"',
                )
                continue
            wrong = misfit(clause, clause.default)
            if wrong:
                self.report("bad-default", f"the default does not fit: {wrong}", clause.span)
            elif isinstance(clause.default, syntax.TileLiteral):
                self.kinds.tile(clause.default, kinds.CONSTANT)

    # ------------------------------------------------------------------ tables

    def tables(self) -> None:
        """Every table is complete, and each of its rows counts in some case."""
        if self.found:
            return
        winner = self.clause(syntax.WinnerClause)
        assert winner is not None
        self.table("winner", winner.table.rows, None)
        if self.found:
            return
        for award in self.each(syntax.AwardClause):
            self.table(f"award {award.name}", award.amount.rows, winner.table)
        opener = self.clause(syntax.NextOpenerClause)
        if opener is not None:
            self.table("next opener", opener.rows, winner.table)
            self.opener_is_somebody(opener.rows, winner.table)

    def table(
        self,
        name: str,
        rows: Sequence[syntax.Row] | Sequence[syntax.OpeningRow],
        winner: syntax.Table | None,
    ) -> None:
        conditions = [self.full(row.condition) for row in rows]
        if conditions == [None]:
            return
        known = cases(conditions, self.full_table(winner))
        if known is None:
            self.report(
                "too-many-cases",
                f'"{name}" tells apart more than {MOST_CONDITIONS} conditions',
                rows[0].span,
                "",
                "use fewer conditions",
            )
            return
        counted: set[int] = set()
        for case in known:
            row = reached(case, conditions)
            if row is None:
                self.report(
                    "incomplete-table",
                    f'"{name}" has no row for every case',
                    rows[-1].span,
                    f"none holds when {case}",
                    'add a row, or "otherwise: …"',
                )
                return
            counted.add(row)
        for number, one in enumerate(rows):
            if number not in counted:
                self.report(
                    "dead-row",
                    f'this row of "{name}" can never count',
                    one.span,
                    "the rows above it take every case, or its own can't happen",
                    "remove it, or put it further up",
                )

    def opener_is_somebody(self, rows: Sequence[syntax.OpeningRow], winner: syntax.Table) -> None:
        """No row of `next opener` may name `winner` in a case where nobody has won."""
        conditions = [self.full(row.condition) for row in rows]
        for case in cases(conditions, self.full_table(winner)) or ():
            number = reached(case, conditions)
            if number is None or case.winner != "nobody":
                continue
            choice = rows[number].choices[-1]
            if choice.who is not None and _names_winner(choice.who):
                self.nobody_opens(choice, case)
                return

    def nobody_opens(self, choice: syntax.Opening, case: Case) -> None:
        assert choice.who is not None
        self.report(
            "no-opener",
            "nobody might open here",
            choice.who.span,
            f"when {case}",
            'put a row "when winner is nobody: …" above',
        )

    def full(self, condition: Expression | None) -> Expression | None:
        return None if condition is None else self.written_out(condition)

    def full_table(self, table: syntax.Table | None) -> syntax.Table | None:
        if table is None:
            return None
        rows = tuple(
            syntax.Row(self.full(row.condition), row.value, span=row.span) for row in table.rows
        )
        return syntax.Table(rows, span=table.span)

    # ------------------------------------------------------------------ the whole, bound

    def setup(self, seats: int) -> bool:
        """Check the ruleset as this many players would play it with the default parameters."""
        try:
            setup = self.ruleset.setup(seats)
        except ParameterError as error:
            deal = self.clause(syntax.DealClause)
            assert deal is not None
            self.report("bad-deal", str(error), deal.span, "", "deal fewer tiles")
            return False
        deal = self.clause(syntax.DealClause)
        assert deal is not None
        if not deal.parts and setup.stock_size:
            self.report(
                "bad-deal",
                f"{len(setup.tiles)} tiles can't be dealt to {seats} players evenly",
                deal.span,
            )
            return False
        self.numbers(setup)
        before = len(self.found)
        stocked = any(
            self.ruleset.setup(count).stock_size > setup.reserve for count in self.ruleset.players
        )
        check_redeal(setup, self.found)
        check_turn(setup, stocked, self.found)
        return len(self.found) == before

    def numbers(self, setup: Setup) -> None:
        """Numbers that make sense one by one and not together."""
        reserve = self.clause(syntax.ReserveClause)
        if reserve is not None and setup.reserve > setup.stock_size:
            self.report(
                "bad-reserve",
                f"{setup.reserve} tiles are reserved, and {setup.stock_size} are not dealt",
                reserve.span,
            )
        match = self.clause(syntax.MatchClause)
        if match is not None and setup.series_amount < 1:
            self.report("bad-match", "a match needs at least 1", match.span)
        if reserve is not None and setup.reserve < 0:
            self.report("bad-reserve", "a reserve can't be below 0", reserve.span)
        values = self.clause(syntax.TileValueClause)
        if values is not None and min(setup.values) < 0:
            self.report("bad-tile-value", "a tile can't be worth less than 0", values.span)

    def examples(self) -> None:
        from dominoes_lang.examples import malformed

        for example in self.ruleset.examples:
            self.found += malformed(self.ruleset, example)

    def unused(self) -> None:
        """Warn of the file's own parameters and defines that nothing reads."""
        reads = set(self.kinds.used)
        for define in self.each(syntax.DefineClause):
            reads |= _names_in(define.value)
        for clause in self.each(syntax.ParameterClause):
            if clause.key in self.ruleset.own and clause.name not in reads:
                self.warn(
                    "unused-parameter",
                    f'nothing reads the parameter "{clause.name}"',
                    clause.name_span,
                    "use it or remove it",
                )
        for define in self.each(syntax.DefineClause):
            if define.key in self.ruleset.own and define.name not in reads:
                self.warn(
                    "unused-define",
                    f'nothing reads "{define.name}"',
                    define.name_span,
                    "use it or remove it",
                )


def _names_in(node: object) -> set[str]:
    return {part.name for part in syntax.walk(node) if isinstance(part, syntax.Name)}


def _size(node: object, sizes: dict[str, int]) -> int:
    """How many nodes an expression has once its defines are written out."""
    return sum(
        sizes.get(part.name, 1) if isinstance(part, syntax.Name) else 1
        for part in syntax.walk(node)
    )


def _write_out(node: Expression, names: dict[str, Expression], depth: int) -> Expression | None:
    from dominoes_lang.setup import bind

    if depth > len(names):
        return None
    needed = _names_in(node) & names.keys()
    if not needed:
        return node
    inner = {}
    for name in needed:
        full = _write_out(names[name], names, depth + 1)
        if full is None:
            return None
        inner[name] = full
    if isinstance(node, syntax.Name):
        return inner[node.name]
    return bind(node, inner)


def _is_whole(node: Expression) -> bool:
    """Whether an amount is a whole number whatever happens."""
    if isinstance(node, syntax.Arithmetic):
        return node.operator != "/" and _is_whole(node.left) and _is_whole(node.right)
    return True


def _names_winner(who: Expression) -> bool:
    return any(
        isinstance(node, syntax.Who) and node.role is Role.WINNER for node in syntax.walk(who)
    )
