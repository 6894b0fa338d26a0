"""The first sections of a rule sheet but for the turn: table, deal, opening, end of a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from dominoes_lang.english.sections import SetupWriter
from dominoes_lang.english.wording import by_players, counted, listed, number, of_counts, sentence
from dominoes_lang.languages.language import english
from dominoes_lang.languages.shown_lines import shown_line
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.known import simplified
from dominoes_lang.sheet.table_told import NOBODYS, begun_from, rounds_doubles
from dominoes_lang.sheet.void_deals import void_share
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Fact, MatchKind, Role
from dominoes_lang.syntax.vocabulary import SETS
from dominoes_lang.table.shape import Starter
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.table.tiles import Order


class RoundSections(SetupWriter):
    """Writes the sentences about how a round is played."""

    # ------------------------------------------------------------------ table and deal

    def tiles(self) -> Iterator[str]:
        clause = self.setup.ruleset.clause(nodes.TilesClause)
        name = {highest: name for name, highest in SETS.items()}[clause.highest]
        left_out = [out for out in clause.without if out.players in {None, self.setup.seats}]
        without = [out.tile.tile.bracketed for out in left_out]
        if clause.without_doubles:
            without = ["the doubles", *without]
        less = f" without {listed(without)}" if without else ""
        count = counted(len(self.setup.tiles), "tile")
        yield sentence(f"a {name} set of dominoes{less} ({count})")

    def players(self) -> Iterator[str]:
        setup = self.setup
        seats = f"{of_counts(self.counts)} players"
        if self.teams:
            teams = [listed([SEAT_LETTERS[seat] for seat in team]) for team in setup.players_of]
            names = setup.ruleset.clause(nodes.PlayersClause).names
            if names:
                teams = [f"{name} ({team})" for name, team in zip(names, teams, strict=True)]
            yield sentence(
                f"{seats} in {counted(setup.sides, 'team')}: {' against '.join(teams)}. "
                + ("Partners face each other" if setup.seats == 4 else "Partners sit apart")
            )
        else:
            yield sentence(f"{seats}, each for themselves")
        clockwise = setup.ruleset.clause(nodes.DirectionClause).clockwise
        way = "clockwise" if clockwise else "counterclockwise"
        if max(self.counts) > 2:
            yield sentence(f"play passes {way}, from player A to player B and so on")

    def deal(self) -> Iterator[str]:
        """Sentences, and where numbers of players differ, a table of what they are dealt."""
        setup = self.setup
        yield from (shown_line(english(), line) for line in begun_from(setup))
        turned = setup.shape.starter is Starter.STOCK
        tiles_dealt = "other tiles" if setup.shape.begun and not turned else "tiles"
        shuffle = f"Shuffle the {tiles_dealt} face down and deal"
        turn_up = [
            f"Turn one of the other tiles up and put it on the table. {english().sentence(NOBODYS)}"
        ] * turned
        rest, of_one = _STOCK if self.draws else _NOT_USED
        hands_differ = len({game.hand_size for game in self.among}) > 1
        rest_differs = len({game.stock_size for game in self.among}) > 1
        if hands_differ and rest_differs:
            yield " ".join([f"{shuffle} by the number of players.", *turn_up, f"The rest {rest}:"])
            where = "in the stock" if self.draws else "left over"
            yield from self.table_of(
                lambda game: f"{_tiles(game.hand_size)} each, {_left(game.stock_size)} {where}"
            )
        elif hands_differ:
            yield f"{shuffle} to each player:"
            yield from self.table_of(lambda game: _tiles(game.hand_size))
            yield from turn_up
        else:
            yield f"{shuffle} {_tiles(setup.hand_size)} to each player."
            yield from turn_up
        if rest_differs and not hands_differ:
            yield f"The other tiles {rest}:"
            yield from self.table_of(lambda game: _left(game.stock_size))
        elif not rest_differs:
            yield _rest(setup, rest, of_one)
        if self.draws and setup.reserve:
            last = "tile" if setup.reserve == 1 else f"{number(setup.reserve)} tiles"
            yield f"The last {last} of the stock may never be drawn."

    def table_of(self, cell: Callable[[Setup], str]) -> Iterator[str]:
        """A row for each number of players, those that are alike together, but for empty ones."""
        cells = by_players({game.seats: cell(game) for game in self.among})
        yield from (f"- {players.capitalize()}: {text}." for text, players in cells if text)

    def redeal(self) -> Iterator[str]:
        if self.setup.redeal is None:
            return
        condition = simplified(self.setup.redeal)
        if condition == nodes.YesNo(False, span=condition.span):
            return
        text = self.english.condition(condition)
        yield sentence(f"if {text}, the deal is void and the tiles are dealt again")
        void = {_void(game) for game in self.among}
        if len(void) > 1:
            yield "Many deals are void:"
            yield from self.table_of(_void)
        elif "" not in void:
            yield sentence(f"{_void(self.setup)} deals are void")

    # ------------------------------------------------------------------ who starts

    def first_opener(self) -> Iterator[str]:
        yield from self.chain(self.setup.first_opener[0].choices, "the first round")
        openers = (self.setup.first_opener, self.setup.next_opener)
        if any(node.order is Order.HEAVIEST_TILE for node in nodes.walk(openers)
               if isinstance(node, nodes.DealtTile)):  # fmt: skip
            yield (
                "The heaviest tile is the one with the most dots; of two with as many, the one "
                "with the higher half."
            )
        if any(isinstance(node, nodes.RoundsDouble) for node in nodes.walk(openers)):
            yield f"The round's double is {english().words(rounds_doubles(self.setup))}."
        if self.draws and not self.setup.shape.begun:
            yield "The opener must lay a tile and may not draw."

    def next_opener(self) -> Iterator[str]:
        setup = self.setup
        if setup.next_opener == setup.first_opener:
            if setup.match.series is not MatchKind.ONE_ROUND:
                yield "Every later round is opened in the same way."
            return
        rows = [(row.condition, row.choices) for row in setup.next_opener]

        def phrase(choices: object, fact: Fact | None) -> str:
            assert isinstance(choices, tuple)
            return " ".join(self.chain(choices, "the next round", fact))

        yield from self.cases(rows, phrase)
        choices = [choice for _, row in rows for choice in row if choice.who is not None]
        free = [choice.tile is None and not choice.with_it for choice in choices]
        if setup.shape.begun:
            return
        if all(free):
            yield "The opener of a later round may begin with any tile."
        elif any(free):
            yield "Any other opener of a later round may begin with any tile."

    def chain(
        self,
        choices: Sequence[nodes.Opening],
        round_name: str,
        fact: Fact | None = None,
    ) -> Iterator[str]:
        """The choices of an opening, each with the case in which it applies."""
        failing = ""
        for choice in choices:
            text = self.opening(choice, round_name if not failing else "", fact)
            later = round_name == "the next round" and nodes.rankings_of_hands(choice.who)
            yield sentence(f"{failing}{'by the new hands, ' if later else ''}{text}")
            failing = self.failing(choice)

    def opening(self, choice: nodes.Opening, round_name: str, fact: Fact | None) -> str:
        who, opens = choice.who, f"opens {round_name}".strip()
        if who is None:
            return "the tiles are shuffled and dealt again"
        if isinstance(who, nodes.Who) and who.role is Role.LOT:
            drawn = f"a player chosen by lot {opens}"
            return self.with_tile(choice, drawn)
        if choice.by_choice:
            choose = (
                "choose which of them"
                if self.english.is_plural(who)
                else ("chooses which of its players")
            )
            return f"{self.english.who(who)} {choose} {opens}"
        if isinstance(who, nodes.HolderOf):
            tile = self.english.tile(who.tile)
            name = f"the player dealt {tile}"
            if choice.with_it or choice.tile == who.tile:
                return f"{name} {opens}, and must open with it"
            return self.with_tile(choice, f"{name} {opens}")
        finisher = nodes.Who(Role.FINISHER, span=who.span)
        if fact is Fact.DOMINO and who == finisher and self.english.leaver == "player":
            return self.with_tile(choice, f"that player {opens}")
        if round_name == "the next round" and who == nodes.Who(Role.OPENER, span=who.span):
            return self.with_tile(choice, f"the player who opened the round {opens} too")
        return self.with_tile(choice, f"{self.english.who(who)} {opens}")

    def with_tile(self, choice: nodes.Opening, start: str) -> str:
        if choice.tile is None:
            plain = "next round" in start or self.setup.shape.begun
            return start if plain else f"{start}, with any tile"
        if isinstance(choice.tile, nodes.AnyOf):
            named = [literal.tile.bracketed for literal in choice.tile.tiles]
            if not named:
                return f"{start} with any double, if they were dealt one"
            tiles = ["any double"] * choice.tile.doubles + named
            return f"{start} with {listed(tiles, 'or')}, if they were dealt one of these"
        if isinstance(choice.tile, nodes.DealtTile):
            return f"{start} with {self.english.tile(choice.tile)} dealt, if it is theirs"
        return f"{start} with {self.english.tile(choice.tile)}, if they were dealt it"

    def failing(self, choice: nodes.Opening) -> str:
        who = choice.who
        if isinstance(who, nodes.HolderOf) and (choice.with_it or choice.tile in {None, who.tile}):
            if isinstance(who.tile, nodes.DealtTile):
                return "if nobody was dealt a double, "
            return f"if nobody was dealt {self.english.tile(who.tile)}, "
        return "failing that, "

    # ------------------------------------------------------------------ the end of a round

    def domino(self) -> Iterator[str]:
        condition = self.setup.domino
        mover = nodes.Who(Role.MOVER, span=condition.span)
        if condition == nodes.HasNoTiles(mover, span=condition.span):
            yield "A player who lays their last tile goes out (“domino”), which ends the round."
        elif self.english.leaver == "side":
            partners = "both partners" if self.setup.team_size == 2 else "all partners"
            yield (
                f"When {partners} have laid their last tiles, their side goes out (“domino”), "
                "which ends the round."
            )
        else:
            text = self.english.condition(simplified(condition))
            yield sentence(
                f"a player goes out (“domino”) and ends the round if, after their action, {text}"
            )

    def blocked(self) -> Iterator[str]:
        setup = self.setup
        condition = simplified(setup.blocked)
        all_of_them = nodes.Who(Role.EVERYONE, span=condition.span)
        if setup.blocked_by_hands:
            acts = "lay or draw a tile" if self.draws else "lay a tile"
            yield sentence(f"if nobody can {acts} any more, the round is blocked and ends at once")
        elif condition == nodes.PassedInARow(all_of_them, span=condition.span):
            everyone = f"{self.english.everyone} players"
            if len(self.counts) == 1 and setup.seats > 2:
                everyone = f"all {number(setup.seats)} players"
            yield sentence(f"if {everyone} pass one after another, the round is blocked and ends")
        elif condition == nodes.YesNo(False, span=condition.span):
            yield "A round is never blocked."
        else:
            text = self.english.condition(condition)
            yield sentence(f"the round is blocked and ends if, after a player's action, {text}")


_STOCK = "are the stock, from which players draw", "is the stock, from which players draw"
_NOT_USED = "stay face down and are not used", "stays face down and is not used"
"""What becomes of the tiles that are left, and of a single one."""
_OFTEN = Fraction(1, 10)
"""The share of void deals from which on the sheet names it."""


def _void(setup: Setup) -> str:
    """How many deals are void; empty if that is not known, or they are few."""
    share = void_share(setup)
    if share is None or share < _OFTEN:
        return ""
    in_a_hundred = round(100 * share)
    return "nearly all" if in_a_hundred == 100 else f"about {in_a_hundred} of 100"


def _rest(setup: Setup, rest: str, of_one: str) -> str:
    """What becomes of the tiles that are left, by a verb for several and one for a single one."""
    left = setup.stock_size
    if not left:
        return f"All {'other ' * setup.shape.begun}tiles are dealt."
    return f"The other tile {of_one}." if left == 1 else f"The other {number(left)} tiles {rest}."


def _tiles(count: int) -> str:
    return counted(count, "tile")


def _left(count: int) -> str:
    return number(count) if count else "none"
