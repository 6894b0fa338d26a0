"""What a sheet tells about a round besides the turn: table and deal, its opening, its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.cases_told import THAT_PLAYER, SetupTold
from dominoes_lang.sheet.known import simplified
from dominoes_lang.sheet.message import Part, SheetMessage
from dominoes_lang.sheet.sheet_lines import SheetLine, by_players, case, line, runs
from dominoes_lang.sheet.table_told import NOBODYS, begun_from, rounds_doubles
from dominoes_lang.sheet.void_deals import void_share
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact, MatchKind, Role
from dominoes_lang.table.shape import Starter
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.table.tiles import Order

FIRST_ROUND = SheetMessage("opens-first-round")
NEXT_ROUND = SheetMessage("opens-next-round")
"""What the opener of a round does, by the round that a chain of openers is for."""
_OPENS = SheetMessage("opens")
_NEARLY_ALL = SheetMessage("nearly-all-deals")
_OFTEN = Fraction(1, 10)
"""The share of void deals from which on the sheet names it."""


class RoundTold(SetupTold):
    """Tells how a round is played."""

    # ------------------------------------------------------------------ table and deal

    def tiles(self) -> Iterator[SheetLine]:
        clause = self.setup.ruleset.clause(nodes.TilesClause)
        left_out = [out for out in clause.without if out.players in {None, self.setup.seats}]
        without: list[Part] = [out.tile.tile.bracketed for out in left_out]
        if clause.without_doubles:
            without = [SheetMessage("the-doubles"), *without]
        tile_set: SheetMessage = SheetMessage("tile-set", highest=clause.highest)
        if without:
            tile_set = SheetMessage("tile-set-without", of=tile_set, without=tuple(without))
        yield line(SheetMessage("tiles-needed", of=tile_set, n=len(self.setup.tiles)))

    def players(self) -> Iterator[SheetLine]:
        setup, counts = self.setup, runs(self.counts)
        if self.teams:
            teams: list[Part] = [
                tuple(SEAT_LETTERS[seat] for seat in team) for team in setup.players_of
            ]
            letters = [SheetMessage("team-of", letters=team) for team in teams]
            names = setup.ruleset.clause(nodes.PlayersClause).names
            if names:
                letters = [
                    SheetMessage("team-named", name=name, letters=team)
                    for name, team in zip(names, teams, strict=True)
                ]
            facing = SheetMessage("partners-face" if setup.seats == 4 else "partners-apart")
            in_teams = SheetMessage(
                "players-in-teams", counts=counts, n=setup.sides, teams=tuple(letters)
            )
            yield line(in_teams, facing)
        else:
            yield line(SheetMessage("players-alone", counts=counts))
        clockwise = setup.ruleset.clause(nodes.DirectionClause).clockwise
        if max(self.counts) > 2:
            yield line(SheetMessage("clockwise" if clockwise else "counterclockwise"))

    def deal(self) -> Iterator[SheetLine]:
        """Sentences, and where numbers of players differ, a table of what they are dealt."""
        setup = self.setup
        yield from begun_from(setup)
        turned = setup.shape.starter is Starter.STOCK
        tiles = SheetMessage("other-tiles" if setup.shape.begun and not turned else "the-tiles")
        turn_up = [SheetMessage("turn-up"), NOBODYS] if turned else []
        rest = SheetMessage(self.rest_key("are-stock", "are-widow", "are-not-used"))
        hands_differ = len({game.hand_size for game in self.among}) > 1
        rest_differs = len({game.stock_size for game in self.among}) > 1
        if hands_differ and rest_differs:
            by_number = SheetMessage("deal-by-number-of-players", tiles=tiles)
            yield line(by_number, *turn_up, SheetMessage("rest-heading", rest=rest))
            key = "hand-and-stock" if self.draws else "hand-and-left-over"
            yield from self.table_of(
                lambda game: SheetMessage(key, hand=game.hand_size, left=game.stock_size)
            )
        else:
            if hands_differ:
                yield line(SheetMessage("deal-heading", tiles=tiles))
                yield from self.table_of(
                    lambda game: SheetMessage("counted-tiles", n=game.hand_size)
                )
            else:
                yield line(SheetMessage("deal-each", tiles=tiles, hand=setup.hand_size))
            if turn_up:
                yield line(*turn_up)
        if rest_differs and not hands_differ:
            yield line(SheetMessage("others-heading", rest=rest))
            yield from self.table_of(lambda game: SheetMessage("left", n=game.stock_size))
        elif not rest_differs:
            yield line(self.rest(rest))
        if self.draws and setup.reserve:
            yield line(SheetMessage("reserve", n=setup.reserve))
        if len(self.among) == 1:
            for fewer in setup.rounds_of_fewer():
                if fewer.hand_size != setup.hand_size:
                    key, left = "deal-to-fewer", fewer.player_count
                    yield line(SheetMessage(key, n=left, hand=fewer.hand_size))

    def rest_key(self, stock: str, widow: str, unused: str) -> str:
        """Which of three keys tells of the tiles that are left."""
        if self.draws:
            return stock
        return widow if "widow" in self.setup.ruleset.clauses else unused

    def rest(self, rest: SheetMessage) -> SheetMessage:
        """What becomes of the tiles that are left."""
        left = self.setup.stock_size
        if not left:
            return SheetMessage("all-others-dealt" if self.setup.shape.begun else "all-dealt")
        if left == 1:
            return SheetMessage(
                self.rest_key(
                    "other-tile-is-stock", "other-tile-is-widow", "other-tile-is-not-used"
                )
            )
        return SheetMessage("others", n=left, rest=rest)

    def table_of(self, cell: Callable[[Setup], SheetMessage | None]) -> Iterator[SheetLine]:
        """A row for each number of players, those that are alike together, but for empty ones."""
        for told, counts in by_players({game.seats: cell(game) for game in self.among}):
            if told is not None:
                players = SheetMessage("for-players", counts=runs(counts))
                yield case(SheetMessage("players-line", players=players, line=told))

    def redeal(self) -> Iterator[SheetLine]:
        if self.setup.redeal is None:
            return
        condition = simplified(self.setup.redeal)
        if condition == nodes.YesNo(False, span=condition.span):
            return
        yield line(SheetMessage("void-if", condition=self.during.condition(condition)))
        void = {_void(game) for game in self.among}
        if len(void) > 1:
            yield line(SheetMessage("void-heading"))
            yield from self.table_of(_void)
        else:
            yield from (line(SheetMessage("void-deals", share=share)) for share in void if share)

    # ------------------------------------------------------------------ who starts

    def first_opener(self) -> Iterator[SheetLine]:
        for told in self.chain(self.setup.first_opener[0].choices, FIRST_ROUND):
            yield line(told)
        openers = (self.setup.first_opener, self.setup.next_opener)
        if any(node.order is Order.HEAVIEST_TILE for node in nodes.walk(openers)
               if isinstance(node, nodes.DealtTile)):  # fmt: skip
            yield line(SheetMessage("what-is-heaviest"))
        if any(isinstance(node, nodes.RoundsDouble) for node in nodes.walk(openers)):
            yield line(SheetMessage("what-is-rounds-double", doubles=rounds_doubles(self.setup)))
        if self.setup.shape.tricks:
            yield line(SheetMessage("opener-bids-first"))
        elif self.draws_in_turns and not self.setup.shape.begun:
            yield line(SheetMessage("opener-may-not-draw"))

    def next_opener(self) -> Iterator[SheetLine]:
        setup = self.setup
        if setup.next_opener == setup.first_opener:
            if setup.match.series is not MatchKind.ONE_ROUND:
                yield line(SheetMessage("later-rounds-alike"))
            return
        rows = [(row.condition, row.choices) for row in setup.next_opener]

        def phrase(choices: object, fact: Fact | None) -> Sequence[SheetMessage]:
            assert isinstance(choices, tuple)
            return [*self.chain(choices, NEXT_ROUND, fact)]

        yield from self.cases(rows, phrase)
        choices = [choice for _, row in rows for choice in row if choice.who is not None]
        free = [choice.tile is None and not choice.with_it for choice in choices]
        if setup.shape.begun or setup.shape.tricks:
            return
        if all(free):
            yield line(SheetMessage("later-opener-is-free"))
        elif any(free):
            yield line(SheetMessage("other-opener-is-free"))

    def chain(
        self, choices: Sequence[nodes.Opening], opens: SheetMessage, fact: Fact | None = None
    ) -> Iterator[SheetMessage]:
        """The choices of an opening, each with the case in which it applies."""
        before: nodes.Opening | None = None
        for choice in choices:
            told = self.opening(choice, opens if before is None else _OPENS, fact)
            if opens == NEXT_ROUND and nodes.rankings_of_hands(choice.who):
                told = SheetMessage("by-new-hands", clause=told)
            yield told if before is None else self.failing(before, told)
            before = choice

    def opening(
        self, choice: nodes.Opening, opens: SheetMessage, fact: Fact | None
    ) -> SheetMessage:
        """The clause that somebody opens a round."""
        who = choice.who
        if choice.draws:
            tiles = SheetMessage("counted-tiles", n=choice.draws)
            return SheetMessage("everyone-draws-to-open", tiles=tiles)
        if who is None:
            return SheetMessage("dealt-again")
        if choice.by_choice:
            return SheetMessage("chooses-opener", who=self.during.who(who), opens=opens)
        if isinstance(who, nodes.HolderOf):
            dealt = SheetMessage("who-was-dealt", tile=self.during.tile(who.tile))
            opening = SheetMessage("opening", who=dealt, opens=opens)
            if choice.with_it or choice.tile == who.tile:
                return SheetMessage("and-with-it", clause=opening)
            return self.with_tile(choice, opening, opens)
        told = self.during.who(who)
        finisher = nodes.Who(Role.FINISHER, span=who.span)
        if fact is Fact.DOMINO and who == finisher and not self.during.by_side:
            told = THAT_PLAYER
        again = opens == NEXT_ROUND and who == nodes.Who(Role.OPENER, span=who.span)
        opening = SheetMessage("opening-again" if again else "opening", who=told, opens=opens)
        return self.with_tile(choice, opening, opens)

    def with_tile(
        self, choice: nodes.Opening, opening: SheetMessage, opens: SheetMessage
    ) -> SheetMessage:
        """An opening with the tile that it may or must be."""
        if choice.tile is None:
            shape = self.setup.shape
            plain = opens == NEXT_ROUND or shape.begun or shape.tricks
            return opening if plain else SheetMessage("with-any-tile", clause=opening)
        if isinstance(choice.tile, nodes.AnyOf):
            named: list[Part] = [literal.tile.bracketed for literal in choice.tile.tiles]
            if not named:
                return SheetMessage("with-any-double", clause=opening)
            tiles = (*[SheetMessage("any-double")] * choice.tile.doubles, *named)
            return SheetMessage("with-one-of", clause=opening, tiles=tiles)
        dealt = isinstance(choice.tile, nodes.DealtTile)
        tile = self.during.tile(choice.tile)
        return SheetMessage("with-tile-of-all" if dealt else "with-tile", clause=opening, tile=tile)

    def failing(self, choice: nodes.Opening, then: SheetMessage) -> SheetMessage:
        """What happens where a choice does not apply."""
        who = choice.who
        if choice.draws:
            return SheetMessage("led", when=SheetMessage("if-stock-too-small"), clause=then)
        if isinstance(who, nodes.HolderOf) and (choice.with_it or choice.tile in {None, who.tile}):
            if isinstance(who.tile, nodes.DealtTile):
                return SheetMessage("led", when=SheetMessage("if-no-double-dealt"), clause=then)
            not_dealt = SheetMessage("if-not-dealt", tile=self.during.tile(who.tile))
            return SheetMessage("led", when=not_dealt, clause=then)
        return SheetMessage("led", when=SheetMessage("failing-that"), clause=then)

    # ------------------------------------------------------------------ the end of a round

    def domino(self) -> Iterator[SheetLine]:
        condition = self.setup.domino
        if self.setup.shape.tricks:
            everyone = nodes.Who(Role.EVERYONE, span=condition.span)
            if condition == nodes.HasNoTiles(everyone, span=condition.span):
                yield line(SheetMessage("all-tiles-played"))
            else:
                told = self.during.condition(simplified(condition))
                yield line(SheetMessage("round-ends-if", condition=told))
            return
        mover = nodes.Who(Role.MOVER, span=condition.span)
        if condition == nodes.HasNoTiles(mover, span=condition.span):
            yield line(SheetMessage("goes-out-with-last-tile"))
        elif self.during.by_side:
            both = self.setup.team_size == 2
            yield line(SheetMessage("both-partners-go-out" if both else "all-partners-go-out"))
        else:
            told = self.during.condition(simplified(condition))
            yield line(SheetMessage("goes-out-if", condition=told))

    def blocked(self) -> Iterator[SheetLine]:
        setup = self.setup
        if setup.shape.tricks:
            return
        condition = simplified(setup.blocked)
        all_of_them = nodes.Who(Role.EVERYONE, span=condition.span)
        if setup.turn.drops_out:
            yield line(SheetMessage("blocked-if-all-drop-out"))
        if _is_all_out(setup, condition):
            return
        if setup.blocked_by_hands:
            key = "blocked-if-nobody-acts" if self.draws_in_turns else "blocked-if-nobody-lays"
            yield line(SheetMessage(key))
        elif condition == nodes.PassedInARow(all_of_them, span=condition.span):
            everyone = self.during.role(Role.EVERYONE)
            if len(self.counts) == 1 and setup.seats > 2:
                everyone = SheetMessage("all-so-many-players", n=setup.seats)
            yield line(SheetMessage("blocked-if-pass", who=everyone))
        elif condition == nodes.YesNo(False, span=condition.span):
            yield line(SheetMessage("never-blocked"))
        else:
            during = replace(self.during, actor=THAT_PLAYER)
            yield line(SheetMessage("blocked-if", condition=during.condition(condition)))


def _is_all_out(setup: Setup, condition: Expression) -> bool:
    """Whether a block is that nobody is left in the round, which ends in any case."""
    if not setup.turn.drops_out:
        return False
    still_in, none = (
        nodes.Read(Fact.STILL_IN, span=condition.span),
        nodes.Number(0, span=condition.span),
    )
    return isinstance(condition, nodes.PassedInARow) or any(
        condition == nodes.Compare(relation, still_in, none, span=condition.span)
        for relation in ("is", "at most")
    )


def _void(setup: Setup) -> SheetMessage | None:
    """How many deals are void; None if that is not known, or they are few."""
    share = void_share(setup)
    if share is None or share < _OFTEN:
        return None
    in_a_hundred = round(100 * share)
    return _NEARLY_ALL if in_a_hundred == 100 else SheetMessage("of-100-deals", n=in_a_hundred)
