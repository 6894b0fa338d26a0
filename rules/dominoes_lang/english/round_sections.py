"""The first sections of a rule sheet: table, deal, opening, turn, and the end of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from dominoes_lang.english.condition_phrases import English
from dominoes_lang.english.known import simplified
from dominoes_lang.english.sections import SetupWriter
from dominoes_lang.english.table_sentences import (
    NOBODYS,
    begun_from,
    of_table,
    rounds_doubles,
)
from dominoes_lang.english.void_deals import void_share
from dominoes_lang.english.wording import counted, listed, number, of_counts, sentence
from dominoes_lang.setup.arithmetic import constant
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, PLAYING, Act, Fact, MatchKind, Role
from dominoes_lang.syntax.vocabulary import SETS
from dominoes_lang.table.shape import Starter
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.table.tiles import Order


class RoundSections(SetupWriter):
    """Writes the sentences about how a round is played."""

    # ------------------------------------------------------------------ table and deal

    def tiles(self) -> Iterator[str]:
        clause = self.clause(nodes.TilesClause)
        assert isinstance(clause, nodes.TilesClause)
        name = {highest: name for name, highest in SETS.items()}[clause.highest]
        left_out = [one for one in clause.without if one.players in {None, self.setup.seats}]
        without = [one.tile.tile.bracketed for one in left_out]
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
            clause = self.clause(nodes.PlayersClause)
            assert isinstance(clause, nodes.PlayersClause)
            if clause.names:
                teams = [f"{name} ({team})" for name, team in zip(clause.names, teams, strict=True)]
            yield sentence(
                f"{seats} in {counted(setup.sides, 'team')}: {' against '.join(teams)}. "
                + ("Partners face each other" if setup.seats == 4 else "Partners sit apart")
            )
        else:
            yield sentence(f"{seats}, each for themselves")
        clause = self.clause(nodes.DirectionClause)
        assert isinstance(clause, nodes.DirectionClause)
        way = "clockwise" if clause.clockwise else "counterclockwise"
        if max(self.counts) > 2:
            yield sentence(f"play passes {way}, from player A to player B and so on")

    def deal(self) -> Iterator[str]:
        setup = self.setup
        yield from begun_from(setup)
        each = counted(setup.hand_size, "tile")
        others = "other tiles" if setup.shape.begun else "tiles"
        if setup.shape.starter is Starter.STOCK:
            others = "tiles"
        yield sentence(f"shuffle the {others} face down and deal {each} to each player")
        if setup.shape.starter is Starter.STOCK:
            yield f"Turn one of the other tiles up and put it on the table. {NOBODYS}"
        left = setup.stock_size
        if not left:
            yield "All other tiles are dealt." if setup.shape.begun else "All tiles are dealt."
            return
        rest = "the other tile is" if left == 1 else f"the other {number(left)} tiles are"
        if not setup.draws:
            yield sentence(
                f"{rest.removesuffix(' are').removesuffix(' is')} "
                f"stay{'s' * (left == 1)} face down and {'is' if left == 1 else 'are'} "
                "not used"
            )
            return
        yield sentence(f"{rest} the stock, from which players draw")
        if setup.reserve:
            last = "tile" if setup.reserve == 1 else f"{number(setup.reserve)} tiles"
            yield sentence(f"the last {last} of the stock may never be drawn")

    def redeal(self) -> Iterator[str]:
        if self.setup.redeal is None:
            return
        condition = simplified(self.setup.redeal)
        if condition != nodes.YesNo(False, span=condition.span):
            text = self.english.condition(condition)
            yield sentence(f"if {text}, the deal is void and the tiles are dealt again")
            share = void_share(self.setup)
            if share is not None and share >= _OFTEN:
                yield f"About {round(100 * share)} of 100 deals are void."

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
            yield f"The round's double is {rounds_doubles(self.setup)}."
        if self.setup.draws and not self.setup.shape.begun:
            yield "The opener must lay a tile and may not draw."

    def next_opener(self) -> Iterator[str]:
        setup = self.setup
        if setup.next_opener == setup.first_opener:
            if setup.series is not MatchKind.ONE_ROUND:
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
        what: str,
        fact: Fact | None = None,
    ) -> Iterator[str]:
        """The choices of an opening, each with the case in which it applies."""
        failing = ""
        for choice in choices:
            text = self.opening(choice, what if not failing else "", fact)
            later = what == "the next round" and _ranks_hands(choice.who)
            yield sentence(f"{failing}{'by the new hands, ' if later else ''}{text}")
            failing = self.failing(choice)

    def opening(self, choice: nodes.Opening, what: str, fact: Fact | None) -> str:
        who, opens = choice.who, f"opens {what}".strip()
        if who is None:
            return "the tiles are shuffled and dealt again"
        if isinstance(who, nodes.Who) and who.role is Role.LOT:
            drawn = f"a player chosen by lot {opens}"
            return self.with_tile(choice, drawn)
        if choice.by_choice:
            return f"{self.english.who(who)} chooses which of its players {opens}"
        if isinstance(who, nodes.HolderOf):
            tile = self.english.tile(who.tile)
            name = f"the player dealt {tile}"
            if choice.with_it or choice.tile == who.tile:
                return f"{name} {opens}, and must open with it"
            return self.with_tile(choice, f"{name} {opens}")
        finisher = nodes.Who(Role.FINISHER, span=who.span)
        if fact is Fact.DOMINO and who == finisher and self.english.leaver == "player":
            return self.with_tile(choice, f"that player {opens}")
        if what == "the next round" and who == nodes.Who(Role.OPENER, span=who.span):
            return self.with_tile(choice, f"the player who opened the round {opens} too")
        return self.with_tile(choice, f"{self.english.who(who)} {opens}")

    def with_tile(self, choice: nodes.Opening, start: str) -> str:
        if choice.tile is None:
            plain = "next round" in start or self.setup.shape.begun
            return start if plain else f"{start}, with any tile"
        if isinstance(choice.tile, nodes.AnyOf):
            named = [one.tile.bracketed for one in choice.tile.tiles]
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

    # ------------------------------------------------------------------ the turn

    def turn(self) -> Iterator[str]:
        yield of_table(self.setup)
        steps = self.setup.steps
        groups = [[steps[number] for number in group] for group in self.setup.groups]
        begins = [all(_begins(step) for step in group) for group in groups]
        # Where the first steps are for the first tile of a turn, that need not be said of each.
        groups = [
            [replace(step, guard=None) for step in group] if first else group
            for group, first in zip(groups, begins, strict=True)
        ]
        on = self.another_turn(limited=any(begins))
        for place, group in enumerate(groups):
            if place and all(begins[:place]) and not begins[place]:
                yield from on
                on = ()
                who = "a player who goes on in the same turn"
            else:
                who = self.none_of(groups[:place])
            yield from self.group(group, who, first=not any(begins))
        yield from on

    def another_turn(self, *, limited: bool) -> Sequence[str]:
        """When a turn goes on after a tile, where it ever does.

        limited: further tiles have steps of their own.
        """
        if self.setup.again is None:
            return ()
        again = simplified(self.setup.again)
        on = "goes on in the same turn" if limited else "has another turn at once"
        last_tile = nodes.Read(Fact.LAST_TILE, span=again.span)
        if again == nodes.IsDouble(last_tile, span=again.span):
            return (f"A player who lays a double {on}.",)
        if _goes_on(self.setup.again):
            return (f"A player who lays a tile {on}.",)
        text = English(self.setup, ended=True).condition(again)
        text = text.replace("the last tile is", "that tile is")
        return (f"A player who lays a tile {on} if {text}.",)

    def group(self, group: Sequence[nodes.Step], who: str, *, first: bool) -> Iterator[str]:
        """The sentences for a group of steps: an obligation, or a choice.

        first: the group is also for the first tile of a turn.
        """
        if len(group) == 1 and group[0].act is Act.PLAY and group[0].guard is None:
            yield sentence(
                f"{who} must lay one" if " holds " in who else f"{who} must {_STEPS[Act.PLAY]}"
            )
            return
        if len(group) == 1:
            when = self.guard(group[0])
            yield sentence(f"{who} must{f', {when},' if when else ''} {self.does(group[0])}")
            return
        yield sentence(f"{who} chooses one of these:")
        for step in group:
            when = self.guard(step)
            if first and step.act is Act.STOP:
                when = f"{when} and after laying a tile" if when else "after laying a tile"
            yield f"- {sentence((f'{when}: ' if when else '') + self.does(step))}"

    def does(self, step: nodes.Step) -> str:
        """What a player does by a step."""
        text = _does(step)
        # Elsewhere it makes no difference that such a turn ends with a pass.
        passes = self.setup.layout.notes_passes
        return text.replace("the turn is over", "they pass") if passes else text

    def none_of(self, before: Sequence[Sequence[nodes.Step]]) -> str:
        """The player for whom no step of the groups before is possible."""
        if not before:
            plain = self.setup.steps[0].act is Act.PLAY and len(self.setup.groups[0]) == 1
            fits = "a player who holds a tile that fits an open end"
            return fits if plain else "a player whose turn it is"
        acts = [step.act for group in before for step in group]
        if acts in ([Act.PLAY], [Act.PLAY_AT_EACH]) and before[0][0].guard is None:
            return "a player who can't"
        guarded = any(step.guard is not None for group in before for step in group)
        if guarded or Act.PLAY_AT_EACH in acts:
            last = "that" if len(before[-1]) == 1 else "any of that"
            return f"a player who can't do {last}{' either' if len(before) > 1 else ''}"
        if Act.DISCARD in acts:
            return "a player without tiles"
        verbs = ["lay"] * (not PLAYING.isdisjoint(acts)) + ["draw"] * any(
            act in DRAWING for act in acts
        )
        if len(verbs) == 1:
            return f"a player who can't {verbs[0]} a tile"
        return f"a player who can neither {' nor '.join(verbs)} a tile"

    def guard(self, step: nodes.Step) -> str:
        """The condition of a step, `if …`; empty if it has none."""
        if step.guard is None:
            return ""
        guard = simplified(step.guard)
        if isinstance(guard, nodes.YesNo):
            return "" if guard.value else "never in this game"
        return f"if {self.english.condition(guard)}"

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
        everyone = nodes.Who(Role.EVERYONE, span=condition.span)
        if setup.blocked_by_hands:
            acts = "lay or draw a tile" if setup.draws else "lay a tile"
            yield sentence(f"if nobody can {acts} any more, the round is blocked and ends at once")
        elif condition == nodes.PassedInARow(everyone, span=condition.span):
            if len(self.counts) > 1:
                all_pass = "all players pass"
            elif setup.seats == 2:
                all_pass = "both players pass"
            else:
                all_pass = f"all {number(setup.seats)} players pass"
            yield sentence(f"if {all_pass} one after another, the round is blocked and ends")
        elif condition == nodes.YesNo(False, span=condition.span):
            yield "A round is never blocked."
        else:
            text = self.english.condition(condition)
            yield sentence(f"the round is blocked and ends if, after a player's action, {text}")


_OFTEN = Fraction(1, 10)
"""The share of void deals from which on the sheet names it."""


def _begins(step: nodes.Step) -> bool:
    """Whether a step is for the first tile of a turn: `when tiles this turn is 0`."""
    guard = step.guard
    return (
        isinstance(guard, nodes.Compare)
        and guard.relation == "is"
        and isinstance(guard.left, nodes.Read)
        and guard.left.fact is Fact.TILES_THIS_TURN
        and constant(guard.right) == 0
    )


def _goes_on(again: nodes.Expression) -> bool:
    """Whether every turn goes on in which a tile is laid."""
    return (
        isinstance(again, nodes.Compare)
        and again.relation == "at least"
        and isinstance(again.left, nodes.Read)
        and again.left.fact is Fact.TILES_THIS_TURN
        and constant(again.right) == 1
    )


def _does(step: nodes.Step) -> str:
    """What a player does by a step."""
    if step.draws == 1:
        return _STEPS[step.act]
    if step.is_limited:
        return (
            f"draw up to {number(step.draws)} tiles from the stock, one by one, until one fits, "
            "and lay that one; if none fits, the turn is over"
        )
    if step.act is Act.DRAW_THEN_GO_ON:
        return (
            f"draw {number(step.draws)} tiles from the stock, or as many as can be drawn, and "
            "choose again"
        )
    return (
        f"draw {number(step.draws)} tiles from the stock, or as many as can be drawn, which ends "
        "the turn even if one of them fits"
    )


_STEPS = {
    Act.PLAY: "lay a tile that fits an open end",
    Act.DRAW_THEN_STOP: "draw one tile from the stock, which ends the turn even if it fits",
    Act.DRAW_THEN_PLAY: (
        "draw one tile from the stock, and lay it at once if it fits; if not, the turn is over"
    ),
    Act.DRAW_UNTIL_ABLE: "draw tiles from the stock, one by one, until one fits, and lay that one",
    Act.DRAW_THEN_GO_ON: "draw one tile from the stock and choose again",
    Act.PASS: "pass",
    Act.PLAY_DOUBLE: "lay a double that fits an open end",
    Act.PLAY_ON_LAST: "lay a tile that fits next to the last tile laid",
    Act.PLAY_AT_EACH: "lay two tiles, one at each end of the line",
    Act.PLAY_ON_OWN: "lay a tile that fits their own train",
    Act.PLAY_ON_OTHERS: (
        "lay a tile that fits another train open to them, one on each such train in a turn"
    ),
    Act.DISCARD: (
        "lay a tile aside, face down: it is out of the hand and can't be laid later, but its pips "
        "and doubles still count as held"
    ),
    Act.STOP: "stop, which ends the turn and does not count as a pass",
}


def _ranks_hands(who: nodes.Expression | None) -> bool:
    """Whether a player is found by comparing what hands hold, beyond how many tiles there are."""
    return any(
        isinstance(part, nodes.Extreme) and part.measure != "tiles" for part in nodes.walk(who)
    )
