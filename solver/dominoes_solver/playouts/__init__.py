"""Random rounds, by the thousand."""
