"""Which of the languages that are there somebody asks for, who may ask for any."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from dominoes_rules.speech.speech import offered

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where an environment says it, the one that counts most first."""
LONGEST = 200
"""Characters of a header that are read."""
_ASKED = re.compile(
    r"([A-Za-z]{2,8})(?:-[A-Za-z0-9]{1,8})*(?:;q=(0(?:\.[0-9]{1,3})?|1(?:\.0{1,3})?))?"
)

_BEHIND_A_CODE = re.compile(r"[_.@]")


def accepted(header: str) -> str:
    """The language that is liked best of a header `Accept-Language`; empty if none is there.

    What comes first is liked better among equals (RFC 9110, section 12.5.4).
    """
    liked = []
    for part in header[:LONGEST].split(","):
        match = _ASKED.fullmatch(part.replace(" ", ""))
        if match is not None and match[1].lower() in offered():
            liked.append((float(match[2] or 1), match[1].lower()))
    weight, code = max(liked, key=lambda pair: pair[0], default=(0.0, ""))
    return code if weight else ""


def of_environment(environment: Mapping[str, str]) -> str:
    """The language of a terminal by its variables; empty if none of theirs is there.

    The first variable that says anything decides; `LANGUAGE` may name several.
    """
    said = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return _first(_BEHIND_A_CODE.split(name)[0] for name in said[:LONGEST].split(":"))


def _first(codes: Iterable[str]) -> str:
    return next((code.lower() for code in codes if code.lower() in offered()), "")
