"""Rounds of matches among the same players: who is drawn together, what counts, how it stands."""
