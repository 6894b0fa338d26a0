"""Shell scripts that stand in for programs, which only a POSIX system runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="stands on shell scripts")


def write_script(path: Path, text: str) -> None:
    """Write a shell script that can be run at once, with the folder it lies in.

    A child writes it: a thread of this process that forks meanwhile would hold the script open
    for writing, and the system runs no such file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write = "import os, sys; file = sys.argv[1]; open(file, 'w').write(sys.argv[2]); "
    subprocess.run(
        [sys.executable, "-c", write + "os.chmod(file, 0o755)", path, f"#!/bin/sh\n{text}\n"],
        check=True,
    )
