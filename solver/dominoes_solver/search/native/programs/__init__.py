"""A setup as arrays, with the operations of its rules as words of a stack machine."""
