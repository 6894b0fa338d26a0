"""A table as a value: whatever is done leads to another table, and to what is told."""
