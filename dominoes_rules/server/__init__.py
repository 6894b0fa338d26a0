"""Domohnoes on the wire: a server for clients in any language, and a client of our own."""
