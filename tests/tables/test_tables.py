"""The table as a value: whatever is done there, an old table stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import get_args

import pytest

import dominoes_rules as dr
from dominoes_lang.table.state import Kind
from dominoes_rules.conversation.phrases import Phrases
from dominoes_rules.errors import IllegalMove, InvalidMove
from dominoes_rules.play.taking_back import is_forced
from dominoes_rules.tables.events import (
    Acted,
    Because,
    BySeat,
    ChoiceStands,
    Event,
    HintAsked,
    HintsSwitched,
    RoundBegan,
    SeatsSwapped,
    TableReopened,
    TakenBack,
)
from dominoes_rules.tables.match_table import (
    Answers,
    Consent,
    MatchTable,
    NextRound,
    Presence,
    Step,
    ToMove,
)
from dominoes_rules.tables.telling import acted, told_again
from tests.games import bundled


def begun(game: str = "partnership", seed: int = 5, consent: Consent = Consent.ALL) -> MatchTable:
    return MatchTable.of(dr.Match(dr.variant(game), seed=seed), consent)


def played_on(table: MatchTable, actions: int) -> MatchTable:
    for _ in range(actions):
        table, _ = table.play(table.game.legal_moves[-1])
    return table


Done = Callable[[MatchTable, float], Step]


def anything(table: MatchTable, random: Random) -> Done:
    """Something that can be done at a table that is not over, to be done to any equal table."""
    can: list[Done]
    match table.asks:
        case ToMove(seat, forced):
            move = forced or random.choice(table.game.legal_moves)
            can = [lambda table, now: table.play(move, now, forced=forced is not None)]
            if random.random() < 0.2:
                who, there = random.choice([*table.seats]), random.choice([*Presence])
                can = [
                    lambda table, now: table.sit(who, there, now),
                    lambda table, _: table.ask_hint(),
                    lambda table, _: table.close(who),
                    lambda table, now: (table.pause(now), ()),
                ]
                can += [lambda table, now: table.ask_back(seat, now)] * table.can_ask_back(seat)
        case Answers((silent, *_)):
            can = [
                lambda table, now: table.allow(silent, now),
                lambda table, now: table.refuse(silent, now),
                lambda table, now: table.expire(now),
                lambda table, now: table.play(table.game.legal_moves[0], now),
                lambda table, now: table.sit(table.asking_back, Presence.BOT, now),
            ]
        case NextRound(()):
            can = [lambda table, now: table.deal(now)]
        case NextRound((waiting, *_)):
            can = [lambda table, now: table.say_ready(waiting, now)]
        case _ if table.shut:
            can = [lambda table, now: table.reopen("A", now)]
        case _:
            can = [lambda table, now: (table.pause(now), ())]
    return random.choice(can)


@pytest.mark.parametrize("game", bundled())
def test_whatever_is_done_changes_no_table_and_done_again_leads_to_the_same_one(game: str) -> None:
    random = Random(game)
    first = table = begun(game, consent=random.choice([*Consent]))
    steps: list[tuple[Done, float, tuple[Event, ...]]] = []
    while len(steps) < 80 and not table.match.is_over:
        done, now = anything(table, random), float(len(steps))
        match = table.match
        before = match.rounds, match.round.actions, repr((match.hints, match.undone))
        following, told = done(table, now)
        assert before == (match.rounds, match.round.actions, repr((match.hints, match.undone)))
        steps.append((done, now, told))
        table = following
    assert dr.Match.read(table.match.record()) == table.match
    again = first
    for done, now, told in steps:
        again, told_now = done(again, now)
        assert told_now == told
    assert again == table


@pytest.mark.parametrize("game", bundled())
def test_what_is_told_of_a_round_again_is_what_was_told_as_it_was_played(game: str) -> None:
    random, table, told = Random(game), begun(game), list[Acted]()
    while not table.game.is_over:
        table, events = table.play(random.choice(table.game.legal_moves))
        (event,) = events
        assert isinstance(event, Acted)
        if told and event.first == told[-1].first:
            told.pop()
        told.append(event)
    assert [*told_again(table.game)] == told
    assert sum((event.moves for event in told), ()) == table.game.moves
    assert acted(table.game, len(table.game.actions)).moves == table.game.moves[-1:]
    for event in told:
        assert len(event.moves) == 1 or {move.kind for move in event.moves} == {Kind.DRAW}


def test_a_choice_is_taken_back_once_all_other_persons_agree() -> None:
    table = played_on(begun(), 6)
    seat, others = table.game.turn, [one for one in table.seats if one != table.game.turn]
    asking, told = table.ask_back(seat)
    assert told == ()
    assert asking.asks == Answers(tuple(others))
    for other in others:
        asking, told = asking.allow(other)
    assert told == (TakenBack(seat),)
    back = asking.game
    assert back.turn == seat
    assert not is_forced(back)
    assert back.actions == table.game.actions[: len(back.actions)]
    assert asking.match.undone == [[len(back.actions) + 1]]


def test_or_once_those_agree_who_have_chosen_since() -> None:
    table = played_on(begun("block", consent=Consent.LATER), 1)
    seat = next(one for one in table.seats if table.can_ask_back(one))
    assert table.ask_back(seat)[1] == (TakenBack(seat),)
    asking, _ = played_on(table, 1).ask_back(seat)
    assert asking.silent == tuple(one for one in table.seats if one != seat)


@pytest.mark.parametrize("because", Because)
def test_or_it_stands_and_the_thinking_time_goes_on_where_it_stopped(because: Because) -> None:
    table = played_on(begun(), 6).begin(now=100.0)
    seat, others = table.game.turn, [one for one in table.seats if one != table.game.turn]
    asking, _ = table.ask_back(seat, 103.0)
    asking = asking.pause(110.0).pause(120.0)  # which is no time that anybody thinks
    assert asking.asked_at == asking.close("A")[0].reopen("A", 120.0)[0].asked_at == 120.0
    (stands, told), by = {
        Because.REFUSED: (asking.refuse(others[0], 150.0), others[:1]),
        Because.SILENT: (asking.expire(150.0), others),
        Because.PLAYED_ON: (asking.play(asking.game.legal_moves[0], 150.0), [seat]),
    }[because]
    assert told[-1] == ChoiceStands(seat, because, tuple(by))
    assert stands.thinking_since == (150.0 if because is Because.PLAYED_ON else 147.0)
    assert stands.asking_back == ""


def test_who_leaves_a_seat_to_a_bot_is_asked_no_more() -> None:
    table = played_on(begun(), 6)
    seat, others = table.game.turn, [one for one in table.seats if one != table.game.turn]
    asking, _ = table.ask_back(seat)
    dropped, told = asking.sit(seat, Presence.BOT)
    assert (dropped.asking_back, told, dropped.match) == ("", (), table.match)
    for number, other in enumerate(others, 1):
        asking, told = asking.sit(other, Presence.BOT)
        assert told == (TakenBack(seat),) * (number == len(others))


def test_the_next_round_waits_for_all_who_are_there() -> None:
    table = begun("block", seed=1)
    while not table.game.is_over:
        table = played_on(table, 1)
    assert table.asks == NextRound(("A", "B"))
    ready, _ = table.say_ready("A")
    dealt, told = ready.sit("B", Presence.AWAY)
    assert told == (RoundBegan(2),)
    assert dealt.ready == frozenset()
    shut, told = ready.close("A")[0].sit("B", Presence.AWAY)
    assert told == ()
    assert shut.asks is None
    assert shut.reopen("A")[1] == (RoundBegan(2), TableReopened("A"))


def test_nobody_is_asked_before_the_match_begins_while_it_pauses_and_once_it_is_closed() -> None:
    table = begun()
    assert isinstance(table.asks, ToMove)
    assert replace(table, started=False).asks is None
    assert table.close("A")[0].asks is None
    paused = table.pause()
    assert paused.asks is None
    assert paused.pause(7.0).thinking_since == 7.0


def test_a_hint_is_noted_and_another_match_begins_with_a_round() -> None:
    table, told = begun().ask_hint()
    assert (table.match.hints, told) == ([[1]], (HintAsked(table.game.turn),))
    anew, told = table.anew(dr.Match(dr.variant("partnership"), seed=8))
    assert (anew.match.seed, told) == (8, (RoundBegan(1),))


def test_what_the_rules_do_not_allow_makes_no_table() -> None:
    with pytest.raises(IllegalMove):
        begun().play("-")
    with pytest.raises(InvalidMove):
        begun().ask_back("B")
    with pytest.raises(dr.ArgumentError):
        begun().deal()


def test_a_copy_of_a_match_goes_on_alone() -> None:
    match = dr.Match(dr.variant("block"), seed=3, names=["Ana"])
    copy = match.copy()
    assert copy == match
    copy.names["B"] = "Beto"
    copy.mark_hint()
    copy.round.push(copy.round.legal_moves[0])
    assert match == dr.Match(dr.variant("block"), seed=3, names=["Ana"])


def test_whatever_is_told_has_words() -> None:
    match = dr.Match(dr.variant("partnership"), seed=3, names=["Ana", "Beto"])
    table, told = MatchTable.of(match).play(match.round.legal_moves[0])
    events: list[Event] = [kind("A") for kind in BySeat.__subclasses__()]
    events += *told, *(ChoiceStands("A", because, ("B", "C")) for because in Because)
    events += RoundBegan(2), HintsSwitched(are_open=True), SeatsSwapped("A", "B")
    texts = [Phrases(table.match).told(event) for event in events]
    assert len({*texts}) == len(texts)
    assert {*map(type, events)} - {*BySeat.__subclasses__()} == {*get_args(Event)} - {BySeat}
