"""Random rounds, and random numbers."""
