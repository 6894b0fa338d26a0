"""The start of an example: its setup and its state, checked for sense."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from dominoes_lang.examples.trick_givens import GivenTricks, misgiven, trick_table
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.setup.binding import ParameterError, misfit, set_named, shown, value_of
from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Node
from dominoes_lang.syntax.vocabulary import suggestion
from dominoes_lang.table.centres import spinner_of, spinners_among
from dominoes_lang.table.layout import LaidTiles, Misplaced
from dominoes_lang.table.marks import PUBLIC_TRAINS, Train
from dominoes_lang.table.rows import table_of, train_paths
from dominoes_lang.table.state import NO_TILE, NOBODY, SEAT_LETTERS, State
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.diagnostics import Diagnostic, did_you_mean
from dominoes_lang.text.source import Span


class Malformed(Exception):
    """An example that makes no sense; carries the diagnostic."""

    def __init__(self, code: str, message: str, node: Node, *helps: str) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, node.span, helps=helps)


@dataclass(frozen=True)
class Prepared:
    """An example bound to its setup, and the state that it begins with.

    `void` where the deal is void by the rules, so that nobody may open; `at_the_deal` where nobody
    has acted.
    """

    setup: Setup
    state: State
    void: bool = False
    at_the_deal: bool = False


def malformed(ruleset: Ruleset, example: nodes.ExampleClause) -> list[Diagnostic]:
    """The errors of an example that can be found without running it."""
    try:
        prepared = prepare(ruleset, example)
        _tiles_exist(prepared.setup, example)
    except Malformed as error:
        return [error.diagnostic]
    return []


def prepare(ruleset: Ruleset, example: nodes.ExampleClause) -> Prepared:
    """The setup and the state that an example begins with. Raises `Malformed`."""
    setup = _setup(ruleset, example)
    given = _Given(setup)
    for item in example.given:
        given.add(item)
    setup = setup.in_round(tuple(given.scores))
    given.setup = setup
    facts, hands = given.facts, tuple(given.hands)
    before = facts.get("idle", 0) + max(given.streaks)
    number = facts.get("round", 1 + before)
    _played_before(example, number, facts.get("idle", 0), max(given.streaks))
    table = _laid(given, setup.starter_of(number), example)
    void = False
    if "mover" not in facts:
        if table.opened or table.begun > setup.shape.begun or "bid" in facts or "round" in facts:
            raise _no_mover(example)
        seat = _opener(setup, hands, facts.get("opener", NOBODY), example)
        void = seat == NOBODY
        facts["mover"] = facts["opener"] = max(0, seat)
    mover, passes = facts["mover"], facts.get("passes", 0)
    runs = given.runs_of_passes(mover, passes)
    history = {
        "idle": facts.get("idle", 0),
        "out": given.out,
        "sets": tuple(given.sets) if any(given.sets) else (),
        "streaks": tuple(given.streaks) if any(given.streaks) else (),
        "redeals": _redeals(setup, example, facts.get("redeals", 0)),
        "all_passes": _all_passes(example, facts.get("all_passes"), max(passes, sum(runs))),
        "pass_runs": runs if any(runs) else (),
    }
    _still_in(setup, given.out, mover, example)
    _plays(setup, hands, mover, example)
    still_in = [setup.after(mover, -distance) for distance in range(1, setup.player_count + 1)]
    still_in = [seat for seat in still_in if not given.out >> seat & 1]
    # Those who passed are out, where a pass is that.
    finisher = facts.get("finisher", still_in[0 if given.out else passes % len(still_in)])
    state = State(
        hands=hands,
        ends=table.ends,
        stock=tuple(given.stock),
        mover=mover,
        opener=facts.get("opener", 0 if table.opened else mover),
        opening=setup.tiles.all if table.opened else _opening(setup, hands, mover, number),
        finisher=finisher if table.opened else NOBODY,
        last_tile=table.last_tile,
        plays=table.plays,
        passes=passes,
        round=number,
        scores=tuple(given.scores),
        more=setup.kept(table.more, **history),
    )
    acted = table.opened or passes or history["all_passes"] or "bid" in facts
    return Prepared(setup, state, void, not acted)


class _Given:
    """What an example gives, by what it is about."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.hands = [0] * setup.seats
        self.stock: list[int] = []
        self.paths: list[nodes.GivenTiles] = []
        """The line, if any, and then the arms."""
        self.spinner: nodes.GivenTiles | None = None
        self.trains: list[nodes.GivenTiles | nodes.GivenFact] = []
        self.scores = list(setup.match.head_start)
        self.sets = [0] * setup.sides
        self.streaks = [0] * setup.sides
        self.pass_runs: dict[int, int] = {}
        self.out = 0
        """The mask of the seats that have dropped out."""
        self.tricks = GivenTricks(setup.seats)
        self.facts: dict[str, int] = {}
        self.fact_nodes: dict[str, Node] = {}
        self.seen: dict[Tile, Node] = {}

    def add(self, given: nodes.GivenTiles | nodes.GivenFact | nodes.GivenParameter) -> None:
        """Raises `Malformed` for a tile that is not in the set, or given before."""
        match given:
            case nodes.GivenTiles(where="hand", seat=seat):
                assert seat is not None
                for tile in self._tiles(given):
                    self.hands[seat] |= 1 << tile
            case nodes.GivenTiles(where="trick"):
                self.tricks.trick = self._tiles(given)
            case nodes.GivenTiles(where="taken", seat=seat):
                assert seat is not None
                for tile in self._tiles(given):
                    self.tricks.taken[seat] |= 1 << tile
            case nodes.GivenTiles(where="stock"):
                self.stock = self._tiles(given)
            case nodes.GivenTiles(where="spinner"):
                self.spinner = given
            case nodes.GivenTiles(where="train" | "public"):
                self._tiles(given)
                self.trains.append(given)
            case nodes.GivenFact(what="out", number=seat):
                self.out |= 1 << seat
            case nodes.GivenFact(what="open"):
                self.trains.append(given)
            case nodes.GivenTiles(where="arm"):
                self._tiles(replace(given, tiles=given.tiles[1:]))
                self.paths.append(given)
            case nodes.GivenTiles():
                self._tiles(given)
                self.paths.insert(0, given)
            case nodes.GivenFact(what="score", seat=seat):
                assert seat is not None
                self.scores[self.setup.side_of[seat]] = given.number
            case nodes.GivenFact(what="sets", seat=seat):
                assert seat is not None
                self._sets(given)
                self.sets[self.setup.side_of[seat]] = given.number
            case nodes.GivenFact(what="streaks", seat=seat):
                assert seat is not None
                self.streaks[self.setup.side_of[seat]] = given.number
                if sum(map(bool, self.streaks)) > 1:
                    raise Malformed(
                        "bad-given", "only one side has won the rounds just before", given,
                        "name the side that has won the last one",
                    )  # fmt: skip
            case nodes.GivenFact(what="pass_runs", seat=seat):
                assert seat is not None
                self.pass_runs[seat] = given.number
            case nodes.GivenFact(what=what):
                self.facts[what] = given.number
                self.fact_nodes[what] = given

    def runs_of_passes(self, mover: int, passes: int) -> tuple[int, ...]:
        """The passes of each seat in a row: as given, or those that went just before the turn."""
        last = Counter(self.setup.after(mover, -1 - distance) for distance in range(passes))
        seats = range(self.setup.seats)
        return tuple(self.pass_runs.get(seat, last[seat]) for seat in seats)

    def _sets(self, given: nodes.GivenFact) -> None:
        """Raise `Malformed` for sets that nobody can have won while the match goes on."""
        match = self.setup.match
        if not match.has_sets:
            raise Malformed(
                "bad-given", "a match of this game has no sets", given,
                'write for instance "match: first side to reach 100, best of 3"',
            )  # fmt: skip
        if given.number >= match.sets_to_win:
            raise Malformed(
                "bad-given", f"the match is over once a side has won {match.sets_to_win} sets",
                given, f"write at most {match.sets_to_win - 1}",
            )  # fmt: skip

    def _tiles(self, given: nodes.GivenTiles) -> list[int]:
        """The numbers of tiles that nothing gave before."""
        known = self.setup.tiles
        tiles = [Tile.of(*halves) for halves in given.tiles]
        for tile in tiles:
            if tile not in known.number:
                where = f"{tile.bracketed} is not in the set"
                raise Malformed("not-in-set", where, given, set_named(known))
            if tile in self.seen:
                twice = f"{tile.bracketed} appears twice here"
                raise Malformed("tile-twice", twice, given, "write it once")
            self.seen[tile] = given
        return [known.number[tile] for tile in tiles]


