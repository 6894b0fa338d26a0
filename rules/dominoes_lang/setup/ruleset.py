"""A variant and its setups: the rules, and these bound to seats and parameters.

In a `Setup` every name is resolved, so the interpreter and the generator read nothing else.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from dominoes_lang.setup.binding import (
    ParameterError,
    Value,
    bind,
    tile_set,
    tile_values,
    value_of,
)
from dominoes_lang.setup.dealt import DealtTo, dealt
from dominoes_lang.setup.match_rules import LOWEST_WINS, TO_REACH_IN_POINTS, MatchRules
from dominoes_lang.setup.shapes import layout_of, shape_of, starter_in, touching_of
from dominoes_lang.setup.trick_rules import TrickClauses, TrickRules
from dominoes_lang.setup.turn_rules import TurnRules
from dominoes_lang.setup.variant_rules import VariantRules
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import (
    DRAWING,
    TIED,
    Act,
    AwardClause,
    Both,
    Can,
    Expression,
    HasNoTiles,
    MatchKind,
    Moment,
    OpeningRow,
    PassedInARow,
    Role,
    Table,
    Who,
)
from dominoes_lang.table.fits import Fits, Touching
from dominoes_lang.table.layout import Layout
from dominoes_lang.table.shape import Shape, Starter
from dominoes_lang.table.state import NOBODY, OF_MATCH, OF_TURN, SEAT_LETTERS, More, State
from dominoes_lang.table.tiles import Order, TileSet
from dominoes_lang.text.root_exception import expect_type

MOST_SETUPS = 64


@dataclass(frozen=True, repr=False)
class Ruleset(VariantRules):
    """The rules of a variant. Immutable; made by `load`, and bound by `setup`."""

    __hash__ = VariantRules.__hash__

    def setup(
        self,
        seats: int | None = None,
        parameters: Mapping[str, Value] | None = None,
        away: int = 0,
    ) -> Setup:
        """The ruleset bound to a number of seats (the fewest by default) and to parameter values.

        `away` is the mask of the seats that are out of the match. Raises `ParameterError` for a
        number of players or a value that it does not allow.
        """
        expect_type("seats", seats, int | None, "the number of players")
        count = self.players[0] if seats is None else seats
        if count not in self.players:
            *fewer, last = map(str, self.players)
            allowed = f"{', '.join(fewer)} or {last}" if fewer else last
            raise ParameterError(f"{self.name} is for {allowed} players, not for {count}")
        names = self.names(parameters or {})
        key = count, tuple(names.items()), away
        if key not in self._setups:
            if len(self._setups) == MOST_SETUPS:
                self._setups.clear()
            self._setups[key] = _bound(self, count, names, away)
        return self._setups[key]

    @cached_property
    def _setups(self) -> dict[tuple[object, ...], Setup]:
        """Those made before: what is compiled for one is not compiled again."""
        return {}

    def __getstate__(self) -> dict[str, Any]:
        """Other processes get the rules, without the setups."""
        return {name: value for name, value in vars(self).items() if name != "_setups"}


class Goal(Enum):
    """The goal of a side in a round."""

    MOST = "most"
    FEWEST = "fewest"
    WINS = "wins"


@dataclass(frozen=True)
class Setup:
    """A ruleset for a given number of seats, with every name resolved. Immutable."""

    ruleset: Ruleset
    seats: int
    playing: tuple[int, ...]
    """The seats that play the round: all but those out of the match, which are dealt no tiles."""
    parameters: tuple[tuple[str, Value], ...]
    team_size: int
    tiles: TileSet
    values: tuple[int, ...]
    """The pips of each tile, `tile value` applied."""
    valued: tuple[nodes.TileValue, ...]
    """What made them differ from the dots, in the order of the rules."""
    hand_size: int
    reserve: int
    redeal: Expression | None
    first_opener: tuple[OpeningRow, ...]
    next_opener: tuple[OpeningRow, ...]
    turn: TurnRules
    domino: Expression
    blocked: Expression
    winner: Table
    awards: tuple[AwardClause, ...]
    """Those paid at the end of a round."""
    in_play: tuple[AwardClause, ...]
    """Those paid while it goes on."""
    match: MatchRules
    shape: Shape
    """How tiles are laid."""
    touching: Touching
    """Which halves touch."""
    tricks: TrickRules | None
    """Suits, auction and leads, where no tile lies against another."""
    starter: int
    """The tile that every round begins from; `NO_TILE` where there is none, or it differs."""
    tracks: frozenset[str]
    """The fields of `More` that something reads."""
    invariants: tuple[tuple[str, Expression], ...]

    def __hash__(self) -> int:
        return hash((self.ruleset, self.playing, self.parameters))

    def __repr__(self) -> str:
        return f"<Setup {self.name}/{self.seats}>"

    @property
    def name(self) -> str:
        return self.ruleset.name

    @property
    def sides(self) -> int:
        return self.seats // self.team_size

    @cached_property
    def fits(self) -> Fits:
        return Fits(self.tiles, self.touching)

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self)

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat; partners sit opposite each other."""
        return tuple(seat % self.sides for seat in range(self.seats))

    @cached_property
    def players_of(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return tuple(
            tuple(seat for seat in range(self.seats) if self.side_of[seat] == side)
            for side in range(self.sides)
        )

    def quantified(self, who: Expression) -> tuple[tuple[int, ...], ...]:
        """The players, or those of each side, that a quantifier asks one by one; else nobody."""
        role = who.role if isinstance(who, Who) else None
        if role is Role.ANY_SIDE:
            return tuple(self.players_of[side] for side in self.sides_playing)
        single = role in {Role.EVERYONE, Role.ANY_PLAYER, Role.NOBODY}
        return tuple((seat,) for seat in self.playing) if single else ()

    @cached_property
    def seat_names(self) -> tuple[str, ...]:
        return tuple(SEAT_LETTERS[: self.seats])

    @property
    def playing_names(self) -> tuple[str, ...]:
        """The letters of the seats that play the round."""
        return tuple(SEAT_LETTERS[seat] for seat in self.playing)

    @cached_property
    def side_names(self) -> tuple[str, ...]:
        """Each side by the letters of its seats: `A`, or `AC` for a team."""
        return tuple("".join(SEAT_LETTERS[seat] for seat in team) for team in self.players_of)

    def after(self, seat: int, turns: int = 1) -> int:
        """The seat that plays so many turns after this one; nobody after nobody.

        Of a seat out of the match, those that play the round come after it and before it.
        """
        if seat == NOBODY:
            return NOBODY
        number = bisect_left(self.playing, seat)
        if self.all_play or self.playing[number : number + 1] == (seat,):
            return self.playing[(number + turns) % self.player_count]
        return self.playing[(number + turns - (turns > 0)) % self.player_count]

    def from_seat(self, seat: int) -> int:
        """The first seat from this one on, in order of play, that plays the round."""
        return seat if seat in self.playing else self.after(seat)

    def next_in(self, seat: int, out: int) -> int:
        """The seat that plays next after this one, where some (a mask) are out of the round."""
        turns = (self.after(seat, distance) for distance in range(1, self.player_count + 1))
        return next(following for following in turns if not out >> following & 1)

    @cached_property
    def everyone(self) -> int:
        """The mask of the seats that play the round."""
        return sum(1 << seat for seat in self.playing)

    @cached_property
    def sides_playing(self) -> tuple[int, ...]:
        """The sides that play the round."""
        return tuple(sorted({self.side_of[seat] for seat in self.playing}))

    @property
    def player_count(self) -> int:
        """How many play the round."""
        return len(self.playing)

    @property
    def all_play(self) -> bool:
        """Whether nobody is out of the match."""
        return self.player_count == self.seats

    def in_round(self, scores: tuple[int, ...]) -> Setup:
        """The setup of a round that begins with these scores: without those out of the match.

        That of all seats where the match is over.
        """
        out = [self.match.is_out(score) for score in scores]
        some_out = any(out) and out.count(False) > 1
        away = sum(1 << seat for seat in range(self.seats) if some_out and out[self.side_of[seat]])
        if away == self.away:
            return self
        return self.ruleset.setup(self.seats, dict(self.parameters), away)

    def rounds_of_fewer(self) -> Iterator[Setup]:
        """The setups of the rounds that fewer play, by how many they are; none if all always do."""
        if self.match.series is MatchKind.UNTIL_ONE_LEFT:
            for left in range(self.sides - 1, 1, -1):
                yield self.in_round((*[0] * left, *[self.match.amount] * (self.sides - left)))

    @property
    def away(self) -> int:
        """The mask of the seats that are out of the match."""
        return ((1 << self.seats) - 1) & ~self.everyone

    @property
    def dealt_size(self) -> int:
        """The tiles of all hands together, as they are dealt."""
        return self.player_count * self.hand_size

    def size_dealt(self, seat: int) -> int:
        """The tiles that a seat is dealt."""
        return self.hand_size if seat in self.playing else 0

    def spare(self, drew: int = 0) -> int:
        """How many tiles may be drawn once everyone has drawn some before the opening."""
        return self.stock_size - self.reserve - self.seats * drew

    @property
    def turned_up(self) -> int:
        """How many tiles are turned up from the stock: one, or none."""
        return int(self.shape.starter is Starter.STOCK)

    @property
    def stock_size(self) -> int:
        """Tiles that are neither dealt nor turned up, the reserve included."""
        return len(self.tiles) - self.shape.begun - self.dealt_size

    def starter_of(self, number: int) -> int:
        """The tile that lies on the table before the first turn of a round, by its number.

        `NO_TILE` where there is none, or where it is turned up from the stock.
        """
        return self.double_of(number) if self.shape.starter is Starter.ROUND else self.starter

    def double_of(self, number: int) -> int:
        """The round's double of a round, by its number."""
        doubles = self.rounds_doubles
        return doubles[(number - 1) % len(doubles)]

    @property
    def rounds_doubles(self) -> tuple[int, ...]:
        """The doubles from which rounds begin in turn, over and over.

        Wild ones are left out unless all are.
        """
        doubles = self.tiles.in_order(Order.HIGHEST_DOUBLE)
        wild = self.touching.wild_numbers
        tame = [double for double in doubles if self.tiles.tiles[double].high not in wild]
        down = tuple(tame or doubles)
        return (*down, *down[-2:0:-1]) if self.ruleset.doubles_go_up else down

    def opened_in(
        self, choices: tuple[nodes.Opening, ...], number: int
    ) -> tuple[nodes.Opening, ...]:
        """The choices of an opener as they are in a round, by its number: its double is a tile."""

        def named(part: nodes.Node) -> nodes.Node:
            if not isinstance(part, nodes.RoundsDouble):
                return part
            return nodes.TileLiteral(self.tiles.tiles[self.double_of(number)], span=part.span)

        return tuple(nodes.changed(choice, named) for choice in choices)

    @cached_property
    def goal(self) -> Goal:
        if self.match.series in LOWEST_WINS and self.scored:
            return Goal.FEWEST
        wins = {MatchKind.ROUNDS_MOST_WINS, MatchKind.FIRST_TO_WINS, MatchKind.WINS_IN_A_ROW}
        return Goal.WINS if self.match.series in wins or not self.scored else Goal.MOST

    @cached_property
    def may_be_void(self) -> bool:
        """Whether a deal may be thrown in: hands make it void, or nobody can open it."""
        rows = (*self.first_opener, *self.next_opener)
        return self.redeal is not None or any(
            choice.who is None for row in rows for choice in row.choices
        )

    @property
    def counts_wins(self) -> bool:
        """Whether rounds won count, and no points."""
        return self.goal is Goal.WINS

    @property
    def sign(self) -> int:
        """What a point is worth to a side: 1, or -1 where the fewest win."""
        return -1 if self.goal is Goal.FEWEST else 1

    @property
    def scored(self) -> bool:
        """Whether any points are paid; otherwise a win counts 1."""
        return bool(self.awards or self.in_play)

    @cached_property
    def pays_plays(self) -> bool:
        """Whether a play may be paid at once, in a match that counts points."""
        at_once = any(award.moment is nodes.Moment.AFTER_PLAY for award in self.in_play)
        return at_once and not self.counts_wins

    @property
    def target(self) -> int | None:
        """The points at which a match is over, where there is such a number."""
        to_reach = self.match.series in TO_REACH_IN_POINTS
        return self.match.amount if to_reach and self.scored else None

    def kept(self, more: More, **new: Any) -> More:
        """The optional fields of a state with new values, as far as these rules read them.

        No rule reads the sets that are won, so they are kept where there are any.
        """
        tracked = {
            name: value for name, value in new.items() if name in self.tracks or name == "sets"
        }
        return more._replace(**tracked) if tracked else more

    def mask_of(self, tiles: nodes.AnyOf) -> int:
        """The tiles that an opener may choose from."""
        named = {self.tiles.number[literal.tile] for literal in tiles.tiles}
        return sum(1 << tile for tile in named) | (self.tiles.doubles if tiles.doubles else 0)

    def chosen(self, side: int, lot: int) -> int:
        """The player of a side who opens by choice, each by the same number of lots."""
        return NOBODY if side == NOBODY else self.players_of[side][lot // self.sides]

    @cached_property
    def draws(self) -> bool:
        """Whether a step of the turn draws from the stock, or everyone may before the opening.

        There is something to draw, too.
        """
        return self.draws_in_turns or (self.draws_to_open > 0 and self.stock_size > self.reserve)

    @cached_property
    def draws_in_turns(self) -> bool:
        """Whether a step of the turn draws from the stock, and there is something to draw."""
        return self.stock_size > self.reserve and any(
            step.act in DRAWING for step in self.turn.steps
        )

    @cached_property
    def draws_to_open(self) -> int:
        """How many tiles everyone draws at a time where nobody can open; 0 for none."""
        rows = (*self.first_opener, *self.next_opener)
        return max(choice.draws or 0 for row in rows for choice in row.choices)

    def step_after_draw(self, step: int, stock: int) -> int:
        """`State.step` after a draw that belongs to a step and leaves this many tiles."""
        drawn, number = divmod(step, len(self.turn.steps))
        drawing = self.turn.steps[number]
        if drawing.act in TIED:
            return step + len(self.turn.steps) if drawing.is_limited else number
        ends = drawn + 1 == drawing.draws or stock <= self.reserve
        return -1 if ends else step + len(self.turn.steps)

    def may_draw_on(self, state: State) -> bool:
        """Whether a player whose drawn tile does not fit draws the next one."""
        step = self.turn.drawing_step(state.step)
        most = step.act is Act.DRAW_THEN_PLAY and state.step // len(self.turn.steps) >= step.draws
        single = step.act is Act.DRAW_THEN_PLAY and not step.is_limited
        return not most and not single and len(state.stock) > self.reserve

    @cached_property
    def turn_begins(self) -> dict[str, Any]:
        """The fields of `More` that begin anew with each turn, and with what."""
        fields: dict[str, Any] = {name: 0 for name in OF_TURN if name in self.tracks}
        if "last_end" in self.tracks and not self.turn.may_begin_on_last:
            fields["last_end"] = More().last_end
        return fields

    @cached_property
    def blocked_by_passes(self) -> bool:
        """Whether the round is blocked when everyone has passed in a row."""
        return isinstance(self.blocked, PassedInARow) and not self.turn.drops_out

    @cached_property
    def blocked_by_hands(self) -> bool:
        """Whether the round is blocked when nobody can act, which reads hidden hands."""
        span = self.blocked.span
        return self.blocked == Can("act", Who(Role.NOBODY, span=span), span=span)

    @cached_property
    def plain(self) -> bool:
        """Whether the turn is `play a tile, or else pass`, and the round ends in a common way."""
        acts = [(step.act, step.guard, step.new_group) for step in self.turn.steps]
        who_is_out = HasNoTiles(Who(Role.MOVER, span=self.domino.span), span=self.domino.span)
        return (
            self.layout.is_line
            and self.all_play
            and not self.tracks - {*OF_MATCH}  # which stay the same all round
            and acts == [(Act.PLAY, None, True), (Act.PASS, None, True)]
            and self.domino == who_is_out
            and (self.blocked_by_passes or self.blocked_by_hands)
        )


def _bound(ruleset: Ruleset, seats: int, names: Mapping[str, Expression], away: int) -> Setup:
    """The setup of a ruleset with a value for each of its names. Raises `ParameterError`."""
    playing = tuple(seat for seat in range(seats) if not away >> seat & 1)
    players = len(playing)
    rules = VariantRules(
        ruleset.name,
        ruleset.source,
        {
            key: bind(clause, names, players)
            for key, clause in ruleset.clauses.items()
            if not isinstance(clause, nodes.ExampleClause)
        },
        ruleset.own,
    )
    tiles = tile_set(rules.clause(nodes.TilesClause), players)
    for name, literal in names.items():
        if isinstance(literal, nodes.TileLiteral) and literal.tile not in tiles.number:
            raise ParameterError(f"{name}={literal.tile}: that tile is not in the set", "tiles")
    layout = rules.clause(nodes.LayoutClause)
    size, reserved = dealt(
        rules.clause(nodes.DealClause),
        rules.clause(nodes.ReserveClause),
        DealtTo(players, max(ruleset.players), tiles, layout.shape.begun),
    )
    turn, first = rules.clause(nodes.TurnClause), rules.clause(nodes.FirstOpenerClause)
    after, redeal = rules.find(nodes.NextOpenerClause), rules.find(nodes.RedealClause)
    team_size, awards = rules.clause(nodes.PlayersClause).team_size, rules.each(nodes.AwardClause)
    match = MatchRules.of(rules.clause(nodes.MatchClause), seats, seats // team_size)
    valued = rules.find(nodes.TileValueClause)
    shape = shape_of(layout, rules.clause(nodes.DoublesClause), tiles)
    touching = touching_of(rules.find(nodes.FitsClause), tiles)
    sides = seats // team_size
    tricks = None
    if shape.tricks:
        clauses = TrickClauses(
            rules.clause(nodes.SuitsClause),
            rules.clause(nodes.BidsClause),
            rules.clause(nodes.TrumpsClause),
            rules.clause(nodes.LeadClause),
            rules.find(nodes.WidowClause),
        )
        tricks = clauses.rules(
            tiles, seats, size, lambda seat: (seat + sides) % seats if team_size == 2 else NOBODY
        )
    return Setup(
        ruleset=ruleset,
        seats=seats,
        playing=playing,
        parameters=tuple(
            (clause.name, value_of(names[clause.name]))  # type: ignore[arg-type]
            for clause in ruleset.parameters
        ),
        team_size=team_size,
        tiles=tiles,
        values=tile_values(tiles, valued),
        valued=() if valued is None else valued.entries,
        hand_size=size,
        reserve=reserved,
        redeal=None if redeal is None else redeal.condition,
        first_opener=first.rows,
        next_opener=first.rows if after is None else after.rows,
        turn=TurnRules(turn.steps, turn.again),
        domino=_domino(rules),
        blocked=_blocked(rules),
        winner=rules.clause(nodes.WinnerClause).table,
        awards=tuple(award for award in awards if award.moment is Moment.ROUND_END),
        in_play=tuple(award for award in awards if award.moment is not Moment.ROUND_END),
        match=match,
        shape=shape,
        touching=touching,
        tricks=tricks,
        starter=starter_in(layout, tiles),
        tracks=ruleset.tracks | shape.tracks | touching.tracks,
        invariants=tuple((clause.title, clause.condition) for clause in rules.invariants),
    )


def _domino(rules: VariantRules) -> Expression:
    """When a round is over: of tricks at the latest when all are played."""
    clause = rules.find(nodes.DominoClause)
    layout = rules.clause(nodes.LayoutClause)
    if clause is not None and not layout.shape.tricks:
        return clause.condition
    all_played = HasNoTiles(Who(Role.EVERYONE, span=layout.span), span=layout.span)
    if clause is None:
        return all_played
    # A condition that never came true would leave somebody to move without a tile.
    written = clause.condition
    parts = written.parts if isinstance(written, Both) and written.joiner == "or" else (written,)
    if all_played in parts:
        return written
    return Both("or", (*parts, all_played), span=written.span)


def _blocked(rules: VariantRules) -> Expression:
    """When a round is blocked, which tricks never are."""
    clause = rules.find(nodes.BlockedClause)
    if clause is not None:
        return clause.condition
    return nodes.YesNo(False, span=rules.clause(nodes.LayoutClause).span)
