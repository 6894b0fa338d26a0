"""What the others' choices tell: how likely each action is, and with that each world."""