def _laid(given: _Given, starter: int, example: nodes.ExampleClause) -> State:
    """The table with what an example gives of it. Raises `Malformed`."""
    setup = given.setup
    if setup.tricks is not None:
        wrong = misgiven(setup, setup.tricks, given.tricks, given.facts)
        if wrong is not None:
            fact, why, helps = wrong
            raise Malformed("bad-given", why, given.fact_nodes.get(fact, example), *helps)
        return trick_table(setup, setup.tricks, given.tricks, given.facts)
    if setup.shape.begun:
        _begin(setup, given.paths, starter, given.seen, example)
    if setup.layout.owners:
        return _trains(setup, given.paths, given.trains)
    if given.trains:
        raise Malformed(
            "no-place", "this layout has no trains", given.trains[0],
            'write "line" and "arm", or "layout: trains from round\'s double"',
        )  # fmt: skip
    return _table(setup, given.paths, given.spinner, starter)


def _opener(setup: Setup, hands: tuple[int, ...], lot: int, example: nodes.ExampleClause) -> int:
    """Who opens the first round with these hands, where the example leaves it to the rules.

    Nobody if the deal is void. Raises `Malformed` if the rules don't decide it.
    """
    choices = setup.first_opener[0].choices
    rules = Interpreter(setup)
    opening = rules.opening(hands, choices, lot)
    lots = [choice for choice in choices if choice.by_chance]
    if lot == NOBODY and lots and (opening is None or lots[0].tile is not None):
        raise _no_mover(example)
    return NOBODY if opening is None or rules.is_void(hands) else opening[0]


