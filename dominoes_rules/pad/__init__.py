"""A score pad for a table with real tiles: what rules need to know, and what follows."""
