"""The reference of the public API: every public name, by subject, from its docstring."""

from __future__ import annotations

from collections.abc import Iterator

import dominoes_rules
from dominoes_rules import testing

SUBJECTS = {
    "Rules": "load loads variant variants Library Ruleset",
    "Positions": "Position Move Tile End Outcome OutcomeBounds",
    "Hidden hands": "worlds Worlds ask",
    "Best moves": "solve Limit Report Progress bid_chances BidChances",
    "Rounds and matches": "Round Match simulate Simulation stats GameStats",
    "Reviews and tournaments": "review Review tournament Tournament",
    "Exceptions": "DominoesError RulesError ParameterError ArgumentError PositionError RecordError "
    "UnclearPosition IllegalMove InvalidMove AmbiguousMove",
}
"""The names of `dominoes_rules` by the page that describes them."""
_INTRODUCTION = """# Reference

Everything public of `dominoes_rules`. [The Python library](../library.md) shows how the parts work
together.

"""


def reference_files() -> Iterator[tuple[str, str]]:
    """The files of the reference: name and text.

    Raises `ValueError` if a public name is on no page, or a page has a name that is not public.
    """
    listed = sorted(name for names in SUBJECTS.values() for name in names.split())
    public = sorted(set(dominoes_rules.__all__) - {"__version__"})
    if listed != public:
        names = ", ".join(sorted({*listed} ^ {*public}))
        raise ValueError(f"website/reference_pages.py and the public names differ in {names}")
    rows = []
    for subject, names in SUBJECTS.items():
        file = f"{subject.lower().replace(' ', '-')}.md"
        paths = [f"{getattr(dominoes_rules, name).__module__}.{name}" for name in names.split()]
        yield file, _page(subject, "import dominoes_rules as dr", paths)
        shown = ", ".join(f"`{name}`" for name in names.split())
        rows.append(f"| [{subject}]({file}) | {shown} |")
    paths = [f"{testing.__name__}.{name}" for name in testing.__all__]
    yield "property-tests.md", _page("Property tests", "from dominoes_rules import testing", paths)
    rows.append("| [Property tests](property-tests.md) | strategies and checks for Hypothesis |")
    rows = ["| page | names |", "|---|---|", *rows]
    yield "index.md", _INTRODUCTION + "\n".join(rows) + "\n"


def _page(title: str, imports: str, paths: list[str]) -> str:
    blocks = "\n".join(f"::: {path}\n" for path in paths)
    return f"# {title}\n\n```python\n{imports}\n```\n\n{blocks}"
