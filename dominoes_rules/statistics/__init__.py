"""How often: what rounds and matches of a game are like, each figure with its error."""
