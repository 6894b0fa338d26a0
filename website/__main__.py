"""`python -m website [PLAYGROUND]` builds the site in `build/site`, which needs no network.

PLAYGROUND is the folder of the playground, to which its pages then lead; see `in_browser`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

from website.finished_pages import faults
from website.site_pages import ROOT, navigation, site_files

BUILD = ROOT / "build"
PAGES, SITE = BUILD / "site-pages", BUILD / "site"


def main(playground: str = "") -> int:
    """Write the pages, have MkDocs make the site of them, and read it again; the exit code."""
    for folder in (PAGES, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    for name, content in site_files(playground=bool(playground)):
        path = PAGES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    configuration = BUILD / "site.yml"
    values = {
        "INHERIT": str(ROOT / "website" / "mkdocs.yml"),
        "docs_dir": str(PAGES),
        "site_dir": str(SITE),
        "nav": navigation(),
    }
    configuration.write_text(json.dumps(values), "utf-8")  # JSON is YAML
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f"]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    code = subprocess.call([*command, str(configuration)], cwd=ROOT, env=environment)
    if code:
        return code
    if playground:
        shutil.copytree(playground, SITE / "playground")
    found = faults(SITE)
    for fault in found:
        print(fault, file=sys.stderr)
    if not found:
        print(f"open {SITE / 'index.html'}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
