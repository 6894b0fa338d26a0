"""`python -m website.in_browser NPM FOLDER`: makes the playground in a folder.

NPM is a folder in which npm has installed pyodide and esbuild.
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from website.in_browser.contents import data_files, modules

HERE = Path(__file__).parent
STATIC = HERE / "static"
SCRIPTS = {"interpreter": "esm", "shell": "esm", "sw": "iife"}


def main(words: list[str]) -> int:
    """Make the folder; the exit code."""
    npm, folder = (Path(word).absolute() for word in words)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    work = npm / "work"
    work.mkdir(exist_ok=True)
    print(sizes(make(npm, folder, work)), file=sys.stderr)
    return 0


def make(npm: Path, folder: Path, work: Path) -> dict[str, dict[str, object]]:
    pyodide = npm / "node_modules" / "pyodide"
    plan = {
        "modules": {name: f"{file}" for name, file in modules().items()},
        "data": {path: f"{file}" for path, file in data_files().items()},
        "to": f"{work}",
    }
    compiled(plan, pyodide, work)
    bundle(npm, STATIC / "engine.js", work / "engine", "esm")
    parts = {}
    for name, file in {
        "engine": work / "engine",
        "wasm": pyodide / "pyodide.asm.wasm",
        "library": work / "library",
        "program": work / "program",
    }.items():
        data = file.read_bytes()
        packed = data if name == "program" else gzip.compress(data, 9, mtime=0)
        parts[name] = {"file": hashed(folder, f"{name}.bin", packed), "bytes": len(packed)}
    texts = {}
    for name in ("interpreter", "shell"):
        bundle(npm, STATIC / f"{name}.js", work / f"{name}.js", "esm")
        texts[name] = hashed(folder, f"{name}.js", (work / f"{name}.js").read_bytes())
    texts["style"] = hashed(folder, "start.css", (STATIC / "start.css").read_bytes())
    files = {"parts": parts, "interpreter": texts["interpreter"], "serviceWorker": "sw.js"}
    page = filled(
        (STATIC / "shell.html").read_text("utf-8"),
        STYLE=texts["style"],
        SHELL=texts["shell"],
        FILES=json.dumps(files),
    )
    (folder / "index.html").write_text(page, "utf-8")
    bundle(npm, STATIC / "sw.js", work / "sw.js", "iife")
    large = [part["file"] for part in parts.values()]
    worker = filled(
        (work / "sw.js").read_text("utf-8"),
        FILES=json.dumps(large),
        SMALL=json.dumps([*texts.values()]),
        VERSION=json.dumps(digest(page.encode())),
    )
    (folder / "sw.js").write_text(worker, "utf-8")
    return parts


def compiled(plan: dict[str, Any], pyodide: Path, work: Path) -> None:
    """Have Pyodide write the library and the program, unless it has done so of the same files."""
    files = [HERE / "byte_code.py", pyodide / "package.json"]
    files += [Path(file) for kind in ("modules", "data") for _, file in sorted(plan[kind].items())]
    stamp, now = work / "stamp", digest(b"".join(file.read_bytes() for file in files))
    if stamp.exists() and stamp.read_text() == now:
        return
    (work / "plan.json").write_text(json.dumps(plan), "utf-8")
    run("node", HERE / "in_pyodide.mjs", pyodide, HERE / "byte_code.py", work / "plan.json")
    stamp.write_text(now)


def run(*words: object) -> None:
    subprocess.run([f"{word}" for word in words], check=True)


def bundle(npm: Path, source: Path, to: Path, kind: str) -> None:
    esbuild = npm / "node_modules" / ".bin" / "esbuild"
    run(
        "env", f"NODE_PATH={npm / 'node_modules'}",
        esbuild, source, "--bundle", "--minify", f"--format={kind}", f"--outfile={to}",
        "--external:node:*", "--external:ws", "--external:module", "--log-level=error", "--allow-overwrite",
    )  # fmt: skip


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:12]


def hashed(folder: Path, name: str, data: bytes) -> str:
    """Write a file under a name that changes with it; the name."""
    stem, _, ending = name.rpartition(".")
    named = f"{stem}-{digest(data)}.{ending}"
    (folder / named).write_bytes(data)
    return named


def filled(text: str, **values: str) -> str:
    for name, value in values.items():
        text = text.replace(f"__{name}__", value)
    return text


def sizes(parts: dict[str, dict[str, object]]) -> str:
    return "\n".join(f"{name:>10} {part['bytes']:>10,}" for name, part in parts.items())


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
