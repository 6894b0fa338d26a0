"""What can be proved about rules before a round is played."""
