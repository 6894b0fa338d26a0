"""The normal form of rules: a ruleset, and a ruleset bound to seats and parameters."""
