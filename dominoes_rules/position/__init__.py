"""Positions as text and as values, their moves and their hidden hands."""
