"""The command line: `dominoes-rules`, also `python -m dominoes_rules`."""

from dominoes_rules.cli.main import main

__all__ = ["main"]
