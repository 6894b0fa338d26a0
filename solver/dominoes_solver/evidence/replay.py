"""A record replayed action by action: whether it is possible, and what it reveals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dominoes_lang.analysis.revealed.locking import questions
from dominoes_lang.analysis.revealed.visibility import reads_hands
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.place_names import shown
from dominoes_lang.table.spots import masks_at_each, open_mask, plays_at_each
from dominoes_lang.table.state import (
    NO_TILE,
    NOBODY,
    Action,
    Kind,
    Over,
    State,
    carried_of,
    discard,
)
from dominoes_lang.table.suits import trump_in_rules
from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.table.tricks import trick_in
from dominoes_solver.evidence.actions import NotAllowed, revealed
from dominoes_solver.evidence.blocking import Somebody, blocked, nobody_can
from dominoes_solver.evidence.builder import Builder, empty_state, starter_of
from dominoes_solver.evidence.chains import chains_of, opens_at_once
from dominoes_solver.evidence.dealt_payments import count_paid_at_the_deal
from dominoes_solver.evidence.evidence import Evidence, NoWorld, Unsupported
from dominoes_solver.evidence.locked_awards import either_way
from dominoes_solver.evidence.opening import explain_opening, find_opener
from dominoes_solver.evidence.redealing import count_redeal
from dominoes_solver.evidence.view import Record, RecordedMove
from dominoes_solver.remark import Remark
from dominoes_solver.worlds.slots import STOCK, Counter

ANY_TILE = -2
"""Placeholder in a stock for a tile that nobody has seen."""


_DONE = {
    Kind.PASS: "{seat} passed on {ends} at action {number}",
    Kind.DRAW: "{seat} drew on {ends} at action {number}",
    Kind.STOP: "{seat} stopped on {ends} at action {number}",
    Kind.PLAY: "{seat} played on {ends} at action {number}",
    Kind.DISCARD: "{seat} laid a tile aside on {ends} at action {number}",
}


class RefusedAction(NoWorld):
    """An action of a record that can't have happened; `number` counts from 1."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(number, why)
        self.number = number

    def __str__(self) -> str:
        return "action {}: {}".format(*self.args)


def replay(compiled: Compiled, record: Record) -> Evidence:
    """The evidence of a record.

    Raises `NoWorld` if it can't have happened, naming the action; `Unsupported` where this
    version can't work out what it reveals.
    """
    evidence = Replay(compiled, record).run()
    if evidence.some_world is None:
        raise _clash(compiled, record)
    return evidence


def _clash(compiled: Compiled, record: Record) -> NoWorld:
    """The first action after which no deal fits."""
    for length in range(len(record.moves) + 1):
        evidence = Replay(compiled, record, length).run()
        if evidence.state.over and length < len(record.moves):
            return RefusedAction(length + 1, "the round was already over")
        if evidence.some_world is not None:
            continue
        if not length:
            paid = f" where {record.paid_fact} is right" * any(record.paid)
            return NoWorld(f"no deal fits these hands and this opening{paid}")
        why = "; ".join(dict.fromkeys(deduction.why for deduction in evidence.deductions))
        return RefusedAction(length, f"no deal fits it together with: {why or 'what came before'}")
    raise AssertionError("some part of a record that fits no deal fits none either")


