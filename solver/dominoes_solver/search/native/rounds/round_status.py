"""What a kernel answers that was to play rounds, and the error that follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominoes_lang.text.root_exception import DominoesError

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Setup

FINE, VOID, ENDLESS = range(3)
"""All of them are played, or only void deals came, or one does not end."""


class NoRound(DominoesError, ValueError):
    """Rules by which only void deals occur, or a round does not end."""

    @classmethod
    def by_policy(cls, setup: Setup) -> NoRound:
        """Rules by which the choices of a policy do not end a round."""
        return cls(f"{setup.name}: a round by a policy does not end")
