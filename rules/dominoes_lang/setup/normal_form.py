"""A ruleset bound to seats and parameters: the normal form of the rules.

In a `Setup` every name is resolved, so the interpreter and the generator read nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dominoes_lang.setup.arithmetic import compare, constant
from dominoes_lang.setup.binding import (
    ParameterError,
    Value,
    bind,
    hand_size,
    tile_set,
    tile_values,
    value_of,
    whole,
)
from dominoes_lang.setup.partial import truths
from dominoes_lang.setup.shapes import layout_of, shape_of, starter_in, touching_of
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import (
    DRAWING,
    TIED,
    Act,
    AwardClause,
    Can,
    Expression,
    Fact,
    HasNoTiles,
    MatchKind,
    Moment,
    OpeningRow,
    PassedInARow,
    Role,
    Step,
    Table,
    Who,
)
from dominoes_lang.table.fits import Fits, Touching
from dominoes_lang.table.layout import Layout
from dominoes_lang.table.shape import Shape, Starter
from dominoes_lang.table.state import NOBODY, OF_TURN, SEAT_LETTERS, More, State
from dominoes_lang.table.tiles import Order, TileSet

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Ruleset


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
    parameters: tuple[tuple[str, Value], ...]
    team_size: int
    tiles: TileSet
    values: tuple[int, ...]
    """The pips of each tile, `tile value` applied."""
    hand_size: int
    reserve: int
    redeal: Expression | None
    first_opener: tuple[OpeningRow, ...]
    next_opener: tuple[OpeningRow, ...]
    steps: tuple[Step, ...]
    again: Expression | None
    """The condition that, true after a play, gives the same player another turn."""
    domino: Expression
    blocked: Expression
    winner: Table
    awards: tuple[AwardClause, ...]
    """Those paid at the end of a round."""
    in_play: tuple[AwardClause, ...]
    """Those paid while it goes on."""
    series: MatchKind
    series_amount: int
    """Points, rounds or wins, depending on `series`."""
    starting_again: bool
    """Whether the wins are counted anew once every side has one."""
    shutout_double: bool
    """Whether a match is worth 2 if all others end it with nothing."""
    drawn_when: int | None
    """If another side has this much when a side reaches the target, the match is drawn."""
    overshoot_ignored: bool
    """Whether a side is paid nothing at a moment that would take it beyond the target."""
    checked: bool
    """Whether a payment that brings a side to the target ends the round."""
    head_start: tuple[int, ...]
    """The points (or wins) of each side before the first round."""
    shape: Shape
    """How tiles are laid."""
    touching: Touching
    """Which halves touch."""
    starter: int
    """The tile that every round begins from; `NO_TILE` where there is none, or it differs."""
    tracks: frozenset[str]
    """The fields of `More` that something reads."""
    invariants: tuple[tuple[str, Expression], ...]

    def __hash__(self) -> int:
        return hash((self.ruleset, self.seats, self.parameters))

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
            return self.players_of
        single = role in {Role.EVERYONE, Role.ANY_PLAYER, Role.NOBODY}
        return tuple((seat,) for seat in range(self.seats)) if single else ()

    @cached_property
    def seat_names(self) -> tuple[str, ...]:
        return tuple(SEAT_LETTERS[: self.seats])

    @cached_property
    def side_names(self) -> tuple[str, ...]:
        """Each side by the letters of its seats: `A`, or `AC` for a team."""
        return tuple("".join(SEAT_LETTERS[seat] for seat in team) for team in self.players_of)

    def after(self, seat: int, places: int = 1) -> int:
        """The seat that plays `places` turns after this one; nobody after nobody."""
        return (seat + places) % self.seats if seat != NOBODY else NOBODY

    @property
    def stock_size(self) -> int:
        """Tiles that are neither dealt nor turned up, the reserve included."""
        return len(self.tiles) - self.shape.begun - self.seats * self.hand_size

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
        """The doubles from which rounds begin in turn: wild ones are left out unless all are."""
        doubles = self.tiles.in_order(Order.HIGHEST_DOUBLE)
        wild = self.touching.wild_numbers
        tame = [one for one in doubles if self.tiles.tiles[one].high not in wild]
        return tuple(tame or doubles)

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
        if self.series in {MatchKind.ROUNDS_LOWEST, MatchKind.UNTIL_LOWEST} and self.scored:
            return Goal.FEWEST
        wins = {MatchKind.ROUNDS_MOST_WINS, MatchKind.FIRST_TO_WINS, MatchKind.WINS_IN_A_ROW}
        return Goal.WINS if self.series in wins or not self.scored else Goal.MOST

    @property
    def scored(self) -> bool:
        """Whether any points are paid; otherwise a win counts 1."""
        return bool(self.awards or self.in_play)

    @cached_property
    def pays_plays(self) -> bool:
        """Whether a play may be paid at once, in a match that counts points."""
        at_once = any(award.moment is nodes.Moment.AFTER_PLAY for award in self.in_play)
        return at_once and self.goal is not Goal.WINS

    @property
    def target(self) -> int | None:
        """The points at which a match is over, where there is such a number."""
        to_reach = self.series in {MatchKind.FIRST_TO_REACH, MatchKind.UNTIL_LOWEST}
        return self.series_amount if to_reach and self.scored else None

    def kept(self, more: More, **new: Any) -> More:
        """The optional fields of a state with new values, as far as these rules read them."""
        tracked = {name: value for name, value in new.items() if name in self.tracks}
        return more._replace(**tracked) if tracked else more

    def mask_of(self, tiles: nodes.AnyOf) -> int:
        """The tiles that an opener may choose from."""
        named = {self.tiles.number[one.tile] for one in tiles.tiles}
        return sum(1 << tile for tile in named) | (self.tiles.doubles if tiles.doubles else 0)

    def chosen(self, side: int, lot: int) -> int:
        """The player of a side who opens by choice, each by the same number of lots."""
        return NOBODY if side == NOBODY else self.players_of[side][lot // self.sides]

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the turn's steps by group: a group opens when none before it can act."""
        groups: list[list[int]] = []
        for number, step in enumerate(self.steps):
            if step.new_group:
                groups.append([])
            groups[-1].append(number)
        return tuple(tuple(group) for group in groups)

    @cached_property
    def draws(self) -> bool:
        """Whether a step of the turn draws from the stock, and there is something to draw."""
        return self.stock_size > self.reserve and any(step.act in DRAWING for step in self.steps)

    def step_after_draw(self, step: int, stock: int) -> int:
        """`State.step` after a draw that belongs to a step and leaves this many tiles."""
        drawn, number = divmod(step, len(self.steps))
        drawing = self.steps[number]
        if drawing.act in TIED:
            return step + len(self.steps) if drawing.is_limited else number
        ends = drawn + 1 == drawing.draws or stock <= self.reserve
        return -1 if ends else step + len(self.steps)

    def draws_another(self, step: int) -> bool:
        """Whether the turn goes on with the next tile of several, by `State.step`."""
        return step >= len(self.steps) and self.drawing_step(step).act not in TIED

    def drawing_step(self, step: int) -> Step:
        """The step of the turn that drew, by `State.step`."""
        return self.steps[step % len(self.steps)]

    def may_draw_on(self, state: State) -> bool:
        """Whether a player whose drawn tile does not fit draws the next one."""
        step = self.drawing_step(state.step)
        most = step.act is Act.DRAW_THEN_PLAY and state.step // len(self.steps) >= step.draws
        single = step.act is Act.DRAW_THEN_PLAY and not step.is_limited
        return not most and not single and len(state.stock) > self.reserve

    @cached_property
    def forced_passes(self) -> frozenset[int]:
        """The steps that pass and, where they are possible, keep a later group from being open."""
        later = False
        found = set()
        for group in reversed(self.groups):
            acts = {number: self.steps[number].act for number in group}
            if later:
                found |= {number for number, act in acts.items() if act is Act.PASS}
            later = later or set(acts.values()) != {Act.PASS}
        return frozenset(found)

    @cached_property
    def turn_begins(self) -> dict[str, Any]:
        """The fields of `More` that begin anew with each turn, and with what."""
        fields: dict[str, Any] = {name: 0 for name in OF_TURN if name in self.tracks}
        if "last_end" in self.tracks and not self._may_begin_on_last:
            fields["last_end"] = More().last_end
        return fields

    @property
    def _may_begin_on_last(self) -> bool:
        """Whether the first tile of a turn may have to be laid on the last tile."""
        for group in self.groups:
            for step in (self.steps[number] for number in group):
                open_at_first = truths(step.guard, _before_the_first_tile)
                if step.act is Act.PLAY_ON_LAST and True in open_at_first:
                    return True
                if step.act is Act.PASS and open_at_first == {True}:
                    return False
        return False

    @cached_property
    def discards(self) -> bool:
        """Whether players may lay tiles aside."""
        return any(step.act is Act.DISCARD for step in self.steps)

    @cached_property
    def plays_at_each(self) -> bool:
        """Whether players may lay two tiles in a turn, one at each end."""
        return any(step.act is Act.PLAY_AT_EACH for step in self.steps)

    @cached_property
    def blocked_by_passes(self) -> bool:
        """Whether the round is blocked when everyone has passed in a row."""
        return isinstance(self.blocked, PassedInARow)

    @cached_property
    def blocked_by_hands(self) -> bool:
        """Whether the round is blocked when nobody can act, which reads hidden hands."""
        place = self.blocked.span
        return self.blocked == Can("act", Who(Role.NOBODY, span=place), span=place)

    @cached_property
    def plain(self) -> bool:
        """Whether the turn is `play a tile, or else pass`, and the round ends in a common way."""
        acts = [(step.act, step.guard, step.new_group) for step in self.steps]
        who_is_out = HasNoTiles(Who(Role.MOVER, span=self.domino.span), span=self.domino.span)
        return (
            self.layout.is_line
            and not self.tracks - {"idle"}  # which stays the same all round
            and acts == [(Act.PLAY, None, True), (Act.PASS, None, True)]
            and self.domino == who_is_out
            and (self.blocked_by_passes or self.blocked_by_hands)
        )


