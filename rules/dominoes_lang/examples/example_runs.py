"""Examples in a rules file, run by the interpreter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dominoes_lang.analysis.revealed.visibility import reads_hands
from dominoes_lang.examples.givens import Malformed, Prepared, prepare
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.play.match import MatchStanding, standing
from dominoes_lang.setup.binding import bind
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Node
from dominoes_lang.table.marks import fitting, in_rules
from dominoes_lang.table.spots import left_open_by
from dominoes_lang.table.state import (
    DRAW,
    PASS,
    SEAT_LETTERS,
    STOP,
    Action,
    Kind,
    Over,
    bid,
    discard,
    end_leaving,
    name_trump,
    play,
)
from dominoes_lang.table.suits import trump_in_rules
from dominoes_lang.table.tiles import Tile
from dominoes_lang.table.tricks import trick_in
from dominoes_lang.text.diagnostics import Diagnostic

_LITERALS = nodes.Number | nodes.YesNo | nodes.TileLiteral | nodes.Name
"""What parameters can be set to: a number, yes or no, a tile, a word."""


def run(ruleset: Ruleset, example: nodes.ExampleClause) -> Diagnostic | None:
    """Run an example by the interpreter; None when it passes."""
    try:
        prepared = prepare(ruleset, example)
        return _ExampleRun(prepared, example).run()
    except Malformed as error:
        return error.diagnostic


def run_under(
    of: Ruleset, under: Ruleset
) -> Iterator[tuple[nodes.ExampleClause, Diagnostic | None]]:
    """The examples of one ruleset, run by the rules of another.

    Each comes with the failure there, or None; those that fail by their own rules are left out.
    """
    own, theirs = of.names({}), under.names({})
    for example in of.examples:
        if run(of, example) is None:
            yield example, _without_its_names(example, own, theirs) or run(under, example)


def _without_its_names(
    example: nodes.ExampleClause,
    own: Mapping[str, nodes.Expression],
    theirs: Mapping[str, nodes.Expression],
) -> Diagnostic | None:
    """The failure of an example of which a check reads a parameter or a define that others lack."""
    for check in example.checks:
        for name in sorted(nodes.names_in(check) & own.keys()):
            values = own[name], theirs.get(name)
            kinds = {type(value) for value in values if isinstance(value, _LITERALS)}
            if values[1] is None or len(kinds) > 1:
                return _failed(example, check, f'there is no such "{name}" in these rules')
    return None


def _failed(example: nodes.ExampleClause, node: Node, why: str) -> Diagnostic:
    title = f'the example "{example.title}" fails'
    return Diagnostic("failed-example", title, node.span, why)


class _ExampleRun:
    """One run of an example."""

    def __init__(self, prepared: Prepared, example: nodes.ExampleClause) -> None:
        self.setup = prepared.setup
        self.state = prepared.state
        self.void = prepared.void
        self.example = example
        self.rules = Interpreter(prepared.setup)
        if prepared.at_the_deal:
            paid = self.rules.paid_at_the_deal(self.state.hands)
            self.state = self.state._replace(
                more=self.setup.kept(self.state.more, paid=paid if any(paid) else ())
            )

    def run(self) -> Diagnostic | None:
        illegal = next((test for test in self.example.checks if test.sort == "illegal"), None)
        for number, happening in enumerate(self.example.happenings):
            last = number == len(self.example.happenings) - 1
            action = self.action(happening)
            why = self.refusal(happening, action)
            if last and illegal is not None:
                if not why:
                    return self.failed(illegal, "this is legal")
                break
            if why:
                return self.failed(happening, why)
            self.state = self.rules.play(self.state, action)
        for check in self.example.checks:
            wrong = self.wrong(check)
            if wrong:
                return self.failed(check, wrong)
        return None

    def failed(self, node: Node, why: str) -> Diagnostic:
        return _failed(self.example, node, why)

    # ------------------------------------------------------------------ what happens

    def action(self, happening: nodes.Happening) -> Action:
        """The action of a happening; a draw brings the tile that it names to the top."""
        if happening.act in {"pass", "stop"}:
            return PASS if happening.act == "pass" else STOP
        if happening.act in {"bid", "name"}:
            assert happening.said is not None
            return (bid if happening.act == "bid" else name_trump)(happening.said)
        tile = happening.tile.tile if happening.tile is not None else None
        number = self.setup.tiles.number[tile] if tile is not None else -1
        if happening.act == "draw":
            if tile is not None and number in self.state.stock:
                rest = tuple(stock_tile for stock_tile in self.state.stock if stock_tile != number)
                self.state = self.state._replace(stock=(number, *rest))
            elif tile is not None:
                raise Malformed(
                    "not-in-stock",
                    f"{tile.bracketed} is not in the stock",
                    happening,
                    "list it in the example: stock [6|5]",
                )
            return DRAW
        assert tile is not None
        layout = self.setup.layout
        if happening.act == "discard":
            return discard(number)
        plays = [
            way
            for way in self.rules.legal(self.state)
            if way.kind is Kind.PLAY and way.tile == number
        ]
        if happening.on is not None:
            if not isinstance(happening.on.mark, layout.names.naming.kind):
                raise self.no_place(happening, plays)
            ends = [*dict.fromkeys(layout.names.ends_at(self.state, happening.on.mark))]
            at = play(number, ends[0] if ends else -1)
            plays = [
                play(number, end_leaving(end, way.leaving))
                for way in plays
                for end in ends
                if layout.same.same_place(self.state, way.place, end)
            ] or [at]
        if happening.leaving is not None:
            plays = self.leaving(happening.leaving, plays)
        if len(plays) > 1:
            raise self.which_end(happening, tile, plays)
        if not plays or self.setup.shape.in_arms:
            return plays[0] if plays else play(number)
        return layout.same.as_listed(self.state, plays[0])

    def leaving(self, number: int, plays: list[Action]) -> list[Action]:
        """Those of some plays that leave a number open; one that nothing allows where none does."""
        layout, state = self.setup.layout, self.state
        legal = self.rules.legal(state) if state.begun else ()
        matching = [
            way
            for way in plays
            if layout.same.as_listed(state, way) in legal
            and number == left_open_by(layout.rules, state, way)
        ]
        return matching or [play(way.tile, end_leaving(way.place, number)) for way in plays[:1]]

    def no_place(self, happening: nodes.Happening, plays: list[Action]) -> Malformed:
        """The error of a place that is not named as this layout names its places."""
        naming, words = self.setup.layout.names.naming, [*map(self.where, plays), "on [6|6]"]
        node = happening.on or happening
        return Malformed("no-place", naming.unnamed, node, naming.instead.format(words[0]))

    def which_end(self, happening: nodes.Happening, tile: Tile, plays: list[Action]) -> Malformed:
        """The error of a play of which the end, or the half that stays open, is not clear."""
        if len({way.place for way in plays}) < 2:
            ways = (f'"leaving {way.leaving}"' for way in plays)
            return Malformed(
                "which-half",
                f"{tile.bracketed} fits either way round",
                happening,
                f"write {' or '.join(ways)}",
            )
        marks = [self.setup.layout.names.place(self.state, way.end) for way in plays]
        return Malformed(
            "which-end",
            f"{tile.bracketed} {fitting(marks)}",
            happening,
            f'write "{self.where(plays[0])}" or "{self.where(plays[-1])}"',
        )

    def where(self, action: Action) -> str:
        """The place of a play, as examples write it."""
        mark = self.setup.layout.names.place(self.state, action.end)
        leaving = [f"leaving {action.leaving}"] if action.leaving >= 0 else []
        return " ".join(([] if mark is None else [in_rules(mark)]) + leaving)

    def refusal(self, happening: nodes.Happening, action: Action) -> str:
        """Why an action is not legal; empty when it is."""
        seat = SEAT_LETTERS[happening.seat]
        if self.void:
            return "this deal is void"
        if self.state.over:
            return "the round is over"
        if self.state.mover != happening.seat:
            return f"it is {self.setup.seat_names[self.state.mover]}'s turn"
        legal = self.rules.legal(self.state)
        if self.setup.layout.same.as_listed(self.state, action) in legal:
            return ""
        if action.tile >= 0 and not self.state.hands[happening.seat] >> action.tile & 1:
            return f"{seat} does not hold that tile"
        may = ", ".join(self.shown(legal_action) for legal_action in legal) or "do nothing"
        return f"{seat} may only {may}"

    def shown(self, action: Action) -> str:
        if action.kind is Kind.BID:
            return f"bid {action.said}"
        if action.kind is Kind.NAME:
            return f"name {trump_in_rules(action.said)}"
        if action.tile < 0:
            return str(action.kind.value)
        tile = self.setup.tiles.tiles[action.tile].bracketed
        if action.kind is Kind.DISCARD:
            return f"discard {tile}"
        return f"play {tile} {self.where(action)}".strip()

    # ------------------------------------------------------------------ what must be true

    def wrong(self, check: nodes.Check) -> str:
        """The reason why a check fails; empty if it holds."""
        state, rules = self.state, self.rules
        names = self.setup.ruleset.names(dict(self.setup.parameters))
        check = bind(check, names, self.setup.player_count)
        match check.sort:
            case "round over" if not state.over:
                return "the round goes on"
            case "round goes on" if state.over:
                return f"the round is over: {Over(state.over).name.lower()}"
            case "match over":
                return self.match_goes_on()
            case "match goes on":
                return "" if self.match_goes_on() else "the match is over"
            case "wins the match":
                return self.match_goes_on() or self.wrong_victor(check)
            case "to play":
                return self.wrong_player(check)
            case "takes the trick":
                return self.wrong_taker(check)
            case "opens next":
                return self.wrong_opener(check)
            case "scores":
                return self.wrong_score(check)
            case "may" | "may not":
                return self.wrong_choice(check)
            case "condition":
                assert check.subject is not None
                if not rules.holds(check.subject, state):
                    return self.because(check.subject)
        return ""

    def because(self, condition: nodes.Expression) -> str:
        """Both sides of a comparison that does not hold."""
        if not isinstance(condition, nodes.Compare):
            return "this is false"
        left = condition.left
        if nodes.is_tile(left):
            tile = self.rules.tile(left, self.state)
            return f"it is {tile.bracketed if tile else 'no tile'}"
        if not nodes.is_who(left):
            return f"it is {self.rules.amount(left, self.state)}"
        sides = self.rules.sides(left, self.state)
        if isinstance(left, nodes.Who) and left.role is nodes.Role.WINNER:
            named = [self.side(side) for side in sides]
        else:
            seats = self.rules.seats(left, self.state)
            named = [self.setup.seat_names[seat] for seat in seats]
        return f"it is {', '.join(named) or 'nobody'}"

    def wrong_player(self, check: nodes.Check) -> str:
        assert check.subject is not None
        wanted = self.rules.seats(check.subject, self.state)
        if self.state.over:
            return "the round is over"
        name = self.setup.seat_names[self.state.mover]
        return "" if wanted == (self.state.mover,) else f"it is {name}"

    def wrong_taker(self, check: nodes.Check) -> str:
        assert check.subject is not None
        if not self.state.opened or trick_in(self.state.ends).tiles:
            return "the trick goes on"
        taker = self.state.more.taker
        wanted = self.rules.seats(check.subject, self.state)
        return "" if taker in wanted else f"it is {self.setup.seat_names[taker]}"

    def wrong_opener(self, check: nodes.Check) -> str:
        assert check.subject is not None
        if not self.state.over:
            return "the round goes on"
        choices = self.rules.next_choices(self.state)
        if self.standing().next_set:
            choices = self.setup.opened_in(self.setup.first_opener[0].choices, 1)
        if check.amount is None:
            return self.wrong_choice_of_opener(check.subject, choices)
        if choices[0].who != check.subject or len(choices) < 2:
            return "the rules have no such choice"
        return self.wrong_choice_of_opener(check.amount, choices[1:])

    def wrong_choice_of_opener(
        self, who: nodes.Expression, choices: Sequence[nodes.Opening]
    ) -> str:
        choice, openers = self.next_opener(choices)
        if choice is not None and choice.who == who:
            return ""
        if not openers and not _is_nobody(who):
            return "the new hands or a lot decide it" if choice else "nobody can"
        if openers == self.rules.seats(who, self.state):
            return ""
        names = " or ".join(self.setup.seat_names[seat] for seat in openers)
        return f"it is {names or 'not certain'}"

    def next_opener(
        self, choices: Sequence[nodes.Opening]
    ) -> tuple[nodes.Opening | None, tuple[int, ...]]:
        """Who opens the next round, or all who may; nobody if the new hands or a lot decide."""
        for choice in choices:
            who = choice.who
            by_hands = choice.tile is not None or reads_hands(self.setup, who)
            if who is None or by_hands or (choice.by_chance and not choice.by_choice):
                return choice, ()
            seats = self.rules.seats(who, self.state)
            if seats:
                return choice, self._playing_on(seats)
        return None, ()

    def _playing_on(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Who opens, where it would be these: a player who is then out leaves it to the next."""
        stood = self.standing()
        following = self.setup.in_round(() if stood.next_set else stood.totals)
        return tuple(dict.fromkeys(map(following.from_seat, seats)))

    def wrong_score(self, check: nodes.Check) -> str:
        assert check.subject is not None
        assert check.amount is not None
        if not self.state.over and not self.setup.in_play:
            return "the round goes on"
        points = self.points()
        wanted = self.rules.amount(check.amount, self.state)
        for side in self.rules.sides(check.subject, self.state):
            if points[side] != wanted:
                return f"{self.side(side)} scores {points[side]}"
        return ""

    def points(self) -> tuple[int, ...]:
        """The points of each side in the round so far; without any awards 1 for the winner."""
        if not self.state.over:
            return self.state.more.paid or (0,) * self.setup.sides
        if self.setup.scored:
            return self.rules.awards(self.state)
        winner = self.rules.winner(self.state)
        return tuple(int(side == winner) for side in range(self.setup.sides))

    def wrong_choice(self, check: nodes.Check) -> str:
        happening = check.happening
        assert happening is not None
        refusal = self.refusal(happening, self.action(happening))
        if check.sort == "may":
            return refusal
        return "" if refusal else "this is legal"

    def standing(self) -> MatchStanding:
        """How the match stands after this round."""
        rules, end = self.rules, self.state
        return standing(self.setup, end, rules.winner(end), rules.awards(end))

    def wrong_victor(self, check: nodes.Check) -> str:
        assert check.subject is not None
        wanted = self.rules.sides(check.subject, self.state)
        victors = self.standing().won or ()
        if victors == wanted:
            return ""
        winners = " and ".join(self.side(side) for side in victors)
        return f"it is {winners}" if victors else "the match is drawn, so nobody wins it"

    def side(self, number: int) -> str:
        """A side as rules name it: `A's side`, or the seat of a single player."""
        seat = self.setup.seat_names[number]
        return seat if self.setup.team_size == 1 else f"{seat}'s side"

    def match_goes_on(self) -> str:
        if not self.state.over:
            return "the round goes on"
        stood = self.standing()
        if stood.won is not None:
            return ""
        scores = stood.sets if stood.next_set else stood.totals
        told = ", ".join(f"{self.side(side)} {score}" for side, score in enumerate(scores))
        return (
            f"the match goes on, in sets: {told}"
            if stood.next_set
            else f"the match goes on: {told}"
        )


def _is_nobody(who: nodes.Expression) -> bool:
    return isinstance(who, nodes.Who) and who.role is nodes.Role.NOBODY
