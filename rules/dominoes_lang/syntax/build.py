"""From a tree to the syntax of a clause: each rule of the grammar makes one node."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.build_examples import Examples
from dominoes_lang.syntax.build_expressions import (
    Branch,
    RefusedClause,
    branch,
    branches,
    counted,
    tokens_of,
)
from dominoes_lang.syntax.clauses import ClauseText
from dominoes_lang.syntax.nodes import Act, MatchKind, Moment
from dominoes_lang.syntax.vocabulary import SETS, suggestion
from dominoes_lang.table.shape import Shape, Spinners, Starter
from dominoes_lang.text.diagnostics import Diagnostic, did_you_mean
from dominoes_lang.text.source import Span


def build(clause: ClauseText, tree: Branch, findings: list[Diagnostic]) -> nodes.Clause | None:
    """The node of a clause, or None once the reason is reported in `findings`."""
    try:
        node = _Clauses(clause.span).clause(tree)
    except RefusedClause as refused:
        findings.append(refused.diagnostic)
        return None
    return node


def build_condition(clause: ClauseText, tree: Branch) -> nodes.Expression:
    """The node of a condition that was typed on its own. Raises `RefusedClause`."""
    return _Clauses(clause.span).expression(branch(tree.children[0]))


_STARTERS = {
    "from_tile": Starter.TILE,
    "from_stock": Starter.STOCK,
}
_DOUBLES = {
    "inline": Spinners.NONE,
    "first_spinner": Spinners.FIRST,
    "all_spinners": Spinners.ALL,
}
_RIVALS = {"until_all_pass": "once_each", "or_redeal": "last_must_bid"}
"""Parts of an auction that rule each other out."""
_ONE_OF_THEM = "remove one of them"
_OF_ONE_EXPRESSION = {
    "reserve_clause": nodes.ReserveClause,
    "redeal_clause": nodes.RedealClause,
    "domino_clause": nodes.DominoClause,
    "blocked_clause": nodes.BlockedClause,
}
_OPENERS = {
    "first_opener_clause": nodes.FirstOpenerClause,
    "next_opener_clause": nodes.NextOpenerClause,
}


def _tiles_this_turn(relation: Literal["is", "at least"], number: int, span: Span) -> nodes.Compare:
    """A comparison of the tiles that the mover has laid in the turn with a number."""
    counted = nodes.Read(nodes.Fact.TILES_THIS_TURN, span=span)
    return nodes.Compare(relation, counted, nodes.Number(number, span=span), span=span)


def _guarded(step: nodes.Step, relation: Literal["is", "at least"], number: int) -> nodes.Step:
    """The step where the tiles of the turn compare so with a number, and its own guard holds."""
    counted = _tiles_this_turn(relation, number, step.span)
    guard = step.guard
    both = counted if guard is None else nodes.Both("and", (counted, guard), span=guard.span)
    return replace(step, guard=both)


class _Clauses(Examples):
    """Makes the node of one clause."""

    # -------------------------------------------------------------- clauses

    def clause(self, tree: Branch) -> nodes.Clause:
        of_one = _OF_ONE_EXPRESSION.get(str(tree.data))
        if of_one is not None:
            return of_one(self.expression(branches(tree)[0]), span=self.whole)
        openers = _OPENERS.get(str(tree.data))
        if openers is not None:
            return openers(self.openings(branches(tree)[0]), span=self.whole)
        make: Callable[[Branch], nodes.Clause] = getattr(self, str(tree.data))
        return make(tree)

    def variant_clause(self, tree: Branch) -> nodes.VariantClause:
        return nodes.VariantClause(self.title(tree), span=self.whole)

    def extends_clause(self, tree: Branch) -> nodes.ExtendsClause:
        return nodes.ExtendsClause(
            self.title(tree), parent_span=self.span_of(tokens_of(tree)[0]), span=self.whole
        )

    def without_clause(self, tree: Branch) -> nodes.WithoutClause:
        optional = branches(tree)
        tokens = tokens_of(optional[0]) if optional else tokens_of(tree)
        span = Span(self.whole.source, self.span_of(tokens[0]).start, self.span_of(tokens[-1]).end)
        if optional:
            dropped = " ".join(tokens)
        elif tokens[0].type == "STRING":
            dropped = f"note {self.text(tokens[0])}"
        else:
            dropped = f"award {tokens[0]}"
        return nodes.WithoutClause(dropped, dropped_span=span, span=self.whole)

    def note_clause(self, tree: Branch) -> nodes.NoteClause:
        return nodes.NoteClause(self.title(tree), span=self.whole)

    def parameter_clause(self, tree: Branch) -> nodes.ParameterClause:
        name, *text = tokens_of(tree)
        default, *rest = branches(tree)
        lowest = highest = None
        choices: tuple[Any, ...] = ()
        for part in rest:
            if part.data == "range":
                lowest, highest = (self.number(token) for token in tokens_of(part))
            else:
                choices = tuple(self.literal(choice) for choice in branches(part))
        return nodes.ParameterClause(
            self.name(name),
            self.literal(default),
            lowest,
            highest,
            choices,
            self.text(text[0]) if text else "",
            name_span=self.span_of(name),
            span=self.whole,
        )

    def define_clause(self, tree: Branch) -> nodes.DefineClause:
        name = tokens_of(tree)[0]
        return nodes.DefineClause(
            self.name(name),
            self.expression(branches(tree)[0]),
            name_span=self.span_of(name),
            span=self.whole,
        )

    def tiles_clause(self, tree: Branch) -> nodes.TilesClause:
        name = tokens_of(tree)[0]
        if str(name) not in SETS:
            sizes = [known.removeprefix("double-") for known in SETS]
            near = suggestion(name.removeprefix("double-"), sizes)
            hint = did_you_mean(near and f"double-{near}")
            helps = () if near else ("the sets are " + ", ".join(SETS),)
            raise self.refuse(name, "unknown-set", f'unknown tile set "{name}"{hint}', *helps)
        without = branches(tree)
        return nodes.TilesClause(
            SETS[str(name)],
            tuple(
                tile
                for part in without
                if part.data == "without_tiles"
                for tile in self.left_out(part)
            ),
            any(part.data == "without_doubles" for part in without),
            span=self.whole,
        )

    def left_out(self, tree: Branch) -> list[nodes.LeftOut]:
        tiles = [token for token in tokens_of(tree) if token.type == "TILE"]
        players = [self.number(token) for token in tokens_of(tree) if token.type == "NUMBER"]
        span = self.span_of(tree)
        return [
            nodes.LeftOut(self.tile(tile), players[0] if players else None, span=span)
            for tile in tiles
        ]

    def players_clause(self, tree: Branch) -> nodes.PlayersClause:
        numbers = [self.number(token) for token in tokens_of(tree)]
        teams = branches(tree)
        size, *names = tokens_of(teams[0]) if teams else (None,)
        return nodes.PlayersClause(
            numbers[0],
            numbers[-1],
            1 if size is None else self.number(size),
            tuple(self.text(name) for name in names),
            span=self.whole,
        )

    def direction_clause(self, tree: Branch) -> nodes.DirectionClause:
        return nodes.DirectionClause(branches(tree)[0].data == "clockwise", span=self.whole)

    def deal_clause(self, tree: Branch) -> nodes.DealClause:
        parts = []
        for part in branches(tree):
            if part.data == "deal_all":
                break
            players = [self.number(token) for token in tokens_of(part)]
            parts.append(
                nodes.DealPart(
                    self.expression(branches(part)[0]),
                    players[0] if players else None,
                    span=self.span_of(part),
                )
            )
        return nodes.DealClause(tuple(parts), span=self.whole)

    def openings(self, tree: Branch) -> tuple[nodes.OpeningRow, ...]:
        inner = branches(tree)[0]
        if inner.data == "opening_chain":
            return (nodes.OpeningRow(None, self.chain(inner), span=self.span_of(inner)),)
        rows = []
        for part in branches(inner):
            *condition, chain = branches(part)
            rows.append(
                nodes.OpeningRow(
                    self.expression(condition[0]) if condition else None,
                    self.chain(chain),
                    span=self.span_of(part),
                )
            )
        return tuple(rows)

    def chain(self, tree: Branch) -> tuple[nodes.Opening, ...]:
        return tuple(self.opening(part) for part in branches(tree))

    def opening(self, tree: Branch) -> nodes.Opening:
        span = self.span_of(tree)
        if tree.data == "redeal":
            return nodes.Opening(None, span=span)
        if tree.data == "all_draw":
            return nodes.Opening(None, draws=self.number(tokens_of(tree)[0]), span=span)
        first, *rest = branches(tree)
        tile: nodes.Expression | nodes.AnyOf | None = None
        if tree.data == "opens_with_double":
            tile = nodes.AnyOf(True, span=span)
        elif tree.data == "opens_with_any_of":
            tiles = tuple(self.tile(token) for token in tokens_of(rest[0]))
            tile = nodes.AnyOf(bool(branches(rest[0])), tiles, span=self.span_of(rest[0]))
        elif rest:
            tile = self.expression(rest[0])
        return nodes.Opening(
            self.expression(first),
            tree.data == "opens_with_it",
            tile,
            tree.data == "opens_by_choice",
            span=span,
        )

    def layout_clause(self, tree: Branch) -> nodes.LayoutClause:
        layout = branches(tree)[0]
        parts = {str(part.data): part for part in branches(layout)}
        starter = next((_STARTERS[rule] for rule in parts if rule in _STARTERS), Starter.NONE)
        named = parts.get("from_tile")
        tile = None if named is None else self.expression(branches(named)[0])
        up_again = isinstance(tile, nodes.RoundsDouble) and tile.up_again
        if isinstance(tile, nodes.RoundsDouble):
            starter, tile = Starter.ROUND, None
        return nodes.LayoutClause(
            Shape(
                one_end=layout.data == "one_end",
                then_doubles="then_doubles" in parts,
                starter=starter,
                trains=layout.data in {"trains", "own_trains"},
                own_doubles=layout.data == "own_trains",
                public=2 if "two_public" in parts else int("one_public" in parts),
                tricks=layout.data == "tricks",
            ),
            self.expression(branches(layout)[0]) if layout.data == "star" else None,
            tile,
            up_again,
            span=self.whole,
        )

    def doubles_clause(self, tree: Branch) -> nodes.DoublesClause:
        said = self.parts(tree)
        kinds = [part for part in said.values() if str(part.data) in _DOUBLES]
        if len(kinds) > 1:
            raise self.refuse(
                kinds[1],
                "said-twice",
                "doubles are of one kind",
                'keep one of "inline", "first is spinner" and "all are spinners"',
            )
        return nodes.DoublesClause(
            "count_both" in said,
            _DOUBLES[str(kinds[0].data)] if kinds else Spinners.NONE,
            "count_tips" in said,
            "must_cover" in said,
            span=self.whole,
        )

    def parts(self, tree: Branch) -> dict[str, Branch]:
        """The parts between commas by their rules, in any order; none of them may be repeated."""
        said: dict[str, Branch] = {}
        for part in branches(tree):
            if said.setdefault(str(part.data), part) is not part:
                advice = 'name them all behind one "wild"' if part.data == "wild" else _ONE_OF_THEM
                raise self.refuse(part, "said-twice", "this is said twice", advice)
        return said

    def fits_clause(self, tree: Branch) -> nodes.FitsClause:
        said = self.parts(tree)
        numbers = [part for rule, part in said.items() if rule in {"equal_numbers", "adding"}]
        if len(numbers) > 1:
            raise self.refuse(
                numbers[1],
                "said-twice",
                "numbers fit in one way",
                'keep one of "equal numbers" and "numbers adding to …"',
            )
        if not numbers:
            raise self.refuse(
                branches(tree)[0],
                "unfinished",
                "it is not stated which numbers fit",
                'write, for instance, "fits: equal numbers, '
                f'{self.span_of(branches(tree)[0]).words}"',
            )
        wild: list[nodes.TileLiteral | nodes.Number] = []
        for token in tokens_of(said["wild"]) if "wild" in said else ():
            if token.type == "TILE":
                matador: nodes.TileLiteral | nodes.Number = self.tile(token)
            else:
                matador = nodes.Number(self.number(token), span=self.span_of(token))
            if matador in wild:
                raise self.refuse(token, "said-twice", "this is said twice", _ONE_OF_THEM)
            wild.append(matador)
        return nodes.FitsClause(
            self.expression(branches(said["adding"])[0]) if "adding" in said else None,
            tuple(wild),
            "only" in said,
            span=self.whole,
        )

    def suits_clause(self, tree: Branch) -> nodes.SuitsClause:
        return nodes.SuitsClause(self.rank(branches(tree)[0]), span=self.whole)

    def bids_clause(self, tree: Branch) -> nodes.BidsClause:
        rungs: list[nodes.BidRung] = []
        said: dict[str, Branch] = {}
        for part in branches(tree):
            rule = str(part.data)
            if rule in {"rung", "then_rung"}:
                lowest, *highest = [self.expression(bid) for bid in branches(part)]
                rungs.append(
                    nodes.BidRung(
                        lowest,
                        highest[0] if highest else lowest,
                        rule == "then_rung",
                        span=self.span_of(part),
                    )
                )
            elif said.setdefault(_RIVALS.get(rule, rule), part) is not part:
                raise self.refuse(part, "said-twice", "one of these is enough", _ONE_OF_THEM)
        if not rungs:
            raise self.refuse(
                tree, "unfinished", "it is not stated what may be bid",
                'write, for instance, "bids: 30..42, once each, or else redeal"',
            )  # fmt: skip
        written = {str(part.data) for part in said.values()}
        return nodes.BidsClause(
            tuple(rungs),
            "once_each" in written,
            "until_all_pass" in written,
            "last_must_bid" in written,
            "or_redeal" in written,
            span=self.whole,
        )

    def trumps_clause(self, tree: Branch) -> nodes.TrumpsClause:
        any_number, named_by = False, None
        choices: list[int] = []
        for part in branches(tree):
            if part.data == "named_by":
                if named_by is not None:
                    raise self.refuse(part, "said-twice", "this is said twice", _ONE_OF_THEM)
                named_by = self.expression(branches(part)[0])
                continue
            trump = None if part.data == "any_number" else self.trump(part)
            if any_number if trump is None else trump in choices:
                raise self.refuse(part, "said-twice", "this is said twice", _ONE_OF_THEM)
            if trump is None:
                any_number = True
            else:
                choices.append(trump)
        if not any_number and not choices:
            raise self.refuse(
                tree, "unfinished", "it is not stated what may be named",
                'write, for instance, "trumps: any number, doubles, none"',
            )  # fmt: skip
        return nodes.TrumpsClause(any_number, tuple(choices), named_by, span=self.whole)

    def widow_clause(self, tree: Branch) -> nodes.WidowClause:
        token = tokens_of(tree)[0]
        return nodes.WidowClause(self.number(token), span=self.whole)

    def lead_clause(self, tree: Branch) -> nodes.LeadClause:
        first, later = (self.expression(part) for part in branches(tree))
        return nodes.LeadClause(first, later, span=self.whole)

    def turn_clause(self, tree: Branch) -> nodes.TurnClause:
        steps = self.steps(tree)
        again = None
        for part in branches(tree):
            if part.data == "again":
                again = self.expression(branches(part)[0])
            elif part.data == "then_again":
                later = self.steps(part)
                steps = [
                    *(_guarded(step, "is", 0) for step in steps),
                    *(_guarded(replace(step, then_again=True), "at least", 1) for step in later),
                ]
                again = _tiles_this_turn("at least", 1, self.span_of(part))
        return nodes.TurnClause(tuple(steps), again, span=self.whole)

    def steps(self, tree: Branch) -> list[nodes.Step]:
        """The steps that are written in a part, the first of which begins a group."""
        steps, new_group = [], True
        for part in branches(tree):
            if part.data == "step":
                steps.append(self.step(part, new_group))
            else:
                new_group = part.data == "or_else"
        return steps

    def step(self, tree: Branch, new_group: bool) -> nodes.Step:
        act, *guard = branches(tree)
        if act.data == "unbuilt_step":
            raise self.unbuilt(
                act,
                'this version supports seven ways to play, five ways to draw, "discard a tile", '
                '"pass" and "stop"',
            )
        rule = str(act.data).removeprefix("act_")
        draws = 1
        for token in tokens_of(act):
            draws = self.number(token)
            if draws < 1:
                raise self.refuse(
                    token, "draw-one", "a step draws at least one tile", 'write "draw 1 then …"'
                )
            if draws > 1 and rule == "draw_then_play":
                raise self.refuse(
                    token,
                    "draw-one",
                    "only one tile can be drawn and then laid",
                    f'write "draw 1 then play", "draw up to {draws} then play", or "draw {draws} '
                    'then stop", which ends the turn',
                )
        return nodes.Step(
            Act.DRAW_THEN_PLAY if rule == "draw_up_to" else Act[rule.upper()],
            self.expression(guard[0]) if guard else None,
            new_group,
            draws,
            span=self.span_of(act),
        )

    def winner_clause(self, tree: Branch) -> nodes.WinnerClause:
        return nodes.WinnerClause(self.table(branches(tree)[0]), span=self.whole)

    def award_clause(self, tree: Branch) -> nodes.AwardClause:
        name = tokens_of(tree)[0]
        amount, to, moment, *condition = branches(tree)
        return nodes.AwardClause(
            self.name(name),
            self.table(amount, counted),
            self.expression(to),
            self.expression(condition[0]) if condition else None,
            Moment[str(moment.data).removeprefix("at_").upper()],
            name_span=self.span_of(name),
            span=self.whole,
        )

    def tile_value_clause(self, tree: Branch) -> nodes.TileValueClause:
        return nodes.TileValueClause(
            tuple(
                nodes.TileValue(
                    self.valued(tiles),
                    self.expression(amount),
                    bool(per_pip),
                    span=self.span_of(part),
                )
                for part in branches(tree)
                for tiles, amount, *per_pip in [branches(part)]
            ),
            span=self.whole,
        )

    def valued(self, tree: Branch) -> nodes.TileLiteral | nodes.TileClass | nodes.OtherTiles:
        if tree.data == "valued_others":
            return nodes.OtherTiles(span=self.span_of(tree))
        if tree.data == "valued_tile":
            return self.tile(tokens_of(tree)[0])
        number = self.number(tokens_of(tree)[0]) if tree.data == "valued_with" else None
        return nodes.TileClass(number, span=self.span_of(tree))

    def match_clause(self, tree: Branch) -> nodes.MatchClause:
        series, *options = branches(tree)
        said: dict[str, Branch] = {}
        starts = [option for option in options if option.data == "starts_with"]
        for option in options:
            if option.data in said and option not in starts:
                raise self.refuse(option, "said-twice", "this is said twice", "remove one of them")
            said[str(option.data)] = option
        amount = branches(series)
        drawn, leading, ties, best_of = (
            said.get(option) for option in ("drawn_when", "leading_by", "ties_play_on", "best_of")
        )
        if leading is not None and ties is not None:
            raise self.refuse(
                ties, "said-twice", "a side that leads has no tie", "remove one of the two"
            )
        lead: nodes.Expression | None = None
        if leading is not None:
            lead = self.expression(branches(leading)[0])
        elif ties is not None:
            lead = nodes.Number(1, span=self.span_of(ties))
        return nodes.MatchClause(
            MatchKind[str(series.data).upper()],
            self.expression(amount[0]) if amount else None,
            "starting_again" in said,
            "shutout_double" in said,
            self.expression(branches(drawn)[0]) if drawn is not None else None,
            "overshoot_ignored" in said,
            "checked_every_play" in said,
            tuple(
                nodes.HeadStart(
                    nodes.Seat(self.seat(seat := tokens_of(start)[0]), span=self.span_of(seat)),
                    self.expression(branches(start)[0]),
                    span=self.span_of(start),
                )
                for start in starts
            ),
            lead,
            self.expression(branches(best_of)[0]) if best_of is not None else None,
            span=self.whole,
        )

    def invariant_clause(self, tree: Branch) -> nodes.InvariantClause:
        return nodes.InvariantClause(
            self.title(tree), self.expression(branches(tree)[0]), span=self.whole
        )
