"""Positions: text and value, the moves and the hidden hands in them."""