def _no_mover(example: nodes.ExampleClause) -> Malformed:
    return Malformed(
        "no-mover", "the example does not state whose turn it is", example, 'write "A to play"'
    )


def _opening(setup: Setup, hands: tuple[int, ...], mover: int, number_of_round: int) -> int:
    """The tiles that the opener may open with, where these hands decide it.

    How the round before ended is not given, so a later round binds nobody, unless every round is
    opened in the same way.
    """
    if number_of_round > 1 and setup.next_opener != setup.first_opener:
        return setup.tiles.all
    choices = setup.opened_in(setup.first_opener[0].choices, number_of_round)
    opening = Interpreter(setup).opening(hands, choices, mover)
    return opening[1] if opening and opening[0] == mover else setup.tiles.all


def _all_passes(example: nodes.ExampleClause, given: int | None, least: int) -> int:
    """The passes of the round. Raises `Malformed` for fewer than there were in a row."""
    if given is None or given >= least:
        return least if given is None else given
    facts = {entry.what: entry for entry in example.given if isinstance(entry, nodes.GivenFact)}
    raise Malformed(
        "bad-given", f"there were at least {least} passes", facts["all_passes"],
        f'write "passes this round is {least}", or leave it out',
    )  # fmt: skip


def _still_in(setup: Setup, out: int, mover: int, example: nodes.ExampleClause) -> None:
    """Raise `Malformed` where somebody can't have dropped out."""
    facts = [entry for entry in example.given if isinstance(entry, nodes.GivenFact)]
    named = [entry for entry in facts if entry.what == "out"]
    if named and not setup.turn.drops_out:
        raise Malformed(
            "bad-given", "nobody drops out in this game", named[0], 'leave it out, or write "or '
            'else drop out" as the last step of "turn"',
        )  # fmt: skip
    if out >> mover & 1:
        entry = next(entry for entry in named if entry.number == mover)
        letter = SEAT_LETTERS[mover]
        raise Malformed(
            "bad-given", f"{letter} has dropped out, so it can't be {letter}'s turn", entry,
            'write another player in "… to play"',
        )  # fmt: skip


