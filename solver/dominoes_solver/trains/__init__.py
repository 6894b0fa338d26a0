"""The chain of tiles that a hand can add to a train by itself."""
