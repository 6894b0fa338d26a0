"""Rules files in editors: grammars for colours, and a Pygments lexer."""
