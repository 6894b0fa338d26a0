"""A club evening: rounds of matches among the same players, links for the night, standings."""
