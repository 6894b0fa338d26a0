"""The folder of the playground: a page, its scripts, and the parts that are loaded once.

All names but those of `index.html` and `sw.js` change with the contents, so a browser may keep the
files for good.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from translating.compiling import compile_catalogues
from website.in_browser import contents

HERE = Path(__file__).parent
STATIC = HERE / "static"
PACKED = frozenset({"program"})
"""Parts that are compressed already."""
SIGNS_OF_HASH = 12
NOT_BUNDLED = "node:*", "ws", "module"
"""What Pyodide imports where there is no browser."""


@dataclass(frozen=True)
class Part:
    """A large file, compressed."""

    file: str
    bytes: int


def make_playground(modules: Path, folder: Path) -> dict[str, Part]:
    """Make the folder anew; the parts that are loaded once, by name.

    modules: the folder in which npm has installed pyodide and esbuild; beside it is kept what is
    made on the way.
    Raises `CalledProcessError` for a program that has failed; it has said why.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    work, pyodide = modules.parent / "playground", modules / "pyodide"
    work.mkdir(exist_ok=True)
    compile_catalogues()
    _compile(pyodide, work)
    _bundle(modules, "engine", work, "esm")
    sources = {
        "engine": work / "engine.js",
        "wasm": pyodide / "pyodide.asm.wasm",
        "library": work / "library",
        "program": work / "program",
    }
    parts = {name: _part(folder, name, file.read_bytes()) for name, file in sources.items()}
    texts = {"style": _hashed(folder, "start.css", (STATIC / "start.css").read_bytes())}
    for name in ("interpreter", "shell"):
        script = _bundle(modules, name, work, "esm")
        texts[name] = _hashed(folder, f"{name}.js", script.encode())
    files = {
        "parts": {name: asdict(part) for name, part in parts.items()},
        "interpreter": texts["interpreter"],
    }
    page = _filled(
        (STATIC / "shell.html").read_text("utf-8"),
        style=texts["style"],
        shell=texts["shell"],
        files=json.dumps(files),
    )
    (folder / "index.html").write_text(page, "utf-8")
    service_worker = _filled(
        _bundle(modules, "sw", work, "iife"),  # Firefox has no modules there
        large=json.dumps([part.file for part in parts.values()]),
        small=json.dumps([*texts.values()]),
        version=json.dumps(_digest(page.encode())),
    )
    (folder / "sw.js").write_text(service_worker, "utf-8")
    return parts


def _compile(pyodide: Path, work: Path) -> None:
    """Have Pyodide write the library and the program, unless it has done so of the same files."""
    plan = {"modules": contents.modules(), "data": contents.data_files()}
    files = [pyodide / "package.json", HERE / "byte_code.py"]
    files += [file for kind in plan.values() for _, file in sorted(kind.items())]
    stamp, made_of = work / "stamp", _digest(b"\0".join(file.read_bytes() for file in files))
    if stamp.exists() and stamp.read_text("utf-8") == made_of:
        return
    paths = {kind: {name: f"{file}" for name, file in part.items()} for kind, part in plan.items()}
    plan_file = work / "plan.json"
    plan_file.write_text(json.dumps({**paths, "to": f"{work}"}), "utf-8")
    script, module = HERE / "in_pyodide.mjs", HERE / "byte_code.py"
    _run("node", f"{script}", f"{pyodide}", f"{module}", f"{plan_file}")
    stamp.write_text(made_of, "utf-8")


def _bundle(modules: Path, name: str, work: Path, kind: str) -> str:
    """A script with all that it imports in one file of the working folder; its text."""
    to = work / f"{name}.js"
    program = modules / ".bin" / ("esbuild.cmd" if os.name == "nt" else "esbuild")
    _run(
        f"{program}",
        f"{STATIC / name}.js",
        "--bundle",
        "--minify",
        "--log-level=error",
        f"--format={kind}",
        f"--outfile={to}",
        *(f"--external:{name}" for name in NOT_BUNDLED),
        NODE_PATH=f"{modules}",
    )
    return to.read_text("utf-8")


def _run(*command: str, **environment: str) -> None:
    subprocess.run(command, check=True, env={**os.environ, **environment})


def _part(folder: Path, name: str, data: bytes) -> Part:
    packed = data if name in PACKED else gzip.compress(data, mtime=0)
    return Part(_hashed(folder, f"{name}.bin", packed), len(packed))


def _hashed(folder: Path, name: str, data: bytes) -> str:
    """Write a file under a name that changes with it; returns the name."""
    stem, _, ending = name.rpartition(".")
    named = f"{stem}-{_digest(data)}.{ending}"
    (folder / named).write_bytes(data)
    return named


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:SIGNS_OF_HASH]


def _filled(text: str, **values: str) -> str:
    """A text in which a value stands for each of `__NAME__`."""
    for name, value in values.items():
        text = text.replace(f"__{name.upper()}__", value)
    return text
