"""Commands that play: matches, tournaments and servers."""
