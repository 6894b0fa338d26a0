"""A server of Domohnoes and other games for clients in any language, and a Python client."""

from dominoes_rules.server.service import serve

__all__ = ["serve"]