def _plays(setup: Setup, hands: tuple[int, ...], mover: int, example: nodes.ExampleClause) -> None:
    """Raise `Malformed` where somebody who is out of the match has tiles or a turn."""
    for seat in range(setup.seats):
        if seat not in setup.playing and (hands[seat] or seat == mover):
            letter = SEAT_LETTERS[seat]
            raise Malformed(
                "bad-given",
                f"{letter} has {setup.match.amount} points or more, and is out of the match",
                example, f"give {letter} a lower score, and no tiles or turn to who is out",
            )  # fmt: skip


def _redeals(setup: Setup, example: nodes.ExampleClause, given: int) -> int:
    """The void deals before the round. Raises `Malformed` for some where no deal is void."""
    if not given or setup.may_be_void:
        return given
    facts = {entry.what: entry for entry in example.given if isinstance(entry, nodes.GivenFact)}
    raise Malformed(
        "bad-given", "no deal of this game is void", facts["redeals"],
        'leave it out, or add "redeal"',
    )  # fmt: skip


def _played_before(example: nodes.ExampleClause, number: int, idle: int, streak: int) -> None:
    """Raise `Malformed` where more rounds had no winner than were played before this one."""
    facts = {entry.what: entry for entry in example.given if isinstance(entry, nodes.GivenFact)}
    if number < 1:
        raise Malformed(
            "bad-given", "rounds are counted from 1", facts["round"], 'write "round is 1"'
        )
    if idle < number <= idle + streak:
        raise Malformed(
            "bad-given", f"too few rounds came before round {number}", facts["streaks"],
            f'write "round is {idle + streak + 1}", or leave out the number of the round',
        )  # fmt: skip
    if idle >= number:
        raise Malformed(
            "bad-given",
            f"round {number} can't follow {idle} round{'s in a row' if idle > 1 else ''} "
            "that nobody won",
            facts["idle"],
            f"only {number - 1} round{'s' if number > 2 else ''} came before it: "
            f'write "round is {idle + 1}", or leave out the number of the round',
        )


def _setup(ruleset: Ruleset, example: nodes.ExampleClause) -> Setup:
    """The setup of an example: as few players as its seats need, and its parameters."""
    seats: list[tuple[int, Node]] = [(0, example)]
    players: int | None = None
    parameters = {}
    known = {clause.name: clause for clause in ruleset.parameters}
    for node in nodes.walk(example):
        match node:
            case (
                nodes.Seat(number=seat)
                | nodes.Happening(seat=seat)
                | nodes.GivenTiles(seat=int(seat))
                | nodes.GivenFact(
                    what="mover" | "opener" | "finisher" | "open" | "out" | "bidder",
                    number=seat,
                )
                | nodes.GivenFact(what="score" | "sets" | "streaks" | "pass_runs", seat=int(seat))
            ):
                seats.append((seat, node))
            case nodes.GivenFact(what="players", number=number):
                players = number
            case nodes.GivenParameter(name=name, value=value):
                if name not in known:
                    near = suggestion(name, known)
                    hint = did_you_mean(near)
                    helps = () if near else (f"the parameters are: {', '.join(known) or 'none'}",)
                    raise Malformed(
                        "unknown-name", f'there is no parameter "{name}"{hint}', node, *helps
                    )
                parameters[name] = value_of(value)
                _suits(known[name], node)
    counts = ruleset.players if players is None else [players]
    for seat, node in seats:
        if seat >= max(counts):
            letter = SEAT_LETTERS[seat]
            start = node.span.start + node.span.text.index(letter)
            there = "this game has" if players is None else f"with {players} players there is"
            raise Malformed(
                "no-such-seat",
                f"{there} no seat {letter}",
                replace(node, span=Span(node.span.source, start, start + 1)),
                f"the seats are {', '.join(SEAT_LETTERS[: max(counts)])}",
            )
    enough = [count for count in counts if count > max(seat for seat, _ in seats)]
    try:
        return ruleset.setup(enough[0], parameters)
    except ParameterError as error:
        raise Malformed("bad-given", str(error), example) from None