class Replay:
    """Reads one record, or its first `length` actions."""

    def __init__(self, compiled: Compiled, record: Record, length: int | None = None) -> None:
        self.compiled = compiled
        self.setup: Setup = compiled.setup
        self.record = record
        self.moves = record.moves[:length]
        self.number = 0
        self.known = [hand.known for hand in record.dealt]
        self.unseen = [hand.unseen for hand in record.dealt]
        self.aside = [0] * self.setup.seats
        """For each seat the mask of the tiles that it is known to have laid aside."""
        self.stock = list(record.stock)
        self.stock_unseen = record.stock_unseen
        self.drawn_slot = -1
        self.tests: list[Somebody] = []
        """What had to be true for the round to go on, unless a later action shows it."""
        self.last_test: Somebody | None = None
        self.if_blocked: State | None = None
        """With `last_test`: the state if nobody could act, which ended the round."""
        # A tile that is seen later on was never hidden.
        known = sum({1 << move.drawn for move in record.moves if move.drawn != NO_TILE})
        for mask in (*self.known, sum(1 << tile for tile in self.stock)):
            known |= mask
        self.starter = starter_of(self.setup, record)
        """The tile on the table before the first turn; `NO_TILE` where there is none."""
        self.laid = self.starter_mask
        """The mask of the tiles on the table."""
        self.builder = Builder(compiled, self.setup.tiles.all & ~(known | self.starter_mask))

    # ------------------------------------------------------------------ the whole

    def run(self) -> Evidence:
        """Read the record; the evidence may turn out to have no world."""
        for _ in self.states():
            pass
        return self.finish()

    def states(self) -> Iterator[State]:
        """Read the actions: the public state after the deal and after each of them.

        As long as it is not certain that the round is over, it goes on.
        """
        self.deal()
        opener = find_opener(self.builder, self.record)
        state = empty_state(
            self.setup,
            opener,
            self.record.round,
            self.record.scores,
            {**carried_of(self.record), "paid": self.record.paid},
            self.starter,
        )
        opening = explain_opening(self.builder, self.record, opener)
        self.state = state._replace(opening=opening, hands=tuple(self.known))
        yield self.state
        for number, move in enumerate(self.moves, 1):
            self.number = number
            if self.state.over:
                raise self.refused("the round was already over")
            self.move(move)
            yield self.state

    def deal(self) -> None:
        """Set up the slots of the deal."""
        seen, drew, before = 0, self.record.drew_each, self.record.before_drawing
        taker = self.widow_taker()
        if taker != NOBODY and self.setup.redeal is not None:
            raise Unsupported("which of the bidder's tiles were dealt can't be told apart")
        for seat, hand in enumerate(self.record.dealt):
            size = self.setup.size_dealt(seat)
            if before[seat].size != size:
                raise NoWorld(
                    f"{self.setup.seat_names[seat]} is dealt {size} tiles, "
                    f"but {before[seat].size} are written"
                )
            if hand.known & seen:
                raise NoWorld(f"{self.names(hand.known & seen)} appears in two hands")
            seen |= hand.known
            widow = self.stock_unseen if seat == taker else 0
            if before[seat].unseen:
                # Nothing is shown before the stock is taken, so its tiles are as those dealt.
                self.builder.slot(seat, 0, before[seat].unseen + widow)
        known = sum(1 << tile for tile in self.stock) | seen
        if known & self.starter_mask:
            raise NoWorld(f"{self.names(self.starter_mask)} lies on the table from the beginning")
        written = len(self.stock) + self.stock_unseen
        left = self.setup.stock_size - drew * self.setup.seats
        if written != left:
            raise NoWorld(f"the stock has {left} tiles, but {written} are written")
        count_redeal(self.builder, before)
        count_paid_at_the_deal(self.builder, self.record)
        if drew:
            self.draw_to_open()
        self.check_drawn(seen)
        drawn_unseen = [move.drawn == NO_TILE for move in self.moves if move.kind is Kind.DRAW][
            len(self.stock) :
        ]
        room = sum(slot.size for slot in self.builder.slots) + sum(drawn_unseen)
        if taker != NOBODY and not self.record.dealt[taker].unseen:
            room += self.stock_unseen
        self.builder.slot(STOCK, 0, max(0, self.builder.tiles.bit_count() - room))

    def draw_to_open(self) -> None:
        """Set up the slots of what everyone drew before the opening, as nobody could open."""
        setup, drew = self.setup, self.record.drew_each
        batch = setup.draws_to_open
        if not chains_of(setup, self.record.round, drew):
            raise NoWorld(f"the rules don't let everyone draw {drew} before this opening")
        opens = opens_at_once(setup, self.record.round, drew)
        for seat, name in enumerate(setup.seat_names):
            drawn = self.record.drew[seat]
            parts = drawn[:-batch], drawn[-batch:]
            last = sum(1 << tile for tile in parts[1] if tile != NO_TILE)
            held = self.record.dealt[seat].known & ~last & opens
            if held:
                raise NoWorld(
                    f"{name} could have opened with {self.names(held)} before everyone drew"
                )
            earlier = self.builder.of(seat)
            for since, tiles in zip((-2, -1), parts, strict=True):
                unseen = tiles.count(NO_TILE)
                if unseen:
                    slot = self.builder.slot(seat, since, unseen)
                    earlier += (slot,) if since == -2 else ()
            why = Remark("nobody could open before everyone drew")
            self.builder.refuse(seat, earlier, opens, 0, why)

    def widow_taker(self) -> int:
        """The seat that takes the stock in this record, or nobody."""
        tricks = self.setup.tricks
        if tricks is None or not tricks.auction.has_widow or not self.moves:
            return NOBODY
        opener = find_opener(self.builder, self.record)
        state = empty_state(self.setup, opener, self.record.round, self.record.scores)
        for move in self.moves:
            if not tricks.auction.is_open(state.more):
                break
            if move.action not in tricks.auction.legal(state):
                return NOBODY  # refused where it is read
            state = tricks.auction.after(state, move.action)
        return NOBODY if tricks.auction.is_open(state.more) else state.more.bidder

    def take_widow(self, before: State) -> None:
        """Move the stock to the hand of the bidder, if an action has ended the auction."""
        tricks, bidder = self.setup.tricks, self.state.more.bidder
        if tricks is None or not tricks.auction.has_widow or bidder == NOBODY:
            return
        if not tricks.auction.is_open(before.more) or tricks.auction.is_open(self.state.more):
            return
        self.known[bidder] |= sum(1 << tile for tile in self.stock)
        if self.stock_unseen and not self.unseen[bidder]:
            self.builder.slot(bidder, self.number, self.stock_unseen)
        self.unseen[bidder] += self.stock_unseen
        self.stock, self.stock_unseen = [], 0
        self.state = self.state._replace(hands=tuple(self.known))

    def check_drawn(self, dealt: int) -> None:
        """Check that no drawn tile was dealt, or lay in two places of the stock."""
        elsewhere = dealt | self.starter_mask | sum(1 << tile for tile in self.stock)
        draws = [pair for pair in enumerate(self.record.moves, 1) if pair[1].kind is Kind.DRAW]
        for number, move in draws[len(self.stock) :]:
            if move.drawn != NO_TILE and elsewhere >> move.drawn & 1:
                tile = self.names(1 << move.drawn)
                raise RefusedAction(
                    number, f"{tile} can't have been drawn: it was not in the stock"
                )
            elsewhere |= 1 << move.drawn if move.drawn != NO_TILE else 0

    def finish(self) -> Evidence:
        """The evidence of everything read: the round goes on, unless it can't."""
        state = self.state._replace(stock=tuple(self.stock))
        self.builder.counters += [test.counter for test in self.tests]
        self.owe(state)
        sizes = tuple(
            hand.bit_count() + unseen for hand, unseen in zip(self.known, self.unseen, strict=True)
        )
        if self.last_test is not None:
            goes_on = self.builder.build(
                state, sizes, self.drawn_slot, more=(self.last_test.counter,)
            )
            if goes_on.some_world is not None:
                return goes_on
            assert self.if_blocked is not None
            state = self.if_blocked._replace(
                over=Over.BLOCKED, stock=state.stock, drawn=state.drawn
            )
        return self.builder.build(state, sizes, self.drawn_slot)

    def owe(self, state: State) -> None:
        """Note that the mover has a tile for the other end, if one must follow there."""
        owed, mover = state.more.owed, state.mover
        if owed < 0 or state.over or not self.unseen[mover]:
            return
        fits = masks_at_each(self.setup.layout.rules, state.ends, state.more)[owed]
        if not self.known[mover] & fits:
            slots = self.builder.of(mover)
            tiles = fits & self.builder.unlaid
            self.builder.counters.append(Counter.number_of(tiles, slots, low=1))

    def refused(self, why: str) -> RefusedAction:
        return RefusedAction(self.number, why)

    @property
    def seat(self) -> str:
        return self.setup.seat_names[self.state.mover]

    def names(self, tiles: int) -> str:
        return " and ".join(str(tile) for tile in self.setup.tiles.in_mask(tiles))

    # ------------------------------------------------------------------ one action

    def move(self, move: RecordedMove) -> None:
        """Check one action, note what it reveals, and carry it out."""
        mover = self.state.mover
        action = move.action
        if action.tile != NO_TILE:
            self.check_tile(action.tile)
        pretend = self.pretend(action.tile)
        unseen_discard = action.kind is Kind.DISCARD and action.tile == NO_TILE
        if unseen_discard:
            action = self.unseen_discard(pretend)
        if self.unseen[mover]:
            pretend = self.explain(action, pretend)
        else:
            self.check_known(action, pretend)
        if self.last_test is not None and self.last_test not in self.tests:
            self.tests.append(self.last_test)
        if action.kind is Kind.DRAW:
            self.draw(move, pretend)
            return
        if unseen_discard:
            self.split()
        elif action.tile != NO_TILE:
            self.lay(action.tile)
        if action.kind is Kind.PLAY:
            self.laid |= 1 << action.tile
        elif action.kind is Kind.DISCARD and not unseen_discard:
            self.aside[mover] |= 1 << action.tile
        self.drawn_slot = -1
        self.settle(pretend, action)
        self.take_widow(pretend)

    def check_tile(self, tile: int) -> None:
        """The mover must be able to hold the tile."""
        mover = self.state.mover
        if self.known[mover] >> tile & 1:
            return
        can_not = self.can_not(tile)
        for seat, hand in enumerate(self.known):
            if hand >> tile & 1:
                holder = self.setup.seat_names[seat]
                raise self.refused(f"{can_not}: {holder} holds it")
        if tile in self.stock:
            raise self.refused(f"{can_not}: it is in the stock")
        if any(tiles >> tile & 1 for tiles in self.aside):
            raise self.refused(f"{can_not}: it is laid aside already")
        if self.laid >> tile & 1:
            raise self.refused(f"{can_not}: it is already on the table")
        if not self.builder.unlaid >> tile & 1:
            raise self.refused(f"{can_not}: it is drawn later")
        if not self.unseen[mover]:
            raise self.refused(f"{self.seat} does not hold {self.setup.tiles.tiles[tile]}")

    def can_not(self, tile: int) -> str:
        """The beginning of a message: the mover can't play a tile, or lay it aside."""
        name = self.setup.tiles.tiles[tile]
        if self.moves[self.number - 1].kind is Kind.DISCARD:
            return f"{self.seat} can't lay {name} aside"
        return f"{self.seat} can't play {name}"

    @property
    def starter_mask(self) -> int:
        return 0 if self.starter == NO_TILE else 1 << self.starter

    def pretend(self, tile: int) -> State:
        """The state with the hidden hands filled arbitrarily: right in everything public.

        The mover holds `tile` if it is one.
        """
        mover = self.state.mover
        hands, missing = list(self.known), list(self.unseen)
        free = self.builder.unlaid
        if tile != NO_TILE and not hands[mover] >> tile & 1:
            hands[mover] |= 1 << tile
            free &= ~(1 << tile)
            missing[mover] -= 1
        if free.bit_count() < sum(missing):  # a tile is written as drawn that nobody could draw
            number = next(at for at, move in enumerate(self.moves, 1) if move.drawn != NO_TILE)
            raise RefusedAction(number, "no tile can be drawn: all are in hands or were laid")
        for seat, number in enumerate(missing):
            for _ in range(number):
                highest = 1 << free.bit_length() - 1
                hands[seat] |= highest
                free ^= highest
        stock = (*self.stock, *[ANY_TILE] * self.stock_unseen)
        return self.state._replace(hands=tuple(hands), stock=stock)

    def settle(self, before: State, action: Action) -> None:
        """Carry out an action with made-up hidden hands, and keep only what is public."""
        self.last_test = None
        if not any(self.unseen):
            self.state = self.public(self.compiled.play(before, action))
            return
        if reads_hands(self.setup, self.setup.domino):
            raise Unsupported('"domino" reads a hidden hand')
        plays = [rules.play for rules in either_way(self.compiled)]
        after, if_nobody = (play(before, action, blocked=True) for play in plays)
        # Whether an award finds that nobody can play, where that makes a difference.
        nobody: bool | Somebody = False
        if after != if_nobody:
            verb = questions(self.setup)[0].verb
            acted = after._replace(over=Over.NO)
            nobody = nobody_can(self.compiled, self.builder, acted, self.unseen, verb)
        if nobody is True:
            plays, after = plays[::-1], if_nobody
        elif nobody is False:
            if_nobody = after
        result: bool | Somebody = after.over != Over.NO
        if after.over == Over.BLOCKED:
            # Made-up hands can't decide that. It is tested before the turn passes.
            acted = after._replace(over=Over.NO)
            result = blocked(self.compiled, self.builder, acted, self.unseen)
            if result is not True:
                after = plays[0](before, action, blocked=False)
            if isinstance(result, Somebody):
                self.last_test = result
                self.if_blocked = self.public(if_nobody._replace(over=Over.NO))
        if isinstance(nobody, Somebody) and (result != nobody or if_nobody.over != Over.BLOCKED):
            raise Unsupported(
                f"an award asks whether anybody can play after action {self.number}, which hidden "
                "hands decide and a record does not show: write a snapshot with paid:"
            )
        self.state = self.public(after)

    def public(self, state: State) -> State:
        """The state without its made-up parts."""
        more = state.more._replace(aside=tuple(self.aside) if any(self.aside) else ())
        return state._replace(hands=tuple(self.known), stock=(), more=more)

    # ------------------------------------------------------------------ effects on the tiles

    def lay(self, tile: int) -> None:
        """A tile leaves the mover's hand; a hidden one came from one of the mover's slots."""
        mover = self.state.mover
        if self.known[mover] >> tile & 1:
            if self.drawn_slot >= 0:
                raise self.refused(f"{self.can_not(tile)}: only the tile just drawn may be played")
            self.known[mover] &= ~(1 << tile)
            return
        slots = self.builder.of(mover) if self.drawn_slot < 0 else (self.drawn_slot,)
        reasons = self.builder.reasons(tile, slots)
        self.builder.lay_in(tile, slots)
        if self.builder.homeless(tile):
            because = "; ".join(dict.fromkeys(reasons)) or "it can't be in that hand"
            raise self.refused(f"{self.can_not(tile)}: {because}")
        self.builder.gone |= 1 << tile
        self.unseen[mover] -= 1
        # The tile itself shows that somebody could act.
        self.tests = [
            test
            for test in self.tests
            if not (test.tiles >> tile & 1 and set(slots) <= set(test.slots))
        ]

    def unseen_discard(self, pretend: State) -> Action:
        """A discard that nobody saw, with one of the tiles that it may have been."""
        mover = self.state.mover
        if not self.unseen[mover]:
            raise self.refused(f"{self.seat}'s tiles are known, so write which is laid aside: ~64")
        if self.known[mover]:
            names = self.names(self.known[mover])
            raise Unsupported(
                f"whether {self.seat} laid {names} aside at action {self.number} can't be counted: "
                "write which tile it was, as in ~64"
            )
        return discard(pretend.hands[mover].bit_length() - 1)

    def split(self) -> None:
        """One of the mover's hidden tiles is laid aside."""
        mover = self.state.mover
        slots = self.builder.of(mover)
        if len(slots) > 1:
            raise Unsupported(
                f"which of the tiles that {self.seat} was dealt and drew is laid aside at action "
                f"{self.number} can't be counted: write which it was, as in ~64"
            )
        aside = self.builder.split(slots[0], self.number)
        self.tests = [
            replace(test, slots=(*test.slots, aside)) if slots[0] in test.slots else test
            for test in self.tests
        ]
        self.unseen[mover] -= 1

    def draw(self, move: RecordedMove, pretend: State) -> None:
        """A tile comes from the stock: the known next one, a seen one, or an unseen one."""
        mover, tile = self.state.mover, move.drawn
        if self.stock:
            upmost = self.stock.pop(0)
            if tile not in {NO_TILE, upmost}:
                drawn, first = self.names(1 << tile), self.names(1 << upmost)
                raise self.refused(f"{self.seat} can't have drawn {drawn}: {first} is next")
            tile = upmost
        else:
            self.stock_unseen -= 1
        self.drawn_slot = -1
        if tile != NO_TILE:
            self.known[mover] |= 1 << tile
            top = tile
        else:
            self.unseen[mover] += 1
            slot = self.builder.slot(mover, self.number, 1)
            free = self.builder.unlaid & ~pretend.hands[mover]
            top = free.bit_length() - 1
        self.settle(pretend._replace(stock=(top, *pretend.stock[1:])), move.action)
        goes_on = self.state.step >= 0
        self.state = self.state._replace(drawn=tile if goes_on else NO_TILE)
        if tile == NO_TILE and goes_on:
            self.drawn_slot = slot

    # ------------------------------------------------------------------ is it legal

    def check_known(self, action: Action, pretend: State) -> None:
        """The action of a mover whose hand is known must be legal."""
        legal = self.compiled.legal(pretend)
        if self.setup.layout.same.as_listed(pretend, action) not in legal:
            raise self.refused(f"{self.seat} can't {self.words(action)}: {self.instead(legal)}")

    def words(self, action: Action) -> str:
        if action.kind is Kind.DISCARD:
            tile = self.setup.tiles.tiles[action.tile]
            is_known = self.known[self.state.mover] >> action.tile & 1
            return f"lay {tile} aside" if is_known else "lay a tile aside"
        if action.kind is Kind.BID:
            return f"bid {action.said}"
        if action.kind is Kind.NAME:
            return f"name {trump_in_rules(action.said)}"
        if action.kind is not Kind.PLAY:
            return str(action.kind.value)
        name = self.setup.tiles.tiles[action.tile]
        if not self.state.begun and self.setup.tricks is None:
            return f"open with {name}"
        return f"play {name} {self.setup.layout.names.words(self.state, action.end)}".strip()

    def instead(self, legal: list[Action]) -> str:
        words = [self.words(action) for action in legal[:6]]
        return "it is legal to " + " or ".join(words) + (" …" if len(legal) > 6 else "")

    def explain(self, action: Action, pretend: State) -> State:
        """Check an action of a mover with hidden tiles, and note what it reveals.

        Returns the pretended state, with the step of the turn that a draw belongs to.
        """
        try:
            found = revealed(self.compiled, pretend, action)
        except NotAllowed as error:
            raise self.refused(f"{self.seat} can't {self.words(action)}: {error}") from None
        mover, layout = self.state.mover, self.setup.layout
        fits, ends = open_mask(layout.rules, pretend, mover), "-".join(shown(layout.names, pretend))
        if found.unfit and self.drawn_slot >= 0:
            why = Remark(
                "{seat} drew a tile that did not fit {ends} at action {number}",
                seat=self.seat,
                ends=ends,
                number=self.number - 1,
            )
            self.builder.refuse(mover, (self.drawn_slot,), fits, self.number, why)
        if found.unable:
            fits &= found.unable
            if self.known[mover] & fits:
                fitting_tiles = self.names(self.known[mover] & fits)
                raise self.refused(f"{self.seat} can't {self.words(action)}: {fitting_tiles} fits")
            done = _DONE[action.kind]
            why = Remark(done, seat=self.seat, ends=ends, number=self.number)
            if self.setup.tricks is not None:
                led = self.setup.tiles.tiles[trick_in(pretend.ends).tiles[0]]
                why = Remark(
                    "{seat} did not follow {tile} at action {number}",
                    seat=self.seat,
                    tile=led.decimal,
                    number=self.number,
                )
            self.builder.refuse(mover, self.builder.of(mover), fits, self.number, why)
        if found.no_pair:
            left, right = masks_at_each(layout.rules, pretend.ends, pretend.more)
            self.builder.no_pair(self.builder.of(mover), left, right, self.known[mover])
        if found.begins_pair:
            return self.with_second(pretend, action)
        if action.kind is Kind.DRAW:
            return pretend._replace(step=found.step)
        return pretend

    def with_second(self, pretend: State, action: Action) -> State:
        """The same with a tile in the mover's hand that can be laid at the other end."""
        layout, mover = self.setup.layout, self.state.mover
        hand = self.builder.unlaid | pretend.hands[mover]
        played = layout.same.as_listed(pretend, action)
        if plays_at_each(layout.rules, pretend.ends, pretend.more, pretend.hands[mover]).count(
            played
        ):
            return pretend
        if played not in plays_at_each(layout.rules, pretend.ends, pretend.more, hand):
            raise self.refused(f"{self.can_not(action.tile)}: no tile is left for the other end")
        for tile in numbers_in(hand & ~pretend.hands[mover]):
            kept = self.known[mover] | 1 << action.tile
            for partner in numbers_in(pretend.hands[mover] & ~kept):
                swapped = [self._swapped(held_now, tile, partner) for held_now in pretend.hands]
                state = pretend._replace(hands=tuple(swapped))
                if played in plays_at_each(layout.rules, state.ends, state.more, swapped[mover]):
                    return state
        raise self.refused(f"{self.can_not(action.tile)}: nothing held fits the other end")

    @staticmethod
    def _swapped(hand: int, first: int, second: int) -> int:
        """A hand in which two tiles have changed places."""
        both_tiles = 1 << first | 1 << second
        return hand ^ both_tiles if (hand & both_tiles).bit_count() == 1 else hand
