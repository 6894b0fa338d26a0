"""Functions that kernels call, each as a kernel of its own."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def from_python(callee: Any) -> Any:
    """A function to be called from Python, which has no machine code by itself."""
    from dominoes_solver.search.native.compiling.jit import kernel

    return kernel(callee.signature.return_type, *callee.signature.args)(callee.py_func)
