"""The table: tiles, tile sets, and the state of a round."""
