"""What each move of a position is worth, and why."""
