"""Domino games from their written rules, and a solver for hidden hands."""
