"""The course of a round as a picture, from the plain values of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dominoes_rules.web.markup import rendered

WIDE, HIGH, RIM = 600, 140, 14
"""Of the course of a round, and the room for its dots."""


def course_picture(
    course: Mapping[str, Any], seat: str, decisions: Iterable[Mapping[str, Any]]
) -> str:
    """What a round was worth after each action: a line, with a dot for each own decision."""
    values = course["values"]
    low, high = min(*values, 0), max(*values, 1)
    across = (WIDE - 2 * RIM) / max(1, len(values) - 1)
    down = (HIGH - 2 * RIM) / (high - low)

    def spot(number: int) -> tuple[float, float]:
        return round(RIM + number * across, 1), round(RIM + (high - values[number]) * down, 1)

    own = {turn["action"]: turn for turn in decisions if turn["round"] == course["round"]}
    dots = [
        {
            "at": spot(number),
            "kind": own[step["action"]]["kind"] or "fine",
            "action": step["action"],
            "label": f"{step['label']}: {values[number]:+}",
        }
        for number, step in enumerate(course["steps"], 1)
        if step["seat"] == seat and step["action"] in own
    ]
    return rendered(
        "course.html",
        round=course["round"],
        values=values,
        line=" ".join(f"{x},{y}" for x, y in map(spot, range(len(values)))),
        zero=round(RIM + high * down, 1),
        dots=dots,
        wide=WIDE,
        high=HIGH,
    )
