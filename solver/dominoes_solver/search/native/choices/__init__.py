"""The model of choices over rows."""
