"""What pictures and sentences say of a game of tricks: the bid, the trump, tricks taken."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.arithmetic import Amount
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact, Role
from dominoes_lang.table.state import NOBODY, SEAT_LETTERS, State
from dominoes_lang.table.suits import DOUBLES, NO_TRUMP_WITH, DoublesRank, is_suit
from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.table.tricks import Trick, trick_in
from dominoes_rules.board.laying.tricks_placed import TrickPile, TrickSeat, TrickTable
from dominoes_rules.position.table_view import TableView
from dominoes_rules.speech.speech import ENGLISH, Speech, marked

_SUITS = (
    marked("blanks"),
    marked("ones"),
    marked("twos"),
    marked("threes"),
    marked("fours"),
    marked("fives"),
    marked("sixes"),
    marked("sevens"),
    marked("eights"),
    marked("nines"),
)
_ADDED = nodes.Taken | nodes.Arithmetic | nodes.Number | nodes.Who | nodes.Related
"""Of what an amount may be that is held against a bid."""
_NO_TRUMP = {
    NO_TRUMP_WITH[DoublesRank.HIGH]: marked("no trump, doubles high"),
    NO_TRUMP_WITH[DoublesRank.LOW]: marked("no trump, doubles low"),
    NO_TRUMP_WITH[DoublesRank.APART]: marked("no trump, doubles apart"),
}


@lru_cache(64)
def taken_measures(setup: Setup) -> frozenset[nodes.TakenMeasure]:
    """What a game counts of the tricks that were taken: `tricks`, `pips`, `tiles`, `doubles`."""
    asked = (setup.winner, *setup.awards, *setup.in_play, setup.domino)
    every = (node for part in asked for node in nodes.walk(part))
    return frozenset(node.measure for node in every if isinstance(node, nodes.Taken))


@lru_cache(64)
def _against_bid(setup: Setup) -> Expression | None:
    """What the rules hold against the bid of what the bidder's side has taken; None if nothing."""
    for part in (setup.winner, *setup.awards):
        for node in nodes.walk(part):
            if isinstance(node, nodes.Compare):
                for amount, bid in ((node.left, node.right), (node.right, node.left)):
                    if isinstance(bid, nodes.Read) and bid.fact is Fact.BID and _of_bidder(amount):
                        return amount
    return None


def _of_bidder(amount: Expression) -> bool:
    """Whether an amount is of what the bidder, or their side, has taken."""
    parts = [*nodes.walk(amount)]
    return (
        any(isinstance(part, nodes.Taken) for part in parts)
        and all(isinstance(part, _ADDED) for part in parts)
        and all(part.role is Role.BIDDER for part in parts if isinstance(part, nodes.Who))
        and all(part.relation == "side" for part in parts if isinstance(part, nodes.Related))
    )


def _made_of_bid(compiled: Compiled, state: State, amount: Expression) -> tuple[Amount, Amount]:
    """What the bidder's side has made by now, and its bid, or the most that it can make."""
    setup, more = compiled.setup, state.more
    everything = tuple(setup.tiles.all * (seat == more.bidder) for seat in range(setup.seats))
    made = compiled.amount(amount)
    most = made(*state._replace(more=more._replace(taken=everything)))
    return made(*state), min(more.bid, most)


def suit_words(suit: int, speech: Speech = ENGLISH) -> str:
    """A suit, or a trump, as players call it: `fives`, `doubles`, `no trump`."""
    if suit < len(_SUITS):
        return speech.text(_SUITS[suit])
    if suit < DOUBLES:
        return speech.text("the suit of {number}", number=suit)
    if suit == DOUBLES:
        return speech.text("doubles")
    return speech.text(_NO_TRUMP.get(suit, marked("no trump")))


def trump_words(trump: int, speech: Speech = ENGLISH) -> str:
    """A trump as `table/suits.py` numbers them: `trump: fives`, `no trump`."""
    words = suit_words(trump, speech)
    return speech.text("trump: {suit}", suit=words) if is_suit(trump) else words


def trick_table(
    view: TableView,
    names: Mapping[str, str] | None = None,
    looking: str = "",
    speech: Speech = ENGLISH,
    *,
    letters: bool = True,
) -> TrickTable | None:
    """The trick that lies on the table, by seats, and what each side has taken.

    None in a game without tricks. A trick that was taken lies there until the next one is led.
    names: those of players, by the letter of their seat.
    looking: the seat at the bottom; A without it.
    letters: whether the letters of seats are shown as well, and alone for a side.
    """
    setup, state, given = view.setup, view._known, names or {}
    if setup.tricks is None:
        return None
    more, text = state.more, speech.text
    tiles = view.laid.line
    trick = trick_in(state.ends)
    leader = _leader(view, trick)
    bidding = not state.begun and not view.is_over
    seats = []
    for place in range(setup.seats):
        seat = (SEAT_LETTERS.find(looking or "A") + place) % setup.seats
        letter = SEAT_LETTERS[seat]
        turn = (seat - leader) % setup.seats
        note = ""
        if bidding and seat == more.bidder:
            note = text("bid {bid}", bid=more.bid)
        elif bidding and more.silent >> seat & 1:
            note = text("out")
        elif trick.tiles and not turn:
            note = text("led")
        elif not trick.tiles and tiles and seat == more.taker:
            note = text("took it")
        tile = tiles[turn] if leader != NOBODY and turn < len(tiles) else None
        name = given.get(letter, "")
        title = f"{letter} {name}".rstrip() if letters else name or letter
        seats.append(TrickSeat(title, tile, note))
    middle = []
    if more.bidder != NOBODY and not bidding:
        bidder = SEAT_LETTERS[more.bidder]
        name = bidder if letters else given.get(bidder, bidder)
        middle.append(text("bid {bid} by {name}", bid=more.bid, name=name))
    if state.begun:
        middle.append(trump_words(trick.trump, speech))
    return TrickTable(tuple(seats), _piles(view, {} if letters else given, speech), tuple(middle))


def _leader(view: TableView, trick: Trick) -> int:
    """The seat that led the trick on the table; nobody where none lies there."""
    if trick.tiles:
        return trick.leader
    finisher, laid = view._known.finisher, len(view.laid.line)
    return (finisher - laid + 1) % view.setup.seats if laid and finisher != NOBODY else NOBODY


def _piles(view: TableView, names: Mapping[str, str], speech: Speech) -> tuple[TrickPile, ...]:
    """What each side has taken, and the bidder's side of what it bid."""
    setup, more = view.setup, view._known.more
    against, piles = _against_bid(setup), []
    for side, players in zip(setup.side_names, setup.players_of, strict=True):
        mask = 0
        for seat in players if more.taken else ():
            mask |= more.taken[seat]
        tricks = mask.bit_count() // setup.seats
        words = [speech.plural("{count} trick", "{count} tricks", tricks)]
        if "pips" in taken_measures(setup):
            pips = sum(setup.values[tile] for tile in numbers_in(mask))
            words.append(speech.plural("{count} pip", "{count} pips", pips))
        if against is not None and view._known.begun and more.bidder in players:
            made, needed = _made_of_bid(view.compiled, view._known, against)
            is_in_tricks = isinstance(against, nodes.Taken) and against.measure == "tricks"
            so_far = words.pop(0) if is_in_tricks else f"{made}"
            words.append(speech.text("{made} of {bid}", made=so_far, bid=needed))
        who = speech.listed([names[seat] for seat in side], "and") if names else side
        piles.append(TrickPile(f"{who}: {', '.join(words)}", tricks))
    return tuple(piles)
