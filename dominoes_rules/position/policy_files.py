"""Policies by name: those that come with the project, and a user's own files."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.text import resources
from dominoes_lang.text.quoting import plain
from dominoes_rules.position.choice_models import closest, read_file
from dominoes_rules.position.description import name_of, typed_name
from dominoes_rules.position.observed_round import ObservedRound
from dominoes_solver.belief.model import UnfitModel, digest
from dominoes_solver.belief.weighing import shown_by
from dominoes_solver.policy.playing_out import PlayingOut
from dominoes_solver.policy.policy import Policy, policies_of

FOLDER = "policies"
ENDING = ".policy.json"
MOST_ADOPTED = 64


class ChosenPolicy(NamedTuple):
    """A policy, and where it comes from."""

    model: Policy
    file: str
    note: str = ""
    """Of which game it is, where it is another one."""


def chosen_policy(file: str | Path | None, setup: Setup) -> ChosenPolicy:
    """The policy of a file, or the bundled one that is closest to these rules.

    That is their own, else one of the same play, of the same kind, or of a game that they extend,
    whose note says so. Raises `UnfitModel` if there is none, or the file has none of these rules.
    """
    if file:
        policies = read_policies(file)
        policy = closest(setup, policies) or policies[0]
        return ChosenPolicy(policy, Path(file).name, policy.refuse_others(setup, typed_name(setup)))
    if (bundled := bundled_policy(setup)) is not None:
        return bundled
    raise UnfitModel(
        f"there is no policy for {name_of(setup.ruleset)}; `dominoes-rules choices learn "
        f"{typed_name(setup)}` makes one, for quick:policy=FILE"
    )


def bundled_policy(setup: Setup) -> ChosenPolicy | None:
    """The bundled policy that is closest to some rules, if there is any; see `chosen_policy`.

    One that was adopted comes before it.
    """
    if adopted := _adopted.get(digest(setup)):
        return ChosenPolicy(adopted, "")
    policies = bundled_policies()
    if policy := closest(setup, policies.values()):
        return ChosenPolicy(policy, _file_of(policy), policy.refuse_others(setup))
    for name in (setup.name, *(name for name, _ in setup.ruleset.parents)):
        for variant in (name, f"{name}/{setup.seats}"):
            if variant in policies:
                note = f"by the policy of {plain(variant)}, whose rules these change"
                return ChosenPolicy(policies[variant], _file_of(policies[variant]), note)
    return None


def playing_out(position: ObservedRound) -> PlayingOut | None:
    """The bundled policy by which worlds of a position are played out, if there is any."""
    chosen = bundled_policy(position.setup)
    if chosen is None or position.is_over:
        return None
    return PlayingOut(chosen.model, shown_by(position.evidence, position.view))


_adopted: dict[str, Policy] = {}
"""Policies that were learnt while a program runs, by the digest of their rules."""


def adopt(policies: Iterable[Policy]) -> None:
    """Let this process play by some policies, each where the rules are its own.

    Those that were adopted longest ago are forgotten.
    """
    for policy in policies:
        _adopted[policy.rules] = policy
        if len(_adopted) > MOST_ADOPTED:
            del _adopted[next(iter(_adopted))]


def _file_of(policy: Policy) -> str:
    return policy.variant.partition("/")[0] + ENDING


@cache
def bundled_policies() -> dict[str, Policy]:
    """The policies that come with the project, by game and number of players: `muggins/2`."""
    folder = resources.bundled("dominoes_rules", "variants") / FOLDER
    return {
        policy.variant: policy
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(ENDING)
        for policy in policies_of(file.read_text(encoding="utf-8"))
    }


def read_policies(path: str | Path) -> tuple[Policy, ...]:
    """The policies of a file. Raises `UnfitModel`."""
    return read_file(path, policies_of)
