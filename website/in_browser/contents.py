"""What goes into the program: modules that the interpreters in the browser can reach, and data."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path

from website.site_pages import ROOT

SOURCES = {
    "dominoes_rules": ROOT,
    "dominoes_lang": ROOT / "rules",
    "dominoes_solver": ROOT / "solver",
}
"""Our packages, and the folder that each is in."""
PACKAGES = frozenset(
    "anyio constraint jinja2 lark markupsafe platformdirs sse_starlette starlette "
    "typing_extensions".split()
)
"""Those of others, of which the parts in Python are enough."""
BEGINNINGS = (
    "dominoes_rules.web.in_browser.pages_interpreter",
    "dominoes_rules.web.in_browser.search_interpreter",
    "anyio._backends._asyncio",  # named in a text alone
    "platformdirs.unix",
)
"""Modules from which all others are reached."""
CODE = frozenset({".py", ".pyc", ".po"})
"""How files end that are no data: catalogues are read as they are compiled."""


def modules() -> dict[str, Path]:
    """The files of all modules that are reached, by name."""
    files: dict[str, Path] = {}
    waiting = [*BEGINNINGS]
    while waiting:
        name = waiting.pop()
        file = None if name in files else _file(name)
        if file is not None:
            files[name] = file
            waiting += [name.rpartition(".")[0], *_imported(name, file)]
    return files


def data_files() -> dict[str, Path]:
    """What our packages read, by the path that it has beside them."""
    files = {}
    for package, source in SOURCES.items():
        for path in (source / package).rglob("*"):
            inside = path.relative_to(source)
            if path.is_file() and path.suffix not in CODE and "__pycache__" not in inside.parts:
                files[inside.as_posix()] = path
    for path in (ROOT / "variants").rglob("*.*"):
        files[f"dominoes_rules/{path.relative_to(ROOT).as_posix()}"] = path
    return files


def _file(name: str) -> Path | None:
    package = name.partition(".")[0]
    if package in SOURCES:
        base = SOURCES[package].joinpath(*name.split("."))
    elif package in PACKAGES:
        spec = importlib.util.find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        folder = Path(spec.origin).parents[1 if spec.submodule_search_locations else 0]
        base = folder.joinpath(*name.split("."))
    else:
        return None
    return next(
        (file for file in (base / "__init__.py", base.with_suffix(".py")) if file.is_file()), None
    )


def _imported(name: str, file: Path) -> Iterator[str]:
    """The names that a module imports anywhere, and those that may be modules of a package."""
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for node in _nodes(ast.parse(file.read_bytes()), for_types=name.partition(".")[0] in PACKAGES):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            whence = ".".join(
                [*(above if node.level else []), *([node.module] if node.module else [])]
            )
            yield whence
            yield from (f"{whence}.{alias.name}" for alias in node.names)


def _nodes(tree: ast.AST, *, for_types: bool) -> Iterator[ast.AST]:
    """All nodes; those of `if TYPE_CHECKING` only if asked for, by which packages import lazily."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not for_types:
            continue
        yield node
        yield from _nodes(node, for_types=for_types)
