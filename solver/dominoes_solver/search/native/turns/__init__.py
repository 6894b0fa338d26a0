"""The rules of play over rows."""
