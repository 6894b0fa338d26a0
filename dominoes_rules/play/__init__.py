"""Dealing and playing rounds."""
