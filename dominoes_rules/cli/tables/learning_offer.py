"""Before a match by rules that no policy is of: the bots can learn them, if somebody wants it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from dominoes_lang.text.quoting import plain, short
from dominoes_lang.text.root_exception import ArgumentError, DominoesError
from dominoes_rules import library
from dominoes_rules.cli.common import ProgressLine
from dominoes_rules.cli.positions.learn import showing
from dominoes_rules.cli.terminal import Terminal
from dominoes_rules.conversation.seating import USUAL_BOT, Seating
from dominoes_rules.conversation.typed_words import means
from dominoes_rules.play.matches import Match
from dominoes_rules.position.own_policies import (
    keep_own_policy,
    own_policy,
    own_policy_file,
    plays_as_another,
)
from dominoes_rules.position.policy_files import adopt
from dominoes_rules.speech.sayings import said
from dominoes_solver.belief.model import UnfitModel

SECONDS = 20.0
SECONDS_TO_COMPILE = 180.0
QUICK = "quick"


def offer_learning(match: Match, seating: Seating, terminal: Terminal, *, plainly: bool) -> None:
    """Let those bots of a match learn it that were asked for as `quick`, or not at all.

    Somebody at a terminal is asked, unless they have learnt it before. plainly: without progress.
    """
    seats = [
        seat
        for seat, player in match.players.items()
        if player == QUICK or (player == USUAL_BOT and seat not in seating.bots)
    ]
    if not (seats and terminal.asks and plays_as_another(match.setup)):
        return
    path = own_policy_file(match.setup)
    if path is not None and (
        recall(match, terminal, path) or _learn(path, match, terminal, plainly)
    ):
        match.players.update(dict.fromkeys(seats, QUICK))


def recall(match: Match, terminal: Terminal, path: Path | None = None) -> bool:
    """Whether the bots have learnt the game before; then `quick` plays by that from now on."""
    path, text = path or own_policy_file(match.setup), terminal.speech.text
    if path is None:
        return False
    try:
        adopt([own_policy(path, match.setup)])
    except FileNotFoundError:
        return False
    except UnfitModel as error:
        terminal.say(text("What the bots have learnt is left alone: {error}.", error=error))
        return False
    terminal.say(
        text(
            "The bots play by what they have learnt of {game}; they learn anew without {file}.",
            game=match.setup.name,
            file=plain(str(path)),
        )
    )
    return True


def _learn(path: Path, match: Match, terminal: Terminal, plainly: bool) -> bool:
    """Ask, and learn if the answer is yes; whether the bots have learnt the game."""
    # Imported here because most matches need neither.
    from dominoes_solver.policy.learning import await_machine_code, learn
    from dominoes_solver.search import native

    setup, text = match.setup, terminal.speech.text
    compiled = library.compiled(setup.ruleset, setup.seats, dict(setup.parameters))
    if not native.will_play_policies(compiled):
        return False
    terminal.say(
        text(
            "The bots have not learnt {game}. Once they have, they play it as `{bot}`.",
            game=setup.name,
            bot=QUICK,
        )
    )
    asked = text(
        "Let them learn this game ({seconds} s)? y, or Enter for no", seconds=f"{SECONDS:.0f}"
    )
    if not means(terminal.read(f"{asked}> ") or "", terminal.speech, "yes"):
        return False
    try:
        with terminal.thinking(""), ProgressLine() as line:
            show = (lambda _: None) if plainly else line
            compiling = partial(show, "compiling machine code, once (Ctrl-C stops)")
            if not await_machine_code(compiled, SECONDS_TO_COMPILE, compiling):
                raise ArgumentError("machine code, by which they learn, can't be compiled")
            policy = learn(compiled, seconds=SECONDS, tick=showing(show, SECONDS))
    except KeyboardInterrupt:
        terminal.say(text("Nothing was learnt."))
        return False
    except DominoesError as error:
        why = short(said(error, terminal.speech), 200)
        terminal.say(text("The bots can't learn it: {error}.", error=why))
        return False
    adopt([policy])
    try:
        keep_own_policy(path, policy)
    except (DominoesError, OSError) as error:
        no_folder = text("there is no folder for it")
        why = (isinstance(error, OSError) and error.strerror) or no_folder
        kept = text("not kept in {file}: {why}", file=plain(str(path)), why=why)
    else:
        kept = text("kept in {file}", file=plain(str(path)))
    rounds = policy.fitted["rounds"]
    terminal.say(
        terminal.speech.plural(
            "Learnt from {rounds} round, and {kept}.",
            "Learnt from {rounds} rounds, and {kept}.",
            rounds,
            rounds=f"{rounds:,}",
            kept=kept,
        )
    )
    return True