def _suits(clause: nodes.ParameterClause, setting: nodes.GivenParameter) -> None:
    """Raise `Malformed` where a parameter can't have the value that an example gives it."""
    sample = f'write, for instance, "{setting.name} is {shown(clause.default)}"'
    if type(clause.default) is not type(setting.value):
        raise Malformed(
            "wrong-kind",
            f'"{setting.name}" is set to {shown(setting.value)}, but its default is '
            f"{shown(clause.default)}",
            setting,
            sample,
        )
    wrong = misfit(clause, setting.value)
    if wrong:
        raise Malformed("bad-given", f'"{setting.name}" {wrong}', setting, sample)


def _begin(
    setup: Setup,
    paths: list[nodes.GivenTiles],
    starter: int,
    seen: dict[Tile, Node],
    example: nodes.ExampleClause,
) -> None:
    """Put the tile that a round begins from on an empty table; a line that is given must have it.

    Raises `Malformed`.
    """
    if starter == NO_TILE:
        if not any(path.tiles for path in paths):
            raise Malformed(
                "bad-given",
                "the example does not state which tile is turned up",
                example,
                'write it as the line, for instance "line [6|4]"',
            )
        return
    tile = setup.tiles.tiles[starter]
    line = next((path for path in paths if path.where != "arm"), None)
    if line is None and tile not in seen:
        paths.insert(0, nodes.GivenTiles("line", ((tile.high, tile.low),), span=example.span))
    elif line is None or tile not in [Tile.of(*halves) for halves in line.tiles]:
        raise Malformed(
            "bad-given",
            f"the round begins from {tile.bracketed}, which lies on the table",
            seen.get(tile, line or example),
            f'write it in the line, for instance "line {tile.bracketed}", or leave the line out',
        )


def _table(
    setup: Setup,
    entries: list[nodes.GivenTiles],
    spinner: nodes.GivenTiles | None,
    starter: int,
) -> State:
    """The table with a line and arms as written; neighbours must match."""
    layout, number = setup.layout, setup.tiles.number
    paths = [path.tiles for path in entries if path.tiles]
    if entries and entries[0].where == "arm":
        raise Malformed(
            "broken-line", "an arm needs a line that it branches from", entries[0],
            'write the line first, for instance "line [6|4] [4|4] [4|1], arm [4|4] [4|5]"',
        )  # fmt: skip
    named = spinner_of(layout.rules, starter)
    if spinner is not None:
        named = number.get(Tile.of(*spinner.tiles[0]), NO_TILE)
    try:
        laid = layout.picture.laid(paths, named)
    except Misplaced as error:
        raise _broken(setup, entries[error.path], error) from None
    doubles = spinners_among(layout.rules, layout.picture.laid(paths))
    if spinner is not None and named not in doubles:
        raise Malformed(
            "which-spinner", f"{Tile.of(*spinner.tiles[0]).bracketed} is not a spinner here",
            spinner, "name a double that lies on the table, or leave this out",
        )  # fmt: skip
    if named is None and len(doubles) > 1:
        first, second = (setup.tiles.tiles[tile].bracketed for tile in doubles[:2])
        raise Malformed(
            "which-spinner", f"two doubles lie here, and either may be the spinner: {first} and "
            f"{second}", entries[0], f'write "spinner is {first}"',
        )  # fmt: skip
    return table_of(layout.picture, laid)


