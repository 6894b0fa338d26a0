"""For the reference: functions that are called with the fields of a dataclass, as they are called.

An extension of griffe, which reads the source and so sees what is below the decorator.
"""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

import griffe

from dominoes_lang.text.option_fields import taking_fields_of


class FieldSignatures(griffe.Extension):
    """Gives these functions the parameters that Python shows."""

    def on_function_instance(self, *, func: Any, **_: object) -> None:
        """Called with each function that was read."""
        decorators = [each.value for each in func.decorators]
        if not any(f"{each}".startswith(taking_fields_of.__name__) for each in decorators):
            return
        function = getattr(import_module(func.module.path), func.name)
        func.parameters = griffe.Parameters(
            *(
                griffe.Parameter(
                    each.name,
                    annotation=each.annotation,
                    kind=griffe.ParameterKind[each.kind.name.lower()],
                    default=None if each.default is each.empty else repr(each.default),
                )
                for each in inspect.signature(function).parameters.values()
            )
        )
