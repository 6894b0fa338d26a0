"""Every command and every snippet of Python in README and docs does what the page says.

A ```console block holds commands behind `$ `, and below each what it prints, where the page shows
it; a line `…` stands for any lines. Neither times are compared nor engines: before the kernels are
compiled for the first time, plain Python searches. A command succeeds, unless the comment
`<!-- exit: 1 -->` stands above its block.
"""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from dominoes_rules.cli import main

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.md")])
FILE_NAMES = {path.name for pattern in ("*.*", "[!.]*/**/*.*") for path in ROOT.glob(pattern)}
FOLDERS = "rules|solver|dominoes_rules|tests|docs|translating|variants"
NEEDED = {"research.md": ("numpy", "pyspiel", "pettingzoo")}
"""What the snippets of a page import beyond the project."""
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_CONSOLE = re.compile(r"^(?:<!-- exit: (\d) -->\n)?```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
_VARYING = re.compile(r"\d+\.\d s\b|(?<=searched in )(?:machine code|plain Python)\b")
_TITLE = re.compile(r"Save it as `([\w.]+)`")


def blocks(page: Path, kind: str) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return [body for found, body in _BLOCK.findall(text) if found == kind]


def commands(page: Path) -> Iterator[tuple[str, str, int]]:
    """Each command of a page, the output that the page shows, empty for none, and its exit code."""
    for code, block in _CONSOLE.findall(page.read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output.strip("\n"), int(code or 0)


COMMANDS = [
    pytest.param(page, command, output, code, id=f"{page.stem}: {command[:60]}")
    for page in PAGES
    for command, output, code in commands(page)
]


def save_named_files(page: Path, folder: Path) -> None:
    """A rules block that the page says to save is there as that file, and so are the examples."""
    for examples in filter(Path.is_file, (ROOT / "examples").iterdir()):
        (folder / "examples").mkdir(exist_ok=True)
        (folder / "examples" / examples.name).write_bytes(examples.read_bytes())
    text = page.read_text(encoding="utf-8")
    for title in _TITLE.finditer(text):
        before = [match for match in _BLOCK.finditer(text) if match.end() < title.start()]
        rules = [match[2] for match in before if match[1] == "rules"]
        (folder / title[1]).write_text(rules[-1], encoding="utf-8")


def matches(shown: str, printed: str) -> bool:
    """Whether the output is what the page shows, `…` lines and times aside."""
    pattern = "".join(
        r"(?:.*\n)*" if line == "…" else re.escape(line) + r"\n"
        for line in _VARYING.sub("N s", shown).split("\n")
    )
    return re.fullmatch(pattern, _VARYING.sub("N s", printed.strip("\n")) + "\n") is not None


@pytest.mark.parametrize(("page", "command", "output", "code"), COMMANDS)
def test_command(
    page: Path,
    command: str,
    output: str,
    code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    save_named_files(page, tmp_path)
    monkeypatch.chdir(tmp_path)
    program, *words = shlex.split(command)
    assert program == "dominoes-rules"
    monkeypatch.setenv("COLUMNS", "80")
    assert main(words) == code
    printed = capsys.readouterr().out
    assert not output or matches(output, printed), printed
    for picture in tmp_path.glob("*.svg"):
        shown = page.parent / "pictures" / picture.name
        if f"](pictures/{picture.name})" in page.read_text(encoding="utf-8"):
            assert shown.read_bytes() == picture.read_bytes(), f"{shown} was made by {command}"


def test_a_wrong_output_is_noticed() -> None:
    assert matches("a\n…\nd, 1.2 s", "a\nb\nc\nd, 3.4 s\n")
    assert matches("a\n…", "a\nb\nc\n")
    assert not matches("a\n…\nd", "a\nb\nc\n")
    assert not matches("a 1", "a 2")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python(page: Path) -> None:
    """The blocks of a page are one session, as a reader would type them."""
    for package in NEEDED.get(page.name, ()):
        pytest.importorskip(package, reason=f"{package} is not installed")
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    names: dict[str, object] = {}
    for number, code in enumerate(blocks(page, "python")):
        test = parser.get_doctest(code, names, f"{page.name}, block {number}", str(page), 0)
        assert runner.run(test, clear_globs=False).failed == 0
        names |= test.globs


def headings(page: Path) -> set[str]:
    """The anchors that a page has, as they are made of its headings."""
    found = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in found}


def links(page: Path) -> set[tuple[Path, str]]:
    """The files, with their anchors, that a page leads to."""
    found = re.findall(r"\]\((?!https?://)([^)#]*)#?([^)]*)\)", page.read_text(encoding="utf-8"))
    return {((page.parent / file).resolve() if file else page, anchor) for file, anchor in found}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target, anchor in links(page):
        assert target.exists(), target
        assert not anchor or anchor in headings(target), f"{target.name}#{anchor}"


def test_every_page_is_found_from_the_readme() -> None:
    found = {target for target, _ in links(ROOT / "README.md")}
    assert {page for page in PAGES if page.parent.name == "docs"} <= found


def test_the_architecture_names_every_folder() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    packages = [
        ROOT / "rules/dominoes_lang",
        ROOT / "solver/dominoes_solver",
        ROOT / "dominoes_rules",
    ]
    folders = {path.parent for package in packages for path in package.rglob("__init__.py")}
    missing = [
        str(folder.relative_to(ROOT))
        for folder in folders - set(packages)
        if not re.search(rf"(?<![\w.]){folder.name}/", text)
    ]
    assert missing == []


def test_pages_about_additions_are_listed_and_name_files_that_exist() -> None:
    adding = ROOT / "docs" / "adding"
    listed = {target for target, _ in links(ROOT / "docs" / "architecture.md")}
    pages = set(adding.glob("*.md"))
    assert pages <= listed
    for page in pages:
        text = page.read_text(encoding="utf-8")
        paths = re.findall(
            r"`((?:rules|solver|dominoes_rules|tests|docs|translating|variants)/[\w./]*)`", text
        )
        files = [ROOT / path.replace("NAME", "block") for path in paths]
        assert [file for file in files if not file.exists()] == [], page.name
        assert set(re.findall(r"`(\w+\.(?:py|md|lark|js))`", text)) <= FILE_NAMES, page.name
        assert paths, page.name


def test_readme_shows_both_commands_and_the_demo() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "python3 dev.py demo" in text
    assert "python3 dev.py test" in text
    source = (ROOT / "dev.py").read_text(encoding="utf-8")
    position = re.search(r"DEMO_POSITION = \((.*?)\)", source, re.DOTALL)
    assert position is not None
    words = "".join(re.findall(r'"(.*?)"', position[1]))
    assert f"$ dominoes-rules solve {words}\n" in text
