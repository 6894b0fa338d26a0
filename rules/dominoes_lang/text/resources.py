"""The files that come with the project: the only way to them."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def bundled(package: str, name: str) -> Traversable:
    """A file or folder that is shipped inside `package`.

    In a checkout some of them lie at its root instead (`variants/`); that is where it looks next.
    """
    inside = files(package) / name
    if inside.is_file() or inside.is_dir():
        return inside
    for folder in Path(str(files(package))).parents:
        if (folder / "pyproject.toml").is_file():
            return folder / name
    return inside
