#!/usr/bin/env python3
"""Set up, try and check a checkout of dominoes-rules, with nothing but Python and git.

Every command first makes the virtual environment `.venv` beside this file (again when
`pyproject.toml` has changed) and installs the project into it, editable: with uv if that is on the
path, otherwise or if uv fails with pip, as it is configured on this machine. `demo` installs only
what its answer needs; the first other command adds the rest. The variable DOMINOES_RULES_VENV puts
the environment elsewhere.
"""

import contextlib
import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

# Stands before anything that an older Python cannot run; all below must still parse there.
if sys.version_info < (3, 11):
    sys.exit(
        "dev.py needs Python 3.11 or newer, and {} is Python {}.{}.\n"
        "Call it with a newer one, for instance: python3.11 dev.py".format(
            sys.executable, *sys.version_info[:2]
        )
    )

ROOT = Path(__file__).resolve().parent
VENV = Path(os.environ.get("DOMINOES_RULES_VENV") or ROOT / ".venv").absolute()
SCRIPTS = VENV / ("Scripts" if sys.platform == "win32" else "bin")
STAMP = VENV / "dominoes-rules.stamp"
ANSWERS_STAMP = VENV / "answers.stamp"
PEERS_STAMP = VENV / "benchmarks.stamp"
LANGUAGES_STAMP = VENV / "languages.stamp"
INTERRUPTED = 130

# What B knows before the tenth action of the game in `examples/`.
DEMO_POSITION = (
    "partnership A:x7/B:11.43.50.60.52.51.62/C:x7/D:x7 opener:A "
    "play:66,60l,40l,65r,42l,50r,30r,53r,55r"
)

CHECKS = {
    "lint": ["ruff", "check", "."],
    "format": ["ruff", "format", "--check", "."],
    "types": ["mypy"],
    "import rules": ["lint-imports", "--no-logo"],
}

# What scripts are bundled of, and with: the client of the language server for the extension of
# VS Code, the parts of CodeMirror for the page on which games are written, a bundler.
NPM_PACKAGES = [
    "vscode-languageclient@11.0.0",
    "@codemirror/autocomplete@6.20.4",
    "@codemirror/commands@6.11.1",
    "@codemirror/language@6.13.1",
    "@codemirror/lint@6.9.8",
    "@codemirror/state@6.7.6",
    "@codemirror/view@6.43.15",
    "@lezer/highlight@1.2.5",
    "esbuild@0.28.2",
]
WEB_EDITOR = ROOT / "dominoes_rules" / "web" / "static" / "code_editor.js"

# What the playground has besides: Python for browsers.
PLAYGROUND_PACKAGES = ["pyodide@314.0.7"]
PLAYGROUND = ROOT / "build" / "playground"

# Calls of `bench` that measure nothing against other packages.
WITHOUT_PEERS = {"--quick", "--list", "--help", "-h"}


