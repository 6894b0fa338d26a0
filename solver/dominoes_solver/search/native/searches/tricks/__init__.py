"""Games of tricks in machine code."""
