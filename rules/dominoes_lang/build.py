"""From a tree to syntax: each rule of the grammar makes one node, with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from lark import Token, Tree

from dominoes_lang import syntax
from dominoes_lang.clauses import ClauseText
from dominoes_lang.diagnostics import Diagnostic
from dominoes_lang.source import Span
from dominoes_lang.state import SEAT_LETTERS
from dominoes_lang.syntax import Act, Fact, Role, Series
from dominoes_lang.tiles import HIGHEST_PIP, Tile
from dominoes_lang.vocabulary import SETS, suggestion

Branch: TypeAlias = Tree[Token]

DEEPEST = 50
LARGEST_NUMBER = 1_000_000


class Refused(Exception):
    """A clause that follows the grammar and still can't stand; carries the diagnostic."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def build(clause: ClauseText, tree: Branch, found: list[Diagnostic]) -> syntax.Clause | None:
    """The node of a clause, or None once the reason is reported in `found`."""
    try:
        node = _Builder(clause.span).clause(tree)
    except Refused as refused:
        found.append(refused.diagnostic)
        return None
    return node


def build_condition(clause: ClauseText, tree: Branch) -> syntax.Expression:
    """The node of a condition that was typed on its own. Raises `Refused`."""
    return _Builder(clause.span).expression(_branch(tree.children[0]))


_READS = {
    "pips_on_ends": Fact.PIPS_ON_ENDS,
    "ends_alike": Fact.ENDS_ALIKE,
    "ends_it_fitted": Fact.ENDS_IT_FITTED,
    "tiles_in_stock": Fact.TILES_IN_STOCK,
    "round": Fact.ROUND,
    "plays": Fact.PLAYS,
    "passes_in_a_row": Fact.PASSES_IN_A_ROW,
    "last_tile": Fact.LAST_TILE,
    "domino": Fact.DOMINO,
    "blocked": Fact.BLOCKED,
    "nothing_to_draw": Fact.NOTHING_TO_DRAW,
}
_ROLES = {role.value.replace(" ", "_"): role for role in Role}
_RELATIONS = {
    "equal": "is",
    "unequal": "is not",
    "at_least": "at least",
    "at_most": "at most",
    "more_than": "more than",
    "less_than": "less than",
    "multiple_of": "multiple of",
}
_OPERATORS = {"plus": "+", "minus": "-", "times": "*", "divided_by": "/"}
_ROUNDINGS = {"rounded_to_nearest": "nearest", "rounded_up": "up", "rounded_down": "down"}
_RELATED = {"side_of": "side", "partner_of": "partner", "opponents_of": "opponents"}
_THEIRS = {"their_side": "side", "their_partner": "partner", "their_opponents": "opponents"}
_ACTS = {
    "play_a_tile": Act.PLAY,
    "draw_then_stop": Act.DRAW_THEN_STOP,
    "draw_then_play": Act.DRAW_THEN_PLAY,
    "draw_until_able": Act.DRAW_UNTIL_ABLE,
    "pass_": Act.PASS,
}
_SERIES = {
    "one_round": Series.ONE_ROUND,
    "first_to_reach": Series.FIRST_TO_REACH,
    "rounds_lowest": Series.ROUNDS_LOWEST,
    "rounds_highest": Series.ROUNDS_HIGHEST,
    "rounds_most_wins": Series.ROUNDS_MOST_WINS,
    "first_to_wins": Series.FIRST_TO_WINS,
    "wins_in_a_row": Series.WINS_IN_A_ROW,
}
_CHECKS = {
    "check_illegal": "illegal",
    "check_over": "round over",
    "check_goes_on": "round goes on",
    "check_match_over": "match over",
    "check_match_goes_on": "match goes on",
    "check_wins_match": "wins the match",
    "check_mover": "to play",
    "check_opens_next": "opens next",
    "check_scores": "scores",
    "check_condition": "condition",
}
_GIVEN = {
    "given_mover": "mover",
    "given_opener": "opener",
    "given_finisher": "finisher",
    "given_players": "players",
    "given_round": "round",
    "given_passes": "passes",
    "given_score": "score",
}


