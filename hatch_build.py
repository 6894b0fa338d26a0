"""What a build makes of our sources: the catalogues of languages, as `gettext` reads them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.append(str(Path(__file__).parent))  # a build runs this file alone

from translating.compiling import compile_catalogues


class CatalogueHook(BuildHookInterface[Any]):
    """Compiles before anything is packed, also where the project is installed in place."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (its signature)
        compile_catalogues()
