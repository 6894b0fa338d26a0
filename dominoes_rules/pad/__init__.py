"""A score pad for a table with real tiles: it asks what its rules need to know of a round."""