def _branch(child: Any) -> Branch:
    assert isinstance(child, Tree)
    return child


def _branches(tree: Branch) -> list[Branch]:
    return [child for child in tree.children if isinstance(child, Tree)]


def _tokens(tree: Branch) -> list[Token]:
    return [child for child in tree.children if isinstance(child, Token)]


class _Builder:
    """Makes the nodes of one clause; `place` turns offsets in the clause into spans."""

    def __init__(self, whole: Span) -> None:
        self.whole = whole
        self.depth = 0

    # -------------------------------------------------------------- places

    def place(self, what: Branch | Token) -> Span:
        if isinstance(what, Token):
            start, end = what.start_pos or 0, what.end_pos or 0
        elif what.meta.empty:
            return self.whole
        else:
            start, end = what.meta.start_pos, what.meta.end_pos
        return Span(self.whole.source, self.whole.start + start, self.whole.start + end)

    def refuse(self, what: Branch | Token, code: str, message: str, *helps: str) -> Refused:
        return Refused(Diagnostic(code, message, self.place(what), helps=helps))

    def unbuilt(self, what: Branch | Token) -> Refused:
        text = " ".join(self.place(what).text.split())
        return self.refuse(
            what,
            "not-built",
            f'"{text}" belongs to the language, but this version does not build it yet',
        )

    # -------------------------------------------------------------- leaves

    def number(self, token: Token) -> int:
        if len(token) > 7 or int(token) > LARGEST_NUMBER:
            raise self.refuse(token, "number-too-large", f"{LARGEST_NUMBER:,} is the most")
        return int(token)

    def halves(self, token: Token) -> tuple[int, int]:
        """The two halves of a tile in the order in which they are written."""
        one, other = (part.strip() for part in str(token)[1:-1].split("|"))
        if max(len(one.lstrip("0")), len(other.lstrip("0"))) > 2 or (
            max(int(one), int(other)) > HIGHEST_PIP
        ):
            raise self.refuse(token, "bad-tile", f"no set goes beyond double-{HIGHEST_PIP}")
        return int(one), int(other)

    def tile(self, token: Token) -> syntax.TileLiteral:
        return syntax.TileLiteral(Tile.of(*self.halves(token)), span=self.place(token))

    def seat(self, token: Token) -> int:
        return SEAT_LETTERS.index(token)

    def literal(
        self, tree: Branch
    ) -> syntax.Number | syntax.TileLiteral | syntax.YesNo | syntax.Name:
        span, inner = self.place(tree), str(tree.data)
        if inner in {"yes", "no"}:
            return syntax.YesNo(inner == "yes", span=span)
        token = _tokens(tree)[0]
        if inner == "number":
            return syntax.Number(self.number(token), span=span)
        if inner == "tile":
            return self.tile(token)
        return syntax.Name(str(token), span=span)

    # -------------------------------------------------------------- expressions

    def expression(self, tree: Branch) -> syntax.Expression:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.refuse(
                tree, "too-deep", "too much in one value", "name its parts with define"
            )
        try:
            return self._expression(str(tree.data), tree, self.place(tree))
        finally:
            self.depth -= 1

    def _expression(self, rule: str, tree: Branch, span: Span) -> syntax.Expression:
        if rule in _READS:
            return syntax.Read(_READS[rule], span=span)
        if rule == "person":
            return self.expression(_branch(tree.children[0]))
        if rule in _ROLES:
            return syntax.Who(_ROLES[rule], span=span)
        if rule == "seat":
            return syntax.Seat(self.seat(_tokens(tree)[0]), span=span)
        if rule in {"number", "tile", "name", "yes"}:
            return self.literal(tree)
        if rule == "highest_double":
            return syntax.HighestDouble(span=span)
        if rule in {"and_condition", "or_condition"}:
            return self.joined(tree)
        if rule in _THEIRS:
            them = syntax.Who(Role.THEM, span=span)
            return syntax.Related(_THEIRS[rule], them, span=span)  # type: ignore[arg-type]
        if rule in {"player_with", "side_with"}:
            return self.ranked(rule, _branch(tree.children[0]), span)
        return self.compound(rule, tree, span)

    def compound(self, rule: str, tree: Branch, span: Span) -> syntax.Expression:
        """The rules whose first child is an expression."""
        first, *rest = _branches(tree)
        if rule == "held":
            return syntax.Held(self.measure(first), self.expression(rest[0]), span=span)
        one = self.expression(first)
        tokens = _tokens(tree)
        make: dict[str, Callable[[], syntax.Expression]] = {
            "not_condition": lambda: syntax.Not(one, span=span),
            "score_of": lambda: syntax.ScoreOf(one, span=span),
            "is_double": lambda: syntax.IsDouble(one, span=span),
            "can_play": lambda: syntax.Can("play", one, span=span),
            "can_act": lambda: syntax.Can("act", one, span=span),
            "has_no_tiles": lambda: syntax.HasNoTiles(one, span=span),
            "holds_tile": lambda: syntax.HoldsTile(one, self.expression(rest[0]), span=span),
            "holds_no_number": lambda: syntax.HoldsNumber(
                one, self.number(tokens[-1]), False, span=span
            ),
            "holds_a_number": lambda: syntax.HoldsNumber(
                one, self.number(tokens[-1]), True, span=span
            ),
            "holds_no_doubles": lambda: syntax.HoldsAmount(
                one, "at most", syntax.Number(0, span=span), "doubles", span=span
            ),
            "holds_at_least": lambda: syntax.HoldsAmount(
                one, "at least", self.expression(rest[0]), self.measure(rest[1]), span=span
            ),
            "holds_at_most": lambda: syntax.HoldsAmount(
                one, "at most", self.expression(rest[0]), self.measure(rest[1]), span=span
            ),
            "passed_in_a_row": lambda: syntax.PassedInARow(one, span=span),
            "player_after": lambda: syntax.Neighbour("after", one, span=span),
            "player_before": lambda: syntax.Neighbour("before", one, span=span),
            "holder_of": lambda: syntax.HolderOf(one, span=span),
            "except_": lambda: syntax.Except(one, self.expression(rest[0]), span=span),
        }
        if rule in make:
            return make[rule]()
        if rule in _RELATED:
            return syntax.Related(_RELATED[rule], one, span=span)  # type: ignore[arg-type]
        other = self.expression(rest[0])
        if rule in _RELATIONS:
            return syntax.Compare(_RELATIONS[rule], one, other, span=span)  # type: ignore[arg-type]
        if rule in _OPERATORS:
            return syntax.Arithmetic(_OPERATORS[rule], one, other, span=span)  # type: ignore[arg-type]
        return syntax.Rounded(_ROUNDINGS[rule], one, other, span=span)  # type: ignore[arg-type]

    def joined(self, tree: Branch) -> syntax.Both:
        """`a and b and c` as one node: the grammar nests it to the left."""
        rule, parts, left = str(tree.data), [], tree
        while str(left.data) == rule:
            left, right = _branches(left)
            parts.append(self.expression(right))
        parts.append(self.expression(left))
        joiner = "and" if rule == "and_condition" else "or"
        return syntax.Both(joiner, tuple(reversed(parts)), span=self.place(tree))  # type: ignore[arg-type]

    def measure(self, tree: Branch) -> syntax.Measure:
        return str(tree.data)  # type: ignore[return-value]

    def ranked(self, rule: str, tree: Branch, span: Span) -> syntax.Ranked:
        extremes, ties = [], None
        for part in _branches(tree):
            if part.data == "ties":
                ties = self.expression(_branches(part)[0])
            else:
                extremes.append(
                    syntax.Extreme(
                        str(part.data),  # type: ignore[arg-type]
                        self.measure(_branches(part)[0]),
                        span=self.place(part),
                    )
                )
        noun = "player" if rule == "player_with" else "side"
        return syntax.Ranked(noun, tuple(extremes), ties, span=span)  # type: ignore[arg-type]

    def table(self, tree: Branch) -> syntax.Table:
        """`when` rows, or a plain value as a table of one row."""
        span = self.place(tree)
        if tree.data not in {"who_rows", "amount_rows"}:
            row = syntax.Row(None, self.expression(tree), span=span)
            return syntax.Table((row,), span=span)
        rows = []
        for part in _branches(tree):
            *condition, value = [self.expression(branch) for branch in _branches(part)]
            rows.append(
                syntax.Row(condition[0] if condition else None, value, span=self.place(part))
            )
        return syntax.Table(tuple(rows), span=span)

    # -------------------------------------------------------------- clauses

    def clause(self, tree: Branch) -> syntax.Clause:
        make: Callable[[Branch], syntax.Clause] = getattr(self, str(tree.data))
        return make(tree)

    def title(self, tree: Branch) -> str:
        text = str(_tokens(tree)[0])[1:-1].strip()
        if not text:
            raise self.refuse(_tokens(tree)[0], "empty-text", "this text is empty")
        return text

    def variant_clause(self, tree: Branch) -> syntax.VariantClause:
        return syntax.VariantClause(self.title(tree), span=self.whole)

    def extends_clause(self, tree: Branch) -> syntax.ExtendsClause:
        return syntax.ExtendsClause(
            self.title(tree), parent_span=self.place(_tokens(tree)[0]), span=self.whole
        )

    def without_clause(self, tree: Branch) -> syntax.WithoutClause:
        token = _tokens(tree)[0]
        return syntax.WithoutClause(str(token), award_span=self.place(token), span=self.whole)

    def parameter_clause(self, tree: Branch) -> syntax.ParameterClause:
        name = _tokens(tree)[0]
        default, *rest = _branches(tree)
        lowest = highest = None
        choices: tuple[Any, ...] = ()
        for part in rest:
            if part.data == "range":
                lowest, highest = (self.number(token) for token in _tokens(part))
            else:
                choices = tuple(self.literal(choice) for choice in _branches(part))
        return syntax.ParameterClause(
            str(name),
            self.literal(default),
            lowest,
            highest,
            choices,
            name_span=self.place(name),
            span=self.whole,
        )

    def define_clause(self, tree: Branch) -> syntax.DefineClause:
        name = _tokens(tree)[0]
        return syntax.DefineClause(
            str(name),
            self.expression(_branches(tree)[0]),
            name_span=self.place(name),
            span=self.whole,
        )

    def tiles_clause(self, tree: Branch) -> syntax.TilesClause:
        name = _tokens(tree)[0]
        if str(name) not in SETS:
            sizes = [known.removeprefix("double-") for known in SETS]
            near = suggestion(name.removeprefix("double-"), sizes)
            hint = f'; did you mean "double-{near}"?' if near else ""
            helps = () if near else ("the sets are " + ", ".join(SETS),)
            raise self.refuse(name, "unknown-set", f'"{name}" is no set that I know{hint}', *helps)
        without = _branches(tree)
        return syntax.TilesClause(
            SETS[str(name)],
            tuple(
                self.tile(token)
                for part in without
                if part.data == "without_tiles"
                for token in _tokens(part)
            ),
            any(part.data == "without_doubles" for part in without),
            span=self.whole,
        )

    def players_clause(self, tree: Branch) -> syntax.PlayersClause:
        numbers = [self.number(token) for token in _tokens(tree)]
        teams = _branches(tree)
        return syntax.PlayersClause(
            numbers[0],
            numbers[-1],
            self.number(_tokens(teams[0])[0]) if teams else 1,
            span=self.whole,
        )

    def direction_clause(self, tree: Branch) -> syntax.DirectionClause:
        return syntax.DirectionClause(_branches(tree)[0].data == "clockwise", span=self.whole)

    def deal_clause(self, tree: Branch) -> syntax.DealClause:
        parts = []
        for part in _branches(tree):
            if part.data == "deal_all":
                break
            players = [self.number(token) for token in _tokens(part)]
            parts.append(
                syntax.DealPart(
                    self.expression(_branches(part)[0]),
                    players[0] if players else None,
                    span=self.place(part),
                )
            )
        return syntax.DealClause(tuple(parts), span=self.whole)

    def reserve_clause(self, tree: Branch) -> syntax.ReserveClause:
        return syntax.ReserveClause(self.expression(_branches(tree)[0]), span=self.whole)

    def redeal_clause(self, tree: Branch) -> syntax.RedealClause:
        return syntax.RedealClause(self.expression(_branches(tree)[0]), span=self.whole)

    def first_opener_clause(self, tree: Branch) -> syntax.FirstOpenerClause:
        return syntax.FirstOpenerClause(self.openings(_branches(tree)[0]), span=self.whole)

    def next_opener_clause(self, tree: Branch) -> syntax.NextOpenerClause:
        return syntax.NextOpenerClause(self.openings(_branches(tree)[0]), span=self.whole)

    def openings(self, tree: Branch) -> tuple[syntax.OpeningRow, ...]:
        inner = _branches(tree)[0]
        if inner.data == "opening_chain":
            return (syntax.OpeningRow(None, self.chain(inner), span=self.place(inner)),)
        rows = []
        for part in _branches(inner):
            *condition, chain = _branches(part)
            rows.append(
                syntax.OpeningRow(
                    self.expression(condition[0]) if condition else None,
                    self.chain(chain),
                    span=self.place(part),
                )
            )
        return tuple(rows)

    def chain(self, tree: Branch) -> tuple[syntax.Opening, ...]:
        return tuple(self.opening(part) for part in _branches(tree))

    def opening(self, tree: Branch) -> syntax.Opening:
        span = self.place(tree)
        if tree.data == "redeal":
            return syntax.Opening(None, span=span)
        who, *tile = [self.expression(part) for part in _branches(tree)]
        return syntax.Opening(
            who, tree.data == "opens_with_it", tile[0] if tile else None, span=span
        )

    def layout_clause(self, tree: Branch) -> syntax.LayoutClause:
        if _branches(tree)[0].data != "line":
            raise self.unbuilt(_branches(tree)[0])
        return syntax.LayoutClause(span=self.whole)

    def doubles_clause(self, tree: Branch) -> syntax.DoublesClause:
        if _branches(tree)[0].data != "inline":
            raise self.unbuilt(_branches(tree)[0])
        return syntax.DoublesClause(span=self.whole)

    def fits_clause(self, tree: Branch) -> syntax.FitsClause:
        if _branches(tree)[0].data != "equal_numbers":
            raise self.unbuilt(_branches(tree)[0])
        return syntax.FitsClause(span=self.whole)

    def turn_clause(self, tree: Branch) -> syntax.TurnClause:
        steps, new_group = [], True
        for part in _branches(tree):
            if part.data == "again":
                raise self.unbuilt(part)
            if part.data == "step":
                steps.append(self.step(part, new_group))
            else:
                new_group = part.data == "or_else"
        return syntax.TurnClause(tuple(steps), span=self.whole)

    def step(self, tree: Branch, new_group: bool) -> syntax.Step:
        act, *guard = _branches(tree)
        if act.data == "unbuilt_step":
            raise self.unbuilt(act)
        for token in _tokens(act):
            if self.number(token) != 1:
                raise self.refuse(
                    token, "draw-one", "a step draws one tile", 'write "draw 1 then …"'
                )
        return syntax.Step(
            _ACTS["pass_" if act.data == "pass_" else str(act.data)],
            self.expression(guard[0]) if guard else None,
            new_group,
            span=self.place(act),
        )

    def domino_clause(self, tree: Branch) -> syntax.DominoClause:
        return syntax.DominoClause(self.expression(_branches(tree)[0]), span=self.whole)

    def blocked_clause(self, tree: Branch) -> syntax.BlockedClause:
        return syntax.BlockedClause(self.expression(_branches(tree)[0]), span=self.whole)

    def winner_clause(self, tree: Branch) -> syntax.WinnerClause:
        return syntax.WinnerClause(self.table(_branches(tree)[0]), span=self.whole)

    def award_clause(self, tree: Branch) -> syntax.AwardClause:
        name = _tokens(tree)[0]
        amount, to, moment, *condition = _branches(tree)
        if moment.data != "at_round_end":
            raise self.unbuilt(moment)
        return syntax.AwardClause(
            str(name),
            self.table(amount),
            self.expression(to),
            self.expression(condition[0]) if condition else None,
            name_span=self.place(name),
            span=self.whole,
        )

    def tile_value_clause(self, tree: Branch) -> syntax.TileValueClause:
        return syntax.TileValueClause(
            tuple(
                syntax.TileValue(
                    self.tile(_tokens(part)[0]),
                    self.expression(_branches(part)[0]),
                    span=self.place(part),
                )
                for part in _branches(tree)
            ),
            span=self.whole,
        )

    def match_clause(self, tree: Branch) -> syntax.MatchClause:
        series, *options = _branches(tree)
        if options:
            raise self.unbuilt(options[0])
        amount = _branches(series)
        return syntax.MatchClause(
            _SERIES[str(series.data)],
            self.expression(amount[0]) if amount else None,
            span=self.whole,
        )

    def invariant_clause(self, tree: Branch) -> syntax.InvariantClause:
        return syntax.InvariantClause(
            self.title(tree), self.expression(_branches(tree)[0]), span=self.whole
        )

    # -------------------------------------------------------------- examples

    def example_clause(self, tree: Branch) -> syntax.ExampleClause:
        given, happens, then = _branches(tree)
        return syntax.ExampleClause(
            self.title(tree),
            tuple(self.given(part) for part in _branches(given)),
            tuple(self.happening(part) for part in _branches(happens)),
            tuple(self.check(part) for part in _branches(then)),
            span=self.whole,
        )

    def given(self, tree: Branch) -> syntax.GivenTiles | syntax.GivenFact | syntax.GivenParameter:
        span, rule, tokens = self.place(tree), str(tree.data), _tokens(tree)
        if rule == "given_parameter":
            return syntax.GivenParameter(
                str(tokens[0]), self.literal(_branches(tree)[0]), span=span
            )
        if rule in _GIVEN:
            seats = [self.seat(token) for token in tokens if token.type == "SEAT"]
            numbers = [self.number(token) for token in tokens if token.type == "NUMBER"]
            return syntax.GivenFact(
                _GIVEN[rule],  # type: ignore[arg-type]
                numbers[0] if numbers else seats[0],
                seats[0] if seats and numbers else None,
                span=span,
            )
        seat = self.seat(tokens.pop(0)) if rule == "given_hand" else None
        where = rule.removeprefix("given_")
        return syntax.GivenTiles(
            where,  # type: ignore[arg-type]
            tuple(self.halves(token) for token in tokens),
            seat,
            span=span,
        )

    def happening(self, tree: Branch) -> syntax.Happening:
        seat, *tile = _tokens(tree)
        ends = [str(part.data).removeprefix("on_") for part in _branches(tree)]
        return syntax.Happening(
            str(tree.data).removeprefix("event_"),  # type: ignore[arg-type]
            self.seat(seat),
            self.tile(tile[0]) if tile else None,
            ends[0] if ends else None,  # type: ignore[arg-type]
            span=self.place(tree),
        )

    def check(self, tree: Branch) -> syntax.Check:
        span, rule = self.place(tree), str(tree.data)
        if rule in {"check_may", "check_may_not"}:
            event = _branches(tree)[0]
            tokens, ends = _tokens(event), _branches(event)
            happening = syntax.Happening(
                str(event.data).removeprefix("may_"),  # type: ignore[arg-type]
                self.seat(_tokens(tree)[0]),
                self.tile(tokens[0]) if tokens else None,
                str(ends[0].data).removeprefix("on_") if ends else None,  # type: ignore[arg-type]
                span=span,
            )
            sort = rule.removeprefix("check_").replace("_", " ")
            return syntax.Check(sort, happening=happening, span=span)  # type: ignore[arg-type]
        subject, amount = [*(self.expression(part) for part in _branches(tree)), None, None][:2]
        return syntax.Check(_CHECKS[rule], subject, amount, span=span)  # type: ignore[arg-type]
