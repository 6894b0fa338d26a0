"""Domohnoes on the wire: a server for clients in any language, and a client of our own."""

from dominoes_rules.server.service import serve

__all__ = ["serve"]
