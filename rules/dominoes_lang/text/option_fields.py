"""Options that are written once: as fields of a frozen dataclass.

A public function takes these fields as its arguments, and a command line makes its options of them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import Field, field, fields
from functools import wraps
from typing import Any, ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Options = TypeVar("Options")
Answer = TypeVar("Answer")


def option(default: object, help: str, **shown: object) -> Any:  # noqa: A002 (as argparse has it)
    """A field that is an option of a command as well.

    help: the sentence that describes it there. shown: other arguments of `add_argument`; `type` may
    be the name of a kind of number, and `flag` the option where it is not the name of the field.
    """
    return field(default=default, metadata={"help": help, **shown})


def option_of(owner: type, name: str) -> Any:
    """The same option as that of another class."""
    same = field_of(owner, name)
    return field(default=same.default, metadata=same.metadata)


def field_of(owner: type, name: str) -> Field[Any]:
    """A field of a dataclass by its name."""
    return next(each for each in fields(owner) if each.name == name)


def options_of(owner: type) -> list[str]:
    """The names of the fields that are options of a command, in order."""
    return [each.name for each in fields(owner) if "help" in each.metadata]


def taking_fields_of(
    owner: Callable[Arguments, Options],
) -> Callable[[Callable[[Options], Answer]], Callable[Arguments, Answer]]:
    """Let a function of one value be called with the fields of that value.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Sum:
    ...     first: int
    ...     second: int = 1
    >>> @taking_fields_of(Sum)
    ... def total(numbers: Sum) -> int:
    ...     return numbers.first + numbers.second
    >>> total(3), total(3, second=4)
    (4, 7)
    >>> inspect.signature(total)
    <Signature (first: 'int', second: 'int' = 1) -> 'int'>
    """
    signature = inspect.signature(owner)

    def decorated(function: Callable[[Options], Answer]) -> Callable[Arguments, Answer]:
        @wraps(function)
        def called(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
            try:
                signature.bind(*args, **kwargs)
            except TypeError as error:
                raise TypeError(f"{function.__name__}() {error}") from None
            return function(owner(*args, **kwargs))

        returned = function.__annotations__["return"]
        called.__signature__ = signature.replace(return_annotation=returned)  # type: ignore[attr-defined]
        return called

    return decorated
