"""What a call of the command line gives; the fixture `call` makes one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple


class Called(NamedTuple):
    """The exit code, what went to stdout, and what went to stderr."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Call = Callable[..., Called]
