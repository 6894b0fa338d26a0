"""Runs in Pyodide: tries the program, and writes it and the library that it needs as byte code.

Its words are the plan, a file of JSON: the `modules` by name, the files of `data` by the path that
they get, and the folder `to` which the parts are written.
"""

import importlib
import importlib.abc
import importlib.util
import io
import json
import marshal
import os
import sys
import types
import zipfile
from pathlib import Path

from compression import zstd

HOST = "/host"
LIBRARY = "/lib/python314.zip"
SPARE = (
    "_threading_local calendar stringprep encodings.ascii encodings.cp1252 encodings.idna "
    "encodings.latin_1 encodings.utf_16 encodings.utf_8_sig importlib.metadata"
).split()
"""Modules of the library that something imports in rare cases."""
CACHE = "/tmp/cache"
LEVEL = 19
NOWHERE = 0xF8
"""In a table of places: those of one to eight instructions are not known."""
plan = json.loads(Path(HOST + words[0]).read_text())  # noqa: F821 (of the caller)
os.environ["DOMINOES_RULES_CACHE"] = CACHE


class Planned(importlib.abc.MetaPathFinder):
    """Finds the modules of the plan, and no others beside the library."""

    def find_spec(self, name, path=None, target=None):
        file = plan["modules"].get(name)
        if file is None:
            return None
        within = [os.path.dirname(HOST + file)] if file.endswith("__init__.py") else None
        return importlib.util.spec_from_file_location(
            name, HOST + file, submodule_search_locations=within
        )


def importable() -> list[str]:
    """The modules of the plan that can be imported here; others need what only machines have."""
    names = []
    for name in sorted(plan["modules"]):
        try:
            importlib.import_module(name)
        except ImportError as error:
            print(f"left out: {name} ({error})".partition("\n")[0])
            continue
        names.append(name)
    return names


async def tried() -> None:
    """Open some pages, so that whatever is imported late is imported."""
    from dominoes_rules.web.app import app
    from dominoes_rules.web.in_browser import search_interpreter, workers_here
    from dominoes_rules.web.in_browser.bridge import Bridge, PageRequest
    from dominoes_rules.web.in_browser.cookie_jar import CookieJar
    from dominoes_rules.web.in_browser.settings_here import settings_here

    class Reader:
        def begin(self, status, headers):
            assert status < 400, status

        def part(self, data):
            pass

    os.mkdir("/tmp/kept")
    settings = settings_here("https://example.org", "/app", Path("/tmp/kept"))
    bridge = Bridge(
        app(settings, workers_here.workers_here(None)), "https://example.org", CookieJar()
    )
    async with bridge.open():
        for path in ("", "analyse", "pad", "evening"):
            await bridge.answer(PageRequest("GET", f"/app/{path}"), Reader())
    position = "block/2 A:66.65.11/B:x3"
    for kind in ("warm",):
        search_interpreter.answer(json.dumps({"ask": kind, "number": 1}), lambda line: None)


def without_lines(code: types.CodeType) -> types.CodeType:
    """Code without the numbers of its lines, a fifth of it: a table of places that are not known."""
    parts = (
        without_lines(part) if isinstance(part, types.CodeType) else part for part in code.co_consts
    )
    whole, rest = divmod(len(code.co_code) // 2, 8)
    unknown = bytes([NOWHERE | 7] * whole + [NOWHERE | rest - 1] * bool(rest))
    return code.replace(co_linetable=unknown, co_consts=tuple(parts))


def byte_code(source: bytes, name: str) -> bytes:
    """A module as a file of byte code, which knows no source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(without_lines(code))


def library() -> bytes:
    """The modules of the library that are in use now, in a file without compression."""
    data = io.BytesIO()
    with zipfile.ZipFile(LIBRARY) as whole, zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as part:
        files = set(whole.namelist())
        for name in sorted({*sys.modules, *SPARE}):
            path = name.replace(".", "/")
            for file in (f"{path}.py", f"{path}/__init__.py"):
                if file in files:
                    part.writestr(zipfile.ZipInfo(f"{file}c"), byte_code(whole.read(file), file))
    return data.getvalue()


def program(names: list[str]) -> bytes:
    """All files of the program: the length of their list, the list, and their contents."""
    files = {}
    for name in names:
        path, file = name.replace(".", "/"), plan["modules"][name]
        inside = f"{path}/__init__.py" if file.endswith("__init__.py") else f"{path}.py"
        files[f"{inside}c"] = byte_code(Path(HOST + file).read_bytes(), inside)
    for path, file in plan["data"].items():
        files[path] = Path(HOST + file).read_bytes()
    for path in Path(CACHE).iterdir():
        files[f"cache/{path.name}"] = path.read_bytes()
    listed = json.dumps([[path, len(data)] for path, data in files.items()]).encode()
    return b"".join([len(listed).to_bytes(4, "big"), listed, *files.values()])


sys.meta_path.insert(0, Planned())
names = importable()
await tried()  # noqa: F704, PLE1142 (the caller allows it)
to = Path(HOST + plan["to"])
(to / "library").write_bytes(library())
(to / "program").write_bytes(zstd.compress(program(names), LEVEL))
