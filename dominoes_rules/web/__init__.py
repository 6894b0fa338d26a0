"""Play in a browser: pages, streams and moves over HTTP. All rules and all geometry stay here."""

LONGEST_THINK = 3600
"""Seconds for a move; here, where the command line finds it without a server."""
