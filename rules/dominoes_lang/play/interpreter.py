"""The reference interpreter: the meaning of the rules, plain and slow.

It reads a `Setup` and nothing else, and is the definition of what rules mean; the generated
functions must agree with it in every state.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import add

from dominoes_lang.play.evaluate import Evaluator, Player, Side, Whom, holder
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, MOMENT_AFTER, PLAYING, Act, Moment, Role
from dominoes_lang.table.spots import after_play, plays_owed
from dominoes_lang.table.state import (
    DRAW,
    NO_TILE,
    NOBODY,
    PASS,
    Action,
    Kind,
    Over,
    State,
    counted,
    only_dealt,
    order_of,
    redealt,
    run_on,
    run_over,
    with_aside,
)
from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.table.tricks import trick_in


class Interpreter(Evaluator):
    """The rules of one setup, interpreted."""

    # ------------------------------------------------------------------ the deal

    def is_void(self, hands: tuple[int, ...]) -> bool:
        """Whether a redeal condition holds for these dealt hands."""
        if self.setup.redeal is None:
            return False
        return self.holds(self.setup.redeal, only_dealt(hands))

    def paid_at_the_deal(self, hands: tuple[int, ...]) -> tuple[int, ...]:
        """The points that each side is paid for dealt hands; empty where no rule pays any."""
        if nodes.Moment.THE_DEAL not in self._awards_of:
            return ()
        return self.payments(only_dealt(hands), nodes.Moment.THE_DEAL)

    def opening(
        self,
        hands: tuple[int, ...],
        choices: tuple[nodes.Opening, ...],
        lot: int,
        before: State | None = None,
        spare: int = 0,
    ) -> tuple[int, int] | None:
        """Who opens, and the mask of the tiles to open with; None when the deal is void.

        `lot` is the seat that the lot picks; `before` the end of the round before, if any; `spare`
        how many tiles may be drawn. Nobody, and a number of tiles, if everyone draws as many.
        """
        for choice in choices:
            if choice.draws:
                if choice.draws * self.setup.seats <= spare:
                    return NOBODY, choice.draws
                continue
            if choice.who is None:
                return None
            seat, tiles = self._opener(choice, hands, lot, before)
            free = choice.tile is None and not choice.with_it
            if seat != NOBODY and (free or hands[seat] & tiles):
                return seat, hands[seat] & tiles
        return None

    def _opener(
        self, choice: nodes.Opening, hands: tuple[int, ...], lot: int, before: State | None
    ) -> tuple[int, int]:
        """The seat of a choice (or nobody) and the mask of the tiles that it may open with."""
        number = self.setup.tiles.number
        dealt = redealt(before, hands) if before else only_dealt(hands)
        who = choice.who
        if before is not None and who is not None and by_hands(who):
            who = self._with_winner(who, before)  # who won was decided by the hands before
        if isinstance(who, nodes.HolderOf):
            tile = self.tile(who.tile, dealt)
            if tile is None:
                return NOBODY, 0
            seat = holder(hands, number[tile])
            if choice.with_it:
                return seat, 1 << number[tile]
        elif isinstance(who, nodes.Who) and who.role is Role.LOT:
            seat = lot
        elif choice.by_choice:
            assert who is not None
            known = dealt if before is None or by_hands(who) else before
            seat = self.setup.chosen(self.side(who, known), lot)
        else:
            assert who is not None
            seat = self.player(who, dealt if before is None or by_hands(who) else before)
        if choice.tile is None:
            return seat, self.setup.tiles.all
        if isinstance(choice.tile, nodes.AnyOf):
            return seat, self.setup.mask_of(choice.tile)
        tile = self.tile(choice.tile, dealt)
        return (NOBODY, 0) if tile is None else (seat, 1 << number[tile])

    def _with_winner(self, who: nodes.Expression, before: State) -> nodes.Expression:
        """A who with the winner of a finished round by name."""
        won = self.winner(before)

        def named(part: nodes.Node) -> nodes.Node:
            if not isinstance(part, nodes.Who) or part.role is not Role.WINNER:
                return part
            if won == NOBODY:
                return nodes.Who(Role.NOBODY, span=part.span)
            return nodes.Seat(self.setup.players_of[won][0], span=part.span)

        return nodes.changed(who, named)

    def first_opening(
        self, hands: tuple[int, ...], lot: int, spare: int = 0
    ) -> tuple[int, int] | None:
        """Who opens the first round, in the form of `opening`."""
        return self.opening(hands, self.setup.first_opener[0].choices, lot, spare=spare)

    def next_choices(self, state: State) -> tuple[nodes.Opening, ...]:
        """The choices of `next opener` that apply after a finished round."""
        for row in self.setup.next_opener:
            if row.condition is None or self.holds(row.condition, state):
                return row.choices
        raise AssertionError("the checker lets no incomplete table pass")

    def next_opening(
        self, before: State, hands: tuple[int, ...], lot: int, spare: int = 0
    ) -> tuple[int, int] | None:
        """Who opens the round after `before`, dealt `hands`; in the form of `opening`."""
        if before.over == Over.CUT:
            return None
        return self.opening(hands, self.next_choices(before), lot, before, spare)

    # ------------------------------------------------------------------ actions

    def legal(self, state: State) -> list[Action]:
        """The legal actions: plays by tile, left before right, discards, a draw, a pass, a stop.

        Empty once the round is over.
        """
        if state.over:
            return []
        if self.setup.tricks is not None and not state.begun:
            return self.setup.tricks.auction.legal(state)
        if not state.begun:
            opening = state.hands[state.mover] & state.opening
            return [action for tile in numbers_in(opening) for action in self.plays(state, tile)]
        if state.more.owed >= 0:
            hand = state.hands[state.mover]
            actions = plays_owed(self.setup.layout.rules, state.ends, state.more, hand)
        elif state.step >= 0:
            actions = self._going_on(state)
        else:
            actions = self._open_actions(state, range(len(self.setup.turn.steps)))
        return sorted(set(actions), key=order_of)

    def _going_on(self, state: State) -> list[Action]:
        """The actions of a turn that goes on after a draw."""
        if self.setup.turn.draws_another(state.step):
            return [DRAW]
        fitting = self.plays(state, state.drawn)
        if fitting:
            return fitting
        if self.setup.may_draw_on(state):
            return [DRAW]
        if self.setup.turn.drawing_step(state.step).act is Act.DRAW_THEN_PLAY:
            return [PASS]
        below = range(state.step + 1, len(self.setup.turn.steps))
        return self._open_actions(state, below) or [PASS]

    def _open_actions(self, state: State, numbers: Sequence[int]) -> list[Action]:
        """The actions of the first group of steps in which anything is possible."""
        for group in self.setup.turn.groups:
            actions = [
                action
                for number in group
                if number in numbers
                for action in self.step_actions(state, number)
            ]
            if actions:
                return actions
        return []

    def play(self, state: State, action: Action) -> State:
        """The state after a legal action, the end of the round included."""
        if self.setup.tricks is not None and not state.begun:
            after = self.setup.tricks.auction.after(state, action)
            leads = after.begun and not after.over
            return after._replace(mover=self._next_mover(after)) if leads else after
        after = self._effect(state, action)
        if action.kind in MOMENT_AFTER:
            after = self._pay(after, MOMENT_AFTER[action.kind])
        if self.setup.tricks is not None and not trick_in(after.ends).tiles and not after.over:
            after = self._pay(after, Moment.AFTER_TRICK)
        if after.over or after.more.owed >= 0:
            return after
        if self.holds(self.setup.domino, after):
            return after._replace(over=Over.DOMINO)
        if self.holds(self.setup.blocked, after):
            return after._replace(over=Over.BLOCKED)
        if after.more.out == self.setup.everyone:
            return after._replace(over=Over.BLOCKED)  # nobody has a turn any more
        if after.step >= 0 or self._goes_on(state, action, after):
            return after
        more = after.more._replace(**self.setup.turn_begins)
        return after._replace(mover=self._next_mover(after), more=more)

    def _next_mover(self, state: State) -> int:
        """Whose turn it is next: the player who leads a trick, or else the next one still in."""
        tricks = self.setup.tricks
        if tricks is None or trick_in(state.ends).tiles:
            return self.setup.next_in(state.mover, state.more.out)
        return self.player(tricks.later if state.opened else tricks.lead, state)

    def _goes_on(self, state: State, action: Action, after: State) -> bool:
        """Whether the turn of a player begins again, behind a play or a draw."""
        if action.kind is Kind.DRAW:
            step = self.setup.turn.drawing_step(self._step_of_draw(state))
            return step.act is Act.DRAW_THEN_GO_ON
        again = self.setup.turn.again if action.kind is Kind.PLAY else None
        return again is not None and self.holds(again, after)

    def _pay(self, state: State, moment: Moment) -> State:
        """The state once the awards of a moment are paid, which may end the round."""
        points = self.payments(state, moment)
        if not any(points):
            return state
        paid = tuple(map(add, state.more.paid or (0,) * self.setup.sides, points))
        state = state._replace(more=state.more._replace(paid=paid if any(paid) else ()))
        target = self.setup.target
        if not self.setup.match.checked or target is None:
            return state
        reached = any(self.standing(side, state) >= target for side in range(self.setup.sides))
        return state._replace(over=Over.CUT) if reached else state

    def _effect(self, state: State, action: Action) -> State:
        hands, mover = list(state.hands), state.mover
        if action.kind is Kind.STOP:
            return state._replace(step=-1, drawn=NO_TILE)
        if action.kind is Kind.PASS:
            ends = self.setup.layout.rules.passed(state.ends, mover, True)
            more = self.setup.kept(
                state.more,
                all_passes=state.more.all_passes + 1,
                out=state.more.out | 1 << mover if self.setup.turn.drops_out else 0,
                pass_runs=run_on(state.more.pass_runs, self.setup.seats, mover),
            )
            return state._replace(
                passes=state.passes + 1, step=-1, drawn=NO_TILE, ends=ends, more=more
            )
        if action.kind is Kind.DRAW:
            tile = state.stock[0]
            hands[mover] |= 1 << tile
            step = self.setup.step_after_draw(self._step_of_draw(state), len(state.stock) - 1)
            return state._replace(
                hands=tuple(hands),
                stock=state.stock[1:],
                step=step,
                drawn=NO_TILE if step < 0 else tile,
            )
        hands[mover] &= ~(1 << action.tile)
        pass_runs = run_over(state.more.pass_runs, mover)
        if action.kind is Kind.DISCARD:
            return state._replace(
                hands=tuple(hands),
                passes=0,
                step=-1,
                drawn=NO_TILE,
                more=with_aside(
                    state.more._replace(pass_runs=pass_runs),
                    self.setup.seats,
                    mover,
                    1 << action.tile,
                ),
            )
        ends, fitted, new = after_play(self.setup.layout.rules, state, action)
        return state._replace(
            hands=tuple(hands),
            ends=ends,
            finisher=mover,
            last_tile=action.tile,
            fitted=fitted,
            plays=state.plays + 1,
            passes=0,
            step=-1,
            drawn=NO_TILE,
            more=self.setup.kept(
                state.more._replace(drew=()),
                **counted(state),
                **new,
                owed=self._owed_after(state, action),
                pass_runs=pass_runs,
            ),
        )

    def _owed_after(self, state: State, action: Action) -> int:
        """The end at which a second tile must follow a play, or -1.

        A play is one of the first step that allows it; the tile just drawn is of no such step.
        """
        if "owed" not in self.setup.tracks:
            return -1
        tied = state.step >= 0 and self.plays(state, state.drawn)
        if not state.begun or state.more.owed >= 0 or tied:
            return -1
        listed = self.setup.layout.same.as_listed(state, action)
        for number, step in enumerate(self.setup.turn.steps):
            if step.act in PLAYING and listed in self.step_actions(state, number):
                return 1 - action.place if step.act is Act.PLAY_AT_EACH else -1
        return -1

    def _step_of_draw(self, state: State) -> int:
        """The step of the turn that a draw belongs to: the first draw that is possible."""
        if state.step >= 0:
            return state.step
        for number, step in enumerate(self.setup.turn.steps):
            if step.act in DRAWING and self.step_actions(state, number):
                return number
        raise AssertionError("no step of the turn draws here")

    # ------------------------------------------------------------------ the end of the round

    def awards(self, state: State) -> tuple[int, ...]:
        """The points that each side gets in a finished round, those paid on the way included."""
        paid = state.more.paid or (0,) * self.setup.sides
        if state.over in {Over.CUT, Over.VOID}:
            return paid
        return tuple(map(add, paid, self.payments(state, Moment.ROUND_END)))

    def payments(self, state: State, moment: Moment) -> tuple[int, ...]:
        """The points that each side is paid at a moment."""
        awards = self._awards_of.get(moment, ())
        paid = [(0,) * self.setup.sides, *(self.paid_by(award, state) for award in awards)]
        return self.without_overshoot(tuple(map(sum, zip(*paid, strict=True))), state)

    def paid_by(self, award: nodes.AwardClause, state: State) -> tuple[int, ...]:
        """The points that one award pays each side, whatever the target is."""
        points = [0] * self.setup.sides
        for them in self.bindings_of[award.key]:
            if award.condition is not None and not self.holds(award.condition, state, them):
                continue
            amount = self.amount(self.value_in(award.amount, state, them), state, them)
            for side in self.sides(award.to, state, them):
                points[side] += int(amount)
        return tuple(points)

    def without_overshoot(self, points: tuple[int, ...], state: State) -> tuple[int, ...]:
        """What is paid at one moment, without the sums that rules ignore beyond the target."""
        target = self.setup.target
        if not self.setup.match.overshoot_ignored or target is None:
            return points
        return tuple(
            0 if self.standing(side, state) + paid > target else paid
            for side, paid in enumerate(points)
        )

    def payoff(self, state: State) -> tuple[int, ...]:
        """The payoff of each side in a finished round: points, or 1 for the winner's side."""
        if self.setup.counts_wins:
            winner = self.winner(state)
            return tuple(int(side == winner) for side in range(self.setup.sides))
        return self.awards(state)

    @cached_property
    def _awards_of(self) -> dict[Moment, list[nodes.AwardClause]]:
        """The awards of each moment."""
        awards: dict[Moment, list[nodes.AwardClause]] = {}
        for award in (*self.setup.awards, *self.setup.in_play):
            awards.setdefault(award.moment, []).append(award)
        return awards

    @cached_property
    def bindings_of(self) -> dict[str, Sequence[Whom | None]]:
        """For each award, by its key, the players or sides that `each …` refers to in turn."""
        each: dict[Role | None, Sequence[Whom | None]] = {
            Role.EACH_PLAYER: [Player(seat) for seat in self.setup.playing],
            Role.EACH_SIDE: [Side(side) for side in self.setup.sides_playing],
            None: [None],
        }
        awards = (*self.setup.awards, *self.setup.in_play)
        return {award.key: each[award.each] for award in awards}


def by_hands(who: nodes.Expression) -> bool:
    """Whether the tiles in hands decide which player is meant, and not only how many there are."""
    return any(
        isinstance(node, nodes.HolderOf)
        or (isinstance(node, nodes.Extreme) and node.measure != "tiles")
        for node in nodes.walk(who)
    )
