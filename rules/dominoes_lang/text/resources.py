"""The only access to the files that come with the project."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def bundled(package: str, name: str) -> Traversable:
    """A file or folder that is shipped inside `package`.

    In a checkout some of them are at its root instead (`variants/`), which is searched next.
    """
    inside = files(package) / name
    if inside.is_file() or inside.is_dir():
        return inside
    for folder in Path(str(files(package))).parents:
        if (folder / "pyproject.toml").is_file():
            return folder / name
    return inside
