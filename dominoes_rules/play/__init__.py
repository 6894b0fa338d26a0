"""Rounds being played."""
