"""The table: tiles and what fits, the layout and its open ends, and the state of a round."""
