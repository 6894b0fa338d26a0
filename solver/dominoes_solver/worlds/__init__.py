"""Worlds: the ways in which hidden tiles may lie, counted, ranked, sampled and enumerated."""
