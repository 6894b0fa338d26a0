"""Worlds: the distributions of the hidden tiles, counted, ranked, sampled and enumerated."""
