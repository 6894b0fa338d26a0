"""From a setup to Python functions, and how they begin a round."""
