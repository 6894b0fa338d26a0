"""From what an observer has seen to the constraints on the hidden hands."""
