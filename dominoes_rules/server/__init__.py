"""A server of Domohnoes and other games for clients in any language, and a Python client."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dominoes_rules.server.service import serve as serve

__all__ = ["serve"]

if not TYPE_CHECKING:  # the command line reads the limits at every start, and needs no server

    def __getattr__(name: str) -> object:
        if name != "serve":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from dominoes_rules.server.service import serve

        return serve
