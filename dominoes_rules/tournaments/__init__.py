"""Bots against one another on duplicate deals, and how sure one can be of the difference."""