def _before_the_first_tile(condition: Expression) -> bool | None:
    """Whether a condition holds at the beginning of a turn, where that is certain."""
    match condition:
        case nodes.Compare(left=nodes.Read(fact=Fact.TILES_THIS_TURN), right=right):
            number = constant(right)
            return None if number is None else compare(condition.relation, 0, number)
    return None


_TO_REACH = {MatchKind.FIRST_TO_REACH, MatchKind.UNTIL_LOWEST, MatchKind.FIRST_TO_WINS}


def _head_start(match: nodes.MatchClause, goal: int, seats: int, sides: int) -> tuple[int, ...]:
    """What each side has before the first round. Raises `ParameterError`."""
    given: dict[int, int] = {}
    for start in match.head_starts:
        amount, side = whole(start.amount), start.who.number % sides
        if side in given:
            letters = " and ".join(SEAT_LETTERS[seat] for seat in range(side, seats, sides))
            raise ParameterError(
                f"the side of {letters} is given two head starts", "match", "leave out one of them"
            )
        if amount < 0:
            raise ParameterError(
                f"a head start must be at least 0, not {amount}",
                "match",
                "give it to the other sides",
            )
        if match.series in _TO_REACH and amount >= goal:
            raise ParameterError(
                f"a head start of {amount} reaches {goal}, so the match would be over before it "
                "begins",
                "match",
                "give less",
            )
        given[side] = amount
    return tuple(given.get(side, 0) for side in range(sides))


