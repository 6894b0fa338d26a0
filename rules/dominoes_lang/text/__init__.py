"""Source texts, places in them, and messages about them."""
