"""Every module of the three packages."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from types import ModuleType

import dominoes_lang
import dominoes_rules
import dominoes_solver
from dominoes_solver.search import native
from dominoes_solver.search.native.compiling import compilation


def compile_kernels() -> None:
    """Compile each kernel in a child, behind the lock that all processes share: once for all."""
    found = pkgutil.walk_packages(native.__path__, f"{native.__name__}.")
    names = [module.name for module in found if ".kernel_" in module.name]
    compilation.Compilation(names).wait(names[-1], None)


@cache
def modules() -> tuple[ModuleType, ...]:
    """All modules, imported. To import a kernel is to compile it, unless that was done before."""
    compile_kernels()
    packages = (dominoes_lang, dominoes_solver, dominoes_rules)
    names = [
        found.name
        for package in packages
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not found.name.endswith("__main__")
    ]
    return (*packages, *map(import_module, names))
