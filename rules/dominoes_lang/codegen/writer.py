"""Lines of generated Python, each with the rule that it carries out."""

from __future__ import annotations

from dominoes_lang.syntax.nodes import Node
from dominoes_lang.table.state import State

ROWS = (
    "hands, ends, stock, mover, opener, opening, finisher, last_tile,",
    "fitted, plays, passes, step, drawn, over, round, scores, more,",
)
"""The fields of a state over two rows, as a function takes them and a state is taken apart."""
assert " ".join(ROWS) == ", ".join(State._fields) + ","


class Writer:
    """Lines of Python; each remembers the rule that it comes from."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.rules: dict[int, Node] = {}
        self._rule: Node | None = None

    def rule(self, depth: int, node: Node, words: str = "") -> None:
        """Name the rule that the next lines carry out."""
        self._rule = node
        text = words or node.span.words
        where = f"{node.span.source.name.rsplit('/', 1)[-1]}:{node.span.line}"
        self.add(depth, comment(f"{text}  ({where})"))

    def add(self, depth: int, *lines: str) -> None:
        for line in lines:
            self.lines.append("    " * depth + line if line else "")
            if self._rule is not None:
                self.rules[len(self.lines)] = self._rule

    def function(self, head: str, docstring: str) -> None:
        self._rule = None
        self.add(0, "", "", f"def {head}:", f'    """{docstring}"""')

    def scoring(self, name: str, docstring: str) -> None:
        """The head of a function that takes the fields of a state one by one."""
        self._rule = None
        self.add(0, "", "", f"def {name}(")
        self.add(1, *ROWS)
        self.add(0, "):", f'    """{docstring}"""')

    def take_apart(self, state: str, depth: int = 1) -> None:
        """Names for the fields of a state."""
        self.add(depth, "(")
        self.add(depth + 1, *ROWS)
        self.add(depth, f") = {state}")

    def condition(self, depth: int, word: str, code: str, *then: str) -> None:
        """`if …:` or `elif …:` and what follows, without needless parentheses."""
        self.add(depth, f"{word} {bare(code)}:", *(f"    {line}" for line in then))


def comment(text: str) -> str:
    """A text as one comment line, whatever is in it.

    Titles, file names and comments come from strangers. `repr` leaves no line break, NUL or lone
    surrogate, so nothing of theirs can end the comment and be run.
    """
    return f"# {repr(text)[1:-1]}"


def bare(code: str) -> str:
    """An expression without the pair of parentheses that encloses it whole, if there is one."""
    depth = 0
    for index, sign in enumerate(code):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return code[1:-1] if sign == ")" and index == len(code) - 1 and code[0] == "(" else code
    return code
