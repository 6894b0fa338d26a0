"""What one ruleset changes of another."""
