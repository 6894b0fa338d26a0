"""From the text of a position to its description."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from dominoes_lang.analysis.payoffs.paid_on_the_way import paid_on_the_way
from dominoes_lang.setup.binding import ParameterError, Value
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax.nodes import Moment
from dominoes_lang.table.layout import LaidTiles
from dominoes_lang.table.rows import table_of, tips_of
from dominoes_lang.table.shape import Starter
from dominoes_lang.table.spots import next_table
from dominoes_lang.table.state import NO_TILE, OF_MATCH, SEAT_LETTERS, Kind, State
from dominoes_lang.table.tiles import Tile, in_digits
from dominoes_lang.text.quoting import quoted, short
from dominoes_rules import library
from dominoes_rules.errors import PositionError
from dominoes_rules.position.description import Description
from dominoes_rules.position.laid_text import FACTS, parse_paths
from dominoes_rules.position.notation import Move, parse_drawn, parse_hand, parse_tile
from dominoes_rules.unbuilt import Unbuilt, expect_ends
from dominoes_solver.evidence.builder import table_before
from dominoes_solver.evidence.evidence import NoWorld, Unsupported
from dominoes_solver.evidence.replay import replay
from dominoes_solver.evidence.view import Holding, Record, RecordedMove, Snapshot

LONGEST = 20_000
LARGEST_COUNT = 999_999
"""Points and rounds beyond this, either sign, are refused."""
_HANDS = re.compile(r"[A-J]:")
_FILE = re.compile(r"\s*(?P<name>\S.*\.rules(?:/[0-9]+)?)(?:\s+(?P<rest>.*))?", re.DOTALL)
_PAST_THE_NAME = re.compile(r"\s(?:[A-J]:|[a-z]+[:=])")
_NUMBER = re.compile(r"[0-9]{1,6}")
_ASIDE = re.compile(r"(?P<seat>[A-Z])(?P<unseen>[1-9][0-9]{0,2})?(?P<known>(~[0-9A-I]{2})*)")
_SCORE = re.compile(r"(^|-)(-?[0-9]{1,18})")
_SCORES = re.compile(r"-?[0-9]{1,18}(--?[0-9]{1,18})*")
_RECORD_FACTS = frozenset(
    {"opener", "with", "round", "score", "paid", "stock", "play", "turned", *OF_MATCH}
)
_SNAPSHOT_FACTS = frozenset(
    {
        "opener",
        "round",
        "score",
        "stock",
        "passes",
        "finisher",
        "last",
        "void",
        "aside",
        "paid",
        *OF_MATCH,
        *FACTS,
    }
)


class Reader:
    """Reads the text of one position; `ruleset` is used in place of what `find` has for it."""

    def __init__(
        self, text: str, ruleset: Ruleset | None, find: Callable[[str], Ruleset] = library.find
    ) -> None:
        if len(text) > LONGEST:
            raise PositionError(f"a position has at most {LONGEST:,} characters")
        name, *fact_words = words_of(text) or [""]
        self.words = [name, *map(in_digits, fact_words)]
        if len(self.words) < 2:
            raise PositionError(
                "a position is VARIANT HANDS play:ACTIONS, or VARIANT LINE HANDS TURN; "
                "for instance: block A:66.61.22.24.20.43.50/B:x7 opener:A play:66"
            )
        self.ruleset = ruleset
        self.find = find
        self.facts: dict[str, str] = {}
        self.parameters: dict[str, Value] = {}

    def read(self) -> Description:
        """The description. Raises `PositionError`, and `RulesError` for unusable rules."""
        first, second, *rest = self.words
        name, seats = variant_and_seats(first)
        ruleset = self.ruleset or self.find(name)
        snapshot = not _HANDS.match(second)
        if snapshot and len(rest) < 2:
            raise PositionError(
                f"{quoted(second)} is neither hands (A:66.15/B:x7) nor a line with hands and a "
                "turn after it (26-66 A:61.12/B:x6 A)"
            )
        hands, behind = (rest[0], rest[2:]) if snapshot else (second, rest)
        self.read_facts(behind, _SNAPSHOT_FACTS if snapshot else _RECORD_FACTS)
        written = self.hand_texts(hands)
        if seats is not None and seats != len(written):
            shown = "1 hand is" if len(written) == 1 else f"{len(written)} hands are"
            raise PositionError(
                f"{short(first)} has {short(str(seats))} seats, but {shown} written"
            )
        try:
            self.compiled = library.compiled(ruleset, len(written), self.parameters)
        except ParameterError as error:
            raise PositionError(str(error)) from None
        self.setup = self.compiled.setup
        self.leave_out(self.scores())
        if snapshot:
            expect_ends(self.setup, Unbuilt.SNAPSHOT)
        self.seen: dict[int, str] = {}
        if snapshot:
            return self.snapshot(name, second, written, rest[1])
        return self.record(name, written)

    # ------------------------------------------------------------------ parts

    def leave_out(self, scores: tuple[int, ...]) -> None:
        """Go on with the rules of a round without those who are out of the match by its score.

        Raises `PositionError` where too few are left.
        """
        match = self.setup.match
        if sum(map(match.is_out, scores)) > max(0, len(scores) - 2):
            raise PositionError(
                f"score:{self.facts['score']}: the match is over, since a side with {match.amount} "
                "is out of it"
            )
        self.compiled = self.compiled.in_round(scores)
        self.setup = self.compiled.setup

    def read_facts(self, words: list[str], allowed: frozenset[str]) -> None:
        for word in words:
            name, mark, value = word.partition(":")
            if mark and name in allowed:
                if name in self.facts:
                    raise PositionError(f"{name}: appears twice")
                self.facts[name] = value
            elif "=" in word and not mark:
                key, _, setting = word.partition("=")
                if key in self.parameters:
                    raise PositionError(f"{key}= appears twice")
                self.parameters[key] = setting
            else:
                known = ", ".join(f"{fact}:" for fact in sorted(allowed))
                raise PositionError(
                    f"{quoted(word)} is not a fact; the facts are {known} and parameters x=y"
                )

    def hand_texts(self, text: str) -> list[str]:
        """The text of each hand, by seat. The stock may be written as one more hand."""
        hands: dict[int, str] = {}
        for part in text.split("/"):
            if part.startswith("stock:"):
                self.read_facts([part], frozenset({"stock"}))
                continue
            if not _HANDS.match(part):
                raise PositionError(f"{quoted(part)} is not a hand; write A:66.15.x5")
            seat = SEAT_LETTERS.index(part[0])
            if seat in hands:
                raise PositionError(f"the hand of {part[0]} appears twice")
            hands[seat] = part[2:]
        for seat in range(len(hands)):
            if seat not in hands:
                letter = SEAT_LETTERS[seat]
                raise PositionError(f"the hand of {letter} is missing; write {letter}:x7")
        return [hands[seat] for seat in range(len(hands))]

    def see(self, numbers: tuple[int, ...], where: str) -> None:
        """Raise `PositionError` for a tile that appears in two places."""
        for number in numbers:
            if number in self.seen:
                tile = self.setup.tiles.tiles[number]
                first = self.seen[number]
                both_places = f" in {where}" if first == where else f": in {first} and in {where}"
                raise PositionError(f"{tile} appears twice{both_places}")
            self.seen[number] = where

    def holdings(self, texts: list[str]) -> tuple[Holding, ...]:
        hands = []
        for seat, text in enumerate(texts):
            where = f"{SEAT_LETTERS[seat]}'s hand"
            known, unseen = parse_hand(text, self.setup.tiles, where)
            self.see(known, where)
            hands.append(Holding(sum(1 << number for number in known), unseen))
        return tuple(hands)

    def dealt(self, texts: list[str]) -> tuple[tuple[Holding, ...], tuple[tuple[int, ...], ...]]:
        """The hands of a record at the opening, and what each drew before it, as `65.15+66`."""
        parts = [text.partition("+") for text in texts]
        hands = self.holdings([hand for hand, _, _ in parts])
        if not any(mark for _, mark, _ in parts):
            return hands, ()
        if not self.setup.draws_to_open:
            raise PositionError("+: in this game nobody draws before the opening")
        drew = []
        for letter, (_, _, text) in zip(SEAT_LETTERS, parts, strict=False):
            drawn = parse_drawn(text, self.setup.tiles, f"{letter}'s hand") if text else ()
            self.see(tuple(tile for tile in drawn if tile != NO_TILE), f"{letter}'s hand")
            drew.append(drawn)
        if len(set(map(len, drew))) > 1 or not drew[0]:
            raise PositionError(
                "before the opening everyone draws as many tiles: write them behind each hand, as "
                "in A:66.15+64/B:x2+x1"
            )
        at_opening = tuple(
            Holding(
                hand.known | sum(1 << tile for tile in drawn if tile != NO_TILE),
                hand.unseen + drawn.count(NO_TILE),
            )
            for hand, drawn in zip(hands, drew, strict=True)
        )
        return at_opening, tuple(drew)

    def stock(self, dealt: int) -> tuple[tuple[int, ...], int]:
        """The known tiles of the stock and how many are unseen; `dealt` tiles are elsewhere."""
        room = len(self.setup.tiles) - dealt
        if "stock" not in self.facts:
            if room < 0:
                raise PositionError(
                    f"the hands and the line hold {dealt} tiles, but the set has "
                    f"{len(self.setup.tiles)}"
                )
            return (), room
        known, unseen = parse_hand(self.facts["stock"], self.setup.tiles, "the stock")
        self.see(known, "the stock")
        if len(known) + unseen != room:
            raise PositionError(
                f"the stock holds {len(known) + unseen} tiles, but {room} are left for it"
            )
        return known, unseen

    def seat(self, text: str, context: str) -> int:
        if len(text) != 1 or text not in SEAT_LETTERS[: self.setup.seats]:
            letters = ", ".join(self.setup.seat_names)
            raise PositionError(f"{context}{quoted(text)} is not a seat; the seats are {letters}")
        return SEAT_LETTERS.index(text)

    def optional_seat(self, name: str) -> int | None:
        return self.seat(self.facts[name], f"{name}:") if name in self.facts else None

    def number(self, name: str, default: int, least: int) -> int:
        text = self.facts.get(name, str(default))
        if not _NUMBER.fullmatch(text) or int(text) < least:
            raise PositionError(
                f"{name}:{short(text)}: must be an integer from {least} to {LARGEST_COUNT:,}"
            )
        return int(text)

    def scores(self, fact: str = "score") -> tuple[int, ...]:
        if fact not in self.facts:
            return ()
        match = _SCORES.fullmatch(self.facts[fact])
        scores = _SCORE.findall(self.facts[fact]) if match else []
        if len(scores) != self.setup.sides:
            sides = "-".join("35" for _ in range(self.setup.sides))
            raise PositionError(
                f"{fact}:{self.facts[fact]} must give one number for each side, as in {sides}"
            )
        points = tuple(int(score) for _, score in scores)
        if max(map(abs, points)) > LARGEST_COUNT:
            raise PositionError(
                f"{fact}:{self.facts[fact]}: each number must be from -{LARGEST_COUNT:,} to "
                f"{LARGEST_COUNT:,}"
            )
        return points

    def paid(self, plays: int, in_stock: int) -> tuple[int, ...]:
        """The points paid in the round so far; nothing if that is not written.

        Raises `PositionError` if so many tiles on the table and in the stock can't have paid it.
        """
        setup = self.setup
        if "paid" in self.facts and "paid" not in setup.tracks:
            raise PositionError("paid: this game pays nothing before the round is over")
        paid = self.scores("paid")
        if not any(paid):
            return paid
        passes = self.number("passes", 0, 0)
        low, high = paid_on_the_way(setup, plays, passes, setup.stock_size - in_stock)
        target = setup.target
        for side, points in enumerate(paid):
            name = setup.side_names[side]
            where = f"paid:{self.facts['paid']}: {name}"
            table = f"with {plays} tile{'s'[: plays != 1]} on the table and passes:{passes}"
            if high is not None and points > high:
                raise PositionError(
                    f"{where} can't have been paid {points}, {table} at most {high}"
                )
            if low is not None and points < low:
                raise PositionError(
                    f"{where} can't have been paid {points}, {table} at least {low}"
                )
            score = (self.scores() or setup.match.head_start)[side]
            if target is None or not points:
                continue
            if setup.match.checked and score + points >= target:
                raise PositionError(
                    f"{where} would have {score + points} points, and the match ends as soon as a "
                    f"side has {target}"
                )
            if setup.match.overshoot_ignored and score + points > target:
                raise PositionError(
                    f"{where} would have {score + points} points, and those beyond {target} do not "
                    "count"
                )
        return paid

    def paid_at_the_deal(self) -> tuple[int, ...]:
        """The points that each side was paid at the deal of a record; empty for none."""
        moments = {award.moment for award in self.setup.in_play}
        if "paid" in self.facts and Moment.THE_DEAL not in moments:
            raise PositionError(
                "paid: this game pays nothing at the deal, and the actions of a record show what "
                "is paid later"
            )
        paid = self.scores("paid")
        return paid if any(paid) else ()

    def rounds(self) -> tuple[int, dict[str, Any]]:
        """The number of the round, and what comes from those before it."""
        idle, streaks = self.number("idle", 0, 0), self.streaks()
        won = max(streaks, default=0)
        number = self.number("round", 1 + idle + won, 1)
        if idle >= number:
            before = f"{number - 1} round{'s'[: number != 2]}"
            raise PositionError(f"idle:{idle}: only {before} went before round:{number}")
        if idle + won >= number:
            raise PositionError(
                f"streaks:{self.facts['streaks']}: so many rounds did not go before round:{number}"
            )
        return number, {
            "idle": idle,
            "sets": self.sets(),
            "streaks": streaks,
            "redeals": self.redeals(),
        }

    def streaks(self) -> tuple[int, ...]:
        """The rounds before this one that each side has won in a row; empty for none."""
        streaks = self.scores("streaks")
        if streaks and (min(streaks) < 0 or sum(map(bool, streaks)) > 1):
            raise PositionError(
                f"streaks:{self.facts['streaks']}: at most one side has won the rounds just before"
            )
        return streaks if any(streaks) else ()

    def redeals(self) -> int:
        """The void deals just before this round."""
        redeals = self.number("redeals", 0, 0)
        if redeals and not self.setup.may_be_void:
            raise PositionError(f"redeals:{redeals}: no deal of this game is void")
        return redeals

    def sets(self) -> tuple[int, ...]:
        """The sets that each side has won; empty for none."""
        sets, match = self.scores("sets"), self.setup.match
        if sets and not match.has_sets:
            raise PositionError("sets: a match of this game has no sets")
        if sets and not 0 <= min(sets) <= max(sets) < match.sets_to_win:
            raise PositionError(
                f"sets:{self.facts['sets']}: while a match goes on, a side has won from 0 to "
                f"{match.sets_to_win - 1} sets"
            )
        return sets if any(sets) else ()

    # ------------------------------------------------------------------ the two forms

    def record(self, name: str, hands: list[str]) -> Description:
        dealt, drew = self.dealt(hands)
        number_of_round, carried = self.rounds()
        turned, begun = self.turned(), self.setup.shape.begun
        stock, stock_unseen = self.stock(begun + sum(hand.size for hand in dealt))
        record = Record(
            dealt=dealt,
            drew=drew,
            moves=(),
            stock=stock,
            stock_unseen=stock_unseen,
            opener=self.optional_seat("opener"),
            opening=self.opening(),
            round=number_of_round,
            scores=self.scores(),
            paid=self.paid_at_the_deal(),
            turned=turned,
            **carried,
        )
        moves: list[RecordedMove] = []
        layout = self.setup.layout
        names_ends = bool({"owed", "last_end"} & self.setup.tracks)
        try:
            table = table_before(self.setup, record)
        except NoWorld as error:
            raise PositionError(str(error)) from None
        text = self.facts.get("play", "")
        for number, part in enumerate(text.split(",") if text else [], 1):
            try:
                written = Move.parse(part)
                before = None
                unmarked = written.kind is Kind.PLAY and written.end is None
                if names_ends and unmarked and layout.same.has_like_ends(table):
                    before = self._state_after(replace(record, moves=tuple(moves)))
                    names_ends = before is not None
                move = written.resolve(layout, before or table)
            except PositionError as error:
                raise type(error)(f"action {number}: {error}") from None
            moves.append(move)
            if move.kind is Kind.PLAY:
                table = next_table(layout.rules, table, move.action)
        return Description(name, self.compiled, replace(record, moves=tuple(moves)))

    def _state_after(self, record: Record) -> State | None:
        """What a record shows of the state after it; None if it can't have happened."""
        try:
            return replay(self.compiled, record).state
        except (NoWorld, Unsupported):
            return None

    def snapshot(self, name: str, line_text: str, hands: list[str], turn: str) -> Description:
        tiles = self.setup.tiles
        number_of_round, carried = self.rounds()
        starter = self.setup.starter_of(number_of_round)
        lying = parse_paths(line_text, self.setup.layout, self.facts, starter)
        table = table_of(self.setup.layout.picture, lying)
        laid = tuple(tiles.number[Tile.of(*halves)] for halves in lying.tiles())
        self.see(laid, "the line")
        holdings = self.holdings(hands)
        aside = self.aside()
        elsewhere = sum(hand.size for hand in (*holdings, *aside))
        stock, stock_unseen = self.stock(len(laid) + elsewhere)
        return Description(
            name,
            self.compiled,
            Snapshot(
                ends=table.ends,
                laid=sum(1 << number for number in laid),
                hands=holdings,
                mover=self.seat(turn, ""),
                stock=stock,
                stock_unseen=stock_unseen,
                void=self.void(),
                aside=aside,
                passes=self.number("passes", 0, 0),
                opener=self.optional_seat("opener"),
                finisher=self.optional_seat("finisher"),
                round=number_of_round,
                scores=self.scores(),
                paid=self.paid(table.plays, len(stock) + stock_unseen),
                doubles=table.more.doubles,
                at_ends=table.more.at_ends,
                tips=self.tips(lying),
                **carried,
            ),
            lying,
        )

    def aside(self) -> tuple[Holding, ...]:
        """The tiles that each seat has laid aside, as an `aside:` fact has them; empty for none."""
        if not self.facts.get("aside"):
            return ()
        if not self.setup.turn.discards:
            raise PositionError("aside: nobody lays a tile aside in this game")
        aside: dict[int, Holding] = {}
        for part in self.facts["aside"].split("."):
            match = _ASIDE.fullmatch(part)
            if match is None:
                raise PositionError(
                    f"aside:{part} must name seats with a number of unseen tiles, or with known "
                    "ones, as in aside:A2.C1 or aside:A~64"
                )
            seat = self.seat(match["seat"], "aside:")
            if seat in aside:
                raise PositionError(f"aside: {match['seat']} appears twice")
            known, _ = parse_hand(match["known"][1:].replace("~", "."), self.setup.tiles, "aside")
            self.see(known, "aside:")
            unseen = int(match["unseen"] or 0)
            aside[seat] = Holding(sum(1 << number for number in known), unseen)
        return tuple(aside.get(seat, Holding(0)) for seat in range(self.setup.seats))

    def opening(self) -> int | None:
        """The mask of the tiles of a `with:` fact."""
        if "with" not in self.facts:
            return None
        known, unseen = parse_hand(self.facts["with"], self.setup.tiles, "with")
        if unseen or not known:
            raise PositionError("with: must list tiles of the opener, as in with:55.66")
        return sum(1 << number for number in set(known))

    def turned(self) -> int:
        """The tile of a `turned:` fact."""
        if "turned" in self.facts and self.setup.shape.starter is not Starter.STOCK:
            raise PositionError("turned: this game turns up no tile of the stock")
        tile = self.one_tile("turned", "one tile, as in turned:64")
        if tile is None:
            return NO_TILE
        self.see((tile,), "turned:")
        return tile

    def one_tile(self, name: str, example: str) -> int | None:
        """The tile of a fact that names one; None if it is not written."""
        if name not in self.facts:
            return None
        return parse_tile(self.facts[name], self.setup.tiles, name, example)

    def tips(self, laid: LaidTiles) -> tuple[tuple[int, int], ...]:
        """What may have been laid last: the tile that a `last:` fact names, or either tip."""
        tiles = self.setup.tiles
        tips = tips_of(self.setup.layout.picture, laid)
        last = self.one_tile("last", "one tile, as in last:61")
        if last is None:
            return tips
        said = tuple(tip for tip in tips if tip[0] == last)
        if not said:
            names = " or ".join(str(tiles.tiles[tile]) for tile, _ in tips)
            text = self.facts["last"]
            raise PositionError(f"last:{short(text)} must be a tile at an end of the line: {names}")
        return said

    def void(self) -> tuple[int, ...]:
        """For each seat, the mask of the tiles that a `void:` fact rules out."""
        void = [0] * self.setup.seats
        for part in self.facts["void"].split(",") if self.facts.get("void") else []:
            letter, mark, numbers = part.partition("=")
            seat = self.seat(letter, "void:")
            if not mark:
                raise PositionError(
                    f"void:{short(part)} must list numbers or tiles, as in void:B=2.5 or "
                    "void:B=[6|6]"
                )
            for text in numbers.split("."):
                if text.startswith("["):
                    known, _ = parse_hand(text, self.setup.tiles, "void")
                    void[seat] |= 1 << known[0]
                    continue
                number = int(text) if _NUMBER.fullmatch(text) else -1
                if not 0 <= number <= self.setup.tiles.highest:
                    raise PositionError(
                        f"void:{short(part)}: {quoted(text)} is not a number of the set"
                    )
                void[seat] |= self.setup.tiles.bearing[number]
        return tuple(void)


def words_of(text: str) -> list[str]:
    """The words of a position; the first names the variant, and may be a path with spaces.

    >>> words_of("our house.rules/3  A:x7/B:x7/C:x7 opener:A")
    ['our house.rules/3', 'A:x7/B:x7/C:x7', 'opener:A']
    """
    parts_found = _FILE.fullmatch(text)
    if parts_found is None or _PAST_THE_NAME.search(parts_found["name"]):
        return text.split()
    return [parts_found["name"], *(parts_found["rest"] or "").split()]


def variant_and_seats(word: str) -> tuple[str, int | None]:
    """The match of a variant with its seats, as in `block/2` and `house.rules/3`; else None."""
    name, mark, seats = word.rpartition("/")
    if mark and seats.isascii() and seats.isdigit():
        return name, int(seats[:4])
    return word, None
