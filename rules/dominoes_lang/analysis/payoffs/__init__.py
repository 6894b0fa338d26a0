"""What a round can pay: the bounds, and which fields of a state they depend on."""
