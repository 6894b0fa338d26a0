"""The one place that knows numba: compiled functions, kept on disk, and two machine instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

Function = TypeVar("Function", bound=Callable[..., Any])
Ints: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"

INT = types.int64
LIST = types.Array(types.int64, 1, "C")
GRID = types.Array(types.int64, 2, "C")
CUBE = types.Array(types.int64, 3, "C")


def compiled(result: Any, *arguments: Any, inline: bool = False) -> Callable[[Function], Function]:
    """A decorator that compiles a function for these types, at once or from the files of a cache."""

    def decorate(function: Function) -> Function:
        made: Function = numba.njit(
            result(*arguments),
            cache=True,
            nogil=True,
            boundscheck=False,
            error_model="numpy",
            inline="always" if inline else "never",
        )(function)
        return made

    return decorate


@intrinsic
def count_bits(typing_context, value):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """How many bits of a mask are set."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@intrinsic
def lowest_bit(typing_context, value):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """The number of the lowest bit of a mask that is not empty."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

    return types.int64(types.int64), build


@intrinsic
def highest_bit(typing_context, value):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """The number of the highest bit of a mask that is not empty."""

    def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]  # noqa: ARG001
        zeros = builder.ctlz(arguments[0], context.get_constant(types.boolean, 1))
        return builder.sub(context.get_constant(types.int64, 63), zeros)

    return types.int64(types.int64), build
