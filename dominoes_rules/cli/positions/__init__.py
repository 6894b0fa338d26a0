"""Commands on positions and records."""
