"""What is wrong with a finished site: links that lead nowhere, and what it would load from afar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LOADED = re.compile(r"url\(\s*['\"]?(https?:[^)'\"]+)|@import\s+['\"](https?:[^'\"]+)")


class _Links(HTMLParser):
    """The anchors of a page, the links on it, and what a browser loads with it."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors, self.links, self.loaded = set[str](), set[str](), set[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attrs if value}
        self.anchors.update(values[name] for name in ("id", "name") if name in values)
        if "src" in values:
            self.loaded.add(values["src"])
        if "href" in values:
            (self.links if tag == "a" else self.loaded).add(values["href"])


@cache
def _read(page: Path) -> _Links:
    links = _Links()
    links.feed(page.read_text("utf-8"))
    return links


def faults(site: Path) -> list[str]:
    """A line for each fault of the site in a folder."""
    return [fault for page in sorted(site.rglob("*.html")) for fault in _faults(page, site)] + [
        f"{path.relative_to(site)} loads {found[1] or found[2]}"
        for path in sorted(site.rglob("*.css"))
        for found in _LOADED.finditer(path.read_text("utf-8"))
    ]


def _faults(page: Path, site: Path) -> Iterator[str]:
    name, links = page.relative_to(site), _read(page)
    for address in sorted(links.links | links.loaded):
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            if address in links.loaded and parts.scheme != "data":
                yield f"{name} loads {address}"
            continue
        # The page for addresses that do not exist begins its links at the root.
        start = site if parts.path.startswith("/") else page.parent
        target = (start / unquote(parts.path).lstrip("/")).resolve() if parts.path else page
        if target.is_dir():
            target /= "index.html"
        if not target.is_file():
            yield f"{name} leads to {address}, which does not exist"
        elif parts.fragment.startswith("/"):
            continue  # a page of the playground, which is made in the browser
        elif parts.fragment and target.suffix == ".html":
            anchor = unquote(parts.fragment)
            if anchor not in _read(target).anchors and anchor != "__skip":
                yield f"{name} leads to {address}, where that anchor does not exist"
