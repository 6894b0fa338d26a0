"""Languages of players: a table of phrases each, and how sentences are made of it."""
