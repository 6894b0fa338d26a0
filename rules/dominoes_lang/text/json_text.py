"""JSON that others have written: one reader, with one error."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NoReturn


class NotJson(ValueError):
    """A text that is not JSON; the message is why."""


def refused(word: str) -> NoReturn:
    """Refuse the numbers that JSON does not have."""
    raise NotJson(f"this is not JSON: {word}")


def read_json(text: str | bytes, constant: Callable[[str], object] | None = None) -> Any:
    """The value of a text. Raises `NotJson`, whatever is wrong with it.

    constant: what NaN, Infinity and -Infinity are; by default numbers, though JSON has none.
    """
    try:
        return json.loads(text, parse_constant=constant)
    except NotJson:
        raise
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if error.lineno > 1 else ""
        raise NotJson(f"this is not JSON: {error.msg} at {line}character {error.colno}") from None
    except UnicodeDecodeError:
        raise NotJson("this is not JSON: it is not UTF-8") from None
    except ValueError:
        raise NotJson("this is not JSON: a number has thousands of digits") from None
    except RecursionError:
        raise NotJson("this JSON is nested too deeply") from None
