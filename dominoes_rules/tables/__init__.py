"""A table as a value, whatever is done leads to another one and to events; and sets of a server."""

LONGEST_THINK = 3600
"""Seconds for a move; here, where the command line finds it without a server."""
