"""Runs in Pyodide: tries the program, and writes it and the library that it needs as byte code."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import io
import json
import marshal
import os
import sys
import zipfile
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dominoes_rules.web.in_browser.bridge import Headers

HOST = "/host"
"""Where the files of the machine are."""
LIBRARY = "/lib/python314.zip"
SPARE = (
    "_threading_local calendar stringprep encodings.ascii encodings.cp1252 encodings.idna "
    "encodings.latin_1 encodings.utf_16 encodings.utf_8_sig importlib.metadata"
)
"""Modules of the library that something imports in rare cases."""
CACHE = Path("/parsers")
KEPT = Path("/kept")
LEVEL = 19
NOWHERE = 0xF8
"""In a table of places: those of one to eight instructions are not known."""
READS_ITSELF = b"install_lazy_importer()"
"""Is in packages that learn from their own source what they import when it is asked for."""
TRIED_PAGES = "", "analyse", "pad", "evening", "write", "saved", "saved/file"
OK = 200
_DOCUMENTED = ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef


class PlannedModules(MetaPathFinder):
    """Finds the modules of a plan, and no others beside the library."""

    def __init__(self, files: dict[str, str]) -> None:
        self._files = files

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None,  # noqa: ARG002 (of the base class, as the next)
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """Where a module of the plan is."""
        if name not in self._files:
            return None
        file = HOST + self._files[name]
        within = [f"{Path(file).parent}"] if file.endswith("__init__.py") else None
        return importlib.util.spec_from_file_location(name, file, submodule_search_locations=within)


async def main(plan_file: str) -> None:
    """Write the parts `library` and `program`.

    plan_file: JSON with the files of `modules` by name, those of `data` by the path that they get,
    and the folder `to` which the parts are written.
    """
    from compression import zstd  # type: ignore[import-not-found] # since Python 3.14

    plan = json.loads(Path(HOST + plan_file).read_text("utf-8"))
    os.environ["DOMINOES_RULES_CACHE"] = f"{CACHE}"
    sys.meta_path.insert(0, PlannedModules(plan["modules"]))
    names = importable(plan["modules"])
    await try_pages()
    folder = Path(HOST + plan["to"])
    (folder / "library").write_bytes(library())
    files = {name: plan["modules"][name] for name in names}
    (folder / "program").write_bytes(zstd.compress(program(files, plan["data"]), LEVEL))


def importable(names: dict[str, str]) -> list[str]:
    """The modules that can be imported here; the others need what only machines have."""
    imported = []
    for name in sorted(names):
        try:
            importlib.import_module(name)
        except ImportError:
            continue
        imported.append(name)
    return imported


async def try_pages() -> None:
    """Open some pages: whatever is imported late is imported now, and the parser's table made."""
    from dominoes_rules.web.in_browser.bridge import PageRequest
    from dominoes_rules.web.in_browser.pages_interpreter import PagesInterpreter
    from dominoes_rules.web.in_browser.search_interpreter import answer

    class UnreadAnswer:
        def begin(self, status: int, headers: Headers) -> None:
            assert status == OK, (status, headers)

        def part(self, data: bytes) -> None:
            assert data

    KEPT.mkdir()
    origin = "https://example.org"
    unasked: Any = None
    pages = PagesInterpreter(origin, "/app", f"{KEPT}", unasked)
    await pages.open()
    for page in TRIED_PAGES:
        await pages.answer(PageRequest("GET", f"/app/{page}"), UnreadAnswer())
    answer(json.dumps({"ask": "warm", "number": 1}), lambda _: None)


def without_lines(code: CodeType) -> CodeType:
    """Code without the numbers of its lines, which are a fifth of it."""
    parts = (without_lines(part) if isinstance(part, CodeType) else part for part in code.co_consts)
    whole, rest = divmod(len(code.co_code) // 2, 8)
    unknown = bytes([NOWHERE | 7] * whole + [NOWHERE | rest - 1] * bool(rest))
    return code.replace(co_linetable=unknown, co_consts=tuple(parts))


class DocstringsGone(ast.NodeTransformer):
    """Takes away what explains code; a class keeps a sign of it.

    A dataclass without a docstring makes one when it is imported, which takes longer than the rest.
    """

    def visit(self, node: ast.AST) -> ast.AST:
        """Change a node and all below it."""
        self.generic_visit(node)
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            if isinstance(node, ast.ClassDef):
                node.body[0] = ast.Expr(ast.Constant("-"))
            else:
                node.body[:1] = [] if node.body[1:] else [ast.Pass()]
        return node


def byte_code(source: bytes, name: str) -> bytes:
    """A module as a file of byte code, which knows no source."""
    tree = ast.parse(source)
    DocstringsGone().visit(tree)
    ast.fix_missing_locations(tree)
    code = compile(tree, name, "exec", dont_inherit=True, optimize=1)
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(without_lines(code))


def library() -> bytes:
    """The modules of the library that are in use now, in a file without compression."""
    data = io.BytesIO()
    with zipfile.ZipFile(LIBRARY) as whole, zipfile.ZipFile(data, "w") as part:
        files = set(whole.namelist())
        for name in sorted({*sys.modules, *SPARE.split()}):
            path = name.replace(".", "/")
            for file in {f"{path}.py", f"{path}/__init__.py"} & files:
                part.writestr(zipfile.ZipInfo(f"{file}c"), byte_code(whole.read(file), file))
    return data.getvalue()


def program(modules: dict[str, str], data: dict[str, str]) -> bytes:
    """All files of the program: the length of their list, the list, and their contents."""
    files = {}
    for name, file in modules.items():
        path, source = name.replace(".", "/"), Path(HOST + file).read_bytes()
        inside = f"{path}/__init__.py" if file.endswith("__init__.py") else f"{path}.py"
        if READS_ITSELF in source:
            files[inside] = source
        else:
            files[f"{inside}c"] = byte_code(source, inside)
    files |= {path: Path(HOST + file).read_bytes() for path, file in data.items()}
    files |= {f"cache/{path.name}": path.read_bytes() for path in sorted(CACHE.iterdir())}
    listed = json.dumps([[path, len(content)] for path, content in files.items()]).encode()
    return b"".join([len(listed).to_bytes(4, "big"), listed, *files.values()])
