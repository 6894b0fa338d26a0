"""The end of a round by what people told: winner, payments, totals, who opens next."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dominoes_lang.play.interpreter import by_hands
from dominoes_lang.play.match import MatchStanding, standing
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.message import SheetMessage
from dominoes_lang.sheet.reasons_told import ReasonsTold
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Role
from dominoes_lang.table.state import NOBODY, NOTHING_MORE, Over, State, carried_of
from dominoes_rules.pad.payments_told import PadPayment, paid_lines
from dominoes_rules.pad.table_facts import TableFacts
from dominoes_rules.pad.table_questions import BLOCKED_SAID, END, Ask, Told, told_by


@dataclass(frozen=True)
class RoundStart:
    """What a pad knows of a round before anything is told."""

    number: int
    """Its number in the match, or in the set."""
    scores: tuple[int, ...]
    """The points (or wins) of each side before the round; in a match of sets those of the set."""
    idle: int = 0
    """The rounds in a row before this one that nobody won."""
    opener: int = NOBODY
    """The seat that opens, where the round before decides it; otherwise nobody."""
    paid: tuple[int, ...] = ()
    """What each side has been paid in the round so far."""
    sets: tuple[int, ...] = ()
    """The sets that each side has won; empty for none."""
    streaks: tuple[int, ...] = ()
    """The rounds before this one that each side has won in a row; empty for none."""
    redeals: int = 0
    """Void deals, which a pad asks for where rules count them."""

    def state(self, over: Over) -> State:
        """As much of a state as this is: no hands, no table."""
        paid = self.paid if any(self.paid) else ()
        more = NOTHING_MORE._replace(paid=paid, **carried_of(self))
        return State(
            hands=(),
            ends=(),
            stock=(),
            mover=NOBODY,
            opener=self.opener,
            opening=0,
            over=over,
            round=self.number,
            scores=self.scores,
            more=more,
        )


@dataclass(frozen=True)
class NextOpener:
    """Who opens the round after a finished one, as far as that is decided before the deal."""

    choices: tuple[nodes.Opening, ...]
    """What applies from the first on that is possible."""
    seat: int = NOBODY
    """The player who opens, whatever is dealt; otherwise nobody."""
    among: tuple[int, ...] = ()
    """The players who choose one of them to open."""

    def among_those(self, setup: Setup, totals: tuple[int, ...]) -> NextOpener:
        """The same, with the next player for one who is out of the match with these totals."""
        following = setup.in_round(totals)
        seat = self.seat if self.seat == NOBODY else following.from_seat(self.seat)
        among = tuple(dict.fromkeys(map(following.from_seat, self.among)))
        return replace(self, seat=seat, among=among)


@dataclass(frozen=True)
class RoundEnd:
    """What a finished round is worth."""

    winner: int
    """The side that won it, or nobody."""
    points: tuple[int, ...]
    """What each side was paid in the round, on the way and at its end."""
    payments: tuple[PadPayment, ...]
    """The payments at the end of the round."""
    standing: MatchStanding
    """How the match stands after it."""
    next_opener: NextOpener | None
    """None once the match is over."""
    because: SheetMessage | None = None
    """Why a blocked round has this winner, or none; None if that says itself."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The points (or wins) of each side after it; in a match of sets those of the set."""
        return self.standing.totals

    @property
    def victors(self) -> tuple[int, ...] | None:
        """The sides that have won the match; None while it goes on, none if it is drawn."""
        return self.standing.won


def round_end(setup: Setup, start: RoundStart, ask: Ask) -> RoundEnd:
    """Score a round that was played to its end; what it needs to know is asked for, in order."""
    awards, tables = setup.awards, (setup.winner, setup.next_opener)
    facts, state = TableFacts(setup, ask, (awards, tables)), start.state(Over.BLOCKED)
    before = start.paid or (0,) * setup.sides
    void = facts.nobody_bid(state)
    winner = NOBODY if void else facts.winner(state)
    gained, payments = paid_lines(facts, () if void else awards, state)
    points = tuple(map(sum, zip(before, gained, strict=True)))
    stood = standing(setup, state, winner, points)
    if stood.set_won is None:
        opener: NextOpener | None = next_opener(facts, state).among_those(setup, stood.totals)
    else:
        opener = _next_set(setup, stood)
    return RoundEnd(winner, points, payments, stood, opener)


def cut_round(setup: Setup, start: RoundStart) -> RoundEnd:
    """The end of a round in which a payment brought a side to the target."""
    points = start.paid or (0,) * setup.sides
    stood = standing(setup, start.state(Over.CUT), NOBODY, points)
    return RoundEnd(NOBODY, points, (), stood, _next_set(setup, stood))


def _next_set(setup: Setup, stood: MatchStanding) -> NextOpener | None:
    """Who opens the set that follows; None after the match."""
    if not stood.next_set:
        return None
    return NextOpener(setup.opened_in(setup.first_opener[0].choices, 1))


def is_cut(setup: Setup, start: RoundStart) -> bool:
    """Whether what was paid in a round so far has ended it, and the match."""
    if not setup.match.checked or setup.target is None or not any(start.paid):
        return False
    rules, state = TableFacts(setup, told_by({}), ()), start.state(Over.NO)
    return any(rules.standing(side, state) >= setup.target for side in range(setup.sides))


def next_opener(facts: TableFacts, state: State) -> NextOpener:
    """Who opens the next round, as far as the end of this one decides it."""
    choices = facts.next_choices(state)
    for number, choice in enumerate(choices):
        rest, who = choices[number:], choice.who
        if who is None or _by_lot(who) or by_hands(who):
            return NextOpener(rest)
        if choice.by_choice:
            side = facts.side(who, state)
            if side != NOBODY:
                players = facts.setup.players_of[side]
                return NextOpener(rest, players[0] if len(players) == 1 else NOBODY, players)
            continue
        seat = facts.player(who, state)
        if seat != NOBODY:
            return NextOpener(rest, seat if choice.tile is None else NOBODY, (seat,))
    return NextOpener(())


def _by_lot(who: nodes.Expression) -> bool:
    return isinstance(who, nodes.Who) and who.role is Role.LOT


def told_end(setup: Setup, start: RoundStart, told: Told) -> RoundEnd:
    """Score a round by what was told. Raises `Unknown` for the first thing that was not."""
    ended = round_end(setup, start, told_by(told))
    if told.get(END) != BLOCKED_SAID:
        return ended
    facts = TableFacts(setup, told_by(told), (setup.awards, setup.winner, setup.next_opener))
    state, rows = start.state(Over.BLOCKED), setup.winner.rows
    row = next(
        number
        for number, case in enumerate(rows)
        if case.condition is None or facts.holds(case.condition, state)
    )
    because = ReasonsTold(setup).decision(row, won=ended.winner != NOBODY)
    return replace(ended, because=because)