class Failure(Exception):
    """Nothing more can be done: what to tell the user, and the exit code."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


class NoNpmPackages(Failure):
    """What npm should bring is not there."""


# --- children -----------------------------------------------------------------------------------


def tool(name: str) -> str:
    """The path of a program of the environment."""
    return str(SCRIPTS / (name + ".exe" if sys.platform == "win32" else name))


def call(command: list[str], *, quiet: bool = False) -> int:
    """Run a program at the root of the checkout to its end; its exit code.

    With `quiet` what it prints goes to stderr, out of the way of answers. A program that a signal
    has ended counts as 128 + signal, as in a shell.
    """
    with subprocess.Popen(command, cwd=ROOT, stdout=sys.stderr if quiet else None) as child:
        try:
            code = child.wait()
        except KeyboardInterrupt:
            # The terminal has told the child as well: let it speak its last words.
            with contextlib.suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
                child.wait(timeout=10)
            child.kill()
            raise
    return code if code >= 0 else 128 - code


def become(command: list[str]) -> int:
    """Turn into another program, so that its signals and its exit code are its own."""
    sys.stdout.flush()
    sys.stderr.flush()
    if sys.platform == "win32":
        return subprocess.call(command)
    try:
        return os.execv(command[0], command)
    except OSError as problem:  # which does not say by itself which program is meant
        raise OSError(problem.errno, problem.strerror, command[0]) from None


def say(message: str) -> None:
    """Talk goes to stderr; stdout is for answers."""
    print(message, file=sys.stderr, flush=True)


# --- the environment ----------------------------------------------------------------------------


def fingerprint() -> str:
    """What the environment depends on: when this changes, it is made anew."""
    parts = (sys.version, str(ROOT), str(VENV), (ROOT / "pyproject.toml").read_text("utf-8"))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def is_ready(stamp: Path) -> bool:
    """Whether the environment has its Python, and what this stamp promises."""
    return Path(tool("python")).exists() and is_stamped(stamp)


def is_stamped(stamp: Path) -> bool:
    """Whether a stamp was put there for what the environment depends on now."""
    return stamp.is_file() and stamp.read_text("utf-8").strip() == fingerprint()


def make_environment() -> None:
    """An empty virtual environment in the place of the one that was made here before."""
    uv = shutil.which("uv")
    missing = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
    if missing and uv is None:
        raise Failure(
            f"{sys.executable} cannot make virtual environments: it lacks {missing[0]!r}.\n"
            "On Debian and Ubuntu: apt install python3-venv"
        )
    if VENV.exists():
        if not VENV.is_dir() or (any(VENV.iterdir()) and not STAMP.exists()):
            raise Failure(
                f"{VENV} was not made by dev.py and is left alone.\n"
                "Remove it, or name another place in the variable DOMINOES_RULES_VENV."
            )
        shutil.rmtree(VENV)
    VENV.mkdir(parents=True)
    STAMP.write_text("unfinished\n", "utf-8")
    # Not the Python of an environment: it may be the one that has just been removed.
    python = getattr(sys, "_base_executable", None) or sys.executable
    if uv is not None:
        # With pip in it, for whatever uv can't install.
        options = ["--quiet", "--seed", "--allow-existing", "--python", python]
        if not call([uv, "venv", *options, str(VENV)], quiet=True):
            return
        say("uv could not make the environment; trying without it ...")
    code = call([python, "-m", "venv", str(VENV)], quiet=True)
    if code:
        raise Failure(f"The environment {VENV} could not be made; the reason is above.", code)


def setup() -> None:
    """Make the environment and install the project with everything, unless that is done."""
    prepare("dev", STAMP)
    compile_languages()


def prepare(extra: str, stamp: Path) -> None:
    """Install the project with what an extra names, unless that is done.

    An environment that lacks only this extra is kept, and added to.
    """
    if is_ready(STAMP) or is_ready(stamp):
        return
    if is_ready(ANSWERS_STAMP):
        say(f"Adding to {VENV} what developers need (once) ...")
    else:
        say(f"Setting up {VENV} (once; may take a minute) ...")
        make_environment()
    code = install("--editable", f".[{extra}]")
    if code:
        raise Failure("pip could not install the project; the reason is above.", code)
    stamp.write_text(fingerprint() + "\n", "utf-8")
    say("Ready.")


def compile_languages() -> None:
    """Compile the languages of players, unless no translator has changed one since."""
    catalogues = (ROOT / "dominoes_rules" / "speech" / "catalogues").glob("*.po")
    tables = (ROOT / "rules" / "dominoes_lang" / "languages").glob("*.toml")
    files = [f"{path.name} {path.stat().st_mtime_ns}\n" for path in sorted([*catalogues, *tables])]
    state = "".join(files)
    if state == (LANGUAGES_STAMP.read_text("utf-8") if LANGUAGES_STAMP.is_file() else ""):
        return
    code = call([tool("python"), "-m", "translating.compiling"], quiet=True)
    if code:
        raise Failure("the languages could not be compiled; the reason is above.", code)
    LANGUAGES_STAMP.write_text(state, "utf-8")


def install(*what: str) -> int:
    """Install packages into the environment, with uv or pip as they are configured; the exit code.

    uv and pip are configured each in its own way, so where uv fails pip may succeed.
    """
    uv = shutil.which("uv")
    if uv is not None:
        options = ["--quiet", "--python", tool("python")]
        if not call([uv, "pip", "install", *options, *what], quiet=True):
            return 0
        say("uv could not install that; trying pip ...")
    # Errors only: pip's warnings are about the machine, and its news about pip.
    pip = [tool("python"), "-m", "pip", "-qq", "--disable-pip-version-check"]
    return call([*pip, "install", *what], quiet=True)


def install_extra(name: str) -> int:
    """Install what an extra names, and not the project anew, which is there; the exit code."""
    import tomllib  # not above, where an older Python is still to be told what it lacks

    with (ROOT / "pyproject.toml").open("rb") as settings:
        return install(*tomllib.load(settings)["project"]["optional-dependencies"][name])


def install_peers() -> None:
    """Install the packages that we measure against, unless that is done.

    They are not there for every system, and what is missing is left out of the measurements.
    """
    if is_stamped(PEERS_STAMP):
        return
    say("Installing the packages to measure against (once) ...")
    if install("--editable", ".[dev,benchmarks]"):
        say("pip could not install all of them; the reason is above. What is there is measured.")
    else:
        PEERS_STAMP.write_text(fingerprint() + "\n", "utf-8")


# --- commands -----------------------------------------------------------------------------------


def command_setup(arguments: list[str]) -> int:
    """Make the environment and install the project."""
    if arguments:
        raise Failure("setup takes no arguments", 2)
    setup()
    return 0


def command_demo(arguments: list[str]) -> int:
    """Solve the position that the README shows."""
    command = ["solve", DEMO_POSITION, *arguments]
    prepare("native", ANSWERS_STAMP)
    say(f"$ {shlex.join(['dominoes-rules', *command])}")
    return become([tool("dominoes-rules"), *command])


def command_run(arguments: list[str]) -> int:
    """Call the command line of the project: run solve POSITION."""
    setup()
    return become([tool("dominoes-rules"), *arguments])


def command_test(arguments: list[str]) -> int:
    """Run the tests; arguments go to pytest, and `-m ""` includes all that are left out."""
    setup()
    # Tests that must not run side by side name a group, which one worker gets.
    return call([tool("python"), "-m", "pytest", "-n", "auto", "--dist", "loadgroup", *arguments])


def command_thorough(arguments: list[str]) -> int:
    """Run the long sweeps that `test` leaves out and CI runs; arguments go to pytest."""
    return command_test(["-m", "thorough", *arguments])


def command_check(arguments: list[str]) -> int:
    """Check lint, format, types and import rules; one failure does not stop the others."""
    unknown = [name for name in arguments if name not in CHECKS]
    if unknown:
        raise Failure(f"unknown check {unknown[0]!r}; the checks are: {', '.join(CHECKS)}", 2)
    setup()
    codes = {}
    for name in arguments or CHECKS:
        say(f"--- {name}")
        program, *options = CHECKS[name]
        codes[name] = call([tool(program), *options])
    failed = [name for name, code in codes.items() if code]
    say(f"--- failed: {', '.join(failed)}" if failed else "--- all checks passed")
    return next((code for code in codes.values() if code), 0)


def command_fix(arguments: list[str]) -> int:
    """Fix what the linter can fix, and format."""
    if arguments:
        raise Failure("fix takes no arguments", 2)
    setup()
    linted = call([tool("ruff"), "check", "--fix", "."])
    return call([tool("ruff"), "format", "."]) or linted


def command_bench(arguments: list[str]) -> int:
    """Measure how fast everything is; `--quick` for a look, `--write` for docs/performance.md."""
    setup()
    if not WITHOUT_PEERS.intersection(arguments):
        install_peers()
    return call([tool("python"), "-m", "benchmarks", *arguments])


def command_strength(arguments: list[str]) -> int:
    """Measure how strong players are: `exploit`, `ladder`, `levels`; `--write` for the page."""
    setup()
    return call([tool("python"), "-m", "benchmarks.strength", *arguments])


def command_statistics(arguments: list[str]) -> int:
    """Play changed games for the figures in variants/statistics.json; without the file, all."""
    if arguments:
        raise Failure("statistics takes no arguments", 2)
    setup()
    file = ROOT / "variants" / "statistics.json"
    return call([tool("python"), "-m", "dominoes_rules.statistics.bundled_figures", str(file)])


def command_language(arguments: list[str]) -> int:
    """Begin a language for players, or list what it lacks: `language es [--sheets FOLDER]`."""
    if not arguments:
        raise Failure("language takes the code of a language: language es", 2)
    setup()
    return call([tool("python"), "-m", "translating", *arguments])


def command_web_test(arguments: list[str]) -> int:
    """Play at tables in a real browser, Chromium; reports if there is none."""
    if not has_browser():
        return 0
    with contextlib.suppress(NoNpmPackages):  # then its test is skipped, and says why
        make_playground(PLAYGROUND)
    # The longest tests first.
    names = "playground_browser whole_matches club_browser browser_pads browser"
    short = "browser_streams trick_browser browser_languages"
    files = [f"tests/web/test_{name}.py" for name in f"{names} {short}".split()]
    command = ["-m", "pytest", "-m", "browser and not slow", "-n", "auto", *files]
    return call([tool("python"), *command, *arguments])


def command_web_shots(arguments: list[str]) -> int:
    """Take screenshots of the pages, in build/web-shots or a folder that you name."""
    if not has_browser():
        return 0
    return call([tool("python"), "-m", "tests.web.pictures", *arguments])


def command_site(arguments: list[str]) -> int:
    """Build the website of docs, games and the library in build/site, for reading offline."""
    if arguments:
        raise Failure("site takes no arguments", 2)
    setup()
    code = install_extra("site")
    if code:
        raise Failure("pip could not install what builds the site; the reason is above.", code)
    try:
        make_playground(PLAYGROUND)
    except NoNpmPackages as problem:
        say(f"The site has no playground: {problem}")
        return call([tool("python"), "-m", "website"])
    return call([tool("python"), "-m", "website", str(PLAYGROUND)])


def command_playground(arguments: list[str]) -> int:
    """Make the pages that need no server, in build/playground or a folder you name; needs npm."""
    if len(arguments) > 1:
        raise Failure("playground takes one folder at most", 2)
    make_playground(Path(arguments[0]).absolute() if arguments else PLAYGROUND)
    return 0


def make_playground(folder: Path) -> None:
    """Make the folder of files in which the pages of tables need no server."""
    modules = npm_modules(*PLAYGROUND_PACKAGES)
    bundle_web_editor(modules)
    setup()
    code = call([tool("python"), "-m", "website.in_browser", str(modules), str(folder)], quiet=True)
    if code:
        raise Failure("the playground could not be made; the reason is above.", code)


def command_editors(arguments: list[str]) -> int:
    """Make the extension for VS Code in build/vscode, with all it needs in one file; needs npm."""
    if arguments:
        raise Failure("editors takes no arguments", 2)
    modules = npm_modules()
    setup()
    extension = ROOT / "build" / "vscode"
    program = extension / "extension.js"
    code = call(
        [tool("python"), "-m", "dominoes_rules.editor", "vscode", str(extension)], quiet=True
    )
    if code:
        raise Failure("the extension could not be made; the reason is above.", code)
    bundle(modules, program, program, "--platform=node", "--external:vscode")
    say(f"The extension is in {extension}; copy it to ~/.vscode/extensions/dominoes-rules")
    return 0


def command_web_editor(arguments: list[str]) -> int:
    """Bundle the editor with colours for the page on which games are written; needs npm."""
    if arguments:
        raise Failure("web-editor takes no arguments", 2)
    bundle_web_editor(npm_modules())
    say(f"The editor is in {WEB_EDITOR}; without it the page has a plain text box")
    return 0


def bundle_web_editor(modules: Path) -> None:
    """Make the editor of the page on which games are written."""
    program = ROOT / "website" / "editor_bundle" / "code_editor.js"
    bundle(modules, program, WEB_EDITOR, "--format=esm", "--target=es2022", "--minify")


def npm_modules(*more: str) -> Path:
    """Install what scripts are bundled of and with, and more packages; the folder of it."""
    npm, packages = shutil.which("npm"), ROOT / "build" / "npm"
    if npm is None:
        raise NoNpmPackages("there is no npm, which brings what scripts are bundled of")
    packages.mkdir(parents=True, exist_ok=True)
    # Without a way to the registry npm would try for minutes, package after package.
    patience = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=60000"]
    install_them = ["install", "--silent", "--no-save", *patience, "--prefix", str(packages)]
    code = call([npm, *install_them, *NPM_PACKAGES, *more], quiet=True)
    if code:
        raise NoNpmPackages("npm could not install what scripts are bundled of.", code)
    return packages / "node_modules"


def bundle(modules: Path, program: Path, made: Path, *options: str) -> None:
    """Write a script and all that it imports into one file."""
    bundler = modules / ".bin" / ("esbuild.cmd" if sys.platform == "win32" else "esbuild")
    os.environ["NODE_PATH"] = str(modules)
    usual = ["--bundle", "--allow-overwrite", "--log-level=warning", f"--outfile={made}"]
    code = call([str(bundler), str(program), *usual, *options], quiet=True)
    if code:
        raise Failure(f"{made.name} could not be bundled; the reason is above.", code)


def has_browser() -> bool:
    """Install what drives the browser; whether there is one, and say so where there is none."""
    if not (os.environ.get("DOMINOES_RULES_CHROMIUM") or shutil.which("chromium")):
        say(
            "Skipped: there is no browser. Install chromium, or name one in the variable "
            "DOMINOES_RULES_CHROMIUM."
        )
        return False
    setup()
    code = install_extra("browser")
    if code:
        raise Failure("pip could not install what drives the browser; the reason is above.", code)
    return True


def command_all(arguments: list[str]) -> int:
    """Run check, then all tests, including the slow ones."""
    if arguments:
        raise Failure("all takes no arguments", 2)
    checked = command_check([])
    return command_test(["-m", ""]) or checked


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "demo": command_demo,
    "run": command_run,
    "test": command_test,
    "thorough": command_thorough,
    "web-test": command_web_test,
    "web-shots": command_web_shots,
    "site": command_site,
    "playground": command_playground,
    "editors": command_editors,
    "web-editor": command_web_editor,
    "check": command_check,
    "fix": command_fix,
    "bench": command_bench,
    "strength": command_strength,
    "statistics": command_statistics,
    "language": command_language,
    "all": command_all,
    "setup": command_setup,
}


def usage() -> str:
    """The help page."""
    rows = [
        f"  {name:<12}{(made.__doc__ or '').splitlines()[0]}" for name, made in COMMANDS.items()
    ]
    return "\n".join(
        ["usage: python3 dev.py COMMAND [ARGUMENT ...]", "", *rows, "", (__doc__ or "").strip()]
    )


def main(arguments: list[str]) -> int:
    """Carry out one command; its exit code, or that of the program it called."""
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(usage())
        return 0
    name, *rest = arguments
    if name not in COMMANDS:
        say(f"dev.py: unknown command {name!r}\n\n{usage()}")
        return 2
    try:
        return COMMANDS[name](rest)
    except Failure as failure:
        say(f"dev.py: {failure}")
        return failure.code
    except OSError as problem:
        say(f"dev.py: {problem}\nIf the environment is broken, remove {VENV} and call again.")
        return 1
    except KeyboardInterrupt:
        say("dev.py: interrupted")
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
