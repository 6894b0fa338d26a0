"""What comes before the first tile: the form of a new table, and who sits where."""
