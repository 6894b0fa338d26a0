"""The interpreter, which defines the meaning of rules; also matches and move trees."""
