"""The root of every exception that is raised for a caller."""

from __future__ import annotations

from types import UnionType

from dominoes_lang.text.quoting import plain_lines


class DominoesError(Exception):
    """The base class of all errors of dominoes-rules, with a readable message.

    Any other exception is a bug, or a mistake in the calling program: a `TypeError` for an argument
    of the wrong type, an `IndexError` or a `KeyError` for a missing item, an `OSError` of the
    system.

    A subclass passes all arguments of its constructor to this one, so that it can be pickled and
    sent from another process.
    """

    def __str__(self) -> str:
        """The message, in which nothing that others wrote can act on a terminal."""
        return plain_lines(super().__str__())


class ArgumentError(DominoesError, ValueError):
    """An argument with the right type and an invalid value; the message names it."""


def expect_integer(name: str, value: object, least: int, why: str) -> None:
    """Raise `TypeError` unless an argument is an integer, `ArgumentError` if it is below `least`.

    `why` states the requirement, in a sentence that may follow the argument.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name}={value!r}: {why}")
    if value < least:
        raise ArgumentError(f"{name}={value}: {why}")


def expect_type(name: str, value: object, kinds: type | UnionType, wanted: str) -> None:
    """Raise `TypeError` unless an argument is of these types; `wanted` names them to a reader."""
    if not isinstance(value, kinds):
        raise TypeError(f"{name} must be {wanted}, not {value!r}")


def expect_seed(value: object) -> None:
    """Raise `TypeError` or `ArgumentError` unless a seed is an integer of at least 0."""
    expect_integer("seed", value, 0, "a seed must be an integer of at least 0")
