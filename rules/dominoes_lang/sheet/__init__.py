"""What a rule sheet tells, without the words: each language says it by a table of its own."""
