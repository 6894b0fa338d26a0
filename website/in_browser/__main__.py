"""`python -m website.in_browser MODULES FOLDER` makes the playground in a folder.

MODULES is the folder in which npm has installed pyodide and esbuild.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from website.in_browser.playground import make_playground


def main(modules: str, folder: str) -> int:
    """Make the folder, and report its sizes; the exit code."""
    try:
        parts = make_playground(Path(modules).absolute(), Path(folder).absolute())
    except subprocess.CalledProcessError as error:
        return error.returncode
    whole = sum(part.bytes for part in parts.values())
    lines = [f"{part.bytes:>10,} bytes  {name}" for name, part in parts.items()]
    lines += [f"{whole:>10,} bytes  in all", f"open it by: python3 -m http.server -d {folder}"]
    sys.stderr.write("".join(f"{line}\n" for line in lines))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