def tracked(ruleset: Ruleset) -> frozenset[str]:
    """The fields of `More` that some rule, example or invariant reads."""
    found = set()
    for node in nodes.walk(tuple(ruleset.clauses.values())):
        match node:
            case nodes.Read(fact=fact):
                found.add(fact.field)
            case nodes.Step(act=Act.PLAY_ON_LAST):
                found |= {"left_open", "last_end"}
            case nodes.Step(act=Act.PLAY_AT_EACH):
                found |= {"owed", "turn_tiles"}
            case nodes.Step(act=Act.PLAY_ON_OTHERS):
                found.add("used_trains")
            case nodes.Step(act=Act.DISCARD):
                found.add("aside")
            case nodes.TurnClause(again=again) if again is not None:
                found.add("turn_tiles")
            case nodes.AwardClause(moment=moment) if moment is not Moment.ROUND_END:
                found.add("paid")
    return frozenset(found & set(More._fields))


def bound(ruleset: Ruleset, seats: int, names: Mapping[str, Expression]) -> Setup:
    """The setup of a ruleset with a value for each of its names. Raises `ParameterError`."""
    clauses = {key: bind(clause, names, seats) for key, clause in ruleset.clauses.items()
               if not isinstance(clause, nodes.ExampleClause)}  # fmt: skip

    def get(key: str) -> object:
        return clauses[key]

    tiles_clause, deal = get("tiles"), get("deal")
    assert isinstance(tiles_clause, nodes.TilesClause)
    assert isinstance(deal, nodes.DealClause)
    tiles = tile_set(tiles_clause, seats)
    for name, literal in names.items():
        if isinstance(literal, nodes.TileLiteral) and literal.tile not in tiles.number:
            raise ParameterError(f"{name}={literal.tile}: that tile is not in the set", "tiles")
    layout = get("layout")
    assert isinstance(layout, nodes.LayoutClause)
    there = len(tiles) - layout.shape.begun
    size = hand_size(deal, seats, there)
    if size is None:
        raise ParameterError(
            f"the number of tiles dealt to each of {seats} players is missing",
            "deal",
            f'add it, for instance "5 each for {seats}"',
        )
    if not deal.parts and there % seats:
        fewest = there // max(ruleset.players)
        raise ParameterError(
            f"{there} tiles can't be dealt to {seats} players evenly",
            "deal",
            f'state how many, for instance "deal: {fewest} each"',
        )
    if size < 1:
        raise ParameterError(f"{size} tiles each are too few to play with", "deal")
    if size * seats > there:
        left = "" if there == len(tiles) else f", one of which lies on the table: {there} are left"
        raise ParameterError(
            f"{seats} players × {size} = {seats * size} tiles, but the set has {len(tiles)}{left}",
            "deal",
            "deal fewer tiles",
        )
    players, turn = get("players"), get("turn")
    first, after = get("first opener"), clauses.get("next opener")
    domino, blocked, winner = get("domino"), get("blocked"), get("winner")
    match, reserve, redeal = get("match"), get("reserve"), clauses.get("redeal")
    fits = get("fits")
    assert isinstance(fits, nodes.FitsClause)
    assert isinstance(players, nodes.PlayersClause)
    assert isinstance(turn, nodes.TurnClause)
    assert isinstance(first, nodes.FirstOpenerClause)
    assert isinstance(domino, nodes.DominoClause)
    assert isinstance(blocked, nodes.BlockedClause)
    assert isinstance(winner, nodes.WinnerClause)
    assert isinstance(match, nodes.MatchClause)
    assert isinstance(reserve, nodes.ReserveClause)
    reserved = whole(reserve.amount)
    if not 0 <= reserved <= there - seats * size:
        raise ParameterError(
            f"the reserve is {reserved}, but dealing to {seats} players leaves "
            f"{there - seats * size}",
            "reserve",
            "leave this clause out" if there == seats * size else "reserve or deal fewer tiles",
        )
    awards = [clause for clause in clauses.values() if isinstance(clause, nodes.AwardClause)]
    series_amount = 1 if match.amount is None else whole(match.amount)
    if series_amount < 1:
        raise ParameterError(
            f"this must be at least 1, not {series_amount}",
            "match",
            'write a number from 1, or "match: one round"',
        )
    shape = shape_of(layout, get("doubles"), tiles)
    touching = touching_of(fits, tiles)
    return Setup(
        ruleset=ruleset,
        seats=seats,
        parameters=tuple(
            (clause.name, value_of(names[clause.name]))  # type: ignore[arg-type]
            for clause in ruleset.parameters
        ),
        team_size=players.team_size,
        tiles=tiles,
        values=tile_values(tiles, clauses.get("tile value")),
        hand_size=size,
        reserve=reserved,
        redeal=redeal.condition if isinstance(redeal, nodes.RedealClause) else None,
        first_opener=first.rows,
        next_opener=after.rows if isinstance(after, nodes.NextOpenerClause) else first.rows,
        steps=turn.steps,
        again=turn.again,
        domino=domino.condition,
        blocked=blocked.condition,
        winner=winner.table,
        awards=tuple(award for award in awards if award.moment is Moment.ROUND_END),
        in_play=tuple(award for award in awards if award.moment is not Moment.ROUND_END),
        series=match.series,
        series_amount=series_amount,
        starting_again=match.starting_again,
        shutout_double=match.shutout_double,
        drawn_when=None if match.drawn_when is None else whole(match.drawn_when),
        overshoot_ignored=match.overshoot_ignored,
        checked=match.checked,
        head_start=_head_start(match, series_amount, seats, seats // players.team_size),
        shape=shape,
        touching=touching,
        starter=starter_in(layout, tiles),
        tracks=ruleset.tracks | shape.tracks | touching.tracks,
        invariants=tuple(
            (clause.title, clause.condition)
            for clause in clauses.values()
            if isinstance(clause, nodes.InvariantClause)
        ),
    )
