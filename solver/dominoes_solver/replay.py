"""A view read action by action: is it possible, and what does it tell?"""

from __future__ import annotations

from dominoes_lang import syntax
from dominoes_lang.compiled import Compiled
from dominoes_lang.interpret import Interpreter
from dominoes_lang.setup import Setup
from dominoes_lang.state import NO_TILE, Action, End, Kind, Over, State
from dominoes_lang.syntax import DRAWING, Act, Expression
from dominoes_lang.tiles import numbers_in
from dominoes_solver.evidence import Builder, Evidence, NoWorld, Unsupported, empty_state
from dominoes_solver.opening import count_redeal, explain_opening, find_opener
from dominoes_solver.slots import STOCK
from dominoes_solver.view import Move, Record


class Refused(NoWorld):
    """An action of a record that can't have happened; `number` counts from 1."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number


def replay(compiled: Compiled, record: Record) -> Evidence:
    """What a record tells.

    Raises `NoWorld` where it can't have happened, naming the action; `Unsupported` where this
    version can't say what the rules tell.
    """
    evidence = Replay(compiled, record).run()
    if not evidence.table.count:
        raise _clash(compiled, record)
    return evidence


def _clash(compiled: Compiled, record: Record) -> NoWorld:
    """The first action after which no deal fits."""
    for length in range(len(record.moves) + 1):
        shorter = Record(
            record.dealt, record.moves[:length], record.stock, record.stock_unseen,
            record.opener, record.round, record.scores,
        )  # fmt: skip
        evidence = Replay(compiled, shorter, record).run()
        if evidence.table.count:
            continue
        if not length:
            return NoWorld("no deal fits these hands and this opening")
        why = "; ".join(dict.fromkeys(one.why for one in evidence.deductions))
        return Refused(length, f"after action {length} no deal fits all of: {why}")
    raise AssertionError("the whole record fits no deal, so some part of it does not")


class Replay:
    """Reads one record; `whole` is the record that a part was cut from."""

    def __init__(self, compiled: Compiled, record: Record, whole: Record | None = None) -> None:
        self.compiled = compiled
        self.setup: Setup = compiled.setup
        self.rules = Interpreter(self.setup)
        self.record = record
        self.known = [hand.known for hand in record.dealt]
        self.unseen = [hand.unseen for hand in record.dealt]
        self.stock = list(record.stock)
        self.stock_unseen = record.stock_unseen
        self.drawn_slot = -1
        # A tile that is seen later on was never hidden.
        seen = sum(1 << move.drawn for move in (whole or record).moves if move.drawn != NO_TILE)
        known = seen
        for hand in record.dealt:
            known |= hand.known
        for tile in self.stock:
            known |= 1 << tile
        self.builder = Builder(compiled, self.setup.tiles.all & ~known)
        self.seen_ahead = seen.bit_count()

    # ------------------------------------------------------------------ the whole

    def run(self) -> Evidence:
        opener = self.deal()
        self.state = empty_state(self.setup, opener, self.record.round, self.record.scores)
        opening = explain_opening(self.builder, self.record, opener)
        self.state = self.state._replace(opening=opening, hands=tuple(self.known))
        for number, move in enumerate(self.record.moves, 1):
            self.number = number
            if self.state.over:
                raise self.refused("the round was over before it")
            self.move(move)
        return self.finish()

    def deal(self) -> int:
        """Set up the slots of the deal; returns the opener."""
        record = self.record
        for seat, hand in enumerate(record.dealt):
            if hand.size != self.setup.hand_size:
                raise NoWorld(
                    f"{self.setup.seat_names[seat]} is dealt {self.setup.hand_size} tiles, "
                    f"and {hand.size} are written"
                )
            if hand.unseen:
                self.builder.slot(seat, 0, hand.unseen)
        self.count_stock()
        count_redeal(self.builder, record.dealt)
        return find_opener(self.setup, record)

    def count_stock(self) -> None:
        """The slot of the stock: what is neither known nor drawn."""
        drawn = [move for move in self.record.moves if move.kind is Kind.DRAW]
        from_unseen = max(0, len(drawn) - len(self.record.stock))
        hidden_draws = sum(
            move.drawn == NO_TILE for move in drawn[len(drawn) - from_unseen :]
        )
        room = sum(slot.size for slot in self.builder.slots) + hidden_draws
        left = self.builder.tiles.bit_count() - room
        if left < 0:
            raise NoWorld(
                "more tiles are drawn than the stock holds"
                if drawn
                else "the hands and the stock have more places than there are tiles"
            )
        self.builder.slot(STOCK, 0, left)

    def finish(self) -> Evidence:
        state = self.state
        if not state.over and not self.builder.goes_on(
            state._replace(stock=self.stock_filled()), self.sizes()
        ):
            state = state._replace(over=Over.BLOCKED)
        return self.builder.build(
            state._replace(stock=tuple(self.stock)), self.sizes(), self.drawn_slot
        )

    def sizes(self) -> tuple[int, ...]:
        return tuple(
            hand.bit_count() + unseen
            for hand, unseen in zip(self.known, self.unseen, strict=True)
        )

    def refused(self, why: str) -> Refused:
        return Refused(self.number, f"action {self.number}: {why}")

    @property
    def seat(self) -> str:
        return self.setup.seat_names[self.state.mover]

    # ------------------------------------------------------------------ one action

    def move(self, move: Move) -> None:
        """Check one action, note what it tells, and carry it out."""
        mover, action = self.state.mover, move.action
        tile = action.tile
        if action.kind is Kind.PLAY:
            self.check_tile(tile)
        pretend = self.pretend(tile if action.kind is Kind.PLAY else NO_TILE)
        if self.unseen[mover]:
            self.explain(action, pretend)
        else:
            self.check_known(action, pretend)
        if action.kind is Kind.DRAW:
            self.draw(move, pretend)
            return
        after = self.compiled.play(pretend, action)
        if action.kind is Kind.PLAY:
            self.lay(tile)
        self.drawn_slot = -1
        self.settle(after)

    def check_tile(self, tile: int) -> None:
        """The mover must be able to hold the tile."""
        mover = self.state.mover
        name = self.setup.tiles.tiles[tile]
        if self.known[mover] >> tile & 1:
            return
        for seat, hand in enumerate(self.known):
            if hand >> tile & 1:
                raise self.refused(f"{self.seat} can't play {name}: {self.setup.seat_names[seat]} holds it")
        if tile in self.stock:
            raise self.refused(f"{self.seat} can't play {name}: it is in the stock")
        if not self.builder.tiles >> tile & 1 or self.builder.gone >> tile & 1:
            raise self.refused(f"{self.seat} can't play {name}: it is not in that hand")
        if not self.unseen[mover]:
            raise self.refused(f"{self.seat} does not hold {name}")

    def pretend(self, tile: int) -> State:
        """The state with the hidden hands filled somehow: right in all that is public."""
        mover = self.state.mover
        free = self.builder.tiles & ~self.builder.gone
        hands = list(self.known)
        missing = list(self.unseen)
        if tile != NO_TILE and not hands[mover] >> tile & 1:
            hands[mover] |= 1 << tile
            free &= ~(1 << tile)
            missing[mover] -= 1
        rest = list(numbers_in(free))
        for seat in range(self.setup.seats):
            for _ in range(missing[seat]):
                hands[seat] |= 1 << rest.pop()
        return self.state._replace(hands=tuple(hands), stock=self.stock_filled())

    def stock_filled(self) -> tuple[int, ...]:
        """A stock of the right length that begins with the known tiles; -2 is any other tile."""
        return (*self.stock, *([-2] * self.stock_unseen))

    def settle(self, after: State) -> None:
        """Take over what is public; whether nobody can act may depend on hidden hands."""
        state = after._replace(hands=tuple(self.known), stock=())
        if self.setup.blocked_by_hands and state.over != Over.DOMINO:
            blocked = self.certainly_blocked(after)
            mover = self.state.mover
            state = state._replace(
                over=Over.BLOCKED if blocked else Over.NO,
                mover=mover if blocked or state.step >= 0 else self.setup.after(mover),
            )
        elif state.over != Over.DOMINO and any(self.unseen) and reads_hands(self.setup.blocked):
            raise Unsupported('"blocked" reads hidden hands in a way that can\'t be told yet')
        if any(self.unseen) and reads_hands(self.setup.domino):
            raise Unsupported('"domino" reads a hidden hand')
        self.state = state

    def certainly_blocked(self, after: State) -> bool:
        """Whether nobody can act, whatever the hidden hands are."""
        if self.guarded() and any(self.unseen):
            raise Unsupported("steps with guards, hidden hands and nobody can act don't go yet")
        if not any(self.unseen):
            return self.rules.holds(self.setup.blocked, after._replace(hands=tuple(self.known)))
        if self.setup.draws and len(after.stock) > self.setup.reserve:
            return False
        fits = self.fits(after)
        if any(hand & fits for hand in self.known):
            return False
        hidden = self.builder.tiles & ~self.builder.gone & fits
        return not any(
            hidden & ~refused
            for slot, refused in zip(self.builder.slots, self.builder.refused, strict=True)
            if slot.holder != STOCK
        )

    def guarded(self) -> bool:
        return any(step.guard for step in self.setup.steps if step.act is not Act.PASS)

    def fits(self, state: State) -> int:
        """The mask of the tiles that fit an open end."""
        if not state.ends:
            return self.setup.tiles.all
        bearing = self.setup.tiles.bearing
        return bearing[state.ends[0]] | bearing[state.ends[1]]

    # ------------------------------------------------------------------ effects on the tiles

    def lay(self, tile: int) -> None:
        """A tile leaves the mover's hand; a hidden one came from one of the mover's slots."""
        mover = self.state.mover
        if self.known[mover] >> tile & 1:
            self.known[mover] &= ~(1 << tile)
            return
        slots = self.builder.of(mover)
        if self.drawn_slot >= 0:
            slots = (self.drawn_slot,)
        reasons = self.builder.reasons(tile, slots)
        self.builder.place(tile, slots)
        if self.builder.homeless(tile):
            name = self.setup.tiles.tiles[tile]
            because = "; ".join(dict.fromkeys(reasons)) or "it can't be in that hand"
            raise self.refused(f"{self.seat} can't have played {name}: {because}")
        self.builder.gone |= 1 << tile
        self.unseen[mover] -= 1

    def draw(self, move: Move, pretend: State) -> None:
        """A tile comes from the stock: the known next one, a seen one, or an unseen one."""
        mover = self.state.mover
        tile = move.drawn
        if self.stock:
            upmost = self.stock.pop(0)
            if tile not in {NO_TILE, upmost}:
                tiles = self.setup.tiles.tiles
                raise self.refused(
                    f"{self.seat} can't have drawn {tiles[tile]}: {tiles[upmost]} is the next"
                )
            tile = upmost
        elif self.stock_unseen:
            self.stock_unseen -= 1
        else:
            raise self.refused("the stock is empty")
        self.drawn_slot = -1
        if tile == NO_TILE:
            self.unseen[mover] += 1
            slot = self.builder.slot(mover, self.number, 1)
            for gone in numbers_in(self.builder.gone):
                self.builder.refused[slot] |= 1 << gone
        elif any(hand >> tile & 1 for hand in self.known):
            raise self.refused(f"{self.setup.tiles.tiles[tile]} is in a hand already")
        else:
            self.known[mover] |= 1 << tile
        top = tile if tile != NO_TILE else self.any_hidden(pretend.hands[mover])
        filled = pretend._replace(stock=(top, *pretend.stock[1:]))
        after = self.compiled.play(filled, move.action)
        goes_on = after.step >= 0
        if tile == NO_TILE and goes_on:
            self.drawn_slot = len(self.builder.slots) - 1
        self.settle(after._replace(drawn=tile if goes_on else NO_TILE))

    def any_hidden(self, hand: int) -> int:
        """Some tile that may be in the stock, and is not in this hand."""
        free = self.builder.tiles & ~self.builder.gone & ~hand
        return free.bit_length() - 1

    # ------------------------------------------------------------------ a mover who is known

    def check_known(self, action: Action, pretend: State) -> None:
        """The action of a mover whose hand is known must be legal."""
        legal = self.rules.legal(pretend)
        if action in legal:
            return
        raise self.refused(f"{self.seat} can't {self.words(action)}: {self.instead(legal)}")

    def words(self, action: Action) -> str:
        if action.kind is not Kind.PLAY:
            return action.kind.value
        end = "the left" if action.end == End.LEFT else "the right"
        name = self.setup.tiles.tiles[action.tile]
        return f"play {name} on {end}" if self.state.ends else f"open with {name}"

    def instead(self, legal: list[Action]) -> str:
        words = [self.words(action) for action in legal[:6]]
        return "legal is to " + " or ".join(words) + (" …" if len(legal) > 6 else "")

    # ------------------------------------------------------------------ a mover who is hidden

    def explain(self, action: Action, pretend: State) -> None:
        """Check an action of a mover with hidden tiles, and note what it tells."""
        if not pretend.ends:
            if action.kind is not Kind.PLAY or not self.state.opening >> action.tile & 1:
                raise self.refused(f"{self.seat} can't {self.words(action)}: another opening is due")
            return
        if action.kind is Kind.PLAY:
            bearing = self.setup.tiles.bearing
            end = pretend.ends[action.end]
            if not bearing[end] >> action.tile & 1:
                raise self.refused(f"{self.seat} can't {self.words(action)}: it does not fit")
        if pretend.step >= 0:
            self.after_draw(action, pretend)
        else:
            self.by_groups(action, pretend, range(len(self.setup.steps)))

    def after_draw(self, action: Action, pretend: State) -> None:
        """The turn goes on after a draw: the drawn tile is played if it fits, and only that."""
        drawn = self.state.drawn
        if action.kind is Kind.PLAY:
            if drawn not in {NO_TILE, action.tile}:
                name = self.setup.tiles.tiles[drawn]
                raise self.refused(f"{self.seat} drew {name} and can play nothing else")
            return
        fits = self.fits(pretend)
        if drawn != NO_TILE and fits >> drawn & 1:
            name = self.setup.tiles.tiles[drawn]
            raise self.refused(f"{self.seat} drew {name} and must play it")
        if drawn == NO_TILE:
            ends = self.ends_in_words(pretend)
            self.builder.refuse(
                self.state.mover, (self.drawn_slot,), fits, self.number,
                f"{self.seat} drew a tile that did not fit {ends} at action {self.number - 1}",
            )  # fmt: skip
        act = self.setup.steps[pretend.step].act
        if act is Act.DRAW_THEN_PLAY:
            if action.kind is Kind.DRAW:
                raise self.refused(f"{self.seat} may draw one tile only")
            return
        if len(pretend.stock) > self.setup.reserve:
            if action.kind is Kind.PASS:
                raise self.refused(f"{self.seat} must go on drawing")
            return
        if action.kind is Kind.DRAW:
            raise self.refused("no tile can be drawn")
        below = range(pretend.step + 1, len(self.setup.steps))
        if any(self.setup.steps[number].act is Act.PASS for number in below):
            self.by_groups(action, pretend, below)

    def by_groups(self, action: Action, pretend: State, numbers: range) -> None:
        """Find the group of steps that the action belongs to; none before it was possible."""
        void = False
        for group in self.setup.groups:
            steps = [self.setup.steps[number] for number in group if number in numbers]
            if any(self.belongs(step, action, pretend) for step in steps):
                if void:
                    self.note_void(action, pretend)
                return
            for step in steps:
                if step.act is Act.PLAY:
                    void |= self.guard_holds(step, pretend)
                elif self.is_open(step, pretend):
                    raise self.refused(f"{self.seat} can't {self.words(action)}: it was possible to {step.act.value}")
        raise self.refused(f"{self.seat} can't {self.words(action)}: no step of the turn allows it")

    def belongs(self, step: syntax.Step, action: Action, pretend: State) -> bool:
        """Whether an action is one that an open step allows."""
        if action.kind is Kind.PLAY:
            return step.act is Act.PLAY and self.guard_holds(step, pretend)
        wanted = step.act is Act.PASS if action.kind is Kind.PASS else step.act in DRAWING
        return wanted and self.is_open(step, pretend)

    def is_open(self, step: syntax.Step, pretend: State) -> bool:
        """Whether a draw or a pass is possible, which everybody can see."""
        if step.act in DRAWING and len(pretend.stock) <= self.setup.reserve:
            return False
        return self.guard_holds(step, pretend)

    def guard_holds(self, step: syntax.Step, pretend: State) -> bool:
        if step.guard is None:
            return True
        if reads_hands(step.guard):
            raise Unsupported(
                "a guard of the turn reads the mover's own tiles, and these are hidden here"
            )
        return self.rules.holds(step.guard, pretend)

    def note_void(self, action: Action, pretend: State) -> None:
        """The mover could not play: no tile of the hand fits."""
        mover, fits = self.state.mover, self.fits(pretend)
        known = self.known[mover] & fits
        if known:
            tile = self.setup.tiles.tiles[known.bit_length() - 1]
            raise self.refused(f"{self.seat} can't {self.words(action)}: {tile} fits")
        done = "passed" if action.kind is Kind.PASS else "drew"
        why = f"{self.seat} {done} on {self.ends_in_words(pretend)} at action {self.number}"
        self.builder.refuse(mover, self.builder.of(mover), fits, self.number, why)

    def ends_in_words(self, state: State) -> str:
        return "-".join(str(number) for number in dict.fromkeys(state.ends))


def reads_hands(node: Expression) -> bool:
    """Whether a condition reads what a hand holds, beyond how many tiles there are."""
    for part in syntax.walk(node):
        if isinstance(part, syntax.Can | syntax.HoldsTile | syntax.HoldsNumber | syntax.HolderOf):
            return True
        if isinstance(part, syntax.Held | syntax.HoldsAmount) and part.measure != "tiles":
            return True
        if isinstance(part, syntax.Ranked) and any(
            extreme.measure != "tiles" for extreme in part.extremes
        ):
            return True
    return False