def _trains(
    setup: Setup,
    middle: list[nodes.GivenTiles],
    entries: list[nodes.GivenTiles | nodes.GivenFact],
) -> State:
    """The table with the tile in the middle and the trains as written."""
    layout = setup.layout
    if middle and setup.shape.own_doubles and middle[0].tiles:
        raise Malformed(
            "no-place", "these trains begin with doubles of their owners, and nothing lies between",
            middle[0], 'write "train of A" and its tiles',
        )  # fmt: skip
    if len(middle) > 1:
        raise Malformed(
            "no-place", "this layout has trains and no arms", middle[1],
            'write "train of A" and its tiles from the middle on',
        )  # fmt: skip
    lies = any(isinstance(entry, nodes.GivenTiles) for entry in entries)
    if lies and not setup.shape.own_doubles and not (middle and middle[0].tiles):
        raise Malformed(
            "broken-line", "these trains start at a double in the middle", entries[0],
            'write it as the line, for instance "line [6|6], train of A [6|4]"',
        )  # fmt: skip
    written: dict[Train, nodes.GivenTiles] = {}
    is_open = tuple(entry.number for entry in entries if isinstance(entry, nodes.GivenFact))
    for entry in entries:
        if not isinstance(entry, nodes.GivenTiles):
            continue
        train = Train(PUBLIC_TRAINS[0] if entry.seat is None else entry.seat)
        if train.seat not in layout.owners:
            which, wanted = ("second", "two") if train.is_second else ("", "one")
            raise Malformed(
                "no-place", f"this layout has no {which} public train".replace("  ", " "), entry,
                f'write "layout: trains from round\'s double, {wanted} public", or leave this out',
            )  # fmt: skip
        if train in written:
            raise Malformed("bad-given", "this train is written twice", entry, "write it once")
        written[train] = entry
    if not lies and not (middle and middle[0].tiles):
        return table_of(layout.picture, LaidTiles())
    paths = train_paths(
        layout.owners,
        middle[0].tiles if middle else (),
        {train: entry.tiles for train, entry in written.items()},
    )
    try:
        laid = layout.picture.laid(paths)
    except Misplaced as error:
        owner = layout.owners[error.path - 1] if error.path else None
        where = middle[0] if owner is None else written[Train(owner)]
        raise Malformed(
            "broken-line", str(error), where,
            "write tiles from the middle on, each as it lies: train of A [6|4] [4|1]",
        ) from None  # fmt: skip
    return table_of(layout.picture, laid._replace(open_trains=is_open))


def _broken(setup: Setup, path: nodes.GivenTiles, error: Misplaced) -> Malformed:
    """The error of tiles that can't lie as they are written."""
    if setup.layout.picture.broken_at(path.tiles) != error.place:
        return Malformed(
            "broken-line", str(error), path,
            "write each arm from the double that it branches from, for instance arm [4|4] [4|5]",
        )  # fmt: skip
    left, right = path.tiles[error.place - 1 : error.place + 1]
    return Malformed(
        "broken-line",
        f"[{left[0]}|{left[1]}] and [{right[0]}|{right[1]}] don't match",
        path,
        "write each tile as it lies, for instance [6|1] [1|2]",
    )


def _tiles_exist(setup: Setup, example: nodes.ExampleClause) -> None:
    for happening in example.happenings:
        if happening.tile is not None and happening.tile.tile not in setup.tiles.number:
            raise Malformed(
                "not-in-set",
                f"{happening.tile.tile.bracketed} is not in the set",
                happening.tile,
                set_named(setup.tiles),
            )
