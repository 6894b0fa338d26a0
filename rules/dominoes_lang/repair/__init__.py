"""What people write by habit, and what they meant: fixes for a clause that cannot be parsed."""
