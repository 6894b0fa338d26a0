"""Policies over the rows of wide games: players without search, and how they learn."""
