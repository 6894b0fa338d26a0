"""A game that is written in the browser: what is wrong with it, what it is like, a table for it."""
