"""`python -m dominoes_rules.editor` writes grammars for editors."""

from dominoes_rules.editor.grammars import main

if __name__ == "__main__":
    raise SystemExit(main())
