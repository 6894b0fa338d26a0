"""How strong players are, in points a round."""
