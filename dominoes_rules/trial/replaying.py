"""Replaying a failure from its position line."""

from __future__ import annotations

from dominoes_lang.codegen.dealing import start_of
from dominoes_lang.setup.binding import ParameterError
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.rows import lying
from dominoes_lang.table.state import NO_TILE, Action, Kind, State, carried_of
from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.text.quoting import short
from dominoes_rules.errors import IllegalMove, PositionError
from dominoes_rules.position.position import Position
from dominoes_rules.position.reading import Reader, words_of
from dominoes_rules.trial.checks import CheckedGame, Failed, problem_in
from dominoes_rules.trial.exhaustive import on_small_set
from dominoes_rules.trial.played import NotLegal, play_through
from dominoes_rules.trial.scope import Scope, small
from dominoes_rules.trial.trial_outcome import TrialOutcome
from dominoes_solver.evidence.builder import starter_of
from dominoes_solver.evidence.view import Record


def try_again(ruleset: Ruleset, line: str) -> TrialOutcome:
    """Replay a position of the ruleset in both ways, and check every invariant.

    The line is a record with every hand open, as a failure shows it (also on a small set), or a
    snapshot in which nothing is hidden. Raises `PositionError`, and `IllegalMove` for an action
    that the rules don't allow.
    """
    words, scope = _scope(words_of(line))
    line = " ".join(words_of(line))
    text, name = " ".join(words), f"replay of {line}"
    _same_variant(ruleset, words)
    if scope is None:
        description = Reader(text, ruleset).read()
        game = CheckedGame(description.compiled)
    else:
        description = Reader(text, _small_rules(ruleset, words, scope)).read()
        game = on_small_set(description.compiled, ruleset, scope)
    if not isinstance(description.view, Record):
        return _look(name, game, Position(text, ruleset), line)
    try:
        start = _start(game, description.view)
        played = play_through(game, start, _actions(start, description.view))
    except Failed as failure:
        return TrialOutcome.of(name, failure.problem, line)
    except NotLegal as error:
        raise IllegalMove(f"action {error.number} of the line is not legal there") from None
    covered = f"{len(played.actions)} action{'s'[: len(played.actions) != 1]}"
    return TrialOutcome.of(name, played.problem, line if played.problem else "", covered)


def _scope(words: list[str]) -> tuple[list[str], Scope | None]:
    """The words without those that name a small set, and that set."""
    pairs = [word.split("=", 1) for word in words if word.startswith(("tiles=", "deal="))]
    if not pairs:
        return words, None
    facts = dict(pairs)
    if len(pairs) != 2 or len(facts) != 2:
        raise PositionError("a small set needs both, each once: tiles=double-two deal=1")
    rest = [word for word in words if not word.startswith(("tiles=", "deal="))]
    return rest, Scope.read(facts["tiles"], facts["deal"])


def _same_variant(ruleset: Ruleset, words: list[str]) -> None:
    """Raise `PositionError` where line and call name different variants."""
    named = words[0] if words else ""
    head, mark, seats = named.rpartition("/")
    if mark and seats.isascii() and seats.isdigit():
        named = head
    name = named.rpartition("/")[2].removesuffix(".rules")
    if name != ruleset.name:
        shown = short(name) or "no variant"
        raise PositionError(f"the line is for {shown}, not for {ruleset.name}")


def _small_rules(ruleset: Ruleset, words: list[str], scope: Scope) -> Ruleset:
    """The rules on the small set of a line, for as many players as it has hands."""
    if len(words) < 2 or words[1][1:2] != ":":
        raise PositionError("on a small set only a record can be replayed: VARIANT HANDS …")
    try:
        return small(ruleset, ruleset.setup(words[1].count("/") + 1), scope)[0]
    except ParameterError as error:
        raise PositionError(str(error)) from None


def _start(game: CheckedGame, record: Record) -> State:
    """The first state of a record in which every hand is open."""
    setup = game.setup
    for seat, hand in enumerate(record.dealt):
        if hand.unseen:
            raise PositionError(
                f"to replay a round every hand is needed, but {setup.seat_names[seat]} has "
                f"{hand.unseen} unseen"
            )
        size, dealt = hand.size - record.drew_each, setup.size_dealt(seat)
        if size != dealt:
            raise PositionError(
                f"{setup.seat_names[seat]} is dealt {dealt} tiles, and {size} are written"
            )
    drawn = [move.drawn for move in record.moves if move.kind is Kind.DRAW]
    stock = list(record.stock)
    for tile in drawn[len(stock) :]:
        if tile == NO_TILE:
            raise PositionError("to replay a round the stock is needed, in drawing order")
        stock.append(tile)
    stock[:0] = [tile for tiles in zip(*record.drew, strict=True) for tile in tiles]
    held = [tile for hand in record.before_drawing for tile in numbers_in(hand.known)]
    taken = {*held, *stock}
    if len(taken) != len(held) + len(stock):
        raise PositionError("a tile is drawn that appears elsewhere in the line")
    starter = [action.tile for action in lying(starter_of(setup, record))]
    if taken.intersection(starter):
        raise PositionError("the tile that a round begins from appears elsewhere in the line")
    rest = [tile for tile in range(len(setup.tiles)) if tile not in {*taken, *starter}]
    order = (*held, *starter, *stock, *rest)
    hands = tuple(hand.known for hand in record.dealt)
    if record.round > 1:
        if record.opener is None:
            raise PositionError("from round:2 on the line needs an opener:")
        opening = record.opener, hands[record.opener]
    else:
        before = tuple(hand.known for hand in record.before_drawing)
        ways = [way for way in game.first_opening(before, hands) if way]
        openings = {way for way in ways if record.opener in (None, way[0])}
        if not ways:
            raise PositionError("this deal is void")
        if len(openings) != 1:
            raise PositionError(
                "the rules don't allow this opening; the line needs another opener:"
            )
        opening = openings.pop()
    scores = record.scores or setup.match.head_start
    start = start_of(game.compiled, order, opening, record.round, record.drew_each)
    return start._replace(scores=scores, more=setup.kept(start.more, **carried_of(record)))


def _actions(start: State, record: Record) -> list[Action]:
    """The actions of a record, which draw what is next in the stock."""
    stock = iter(start.stock)
    for number, move in enumerate(record.moves, 1):
        if move.kind is Kind.DRAW and move.drawn not in {NO_TILE, next(stock, NO_TILE)}:
            raise IllegalMove(f"action {number}: another tile is next in the stock")
    return [move.action for move in record.moves]


def _look(name: str, game: CheckedGame, position: Position, line: str) -> TrialOutcome:
    """Check a snapshot, which is a single state."""
    table = position.evidence.table
    if table.count != 1:
        raise PositionError("a position to replay must have no hidden tiles")
    state = position.evidence.open_state(table.unrank(0))
    problem = problem_in(lambda: game.check(state))
    return TrialOutcome.of(name, problem, line if problem else "", "1 state")
