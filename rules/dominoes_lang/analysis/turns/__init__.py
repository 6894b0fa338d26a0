"""What a turn and a round can come to: which rows apply, that every round ends, how long it is."""
