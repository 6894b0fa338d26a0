"""What a build makes of our sources: the catalogues of languages, as `gettext` reads them."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CATALOGUES = Path("dominoes_rules", "speech", "catalogues")
PACKAGES = {"translating", "dominoes_lang"}
"""What the hook imports of this tree."""


class CatalogueHook(BuildHookInterface[Any]):
    """Compiles before anything is packed, also where the project is installed in place."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (its signature)
        compile_tree(Path(self.root))


def compile_tree(root: Path) -> None:
    """Compile the catalogues of a tree. Raises `RuntimeError` if one that is whole is not."""
    use_modules_of(root)
    compiling = import_module("translating.compiling")
    compiling.compile_catalogues()
    for written in sorted((root / CATALOGUES).glob("*.po")):
        compiled = written.with_suffix(".mo")
        if not compiled.is_file() and compiling.whole_catalogue(written) is not None:
            raise RuntimeError(
                f"{written} is whole, but no {compiled.name} was made of it; "
                f"the build compiled the tree of {compiling.__file__}, so build without that one"
            )


def use_modules_of(root: Path) -> None:
    """Import from this tree, whatever other one the environment has installed in place."""
    sys.path[:0] = [str(root), str(root / "rules")]
    for name in [name for name in sys.modules if name.partition(".")[0] in PACKAGES]:
        del sys.modules[name]
