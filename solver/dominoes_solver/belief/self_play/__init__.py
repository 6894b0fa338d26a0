"""Nets of choices that learn by playing themselves."""
