"""What the others' choices reveal: the probability of each action, and so of each world."""
