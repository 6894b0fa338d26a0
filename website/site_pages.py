"""All files of the site before MkDocs makes pages of them, and the order in which it lists them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from dominoes_rules.authoring.families import games
from website.charts import with_charts
from website.game_pages import game_files
from website.reference_pages import SUBJECTS, reference_files
from website.try_links import ABOUT, with_try_links

ROOT = Path(__file__).parents[1]
GALLERY = "docs/games.md"
"""The page whose place the gallery takes."""
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "examples/README.md": "examples.md",
    GALLERY: "games/index.md",
}
"""Pages that have another name on the site."""
SECTIONS = {
    "Play": "playing pad web club bots tournaments records review server protocol",
    "Write rules": "house-rules language errors editors testing statistics property-tests",
    "Solve": "how-it-works commands positions solving strength policies",
    "Python": "library research many-cores classic examples",
    "Project": "performance search-notes architecture contributing security changelog",
    "Additions": " ".join(
        f"adding/{page.stem}" for page in sorted((ROOT / "docs" / "adding").glob("*.md"))
    ),
}
_LINK = re.compile(r"(\]\()(?!\w+:)([^)#]+)")
_SHOWN = frozenset({".py", ".position"})


def site_files(*, playground: bool = False) -> Iterator[tuple[str, str | bytes]]:
    """Name and content of each file.

    playground: whether there is one, for links to lead to.
    """
    docs = (path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.*"))
    for name in sorted({*PAGES, *docs} - {GALLERY}):
        path = ROOT / name
        if path.suffix != ".md":
            yield _name(path), path.read_bytes()
            continue
        page = with_charts(_page(path))
        yield _name(path), with_try_links(_name(path), page) if playground else page
    for name, text in game_files(playground=playground):
        yield f"games/{name}", text
    for name, text in reference_files():
        yield f"reference/{name}", text
    for path in sorted((ROOT / "website" / "assets").iterdir()):
        yield f"assets/{path.name}", path.read_bytes()


def navigation() -> list[dict[str, object]]:
    """The pages in order, as MkDocs reads them."""
    sections: list[dict[str, object]] = [
        {title: [f"{page}.md" for page in pages.split()]} for title, pages in SECTIONS.items()
    ]
    gallery = ["games/index.md", *({game.title: f"games/{game.name}.md"} for game in games())]
    subjects = [*SUBJECTS, "Property tests"]
    reference = [
        "reference/index.md",
        *(f"reference/{subject.lower().replace(' ', '-')}.md" for subject in subjects),
    ]
    return [
        {"Home": "index.md"},
        {"Try it": ABOUT},
        *sections[:1],
        {"Games": gallery},
        *sections[1:],
        {"Reference": reference},
    ]


def _name(path: Path) -> str:
    """What a file of the project is called on the site."""
    inside = path.relative_to(ROOT).as_posix()
    return PAGES.get(inside, inside.removeprefix("docs/"))


def _page(path: Path) -> str:
    """A page of the project, whose links lead to pages of the site."""
    name = _name(path)

    def link(found: re.Match[str]) -> str:
        target = (path.parent / found[2]).resolve()
        on_site = "examples.md" if _is_example(target) else _name(target)
        return found[1] + posixpath.relpath(on_site, posixpath.dirname(name) or ".")

    text = _LINK.sub(link, path.read_text("utf-8"))
    return "".join([text, *_examples()]) if name == "examples.md" else text


def _is_example(path: Path) -> bool:
    return ROOT / "examples" in (path, path.parent)


def _examples() -> Iterator[str]:
    for path in sorted((ROOT / "examples").iterdir()):
        if path.suffix in _SHOWN:
            language = "python" if path.suffix == ".py" else "text"
            yield f"\n## {path.name}\n\n```{language}\n{path.read_text('utf-8')}```\n"
