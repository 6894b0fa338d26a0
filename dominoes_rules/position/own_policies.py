"""Policies that bots have learnt for a user, kept in the user's cache by the rules they are of."""

from __future__ import annotations

from pathlib import Path

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.text.own_files import PRIVATE_FILE, make_own, own_cache, read_own
from dominoes_lang.text.quoting import plain
from dominoes_lang.text.whole_files import replacing
from dominoes_rules.position.choice_models import bundled_net, closest
from dominoes_rules.position.policy_files import ENDING, FOLDER, bundled_policies
from dominoes_solver.belief.model import LARGEST_TEXT, UnfitModel, digest
from dominoes_solver.policy.policy import Policy, policies_of, text_of

DIGITS_OF_NAME = 16
"""Of the digest of the rules, in the name of a file."""


def own_policy_file(setup: Setup) -> Path | None:
    """Where the policy of some rules is kept; None if the user has no place for it."""
    cache = own_cache()
    return None if cache is None else cache / FOLDER / f"{digest(setup)[:DIGITS_OF_NAME]}{ENDING}"


def own_policy(path: Path, setup: Setup) -> Policy:
    """The policy that is kept of some rules.

    Raises `FileNotFoundError` without a file, and `UnfitModel` for one that is not of these rules,
    or that others may have written.
    """
    try:
        data = read_own(path)
        if len(data) > LARGEST_TEXT:
            raise UnfitModel("a file of policies has at most 1 MB")
        policies = policies_of(data.decode())
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        why = (isinstance(error, OSError) and error.strerror) or error
        raise UnfitModel(f"{plain(str(path))} can't be used: {why}") from None
    if [policy.rules for policy in policies] != [digest(setup)]:
        raise UnfitModel(f"{plain(str(path))} can't be used: it is a policy of other rules")
    return policies[0]


def keep_own_policy(path: Path, policy: Policy) -> None:
    """Write a policy where it is kept. Raises `OSError`."""
    make_own(path.parent)
    with replacing(path) as stream:
        stream.write(text_of([policy]).encode())
        Path(stream.name).chmod(PRIVATE_FILE)


def plays_as_another(setup: Setup) -> bool:
    """Whether `quick` plays some rules by those of a game that they extend, or not at all."""
    return bundled_net(setup) is None and closest(setup, bundled_policies().values()) is None
