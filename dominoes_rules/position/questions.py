"""Questions about the hidden hands of a position, in the words of the rules language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING

from dominoes_lang.conditions import read_question
from dominoes_lang.text.root_exception import expect_seed
from dominoes_rules.position.assumptions import assumptions
from dominoes_rules.position.hidden_hands import Worlds, worlds
from dominoes_rules.position.position import Position, expect_position
from dominoes_solver.evidence.hidden_conditions import Asker, TooManyWorlds
from dominoes_solver.means import Share

if TYPE_CHECKING:
    from dominoes_solver.belief.model import Choices

SAMPLES = 10_000
SAMPLES_BY_SWAPS = 2_000
"""Of worlds that nobody can count: about a second."""


@dataclass(frozen=True)
class Answer:
    """How likely a condition is, and how precise that probability is."""

    count: int | None
    """Worlds that fit the position; None if they differ in too many ways to count them."""
    matching: int
    """Worlds in which the condition holds; counted within the sample where there is one."""
    probability: float
    sampled: int | None
    """How many worlds were sampled, where the answer is not exact; else None."""
    se: float | None
    """The standard error of a sampled probability."""
    why: str = ""
    """Why it was sampled; empty if the answer is exact."""
    weighed: Share | None = None
    """How likely it is where the others' choices weigh worlds; None without a model of them."""
    assumed: tuple[str, ...] = ()
    """What all worlds of a deal have in common besides the written tiles, a sentence each."""

    def as_json(self) -> dict[str, object]:
        """The answer as plain values, in the shape that programs rely on."""
        weighed = {} if self.weighed is None else {"weighed": self.weighed._asdict()}
        return {
            "count": self.count,
            "matching": self.matching,
            "probability": self.probability,
            "sampled": self.sampled,
            "se": self.se,
            **weighed,
            **({"assumed": [*self.assumed]} if self.assumed else {}),
        }


def ask(
    position: Position,
    condition: str,
    *,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    model: str | Choices | None = None,
    force: bool = False,
) -> Answer:
    """The probability of a condition on the hidden hands, if all worlds are equally likely.

    With a `model` of choices, as in `worlds`, `weighed` is the probability in weighted worlds; the
    other values are still counted.

    The answer is exact if the condition is about single hands. A comparison of hidden hands is
    tested world by world, up to 200,000 worlds. Beyond that, or if the worlds can't be counted, the
    answer is sampled. While worlds are tested, `progress` is called from time to time with the
    number to test. Raises `RulesError` for an invalid condition.

    >>> pos = Position("block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A")
    >>> ask(pos, "B holds [6|4] or B holds [3|3]").matching
    714
    """
    expect_position("ask", position)
    expect_seed(seed)
    read_question(condition, position.setup)
    hands = worlds(position, model=model, seed=seed, force=force)
    return answer_of(hands, condition, progress)


def answer_of(
    hands: Worlds, condition: str, progress: Callable[[int], None] | None = None
) -> Answer:
    """What `ask` answers of worlds that are there already, and may be weighted."""
    evidence = hands.position.evidence
    node = read_question(condition, hands.position.setup)
    asker, count = Asker(evidence, progress), evidence.count
    try:
        if count is None:
            raise TooManyWorlds(f"{evidence.uncounted}, so worlds are drawn by swaps")
        matching = asker.matching(node)
    except TooManyWorlds as error:
        number = SAMPLES_BY_SWAPS if count is None else SAMPLES
        matching = sum(map(asker.test(node), evidence.sampled(number, hands.seed)))
        # Laplace's rule keeps the error above 0 where every world answers alike.
        smooth = (matching + 1) / (number + 2)
        se = sqrt(smooth * (1 - smooth) / number * evidence.variance_factor)
        answer = Answer(count, matching, matching / number, number, se, str(error))
    else:
        answer = Answer(count, matching, matching / count, None, None)
    answer = replace(answer, assumed=assumptions(hands.position))
    if hands.model.choices is None:
        return answer
    if not hands.are_weighed or (answer.se is None and matching in {0, count}):
        return replace(answer, weighed=Share(answer.probability, answer.se))
    return replace(answer, weighed=hands.pool.share(asker.test(node)))
