"""Bots that count: what each clause of their rules chooses on positions made by hand."""

from __future__ import annotations

from random import Random

import pytest

import dominoes_rules as dr
from dominoes_rules.bots import bot
from dominoes_rules.bots.on_positions import shown_in

ON_6_5 = "block 66-62-25 A:{}/B:x5 A opener:A"
"""On the table 6 lies three times, 2 twice and 5 once."""


def choice(name: str, position: str) -> str:
    return str(bot(name)(dr.Position(position), Random(0)))


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("63.54.00.10.30.33", "63l"),  # 6 lies there three times, 5 once
        ("63.64.00.10.30.33", "64l"),  # equally often: pips
        ("61.55.00.10.30.33", "61l"),  # the number before the pips
        ("53.51.00.10.30.33", "53r"),
        ("65.00.10.30.33.31", "65l"),
    ],
)
def test_exposed(hand: str, best: str) -> None:
    assert choice("exposed", ON_6_5.format(hand)) == best


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("63.54.00.10.40.44", "54r"),  # 4 in the hand: 64 has 5 + 1, 54 has 4 + 2
        ("63.64.10.20.21.11", "63l"),  # equal: the first of the hand
        ("65.00.10.30.33.31", "65r"),  # fits both ends: the right one
        ("55.61.10.30.33.31", "61l"),  # a double has its number twice
    ],
)
def test_rarity(hand: str, best: str) -> None:
    assert choice("rarity", ON_6_5.format(hand)) == best


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("63.54.40.41.20.10", "54r"),  # 4 is on two tiles that are kept, 3 on none
        ("63.54.31.32.40.41", "54r"),  # two each: the first of the hand
        ("65.60.51.50.11.33", "65l"),  # 5 is on two tiles that are kept, 6 on one
    ],
)
def test_long_suit(hand: str, best: str) -> None:
    assert choice("long_suit", ON_6_5.format(hand)) == best


@pytest.mark.parametrize(
    ("position", "best"),
    [
        # 1. a double before all others, the greatest of two
        (ON_6_5.format("55.64.63.61.60.54"), "55r"),
        ("block 26-65 A:22.55.51.10.30.31/B:x6 A", "55r"),
        # 2. both numbers passed on by the opponent
        (ON_6_5.format("64.65.44.10.40.42") + " void:B=6.5", "65r"),
        (ON_6_5.format("64.65.44.10.40.42"), "64l"),
        # 3. the most tiles of hand and line
        (ON_6_5.format("63.54.40.41.42.10"), "54r"),
        (ON_6_5.format("63.54.30.31.32.10"), "63l"),
        # ties: the greatest by new end
        (ON_6_5.format("61.63.10.30.00.40"), "63l"),
        (ON_6_5.format("65.10.30.31.00.40"), "65r"),
    ],
)
def test_essay(position: str, best: str) -> None:
    assert choice("essay", position) == best


def test_what_was_passed_on() -> None:
    deal = "block A:66.65.64.55.54.44.63/B:x7 opener:A "
    position = dr.Position(f"{deal}play:66,-,65r,-,55r")
    assert shown_in(position).passed == [0, 1 << 6 | 1 << 5]
    assert choice("essay", f"{deal}play:66,-,64r,-") == "44r"
    assert choice("essay", f"{deal}play:66,-,65r,-") == "55r"
    assert choice("essay", f"{deal}play:66,-,65r,-,55r,-,64l,-") == "44l"


def test_only_opponents_passes_count_and_a_draw_is_no_pass() -> None:
    drawn = dr.Position("draw A:66.00.10.11.20.22.21/B:x7 play:66,65l,+61,61r")
    assert shown_in(drawn).passed == [0, 0]
    by_partner = (
        "partnership A:66.43.52.20.00.10.40/B:x7/C:x7/D:x7 play:66,61l,12l,63r,34r,54r,-,53r"
    )
    assert shown_in(dr.Position(by_partner)).passed == [0, 0, 1 << 2 | 1 << 5, 0]
    assert choice("essay", by_partner) == "20l"
