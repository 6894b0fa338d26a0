"""A table as a value, whatever is done leads to another one and to events; and sets of a server."""
