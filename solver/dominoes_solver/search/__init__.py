"""Perfect-information search: the exact value of every move in one world."""
