"""Habits of writing and what they mean: fixes for a clause that cannot be parsed."""
