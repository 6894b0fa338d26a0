"""Awards after a play that ask whether anybody can play, which hands decide."""

from __future__ import annotations

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, Act, Role
from dominoes_lang.text.diagnostics import Diagnostic


def check_locking(setup: Setup, findings: list[Diagnostic]) -> None:
    """Report an award during the round that asks what the end of the round does not show.

    A record does not hold what was paid. So hidden hands can be counted only where the round ends
    exactly if the answer is that nobody can.
    """
    for question in questions(setup):
        if not _ends_the_round(setup, question.verb):
            asked = next(
                (part for part in nodes.walk(setup.blocked) if isinstance(part, nodes.Can)), None
            )
            verb = question.verb if asked is None else asked.verb
            findings.append(
                Diagnostic(
                    "hidden-award",
                    "with this award the hidden hands could not be counted",
                    question.span,
                    'it may ask only what "blocked" asks',
                    helps=(
                        f'write "nobody can {verb}" here, and "blocked: when nobody can {verb}"',
                    ),
                )
            )
            return


def questions(setup: Setup) -> tuple[nodes.Can, ...]:
    """Where awards during the round ask who can play or act."""
    return tuple(part for part in nodes.walk(setup.in_play) if isinstance(part, nodes.Can))


def _ends_the_round(setup: Setup, verb: str) -> bool:
    """Whether the round ends exactly when nobody can do this after a play."""
    span = setup.blocked.span
    nobody = nodes.Who(Role.NOBODY, span=span)
    if setup.blocked == nodes.Can(verb, nobody, span=span):  # type: ignore[arg-type]
        return True
    acts = {step.act for step in setup.turn.steps}
    same = (
        not setup.draws
        and all(step.guard is None for step in setup.turn.steps)
        and acts <= {Act.PLAY, Act.PASS} | DRAWING
        and not setup.turn.forced_passes
    )
    return same and setup.blocked in {
        nodes.Can("play", nobody, span=span),
        nodes.Can("act", nobody, span=span),
    }
