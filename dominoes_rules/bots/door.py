"""From the name of a bot, with options, to the bot itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from random import Random
from types import MappingProxyType
from typing import Any

from dominoes_lang.syntax.vocabulary import suggestion
from dominoes_lang.text.notices import notice
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError, expect_type
from dominoes_rules.adapters import EXTRA_OF_AGENTS
from dominoes_rules.bots.bidding import said_first, speaks
from dominoes_rules.bots.catalogue import KINDS, BotKind, Value
from dominoes_rules.bots.counting_bot import counts
from dominoes_rules.bots.levels import LEVELS, Level
from dominoes_rules.bots.named import NamedBot, Rule, cheat, is_cheat
from dominoes_rules.bots.on_positions import on_positions
from dominoes_rules.bots.own_bots import function_of, hosted
from dominoes_rules.bots.processes import SECONDS, Program, words_of
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_solver.belief.noticing import noticed

_FUNCTION = re.compile(
    rf"(?:(?:{'|'.join(EXTRA_OF_AGENTS)}):)?[A-Za-z_][\w.]*:[A-Za-z_]\w*", re.ASCII
)


def bot(
    text: str,
    *,
    rated: bool = False,
    own: bool = True,
    time: float = SECONDS,
    say: Callable[[str], None] = notice,
) -> NamedBot:
    """Return a bot by its name with options, `name:key=value,…`, or by its level, such as `casual`.

    Its `name` is the canonical one. Your own bots are `module:function`, called as a `Bot`,
    `openspiel:module:policy` and `pettingzoo:module:agent` (see `adapters.policies`), and
    `run:COMMAND`, any program.

    rated: whether `module:function` runs in its own process, without access to the hands of others.
    own: whether such bots are allowed; set it to False for a name from a stranger.
    time: the seconds that a program may take for a move.
    say: called once with a message about a bot that does not return a legal move.
    Raises `ArgumentError`, with a suggestion, for an unknown name or option.

    >>> bot("solver:worlds=20"), bot("solver"), bot("heaviest")
    (<bot solver:worlds=20>, <bot solver:worlds=50>, <bot heaviest>)
    >>> bot("solvr")
    Traceback (most recent call last):
    dominoes_lang.text.root_exception.ArgumentError: there is no bot 'solvr'; did you mean "solver"?
    """
    expect_type("bot", text, str, 'the name of a bot, such as "solver:worlds=20"')
    text = text.strip()
    name, mark, rest = text.partition(":")
    if name in LEVELS:
        if mark:
            raise ArgumentError(f"bot {name}: it is a level, which has no options")
        level_bot = bot_at(LEVELS[name], say)
        level_bot.name = name
        return level_bot
    if name in KINDS:
        return _built_in(text, 0.0, say)
    program = name == "run"
    if not (program or _FUNCTION.fullmatch(text)):
        raise ArgumentError(f"there is no bot {short(name)!r}{_hint(name, [*KINDS, *LEVELS])}")
    if not own:
        raise ArgumentError(f"bot {short(text)}: only bots that come with the project play here")
    if not (program or rated):
        return NamedBot(text, function_of(text), foreign=True, say=say)
    answers = Program(words_of(rest), time) if program else hosted(text, time)
    return NamedBot(text, answers, foreign=True, say=say, close=answers.close)


def bot_at(level: Level, say: Callable[[str], None] = notice) -> NamedBot:
    """The bot that plays at a level, which overlooks what the level does; `say` is that of `bot`.

    Raises `ArgumentError` as `bot` does, for a bot of one's own as well.
    """
    if level.bot.partition(":")[0] not in KINDS:
        raise ArgumentError(f"bot {short(level.bot)}: only bots of the project play here")
    return _built_in(level.bot, level.overlooks, say)


def _built_in(text: str, overlooks: float, say: Callable[[str], None]) -> NamedBot:
    name, mark, rest = text.partition(":")
    kind = KINDS[name]
    if mark and not rest:
        raise ArgumentError(f"bot {name}: options are missing after the colon; {_options(kind)}")
    values = options_of(text)
    written = ",".join(f"{key}={_shown(value)}" for key, value in values.items() if value)
    choose = _attentive(kind.make(**values), overlooks, by_chance=name == "random")
    named_bot = NamedBot(f"{name}:{written}" if written else name, choose, say=say)
    named_bot.needs_ends = kind.needs_ends
    named_bot.plays_tricks = on_positions(counts)
    named_bot.model = str(values.get("model") or kind.model)
    if kind.quick is not None:
        named_bot.quick = kind.quick(**values)
    return named_bot


def _attentive(rule: Rule, overlooks: float, *, by_chance: bool) -> Callable[[Any, Random], Move]:
    """A rule of choice that is given the moves which are noticed.

    Before the first trick nothing is overlooked: all bots say what their hand may hope for, since
    with open hands nobody would be outbid. by_chance: but for one that says anything.
    """

    def choose(position: Any, random: Random) -> Move:
        moves = position.legal_moves
        if position.setup.tricks is not None and not by_chance:
            state = position.some_state() if isinstance(position, Position) else position.state
            if speaks(position.setup, state):
                actions = position.compiled.legal(state)
                said: Move = moves[actions.index(said_first(actions, state, position.setup))]
                return said
        indices = noticed(len(moves), overlooks, random.random)
        return rule(position, random, [moves[index] for index in indices])

    return cheat(choose) if is_cheat(rule) else choose


def options_of(name: str) -> dict[str, Value | None]:
    """The value of every option of a bot that comes with the project, by its canonical name."""
    kind, _, rest = name.partition(":")
    return _values(kind, KINDS[kind], rest.split(",") if rest else [])


def _values(name: str, kind: BotKind, words: list[str]) -> dict[str, Value | None]:
    """The value of every option, given or usual."""
    settings: dict[str, Value] = {}
    for word in words:
        key, mark, value = (part.strip() for part in word.partition("="))
        if key not in kind.options:
            hint = _hint(key, kind.options) if kind.options else f"; {_options(kind)}"
            raise ArgumentError(f"bot {name}: it has no option {short(key)!r}{hint}")
        if not mark:
            raise ArgumentError(f"bot {name}: write {key}=…, {kind.options[key].about}")
        if key in settings:
            raise ArgumentError(f"bot {name}: {key} is given twice")
        try:
            settings[key] = kind.options[key].read(value)
        except ArgumentError as error:
            raise ArgumentError(f"bot {name}: {key}= {error}") from None
    unset = {kind.options[key].instead_of for key in settings}
    return {
        key: settings.get(key, None if key in unset else option.usual)
        for key, option in kind.options.items()
    }


def _shown(value: Value) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _options(kind: BotKind) -> str:
    known = ", ".join(f"{key}=" for key in kind.options)
    return f"its options are {known}" if known else "it has no options"


def _hint(word: str, known: Iterable[str]) -> str:
    names = list(known)
    near = suggestion(word, names, MappingProxyType({}))
    return f'; did you mean "{near}"?' if near else f"; there are {', '.join(names)}"
